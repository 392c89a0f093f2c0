import { version } from "../../../package.json"
import { getEventListeners } from "node:events"
import { PayCollectAmbiguousError, PayCollectUnavailableError } from "../errors"
import { client, created, failure, fakeClock, request, SECRET_KEY, verified } from "./fixtures"
import { json, startServer, type Answer, type TestServer } from "./server"

let server: TestServer

beforeEach(async () => (server = await startServer()))
afterEach(() => server.close())

const silent: Answer = () => {}

/** What the last request said, without what node and axios add for the connection. */
function said() {
  const {
    host: _host,
    connection: _connection,
    "accept-encoding": _encoding,
    ...headers
  } = server.seen.at(-1)!.headers
  return headers
}

describe("what a request says", () => {
  it("of a question: what it takes, who asks, and the key", async () => {
    server.answers.push(json(200, verified))
    await client(server.baseUrl).verifyPayment("cart_01-1")
    const user = { accept: "application/json", "user-agent": `medusa-payment-paycollect/${version}` }
    expect(said()).toEqual({ ...user, authorization: `Bearer ${SECRET_KEY}` })
    await client(server.baseUrl, { userAgent: "shop/1", authHeader: "x-api-key" }).verifyPayment("cart_01-1")
    expect(said()).toEqual({ accept: "application/json", "user-agent": "shop/1", "x-api-key": SECRET_KEY })
  })

  it("of a creation: its form and its idempotency key, too", async () => {
    server.answers.push(json(200, created))
    await client(server.baseUrl).createPaymentIntent(request)
    expect(said()).toEqual({
      accept: "application/json",
      "user-agent": `medusa-payment-paycollect/${version}`,
      authorization: `Bearer ${SECRET_KEY}`,
      "idempotency-key": "cart_01-1",
      "content-type": "application/json",
      "content-length": String(Buffer.byteLength(JSON.stringify(request))),
    })
  })

  it("of a refund: all of it, under the key it is given (U-14)", async () => {
    server.answers.push(json(200, { data: { id: "re_1", status: "succeeded" } }))
    const refund = { transaction_id: "tx_1", amount: "500", reason: "duplicate", notes: "Twice" } as const
    expect(await client(server.baseUrl).createRefund(refund, "refund_01")).toEqual({
      id: "re_1",
      status: "succeeded",
    })
    expect(server.seen[0]).toMatchObject({ method: "POST", url: "/v1/refunds" })
    expect(JSON.parse(server.seen[0]!.body)).toEqual(refund)
    expect(said()).toMatchObject({ "idempotency-key": "refund_01", authorization: `Bearer ${SECRET_KEY}` })
  })
})

describe("connections", () => {
  it("are kept between calls, and end when the client is closed", async () => {
    const ports: (number | undefined)[] = []
    server.answers.push((response, seen) => {
      ports.push(response.socket?.remotePort)
      json(200, verified)(response, seen)
    })
    const asking = client(server.baseUrl)
    await asking.verifyPayment("a")
    await asking.verifyPayment("a")
    asking.close()
    await asking.verifyPayment("a")
    expect(ports[1]).toBe(ports[0])
    expect(ports[2]).not.toBe(ports[0])
  })
})

describe("the caller's signal", () => {
  it("is not listened to any more when the call is over", async () => {
    const { signal } = new AbortController()
    server.answers.push(json(200, verified), json(404, {}))
    const asking = client(server.baseUrl)
    await asking.verifyPayment("a", { signal })
    await failure(asking.verifyPayment("a", { signal }))
    expect(getEventListeners(signal, "abort")).toEqual([])
  })

  it("is told apart from time that has run out", async () => {
    server.answers.push(silent)
    const controller = new AbortController()
    const asking = client(server.baseUrl, { timeoutMs: 150 })
    const late = await failure(asking.createPaymentIntent(request, { signal: controller.signal }))
    expect(late).toBeInstanceOf(PayCollectAmbiguousError)
    expect(late.message).toContain("create_payment_intent: the payment service did not answer in time.")
    expect(late.cause).toMatchObject({ name: "CanceledError", code: "ERR_CANCELED" })

    expect((await failure(asking.createPaymentIntent(request))).message).toBe(late.message)

    const call = client(server.baseUrl).createPaymentIntent(request, { signal: controller.signal })
    setTimeout(() => controller.abort(), 100)
    expect((await failure(call)).message).toContain("create_payment_intent: the caller canceled the call.")
    expect(server.seen).toHaveLength(3)
  })

  it("stops what has not begun, and what would be repeated", async () => {
    const controller = new AbortController()
    server.answers.push((response, seen) => {
      controller.abort()
      json(503, {})(response, seen)
    })
    const clock = fakeClock()
    const asking = client(server.baseUrl, { clock })
    await failure(asking.verifyPayment("a", { signal: controller.signal }))
    expect(clock.slept).toEqual([])
    const unsent = await failure(asking.verifyPayment("a", { signal: controller.signal }))
    expect(unsent.message).toContain("or the caller had canceled, before the request was sent.")
    expect(server.seen).toHaveLength(1)
  })
})

describe("the deadline", () => {
  it("has passed at its very moment", async () => {
    const clock = fakeClock()
    const asking = client(server.baseUrl, { clock })
    for (const deadline of [clock.now(), clock.now() - 1]) {
      const error = await failure(asking.verifyPayment("a", { deadline }))
      expect(error).toBeInstanceOf(PayCollectUnavailableError)
      expect(error.message).toContain("the deadline had passed, or the caller had canceled,")
    }
    expect(server.seen).toEqual([])
  })

  it("is three attempts' time from now when the caller names none", async () => {
    const clock = fakeClock()
    const deadlines: number[] = []
    const gate = {
      acquire: (_: string, { deadline }: { deadline: number }) =>
        Promise.resolve(void deadlines.push(deadline)),
      pause: () => {},
    }
    server.answers.push(json(200, verified))
    await client(server.baseUrl, { clock, gate, timeoutMs: 1_000 }).verifyPayment("a")
    await client(server.baseUrl, { clock, gate }).verifyPayment("a")
    expect(deadlines).toEqual([clock.now() + 3_000, clock.now() + 24_000])
  })
})

describe("the budget's pause", () => {
  it("is asked for after 429 only", async () => {
    const paused: unknown[] = []
    const gate = { acquire: () => Promise.resolve(), pause: (...args: unknown[]) => void paused.push(args) }
    const asking = client(server.baseUrl, { clock: fakeClock(), gate })
    server.answers.push(json(503, {}), json(404, {}))
    await failure(asking.verifyPayment("a"))
    expect(paused).toEqual([])
    server.answers.splice(0, 9, json(429, {}, { "retry-after": "12" }))
    await failure(asking.createPaymentIntent(request))
    expect(paused).toEqual([["creation", 12_000]])
  })

  it("says why the budget could not be asked", async () => {
    const gate = { acquire: () => Promise.reject(new Error("database gone")), pause: () => {} }
    const error = await failure(client(server.baseUrl, { gate }).verifyPayment("a"))
    expect(error).toBeInstanceOf(PayCollectUnavailableError)
    expect(error.message).toContain(
      "the request budget could not be asked, so that the request was not sent."
    )
    expect(error.cause).toMatchObject({ message: "database gone" })
  })
})
