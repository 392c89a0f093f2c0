import { PaymentCollectionStatus, PaymentSessionStatus } from "@medusajs/framework/utils"
import { lacksContact, type CustomerFacts } from "../../payments/customer"
import { notFound } from "../../payments/errors"
import { boughtOf, type CartLines, LINE_FIELDS, linesOf, type PayableLines } from "../lines"
import { ADDRESS_KEYS, type BoughtCart } from "../../payments/purchase"
import { FINEST_DECIMALS, toMinorUnits, type MajorAmountLike } from "../../payments/money"
import { askGraph, cartById, decimalsOf, each, valuesOf, type CurrencyOptions, type Query } from "./query"
import { orderById } from "./lookups"
import { hasMoney, isCanceled, isGivenBack, isPaidFor, openOf, stands, total } from "./predicates"
import { isOurs } from "./providers"
import { PAYMENT_FIELDS, type PaymentRecord, type Time } from "./records"

/** The money that a payment session asks for, read from the store's own records; of the browser's payment data only `pay_anew` counts. */
export interface SessionMoney {
  session_id: string
  provider_id: string
  /** major units */
  amount: MajorAmountLike
  currency_code: string
  /** decimals of the currency; null when it is not known */
  exponent: number | null
  payment_collection_id: string
  cart_id: string | null
  /** the collection belongs to a cart that was deleted */
  cart_gone: boolean
  /** what the cart costs now: a cart that changed while its sessions were not yet deleted costs something else, or in another currency */
  cart_price: { amount: MajorAmountLike; currency_code: string } | null
  /** of the collection: a completed cart's, or the one that an order edit or a draft asks more money for */
  order: { id: string; status: string; is_draft_order?: boolean | null } | null
  /** sessions of the collection whose payment still stands: neither canceled nor given back in full */
  paid_session_ids: string[]
  /** merchant references of those payments, as our own `authorizePayment` wrote them */
  paid_references: string[]
  /** those payments, of whatever provider, leave less to pay than this session asks for */
  paid_for: boolean
  /** the cart is an order already, whose money the shop gave back in full */
  given_back: boolean
  /** core keeps it for the money of an order that was placed before it came */
  is_awaited: boolean
  /** the customer's answer, which came with the start: it may charge what she was told of, and nothing else hangs on it */
  pay_anew: boolean
}

/** What a payment session stands for: the money, who pays it and what for. */
export interface SessionFacts extends SessionMoney {
  customer: CustomerFacts
  /** null where there is no cart, where its lines could not be read, or where its order was changed since */
  lines: CartLines | null
  /** the same to make an order of it later, with its customer; null where `lines` are */
  bought: BoughtCart | null
  /** Medusa's of that, in major units */
  tax: MajorAmountLike | null
  locale: string | null
  /** what its order still asks for, by whatever way it is paid, in smallest units; null while there is none, whose price is its cart's */
  order_owes: bigint | null
}

type Speaker = CustomerFacts & { locale?: string | null }

interface PayableCart extends Speaker, PayableLines {
  id: string
  total?: MajorAmountLike
  tax_total?: MajorAmountLike
  currency_code: string
  customer_id?: string | null
  region_id?: string | null
  sales_channel_id?: string | null
}

interface PayableSession {
  id: string
  status?: string
  provider_id: string
  amount: MajorAmountLike
  raw_amount?: { value: string } | null
  currency_code: string
  data?: { pay_anew?: unknown } | null
  payment_collection: {
    id: string
    amount: MajorAmountLike
    raw_amount?: { value: string } | null
    /** stays when the cart is deleted */
    cart_link?: { cart_id: string } | null
    order?: { id: string; status: string; is_draft_order?: boolean | null; created_at?: Time } | null
  }
}

