import { type Method } from "../base/catalogue"
import { changeStatus, scheduleOutcome } from "../intents/lifecycle"
import { type ShippingAddress } from "../state/intent"
import { type FieldName } from "./texts"
import { customerFee, totalToPay, type Visit } from "./visit"

export const TEST_CARDS = [
  { number: "4242424242424242", outcome: "succeeded" },
  { number: "5555555555554444", outcome: "succeeded" },
  { number: "4000000000000002", outcome: "failed" },
] as const

/** What the customer typed and what is wrong with it; the fields of a card are never given back. */
export interface PayFault {
  errors: FieldName[]
  method: string
  values: Partial<Record<FieldName, string>>
}

/** Takes the form of the checkout page. @returns null when the payment is on its way */
export function pay(visit: Visit, form: URLSearchParams): PayFault | null {
  const { simulation, intent } = visit
  // A second tab or a repeated post finds the intent already taken and is shown its state.
  if (intent.status !== "requires_action") return null
  const method = visit.methods.find((candidate) => candidate.code === form.get("method"))
  const errors = findErrors(visit, method, form)
  if (!method || errors.length > 0) return faultOf(form, errors)

  const fee = customerFee(intent, method.type)
  const isCard = method.type === "card"
  intent.attempt = {
    method: method.code,
    type: method.type,
    country: isCard ? null : visit.country!.code,
    amount: totalToPay(visit, fee),
    fee,
    payer: isCard ? maskCard(form) : maskPhone(phoneNumber(visit, form)),
  }
  intent.shippingAddress = shippingAddress(visit, form)
  changeStatus(simulation, intent, { status: "processing" })
  if (isCard) scheduleOutcome(simulation, intent, testCard(form)!.outcome)
  return null
}

function findErrors(visit: Visit, method: Method | undefined, form: URLSearchParams): FieldName[] {
  const errors: FieldName[] = []
  if (!method) errors.push("method")
  if (method?.type === "mobile_money" && !isPhone(visit, form)) errors.push("phone")
  if (method?.type === "card") {
    if (!testCard(form)) errors.push("card_number")
    if (!isFutureMonth(field(form, "card_expiry"), visit.simulation.now())) errors.push("card_expiry")
    if (!/^\d{3,4}$/.test(field(form, "card_cvc"))) errors.push("card_cvc")
    if (!field(form, "card_name")) errors.push("card_name")
  }
  if (visit.intent.request.collect_shipping_address) {
    const fields = ["ship_line1", "ship_city", "ship_country"] as const
    errors.push(...fields.filter((name) => !field(form, name)))
  }
  return errors
}

function faultOf(form: URLSearchParams, errors: FieldName[]): PayFault {
  const given: FieldName[] = ["phone", "ship_line1", "ship_city", "ship_country"]
  const values = Object.fromEntries(given.map((name) => [name, field(form, name)]))
  return { errors, method: field(form, "method"), values }
}

function field(form: URLSearchParams, name: FieldName): string {
  return (form.get(name) ?? "").trim()
}

/** People type "+237 6 70 ...", "00237 670 ...", "237670..." or "670 ...": all of them mean the same number. */
function phoneNumber(visit: Visit, form: URLSearchParams): string {
  const { dialCode } = visit.country!
  const typed = field(form, "phone")
  const digits = typed.replace(/\D/g, "").replace(/^00/, "")
  const isInternational = typed.startsWith("+") || typed.startsWith("00")
  if (isInternational || (digits.startsWith(dialCode) && digits.length > 9)) return digits
  return `${dialCode}${digits}`
}

function isPhone(visit: Visit, form: URLSearchParams): boolean {
  const number = phoneNumber(visit, form)
  const local = number.slice(visit.country!.dialCode.length)
  return number.startsWith(visit.country!.dialCode) && /^\d{7,10}$/.test(local)
}

function testCard(form: URLSearchParams) {
  const digits = field(form, "card_number").replace(/[\s-]/g, "")
  return TEST_CARDS.find((card) => card.number === digits)
}

function isFutureMonth(text: string, now: number): boolean {
  const match = /^(0[1-9]|1[0-2])\s*\/?\s*(?:20)?(\d{2})$/.exec(text)
  if (!match) return false
  // Valid through the last day of the month.
  return Date.UTC(2000 + Number(match[2]), Number(match[1])) > now
}

const maskPhone = (number: string) => `+${number.slice(0, 3)}\u00a0•••\u00a0${number.slice(-3)}`
const maskCard = (form: URLSearchParams) => `••••\u00a0${testCard(form)!.number.slice(-4)}`

function shippingAddress(visit: Visit, form: URLSearchParams): ShippingAddress | null {
  if (!visit.intent.request.collect_shipping_address) return null
  return {
    line1: field(form, "ship_line1"),
    city: field(form, "ship_city"),
    country: field(form, "ship_country"),
  }
}

/** The test controls of the waiting page: what the customer does on the phone. */
export function decideOnPhone(visit: Visit, outcome: string | null): void {
  const { simulation, intent } = visit
  if (intent.status !== "processing" || intent.pending || intent.awaitsMerchant) return
  if (outcome === "confirm") scheduleOutcome(simulation, intent, "succeeded")
  if (outcome === "decline") scheduleOutcome(simulation, intent, "failed")
  if (outcome === "wait") intent.leftWaiting = true
}

/** A customer can leave until the payment is under way; afterwards money may move. */
export function cancel(visit: Visit): void {
  const { simulation, intent } = visit
  if (intent.status === "requires_action") changeStatus(simulation, intent, { status: "canceled" })
}
