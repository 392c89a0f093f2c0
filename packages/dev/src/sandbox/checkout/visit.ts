import {
  allowsMethod,
  type Country,
  findMethod,
  type Method,
  METHODS,
  type MethodType,
  mobileMoneyCountries,
} from "../base/catalogue"
import { feeOf, formatMoney } from "../base/currency"
import { type Intent } from "../state/intent"
import { type Locale } from "../state/options"
import { type Simulation } from "../state/simulation"
import { payable } from "../state/variant"
import { type Texts, TEXTS } from "./texts"

/** One look at the hosted checkout of one intent. */
export interface Visit {
  simulation: Simulation
  intent: Intent
  locale: Locale
  texts: Texts
  /** Countries whose mobile money fits currency and `payment_method_types`. */
  countries: Country[]
  /** The chosen one of them; null when there is none. */
  country: Country | null
  /** What can be paid with here: the operators of `country`, then the card. */
  methods: Method[]
  /** Keeps language and country on the way from page to page. */
  link(path?: "pay" | "cancel" | "outcome" | "status", extra?: Record<string, string>): string
}

export interface VisitWishes {
  locale: Locale
  /** Present when the customer chose a language on the page. */
  lang: string | null
  country: string | null
}

export function createVisit(simulation: Simulation, intent: Intent, wishes: VisitWishes): Visit {
  const types = intent.request.payment_method_types
  const operators = (place: Country) =>
    place.operators.map((code) => METHODS[code]).filter((method) => allowsMethod(types, method))
  const countries = mobileMoneyCountries(intent.currency).filter((place) => operators(place).length > 0)
  const country = chooseCountry(countries, wishes.country, intent.request.phone)
  const cards = allowsMethod(types, METHODS.card) ? [METHODS.card] : []
  const kept = {
    client_secret: intent.client_secret,
    ...(wishes.lang ? { lang: wishes.locale } : {}),
    ...(wishes.country && country ? { country: country.code } : {}),
  }
  return {
    simulation,
    intent,
    locale: wishes.locale,
    texts: TEXTS[wishes.locale],
    countries,
    country,
    methods: [...(country ? operators(country) : []), ...cards],
    link: (path, extra = {}) =>
      `/checkout/${intent.id}${path ? `/${path}` : ""}?${new URLSearchParams({ ...kept, ...extra }).toString()}`,
  }
}

function chooseCountry(countries: Country[], wish: string | null, phone: string | undefined): Country | null {
  return (
    countries.find((place) => place.code === wish) ??
    countries.find((place) => phone?.startsWith(place.dialCode)) ??
    countries[0] ??
    null
  )
}

/** Smallest unit: zero unless the customer bears the fees (interface 2.1 `fee_bearer`). */
export function customerFee(intent: Intent, type: MethodType): bigint {
  return intent.request.fee_bearer === "customer" ? feeOf(intent.amount, type) : 0n
}

/** Smallest unit: what the customer pays by a method of this fee, rounded up where only some amounts can be paid (U-28). */
export function totalToPay({ simulation, intent }: Visit, fee: bigint): bigint {
  return payable(simulation.settings.variant, intent.amount + fee)
}

export function money(visit: Visit, amount: bigint): string {
  return formatMoney(amount, visit.intent.currency, visit.locale)
}

export function methodName(visit: Visit): string {
  return findMethod(visit.intent.attempt?.method ?? "")?.name ?? ""
}

/** `redirect_url` with the parameters the service adds on its own (U-24); null when the merchant gave none. */
export function shopUrl(intent: Intent): string | null {
  if (!intent.request.redirect_url) return null
  const url = new URL(intent.request.redirect_url)
  url.searchParams.set("payment_ref", intent.payment_ref)
  url.searchParams.set("status", intent.status)
  return url.toString()
}