const ADDRESS = "first_name last_name phone country_code"
const ACCOUNT = "email first_name last_name phone"
/** Of a cart or an order: who pays. */
export const PERSON_FIELDS = [
  "email",
  ...each("customer", ACCOUNT),
  ...each("billing_address", ADDRESS),
  ...each("shipping_address", ADDRESS),
]
/** Its total brings its lines along, all in one question. */
const PRICE_FIELDS = ["id", "total", "currency_code"]
const CART_FIELDS = [
  ...[...PRICE_FIELDS, ..."email locale tax_total customer_id region_id sales_channel_id".split(" ")],
  ...LINE_FIELDS,
  ...each("billing_address", ADDRESS_KEYS),
  ...each("shipping_address", ADDRESS_KEYS),
]
const SESSION_FIELDS = [
  ..."id status provider_id amount raw_amount currency_code data".split(" "),
  ...each("payment_collection", "id amount raw_amount cart_link.cart_id"),
  ...each("payment_collection.order", "id status is_draft_order created_at"),
]
const STARTED_FIELDS = [
  ..."id amount raw_amount currency_code cart_link.cart_id payment_sessions.provider_id".split(" "),
  ...each("order", "id status is_draft_order created_at"),
]
/** @throws MedusaError NOT_FOUND when the session does not exist (any more) */
export async function readSessionFacts(
  query: Query,
  sessionId: string,
  options: CurrencyOptions
): Promise<SessionFacts> {
  const session = await readSession(query, sessionId)
  const { cart, ...money } = await moneyOfSession(session, CART_FIELDS, query, options)
  const [owing, customer] = await Promise.all([owingOf(money, query), customerOf(query, cart, money.order)])
  const priced = cart && (owing === null || isPriceOfSession(money)) ? cart : null
  return {
    ...money,
    // Employees edit an order, and it is paid by other ways than its cart's collection: the cart knows of neither.
    cart_price: owing === null ? money.cart_price : null,
    paid_for: isPaidOf(money, owing),
    order_owes: owing && owing.open,
    customer,
    lines: priced && linesOf(priced),
    bought: priced && cartBought(priced),
    tax: priced?.tax_total ?? null,
    locale: customer.locale ?? null,
  }
}

/** By its own payments or, where its order was paid by another way, by that. */
const isPaidOf = (money: SessionMoney, owing: Owing | null) =>
  money.paid_for || (!!owing?.isPaid && isPayable(money))

type StartedCollection = PayableSession["payment_collection"] & {
  currency_code: string
  payment_sessions?: { provider_id: string }[]
}

/** Nothing was ever paid in a collection of these, though a status may be written later than its payment. */
const NOTHING_PAID = [PaymentCollectionStatus.NOT_PAID, PaymentCollectionStatus.AWAITING]

/**
 * What is known of a start before core deletes the sessions of its collection, one of what was paid among them. One lean statement where
 * nothing was paid in it yet.
 * @returns null where nothing speaks against it
 */
export async function readOverBefore(
  query: Query,
  { id, isStartOfOurs }: { id: string; isStartOfOurs: boolean },
  optionsOf: () => Promise<CurrencyOptions>
): Promise<Pick<SessionMoney, "paid_for" | "paid_references"> | null> {
  const touched = await valuesOf(query, "payment_collection", "id", { id, status: { $nin: NOTHING_PAID } })
  if (touched.length === 0) return null
  const [collection] = await askGraph<StartedCollection>(query, "payment_collection", STARTED_FIELDS, { id })
  if (!collection) return null
  if (!isStartOfOurs && !collection.payment_sessions?.some(isOurs)) return null
  const session = { ...collection, provider_id: "", payment_collection: collection, status: undefined }
  const { cart: _cart, ...money } = await moneyOfSession(session, PRICE_FIELDS, query, await optionsOf())
  const paid_for = isPaidOf(money, await owingOf(money, query))
  return paid_for || !isPayable(money) ? { ...money, paid_for } : null
}

/**
 * Her account is asked where cart and addresses do not say enough of her, her order where there is no cart: collections of order edits and
 * draft orders have none.
 */
async function customerOf(
  query: Query,
  cart: PayableCart | null,
  order: SessionMoney["order"]
): Promise<Speaker> {
  if (!cart && !order) return {}
  if (!cart)
    return (await askGraph<Speaker>(query, "order", ["locale", ...PERSON_FIELDS], { id: order!.id }))[0] ?? {}
  const { customer_id: id } = cart
  if (!id || !lacksContact(cart)) return cart
  type Account = NonNullable<CustomerFacts["customer"]>
  const [customer] = await askGraph<Account>(query, "customer", ACCOUNT, { id })
  return { ...cart, customer: customer ?? null }
}

