import { inspect } from "node:util"
import { PayCollectRateLimitedError, PayCollectUnavailableError } from "../errors"
import { client, created, failure, request, SECRET_KEY } from "./fixtures"
import { closedPort, drop, json, startServer, type Answer, type TestServer } from "./server"

let server: TestServer

beforeEach(async () => (server = await startServer()))
afterEach(() => server.close())

/** Everything that a logger, a crash report or an answer could show. */
const shown = (value: unknown) =>
  inspect(value, { depth: 20, showHidden: true, getters: true }) +
  JSON.stringify(value) +
  String((value as Error).stack)

describe("nothing secret can be printed", () => {
  it("of the client", async () => {
    server.answers.push(json(200, created))
    const paying = client(server.baseUrl)
    await paying.createPaymentIntent(request)
    expect(shown(paying)).not.toContain(SECRET_KEY)
    expect(JSON.stringify(paying)).toBe('{"environment":"test"}')
  })

  const secrets = [
    SECRET_KEY,
    "237699123456",
    "ama.nkeng@example.com",
    "cs_abc123def",
    "whsec_zyx987",
    "pi_9_secret_qwe",
    "hunter2",
  ]
  const message = `Bad key ${SECRET_KEY} for ${secrets.slice(1, 6).join(" / ")}, client_secret=hunter2`

  it.each<[string, Answer]>([
    [
      "refused key",
      json(401, { error: { message, code: SECRET_KEY, request_id: "whsec_zyx987", param: "a@b.c" } }),
    ],
    ["refused request", json(400, { message })],
    ["server error", json(500, { error: message })],
    ["unreadable answer", (response) => void response.writeHead(200).end(`${message}`)],
    ["another shape", json(200, { data: { id: message, amount: message, [message]: 1 } })],
    ["dropped connection", drop],
  ])("of the error after a %s", async (_, answer) => {
    server.answers.push(answer)
    for (const authHeader of ["bearer", "x-api-key"] as const) {
      const error = await failure(client(server.baseUrl, { authHeader }).createPaymentIntent(request))
      for (const secret of secrets) expect(shown(error)).not.toContain(secret)
      expect(shown(error)).not.toMatch(/authorization|x-api-key/i)
    }
  })

  it("of the error when nothing listens: cause keeps name, code and text only", async () => {
    const error = await failure(
      client(`http://127.0.0.1:${await closedPort()}/v1`).createPaymentIntent(request)
    )
    expect(shown(error)).not.toContain(SECRET_KEY)
    expect(Object.keys(error.cause as object)).toEqual(["code"])
  })

  it("of the error of a session call", async () => {
    server.answers.push(drop)
    const error = await failure(client(server.baseUrl).validateCustomerSession("cs_abc123def"))
    expect(shown(error)).not.toContain("cs_abc123def")
  })
})

describe("errors", () => {
  it("serialise by allow-list", async () => {
    server.answers.push(
      json(422, {
        error: { code: "amount_too_small", message: "Too small", param: "amount", request_id: "req_5" },
      })
    )
    const error = await failure(client(server.baseUrl).createPaymentIntent(request))
    expect(JSON.parse(JSON.stringify(error))).toEqual({
      name: "PayCollectInvalidRequestError",
      code: "invalid_request",
      operation: "create_payment_intent",
      message:
        'create_payment_intent: the payment service answered HTTP 422 (field amount), saying "Too small". No payment was created. Correct the request: unchanged it would be refused again.',
      statusCode: 422,
      serviceCode: "amount_too_small",
      requestId: "req_5",
    })
  })

  it("are safe also when others make them", () => {
    const cause = Object.assign(new Error(`sent ${SECRET_KEY}`), {
      code: "ERR_X",
      config: { headers: SECRET_KEY },
    })
    const error = new PayCollectUnavailableError({ operation: "x", message: `with ${SECRET_KEY}`, cause })
    expect(shown(error)).not.toContain(SECRET_KEY)
    const outer = new PayCollectRateLimitedError({ operation: "x", message: "y", cause: error })
    expect(outer.cause).toBe(error)
    expect(
      new PayCollectUnavailableError({ operation: "x", message: "y", cause: { headers: SECRET_KEY } }).cause
    ).toBeUndefined()
  })
})
