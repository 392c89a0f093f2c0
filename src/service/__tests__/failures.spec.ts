import {
  PayCollectAmbiguousError,
  PayCollectMalformedResponseError,
  PayCollectRateLimitedError,
  PayCollectUnavailableError,
} from "../errors"
import { type CallResult } from ".."
import { client, created, failure, fakeClock, intent, request, verified } from "./fixtures"
import { closedPort, drop, json, startServer, type Answer, type TestServer } from "./server"

let server: TestServer

beforeEach(async () => (server = await startServer()))
afterEach(() => server.close())

const silent: Answer = () => {}
const text =
  (status: number, body: string, headers = {}): Answer =>
  (response) =>
    void response.writeHead(status, headers).end(body)
const cutBody: Answer = (response) => {
  response.writeHead(200, { "content-length": "1000" })
  response.write('{"status_code":200,', () => response.socket?.destroy())
}
const drip: Answer = (response) => {
  response.writeHead(200)
  const timer = setInterval(() => response.write(" "), 20)
  response.on("close", () => clearInterval(timer))
}
const redirect: Answer = (response) => void response.writeHead(307, { location: "/v1/elsewhere" }).end()
const huge = text(
  200,
  JSON.stringify({ status: "success", data: { id: "x", blob: "y".repeat(1100 * 1024) } })
)
const rateLimited = json(429, { message: "Slow down" }, { "retry-after": "7" })

describe("a creation without a clear answer is ambiguous and never sent twice", () => {
  const foreign = { ...created, data: { ...intent, checkout_url: "https://evil.example.com/pay/pi_123" } }

  it.each<[string, Answer]>([
    ["dropped connection", drop],
    ["cut body", cutBody],
    ["no answer in time", silent],
    ["endless answer", drip],
    ["HTTP 500", json(500, { error: { message: "Oops", request_id: "req_1" } })],
    ["HTTP 503", text(503, "<html>busy</html>")],
    ["HTTP 200 that is no JSON", text(200, "<html>ok</html>")],
    ["HTTP 200 without body", text(200, "")],
    [
      "HTTP 200 without checkout address",
      json(200, { ...created, data: { ...intent, checkout_url: undefined } }),
    ],
    ["HTTP 200 with a foreign checkout address", json(200, foreign)],
    ["HTTP 200 refusing in its envelope", json(200, { success: false, message: "no" })],
    ["body over the limit", huge],
    ["redirect", redirect],
  ])("%s", async (_, answer) => {
    server.answers.push(answer)
    const paying = client(server.baseUrl, { timeoutMs: 250, checkoutUrl: "https://checkout.example.com/pay" })
    const error = await failure(paying.createPaymentIntent(request))
    expect(error).toBeInstanceOf(PayCollectAmbiguousError)
    expect(error.message).toMatch(/may have been created.*Verify by merchant_reference first/)
    expect(error.message + String(error.cause)).not.toMatch(/evil|secret_abc|<html/)
    expect(server.seen).toHaveLength(1)
  })

  it("nothing listens: unavailable, because the request never left", async () => {
    const error = await failure(
      client(`http://127.0.0.1:${await closedPort()}/v1`).createPaymentIntent(request)
    )
    expect(error).toBeInstanceOf(PayCollectUnavailableError)
    expect(error.message).toContain("No payment was created")
    expect(error.cause).toMatchObject({ code: "ECONNREFUSED" })
  })

  it("canceled underway is ambiguous, canceled before is not sent", async () => {
    server.answers.push(silent)
    const controller = new AbortController()
    const call = client(server.baseUrl).createPaymentIntent(request, { signal: controller.signal })
    setTimeout(() => controller.abort(), 100)
    expect(await failure(call)).toBeInstanceOf(PayCollectAmbiguousError)
    const late = client(server.baseUrl).createPaymentIntent(request, { signal: controller.signal })
    expect(await failure(late)).toBeInstanceOf(PayCollectUnavailableError)
    expect(server.seen).toHaveLength(1)
  })

  it("429 is not repeated either, and names the wait", async () => {
    server.answers.push(rateLimited)
    const error = await failure(client(server.baseUrl).createPaymentIntent(request))
    expect(error).toBeInstanceOf(PayCollectRateLimitedError)
    expect(error).toMatchObject({ statusCode: 429, retryAfterMs: 7000 })
    expect(error.message).toMatch(/No payment was created.*after 7 seconds/)
    expect(server.seen).toHaveLength(1)
  })

  it("a session is not created twice: it may exist after a dropped connection", async () => {
    server.answers.push(drop)
    expect(await failure(client(server.baseUrl).createCustomerSession("a@b.example"))).toBeInstanceOf(
      PayCollectUnavailableError
    )
    expect(server.seen).toHaveLength(1)
  })

  it("a lost confirmation is ambiguous: it may have charged", async () => {
    server.answers.push(drop)
    const confirming = client(server.baseUrl, { confirmPath: "/payment-intents/{id}/confirm" })
    expect(await failure(confirming.confirmPaymentIntent("pi_1"))).toBeInstanceOf(PayCollectAmbiguousError)
    expect(server.seen).toHaveLength(1)
  })
})

