import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { notAllowed } from "../../src/payments/errors"
import lookAfter from "../../src/jobs/paycollect-due"
import tell from "../../src/jobs/paycollect-notify"
import { MINUTE, withMerchant } from "../http/support/merchant"
import { OrderDesk } from "../http/support/orders"
import { withStore } from "../http/support/store"

jest.setTimeout(120_000)

const SETTINGS = "/admin/paycollect/settings"
const CONNECTION = "/admin/paycollect/connection"

withStore({ options: { encryptionKey: "a".repeat(64) } }, (store) => {
  const merchant = withMerchant(store)
  const desk = new OrderDesk(store, merchant)
  beforeEach(async () => void (await merchant.paycollect().configuration.reload()))
  afterEach(() => jest.restoreAllMocks())

  const warnings = () => {
    const warned = jest.spyOn(store.container().resolve(ContainerRegistrationKeys.LOGGER), "warn")
    return () => warned.mock.calls.map(([line]) => String(line))
  }
  const healthIds = async () => {
    const { checks } = (await merchant.get("/admin/paycollect/health")).data.health
    return (checks as { id: string }[]).map(({ id }) => id)
  }
  const goLive = async () => {
    const { liveBaseUrl: base_url, liveSecretKey } = store.service
    const live = { secret_key: liveSecretKey, base_url }
    await desk.accepted(SETTINGS, { environment: "live", confirm_live: true, live })
  }

  describe("the encryption key is lost:", () => {
    const loseKeys = async () => {
      await desk.accepted(SETTINGS, {
        save_unchecked: true,
        test: { secret_key: store.service.testSecretKey },
      })
      await store.db.raw(
        "update paycollect_setting set sealed = 'v1.00000000.a.b.c' where sealed is not null"
      )
      await merchant.paycollect().configuration.reload()
    }

    it("payment links are shown without their addresses, and can be withdrawn", async () => {
      const order_id = await desk.byTelephone(2_000)
      const { id } = await desk.linkOf(order_id)
      jest.spyOn(merchant.paycollect().links, "tokenOf").mockRejectedValue(notAllowed("No key opens it."))
      const { data } = await merchant.get(`/admin/paycollect/links?order_id=${order_id}`)
      expect(data).toMatchObject({ links: [{ id, url: null, state: "payable" }] })
      expect(await desk.accepted(`/admin/paycollect/links/${id}/revoke`)).toMatchObject({
        link: { url: null, state: "revoked" },
      })
    })

    it("money that is known to have come becomes its order, and the follow-up is not called dead", async () => {
      const { guest, reference } = await merchant.guestAtCheckout()
      desk.silently(reference, "succeeded")
      const { verifier } = merchant.paycollect()
      expect(await verifier.verify(await merchant.intent(reference), { by: "job" })).toMatchObject({
        decision: { kind: "paid" },
      })
      await loseKeys()
      merchant.later(10 * MINUTE)
      await lookAfter(store.container())
      expect(await guest.orders()).toHaveLength(1)
      expect(await healthIds()).toEqual(
        expect.arrayContaining(["secrets_undecryptable", "reconcile_ok", "due_ok"])
      )
    })

    it("that nobody can pay is told like a refused key, and so is that it is over", async () => {
      await loseKeys()
      const lines = warnings()
      await tell(store.container())
      expect((await merchant.get(CONNECTION)).data.outage).toMatchObject({
        environment: "test",
        code: "not_configured",
      })
      merchant.later(MINUTE)
      await tell(store.container())
      await desk.accepted(SETTINGS, { test: { secret_key: store.service.testSecretKey } })
      merchant.later(MINUTE)
      await tell(store.container())
      expect((await merchant.get(CONNECTION)).data.outage).toBeNull()
      expect(lines().filter((line) => /can pay/.test(line))).toEqual([
        expect.stringMatching(/Nobody can pay since .*no encryption key opens them/),
        expect.stringContaining("Customers can pay again"),
      ])
    })
  })

  it("of a database that is away, a customer who may have paid reads a page; the log says it once, with what failed", async () => {
    const { reference } = await merchant.guestAtCheckout()
    const link = await desk.linkOf(await desk.byTelephone(2_000))
    const lines = warnings()
    await store.db.raw("alter table paycollect_intent rename to paycollect_gone")
    try {
      for (const path of [`/paycollect/return/${reference}`, new URL(link.url!).pathname]) {
        const { status, headers, data } = await store.api.get(path, { headers: { "accept-language": "fr" } })
        expect([status, headers["content-type"], headers["cache-control"], data]).toEqual([
          500,
          expect.stringContaining("text/html"),
          "no-store",
          expect.stringContaining("rien n’est perdu"),
        ])
      }
      expect(lines()).toEqual([expect.stringMatching(/a page could not be shown to a customer: .*42P01/)])
    } finally {
      await store.db.raw("alter table paycollect_gone rename to paycollect_intent")
    }
  })

  it("look-ups of any visitor, of a service that is down, are a line a minute", async () => {
    store.service.control.injectFault({
      operation: "list_payment_methods",
      kind: "status",
      status: 500,
      times: 99,
    })
    const lines = warnings()
    const guest = store.customer()
    for (let look = 0; look < 10; look++) {
      const { status } = await guest.send("get", "/store/paycollect/payment-methods?country_code=SN")
      expect(status).toBe(503)
    }
    expect(lines()).toEqual([expect.stringContaining("list_payment_methods")])
  })

  it("test payments whose address fails hold back no live payment, and say nothing of the live connection", async () => {
    const tried = await Promise.all(Array.from({ length: 6 }, async () => await merchant.guestAtCheckout()))
    await goLive()
    const { guest, reference } = await merchant.guestAtCheckout()
    store.service.control.injectFault({ operation: "verify_payment", kind: "status", status: 503, times: 5 })
    store.service.control.clearRequests()
    for (const test of tried) await merchant.advance(test.reference)
    // What fails all the time is left alone for a moment there, too.
    expect(store.calls("verify_payment")).toHaveLength(5)
    const ids = await healthIds()
    expect(ids).toEqual(expect.arrayContaining(["breaker_ok", "connection_ok"]))
    desk.silently(reference, "succeeded")
    await merchant.advance(reference)
    expect(await guest.orders()).toHaveLength(1)
  })

  it("a pause that the service asks of test payments holds back no live payment, and is kept for them", async () => {
    const [first, second] = [await merchant.guestAtCheckout(), await merchant.guestAtCheckout()]
    await goLive()
    const { guest, reference } = await merchant.guestAtCheckout()
    const fault = { operation: "verify_payment", kind: "rate_limit", retryAfter: 60, times: 1 } as const
    store.service.control.injectFault(fault)
    store.service.control.clearRequests()
    // The test before has left the breaker open.
    merchant.later(MINUTE)
    await merchant.advance(first.reference)
    await merchant.advance(second.reference)
    expect(store.calls("verify_payment")).toHaveLength(1)
    expect(await healthIds()).toContain("rate_limit_ok")
    desk.silently(reference, "succeeded")
    await merchant.advance(reference)
    expect(await guest.orders()).toHaveLength(1)
  })

  it("who mends an address is not refused for the failures of the old one", async () => {
    for (let failure = 0; failure < 5; failure++)
      merchant
        .paycollect()
        .budget.observe("standard", { operation: "list_customers", outcome: "unavailable" })
    for (let failure = 0; failure < 5; failure++)
      merchant
        .paycollect()
        .budget.observe("standard", { operation: "verify_payment", outcome: "unavailable" })
    const { baseUrl: base_url, testSecretKey: secret_key } = store.service
    expect(await desk.accepted(SETTINGS, { test: { base_url, secret_key } })).toMatchObject({
      check: { ok: true },
    })
  })
})
