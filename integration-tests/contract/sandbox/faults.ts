import {
  PayCollectAmbiguousError,
  PayCollectMalformedResponseError,
  PayCollectNotFoundError,
  PayCollectRateLimitedError,
  PayCollectUnavailableError,
} from "../../../src/service/errors"
import { type PayCollectClient } from "../../../src/service/client"
import type { FaultSpec, SandboxControl } from "../../../packages/dev/src/sandbox"
import { failure, newIntent, sandboxTarget, type SandboxTarget } from "../target"

/** What goes wrong between shop and service, and that no attempt of ours makes a second payment of it (U-03, U-05). */
export function faults(): void {
  let target: SandboxTarget
  let control: SandboxControl
  let client: PayCollectClient

  beforeAll(async () => {
    target = await sandboxTarget()
    control = target.sandbox.control
    client = target.client({ random: () => 0 })
  })
  beforeEach(() => control.reset())
  afterAll(() => target.close())

  const calls = (reference: string) =>
    control.requests({ reference }).map(({ operation, status }) => `${operation} ${status}`)

  describe("a creation", () => {
    const operation = "create_payment_intent"

    it.each<Omit<FaultSpec, "operation">>([
      { kind: "drop_after_processing" },
      { kind: "malformed" },
      { kind: "malformed", body: "<html>" },
    ])(
      "that was processed, but unheard (%j): verify finds it, the same body again reuses it",
      async (fault) => {
        control.injectFault({ operation, ...fault })
        const request = newIntent()
        const { merchant_reference } = request
        expect(await failure(client.createPaymentIntent(request))).toBeInstanceOf(PayCollectAmbiguousError)
        expect(calls(merchant_reference)).toHaveLength(1)
        const verified = await client.verifyPayment(merchant_reference)
        expect((await client.createPaymentIntent(request)).id).toBe(verified.id)
        expect(control.intents()).toHaveLength(1)
      }
    )

    it.each<Omit<FaultSpec, "operation">>([
      { kind: "drop_before_processing" },
      { kind: "status", status: 500 },
      { kind: "status", status: 503, body: "<html>busy</html>" },
    ])(
      "that was not processed (%j): verify does not know it, the same body again makes it",
      async (fault) => {
        control.injectFault({ operation, ...fault })
        const request = newIntent()
        expect(await failure(client.createPaymentIntent(request))).toBeInstanceOf(PayCollectAmbiguousError)
        expect(control.intents()).toHaveLength(0)
        expect(await failure(client.verifyPayment(request.merchant_reference))).toBeInstanceOf(
          PayCollectNotFoundError
        )
        expect((await client.createPaymentIntent(request)).status).toBe("requires_action")
        expect(control.intents()).toHaveLength(1)
      }
    )

    it("that the service finishes only after we gave up is ambiguous, and found later", async () => {
      control.injectFault({ operation, kind: "delay", delayMs: 400 })
      const request = newIntent()
      const error = await failure(client.createPaymentIntent(request, { deadline: Date.now() + 150 }))
      expect(error).toBeInstanceOf(PayCollectAmbiguousError)
      await new Promise((resolve) => setTimeout(resolve, 500))
      expect((await client.verifyPayment(request.merchant_reference)).amount).toBe("10000")
    })

    it("that meets a 429 is not sent twice, and made nothing", async () => {
      control.injectFault({ operation, kind: "rate_limit", retryAfter: 9 })
      const request = newIntent()
      const error = await failure(client.createPaymentIntent(request))
      expect(error).toBeInstanceOf(PayCollectRateLimitedError)
      expect(error).toMatchObject({
        retryAfterMs: 9000,
        serviceCode: "rate_limit_exceeded",
        requestId: expect.any(String),
      })
      expect(calls(request.merchant_reference)).toEqual(["create_payment_intent 429"])
      expect(control.intents()).toHaveLength(0)
    })
  })

  describe("a verification", () => {
    const operation = "verify_payment"
    let reference: string

    beforeEach(async () => {
      reference = (await client.createPaymentIntent(newIntent())).merchant_reference ?? ""
      control.clearRequests()
    })

    it.each<Omit<FaultSpec, "operation">>([
      { kind: "status", status: 502 },
      { kind: "drop_before_processing" },
      { kind: "drop_after_processing" },
    ])("gets over two times %j", async (fault) => {
      control.injectFault({ operation, ...fault, times: 2 })
      expect((await client.verifyPayment(reference)).status).toBe("requires_action")
      expect(calls(reference)).toHaveLength(3)
    })

    it("gives up after the third, without a verdict", async () => {
      control.injectFault({ operation, kind: "status", status: 500, times: 3 })
      const error = await failure(client.verifyPayment(reference))
      expect(error).toBeInstanceOf(PayCollectUnavailableError)
      expect(error).toMatchObject({
        statusCode: 500,
        serviceCode: "injected_fault",
        message: expect.stringContaining("waiting"),
      })
      expect(calls(reference)).toHaveLength(3)
    })

    it("waits out a short 429, but not one beyond its deadline", async () => {
      control.injectFault({ operation, kind: "rate_limit", retryAfter: 1 })
      const startedAt = Date.now()
      expect((await client.verifyPayment(reference)).status).toBe("requires_action")
      expect(Date.now() - startedAt).toBeGreaterThanOrEqual(990)
      control.injectFault({
        operation,
        kind: "rate_limit",
        retryAfter: new Date(Date.now() + 30_000).toUTCString(),
      })
      const error = await failure(client.verifyPayment(reference, { deadline: Date.now() + 2_000 }))
      expect(error).toBeInstanceOf(PayCollectRateLimitedError)
      expect(Reflect.get(Object(error), "retryAfterMs")).toBeGreaterThan(27_000)
    })

    it("that cannot be read is not repeated and no verdict", async () => {
      control.injectFault({ operation, kind: "malformed" })
      expect(await failure(client.verifyPayment(reference))).toBeInstanceOf(PayCollectMalformedResponseError)
      expect(calls(reference)).toHaveLength(1)
    })
  })

  it("every other read gets over a fault, too; a session is asked for once only", async () => {
    const reads = [
      ["list_customers", () => client.listCustomers()],
      ["list_payment_methods", () => client.listPaymentMethods({ country_code: "CM" })],
      [
        "calculate_fee",
        () => client.calculateFee({ payment_method: "card", currency: "XAF", amount: "100" }),
      ],
    ] as const
    for (const [operation, read] of reads) {
      control.injectFault({ operation, kind: "status", status: 503 })
      await expect(read()).resolves.toBeDefined()
      expect(control.requests({ operation })).toHaveLength(2)
    }
    control.injectFault({ operation: "create_session", kind: "status", status: 503 })
    expect(await failure(client.createCustomerSession("a@example.com"))).toBeInstanceOf(
      PayCollectUnavailableError
    )
    expect(control.requests({ operation: "create_session" })).toHaveLength(1)
  })
}
