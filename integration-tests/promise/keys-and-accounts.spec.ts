import { createHmac, randomBytes } from "node:crypto"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { moduleOn } from "../modules/support/instance"
import { HOUR, MINUTE, withMerchant } from "../http/support/merchant"
import { OrderDesk } from "../http/support/orders"
import { startElsewhere } from "../http/support/orphans"
import { BACKEND_URL, withStore } from "../http/support/store"

jest.setTimeout(120_000)

const [OLD, NEW] = [randomBytes(32).toString("base64"), randomBytes(32).toString("base64")]
const SETTINGS = "/admin/paycollect/settings"
const SECRET = "whsec_that_the_dashboard_keeps"
/** How much later it is at the service. */
let ahead = 0
const sandbox = { rateLimits: { standard: 60, creation: 20 }, now: () => Date.now() + ahead }

withStore({ options: { encryptionKey: `${OLD},${NEW}` }, sandbox }, (store) => {
  const merchant = withMerchant(store)
  const desk = new OrderDesk(store, merchant)
  beforeEach(async () => {
    ahead = 0
    await merchant.paycollect().configuration.reload()
  })

  const later = (ms: number) => {
    ahead += ms
    merchant.later(ms)
  }
  const tell = async (reference: string) => {
    const body = JSON.stringify({ data: { metadata: { merchant_reference: reference } } })
    const signature = `sha256=${createHmac("sha256", SECRET).update(body).digest("hex")}`
    const headers = { "content-type": "application/json", "x-service-signature": signature }
    return (await store.api.post("/hooks/paycollect", body, { headers })).status
  }
  const save = async (test: object) => expect((await merchant.post(SETTINGS, { test })).status).toBe(200)
  const isOneOrder = async (reference: string, orders: string[]) => {
    expect(orders).toHaveLength(1)
    const { amount } = await merchant.intent(reference)
    expect(await store.moneyOf(orders[0]!)).toMatchObject({ captured: amount, total: amount })
    expect(await merchant.items(reference)).toEqual([])
  }

  it("the encryption key is rotated step by step while customers pay", async () => {
    await save({ secret_key: store.service.testSecretKey, webhook_secret: SECRET })
    const { guest, reference } = await merchant.guestAtCheckout()
    const link = await desk.linkOf(await desk.byTelephone(2_000))
    const knex = store.container().resolve(ContainerRegistrationKeys.PG_CONNECTION)
    const bootedWith = (encryptionKey: string) =>
      moduleOn(knex as never, {
        test: { baseUrl: store.service.baseUrl },
        backendUrl: BACKEND_URL,
        encryptionKey,
      })
    const sealed = async (): Promise<string[]> =>
      (await store.db.raw("select sealed from paycollect_setting where sealed is not null")).rows.map(
        (row: { sealed: string }) => row.sealed
      )

    // Step 2: an instance that has the new key first; this one still has the old one in front.
    const before = await sealed()
    expect(await bootedWith(`${NEW},${OLD}`).configuration.renewSeals()).toBeGreaterThan(1)
    const after = await sealed()
    expect([after.length, after.filter((secret) => before.includes(secret))]).toEqual([before.length, []])
    await merchant.paycollect().configuration.reload()
    merchant.pay(reference)
    expect(await tell(reference)).toBe(200)
    await isOneOrder(reference, await guest.orders())
    const next = await desk.bought()
    await isOneOrder(next.reference, await next.guest.orders())

    // Step 3: the old key is gone.
    const last = bootedWith(NEW)
    const { options, problems } = await last.configuration.current()
    expect([options.test.secretKey, options.test.webhookSecret, problems]).toEqual([
      store.service.testSecretKey,
      [SECRET],
      [],
    ])
    expect(link.url).toContain(await last.links.tokenOf(link.id))
    const { id } = await merchant.intent(reference)
    const receipt = await last.returnProofs.receipt(id)
    expect([receipt, receipt]).toEqual([
      await merchant.paycollect().returnProofs.receipt(id),
      expect.any(String),
    ])
  })

  it("a key that the service takes no more: what is under way waits, and becomes its order with the next key", async () => {
    const { guest, reference } = await merchant.guestAtCheckout()
    merchant.pay(reference)
    for (const operation of ["create_payment_intent", "verify_payment"] as const)
      store.service.control.injectFault({ operation, kind: "status", status: 401, times: 99 })
    later(MINUTE)
    await merchant.reconcile()
    const refused = store.customer()
    await refused.fillCart()
    expect((await refused.tryToPay()).data).toMatchObject({ code: "paycollect_not_set_up" })
    expect([await guest.orders(), await merchant.items(reference)]).toEqual([[], []])

    store.service.control.clearFaults()
    await save({ secret_key: store.service.testSecretKey })
    later(HOUR)
    await merchant.reconcile()
    await isOneOrder(reference, await guest.orders())
    await refused.startPayment()
  })

  it("another store under the same account that uses up its minute keeps nobody's money, and is none of ours", async () => {
    const { guest, reference } = await merchant.guestAtCheckout()
    merchant.pay(reference)
    const theirs = await startElsewhere(store, "cart_01OFANOTHERSTORE-1", { shop_id: "shop_of_another" })
    const headers = { authorization: `Bearer ${store.service.testSecretKey}` }
    const look = async () => (await fetch(`${store.service.baseUrl}/customers`, { headers })).status
    expect(await Promise.all(Array.from({ length: 61 }, look))).toContain(429)
    const starts = Array.from({ length: 20 }, (_, n) => startElsewhere(store, `cart_01OFANOTHERSTORE${n}-1`))
    expect((await Promise.allSettled(starts)).map(({ status }) => status)).toContain("rejected")

    const refused = store.customer()
    await refused.fillCart()
    const answer = await refused.tryToPay()
    expect([answer.status, answer.data.code]).toEqual([429, "paycollect_too_fast"])
    expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0)
    const { rows } = await store.db.raw("select status, outcome from paycollect_intent where cart_id = ?", [
      refused.cartId,
    ])
    for (const row of rows) expect(row).toEqual({ status: "rejected", outcome: "none" })
    merchant.later(MINUTE)
    await merchant.reconcile()
    expect([await guest.orders(), await merchant.items(reference)]).toEqual([[], []])

    ahead += 2 * MINUTE
    merchant.later(2 * MINUTE)
    await merchant.reconcile()
    await isOneOrder(reference, await guest.orders())
    await refused.startPayment()
    await save({ webhook_secret: SECRET, secret_key: store.service.testSecretKey })
    store.service.control.clearRequests()
    store.service.control.moveState(theirs, "succeeded", { webhook: false, force: true })
    expect(await tell(theirs)).toBe(200)
    expect([store.calls("verify_payment"), await merchant.paycollect().ledger.byReference(theirs)]).toEqual([
      [],
      null,
    ])
  })

  it.each(["first", "last"])(
    "a cart with a link, in a store that goes live, is paid by live money alone, a test payment of it %s",
    async (comes) => {
      const guest = store.customer()
      await guest.fillCart()
      const { link } = await desk.accepted("/admin/paycollect/links", { cart_id: guest.cartId })
      const test = (await desk.press(link))!
      const { liveBaseUrl, liveSecretKey } = store.service
      const live = { secret_key: liveSecretKey, base_url: liveBaseUrl }
      await desk.accepted(SETTINGS, { environment: "live", confirm_live: true, live })
      const real = (await desk.press(link))!
      expect(await merchant.intent(test)).toMatchObject({ environment: "test" })
      expect(await merchant.intent(real)).toMatchObject({ environment: "live" })
      for (const each of comes === "first" ? [test, real] : [real, test]) {
        desk.silently(each, "succeeded")
        await merchant.advance(each)
        await guest.complete()
      }
      await isOneOrder(real, await guest.orders())
      expect(await merchant.intent(test)).toMatchObject({ applied_at: null, used_by_session_id: null })
      expect(await desk.openReasons(test)).toEqual(["environment_discrepancy"])
      await desk.accepted(SETTINGS, { environment: null })
      await merchant.advance(test)
      await isOneOrder(real, await guest.orders())
      expect(await merchant.intent(test)).toMatchObject({ applied_at: null })
    }
  )
})
