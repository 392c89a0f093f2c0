import { CARD } from "../../http/support/customer"
import { type PluginOptionsInput } from "../../../src/settings/options-schema"
import { type Visit } from "./server"
import { type Shop } from "./shop"

/** A customer (or merchant) just before the act that is cut off. */
export interface Walker {
  cartId: string
  /** the payment that matters; unknown before `initiate` */
  reference?: string
  /** somebody else's, that money is booked on */
  orderId?: string
  /** there is no cart: an order that is paid by its link, and the address of that */
  linkOrderId?: string
  link?: string
  /** where the customer goes to pay, when the payment starts there */
  checkout?: string
}

/** One way on which a server changes the world for somebody, cut off by `kill -9` after each of its effects. */
export interface Scenario {
  name: string
  /** what the server is asked to do */
  act: string
  /** what happens after the restart, before the job alone goes on */
  afterwards: string
  options?: PluginOptionsInput
  prepare(shop: Shop): Promise<Walker>
  walk(shop: Shop, walker: Walker, visit: Visit): Promise<unknown>
  comeBack(shop: Shop, walker: Walker): Promise<void>
  /** the effects it is cut after, where another scenario is cut at the others in the same function */
  cut?: (effects: string[]) => string[]
}

const nobody = () => Promise.resolve()
const paidAtCheckout = async (shop: Shop): Promise<Walker> => {
  const walker = await shop.atCheckout()
  shop.pay(walker.reference)
  return walker
}
const payAgain = async (shop: Shop, { cartId }: Walker): Promise<void> => {
  const { merchant_reference } = await shop.customer(cartId).startPayment()
  shop.pay(merchant_reference)
  await shop.customer(cartId).comeBack(merchant_reference)
}
/** The service waits for the customer to confirm on the phone. */
const confirming = async (shop: Shop): Promise<Walker> => {
  const walker = await shop.atCheckout()
  shop.service.control.moveState(walker.reference, "processing")
  return walker
}
/** the order of a customer who confirms on the phone: shown unpaid */
const placed = async (shop: Shop): Promise<Walker> => {
  const walker = await confirming(shop)
  const { data } = await shop.customer(walker.cartId).complete()
  if (data.type !== "order") throw new Error(`not placed: ${JSON.stringify(data)}`)
  return walker
}
const orderOf = async (shop: Shop, { cartId }: Walker) => (await shop.customer(cartId).orders())[0]!
const paymentOf = async (shop: Shop, { cartId }: Walker) =>
  (
    await shop.rows<{ id: string }>(
      "select p.id from payment p join cart_payment_collection l on l.payment_collection_id = p.payment_collection_id where l.cart_id = ?",
      [cartId]
    )
  )[0]!.id
const ordered = async (shop: Shop): Promise<Walker> => {
  const walker = await paidAtCheckout(shop)
  await shop.customer(walker.cartId).comeBack(walker.reference!)
  return walker
}
/** Money that came late, and an order written down by telephone that owes just as much. */
const lateMoney = async (shop: Shop): Promise<Walker> => {
  const walker = await paidAtCheckout(shop)
  await shop.customer(walker.cartId).changeQuantity(3)
  await shop.advance(walker.reference!)
  return { ...walker, orderId: await shop.phoneOrder(await amountOf(shop, walker)) }
}
/** The browser repeats a wish under its own key. */
const sendBack = async (shop: Shop, walker: Walker, visit?: Visit) =>
  await shop.asMerchant(
    `/admin/paycollect/intents/${(await intentOf(shop, walker)).id}/refund`,
    { reason: "duplicate", key: walker.reference },
    visit
  )
const minutesLater = async (shop: Shop, { cartId }: Walker) =>
  await shop.rows(
    "update paycollect_intent set advance_lease_until = advance_lease_until - interval '5 minutes' where cart_id = ?",
    [cartId]
  )
const intentOf = async (shop: Shop, { reference }: Walker) =>
  (
    await shop.rows<{ id: string; amount: string }>(
      "select id, amount from paycollect_intent where merchant_reference = ?",
      [reference!]
    )
  )[0]!