describe("a read is repeated twice, within the deadline", () => {
  it.each<[string, Answer]>([
    ["dropped connection", drop],
    ["cut body", cutBody],
    ["HTTP 502", text(502, "bad gateway")],
  ])("after a %s", async (_, answer) => {
    const clock = fakeClock()
    server.answers.push(answer, answer, json(200, verified))
    expect(await client(server.baseUrl, { clock }).verifyPayment("cart_01-1")).toEqual(verified.data)
    expect(clock.slept).toEqual([125, 250])
  })

  it("and then gives up, saying that nothing is known", async () => {
    const clock = fakeClock()
    server.answers.push(json(503, { error: { message: "Busy", request_id: "req_3" } }))
    const error = await failure(client(server.baseUrl, { clock }).verifyPayment("cart_01-1"))
    expect(error).toBeInstanceOf(PayCollectUnavailableError)
    expect(error).toMatchObject({ statusCode: 503, requestId: "req_3" })
    expect(error.message).toMatch(/counts as waiting, neither paid nor failed/)
    expect(server.seen).toHaveLength(3)
  })

  it("after a refused connection and a timeout, too", async () => {
    const clock = fakeClock()
    const nowhere = client(`http://127.0.0.1:${await closedPort()}/v1`, { clock })
    expect(await failure(nowhere.verifyPayment("cart_01-1"))).toBeInstanceOf(PayCollectUnavailableError)
    expect(clock.slept).toHaveLength(2)
    server.answers.push(silent, json(200, verified))
    const deadline = Date.now() + 5_000
    const hasty = client(server.baseUrl, { timeoutMs: 150 })
    expect(await hasty.verifyPayment("cart_01-1", { deadline })).toEqual(verified.data)
  })

  it("as PATCH as well (U-02)", async () => {
    server.answers.push(drop, json(200, verified))
    const patching = client(server.baseUrl, { clock: fakeClock(), verifyMethod: "PATCH" })
    expect(await patching.verifyPayment("cart_01-1")).toEqual(verified.data)
  })

  it("a 429 is waited for as told, when the deadline allows", async () => {
    const clock = fakeClock()
    server.answers.push(rateLimited, json(200, verified))
    const reading = client(server.baseUrl, { clock })
    expect(await reading.verifyPayment("cart_01-1", { deadline: clock.now() + 10_000 })).toEqual(
      verified.data
    )
    expect(clock.slept).toEqual([7125])
    server.answers.splice(0, 9, rateLimited)
    const error = await failure(reading.verifyPayment("cart_01-1", { deadline: clock.now() + 7_000 }))
    expect(error).toBeInstanceOf(PayCollectRateLimitedError)
    expect(server.seen).toHaveLength(3)
  })

  it("an attempt ends with the deadline, not with its own time", async () => {
    server.answers.push(silent)
    const startedAt = Date.now()
    const error = await failure(client(server.baseUrl).verifyPayment("a", { deadline: startedAt + 200 }))
    expect(error).toBeInstanceOf(PayCollectUnavailableError)
    expect(Date.now() - startedAt).toBeLessThan(1500)
    expect(server.seen).toHaveLength(1)
  })

  it("nothing is sent after the deadline", async () => {
    const error = await failure(client(server.baseUrl).verifyPayment("a", { deadline: Date.now() - 1 }))
    expect(error).toBeInstanceOf(PayCollectUnavailableError)
    expect(server.seen).toHaveLength(0)
  })

  it("canceling ends the waiting between attempts", async () => {
    server.answers.push(json(429, {}, { "retry-after": "20" }))
    const controller = new AbortController()
    const call = client(server.baseUrl).verifyPayment("a", { signal: controller.signal })
    setTimeout(() => controller.abort(), 200)
    const startedAt = Date.now()
    expect(await failure(call)).toBeInstanceOf(PayCollectUnavailableError)
    expect(Date.now() - startedAt).toBeLessThan(3000)
    expect(server.seen).toHaveLength(1)
  })
})

