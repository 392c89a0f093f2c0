import { DAY, HOUR, MINUTE, withMerchant } from "../support/merchant"
import { type Suite } from "../support/suites"
import {
  type AdminPayCollectTakingsResponse,
  type AdminPayCollectTodayResponse,
} from "../../../src/types/http"

export const today: Suite = (store) => {
  const merchant = withMerchant(store)
  const today = async (query = ""): Promise<AdminPayCollectTodayResponse> =>
    (await merchant.get(`/admin/paycollect/today${query}`)).data
  const started = async () => (await merchant.guestAtCheckout()).reference
  async function paid() {
    const reference = await started()
    merchant.pay(reference)
    await merchant.advance(reference)
    return reference
  }
  /** As if all that happened until now had happened so long ago. */
  async function happenedBefore(ms: number) {
    const moments = ["created_at", "paid_at", "failed_at", "verified_at"]
    await store.db.raw(
      `update paycollect_intent set ${moments.map((name) => `${name} = ${name} - interval '${ms} milliseconds'`).join(", ")}`
    )
    await store.db.raw(`update paycollect_entry set created_at = created_at - interval '${ms} milliseconds'`)
  }
  /** From the start of the day on, an hour in which nothing of a test crosses midnight. */
  const noon = () => {
    const sinceMidnight = Date.now() % DAY
    merchant.later(((DAY + 12 * HOUR - sinceMidnight) % DAY) + DAY)
  }

  it("is what takings say of the day, against the same weekday last week until the same time", async () => {
    expect(await today()).toMatchObject({ currencies: [], attention: 0, environments: ["test"] })
    noon()
    await paid()
    await happenedBefore(7 * DAY + HOUR)
    const before = await today()
    expect(before.currencies).toMatchObject([{ paid: 0, amount: "0", last_week: { paid: 1 } }])

    // By this time last week it had not come yet.
    await happenedBefore(-2 * HOUR)
    expect((await today()).currencies).toEqual([])

    merchant.configure({ refunds: "manual" })
    await paid()
    await paid()
    await started()
    const { rows } = await store.db.raw("select id from payment order by created_at desc limit 1")
    expect((await merchant.post(`/admin/payments/${rows[0].id}/refund`, { amount: 90 })).status).toBe(200)
    const answer = await today()
    const takings: AdminPayCollectTakingsResponse = (await merchant.get("/admin/paycollect/takings?days=1"))
      .data
    const [{ paid: many, amount, refunded, waiting }] = takings.totals as [(typeof takings.totals)[0]]
    expect(answer).toMatchObject({ day: takings.to, time_zone: "UTC", environment: "test", attention: 1 })
    expect(answer.currencies).toEqual([
      {
        currency_code: "xaf",
        paid: 2,
        amount,
        refunded: "90",
        waiting: 1,
        last_week: { paid: 0, amount: "0" },
      },
    ])
    expect({ many, refunded, waiting }).toEqual({ many: 2, refunded: "90", waiting: 1 })
    expect(BigInt(amount)).toBeGreaterThan(0n)
  })

  const listed = async (statuses: string, created: Record<string, string>): Promise<number> => {
    const asked = new URLSearchParams(statuses.split(" ").map((status) => ["status[]", status]))
    for (const [edge, at] of Object.entries(created)) asked.set(`created_at[${edge}]`, at)
    return (await merchant.get(`/admin/paycollect/intents?${asked.toString()}`)).data.count
  }

  it("says what failed and how, and who paid after all", async () => {
    noon()
    for (const fate of ["failed", "failed", "canceled"] as const) {
      const reference = await started()
      store.service.control.moveState(reference, fate)
      await merchant.advance(reference)
    }
    const again = await merchant.guestAtCheckout()
    store.service.control.moveState(again.reference, "failed")
    await merchant.advance(again.reference)
    const { merchant_reference } = await again.guest.startPayment()
    merchant.pay(merchant_reference)
    await merchant.advance(merchant_reference)
    const refused = store.customer()
    await refused.fillCart()
    store.service.control.injectFault({ operation: "create_payment_intent", kind: "status", status: 400 })
    expect((await refused.tryToPay()).status).not.toBe(200)
    const { currencies, failed, begins_at } = await today()
    expect(currencies).toMatchObject([{ paid: 1 }])
    expect(failed).toEqual({ declined: 3, canceled: 1, expired: 0, not_started: 1, paid_after: 1 })
    // As the page leads to them.
    expect(await listed("failed canceled rejected", { $gte: begins_at })).toBe(5)
    expect(await listed("requires_action", { $gte: begins_at })).toBe(0)

    // Nobody pays it for a day.
    await started()
    await happenedBefore(DAY + MINUTE)
    const after = await today()
    expect(after.failed).toEqual({ declined: 0, canceled: 0, expired: 1, not_started: 0, paid_after: 0 })
    expect(await listed("failed canceled rejected", { $gte: after.begins_at })).toBe(0)
    const [$gte, $lte] = [after.begins_at, after.until].map((at) =>
      new Date(Date.parse(at) - DAY).toISOString()
    )
    expect(await listed("requires_action", { $gte: $gte!, $lte: $lte! })).toBe(1)
  })

  it("counts what was begun before midnight among what may still be paid, and open items of its own environment", async () => {
    noon()
    const reference = await started()
    await happenedBefore(13 * HOUR)
    const { currencies, begins_at, until } = await today()
    const { created_at, id } = await merchant.intent(reference)
    expect(new Date(created_at).toISOString() < begins_at).toBe(true)
    expect(currencies).toMatchObject([{ currency_code: "xaf", paid: 0, waiting: 1 }])
    const dayBefore = new Date(Date.parse(until) - DAY).toISOString()
    expect(await listed("requires_action", { $gte: dayBefore })).toBe(1)

    const { attention } = merchant.paycollect()
    await attention.open({ intent_id: id, reason: "unexpected_fee" })
    expect((await today()).attention).toBe(1)
    await store.db.raw("update paycollect_intent set environment = 'live' where id = ?", [id])
    expect(await today()).toMatchObject({ attention: 0, currencies: [] })
  })

  it("begins when the day begins there, and refuses a time zone that there is not", async () => {
    const { begins_at, day } = await today("?time_zone=Africa/Douala")
    expect(begins_at).toBe(new Date(Date.parse(`${day}T00:00:00+01:00`)).toISOString())
    expect(await merchant.get("/admin/paycollect/today?time_zone=Mars/Olympus")).toMatchObject({
      status: 400,
      data: { message: expect.stringContaining("time_zone") },
    })
  })
}