const amountOf = async (shop: Shop, walker: Walker) => Number((await intentOf(shop, walker)).amount)
const from = (first: RegExp) => (effects: string[]) =>
  effects.slice(effects.findIndex((effect) => first.test(effect)))
const matching = (pattern: RegExp) => (effects: string[]) => effects.filter((effect) => pattern.test(effect))
/** verify and advance are one function whoever calls it: cut everywhere on the return scenario, at its main points on others */
const mainPoints = matching(
  /^(service-verify|answer-stored|state|due|advance-lease|capture\+.*|applied(\+item-closed)?)$/
)
const beyondVerify = (effects: string[]) =>
  effects.filter((effect) => !/^(verify-lease|budget|service-verify|answer-stored)(-\d)?$/.test(effect))

const pay: Scenario[] = [
  {
    name: "initiate",
    act: "a payment session is created",
    afterwards: "the customer tries again and pays",
    prepare: async (shop) => ({ cartId: await shop.filledCart() }),
    walk: (shop, { cartId }, visit) => shop.customer(cartId, visit).tryToPay(),
    comeBack: payAgain,
  },
  {
    name: "go-to-pay",
    act: "a payment starts when its customer goes to pay (createIntent: on_redirect)",
    afterwards: "the customer goes again and pays",
    options: { createIntent: "on_redirect" },
    prepare: async (shop) => {
      const cartId = await shop.filledCart()
      const { checkout_url } = await shop.customer(cartId).startPayment()
      return { cartId, checkout: checkout_url! }
    },
    walk: (shop, { cartId, checkout }, visit) => shop.customer(cartId, visit).goToPay(checkout!),
    comeBack: async (shop, { cartId, checkout }) => {
      const { headers } = await shop.customer(cartId).goToPay(checkout!)
      const paid = shop.service.control
        .intents()
        .find(({ checkout_url }) => checkout_url === headers.location)!
      shop.pay(paid.merchant_reference)
      await shop.customer(cartId).comeBack(paid.merchant_reference)
    },
  },
  {
    name: "switch",
    act: "a session of another method replaces the first",
    afterwards: "the customer tries again and pays",
    prepare: (shop) => shop.atCheckout(CARD),
    walk: (shop, { cartId }, visit) => shop.customer(cartId, visit).tryToPay(),
    comeBack: payAgain,
    cut: matching(/^(payment-session.*|session-linked)$/),
  },
  {
    name: "return",
    act: "the customer comes back from the hosted checkout, paid",
    afterwards: "the browser is closed",
    prepare: paidAtCheckout,
    walk: (shop, { cartId, reference }, visit) => shop.customer(cartId, visit).comeBack(reference!),
    comeBack: nobody,
  },
  {
    name: "complete",
    act: "the storefront completes a paid cart",
    afterwards: "the storefront completes again",
    prepare: paidAtCheckout,
    walk: (shop, { cartId }, visit) => shop.customer(cartId, visit).complete(),
    comeBack: async (shop, { cartId }) => void (await shop.customer(cartId).complete()),
    cut: beyondVerify,
  },
]

const look: Scenario[] = [
  {
    name: "webhook",
    act: "the service reports the payment",
    afterwards: "the service reports it again",
    prepare: paidAtCheckout,
    walk: (shop, { reference }, visit) => shop.deliver(reference!, visit),
    comeBack: async (shop, { reference }) => void (await shop.deliver(reference!)),
    cut: mainPoints,
  },
  {
    name: "attention",
    act: "money comes back for a cart that costs something else by now",
    afterwards: "the browser is closed",
    prepare: async (shop) => {
      const walker = await paidAtCheckout(shop)
      await shop.customer(walker.cartId).changeQuantity(3)
      return walker
    },
    walk: (shop, { cartId, reference }, visit) => shop.customer(cartId, visit).comeBack(reference!),
    comeBack: nobody,
    cut: from(/^advance-lease$/),
  },
  {
    name: "taken-back",
    act: "the store's own code fails after the payment, and Medusa takes the order back",
    afterwards: "the storefront completes again",
    prepare: paidAtCheckout,
    walk: (shop, { cartId }, visit) => shop.customer(cartId, { ...visit, failLate: true }).complete(),
    comeBack: async (shop, { cartId }) => void (await shop.customer(cartId).complete()),
    cut: from(/^order\+order-transaction$/),
  },
]

