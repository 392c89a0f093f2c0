import { Modules } from "@medusajs/framework/utils"
import { DUE_JOB, takeOffSchedule } from "../../http/support/jobs"
import { DAY, HOUR, MINUTE, withMerchant } from "../../http/support/merchant"
import { type Suite } from "../../http/support/suites"

export const dueRun: Suite = (store) => {
  const merchant = withMerchant(store)
  const asked = () => store.calls("verify_payment").length

  it("makes the order by itself, browser closed and webhooks off, and only looks back at it later", async () => {
    const { guest, reference } = await merchant.guestAtCheckout()
    merchant.pay(reference)
    expect(await merchant.reconcile()).toMatchObject({ checked: 0 })
    merchant.later(MINUTE)
    await store.container().resolve(Modules.WORKFLOW_ENGINE).run(DUE_JOB)
    expect(takeOffSchedule(DUE_JOB)).toMatchObject({ cron: "* * * * *" })
    expect(await guest.orders()).toHaveLength(1)
    const { data } = await merchant.get("/admin/paycollect/health")
    expect(data.health.reconcile.last_run).toMatchObject({
      checked: 1,
      outcomes: { succeeded: 1 },
      more: false,
    })
    expect(data.health.needs_attention_count).toBe(0)
    expect(JSON.stringify(data)).not.toMatch(/sk_test|whsec|postgres/)

    merchant.later(7 * DAY)
    // Off the schedule; what goes back after it came is another question.
    expect(await merchant.reconcile()).toMatchObject({ checked: 0 })
    expect(asked()).toBe(2)
  })

  it("finds out what became of a payment whose creation nobody answered (U-03)", async () => {
    const guest = store.customer()
    await guest.fillCart()
    const { injectFault, intents } = store.service.control
    injectFault({ operation: "create_payment_intent", kind: "drop_after_processing", times: 5 })
    injectFault({ operation: "verify_payment", kind: "status", status: 500, times: 5 })
    expect((await guest.tryToPay()).status).toBeGreaterThanOrEqual(400)
    const reference = `${guest.cartId}-1`
    expect(await merchant.intent(reference)).toMatchObject({ status: "unknown" })
    store.service.control.clearFaults()
    merchant.pay(reference)
    merchant.later(31_000)
    expect(await merchant.reconcile()).toMatchObject({ checked: 1, outcomes: { succeeded: 1 } })
    expect(await guest.orders()).toHaveLength(1)
    expect(intents().map(({ merchant_reference }) => merchant_reference)).toEqual([reference])
  })

  describe("while the service answers nothing about money that came, from an hour later on", () => {
    const silent = { operation: "verify_payment", kind: "status", status: 503, times: 200 } as const
    const days = async (count: number) => {
      for (let day = 0; day < count; day++) {
        merchant.later(DAY)
        await merchant.reconcile()
      }
    }
    afterEach(() => jest.restoreAllMocks())

    it("no order is made of it; after a week it is a person's, and an order's once the service speaks again", async () => {
      const { guest, reference } = await merchant.guestAtCheckout()
      merchant.pay(reference)
      const { verifier } = merchant.paycollect()
      expect((await verifier.verify(await merchant.intent(reference), { by: "job" })).decision.kind).toBe(
        "paid"
      )
      store.service.control.injectFault(silent)
      await days(7)
      expect([await merchant.items(reference), await guest.orders()]).toEqual([[], []])
      await days(1)
      const item = await merchant.oneItem(reference, "paid_without_order")
      expect(await guest.orders()).toEqual([])
      store.service.control.clearFaults()
      merchant.later(HOUR)
      await merchant.post(`/admin/paycollect/intents/${item.intent_id}/verify`)
      expect(await guest.orders()).toHaveLength(1)
      expect(await merchant.items(reference)).toMatchObject([{ status: "resolved" }])
    })

    it("what Medusa has captured before its server died is written down, and never a person's", async () => {
      const { guest, reference } = await merchant.guestAtCheckout()
      merchant.pay(reference)
      const { ledger } = merchant.paycollect()
      jest.spyOn(ledger, "applied").mockRejectedValueOnce(new Error("killed"))
      await guest.comeBack(reference)
      expect(await merchant.intent(reference)).toMatchObject({ outcome: "paid", applied_at: null })
      store.service.control.injectFault(silent)
      await days(8)
      expect(await merchant.items(reference)).toEqual([])
      const [order] = await guest.orders()
      expect(await merchant.intent(reference)).toMatchObject({ order_id: order, next_step_at: null })
    })
  })

  it("climbs the schedule: 1, 2, 5, 10, 20, 40 minutes, 2, 6, 24 hours, then daily until a week", async () => {
    const { reference } = await merchant.guestAtCheckout()
    const started = new Date((await merchant.intent(reference)).created_at).getTime()
    const ages: number[] = []
    for (;;) {
      const { next_step_at } = await merchant.intent(reference)
      if (!next_step_at) break
      ages.push(Math.round((new Date(next_step_at).getTime() - started) / MINUTE))
      merchant.later(new Date(next_step_at).getTime() - merchant.paycollect().clock.now())
      await merchant.reconcile()
    }
    const daily = [1, 2, 3, 4, 5, 6, 7].map((day) => day * 24 * 60)
    expect(ages).toEqual([1, 2, 5, 10, 20, 40, 120, 360, ...daily])
    expect(asked()).toBe(ages.length)
  })

  it("looks for a late success after a decline", async () => {
    const { guest, reference } = await merchant.guestAtCheckout()
    store.service.control.moveState(reference, "failed")
    await guest.comeBack(reference)
    store.service.control.moveState(reference, "succeeded", { force: true })
    merchant.later(2 * HOUR)
    expect(await merchant.reconcile()).toMatchObject({ outcomes: { succeeded: 1 } })
    expect(await guest.orders()).toHaveLength(1)
  })

  it("hands each row to one of several runs, and a broken one does not stop the others", async () => {
    const carts = []
    for (let count = 0; count < 3; count++) carts.push(await merchant.guestAtCheckout({ quantity: 1 }))
    for (const { reference } of carts) merchant.pay(reference)
    await store.db.raw("update paycollect_intent set currency_code = 'zzz' where merchant_reference = ?", [
      carts[0]!.reference,
    ])
    merchant.later(MINUTE)
    const runs = await Promise.all([merchant.reconcile(), merchant.reconcile(), merchant.reconcile()])
    expect(runs.reduce((sum, run) => sum + run.checked, 0)).toBe(3)
    expect(asked()).toBe(3)
    const orders = await Promise.all(carts.map(({ guest }) => guest.orders()))
    expect(orders.map((made) => made.length)).toEqual([0, 1, 1])
    expect(await merchant.items(carts[0]!.reference)).toMatchObject([{ reason: "currency_discrepancy" }])
  })

  it("makes one verify and one order of 100 advances at once", async () => {
    const { guest, reference } = await merchant.guestAtCheckout()
    merchant.pay(reference)
    const results = await Promise.all(Array.from({ length: 100 }, () => merchant.advance(reference)))
    expect(asked()).toBe(1)
    // Whoever waited longer than 10 s for the first of them, on a busy machine, was told to wait.
    const answers = new Set(results.map(({ status }) => status).filter((status) => status !== "waiting"))
    expect(answers).toEqual(new Set(["succeeded"]))
    expect(await guest.orders()).toHaveLength(1)
    expect(await merchant.history(reference)).toEqual(["created", "opened", "verified", "applied"])
  })

  it("takes applied and released rows off the schedule, whoever put them there", async () => {
    const { guest, reference } = await merchant.guestAtCheckout()
    merchant.pay(reference)
    await guest.comeBack(reference)
    await store.db.raw("update paycollect_intent set next_step_at = created_at")
    expect(await merchant.reconcile()).toMatchObject({ checked: 1, outcomes: { succeeded: 1 } })
    expect(await merchant.intent(reference)).toMatchObject({ next_step_at: null })
    expect(asked()).toBe(1)
  })
}
