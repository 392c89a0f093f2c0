import { DAY, withMerchant } from "../../http/support/merchant"
import { type Suite } from "../../http/support/suites"
import { formatPaymentNumber } from "../../../src/payments/names"
import { type IntentRow } from "../../../src/modules/paycollect/models/intent"
import { type AdminPayCollectTakingsResponse, type AdminPayCollectTakingsSums } from "../../../src/types/http"

const TAKINGS = "/admin/paycollect/takings"

export const takings: Suite = (store) => {
  const merchant = withMerchant(store)

  const takings = async (query: Record<string, string> = {}): Promise<AdminPayCollectTakingsResponse> =>
    (await merchant.get(`${TAKINGS}?${new URLSearchParams(query).toString()}`)).data
  const rows = async () => {
    const { rows } = await store.db.raw("select * from paycollect_intent where deleted_at is null")
    return rows as IntentRow[]
  }
  /** As a person would add them up who has nothing but the rows. All currencies of the seed that are used here have no decimals. */
  async function byHand(environment: string) {
    const all = (await rows()).filter((row) => row.environment === environment)
    const sum = (of: IntentRow[], amount: (row: IntentRow) => string | null) =>
      of.reduce((total, row) => total + BigInt(amount(row) ?? 0), 0n).toString()
    const paid = all.filter(({ outcome }) => outcome === "paid")
    return {
      started: all.filter(({ status }) => status !== "rejected").length,
      paid: paid.length,
      amount: sum(paid, ({ amount }) => amount),
      fees: sum(paid, ({ fee }) => fee),
      refunded: sum(paid, ({ refunded }) => refunded),
      waiting: all.filter(
        ({ outcome, next_step_at }) => ["none", "waiting"].includes(outcome) && next_step_at
      ).length,
    }
  }
  const added = (sums: AdminPayCollectTakingsSums[]) => {
    const count = (name: "started" | "paid" | "waiting") => sums.reduce((total, one) => total + one[name], 0)
    const money = (name: "amount" | "fees" | "refunded") =>
      sums.reduce((total, one) => total + BigInt(one[name]), 0n).toString()
    return {
      ...{ started: count("started"), paid: count("paid"), amount: money("amount"), fees: money("fees") },
      ...{ refunded: money("refunded"), waiting: count("waiting") },
    }
  }
  async function buy(fate: "succeeded" | "failed" | "nothing") {
    const { guest, reference } = await merchant.guestAtCheckout()
    if (fate !== "nothing") store.service.control.moveState(reference, fate)
    await guest.comeBack(reference)
    return { guest, reference }
  }

  it("are the sums of the rows, after payments and refunds of every kind", async () => {
    expect(await takings()).toMatchObject({
      takings: [],
      totals: [],
      median_seconds: null,
      p90_seconds: null,
    })

    merchant.configure({ refunds: "manual" })
    await buy("succeeded")
    await buy("failed")
    await buy("nothing")
    const { guest } = await buy("succeeded")
    const [orderId] = await guest.orders()
    const order = await merchant.get(`/admin/orders/${orderId}?fields=*payment_collections.payments`)
    const payment = order.data.order.payment_collections[0].payments[0]
    for (const amount of [100, 250]) {
      expect((await merchant.post(`/admin/payments/${payment.id}/refund`, { amount })).status).toBe(200)
    }
    const answer = await takings()
    const expected = await byHand("test")
    expect(expected).toMatchObject({ started: 4, paid: 2, refunded: "350", waiting: 1 })
    expect(added(answer.takings)).toEqual(expected)
    expect(added(answer.totals)).toEqual(expected)
    const [total] = answer.totals
    expect(total).toMatchObject({
      currency_code: "xaf",
      provider_id: "pp_paycollect-mobile-money_default",
      ...{ succeeded: 2, success_rate: 0.5, attention: 1 },
      net: (BigInt(expected.amount) - 350n).toString(),
      median_seconds: expect.any(Number),
    })
    expect(answer.median_seconds).toBeLessThanOrEqual(answer.p90_seconds!)
    expect(answer).toMatchObject({ bucket: "day", time_zone: "UTC", environment: "test" })
    expect(answer.buckets).toHaveLength(30)
    expect([answer.buckets[0], answer.buckets.at(-1)]).toEqual([answer.from, answer.to])

    expect(added((await takings({ environment: "live" })).takings)).toEqual(await byHand("live"))
    const { notifications } = (await merchant.paycollect().configuration.current()).options
    merchant.configure({ notifications: { ...notifications, time_zone: "Africa/Douala" } })
    expect(await takings()).toMatchObject({ time_zone: "Africa/Douala" })
    expect(await takings({ time_zone: "UTC" })).toMatchObject({ time_zone: "UTC" })

    expect((await takings({ currency_code: "EUR" })).takings).toEqual([])
    expect((await takings({ provider_id: "pp_paycollect-card_default" })).totals).toEqual([])
    expect(added((await takings({ currency_code: "XAF", bucket: "month" })).takings)).toEqual(expected)
  })

  it("count a refund on its own day, and leave the day of its payment as it was", async () => {
    merchant.configure({ refunds: "manual" })
    const { reference } = await buy("succeeded")
    const before = (await takings()).takings
    merchant.later(10 * DAY)
    const { rows } = await store.db.raw("select id from payment")
    expect((await merchant.post(`/admin/payments/${rows[0].id}/refund`, { amount: 90 })).status).toBe(200)
    const [paid, back, ...none] = (await takings()).takings
    expect(none).toEqual([])
    expect(paid).toEqual({ ...before[0], attention: 1 })
    expect(back).toMatchObject({
      paid: 0,
      started: 0,
      success_rate: null,
      amount: "0",
      refunded: "90",
      net: "-90",
    })
    const days = (Date.parse(back!.bucket) - Date.parse(paid!.bucket)) / DAY
    expect(days).toBe(10)
    expect((await merchant.intent(reference)).refunded).toBe("90")
  })

  it("name what a person closed as given back another way, and as kept, and compare with the time before", async () => {
    merchant.configure({ refunds: "manual" })
    const late = async (money: "returned" | "kept") => {
      const { guest, reference } = await merchant.guestAtCheckout()
      await guest.changeQuantity(5)
      merchant.pay(reference)
      await merchant.advance(reference)
      const { intent_id, id: attention_id } = await merchant.oneItem(reference, "late_payment")
      const body = { attention_id, note: "By hand", money }
      const answer = await merchant.post(`/admin/paycollect/intents/${intent_id}/resolve`, body)
      expect(answer.data.intent).toMatchObject({ closed_as: money })
      return await merchant.intent(reference)
    }
    const returned = await late("returned")
    const kept = await late("kept")
    const amount = BigInt(returned.amount) + BigInt(kept.amount)
    const sums = {
      ...{ paid: 2, amount: amount.toString(), refunded: returned.amount, returned: returned.amount },
      ...{ kept: kept.amount, net: kept.amount },
    }
    expect((await takings({ period: "today" })).totals).toMatchObject([sums])
    const file: string = (await merchant.get(`${TAKINGS}/export?period=today`)).data
    const kinds = file
      .trim()
      .split("\r\n")
      .slice(1)
      .map((line) => line.split(",")[1])
    expect(kinds.sort()).toEqual([`"cash_refund"`, `"kept"`, `"late"`, `"late"`])

    // The list's file says so, too.
    const payments: string = (await merchant.get("/admin/paycollect/intents/export")).data
    const [heading, ...records] = payments.trim().split("\r\n")
    const column = heading!.split(",").indexOf(`"refunded"`)
    const gone = records.map((line) => line.replaceAll(/"[^"]*"/g, "").split(",")[column])
    expect(gone.sort()).toEqual(["0", returned.amount])

    merchant.later(DAY)
    const { totals, before } = await takings({ period: "today", compare: "true" })
    expect(totals).toEqual([])
    expect(before!.totals).toMatchObject([sums])
    expect((await takings({ period: "yesterday" })).totals).toMatchObject([sums])
    expect((await takings({ period: "today" })).before).toBeUndefined()
  })

  it("leave out money that is not what was asked for, and say that it needs attention", async () => {
    const { guest, reference } = await merchant.guestAtCheckout()
    await store.db.raw("update paycollect_intent set amount = '1' where merchant_reference = ?", [reference])
    merchant.pay(reference)
    await guest.comeBack(reference)
    expect(await merchant.intent(reference)).toMatchObject({ outcome: "discrepancy", paid_at: null })
    const { totals } = await takings()
    expect(totals).toMatchObject([{ started: 1, succeeded: 0, paid: 0, amount: "0", net: "0", attention: 1 }])
  })

  it("are a file for the accountant, whose columns add up to them", async () => {
    merchant.configure({ refunds: "manual" })
    const { guest, reference } = await buy("succeeded")
    await buy("failed")
    const { rows } = await store.db.raw("select id from payment")
    expect((await merchant.post(`/admin/payments/${rows[0].id}/refund`, { amount: 90 })).status).toBe(200)
    await store.db.raw("update order_address set first_name = '=HYPERLINK(1)', last_name = 'Nkeng, \"Ama\"'")
    const today = new Date().toISOString().slice(0, 10)
    const file = await merchant.get(`${TAKINGS}/export?days=2&time_zone=UTC`)
    expect(file.status).toBe(200)
    expect(file.headers["content-type"]).toBe("text/csv; charset=utf-8")
    expect(file.headers["content-disposition"]).toMatch(
      /^attachment; filename="paycollect-takings-[\d-]{21}\.csv"$/
    )
    const [header, line, refunded, ...rest] = (file.data as string).split("\r\n")
    expect(rest).toEqual([""])
    expect(
      header!
        .replace(/^\uFEFF/, "")
        .replaceAll('"', "")
        .split(",")
    ).toEqual([
      ...["date", "kind", "paid_on", "paid_at_utc", "environment", "payment_number", "merchant_reference"],
      ...["payment_ref", "order_number", "customer_name", "customer_email", "method", "currency"],
      ...["amount", "tax", "customer_fee", "refunded", "net", "kept"],
    ])
    const intent = await merchant.intent(reference)
    const order = await merchant.get(`/admin/orders/${(await guest.orders())[0]}`)
    const text = (cell: string) => `"${cell}"`
    const of = (kind: string, amounts: (string | null)[]) =>
      [
        ...[today, kind, today, intent.paid_at!.toISOString(), "test"].map(text),
        ...[formatPaymentNumber(intent.payment_number), reference, intent.payment_ref!].map(text),
        String(order.data.order.display_id),
        `"'=HYPERLINK(1) Nkeng, ""Ama"""`,
        ...["mireille@example.com", "mobile_money", "XAF"].map(text),
        ...amounts,
      ].join(",")
    expect(line).toBe(of("order", [intent.amount, intent.tax, "0", "0", intent.amount, "0"]))
    expect(intent.tax).toBe(String(Math.round(order.data.order.tax_total)))
    expect(refunded).toBe(of("refund", ["0", "", "0", "90", "-90", "0"]))

    const french = await merchant.get(`${TAKINGS}/export?days=2&time_zone=UTC&dialect=fr`)
    const [heading, came, back] = (french.data as string).split("\r\n")
    expect(heading).toMatch(
      /^\uFEFF?"Date";"Nature";"Payé le";.*"Montant";"dont taxes";.*"Net";"dont conservé"$/
    )
    expect(came).toContain(`;"'=HYPERLINK(1) Nkeng, ""Ama""";`)
    expect([came, back].map((record) => record!.split(";")[1])).toEqual([`"commande"`, `"remboursement"`])
    const accepted = { headers: { "accept-language": "fr-CM,fr;q=0.9" } }
    expect((await merchant.get(`${TAKINGS}/export?days=2&time_zone=UTC`, accepted)).data).toBe(french.data)

    // Next month nothing came, and what goes back of it is below zero: a number, not a formula.
    merchant.later(40 * DAY)
    expect((await merchant.post(`/admin/payments/${rows[0].id}/refund`, { amount: 10 })).status).toBe(200)
    const later = await merchant.get(`${TAKINGS}/export?days=7`)
    const [, only, ...none] = (later.data as string).split("\r\n")
    expect(none).toEqual([""])
    expect(only!.split(",").slice(-5)).toEqual(["", "0", "10", "-10", "0"])
    expect((await takings({ days: "7" })).totals).toMatchObject([{ paid: 0, refunded: "10", net: "-10" }])
  })

  it("refuse a question that makes no sense, by the name of what is wrong", async () => {
    for (const [query, field] of [
      ["from=2026-02-01&to=2026-01-31", "from"],
      ["from=2026-02-30", "from"],
      ["from=2026-01-01T00:00:00Z", "from"],
      ["from=2025-01-01&to=2026-01-02", "to"],
      ["to=9999-12-31", "to"],
      ["days=0", "days"],
      ["days=367", "days"],
      ["days=7&from=2026-01-01", "days"],
      ["days=7&period=today", "period"],
      ["period=last_year", "period"],
      ["time_zone=Mars/Olympus", "time_zone"],
      ["time_zone=%2B01:00", "time_zone"],
      [`time_zone=${"a".repeat(5_000)}`, "time_zone"],
      ["bucket=year", "bucket"],
      ["environment=both", "environment"],
      ["currency_code=francs", "currency_code"],
    ] as const) {
      for (const path of [TAKINGS, `${TAKINGS}/export`]) {
        const { status, data } = await merchant.get(`${path}?${query}`)
        expect([query, status, data.message]).toEqual([query, 400, expect.stringContaining(field)])
      }
    }
    expect((await store.api.get(TAKINGS)).status).toBe(401)
    expect(await takings({ days: "7", to: "2026-01-07" })).toMatchObject({ from: "2026-01-01", takings: [] })
    expect(
      (await merchant.get(`${TAKINGS}?from=2025-01-01&to=2026-01-01&time_zone=Africa/Douala`)).status
    ).toBe(200)
  })
}
