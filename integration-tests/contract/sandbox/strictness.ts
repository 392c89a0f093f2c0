import {
  PayCollectAmbiguousError,
  PayCollectConflictError,
  PayCollectInvalidRequestError,
  PayCollectNotFoundError,
  PayCollectRateLimitedError,
  PayCollectUnauthorizedError,
} from "../../../src/service/errors"
import { PayCollectClient } from "../../../src/service/client"
import { minorAmount } from "../../../src/service/wire/shape"
import type { SandboxOptions } from "../../../packages/dev/src/sandbox"
import { failure, newIntent, sandboxTarget, type SandboxTarget } from "../target"

/** The sandbox's own settings and environments, each as the client's options expect them. */
export function strictness(): void {
  const targets: SandboxTarget[] = []
  const open = async (options?: SandboxOptions) => {
    const target = await sandboxTarget(options)
    targets.push(target)
    return target
  }
  afterEach(async () => {
    for (const target of targets.splice(0)) await target.close()
  })

  it("keeps test and live apart", async () => {
    const { sandbox, client } = await open()
    const request = newIntent()
    await client().createPaymentIntent(request)
    const live = new PayCollectClient({
      environment: "live",
      baseUrl: sandbox.liveBaseUrl,
      secretKey: sandbox.liveSecretKey,
    })
    expect(await failure(live.verifyPayment(request.merchant_reference))).toBeInstanceOf(
      PayCollectNotFoundError
    )
    expect((await live.createPaymentIntent(request)).status).toBe("requires_action")
    live.close()
    const crossed = client({ baseUrl: sandbox.liveBaseUrl })
    expect(await failure(crossed.verifyPayment(request.merchant_reference))).toBeInstanceOf(
      PayCollectUnauthorizedError
    )
  })

  it("accepts x-api-key and verify as PATCH (U-02, U-18)", async () => {
    const { client, sandbox } = await open()
    const other = client({ authHeader: "x-api-key", verifyMethod: "PATCH" })
    const { merchant_reference } = await other.createPaymentIntent(newIntent())
    expect((await other.verifyPayment(merchant_reference ?? "")).status).toBe("requires_action")
    expect((await other.createCustomerSession("a@example.com")).session_token).toMatch(/^cs_/)
    expect(sandbox.control.requests({ operation: "verify_payment" })[0]?.method).toBe("PATCH")
  })

  it("takes other query names (U-10)", async () => {
    const queryNames = { country: "place", cardType: "card_origin" }
    const { client } = await open({ queryNames })
    const renamed = client({ queryNames })
    expect(await renamed.listPaymentMethods({ country_code: "CI" })).not.toHaveLength(0)
    const card = { payment_method: "card", currency: "XOF", amount: "10000", country_code: "CI" }
    const local = await renamed.calculateFee({ ...card, card_type: "local" })
    const abroad = await renamed.calculateFee({ ...card, card_type: "international" })
    expect(Number(abroad.fee)).toBeGreaterThan(Number(local.fee))
    const error = await failure(client().listPaymentMethods({ country_code: "CI" }))
    expect(error).toMatchObject({ code: "invalid_request", serviceCode: "parameter_unknown" })
  })

  it.each([
    ["conflict", 409],
    ["invalid", 400],
  ] as const)("a used reference under another body as %s is a conflict (U-03)", async (reuse, statusCode) => {
    const { client, sandbox } = await open({ reuse })
    const request = newIntent()
    await client().createPaymentIntent(request)
    const error = await failure(client().createPaymentIntent({ ...request, amount: minorAmount("1") }))
    expect(error).toBeInstanceOf(PayCollectConflictError)
    expect(error).toMatchObject({ statusCode, serviceCode: "already_used", requestId: expect.any(String) })
    expect(sandbox.control.intents()).toHaveLength(1)
  })

  it("names the field that it refuses", async () => {
    const { client } = await open()
    const items = [{ name: "Tea", price: "1", currency: "XAF", quantity: 1 }]
    const error = await failure(client().createPaymentIntent(newIntent({ items })))
    expect(error).toBeInstanceOf(PayCollectInvalidRequestError)
    expect(error).toMatchObject({ statusCode: 400, message: expect.stringContaining("(field items)") })
  })

  it("a checkout address outside the configured one is never handed out", async () => {
    const { client, sandbox } = await open()
    const elsewhere = client({ checkoutUrl: `${sandbox.origin}/pay` })
    const error = await failure(elsewhere.createPaymentIntent(newIntent()))
    expect(error).toBeInstanceOf(PayCollectAmbiguousError)
    expect(JSON.stringify(error)).not.toContain(sandbox.control.intents()[0]?.id ?? "no intent")
  })

  it("meets the real limits with 429 and Retry-After (interface 8, U-05)", async () => {
    const { client, sandbox } = await open({ rateLimits: { standard: 2, creation: 1 } })
    const paused: unknown[] = []
    const gate = { acquire: () => Promise.resolve(), pause: (...args: unknown[]) => void paused.push(args) }
    const limited = client({ gate })
    await limited.createPaymentIntent(newIntent())
    const error = await failure(limited.createPaymentIntent(newIntent()))
    expect(error).toBeInstanceOf(PayCollectRateLimitedError)
    const { retryAfterMs } = error as PayCollectRateLimitedError
    expect(retryAfterMs).toBeGreaterThan(50_000)
    expect(retryAfterMs).toBeLessThanOrEqual(60_000)
    await limited.listCustomers()
    await limited.listCustomers()
    expect(await failure(limited.listCustomers())).toBeInstanceOf(PayCollectRateLimitedError)
    expect(paused).toEqual([
      ["creation", retryAfterMs],
      ["standard", expect.any(Number)],
    ])
    expect(sandbox.control.requests()).toHaveLength(5)
  })
}
