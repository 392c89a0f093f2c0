import { MedusaError } from "@medusajs/framework/utils"
import { PayCollectError, type PayCollectErrorCode } from "../../service/errors"
import { type FeeBreakdown } from "../../service"
import { DAY_MS, type Clock } from "../../service/config"
import { shiftDecimal, toMajorString } from "../../payments/money"
import { type AnswerCache } from "../../service/answer-cache"
import { type PayCollectFee } from "../../types/http"
import { type ActiveConfiguration } from "../../settings/active-configuration"
import { type Configuration } from "../../settings/configuration"
import {
  type CardType,
  type FeeQuestion,
  type OfferedMethod,
  type PaymentMethods,
} from "../../payments/payment-methods"

interface FeeError {
  code: PayCollectErrorCode
  /** for an admin: may quote the service, redacted */
  message: string
  retry_after_ms?: number
}

/** One row of the preview. */
export type FeeRow = PayCollectFee & { error?: FeeError }

type FeesAnswer = Pick<FeeRow, "fee" | "total" | "details" | "stale"> | { error: FeeError }

interface MethodVariant {
  method: OfferedMethod
  card_type?: CardType
}

interface AskedFees extends MethodVariant {
  active: ActiveConfiguration
  question: FeeQuestion
}

/** Fees change rarely, and a preview is no promise: the service computes them anew when the customer pays. */
const FEES_KEEP_MS = 5 * 60_000
/** Where none can be had, the last known answer is shown for this long. */
const STALE_MS = DAY_MS
const FEES_DEADLINE_MS = 5_000
/** The service's own refusals of a question are answers, too: asked again they would only cost the budget. */
const FINAL: ReadonlySet<PayCollectErrorCode> = new Set(["invalid_request", "not_found"])
/** The service could not be asked, or did not answer: what it said before still stands. */
const NOT_HAD: ReadonlySet<PayCollectErrorCode> = new Set(["rate_limited", "unavailable"])
const CARD_TYPES: CardType[] = ["local", "international"]
/** Ways to pay that the interface names (1), in whatever country; a method's code beyond them is the service's own. */
const FAMILIES: ReadonlySet<string> = new Set(
  "mobile_money mtn orange moov airtel mpesa card visa mastercard paypal bank_transfer wallet".split(" ")
)

/** What the service would charge for a payment, per method. Cached, coalesced, and of what the budget has left. */
export class FeePreview {
  constructor(
    private readonly configuration: Configuration,
    private readonly methods: PaymentMethods,
    private readonly cache: AnswerCache,
    private readonly clock: Clock
  ) {}

  /**
   * Rows that could not be had hold an error; `card` makes two rows unless `card_type` is given. A method that nothing names is not asked about:
   * any number of them can be made up.
   * @throws PayCollectError when the methods of the country cannot be listed; MedusaError NOT_ALLOWED when not configured, INVALID_DATA with the
   *   code `paycollect_unknown_method` where the list of the country has no such method
   */
  async rows(question: FeeQuestion): Promise<FeeRow[]> {
    const { payment_method: code, country_code } = question
    const active = await this.configuration.current()
    const askedOf = (method: OfferedMethod) =>
      variants(method, question).map((variant) => ({ active, question, ...variant }))
    const answers = async (asked: AskedFees[]) => await Promise.all(asked.map((each) => this.row(each)))
    if (code === undefined) return await answers((await this.methods.of(country_code!)).flatMap(askedOf))
    const listed = country_code === undefined ? null : await this.methods.known(country_code)
    const method = listed?.find((each) => each.code === code)
    const isNamed = !!method || isNamedMethod(code, active)
    if (listed && !isNamed) throw unknownMethod(code)
    const asked = askedOf(method ?? { code, name: code })
    if (isNamed || (await this.cache.get(this.answeredKey(active, code)))) return await answers(asked)
    return asked.map((each) => ({ ...shownRow(each), error: NO_LIST }))
  }

  /** That the service knows the method: it said a fee of it within a day. */
  private answeredKey({ environment, options }: ActiveConfiguration, code: string): string {
    return this.cache.key("answered", [environment, options[environment].baseUrl, code])
  }

  private async row(asked: AskedFees): Promise<FeeRow> {
    return { ...shownRow(asked), ...(await this.answer(asked)) }
  }

