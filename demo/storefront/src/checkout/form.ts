import type { HttpTypes } from "@medusajs/types"
import type { Messages } from "../i18n"
import type { Cart } from "../shop/cart-api"
import { hasPostalCodes } from "./postal-codes"
import type { PhoneCheck } from "./use-phone-check"

export interface CheckoutForm {
  email: string
  first_name: string
  last_name: string
  phone: string
  address_1: string
  city: string
  postal_code: string
  country_code: string
}

export type FormErrors = Partial<Record<keyof CheckoutForm, string>>

export type SavedAddress = HttpTypes.StoreCustomerAddress
const PLACE = [
  "first_name",
  "last_name",
  "phone",
  "address_1",
  "city",
  "postal_code",
  "country_code",
] as const
export type Place = Pick<CheckoutForm, (typeof PLACE)[number]>

/** Those that the shop delivers to, the usual one first. */
export function usableAddresses(
  customer: HttpTypes.StoreCustomer | null,
  sellsTo: (country: string) => boolean
): SavedAddress[] {
  const usable = (customer?.addresses ?? []).filter(
    (one) => one.address_1 && one.country_code && sellsTo(one.country_code)
  )
  return usable.sort(
    (a, b) => Number(b.is_default_shipping ?? false) - Number(a.is_default_shipping ?? false)
  )
}

/** What it lacks is the customer's own, or what was typed before. */
export function placeOf(address: SavedAddress, before: Place): Place {
  const filled = PLACE.map((name) => [name, address[name] || (KEPT.has(name) ? before[name] : "")])
  return Object.fromEntries(filled) as Place
}

const KEPT: ReadonlySet<string> = new Set(["first_name", "last_name", "phone"])

export function isSamePlace(address: SavedAddress, place: Place): boolean {
  const said = (one: Partial<Record<keyof Place, string | null>>) =>
    (["address_1", "city", "postal_code", "country_code"] as const).map((name) =>
      (one[name] ?? "").trim().toLowerCase()
    )
  return said(address).join() === said(place).join()
}

/**
 * What the cart already knows, so that coming back from the payment page asks nothing twice; before that, where the customer usually has
 * things sent to.
 */
export function initialForm(
  cart: Cart,
  country: string,
  customer: HttpTypes.StoreCustomer | null,
  saved: SavedAddress[]
): CheckoutForm {
  const known = cart.shipping_address
  const form = {
    email: cart.email ?? customer?.email ?? "",
    first_name: known?.first_name ?? customer?.first_name ?? "",
    last_name: known?.last_name ?? customer?.last_name ?? "",
    phone: known?.phone ?? customer?.phone ?? "",
    address_1: known?.address_1 ?? "",
    city: known?.city ?? "",
    postal_code: known?.postal_code ?? "",
    country_code: known?.country_code ?? country,
  }
  const [usual] = saved
  const isSent = usual && !known?.address_1 && usual.country_code === form.country_code
  return isSent ? { ...form, ...placeOf(usual, form) } : form
}

const REQUIRED = ["first_name", "last_name", "phone", "address_1", "city"] as const
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** The store checks again; this only spares the customer a round trip. */
export function checkForm(form: CheckoutForm, t: Messages, checkPhone: PhoneCheck): FormErrors {
  const errors: FormErrors = {}
  for (const name of hasPostalCodes(form.country_code) ? [...REQUIRED, "postal_code" as const] : REQUIRED) {
    if (!form[name].trim()) {
      errors[name] = t.required
    }
  }
  // The phone is enough for courier and payment: no address is made up.
  if (form.email.trim() && !EMAIL.test(form.email.trim())) {
    errors.email = t.emailInvalid
  }
  const phone = errors.phone ? null : checkPhone(form.phone, form.country_code).problem
  if (phone) {
    errors.phone = t.phoneProblems[phone]
  }
  return errors
}

export function toCartUpdate({ email, ...address }: CheckoutForm): HttpTypes.StoreUpdateCart {
  const trimmed = Object.fromEntries(Object.entries(address).map(([name, value]) => [name, value.trim()]))
  return { email: email.trim() || null, shipping_address: trimmed, billing_address: trimmed }
}

export function focusFirst(errors: FormErrors): void {
  const order: (keyof CheckoutForm)[] = ["email", ...REQUIRED, "postal_code", "country_code"]
  const first = order.find((name) => errors[name])
  document.getElementById(`field-${first}`)?.focus()
}
