import { PayCollectSimulatorError } from "../errors"
import { type CallResult, type ClientConfig } from ".."
import { client, created, failure, intent, request, verified } from "./fixtures"
import { json, startServer, type Answer, type TestServer } from "./server"

/** Plain http goes to loopback only, so what is beyond loopback is played: the rest of the module stays as it is. */
let onLoopback = true
jest.mock("../address", () => ({
  ...jest.requireActual<object>("../address"),
  isOnThisMachine: () => onLoopback,
}))

let server: TestServer
beforeEach(async () => {
  server = await startServer()
  onLoopback = false
})
afterEach(() => server.close())

const MARK = { "x-paycollect-sandbox": "1" }
const payable = { ...created, data: { ...intent, checkout_url: "https://checkout.example.com/pay/pi_123" } }
const marked: [string, Answer][] = [
  ["200", json(200, verified, MARK)],
  ["created", json(200, payable, { "X-PayCollect-Sandbox": "" })],
  ["404", json(404, { message: "unknown" }, MARK)],
  ["429", json(429, { message: "slow down" }, { ...MARK, "retry-after": "7" })],
  ["500", json(500, {}, MARK)],
  ["303", (response) => void response.writeHead(303, { ...MARK, location: "/elsewhere" }).end()],
]

const live = (more: Partial<ClientConfig> = {}) =>
  client(server.baseUrl, { environment: "live", secretKey: "sk_live_4f9d2c7b1a8e6035", ...more })

describe("a client for real money", () => {
  it.each(marked)("believes nothing of a simulator: %s", async (_, answer) => {
    server.answers.push(answer)
    const results: CallResult[] = []
    const refusing = live({ simulator: "refused", onResult: (result) => results.push(result) })
    for (const call of [refusing.createPaymentIntent(request), refusing.verifyPayment("cart_01-1")]) {
      const error = await failure(call)
      expect(error).toBeInstanceOf(PayCollectSimulatorError)
      expect(error.code).toBe("simulator")
      expect(error.message).toContain("Set the base address of the live environment")
    }
    // Asked once each: to ask a simulator again brings nothing.
    expect(results).toMatchObject([
      { outcome: "simulator", simulated: true },
      { outcome: "simulator", simulated: true },
    ])
  })

  it("says what a lost call meant for the money", async () => {
    server.answers.push(json(200, payable, MARK))
    const refusing = live({ simulator: "refused" })
    expect((await failure(refusing.createPaymentIntent(request))).message).toContain("No payment was created")
    expect((await failure(refusing.verifyPayment("cart_01-1"))).message).toContain("counts as waiting")
  })

  it("sends nothing to its own machine", async () => {
    onLoopback = true
    const error = await failure(live({ simulator: "refused" }).verifyPayment("cart_01-1"))
    expect(error).toBeInstanceOf(PayCollectSimulatorError)
    expect(server.seen).toEqual([])
  })

  it("takes the service's own answers", async () => {
    server.answers.push(json(200, verified))
    const results: CallResult[] = []
    const refusing = live({ simulator: "refused", onResult: (result) => results.push(result) })
    expect(await refusing.verifyPayment("cart_01-1")).toMatchObject({ status: "succeeded" })
    expect(results).toEqual([expect.not.objectContaining({ simulated: true })])
  })
})

it("any other client works with a simulator, and says so", async () => {
  onLoopback = true
  server.answers.push(json(200, verified, MARK))
  const results: CallResult[] = []
  const trying = client(server.baseUrl, { onResult: (result) => results.push(result) })
  expect(await trying.verifyPayment("cart_01-1")).toMatchObject({ status: "succeeded" })
  expect(results).toMatchObject([{ outcome: "ok", simulated: true }])
})