describe("a read whose answer makes no sense is not repeated", () => {
  it.each<[string, Answer]>([
    ["HTML", text(200, "<html>login</html>")],
    ["another shape", json(200, { hello: 1 })],
    ["a failed envelope", json(200, { status: "failed", message: "Unknown" })],
    ["a body over the limit", huge],
    ["a redirect", redirect],
  ])("%s is malformed", async (_, answer) => {
    server.answers.push(answer)
    const error = await failure(client(server.baseUrl).verifyPayment("cart_01-1"))
    expect(error).toBeInstanceOf(PayCollectMalformedResponseError)
    expect(error.message).toMatch(/counts as waiting.*Check the base address/)
    expect(server.seen).toHaveLength(1)
  })
})

describe("the request budget", () => {
  it("is asked before every attempt and told of a 429", async () => {
    const clock = fakeClock()
    const asked: unknown[] = []
    const paused: unknown[] = []
    const gate = {
      acquire: (...args: unknown[]) => Promise.resolve(void asked.push(args)),
      pause: (...args: unknown[]) => void paused.push(args),
    }
    server.answers.push(json(429, {}), json(200, verified), json(200, created))
    const paying = client(server.baseUrl, { clock, gate })
    const deadline = clock.now() + 20_000
    await paying.verifyPayment("a", { deadline, priority: "reconcile" })
    await paying.createPaymentIntent(request, { deadline })
    const verify = { priority: "reconcile", deadline, operation: "verify_payment" }
    const create = { priority: "create", deadline, operation: "create_payment_intent" }
    expect(asked).toEqual([
      ["standard", verify],
      ["standard", verify],
      ["creation", create],
    ])
    expect(paused).toEqual([["standard", 5000]])
  })

  it("refuses before anything is sent; its own troubles are not the payment's", async () => {
    const full = new PayCollectRateLimitedError({ operation: "create_payment_intent", message: "No room." })
    for (const [thrown, kind] of [
      [full, PayCollectRateLimitedError],
      [new Error("database gone"), PayCollectUnavailableError],
    ] as const) {
      const gate = { acquire: () => Promise.reject(thrown), pause: () => {} }
      expect(await failure(client(server.baseUrl, { gate }).createPaymentIntent(request))).toBeInstanceOf(
        kind
      )
    }
    expect(server.seen).toHaveLength(0)
  })

  it("a pause that cannot be stored does not hide the 429", async () => {
    server.answers.push(rateLimited)
    const gate = { acquire: () => Promise.resolve(), pause: () => Promise.reject(new Error("database gone")) }
    expect(await failure(client(server.baseUrl, { gate }).createPaymentIntent(request))).toBeInstanceOf(
      PayCollectRateLimitedError
    )
  })
})

describe("the observer", () => {
  it("sees one line per attempt, and cannot break the call", async () => {
    const results: CallResult[] = []
    const onResult = (result: CallResult) => {
      results.push(result)
      throw new Error("observer broke")
    }
    server.answers.push(
      json(503, { request_id: "req_1" }),
      drop,
      json(200, verified, { "x-request-id": "req_2" })
    )
    const clock = fakeClock()
    expect(await client(server.baseUrl, { clock, onResult }).verifyPayment("a")).toEqual(verified.data)
    const called = {
      operation: "verify_payment",
      method: "GET",
      rateClass: "standard",
      priority: "customer",
    }
    expect(results).toEqual([
      { ...called, status: 503, durationMs: 0, requestId: "req_1", outcome: "unavailable" },
      { ...called, status: undefined, durationMs: 0, requestId: undefined, outcome: "unavailable" },
      { ...called, status: 200, durationMs: 0, requestId: "req_2", outcome: "ok" },
    ])
  })
})
