import { toMajorString } from "../../../src/payments/money"
import { minorAmount } from "../../../src/service/wire/shape"
import { feeOf } from "../../../packages/dev/src/sandbox/base/currency"
import { ANY_METHOD } from "../../http/support/customer"
import { soon } from "../../http/support/core"
import { MINUTE } from "../../http/support/merchant"
import { type Meeting } from "./variants"
import { answerPhone, askPhone, payByCard, payByPhone } from "./hosted-checkout"
import { hasOneOrder, press, type Scene } from "./scene"

/** Ways of a payment from the cart to what becomes of it. Every one ends with the promise. */
export const SCENARIOS: Record<string, (scene: Scene) => Promise<void>> = {
  async paid(scene) {
    const { store, meeting } = scene
    const guest = store.customer()
    // An amount of its own: fees are kept for minutes, and so are those that the variant before told.
    await guest.fillCart({ currency: "eur", quantity: meeting.number })
    await readsFees(scene, guest.cartId)

    const { checkout_url, merchant_reference } = (await press(guest, ANY_METHOD))!
    await payByCard(checkout_url)
    expect((await guest.complete()).data).toMatchObject({ type: "order" })
    await hasOneOrder(scene, guest, merchant_reference)
    expect(store.calls("create_payment_intent")).toHaveLength(1)
    expect(await guest.status()).toMatchObject({ status: "succeeded" })
  },

  async declined(scene) {
    const { store } = scene
    const guest = store.customer()
    await guest.fillCart()
    const first = (await press(guest))!
    await askPhone(first.checkout_url)
    await answerPhone(first.checkout_url, "decline")
    const returned = await guest.comeBack(first.merchant_reference)
    expect(returned.headers.location).toContain("paycollect_status=failed")
    expect(await guest.status()).toMatchObject({ status: "failed" })
    expect(await guest.orders()).toEqual([])

    const second = (await press(guest))!
    expect(second.merchant_reference).not.toBe(first.merchant_reference)
    await payByPhone(second.checkout_url)
    await guest.comeBack(second.merchant_reference)
    await hasOneOrder(scene, guest, second.merchant_reference)
  },

  async "waiting then paid"(scene) {
    const { store, merchant } = scene
    const guest = store.customer()
    await guest.fillCart()
    const { checkout_url, merchant_reference } = (await press(guest))!
    await askPhone(checkout_url)
    expect((await guest.complete()).data).toMatchObject({ type: "cart", error: { type: expect.any(String) } })
    expect(await guest.status()).toMatchObject({ status: "waiting" })
    expect(await guest.orders()).toEqual([])

    await answerPhone(checkout_url, "confirm")
    merchant.later(3 * MINUTE)
    expect(await merchant.reconcile()).toMatchObject({ checked: 1, outcomes: { succeeded: 1 } })
    await hasOneOrder(scene, guest, merchant_reference)
  },

  async "create without an answer"(scene) {
    const { store, merchant } = scene
    const guest = store.customer()
    await guest.fillCart()
    store.service.control.injectFault({ operation: "create_payment_intent", kind: "drop_after_processing" })
    // She may be asked to press once more, and never finds her cart blocked.
    const started = (await press(guest)) ?? (await press(guest))!
    await payByPhone(started.checkout_url)
    // Longer than a recovery's own question keeps the return link from asking.
    merchant.later(MINUTE)
    const returned = await guest.comeBack(started.merchant_reference)
    expect(returned.headers.location).toContain("paycollect_status=success")
    await hasOneOrder(scene, guest, started.merchant_reference)
  },

  async "event only"(scene) {
    const { store, merchant, meeting } = scene
    const { control } = store.service
    control.setWebhookUrl(`${store.api.defaults.baseURL}/hooks/paycollect`)
    const guest = store.customer()
    await guest.fillCart()
    const { checkout_url, merchant_reference } = (await press(guest))!
    await payByPhone(checkout_url)
    if (meeting.variant.events === "late") {
      merchant.later(20 * MINUTE)
      await control.deliverLate()
    }
    await soon(() => control.deliveries().every(({ attempts }) => attempts.length > 0))
    expect(control.deliveries().filter(({ delivered }) => !delivered)).toEqual([])
    expect(await guest.orders()).toHaveLength(eventTells(meeting) ? 1 : 0)
    await hasOneOrder(scene, guest, merchant_reference)
    control.setWebhookUrl(undefined)
  },

  async "return only"(scene) {
    const { store, merchant } = scene
    const guest = store.customer()
    await guest.fillCart()
    const { checkout_url, merchant_reference } = (await press(guest))!
    await askPhone(checkout_url)
    const early = await guest.comeBack(merchant_reference)
    expect(early.headers.location).toContain("paycollect_status=waiting")
    await answerPhone(checkout_url, "confirm")
    merchant.later(MINUTE)
    const late = await guest.comeBack(merchant_reference)
    expect(late.headers.location).toContain("paycollect_status=success")
    await hasOneOrder(scene, guest, merchant_reference)
  },

  async refund(scene) {
    const { store, merchant } = scene
    const guest = store.customer()
    await guest.fillCart()
    const { checkout_url, merchant_reference } = (await press(guest))!
    await payByPhone(checkout_url)
    await guest.comeBack(merchant_reference)
    await hasOneOrder(scene, guest, merchant_reference)

    const shown = await merchant.get(`/admin/paycollect/transactions/${merchant_reference}`)
    expect(shown.data).toMatchObject({ transaction: { merchant_reference, status: "succeeded" } })
    const { rows } = await store.db.raw("select id from payment")
    const refunded = await merchant.post(`/admin/payments/${rows[0].id}/refund`, { amount: 100 })
    expect([refunded.status, refunded.data.message]).toEqual([200, undefined])
    expect(store.service.control.intent(merchant_reference)).toMatchObject({ refunded: "100" })
    expect(await merchant.intent(merchant_reference)).toMatchObject({ refunded: "100" })
    expect(await merchant.items(merchant_reference)).toEqual([])
  },
}