function cartBought(cart: PayableCart): BoughtCart {
  const { email, customer_id, region_id, sales_channel_id } = cart
  return {
    ...boughtOf(cart),
    person: { email, customer_id, region_id, sales_channel_id },
    to: (cart.shipping_address ?? null) as BoughtCart["to"],
    billed: (cart.billing_address ?? null) as BoughtCart["billed"],
  }
}

/** The session asks for what the cart costs: its lines say what for. */
function isPriceOfSession({ amount, cart_price: price }: SessionMoney): boolean {
  return !!price && total([amount], FINEST_DECIMALS) === total([price.amount], FINEST_DECIMALS)
}

type Owing = { open: bigint; isPaid: boolean }

async function owingOf({ order, exponent }: SessionMoney, query: Query): Promise<Owing | null> {
  const found = order && exponent !== null ? await orderById(query, order.id) : null
  if (!found) return null
  const open = openOf(found, exponent!)
  return { open, isPaid: open <= 0n && hasMoney(found, exponent!) }
}

/** @throws MedusaError NOT_FOUND when the session does not exist (any more) */
export async function readSessionMoney(
  query: Query,
  sessionId: string,
  options: CurrencyOptions
): Promise<SessionMoney> {
  const session = await readSession(query, sessionId)
  const { cart: _cart, ...money } = await moneyOfSession(session, PRICE_FIELDS, query, options)
  return money
}

async function readSession(query: Query, id: string): Promise<PayableSession> {
  const [session] = await askGraph<PayableSession>(query, "payment_session", SESSION_FIELDS, { id })
  if (!session) throw notFound(`Payment session ${id} was not found; no payment was started.`)
  return session
}

async function moneyOfSession(
  session: PayableSession,
  cartFields: string[],
  query: Query,
  options: CurrencyOptions
): Promise<SessionMoney & { cart: PayableCart | null }> {
  const { payment_collection: collection } = session
  const { order, cart_link: link } = collection
  const currency_code = session.currency_code.toLowerCase()
  const [cart, payments, exponent] = await Promise.all([
    link ? cartById<PayableCart>(query, link.cart_id, cartFields) : null,
    askGraph<PaymentRecord>(query, "payment", PAYMENT_FIELDS, { payment_collection_id: collection.id }),
    decimalsOf(currency_code, query, options),
  ])
  const amount = session.raw_amount ?? session.amount
  return {
    cart,
    session_id: session.id,
    provider_id: session.provider_id,
    amount,
    currency_code,
    exponent,
    payment_collection_id: collection.id,
    cart_id: cart?.id ?? null,
    cart_gone: !cart && !!link,
    cart_price: cart?.total === undefined ? null : { amount: cart.total, currency_code: cart.currency_code },
    order: order ? { id: order.id, status: order.status, is_draft_order: order.is_draft_order } : null,
    is_awaited: session.status === PaymentSessionStatus.PENDING_AUTHORIZATION,
    pay_anew: session.data?.pay_anew === true,
    // Without a currency no payment starts; until that is said, sums are compared as exactly as they can be.
    ...paymentsOfSession(payments, { collection, amount, exponent: exponent ?? FINEST_DECIMALS }),
  }
}

function paymentsOfSession(
  payments: PaymentRecord[],
  {
    collection,
    amount,
    exponent,
  }: { collection: PayableSession["payment_collection"]; amount: MajorAmountLike; exponent: number }
): Pick<SessionMoney, "paid_session_ids" | "paid_references" | "paid_for" | "given_back"> {
  const paying = payments.filter((payment) => stands(payment, exponent))
  const asked = { amount: collection.raw_amount ?? collection.amount, payments }
  return {
    paid_session_ids: paying.flatMap((payment) => payment.payment_session_id ?? []),
    paid_references: paying.flatMap((payment) => payment.data?.merchant_reference ?? []),
    paid_for: isPaidFor(asked, toMinorUnits(amount, exponent), exponent),
    given_back:
      !!collection.order &&
      !!collection.cart_link &&
      payments.some((payment) => isGivenBack(payment, exponent, collection.order!.created_at ?? null)),
  }
}

/**
 * Money for a deleted cart, for a canceled order, for one that was given back or for a draft would buy nothing, although core starts a payment
 * for all of them.
 */
export function isPayable({ cart_gone, order, given_back }: SessionMoney): boolean {
  return order ? !isCanceled(order) && !order.is_draft_order && !given_back : !cart_gone
}