const job: Scenario[] = [
  {
    name: "job",
    act: "the job finds the paid payment",
    afterwards: "the browser is closed",
    prepare: async (shop) => {
      const walker = await paidAtCheckout(shop)
      // The job takes the oldest rows that are due: this one, and none of those who stand still already.
      await shop.rows(
        "update paycollect_intent set next_step_at = created_at - interval '1 day' where merchant_reference = ?",
        [walker.reference!]
      )
      return walker
    },
    walk: (shop, _, visit) => shop.reconcile(visit),
    comeBack: nobody,
    cut: mainPoints,
  },
]

const place: Scenario = {
  name: "place",
  act: "an order is placed while the customer confirms on the phone",
  afterwards: "the customer confirms, the browser is closed",
  options: { pendingOrders: "place" },
  prepare: confirming,
  walk: (shop, { cartId }, visit) => shop.customer(cartId, visit).complete(),
  comeBack: (shop, { reference }) => Promise.resolve(shop.pay(reference!)),
  cut: beyondVerify,
}

const pending: Scenario[] = [
  place,
  {
    ...place,
    name: "place-unpaid",
    act: "an order is placed for a payment that the customer never confirms",
    afterwards: "nobody pays, the browser is closed",
    comeBack: nobody,
  },
  {
    name: "place-paid",
    act: "the placed order is paid",
    afterwards: "the browser is closed",
    options: { pendingOrders: "place" },
    prepare: async (shop) => {
      const walker = await placed(shop)
      shop.pay(walker.reference!)
      await shop.rows(
        "update paycollect_intent set verified_at = verified_at - interval '10 seconds' where merchant_reference = ?",
        [walker.reference!]
      )
      return walker
    },
    walk: (shop, { cartId, reference }, visit) => shop.customer(cartId, visit).comeBack(reference!),
    comeBack: nobody,
    cut: from(/^advance-lease$/),
  },
  {
    name: "place-expired",
    act: "the placed order was not paid for a day and is canceled",
    afterwards: "nobody comes",
    options: { pendingOrders: "place" },
    prepare: async (shop) => {
      const walker = await placed(shop)
      await shop.rows(`update "order" set created_at = created_at - interval '25 hours' where id = ?`, [
        await orderOf(shop, walker),
      ])
      await shop.rows(
        "update paycollect_intent set verified_at = verified_at - interval '10 seconds' where merchant_reference = ?",
        [walker.reference!]
      )
      return walker
    },
    walk: (shop, { reference }, visit) => shop.advance(reference!, visit),
    comeBack: nobody,
    cut: beyondVerify,
  },
]

const merchant = (mode: "manual" | "api"): Scenario[] => [
  {
    name: `refund-${mode}`,
    act: `a paid order is refunded (refunds: ${mode})`,
    afterwards: "nobody does anything",
    options: { pendingOrders: "wait", refunds: mode },
    prepare: ordered,
    walk: async (shop, walker, visit) =>
      await shop.asMerchant(`/admin/payments/${await paymentOf(shop, walker)}/refund`, {}, visit),
    comeBack: nobody,
  },
  {
    name: `cancel-${mode}`,
    act: `a paid order is canceled (refunds: ${mode})`,
    afterwards: "the merchant cancels it again some minutes later",
    options: { pendingOrders: "wait", refunds: mode },
    prepare: ordered,
    walk: async (shop, walker, visit) =>
      await shop.asMerchant(`/admin/orders/${await orderOf(shop, walker)}/cancel`, {}, visit),
    comeBack: async (shop, walker) => {
      const id = await orderOf(shop, walker)
      // Some minutes later: a change of the order that nobody confirmed is known to be left over then, and the leases of the dead have ended.
      await shop.rows(
        "update order_change set created_at = created_at - interval '5 minutes' where order_id = ?",
        [id]
      )
      await minutesLater(shop, walker)
      await shop.rows(
        "update paycollect_state set value = jsonb_build_object('until', (value->>'until')::float8 - 300000) where id = ?",
        [`advancing_${id}`]
      )
      await shop.asMerchant(`/admin/orders/${id}/cancel`, {})
    },
  },
]

