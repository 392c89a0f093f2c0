import { refundAsked } from "../../../src/payments/ledger/refund-moves"
import { failAfterCapture } from "../../http/support/core"
import { CARD } from "../../http/support/customer"
import { HOUR, MINUTE, withMerchant } from "../../http/support/merchant"
import { OrderDesk } from "../../http/support/orders"
import { holdAnswer } from "../../http/support/hold-call"
import { type Suite } from "../../http/support/suites"
import { type AdminPayCollectAttentionItem } from "../../../src/types/http"

/** Refunds are looked after every ten minutes, and the store's own job may have looked while it started. */
const PAST_THE_NEXT_CHECK = 16 * MINUTE

export const refundUnapplied: Suite = (store) => {
  const merchant = withMerchant(store)
  const desk = new OrderDesk(store, merchant)
  let keys = 0

  const sent = () => store.calls("create_refund").length
  const backAtService = (reference: string) =>
    store.service.control.intents().find(({ merchant_reference }) => merchant_reference === reference)!
      .refunded
  const refund = async (reference: string, body: object = {}) => {
    const { id } = await merchant.intent(reference)
    const wish = { reason: "duplicate", key: `spec-key-${++keys}`, ...body }
    return await merchant.post(`/admin/paycollect/intents/${id}/refund`, wish)
  }
  const shown = async (reference: string) => {
    const { id } = await merchant.intent(reference)
    return (await merchant.get(`/admin/paycollect/intents/${id}`)).data.intent
  }
  /** Nothing of a refused refund is left behind. */
  const untouched = async (reference: string, refunded = "0") => {
    expect(await merchant.intent(reference)).toMatchObject({ refunded, closed_at: null })
    const { rows } = await store.db.raw("select id from paycollect_refund where status <> 'not_sent'")
    if (refunded === "0") expect(rows).toEqual([])
  }

  /** Two attempts were paid: one is the order, the other one is on the list. */
  const duplicate = async (refunds: "off" | "manual" | "api") => {
    merchant.configure({ refunds })
    const { guest, reference: first } = await merchant.guestAtCheckout()
    const reference = (await guest.startPayment(CARD)).merchant_reference
    merchant.pay(first)
    merchant.pay(reference)
    await guest.comeBack(first)
    await guest.comeBack(reference)
    const [item] = await merchant.items(reference)
    expect(item).toMatchObject({ reason: "duplicate_payment", status: "open" })
    const { amount } = await merchant.intent(reference)
    return { guest, first, reference, item: item!, amount }
  }
  const latePayment = async (refunds: "off" | "manual" | "api") => {
    merchant.configure({ refunds })
    const { guest, reference, amount } = await desk.lateMoney()
    return { guest, reference, amount: String(amount) }
  }

  it("api: a duplicate goes back to the customer, its item closes itself, and the order stays", async () => {
    const { guest, first, reference, item, amount } = await duplicate("api")
    expect((await shown(reference)).refundable).toEqual({
      came: amount,
      left: amount,
      currency_code: "xaf",
      exponent: 0,
      mode: "api",
    })
    expect((await shown(first)).refundable).toBeNull()
    const { status, data } = await refund(reference, { attention_id: item.id, note: "Paid twice" })
    expect([status, data.refund]).toEqual([
      200,
      expect.objectContaining({ amount, currency_code: "xaf", status: "sent", reason: "duplicate" }),
    ])
    expect(data.intent).toMatchObject({ state: "refunded", status: "succeeded", refundable: null })
    expect([sent(), backAtService(reference), backAtService(first)]).toEqual([1, amount, "0"])
    expect(await merchant.items(reference)).toMatchObject([
      { id: item.id, status: "resolved", resolved_by: "paycollect", note: "All of it was refunded." },
    ])
    expect(await merchant.intent(reference)).toMatchObject({ refunded: amount, applied_at: null })
    expect((await merchant.intent(reference)).closed_at).not.toBeNull()

    const { events } = await shown(reference)
    const told = (events as { type: string; data: object }[]).filter(({ type }) => type.startsWith("refund_"))
    const refund_id = data.refund.id as string
    expect(told).toEqual([
      expect.objectContaining({
        type: "refund_sending",
        cause: "refund_here",
        data: {
          amount,
          currency: "xaf",
          refund_id,
          reason: "duplicate",
          note: "Paid twice",
          by: expect.stringMatching(/^user_/),
        },
      }),
      expect.objectContaining({ type: "refund_sent", data: { amount, currency: "xaf", refund_id } }),
    ])

    merchant.later(2 * HOUR)
    await merchant.reconcile()
    await guest.comeBack(reference)
    expect(await merchant.advance(reference)).toMatchObject({ status: "attention", reason: "closed" })
    expect(await merchant.items(reference)).toHaveLength(1)
    expect(await guest.orders()).toHaveLength(1)
    expect(await guest.status()).toMatchObject({ status: "succeeded" })
    expect(await merchant.items(first)).toEqual([])
  })

  it("manual: it is on the list as to send, and nowhere else", async () => {
    const { reference, item, amount } = await duplicate("manual")
    const { data } = await refund(reference)
    expect(data.refund).toMatchObject({ status: "due", amount })
    expect(sent()).toBe(0)
    expect(await merchant.items(reference)).toMatchObject([
      { id: item.id, status: "resolved" },
      { reason: "refund_due", status: "open", key: data.refund.id, data: { amount, currency: "xaf" } },
    ])
    expect(merchant.told("paycollect.attention.opened", reference)).toHaveLength(2)
    const [, toSend] = await merchant.items(reference)
    expect((await merchant.resolve(toSend!, "Sent by hand")).status).toBe(200)
    expect(await merchant.intent(reference)).toMatchObject({ refunded: amount })
  })

  it("manual: of a part that is to be sent, each item of the payment says the same", async () => {
    const { reference } = await duplicate("manual")
    await refund(reference, { amount: "70" })
    const listed = async () => {
      const { data } = await merchant.get("/admin/paycollect/attention?status=open")
      const items = data.attention as AdminPayCollectAttentionItem[]
      return items
        .filter(({ payment }) => payment.merchant_reference === reference)
        .map(({ reason, payment }) => [reason, payment.state, payment.refunded])
    }
    expect(await listed()).toEqual([
      ["refund_due", "refunding", "70"],
      ["duplicate_payment", "refunding", "70"],
    ])
    const [, toSend] = await merchant.items(reference)
    await merchant.resolve(toSend!, "Sent by hand")
    expect(await listed()).toEqual([["duplicate_payment", "partly_refunded", "70"]])
  })

  it("each refund is listed, the last first: by whom, how far it is, and of which payment", async () => {
    const { reference, item } = await duplicate("api")
    const fault = { operation: "create_refund", kind: "status" }
    store.service.control.injectFault({ ...fault, status: 422 } as never)
    expect((await refund(reference, { amount: "70" })).status).toBe(400)
    store.service.control.injectFault({ ...fault, kind: "drop_after_processing" } as never)
    await refund(reference, { amount: "80" })
    merchant.configure({ refunds: "manual" })
    await refund(reference, { amount: "90" })
    await merchant.post(`/admin/paycollect/intents/${item.intent_id}/resolve`, {
      ...{ attention_id: item.id, note: "From the till", money: "returned" },
    })
    const list = async (query = "") => (await merchant.get(`/admin/paycollect/refunds${query}`)).data
    const of = { came_as: "second_payment", by: expect.stringMatching(/^user_/), currency_code: "xaf" }
    const { refunds, count } = await list()
    const left = BigInt((await merchant.intent(reference)).came) - 170n
    expect([count, refunds]).toMatchObject([
      4,
      [
        { ...of, kind: "cash_refund", state: "done", amount: left.toString(), id: item.id },
        { ...of, kind: "refund", state: "due", amount: "90" },
        { ...of, kind: "refund", state: "unknown", amount: "80" },
        { ...of, kind: "refund", state: "not_sent", amount: "70", payment: { id: item.intent_id } },
      ],
    ])
    const due = (await merchant.items(reference)).find(({ reason }) => reason === "refund_due")!
    await merchant.resolve(due, "Sent by hand")
    expect((await list("?kind=refund&limit=1")).refunds).toMatchObject([{ state: "done", amount: "90" }])
  })

  it("off: it is refused with the name of the setting, and nothing is recorded", async () => {
    const { reference } = await duplicate("off")
    expect((await shown(reference)).refundable).toMatchObject({ mode: "off" })
    const { status, data } = await refund(reference)
    expect([status, data.code]).toEqual([400, "paycollect_refund_off"])
    expect(data.message).toContain("Settings, PayCollect: Refunds")
    expect(sent()).toBe(0)
    await untouched(reference)
  })

  it("a part leaves the rest on the list; from then on no order is made of it, by nobody", async () => {
    const { guest, reference, amount } = await latePayment("api")
    expect((await refund(reference, { amount: "100" })).data).toMatchObject({
      refund: { amount: "100", status: "sent" },
      intent: { state: "partly_refunded", refundable: { left: String(Number(amount) - 100) } },
    })
    expect(await merchant.items(reference)).toMatchObject([{ reason: "late_payment", status: "open" }])

    // The cart costs again what was paid: without the refund an order would be made of it.
    await guest.changeQuantity(2)
    expect(await merchant.advance(reference)).toMatchObject({ status: "attention" })
    expect((await guest.startPayment()).merchant_reference).not.toBe(reference)
    expect((await guest.complete()).data.type).toBe("cart")
    merchant.later(HOUR)
    await merchant.reconcile()
    expect(await guest.orders()).toEqual([])
    expect(await merchant.items(reference)).toMatchObject([{ reason: "late_payment", status: "open" }])

    const rest = Number(amount) - 100
    expect((await refund(reference, { amount: rest })).status).toBe(200)
    expect(await merchant.items(reference)).toMatchObject([{ status: "resolved", resolved_by: "paycollect" }])
    expect([sent(), backAtService(reference)]).toEqual([2, amount])
  })

  it("once it is all back the customer can pay for the cart again", async () => {
    const { guest, reference } = await latePayment("api")
    await refund(reference)
    expect(await guest.status()).toMatchObject({ status: "none", refunded: "all" })
    const anew = await guest.startPayment()
    merchant.pay(anew.merchant_reference)
    await guest.comeBack(anew.merchant_reference)
    expect(await guest.orders()).toHaveLength(1)
    const answer = await guest.status()
    expect(answer).toMatchObject({ status: "succeeded" })
    expect(answer).not.toHaveProperty("refunded")
  })

  describe("the same wish twice", () => {
    it("a double click sends once, and both get the same answer", async () => {
      const { reference, amount } = await duplicate("api")
      const both = await Promise.all(
        [1, 2].map(() => refund(reference, { amount: "100", key: "double-click" }))
      )
      expect(both.map(({ status }) => status)).toEqual([200, 200])
      expect(new Set(both.map(({ data }) => data.refund.id)).size).toBe(1)
      expect((await refund(reference, { amount, key: "double-click" })).data.refund).toMatchObject({
        amount: "100",
      })
      expect([sent(), backAtService(reference)]).toEqual([1, "100"])
      expect(await merchant.intent(reference)).toMatchObject({ refunded: "100" })
    })

    it("two employees who saw the same rest send what was too much once", async () => {
      const { reference, amount } = await duplicate("api")
      const both = await Promise.all(
        [1, 2].map((each) => refund(reference, { amount: "100", left: amount, key: `employee-${each}` }))
      )
      expect(both.map(({ data }) => data.code).sort()).toEqual(["paycollect_refund_changed", undefined])
      expect([sent(), backAtService(reference)]).toEqual([1, "100"])
      const rest = { left: String(Number(amount) - 100), key: "employee-3" }
      expect((await refund(reference, rest)).data.refund).toMatchObject({ amount: rest.left })
    })

    it("a second click sends nothing more either when the first one stood still until its lease was over", async () => {
      const { reference } = await duplicate("api")
      const { refunds } = merchant.paycollect()
      const begin = refunds.begin.bind(refunds)
      let goOn!: () => void
      const stands = new Promise<void>((stood) => {
        jest.spyOn(refunds, "begin").mockImplementationOnce(async (...asked) => {
          await new Promise<void>((resolve) => {
            goOn = resolve
            stood()
          })
          return await begin(...asked)
        })
      })
      const wish = { amount: "100", key: "stood-still" }
      const first = refund(reference, wish)
      await stands
      merchant.later(2 * MINUTE)
      const second = await refund(reference, wish)
      goOn()
      const both = [await first, second]
      expect(both.map(({ status }) => status)).toEqual([200, 200])
      expect(new Set(both.map(({ data }) => data.refund.id)).size).toBe(1)
      expect(sent()).toBe(1)
      expect(await merchant.intent(reference)).toMatchObject({ refunded: "100" })
    })

    it("one that stood still until a person found that it was not sent sends nothing beside hers", async () => {
      const { reference } = await duplicate("api")
      const { refunds } = merchant.paycollect()
      const held = holdAnswer(refunds, "begin")
      const first = refund(reference, { amount: "100" })
      await held.reached
      merchant.later(6 * MINUTE)
      await merchant.reconcile()
      const unknown = (await merchant.items(reference)).find(({ reason }) => reason === "refund_unknown")
      expect((await merchant.resolve(unknown!, "Not there", "not_sent")).status).toBe(200)
      expect((await refund(reference, { amount: "100" })).data.refund).toMatchObject({ status: "sent" })
      held.go()
      expect((await first).status).toBe(400)
      expect([sent(), backAtService(reference)]).toEqual([1, "100"])
      expect(await merchant.intent(reference)).toMatchObject({ refunded: "100" })
    })

    it("stays open, and is closed by nobody, while one that may give its sum back is not ended", async () => {
      const { reference, amount, item } = await duplicate("api")
      const client = (await merchant.paycollect().configuration.current()).client("test")
      const service = Object.getPrototypeOf(client) as Pick<typeof client, "createRefund">
      const { createRefund } = service
      let goOn!: () => void
      const asked = new Promise<void>((stood) => {
        jest.spyOn(service, "createRefund").mockImplementationOnce(async function (...given) {
          stood()
          await new Promise<void>((resolve) => (goOn = resolve))
          return await createRefund.apply(client, given)
        })
      })
      const first = refund(reference, { amount: "100" })
      await asked
      merchant.later(2 * MINUTE)
      const rest = String(Number(amount) - 100)
      expect((await refund(reference, { amount: rest })).data.refund).toMatchObject({ status: "sent" })
      const open = async () => (await merchant.items(reference)).filter(({ status }) => status === "open")
      expect(await open()).toMatchObject([{ id: item.id }])
      const { id } = await merchant.intent(reference)
      const closing = { attention_id: item.id, note: "Kept", money: "kept" }
      expect((await merchant.post(`/admin/paycollect/intents/${id}/resolve`, closing)).status).toBe(400)
      store.service.control.injectFault({ operation: "create_refund", kind: "status", status: 422 } as never)
      goOn()
      expect((await first).status).toBe(400)
      expect(await open()).toMatchObject([{ id: item.id }])
      expect((await refund(reference)).data.refund).toMatchObject({ amount: "100", status: "sent" })
      expect(await open()).toEqual([])
    })

    it("two employees at once send no more than came", async () => {
      const { reference, amount } = await duplicate("api")
      const most = Number(amount) - 1
      const both = await Promise.all([1, 2].map(() => refund(reference, { amount: most })))
      expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
      const refused = both.find(({ status }) => status === 400)!
      expect(refused.data).toMatchObject({
        code: "paycollect_refund_too_much",
        message: expect.stringContaining("no more than 1 XAF of it is left"),
      })
      expect([sent(), backAtService(reference)]).toEqual([1, String(most)])
      expect(await merchant.intent(reference)).toMatchObject({ refunded: String(most) })
    })

    it("manual: a double click is one refund to send, and two employees at once are told of no more than came", async () => {
      const { reference, amount } = await duplicate("manual")
      const clicks = await Promise.all(
        [1, 2, 3].map(() => refund(reference, { amount: "100", key: "three-clicks" }))
      )
      expect(clicks.map(({ status, data }) => [status, data.refund?.status ?? data])).toEqual(
        clicks.map(() => [200, "due"])
      )
      expect(new Set(clicks.map(({ data }) => data.refund.id)).size).toBe(1)
      expect(await merchant.intent(reference)).toMatchObject({ refunded: "100" })

      const both = await Promise.all([1, 2].map(() => refund(reference)))
      expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
      expect(both.find(({ status }) => status === 400)!.data.code).toMatch(
        /^paycollect_refund_(no_item|nothing_left)$/
      )
      expect(await merchant.intent(reference)).toMatchObject({ refunded: amount })
      const toSend = (await merchant.items(reference)).filter(({ reason }) => reason === "refund_due")
      expect(
        toSend.map(({ data }) => Number((data as { amount: string }).amount)).sort((a, b) => a - b)
      ).toEqual([100, Number(amount) - 100])
      expect(sent()).toBe(0)
    })

    it("what the service declined under this key is not sent again", async () => {
      const { reference } = await duplicate("api")
      store.service.control.injectFault({ operation: "create_refund", kind: "status", status: 422 } as never)
      const key = "declined-once"
      const declined = await refund(reference, { key })
      expect([declined.status, declined.data.code]).toEqual([400, "paycollect_refund_not_sent"])
      expect(declined.data.message).toMatch(/[^.]\.$/)
      await untouched(reference)
      expect((await refund(reference, { key })).data.message).toBe(declined.data.message)
      expect(sent()).toBe(1)
      expect((await refund(reference)).status).toBe(200)
    })
  })

  it("what the service does not answer clearly, or has not finished, is counted, and a person looks", async () => {
    const { reference, item, amount } = await duplicate("api")
    store.service.control.injectFault({
      operation: "create_refund",
      kind: "drop_after_processing",
    } as never)
    expect((await refund(reference, { amount: "100" })).data.refund).toMatchObject({ status: "unknown" })
    const body = {
      status_code: 200,
      response_type: "success",
      data: { id: "re_1", refund_id: "re_1", amount: "200", currency: "XAF", status: "pending" },
    }
    store.service.control.injectFault({ operation: "create_refund", kind: "malformed", body } as never)
    expect((await refund(reference)).data.refund).toMatchObject({ status: "pending" })
    expect(await merchant.items(reference)).toMatchObject([
      { id: item.id, status: "resolved" },
      { reason: "refund_unknown", status: "open", data: { amount: "100" } },
      { reason: "refund_pending", status: "open" },
    ])
    expect(await merchant.intent(reference)).toMatchObject({ refunded: amount })
  })

  it.each([404, 405])(
    "a service without refunds (%i) leaves all as it was, and says what to choose",
    async (status) => {
      const { reference } = await duplicate("api")
      store.service.control.injectFault({ operation: "create_refund", kind: "status", status } as never)
      const answer = await refund(reference)
      expect([answer.status, answer.data.message]).toEqual([400, expect.stringContaining("choose manual")])
      await untouched(reference)
      expect((await shown(reference)).refundable).toMatchObject({ mode: "api" })
    }
  )

  it.each([
    ["api", "unknown", "refund_unknown"],
    ["manual", "due", "refund_due"],
  ] as const)(
    "%s: one whose process died before the answer is never sent again, and is on the list once",
    async (mode, status, reason) => {
      const { reference, item, amount } = await duplicate(mode)
      const intent = await merchant.intent(reference)
      const { refunds } = merchant.paycollect()
      await refunds.begin(
        intent,
        { amount, mode, reason: "duplicate", note: null, created_by: "user_1", key: "died-half-way" },
        { currency_code: "xaf" }
      )
      await merchant.reconcile()
      expect(await merchant.items(reference)).toMatchObject([{ id: item.id, status: "open" }])
      expect((await refund(reference, { key: "died-half-way" })).data.code).toBe("paycollect_refund_in_doubt")
      expect((await refund(reference)).data.code).toBe("paycollect_refund_nothing_left")

      merchant.later(PAST_THE_NEXT_CHECK)
      await merchant.reconcile()
      const listed = [
        { id: item.id, status: "resolved" },
        { reason, status: "open", data: { amount } },
      ]
      expect(await merchant.items(reference)).toMatchObject(listed)
      expect((await refund(reference, { key: "died-half-way" })).data.refund).toMatchObject({ status })
      merchant.later(PAST_THE_NEXT_CHECK)
      await merchant.reconcile()
      expect(await merchant.items(reference)).toMatchObject(listed)
      expect(sent()).toBe(0)
    }
  )

  it("money of another currency goes back in that currency, up to what came, and in no other", async () => {
    merchant.configure({ refunds: "api" })
    const { reference } = await merchant.guestAtCheckout()
    merchant.pay(reference)
    store.service.control.overrideVerify(reference, { amount: "1250", currency: "EUR" })
    await merchant.advance(reference)
    expect((await shown(reference)).refundable).toMatchObject({
      came: "1250",
      left: "1250",
      currency_code: "eur",
      exponent: 2,
    })
    expect((await refund(reference, { currency_code: "XAF" })).data.code).toBe("paycollect_refund_currency")
    expect((await refund(reference, { amount: "12.51" })).data.code).toBe("paycollect_refund_too_much")
    expect((await refund(reference, { amount: "1.005" })).data.code).toBe("paycollect_refund_amount")
    await untouched(reference)
    expect((await refund(reference, { amount: "2.50", currency_code: "EUR" })).data.intent).toMatchObject({
      state: "partly_refunded",
      refunded: "250",
    })
    expect((await refund(reference)).data).toMatchObject({
      intent: { state: "refunded", refunded: "1250" },
      refund: { amount: "1000", currency_code: "eur" },
    })
    expect(sent()).toBe(2)
  })

  it("money of another currency of which a part was taken back goes back as far as it is there", async () => {
    merchant.configure({ refunds: "api" })
    const { reference } = await merchant.guestAtCheckout()
    merchant.pay(reference)
    store.service.control.overrideVerify(reference, { amount: "1250", currency: "EUR" })
    await merchant.advance(reference)
    store.service.control.overrideVerify(reference, { amount: "750", currency: "EUR" })
    merchant.later(2 * MINUTE)
    expect((await refund(reference)).data.refund).toMatchObject({ amount: "750", currency_code: "eur" })
    expect(await merchant.intent(reference)).toMatchObject({ came: "1250", refunded: "750", reversed: "500" })
  })

  it("less than was asked for goes back as it came; the fee that a customer bore does not", async () => {
    merchant.configure({ refunds: "manual" })
    const { reference } = await merchant.guestAtCheckout()
    merchant.pay(reference)
    store.service.control.overrideVerify(reference, { amount: "1" })
    await merchant.advance(reference)
    expect((await refund(reference)).data).toMatchObject({ intent: { state: "refunding", refunded: "1" } })

    merchant.configure({ feeBearer: "customer" })
    const { guest, reference: dear } = await merchant.guestAtCheckout()
    await guest.changeQuantity(5)
    merchant.pay(dear)
    const { amount } = await merchant.intent(dear)
    store.service.control.overrideVerify(dear, { amount: String(Number(amount) + 40) })
    await merchant.advance(dear)
    expect(await merchant.intent(dear)).toMatchObject({ fee: "40" })
    expect((await refund(dear, { amount: Number(amount) + 40 })).data.code).toBe("paycollect_refund_too_much")
    expect((await refund(dear)).data.refund).toMatchObject({ amount })
  })

  describe("is refused, and nothing is recorded,", () => {
    it("for nothing, for more than is left, for what is no amount, without a reason", async () => {
      const { reference, amount } = await duplicate("api")
      for (const [body, said] of [
        [{ amount: "0" }, "more than nothing"],
        [{ amount: Number(amount) + 1 }, `no more than ${amount} XAF`],
        [{ amount: "1.5" }, "at most 0 decimals"],
        [{ amount: -5 }, "amount: must be a positive decimal"],
        [{ amount: "1e3" }, "amount: must be a positive decimal"],
        [{ amount: 1e30 }, "amount: must be a positive decimal"],
        [{ amount: "9".repeat(16) }, "amount: must be a positive decimal"],
        [{ amount: "9".repeat(15) }, `no more than ${amount} XAF`],
        [{ amount: "0.4" }, "at most 0 decimals"],
        [{ amount: " 100" }, "amount: must be a positive decimal"],
        [{ amount: "" }, "amount: must be a positive decimal"],
        [{ amount: null }, "amount"],
        [{ key: "short" }, "key"],
        [{ amount: { value: 1 } }, "amount"],
        [{ reason: "because" }, "reason"],
        [{ note: "a\0b" }, "note: must not hold a zero character"],
        [{ currency_code: "EUR" }, "what came is in XAF"],
        [{ attention_id: "pcatt_of_somebody_else" }, "no item about money"],
        [{ surprise: true }, "body"],
      ] as const) {
        const { status, data } = await refund(reference, body)
        expect([body, status, data.message]).toEqual([body, 400, expect.stringContaining(said)])
      }
      expect(sent()).toBe(0)
      await untouched(reference)
      expect(
        (await merchant.post("/admin/paycollect/intents/pcint_none/refund", { reason: "other" })).status
      ).toBe(404)
    })

    it("for money of an order: that goes through Medusa", async () => {
      const { first } = await duplicate("api")
      const { status, data } = await refund(first)
      expect([status, data.code]).toEqual([400, "paycollect_refund_order_stands"])
      expect(data.message).toContain("on the page of that order")
      expect(sent()).toBe(0)
    })

    it("while an employee gives it to an order; when that came to nothing it may go back again", async () => {
      const { reference, amount } = await latePayment("api")
      const { id } = await merchant.intent(reference)
      expect(await merchant.paycollect().assignments.begin(id, "order_that_is_gone", "user_1")).not.toBeNull()
      expect((await refund(reference)).data.code).toBe("paycollect_refund_in_progress")
      expect((await shown(reference)).refundable).toBeNull()
      await untouched(reference)
      await merchant.advance(reference)
      expect(await merchant.history(reference)).toContain("assignment_undone")
      expect((await refund(reference)).data.refund).toMatchObject({ status: "sent", amount })
      expect(sent()).toBe(1)
    })

    it("for money of an order that the ledger does not know of yet", async () => {
      const { first } = await duplicate("api")
      const { id, amount } = await merchant.intent(first)
      await store.db.raw(
        "update paycollect_intent set applied_at = null, order_id = null, next_step_at = now() where id = ?",
        [id]
      )
      await store.db.raw("delete from paycollect_entry where intent_id = ? and key like 'applied:%'", [id])
      const item = { intent_id: id, reason: "paid_without_order", ends: "giveUp" } as const
      await merchant.paycollect().attention.open(item)
      expect((await refund(first)).data.code).toBe("paycollect_refund_order_stands")
      expect(await merchant.intent(first)).toMatchObject({ refunded: "0", amount })
      expect(sent()).toBe(0)
    })

    it("while it is being applied, and while the store tries to make an order of it", async () => {
      const { reference } = await latePayment("api")
      const { id, subject_id } = await merchant.intent(reference)
      const { ledger } = merchant.paycollect()
      const release = (await ledger.hold([subject_id]))!
      expect((await refund(reference)).data.code).toBe("paycollect_refund_in_progress")
      await release()
      await ledger.scheduleBy(id)
      const { code, message } = (await refund(reference)).data
      expect([code, message]).toEqual(["paycollect_refund_in_progress", expect.stringContaining("Check now")])
      expect(sent()).toBe(0)
      await untouched(reference)
    })

    it("after somebody dealt with it by hand, and for money of which nobody knows whose it is", async () => {
      const { reference, item } = await duplicate("api")
      await merchant.resolve(item, "Refunded in the service's dashboard")
      expect((await refund(reference)).data.code).toBe("paycollect_refund_no_item")

      const { reference: foreign } = await merchant.guestAtCheckout()
      merchant.pay(foreign)
      store.service.control.overrideVerify(foreign, { merchant_reference: "cart_of_somebody_else-1" })
      await merchant.advance(foreign)
      expect((await refund(foreign)).data.code).toBe("paycollect_refund_unclear")
      expect((await shown(foreign)).refundable).toBeNull()
      expect(sent()).toBe(0)
    })
  })

  it("Medusa's own refund of the same payment counts what went back here", async () => {
    merchant.configure({ refunds: "manual" })
    const { guest, reference } = await merchant.guestAtCheckout()
    merchant.pay(reference)
    await guest.comeBack(reference)
    const { id, amount } = await merchant.intent(reference)
    const before = refundAsked({ refund_id: "pcref_1", amount: 1n, booked: 0n })
    await merchant.paycollect().ledger.refund(id, before, { type: "refund_recorded" })
    const { rows } = await store.db.raw("select id from payment")
    const whole = await merchant.post(`/admin/payments/${rows[0].id}/refund`, {})
    expect([whole.status, whole.data.message]).toEqual([
      400,
      expect.stringContaining("more than what came and did not go back yet"),
    ])
    expect(await merchant.intent(reference)).toMatchObject({ refunded: "1" })
    const rest = Number(amount) - 1
    expect((await merchant.post(`/admin/payments/${rows[0].id}/refund`, { amount: rest })).status).toBe(200)
    expect(await merchant.intent(reference)).toMatchObject({ refunded: amount })
  })

  it("money that core had captured before its order failed makes none once a part of it went back", async () => {
    merchant.configure({ refunds: "api" })
    const { guest, reference } = await merchant.guestAtCheckout()
    merchant.pay(reference)
    failAfterCapture(1)
    const { attention, ledger } = merchant.paycollect()
    const schedules = jest.spyOn(ledger, "scheduleBy")
    await guest.complete()
    // One is behind the answer.
    await Promise.all(schedules.mock.results.map(({ value }) => value as Promise<void>))
    schedules.mockRestore()
    expect(await merchant.history(reference)).toContain("voided_by_core")
    const { id } = await merchant.intent(reference)
    await attention.open({ intent_id: id, reason: "paid_without_order", ends: "giveUp" })
    expect((await refund(reference, { amount: 1 })).status).toBe(200)
    expect((await guest.complete()).data.type).toBe("cart")
    expect(await merchant.advance(reference)).toMatchObject({ status: "attention" })
    expect(await guest.orders()).toEqual([])
  })

  it("the list finds what went back, in all and in part, and its file says the same", async () => {
    const { reference } = await duplicate("manual")
    const { reference: late } = await latePayment("manual")
    await refund(reference)
    await refund(late, { amount: 1 })
    const found = async (query: string) => {
      const { data } = await merchant.get(`/admin/paycollect/intents?${query}`)
      return (data.intents as { merchant_reference: string }[]).map((each) => each.merchant_reference)
    }
    expect((await found("status=refunding")).sort()).toEqual([reference, late].sort())
    expect(await found("status[]=refunded&status[]=partly_refunded")).toEqual([])
    for (const each of [reference, late]) {
      const toSend = (await merchant.items(each)).find(({ reason }) => reason === "refund_due")
      expect((await merchant.resolve(toSend!, "Sent by hand", "sent")).status).toBe(200)
    }
    expect(await found("status=refunding")).toEqual([])
    expect(await found("status=refunded")).toEqual([reference])
    expect(await found("status=partly_refunded")).toEqual([late])
    expect((await found("status[]=refunded&status[]=partly_refunded")).sort()).toEqual(
      [reference, late].sort()
    )
    expect(await found("status[]=refunded&status[]=failed")).toEqual([reference])
    const { data: file } = await merchant.get("/admin/paycollect/intents/export?status=partly_refunded")
    expect(file).toContain(`,"partly_refunded",`)
    expect(file).not.toContain(reference)
  })
}