  private async answer(asked: AskedFees): Promise<FeesAnswer> {
    const { method, card_type, question } = asked
    const { environment, options } = asked.active
    const { amount, currency_code, exponent, country_code } = question
    const of = [environment, options[environment].baseUrl, options.service.feeAmountUnit, exponent]
    const what = [method.code, card_type, currency_code.toUpperCase(), amount]
    const asks = [...of, ...what, country_code?.toUpperCase()]
    const [key, lastKey] = [this.cache.key("fee", asks), this.cache.key("last-fee", asks)]
    const known = await this.cache.get<FeesAnswer>(key)
    if (known) return known
    return await this.cache.once(key, async () => {
      const answer = await this.ask(asked)
      if (!("error" in answer)) {
        await this.cache.set(key, answer, FEES_KEEP_MS)
        await this.cache.set(lastKey, answer, STALE_MS)
        await this.cache.set(this.answeredKey(asked.active, method.code), {}, STALE_MS)
        return answer
      }
      const { code } = answer.error
      const last = NOT_HAD.has(code) ? await this.cache.get<FeesAnswer>(lastKey) : null
      if (last) return { ...last, stale: true }
      if (FINAL.has(code)) await this.cache.set(key, answer, FEES_KEEP_MS)
      return answer
    })
  }

  private async ask({ active, question, method, card_type }: AskedFees): Promise<FeesAnswer> {
    const { environment, options } = active
    const { amount, currency_code, exponent, country_code } = question
    const inMajor = options.service.feeAmountUnit === "major"
    const sent = inMajor ? toMajorString(amount, exponent) : amount
    const currency = currency_code.toUpperCase()
    try {
      const fees = await active
        .client(environment)
        .calculateFee(
          { payment_method: method.code, currency, amount: sent, country_code, card_type },
          { deadline: this.clock.now() + FEES_DEADLINE_MS }
        )
      if (!isAbout(fees, { currency, amount: sent })) return { error: ABOUT_SOMETHING_ELSE }
      const major = (value: string | undefined) =>
        value === undefined ? null : shiftDecimal(value, inMajor ? 0 : exponent, exponent)
      return { fee: major(fees.fee), total: major(fees.total_payable), details: fees.details }
    } catch (error) {
      if (!(error instanceof PayCollectError)) throw error
      const { code, message, retryAfterMs } = error
      return { error: { code, message, ...(retryAfterMs !== undefined && { retry_after_ms: retryAfterMs }) } }
    }
  }
}

/** Before anything is known of its fee. */
function shownRow({ active, question, method, card_type }: AskedFees): FeeRow {
  const { amount, currency_code, exponent } = question
  return {
    payment_method: method.code,
    name: method.name,
    ...(card_type && { card_type }),
    currency_code: currency_code.toLowerCase(),
    amount: toMajorString(amount, exponent),
    fee_bearer: active.options.feeBearer,
    fee: null,
    total: null,
    details: {},
  }
}

/** By the interface, or by what the merchant lets a provider offer (U-25). */
function isNamedMethod(code: string, { options }: ActiveConfiguration): boolean {
  return FAMILIES.has(code) || Object.values(options.paymentMethodTypes).flat().includes(code)
}

function unknownMethod(code: string): MedusaError {
  return new MedusaError(
    MedusaError.Types.INVALID_DATA,
    `payment_method: ${code} is no way to pay here. The service was not asked and no money moved; leave it out for all that there are.`,
    "paycollect_unknown_method"
  )
}

const NO_LIST: FeeError = {
  code: "unavailable",
  message:
    "The payment service was not asked and no money moved: the list of payment methods that would name this one was not read yet. Ask without payment_method, with the country, which reads it.",
}

const ABOUT_SOMETHING_ELSE: FeeError = {
  code: "malformed_response",
  message:
    "The payment service answered about another amount or currency than was asked for. Check the option service.feeAmountUnit.",
}

/** What is echoed has to be what was asked (U-22): a number about something else is worse than none. */
function isAbout(fees: FeeBreakdown, asked: { currency: string; amount: string }): boolean {
  const sameAmount =
    fees.amount === undefined || shiftDecimal(fees.amount, 0, 0) === shiftDecimal(asked.amount, 0, 0)
  return sameAmount && (fees.currency === undefined || fees.currency === asked.currency)
}

/** Interface 4.7: cards have a rule for local and one for international ones. */
function variants(method: OfferedMethod, { payment_method, card_type }: FeeQuestion): MethodVariant[] {
  const isCard = method.code === "card" || method.type === "card"
  if (!isCard) return [{ method, ...(payment_method !== undefined && card_type && { card_type }) }]
  return (card_type ? [card_type] : CARD_TYPES).map((type) => ({ method, card_type: type }))
}
