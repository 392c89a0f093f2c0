import { Modules, PaymentEvents } from "@medusajs/framework/utils"
import runJob from "../../../src/jobs/paycollect-notify"
import { type AdminPayCollectLink } from "../../../src/types/http"
import { type PayCollectEventName } from "../../../src/types/events"
import { failAfterCapture, soon } from "../../http/support/core"
import { type Customer, MOBILE_MONEY } from "../../http/support/customer"
import { withHeard } from "../../http/support/events"
import { withMails } from "../../http/support/mails"
import { HOUR, MINUTE, withMerchant } from "../../http/support/merchant"
import { OrderDesk } from "../../http/support/orders"
import { BACKEND_URL } from "../../http/support/store"
import { type Suite } from "../../http/support/suites"

const OURS = [
  ...["started", "applied", "failed", "refunded", "reversed"].map((word) => `paycollect.intent.${word}`),
  ...["opened", "closed"].map((word) => `paycollect.attention.${word}`),
  ...["created", "paid", "sent", "revoked"].map((word) => `paycollect.link.${word}`),
  ...["lost", "restored"].map((word) => `paycollect.connection.${word}`),
] as PayCollectEventName[]

/** What a subscriber in a store's own code hears: of Medusa's captures, and of ours. */
export const events: Suite = (store) => {
  const merchant = withMerchant(store)
  const desk = new OrderDesk(store, merchant)
  const { job, anotherProcess, noMoreToday } = withMails(store, merchant)
  const heard = withHeard(store, [PaymentEvents.CAPTURED, ...OURS])
  afterEach(() => failAfterCapture(0))
  const told = (name: string) => heard.filter((event) => event.name === name).map(({ data }) => data)
  const captures = () => told(PaymentEvents.CAPTURED).map(({ id }) => id as string)

  const accepted = async (path: string, body?: unknown) => {
    const { status, data } = await merchant.post(path, body)
    if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(data)}`)
    return data
  }
  const paymentsOf = async (reference: string) =>
    (
      await store.db.raw("select id from payment where data->>'merchant_reference' = ? order by created_at", [
        reference,
      ])
    ).rows.map(({ id }: { id: string }) => id) as string[]
  const bought = async () => {
    const { guest, reference } = await merchant.guestAtCheckout()
    merchant.pay(reference)
    await guest.comeBack(reference)
    const [orderId] = await guest.orders()
    return { guest, reference, orderId: orderId! }
  }
  /** The job of another process, once core had its moment; our own would have told by then. */
  const aMomentLater = async () => {
    merchant.later(6_000)
    await merchant.reconcile()
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  const linkOf = async (order_id: string) =>
    (await accepted("/admin/paycollect/links", { order_id, convert_draft: true })).link as AdminPayCollectLink
  const payBy = async ({ url }: AdminPayCollectLink) => {
    const answer = await store.api.post(
      url!.replace(BACKEND_URL, ""),
      new URLSearchParams({ provider_id: MOBILE_MONEY })
    )
    const id = /\/checkout\/(pi_\w+)/.exec(answer.headers.location)?.[1]
    const intents = store.service.control.intents()
    const reference = intents.find((each) => each.id === id)!.merchant_reference!
    merchant.pay(reference)
    await store.api.get(`/paycollect/return/${reference}`)
    return reference
  }

  describe("payment.captured", () => {
    it("is not sent by core's completion of a cart (medusa#16727): by us, once, with Medusa's payment, when the order is there", async () => {
      const { reference } = await bought()
      await new Promise((resolve) => setTimeout(resolve, 300))
      expect(captures()).toEqual([])
      await aMomentLater()
      expect(captures()).toEqual(await paymentsOf(reference))
      await aMomentLater()
      expect(captures()).toHaveLength(1)
    })

    it("comes by itself 5 s after the money was applied, where the process lives, and no job repeats it", async () => {
      const { reference } = await bought()
      await soon(() => captures().length > 0)
      expect(captures()).toEqual(await paymentsOf(reference))
      await aMomentLater()
      expect(captures()).toHaveLength(1)
    })

    it("is core's own for a payment by link, an assigned and a placed one, once each", async () => {
      const byLink = await payBy(await linkOf(await desk.draft(1_500)))

      const { reference: late } = await desk.lateMoney()
      const { id, amount } = await merchant.intent(late)
      const orderId = await desk.byTelephone(Number(amount))
      await accepted(`/admin/paycollect/intents/${id}/assign`, { order_id: orderId })

      merchant.configure({ pendingOrders: "place" })
      const placed = await merchant.guestAtCheckout()
      store.service.control.moveState(placed.reference, "processing", { webhook: false })
      merchant.later(MINUTE)
      expect((await placed.guest.complete()).data.type).toBe("order")
      merchant.pay(placed.reference)
      await merchant.advance(placed.reference)

      await soon(() => captures().length >= 3)
      const payments = await Promise.all([byLink, late, placed.reference].map(paymentsOf))
      await aMomentLater()
      expect([...captures()].sort()).toEqual(payments.flat().sort())
    })

    it("is core's own also where a bus keeps it for longer than ours would wait", async () => {
      const bus = store.container().resolve(Modules.EVENT_BUS)
      const kept: (() => Promise<void>)[] = []
      const release = bus.releaseGroupedEvents.bind(bus)
      const keeping = jest.spyOn(bus, "releaseGroupedEvents").mockImplementation((group) => {
        kept.push(() => release(group))
        return Promise.resolve()
      })
      const reference = await payBy(await linkOf(await desk.draft(1_500)))
      keeping.mockRestore()
      expect((await merchant.intent(reference)).applied_at).not.toBeNull()
      await aMomentLater()
      expect(captures()).toEqual([])
      for (const tell of kept) await tell()
      await soon(() => captures().length > 0)
      await aMomentLater()
      expect(captures()).toEqual(await paymentsOf(reference))
    })

    it("is never sent for money that core took back, and once for what it pays then", async () => {
      const { guest, reference } = await merchant.guestAtCheckout()
      merchant.pay(reference)
      failAfterCapture(1)
      await guest.complete()
      expect(await merchant.history(reference)).toContain("voided_by_core")
      await aMomentLater()
      const standing = await paymentsOf(reference)
      expect(await guest.orders()).toHaveLength(1)
      await aMomentLater()
      expect(captures()).toEqual([standing.at(-1)])
    })

    it("is left to core with service.capturedEvent off, later too", async () => {
      const { options } = await merchant.paycollect().configuration.current()
      merchant.configure({ service: { ...options.service, capturedEvent: "off" } })
      await bought()
      await aMomentLater()
      merchant.configure({ service: { ...options.service, capturedEvent: "auto" } })
      await aMomentLater()
      expect(captures()).toEqual([])
    })
  })

  describe("the plugin's own events", () => {
    it("tell of a payment from its start to its order, each once", async () => {
      const { reference, orderId } = await bought()
      await merchant.advance(reference)
      await soon(() => told("paycollect.intent.applied").length > 0)
      const { id } = await merchant.intent(reference)
      expect(told("paycollect.intent.started")).toMatchObject([{ id, merchant_reference: reference }])
      expect(told("paycollect.intent.applied")).toMatchObject([{ id, order_id: orderId }])
      expect(told("paycollect.attention.closed")).toEqual([])
    })

    it("tell once that money was applied, where a process stood still before it wrote that down", async () => {
      const { guest, reference } = await merchant.guestAtCheckout()
      merchant.pay(reference)
      const { ledger } = merchant.paycollect()
      const applied = ledger.applied.bind(ledger)
      const late = jest.spyOn(ledger, "applied").mockImplementationOnce(async (...written) => {
        merchant.later(100_000)
        expect(await merchant.advance(reference)).toMatchObject({ status: "succeeded" })
        return await applied(...written)
      })
      expect((await guest.comeBack(reference)).headers.location).toContain("paycollect_status=success")
      late.mockRestore()
      await aMomentLater()
      expect(told("paycollect.intent.applied")).toHaveLength(1)
      expect(await merchant.history(reference)).toEqual(["created", "opened", "verified", "applied"])
    })

    it("tell of a payment that failed, once however often it is asked about", async () => {
      const { reference } = await merchant.guestAtCheckout()
      desk.silently(reference, "failed")
      await merchant.advance(reference)
      await soon(() => told("paycollect.intent.failed").length > 0)
      merchant.later(HOUR)
      await merchant.advance(reference)
      await merchant.reconcile()
      const { id, outcome_reason } = await merchant.intent(reference)
      const about = { id, merchant_reference: reference, order_id: null, reason: outcome_reason }
      expect(told("paycollect.intent.failed")).toMatchObject([about])
      expect(told("paycollect.intent.applied")).toEqual([])
    })

    it("tell it once where the page that waits and the return hear of it side by side", async () => {
      const { guest, reference } = await merchant.guestAtCheckout()
      desk.silently(reference, "failed")
      store.service.control.injectFault({ operation: "verify_payment", kind: "delay", delayMs: 300 })
      await Promise.all([guest.comeBack(reference), guest.status(), merchant.advance(reference)])
      await aMomentLater()
      const { id } = await merchant.intent(reference)
      expect(told("paycollect.intent.failed")).toMatchObject([{ id, reason: "failed" }])
    })

    it.each<[string, (guest: Customer) => Promise<unknown>]>([
      ["the start of another attempt", (guest) => guest.startPayment()],
      ["the completion of the cart", (guest) => guest.complete()],
    ])("tell it once where %s is the first to hear of it", async (_, hears) => {
      const { guest, reference } = await merchant.guestAtCheckout()
      desk.silently(reference, "failed")
      merchant.later(MINUTE)
      await hears(guest)
      await soon(() => told("paycollect.intent.failed").length > 0)
      merchant.later(HOUR)
      await merchant.advance(reference)
      await merchant.reconcile()
      const { id } = await merchant.intent(reference)
      expect(told("paycollect.intent.failed")).toMatchObject([{ id, reason: "failed" }])
    })

    it("tell that nobody can pay, and that it is over, each once whatever processes look", async () => {
      await noMoreToday()
      const all = () => Promise.all([job(), runJob(anotherProcess())])
      for (const operation of ["create_payment_intent", "list_customers"] as const)
        store.service.control.injectFault({ operation, kind: "status", status: 401, times: 99 })
      await merchant.guestAtCheckout().catch(() => undefined)
      for (let minutes = 0; minutes < 3; minutes++, merchant.later(MINUTE)) await all()
      await soon(() => told("paycollect.connection.lost").length > 0)
      const about = { environment: "test", code: "invalid_key", since: expect.any(String) }
      expect(told("paycollect.connection.lost")).toEqual([about])
      expect(told("paycollect.connection.restored")).toEqual([])

      store.service.control.clearFaults()
      for (let minutes = 0; minutes < 3; minutes++, merchant.later(MINUTE)) await all()
      await soon(() => told("paycollect.connection.restored").length > 0)
      expect(told("paycollect.connection.restored")).toEqual(told("paycollect.connection.lost"))
      expect(told("paycollect.connection.lost")).toHaveLength(1)
    })

    it("tell of an item that a refund closes, and of the refund", async () => {
      merchant.configure({ refunds: "api" })
      const { reference } = await desk.lateMoney()
      const [item] = await merchant.items(reference)
      const refund = await merchant.post(`/admin/paycollect/intents/${item!.intent_id}/refund`, {
        reason: "requested_by_customer",
      })
      expect(refund.status).toBe(200)
      await soon(() => told("paycollect.attention.closed").length > 0)
      const { came } = await merchant.intent(reference)
      const about = { attention_id: item!.id, reason: "late_payment", category: "money" }
      expect(told("paycollect.attention.opened")).toMatchObject([about])
      expect(told("paycollect.intent.refunded")).toMatchObject([
        { id: item!.intent_id, amount: came, refund_id: expect.any(String) },
      ])
      expect(told("paycollect.attention.closed")).toMatchObject([{ ...about, resolved_by: "paycollect" }])
    })

    it("tell who closed an item, and that an order closed one", async () => {
      const resolved = await desk.lateMoney()
      const [first] = await merchant.items(resolved.reference)
      expect((await merchant.resolve(first!, "Sent back by hand")).status).toBe(200)

      const late = await desk.lateMoney()
      const [second] = await merchant.items(late.reference)
      const { id, amount } = await merchant.intent(late.reference)
      const orderId = await desk.byTelephone(Number(amount))
      await accepted(`/admin/paycollect/intents/${id}/assign`, { order_id: orderId })

      await soon(() => told("paycollect.attention.closed").length > 1)
      expect(told("paycollect.attention.closed")).toMatchObject([
        { attention_id: first!.id, resolved_by: expect.stringMatching(/^user_/) },
        { attention_id: second!.id, resolved_by: "paycollect", order_id: orderId },
      ])
    })

    it("tell that money went back without the store, and close what the item took the place of", async () => {
      const { reference } = await desk.lateMoney()
      const [item] = await merchant.items(reference)
      store.service.control.moveState(reference, "canceled", { webhook: false, force: true })
      merchant.later(90 * MINUTE)
      await merchant.post(`/admin/paycollect/intents/${item!.intent_id}/verify`)
      await soon(() => told("paycollect.attention.closed").length > 0)
      expect(told("paycollect.intent.reversed")).toMatchObject([{ id: item!.intent_id }])
      expect(told("paycollect.attention.closed")).toMatchObject([{ attention_id: item!.id }])
    })

    it("tell of a link that is made, sent and withdrawn, without its address, each once", async () => {
      const orderId = await desk.draft(1_500)
      const link = await linkOf(orderId)
      await linkOf(orderId)
      await accepted(`/admin/paycollect/links/${link.id}/mail`)
      for (let times = 0; times < 2; times++) {
        await accepted(`/admin/paycollect/links/${link.id}/revoke`)
        await accepted(`/admin/paycollect/links/${link.id}/revoke`)
      }
      await soon(() => told("paycollect.link.revoked").length > 0)
      const about = { id: link.id, order_id: orderId, cart_id: null }
      expect(told("paycollect.link.created")).toEqual([{ ...about, expires_at: expect.any(String) }])
      expect(told("paycollect.link.sent")).toEqual([about])
      expect(told("paycollect.link.revoked")).toEqual([about])
    })
  })
}