/** Of the fee rows: cards, whose amount has decimals here. The first question meets the service's limit. */
async function readsFees({ store, merchant, meeting }: Scene, cartId: string): Promise<void> {
  const ask = async () =>
    await store
      .customer()
      .send("get", `/store/paycollect/fee-preview?cart_id=${cartId}&payment_method=card&card_type=local`)
  const { control } = store.service
  control.injectFault({ operation: "calculate_fee", kind: "rate_limit", retryAfter: 40 })
  const limited = await ask()
  // Where the merchant bears the fee, its customer is told the amount all the same, and beside it when the fee may be asked for again.
  const isOwed = meeting.feeBearer === "customer"
  expect(limited.status).toBe(isOwed ? 429 : 200)
  const isTold = meeting.variant.retryAfter !== "absent"
  const wait = isOwed
    ? Number(limited.headers["retry-after"])
    : Math.ceil((limited.data.fees[0].error.retry_after_ms ?? 60_000) / 1_000)
  expect(wait).toBeLessThanOrEqual(isTold ? 41 : 60)
  expect(wait).toBeGreaterThan(isTold ? 37 : 57)

  // The store itself tries again after what it was told, else after 5 s (U-05).
  merchant.later(isTold ? wait * 1_000 : 6_000)
  const { data } = await ask()
  const [row] = data.fees
  const amount = BigInt(row.amount.replace(".", ""))
  const fee = feeOf(amount, "card")
  expect(row).toMatchObject({
    fee: toMajorString(minorAmount(fee), 2),
    total: toMajorString(minorAmount(amount + fee), 2),
  })
}

/**
 * Whether an event can lead to its payment: one that names it by something that nobody ever told us cannot, and there is none before the
 * money that waits for our confirmation. The job finds those.
 */
function eventTells({ variant, confirmationMethod }: Meeting): boolean {
  if (variant.events === "never" || confirmationMethod === "manual") return false
  if (variant.eventReference === "payment_ref") return variant.fields !== "fewer"
  return variant.eventReference !== "resource_id" || variant.id !== "transaction"
}
