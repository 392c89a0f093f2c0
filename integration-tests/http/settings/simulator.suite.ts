import { createServer, request, type Server } from "node:http"
import { type AddressInfo } from "node:net"
import { type Check } from "../../../src/settings/health-checks"
import { MINUTE, withMerchant } from "../support/merchant"
import { type Suite } from "../support/suites"

// Plain http goes to loopback only: what lies beyond it is played, so that a simulator elsewhere can be told by its mark alone.
let mockElsewhere = false
jest.mock("../../../.medusa/server/src/service/address", () => {
  type Judge = (address: string) => boolean
  const actual = jest.requireActual<{ isOnThisMachine: Judge; isPrivateAddress: Judge }>(
    "../../../.medusa/server/src/service/address"
  )
  return {
    ...actual,
    isOnThisMachine: (address: string) => !mockElsewhere && actual.isOnThisMachine(address),
    isPrivateAddress: (address: string) => !mockElsewhere && actual.isPrivateAddress(address),
  }
})

export const simulator: Suite = (store) => {
  const merchant = withMerchant(store)
  const PATH = "/admin/paycollect/settings"
  /** Stands before the sandbox, and may take its mark away: the service itself, as far as anybody can tell. */
  let front: Server
  let frontUrl: string
  let marked = true
  beforeAll(async () => {
    front = createServer((incoming, outgoing) => {
      const { method, url, headers } = incoming
      const target = store.service.liveBaseUrl + url!.slice("/v1".length)
      const passed = request(target, { method, headers }, (answer) => {
        const { "x-paycollect-sandbox": mark, ...others } = answer.headers
        outgoing.writeHead(answer.statusCode!, { ...others, ...(marked && { "x-paycollect-sandbox": mark }) })
        answer.pipe(outgoing)
      })
      incoming.pipe(passed)
    })
    await new Promise<void>((resolve) => front.listen(0, "127.0.0.1", resolve))
    frontUrl = `http://127.0.0.1:${(front.address() as AddressInfo).port}/v1`
  })
  afterAll(() => new Promise((resolve) => front.close(resolve)))

  const { NODE_ENV } = process.env
  const inProduction = async () => {
    process.env.NODE_ENV = "production"
    await merchant.paycollect().configuration.reload()
  }
  beforeEach(async () => {
    Object.assign(process.env, { NODE_ENV })
    mockElsewhere = false
    marked = true
    await merchant.paycollect().configuration.reload()
    const live = { secret_key: store.service.liveSecretKey, base_url: frontUrl }
    const saved = await merchant.post(PATH, { environment: "live", confirm_live: true, live })
    expect(saved.status).toBe(200)
  })
  afterAll(() => void Object.assign(process.env, { NODE_ENV }))

  const simulatorFound = async () =>
    ((await merchant.get("/admin/paycollect/health")).data.health.checks as Check[]).find(
      ({ id }) => id === "live_simulator"
    )
  const check = async () => (await merchant.post(`${PATH}/check`, {})).data.check

  it("on a developer's machine live payments go to the simulator, and health says what they are", async () => {
    const { guest, reference } = await merchant.guestAtCheckout()
    merchant.pay(reference)
    expect(await merchant.advance(reference)).toMatchObject({ status: "succeeded" })
    expect(await guest.orders()).toHaveLength(1)
    expect(await simulatorFound()).toMatchObject({ status: "error", values: { base_url: frontUrl } })
  })

  it("in production nothing is sent to an address on this machine, and nothing is believed", async () => {
    const { guest, reference } = await merchant.guestAtCheckout()
    merchant.pay(reference)
    store.service.control.clearRequests()
    await inProduction()

    expect(await merchant.advance(reference)).toMatchObject({ status: "waiting" })
    expect((await guest.comeBack(reference)).headers.location).toContain("paycollect_status=waiting")
    expect((await guest.complete()).data.type).toBe("cart")
    expect(await guest.orders()).toEqual([])

    const another = store.customer()
    await another.fillCart()
    const refused = await another.tryToPay()
    expect([refused.status, refused.data.type]).toEqual([503, "unavailable"])
    expect(await check()).toMatchObject({ ok: false, code: "simulator" })
    expect(store.calls()).toEqual([])
    expect(await simulatorFound()).toMatchObject({ status: "error" })

    // Test payments are nobody's money: a production server may show them.
    expect((await merchant.post(PATH, { environment: null })).status).toBe(200)
    expect((await another.tryToPay()).status).toBe(200)
  })

  it("in production the setting is refused by its name", async () => {
    await inProduction()
    for (const base_url of [
      frontUrl,
      "https://localhost/v1",
      "http://127.0.0.9:4010/v1",
      "http://[::1]/v1",
    ]) {
      const live = { secret_key: store.service.liveSecretKey, base_url }
      const { status, data } = await merchant.post(PATH, { live })
      expect([base_url, status, data.errors]).toEqual([
        base_url,
        400,
        [{ field: "live.base_url", message: expect.stringContaining("this machine") }],
      ])
    }
  })

  it("in production a simulator elsewhere is known by its mark: no checkout, no order, an error until it is gone", async () => {
    const { guest, reference } = await merchant.guestAtCheckout()
    merchant.pay(reference)
    mockElsewhere = true
    await inProduction()
    const another = store.customer()
    await another.fillCart()
    const refused = await another.tryToPay()
    expect([refused.status, refused.data.type]).toEqual([503, "unavailable"])
    expect(JSON.stringify(refused.data)).not.toContain("checkout")
    expect((await another.cart()).payment_collection.payment_sessions).toEqual([])

    expect(await merchant.advance(reference)).toMatchObject({ status: "waiting" })
    expect(await guest.orders()).toEqual([])
    expect(await check()).toMatchObject({ ok: false, code: "simulator" })
    expect(await simulatorFound()).toMatchObject({ status: "error", values: { base_url: frontUrl } })

    marked = false
    merchant.later(MINUTE)
    expect(await check()).toMatchObject({ ok: true })
    expect(await simulatorFound()).toBeUndefined()
    expect(await merchant.advance(reference)).toMatchObject({ status: "succeeded" })
    expect(await guest.orders()).toHaveLength(1)
    // The attempt that was refused keeps its number.
    const { merchant_reference } = await another.startPayment()
    expect(merchant_reference).toBe(`${another.cartId}-2`)
  })
}
