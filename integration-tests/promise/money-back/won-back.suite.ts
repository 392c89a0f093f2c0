import { Modules } from "@medusajs/framework/utils"
import { cancelBeginOrderEditWorkflow } from "@medusajs/medusa/core-flows"
import { CARD, Customer } from "../../http/support/customer"
import { withSignedEvents } from "../../http/support/events"
import { journalFaults } from "../../http/support/journal"
import { HOUR, MINUTE, withMerchant } from "../../http/support/merchant"
import { orderFaults, type OrderMoney } from "../../http/support/order-money"
import { OrderDesk } from "../../http/support/orders"
import { type Suite } from "../../http/support/suites"
import { type MoneyAnswer } from "../../../src/payments/attention-reasons"
import {
  type AdminPayCollectListedRefund,
  type AdminPayCollectTakingsResponse,
} from "../../../src/types/http"

/** A chargeback that was written off, and is won: by each of the places where an accountant looks. */
export const wonBack: Suite = (store) => {
  const merchant = withMerchant(store)
  const tell = withSignedEvents(store, merchant)
  const desk = new OrderDesk(store, merchant)
  const accepted = async (path: string, body?: unknown) => {
    const { status, data } = await merchant.post(path, body)
    expect([status, data.message]).toEqual([200, undefined])
    return data
  }
  const today = () => new Date(merchant.paycollect().clock.now()).toISOString().slice(0, 10)
  const range = () => `to=${today()}&days=300&time_zone=UTC`

  const open = async (reference: string) =>
    (await merchant.items(reference)).filter(({ status }) => status === "open")
  const heard = async (reference: string, type: string) => {
    for (let times = 0; times < 2; times++) {
      merchant.later(2 * MINUTE)
      expect(await tell(reference, type)).toBe(200)
    }
  }
  const taken = new Set<string>()
  const lost = async (reference: string) => {
    store.service.control.overrideVerify(reference)
    if (!taken.has(reference))
      store.service.control.reverse(reference, { status: "charged_back", webhook: false } as never)
    taken.add(reference)
    await heard(reference, "payment.reversed")
  }
  const won = async (reference: string, amount: string) => {
    merchant.later(2 * HOUR)
    store.service.control.overrideVerify(reference, { status: "succeeded", amount })
    await heard(reference, "payment.succeeded")
  }
  const close = async (reference: string, money: MoneyAnswer) => {
    const [item] = await open(reference)
    expect(item).toMatchObject({ reason: "won_back" })
    expect((await merchant.resolve(item!, "The bank was wrong", money)).data.message).toBeUndefined()
  }

  const paidOrder = async () => {
    const { guest, reference } = await merchant.guestAtCheckout()
    merchant.pay(reference)
    await guest.comeBack(reference)
    const [orderId] = await guest.orders()
    const { rows } = await store.db.raw("select id from payment where data->>'merchant_reference' = ?", [
      reference,
    ])
    const { amount, id } = await merchant.intent(reference)
    return { reference, orderId: orderId!, paymentId: rows[0].id as string, amount: Number(amount), id }
  }
  const booked = async (pays = paidOrder) => {
    const paid = await pays()
    await lost(paid.reference)
    await accepted(`/admin/payments/${paid.paymentId}/refund`, { amount: paid.amount })
    expect(await open(paid.reference)).toEqual([])
    return paid
  }
  const listed = async () => {
    const { guest, reference } = await merchant.guestAtCheckout()
    await guest.changeQuantity(5)
    merchant.pay(reference)
    await merchant.advance(reference)
    const { amount, id } = await merchant.intent(reference)
    await lost(reference)
    return { reference, amount: Number(amount), id }
  }

  /** What takings, their file, the journal, the list of payments and that of what went back say of it. */
  const views = async (reference: string) => {
    const { id, payment_number, came, refunded, reversed } = await merchant.intent(reference)
    const file = (await merchant.get(`/admin/paycollect/takings/export?${range()}&dialect=en`)).data as string
    const [head, ...lines] = file
      .trim()
      .split("\r\n")
      .map((line) => line.replaceAll(`"`, "").split(","))
    const cell = (line: string[], name: string) =>
      line[head!.findIndex((each) => each.replace(/\W/g, "") === name)]!
    const mine = lines.filter((line) => cell(line, "payment_number")?.replace("-", "") === payment_number)
    const { intents } = (await merchant.get(`/admin/paycollect/intents?q=${payment_number}`)).data
    const { refunds } = (await merchant.get("/admin/paycollect/refunds?limit=100")).data
    return {
      file: mine.reduce((sum, line) => sum + Number(cell(line, "net")), 0),
      journal: Number(BigInt(came) - BigInt(refunded) - BigInt(reversed)),
      state: intents[0].state as string,
      back: Number(intents[0].refunded),
      moves: (refunds as AdminPayCollectListedRefund[])
        .filter(({ payment }) => payment.id === id)
        .map(({ kind, state, amount }) => `${kind} ${state} ${amount}`)
        .sort(),
    }
  }
  const net = async () => {
    const { totals } = (await merchant.get(`/admin/paycollect/takings?${range()}`))
      .data as AdminPayCollectTakingsResponse
    return totals
      .filter(({ currency_code }) => currency_code === "xaf")
      .reduce((sum, each) => sum + Number(each.net), 0)
  }
  const orderIs = async (orderId: string, said: { payment_status: string; refunded: number }) => {
    const fields =
      "fields=+total,+payment_status,summary,items.return_requested_total,transactions.*,payment_collections.*,payment_collections.payments.*,payment_collections.payments.captures.*,payment_collections.payments.refunds.*"
    const { order } = (await merchant.get(`/admin/orders/${orderId}?${fields}`)).data
    expect(orderFaults(order as OrderMoney, 0)).toEqual([])
    expect(Math.round(order.summary.pending_difference)).toBe(0)
    const { payment_status, refunded } = await store.moneyOf(orderId)
    expect({ payment_status, refunded: Number(refunded) }).toEqual(said)
  }
  beforeEach(() => taken.clear())
  afterEach(async () => {
    expect(await journalFaults(store.db)).toEqual([])
  })

  it("is asked about: a person says whether the shop keeps it, or the customer has it", async () => {
    const { reference, amount } = await booked()
    await won(reference, String(amount))
    const [item] = await open(reference)
    const { attention } = (await merchant.get("/admin/paycollect/attention?reason=won_back&status=open")).data
    const shown = (attention as { id: string; answers: string[] }[]).find(({ id }) => id === item!.id)
    expect(shown!.answers).toEqual(["returned", "kept"])
    expect((await merchant.resolve(item!, "The bank was wrong", "sent")).status).toBe(400)
    expect(await open(reference)).toHaveLength(1)
    await close(reference, "returned")
  })

  it("is kept: takings, file, journal, list and order have all of it again", async () => {
    const { reference, amount, orderId } = await booked()
    const before = await net()
    expect(await views(reference)).toMatchObject({ file: 0, journal: 0, state: "reversed", back: amount })
    await won(reference, String(amount))
    await close(reference, "kept")
    expect((await net()) - before).toBe(amount)
    expect(await views(reference)).toEqual({
      ...{ file: amount, journal: amount, state: "succeeded", back: 0 },
      moves: [`reversal done ${amount}`, `reversal won_back -${amount}`],
    })
    await orderIs(orderId, { payment_status: "captured", refunded: 0 })
    for (let looks = 0; looks < 2; looks++) {
      merchant.later(48 * HOUR)
      await merchant.reconcile()
    }
    expect(await open(reference)).toEqual([])
    await orderIs(orderId, { payment_status: "captured", refunded: 0 })
  })

  it("is kept, charged back, booked, and won once more", async () => {
    const { reference, amount, orderId, paymentId } = await booked()
    await won(reference, String(amount))
    await close(reference, "kept")
    await lost(reference)
    expect(await open(reference)).toMatchObject([{ reason: "reversed" }])
    await accepted(`/admin/payments/${paymentId}/refund`, { amount })
    await orderIs(orderId, { payment_status: "refunded", refunded: amount })
    expect(await views(reference)).toMatchObject({ file: 0, journal: 0, state: "reversed" })
    await won(reference, String(amount))
    await close(reference, "kept")
    await orderIs(orderId, { payment_status: "captured", refunded: 0 })
    expect(await views(reference)).toMatchObject({ file: amount, journal: amount, state: "succeeded" })
  })

  it("is won back in part, and kept: that part counts, and the rest is booked as gone", async () => {
    const { reference, amount, orderId } = await booked()
    const before = await net()
    await won(reference, "600")
    await close(reference, "kept")
    expect((await net()) - before).toBe(600)
    expect(await views(reference)).toEqual({
      ...{ file: 600, journal: 600, state: "reversed", back: amount - 600 },
      moves: [`reversal done ${amount}`, `reversal won_back -600`],
    })
    await orderIs(orderId, { payment_status: "partially_refunded", refunded: amount - 600 })
    await won(reference, String(amount))
    await close(reference, "kept")
    await orderIs(orderId, { payment_status: "captured", refunded: 0 })
    expect(await views(reference)).toMatchObject({ file: amount, journal: amount, state: "succeeded" })
  })

  it("is given back by hand: it is a refund by hand, and the order stays refunded", async () => {
    const { reference, amount, orderId } = await booked()
    const before = await net()
    await won(reference, "600")
    await close(reference, "returned")
    expect((await net()) - before).toBe(0)
    expect(await views(reference)).toEqual({
      ...{ file: 0, journal: 0, state: "reversed", back: amount },
      moves: ["cash_refund done 600", `reversal done ${amount}`, "reversal won_back -600"],
    })
    await heard(reference, "payment.updated")
    expect(await open(reference)).toEqual([])
    await won(reference, String(amount))
    await close(reference, "kept")
    await orderIs(orderId, { payment_status: "partially_refunded", refunded: 600 })
    expect(await views(reference)).toMatchObject({
      file: amount - 600,
      journal: amount - 600,
      state: "partly_refunded",
    })
  })

  it("is kept though Medusa's books could not follow at once: the job ends that, and not while a change of the order is open", async () => {
    const { reference, amount, orderId } = await booked()
    await won(reference, "600")
    await accepted("/admin/order-edits", { order_id: orderId })
    const [item] = await open(reference)
    const refused = await merchant.resolve(item!, "The bank was wrong", "kept")
    expect([refused.status, refused.data.message]).toEqual([
      400,
      expect.stringContaining("change of the order"),
    ])
    expect(await views(reference)).toMatchObject({ file: 0, journal: 0, state: "reversed" })
    await cancelBeginOrderEditWorkflow(store.container()).run({ input: { order_id: orderId } })
    const orders = store.container().resolve(Modules.ORDER)
    const stopped = jest.spyOn(orders, "confirmOrderChange").mockRejectedValueOnce(new Error("gone"))
    await close(reference, "kept")
    expect(stopped).toHaveBeenCalledTimes(1)
    stopped.mockRestore()
    expect(await views(reference)).toMatchObject({ file: 600, journal: 600 })
    await merchant.reconcile()
    await orderIs(orderId, { payment_status: "partially_refunded", refunded: amount - 600 })
    expect(await views(reference)).toMatchObject({ file: 600, journal: 600 })
  })

  it("is kept of a refund of which the rest was sent: only what was booked is undone", async () => {
    merchant.configure({ refunds: "api" })
    const { reference, amount, orderId, paymentId } = await paidOrder()
    store.service.control.reverse(reference, { amount: "300", webhook: false })
    taken.add(reference)
    await heard(reference, "payment.reversed")
    await accepted(`/admin/payments/${paymentId}/refund`, { amount: 800 })
    expect(await merchant.intent(reference)).toMatchObject({ refunded: "500", reversed_booked: "300" })
    await won(reference, String(amount - 500))
    await close(reference, "kept")
    await orderIs(orderId, { payment_status: "partially_refunded", refunded: 500 })
    expect(await views(reference)).toMatchObject({
      file: amount - 500,
      journal: amount - 500,
      state: "partly_refunded",
    })
    await accepted(`/admin/payments/${paymentId}/refund`, { amount: 300 })
    expect(await merchant.intent(reference)).toMatchObject({ refunded: "800", reversed_booked: "0" })
    expect(store.calls("create_refund")).toHaveLength(2)
    await orderIs(orderId, { payment_status: "partially_refunded", refunded: 800 })
  })

  const ofOrder = async (reference: string, orderId: string) => {
    const { amount, id } = await merchant.intent(reference)
    return { reference, orderId, paymentId: await desk.paymentOf(reference), amount: Number(amount), id }
  }
  const byLink = async () => {
    const orderId = await desk.byTelephone(5000)
    return await ofOrder(await desk.payByLink(orderId), orderId)
  }
  const byAssignment = async () => {
    const { id, reference, amount } = await desk.lateMoney()
    const orderId = await desk.byTelephone(amount)
    expect((await desk.assign(id, orderId)).status).toBe(200)
    return await ofOrder(reference, orderId)
  }

  it.each([
    ["paid by a link", byLink],
    ["given to another order", byAssignment],
  ])("is kept of money that was %s", async (_, pays) => {
    const { reference, amount, orderId } = await booked(pays)
    await won(reference, String(amount - 1000))
    await close(reference, "kept")
    await orderIs(orderId, { payment_status: "partially_refunded", refunded: 1000 })
    expect(await views(reference)).toMatchObject({
      ...{ file: amount - 1000, journal: amount - 1000, state: "reversed", back: 1000 },
    })
    await won(reference, String(amount))
    await close(reference, "kept")
    await orderIs(orderId, { payment_status: "captured", refunded: 0 })
    expect(await views(reference)).toMatchObject({ file: amount, journal: amount, state: "succeeded" })
  })

  it("is kept to the cent, beside a refund that was sent before", async () => {
    merchant.configure({ refunds: "api" })
    const guest = new Customer(store)
    await guest.fillCart({ currency: "eur" })
    const { merchant_reference: reference } = await guest.startPayment(CARD)
    merchant.pay(reference)
    await guest.comeBack(reference)
    const paymentId = await desk.paymentOf(reference)
    const { amount } = await merchant.intent(reference)
    const all = Number(amount)
    await accepted(`/admin/payments/${paymentId}/refund`, { amount: 1.01 })
    await lost(reference)
    await accepted(`/admin/payments/${paymentId}/refund`, { amount: (all - 101) / 100 })
    const booked = { refunded: "101", reversed_booked: String(all - 101) }
    expect(await merchant.intent(reference)).toMatchObject(booked)
    await won(reference, "517")
    await close(reference, "kept")
    const { payment_status, refunded } = await store.moneyOf((await guest.orders())[0]!)
    // The service may not have subtracted that refund (U-26): what it explains is not there again for certain.
    expect([payment_status, refunded]).toEqual(["partially_refunded", String(all - 416)])
    expect(await views(reference)).toMatchObject({ file: 4.16, journal: 416, back: all - 416 })
  })

  it("is kept where its order is canceled: it counts, and the order stays as it is", async () => {
    const { reference, amount, orderId } = await booked()
    await accepted(`/admin/orders/${orderId}/cancel`)
    const before = await net()
    await won(reference, String(amount))
    await close(reference, "kept")
    expect((await net()) - before).toBe(amount)
    for (let looks = 0; looks < 2; looks++) {
      merchant.later(48 * HOUR)
      await merchant.reconcile()
    }
    expect(await open(reference)).toEqual([])
    expect(await views(reference)).toMatchObject({ file: amount, journal: amount, state: "succeeded" })
  })

  it.each([
    ["kept", 1, "succeeded"],
    ["returned", 0, "refunded"],
  ] as const)("is %s of a payment that no order stands for", async (money, part, state) => {
    const { reference, amount } = await listed()
    const before = await net()
    await won(reference, String(amount))
    await close(reference, money)
    expect((await net()) - before).toBe(part * amount)
    expect(await views(reference)).toMatchObject({
      ...{ file: part * amount, journal: part * amount, state, back: (1 - part) * amount },
      moves: expect.arrayContaining([`reversal done ${amount}`, `reversal won_back -${amount}`]),
    })
    await lost(reference)
    expect(await open(reference)).toMatchObject(part ? [{ reason: "reversed" }] : [])
    expect(await views(reference)).toMatchObject({ file: 0, journal: 0 })
  })

  describe("of which a part was taken back, and the rest given back by hand", () => {
    const closedInPart = async () => {
      const { guest, reference } = await merchant.guestAtCheckout()
      await guest.changeQuantity(5)
      merchant.pay(reference)
      await merchant.advance(reference)
      store.service.control.reverse(reference, { amount: "300", webhook: false })
      merchant.later(2 * HOUR)
      await merchant.advance(reference)
      const [item] = await open(reference)
      expect(await merchant.intent(reference)).toMatchObject({ reversed: "300" })
      expect((await merchant.resolve(item!, "By hand", "returned")).status).toBe(200)
      const { amount } = await merchant.intent(reference)
      return { reference, amount: Number(amount) }
    }

    it.each([
      ["kept", 300, "partly_refunded"],
      ["returned", 0, "refunded"],
    ] as const)("is asked about, and %s", async (money, left, state) => {
      const { reference, amount } = await closedInPart()
      const before = await net()
      expect(await views(reference)).toMatchObject({ file: 0, state: "reversed", back: amount })
      await won(reference, String(amount))
      expect(await open(reference)).toMatchObject([{ reason: "won_back", data: { won: "300 XAF" } }])
      await close(reference, money)
      expect((await net()) - before).toBe(left)
      expect(await views(reference)).toMatchObject({ file: left, state, back: amount - left })
      // Of what she had before no customer hears once more.
      const { id } = await merchant.intent(reference)
      const told = await merchant.paycollect().messages.due(["payment_returned"], {})
      const sums = told.flatMap(({ intent_id, back }) => (intent_id === id ? [back!.amount] : []))
      expect(sums).toEqual(money === "returned" ? ["300"] : [])
      for (let looks = 0; looks < 2; looks++) {
        merchant.later(48 * HOUR)
        await merchant.reconcile()
      }
      expect(await open(reference)).toEqual([])
    })

    it("is found by a look that no event calls for, and none is told of what a person gave back at the service", async () => {
      const { reference, amount } = await closedInPart()
      store.service.control.overrideVerify(reference, { status: "succeeded", amount: "0" })
      await heard(reference, "payment.updated")
      merchant.later(25 * HOUR)
      await merchant.reconcile()
      expect(await open(reference)).toEqual([])
      store.service.control.overrideVerify(reference, { status: "succeeded", amount: String(amount) })
      merchant.later(7 * 24 * HOUR)
      await merchant.reconcile()
      expect(await open(reference)).toMatchObject([{ reason: "won_back", data: { won: "300 XAF" } }])
      store.service.control.overrideVerify(reference)
      await heard(reference, "payment.reversed")
      expect(await open(reference)).toMatchObject([{ reason: "reversed" }])
    })
  })
}