const fromTheList = (mode: "manual" | "api"): Scenario => ({
  name: `send-back-${mode}`,
  act: `a payment that came twice is refunded from the list (refunds: ${mode})`,
  afterwards: "the merchant presses the button again some minutes later",
  options: { pendingOrders: "wait", refunds: mode },
  prepare: (shop) => shop.paidTwice(),
  walk: sendBack,
  comeBack: async (shop, walker) => {
    await minutesLater(shop, walker)
    await sendBack(shop, walker)
  },
})

const booking: Scenario[] = [
  {
    name: "assign",
    act: "late money is booked on another order",
    afterwards: "nobody does anything",
    options: { pendingOrders: "wait" },
    prepare: lateMoney,
    walk: async (shop, walker, visit) =>
      await shop.asMerchant(
        `/admin/paycollect/intents/${(await intentOf(shop, walker)).id}/assign`,
        { order_id: walker.orderId },
        visit
      ),
    comeBack: nobody,
  },
]

const drafted = async (shop: Shop): Promise<Walker> => ({ cartId: "", linkOrderId: await shop.draftOrder() })
const linked = async (shop: Shop): Promise<Walker> => {
  const walker = await drafted(shop)
  return { ...walker, link: await shop.link(walker.linkOrderId!) }
}
/** By the browser of a customer who has her link; the leases of the dead have ended. */
export const payByLink = async (shop: Shop, { linkOrderId }: Walker): Promise<void> => {
  await shop.rows(
    "update paycollect_state set value = jsonb_build_object('until', (value->>'until')::float8 - 300000) where id = ?",
    [`advancing_${linkOrderId}`]
  )
  const reference = await shop.press(await shop.link(linkOrderId!))
  shop.pay(reference)
  await shop.customer().comeBack(reference)
}

/** The key of all addresses is written once: who presses first comes behind one who has a link. */
const link: Scenario[] = [
  {
    name: "link-pay",
    act: "a payment starts at the page of a link",
    afterwards: "the customer presses again some minutes later and pays",
    options: { pendingOrders: "wait" },
    prepare: linked,
    walk: (shop, { link: address }, visit) => shop.press(address!, visit),
    comeBack: payByLink,
  },
  {
    name: "link-paid",
    act: "the customer of a link comes back, paid",
    afterwards: "the browser is closed",
    options: { pendingOrders: "wait" },
    prepare: async (shop) => {
      const walker = await linked(shop)
      const reference = await shop.press(walker.link!)
      shop.pay(reference)
      return { ...walker, reference }
    },
    walk: (shop, { reference }, visit) => shop.customer("", visit).comeBack(reference!),
    comeBack: nobody,
    cut: from(/^advance-lease$/),
  },
  {
    name: "link",
    act: "the payment link of a draft is made, which becomes an order by it",
    afterwards: "the merchant makes it again, and the customer pays",
    options: { pendingOrders: "wait" },
    prepare: drafted,
    walk: (shop, { linkOrderId }, visit) => shop.link(linkOrderId!, visit),
    comeBack: payByLink,
  },
]

/** Roads that one server is killed on together, each visitor at a point of its own. */
export const LIVES: Scenario[][] = [
  pay,
  look,
  job,
  pending,
  booking,
  link,
  [...merchant("manual"), ...merchant("api")],
  [fromTheList("manual"), fromTheList("api")],
]
