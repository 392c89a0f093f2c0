import { MedusaError } from "@medusajs/framework/utils"
import {
  context,
  FAILED,
  FORGED_DATA,
  DISCREPANCY,
  OPTIONS,
  PAID,
  patchRecord,
  SESSION_ID,
  SESSION_KEYS,
  setup,
  storeRecords,
  WAITING,
} from "./support"

const { PAYMENT_AUTHORIZATION_ERROR: NOT_PAID, PAYMENT_REQUIRES_MORE_ERROR: STILL_WAITING } =
  MedusaError.Types

describe("authorizePayment", () => {
  it("says captured, with every key of the session data, once verify says paid", async () => {
    const { provider, intent } = setup({ decision: PAID, row: { status: "succeeded" } })
    const { status, data } = await provider.authorizePayment({ context })
    expect(status).toBe("captured")
    expect(Object.keys(data!).sort()).toEqual(SESSION_KEYS)
    expect(data).toMatchObject({ status: "succeeded", merchant_reference: "cart_01-1", amount: "10000" })
    expect(intent.used_by_session_id).toBe(SESSION_ID)
  })

  it("tells for a receipt what was paid and how, where the service said so, and no number of a phone or a card", async () => {
    const paid = (told: Record<string, string>) =>
      setup({ decision: PAID, row: { status: "succeeded", outcome: "paid", fee: "350", verified: told } })
    const tell = async (told: Record<string, string>) =>
      (await paid(told).provider.authorizePayment({ context })).data
    expect(await tell({ method: "mobile_money", operator: "MTN MoMo" })).toMatchObject({
      amount: "10000",
      exponent: 0,
      fee: "350",
      method: "mobile_money",
      operator: "MTN MoMo",
      checkout_url: null,
    })
    expect(await tell({ method: "+237 670 00 00 02", operator: "Visa 4242-4242" })).toMatchObject({
      method: null,
      operator: null,
    })
    const open = setup({ row: { verified: { method: "card" } } })
    expect((await open.provider.retrievePayment({ data: FORGED_DATA })).data).toMatchObject({
      fee: null,
      method: null,
    })
  })

  it("asks once, as the waiting customer, within the patience of core", async () => {
    const { provider, verified } = setup({ decision: PAID })
    const before = Date.now()
    await provider.authorizePayment({ context })
    expect(verified).toEqual([["authorize", expect.any(Number)]])
    expect(verified[0]![1]! - before).toBeGreaterThanOrEqual(11_000)
    expect(verified[0]![1]! - before).toBeLessThan(20_000)
  })

  it.each([
    ["another amount", { total: 12_000 }],
    ["as much of another currency", { total: 10_000, currency_code: "eur" }],
  ])("still waits when the cart costs %s by now, although its session does not say so", async (_, now) => {
    const records = storeRecords()
    patchRecord(records, "cart", "cart_01", now)
    const { provider, intent } = setup({ decision: PAID, records })
    await expect(provider.authorizePayment({ context })).rejects.toMatchObject({ type: STILL_WAITING })
    expect(intent.used_by_session_id).toBeNull()
  })

  it("takes no second sum for what another session has paid", async () => {
    const records = storeRecords()
    patchRecord(records, "payment_session", SESSION_ID, {
      payment_collection: {
        id: "pay_col_01",
        amount: 10_000,
      },
    })
    records.payment = { pay_col_01: { id: "pay_01", amount: 10_000 } }
    const { provider, intent } = setup({ decision: PAID, records })
    await expect(provider.authorizePayment({ context })).rejects.toMatchObject({
      type: NOT_PAID,
      message: expect.stringContaining("already paid"),
    })
    expect(intent.used_by_session_id).toBeNull()
  })

  it("takes no money for an order that is canceled: nothing would be sent for it", async () => {
    const ordered = (status: string) => {
      const records = storeRecords()
      patchRecord(records, "payment_session", SESSION_ID, {
        payment_collection: { id: "pay_col_01", order: { id: "order_01", status } },
      })
      return setup({ decision: PAID, records })
    }
    const { provider, intent, verified } = ordered("canceled")
    await expect(provider.authorizePayment({ context })).rejects.toMatchObject({
      type: NOT_PAID,
      message: expect.stringContaining("its order is canceled"),
    })
    expect(intent.used_by_session_id).toBeNull()
    expect(verified).toEqual([])
    await expect(ordered("pending").provider.authorizePayment({ context })).resolves.toMatchObject({
      status: "captured",
    })
  })

  it("takes for a placed order no more than it owes: other money may have paid it meanwhile", async () => {
    const owes = (current_order_total: number) => {
      const records = {
        ...storeRecords(),
        order: {
          order_01: {
            id: "order_01",
            summary: { current_order_total },
            transactions: [],
            payment_collections: [],
          },
        },
      }
      patchRecord(records, "payment_session", SESSION_ID, {
        status: "pending_authorization",
        payment_collection: {
          id: "pay_col_01",
          order: { id: "order_01", status: "pending" },
        },
      })
      return setup({ decision: PAID, records })
    }
    const { provider, intent, verified } = owes(9_999)
    await expect(provider.authorizePayment({ context })).rejects.toMatchObject({
      type: NOT_PAID,
      message: expect.stringContaining("its order owes less than that"),
    })
    expect([intent.used_by_session_id, verified]).toEqual([null, []])
    await expect(owes(10_000).provider.authorizePayment({ context })).resolves.toMatchObject({
      status: "captured",
    })
  })

  it("lets the cart's next session take the place of one that core deleted before it booked the money", async () => {
    const row = { used_by_session_id: "payses_gone" }
    const { provider, intent } = setup({ decision: PAID, row })
    await expect(provider.authorizePayment({ context })).resolves.toMatchObject({ status: "captured" })
    expect(intent.used_by_session_id).toBe(SESSION_ID)
  })

  it("names the session's collection to the ledger, which gives an order's money to that order alone", async () => {
    const { provider, ledger } = setup({ decision: PAID })
    await provider.authorizePayment({ context })
    expect(ledger.usedBy).toEqual(["pay_col_01"])
  })

  it("places the order of a customer who confirms on the phone, where the shop wants that", async () => {
    const { provider, intent } = setup({ decision: WAITING, options: { ...OPTIONS, pendingOrders: "place" } })
    const { status, data } = await provider.authorizePayment({ context })
    expect(status).toBe("pending_authorization")
    expect(Object.keys(data!).sort()).toEqual(SESSION_KEYS)
    expect(intent.used_by_session_id).toBeNull()
  })

  it("may be called again for the same session, and for no other", async () => {
    const again = setup({ decision: PAID, row: { used_by_session_id: SESSION_ID } })
    await expect(again.provider.authorizePayment({ context })).resolves.toMatchObject({ status: "captured" })
    const other = setup({
      decision: PAID,
      row: { used_by_session_id: "payses_02", payment_collection_id: "pay_col_02" },
    })
    await expect(other.provider.authorizePayment({ context })).rejects.toMatchObject({
      type: NOT_PAID,
      message: expect.stringContaining("already paid for something else"),
    })
  })

  it.each([
    ["waiting", WAITING, STILL_WAITING, "processing"],
    ["a discrepancy, which only a person may decide", DISCREPANCY, STILL_WAITING, "amount_discrepancy"],
    ["failed", FAILED, NOT_PAID, "canceled"],
  ])("throws for %s, and consumes nothing", async (_, decision, type, reason) => {
    const { provider, intent } = setup({ decision })
    await expect(provider.authorizePayment({ context })).rejects.toMatchObject({
      type,
      message: expect.stringContaining(`(${reason}). No order was made`),
    })
    expect(intent.used_by_session_id).toBeNull()
  })

  it("believes nothing that a browser may have written", async () => {
    const { provider } = setup({ decision: WAITING })
    await expect(provider.authorizePayment({ context, data: FORGED_DATA })).rejects.toMatchObject({
      type: STILL_WAITING,
    })
    const unknown = setup({ decision: PAID, sessions: ["payses_02"] })
    await expect(unknown.provider.authorizePayment({ context, data: FORGED_DATA })).rejects.toMatchObject({
      type: NOT_PAID,
      message: expect.stringContaining("no payment was started for this session"),
    })
    expect(unknown.verified).toEqual([])
  })

  it.each([
    ["amount", { amount: 9999 }],
    ["amount, by less than a number can hold", { amount: 10000, raw_amount: { value: "10000.6" } }],
    ["currency", { currency_code: "xof" }],
  ])("waits while the session asks for another %s, without asking the service", async (_, facts) => {
    const records = storeRecords()
    patchRecord(records, "payment_session", SESSION_ID, facts)
    const { provider, verified } = setup({ decision: PAID, records })
    await expect(provider.authorizePayment({ context })).rejects.toMatchObject({
      type: STILL_WAITING,
      message: expect.stringContaining("the amount to pay has changed"),
    })
    expect(verified).toEqual([])
  })

  it("takes no test payment in the live environment, but still takes a live one after a switch to test", async () => {
    const live = { ...OPTIONS, environment: "live" }
    const tried = setup({ decision: PAID, options: live })
    await expect(tried.provider.authorizePayment({ context })).rejects.toMatchObject({
      type: NOT_PAID,
      message: expect.stringContaining("a test payment cannot pay in the live environment"),
    })
    expect(tried.verified).toEqual([])
    const switched = setup({ decision: PAID, row: { environment: "live" } })
    await expect(switched.provider.authorizePayment({ context })).resolves.toMatchObject({
      status: "captured",
    })
  })

  it("needs the id of the session", async () => {
    await expect(setup().provider.authorizePayment({ data: FORGED_DATA })).rejects.toMatchObject({
      type: MedusaError.Types.INVALID_DATA,
    })
  })
})
