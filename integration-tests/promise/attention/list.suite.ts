import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import {
  type AdminPayCollectAttentionItem,
  type AdminPayCollectResolveItemsResponse,
} from "../../../src/types/http"
import { CARD } from "../../http/support/customer"
import { MINUTE, withMerchant } from "../../http/support/merchant"
import { type Suite } from "../../http/support/suites"

const LIST = "/admin/paycollect/attention"

export const list: Suite = (store) => {
  const merchant = withMerchant(store)
  const discrepancy = async (answer: Record<string, string> = { amount: "1" }) => {
    const { guest, reference } = await merchant.guestAtCheckout()
    merchant.pay(reference)
    store.service.control.overrideVerify(reference, answer)
    await merchant.advance(reference)
    return { guest, reference, item: (await merchant.items(reference))[0]! }
  }
  const list = async (query = "") =>
    (await merchant.get(`${LIST}?${query}`)).data as {
      attention: AdminPayCollectAttentionItem[]
      count: number
    }
  const only = async (query: string) => {
    const { attention, count } = await list(query)
    expect([attention.length, count]).toEqual([1, 1])
    return attention[0]!
  }
  const resolveAll = async (ids: string[], note: string) => {
    const answer = await merchant.post(`${LIST}/resolve`, { ids, note, money: "returned" })
    expect(answer.status).toBe(200)
    return (answer.data as AdminPayCollectResolveItemsResponse).results
  }

  describe("an item of the list", () => {
    it("says what was asked for and what came, whose it is, and where the service shows it", async () => {
      merchant.configure({ service: { dashboardUrl: "https://service.example/{environment}/{reference}" } })
      const { reference } = await discrepancy()
      const item = await only("status=open&reason=amount_discrepancy")
      const { amount } = await merchant.intent(reference)
      expect(item).toMatchObject({
        reason: "amount_discrepancy",
        category: "money",
        status: "open",
        explanation: { happened: expect.any(String) },
        payment: {
          merchant_reference: reference,
          amount,
          service_dashboard_url: `https://service.example/test/${reference}`,
        },
        paid: { amount: "1", currency_code: "xaf", exponent: 0 },
        customer: {
          name: "Mireille Essomba",
          email: "mireille@example.com",
          phone: "+237 6 70 12 34 56",
          phone_digits: "237670123456",
        },
        order: null,
      })
      for (const hidden of ["request", "checkout_url", "fingerprint"])
        expect(item.payment).not.toHaveProperty(hidden)
      expect(item).not.toHaveProperty("intent")
      const { data } = await merchant.get(`/admin/paycollect/intents/${item.payment.id}`)
      expect(data.intent.service_dashboard_url).toBe(item.payment.service_dashboard_url)
    })

    it("tells money of another currency with that currency's decimals, and of one nobody knows without", async () => {
      await discrepancy({ currency: "EUR", amount: "1050" })
      expect(await only("reason=currency_discrepancy")).toMatchObject({
        paid: { amount: "1050", currency_code: "eur", exponent: 2 },
        payment: { service_dashboard_url: null },
      })
      await discrepancy({ currency: "QQQ", amount: "7" })
      expect((await list("reason=currency_discrepancy")).attention[0]).toMatchObject({
        paid: { amount: "7", currency_code: "qqq", exponent: null },
      })
      const { data: file } = await merchant.get("/admin/paycollect/intents/export")
      const came = (file as string).split("\r\n").map((line) => line.split(",").slice(15, 17).join(" "))
      expect(came.slice(0, 3).sort()).toEqual([` "QQQ"`, `"came" "came_currency"`, `10.50 "EUR"`])
    })

    it("names the order that a second payment duplicates, and the newest item is first", async () => {
      const older = await discrepancy()
      const { guest, reference } = await merchant.guestAtCheckout()
      const second = (await guest.startPayment(CARD)).merchant_reference
      for (const paid of [reference, second]) {
        merchant.pay(paid)
        await guest.comeBack(paid)
      }
      const [orderId] = await guest.orders()
      const { attention } = await list("category=money")
      expect(attention.map(({ payment }) => payment.merchant_reference)).toEqual([second, older.reference])
      expect(attention[0]).toMatchObject({
        reason: "duplicate_payment",
        payment: { order_id: null },
        order: { id: orderId, display_id: expect.any(Number), canceled: false },
      })
    })

    it("says nothing of a customer whom the store has erased", async () => {
      const { guest } = await discrepancy()
      await store.db.raw("delete from cart where id = ?", [guest.cartId])
      const { customer } = await only("status=open")
      expect(customer).toEqual({ id: null, name: null, email: null, phone: null, phone_digits: null })
    })
  })

  it("is filtered and paged, and refuses what it does not know", async () => {
    const { item } = await discrepancy()
    await discrepancy()
    expect(await list("limit=1&offset=1")).toMatchObject({ count: 2, attention: [{ id: item.id }] })
    expect(await list("category=notice&category=refund")).toMatchObject({ count: 0 })
    expect(await list(`intent_id=${item.intent_id}&environment=test`)).toMatchObject({ count: 1 })
    expect(await list("environment=live")).toMatchObject({ count: 0 })
    for (const query of [
      "reason=nonsense",
      "category=all",
      "status=done",
      "limit=0",
      "limit=101",
      "offset=-1",
    ])
      expect([query, (await merchant.get(`${LIST}?${query}`)).status]).toEqual([query, 400])
    expect((await store.api.get(LIST)).status).toBe(401)
  })

  it("shows what was closed, the last first: by whom, when and with which note", async () => {
    const [first, second] = [await discrepancy(), await discrepancy()]
    await discrepancy()
    await merchant.resolve(second.item, "By Awa")
    merchant.later(MINUTE)
    await merchant.resolve(first.item, "Sent back")
    const closed = (note: string) => ({
      ...{ note, status: "resolved", resolved_at: expect.any(String) },
      resolved_by: expect.stringMatching(/^user_/),
    })
    const expected = { count: 2, attention: [closed("Sent back"), closed("By Awa")] }
    expect(await list("status=closed")).toMatchObject(expected)
    expect(await list("status=resolved")).toMatchObject(expected)
    expect(await list("status=open")).toMatchObject({ count: 1 })
  })

  describe("resolving several items", () => {
    it("closes each by itself with the same note, and says which were closed before", async () => {
      const [one, closed, other, left] = [
        await discrepancy(),
        await discrepancy(),
        await discrepancy(),
        await discrepancy(),
      ]
      await merchant.resolve(closed.item, "By Awa")
      const ids = [one.item.id, closed.item.id, "pcatt_nobody", other.item.id, one.item.id]
      expect(await resolveAll(ids, "Sent back by bank transfer")).toEqual([
        { id: one.item.id, result: "resolved" },
        { id: closed.item.id, result: "not_open" },
        { id: "pcatt_nobody", result: "not_open" },
        { id: other.item.id, result: "resolved" },
      ])
      for (const { reference } of [one, other]) {
        expect(await merchant.items(reference)).toMatchObject([
          {
            status: "resolved",
            note: "Sent back by bank transfer",
            resolved_by: expect.stringMatching(/^user_/),
          },
        ])
        expect(await merchant.intent(reference)).toMatchObject({
          closed_at: expect.any(Date),
          next_step_at: null,
        })
        expect(
          (await merchant.history(reference)).filter((type) => type === "attention_resolved")
        ).toHaveLength(1)
      }
      expect(await merchant.items(closed.reference)).toMatchObject([{ note: "By Awa" }])
      expect(await merchant.items(left.reference)).toMatchObject([{ status: "open" }])
    })

    it("keeps those open of which it is not said what became of the money, or what says nothing of them", async () => {
      const { item, reference } = await discrepancy()
      for (const money of [undefined, "sent", "not_sent"]) {
        const { data } = await merchant.post(`${LIST}/resolve`, { ids: [item.id], note: "Done", money })
        expect(data.results).toEqual([{ id: item.id, result: "not_said" }])
      }
      expect(await merchant.items(reference)).toMatchObject([{ status: "open", note: null }])
    })

    it("closes once what two people close at the same time", async () => {
      const items = [await discrepancy(), await discrepancy(), await discrepancy()]
      const ids = items.map(({ item }) => item.id)
      const answers = await Promise.all([resolveAll(ids, "Awa"), resolveAll([...ids].reverse(), "Ben")])
      for (const { item, reference } of items) {
        const results = answers.map((each) => each.find(({ id }) => id === item.id)!.result)
        expect(results.filter((result) => result === "resolved")).toHaveLength(1)
        expect(
          (await merchant.history(reference)).filter((type) => type === "attention_resolved")
        ).toHaveLength(1)
      }
    })

    it("leaves a payment alone that is becoming an order, and closes the others", async () => {
      const [busy, begun, free] = [await discrepancy(), await discrepancy(), await discrepancy()]
      const { ledger } = merchant.paycollect()
      await ledger.change(begun.item.intent_id, { outcome: "paid" })
      await store.db.raw(
        "update paycollect_intent set next_step_at = now() + interval '1 hour' where id = ?",
        [begun.item.intent_id]
      )
      const { subject_id } = await merchant.intent(busy.reference)
      const held = await ledger.whileHolding(subject_id, { wait: 0 }, () =>
        resolveAll([busy.item.id, begun.item.id, free.item.id], "done")
      )
      expect(held).toMatchObject({
        value: [{ result: "in_progress" }, { result: "unfinished" }, { result: "resolved" }],
      })
      for (const { reference } of [busy, begun])
        expect(await merchant.items(reference)).toMatchObject([{ status: "open", note: null }])
    })

    it.each([
      ["no item", { ids: [], note: "x" }, "ids"],
      ["too many", { ids: Array.from({ length: 51 }, (_, n) => `pcatt_${n}`), note: "x" }, "ids"],
      ["no note", { ids: ["pcatt_1"], note: " " }, "note"],
      ["ids that are none", { ids: [5], note: "x" }, "ids.0"],
      ["a field nobody knows", { ids: ["pcatt_1"], note: "x", all: true }, "all"],
    ])("refuses %s, by field, and nothing is changed", async (_, body, field) => {
      const { item, reference } = await discrepancy()
      const sent = { ...body, ids: body.ids.map((id) => (id === "pcatt_1" ? item.id : id)) }
      const answer = await merchant.post(`${LIST}/resolve`, sent)
      expect(answer.status).toBe(400)
      expect(answer.data.message).toContain(field)
      expect(await merchant.items(reference)).toMatchObject([{ status: "open" }])
    })
  })

  it("writes nobody's name, phone or e-mail into a log, nor into the tables of this plugin", async () => {
    const logger = store.container().resolve(ContainerRegistrationKeys.LOGGER)
    const spies = (["info", "warn", "error", "debug"] as const).map((level) => jest.spyOn(logger, level))
    const { reference, item } = await discrepancy()
    await list()
    await resolveAll([item.id], "Called the customer")
    const lines = JSON.stringify(spies.flatMap((spy) => spy.mock.calls))
    spies.forEach((spy) => spy.mockRestore())
    const kept = JSON.stringify([
      await merchant.items(reference),
      { ...(await merchant.intent(reference)), request: 0 },
    ])
    for (const text of [lines, kept]) expect(text).not.toMatch(/Mireille|mireille@|70 ?12 ?34 ?56/)
  })
}
