import { createHmac } from "node:crypto"
import { createServer, type IncomingHttpHeaders, type Server } from "node:http"
import { type AddressInfo } from "node:net"
import { type Sandbox } from ".."
import { call, closeSandboxes, createIntent, sandboxWith, until } from "./harness"

interface Received {
  headers: IncomingHttpHeaders
  text: string
}

const received: Received[] = []
let answers: number[] = []
let receiver: Server
let webhookUrl: string

beforeAll(async () => {
  receiver = createServer((request, response) => {
    let text = ""
    request.on("data", (chunk: Buffer) => (text += chunk.toString()))
    request.on("end", () => {
      received.push({ headers: request.headers, text })
      response.writeHead(answers.shift() ?? 200).end()
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve))
  webhookUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks/paycollect`
})
beforeEach(() => {
  received.length = 0
  answers = []
})
afterAll(async () => {
  await closeSandboxes()
  receiver.closeAllConnections()
  await new Promise((resolve) => receiver.close(resolve))
})

const signature = ({ headers }: Received) => headers["x-paycollect-signature"]
const hmac = (text: string, secret: string) =>
  `sha256=${createHmac("sha256", secret).update(text).digest("hex")}`

describe("events (U-06, U-07, U-08)", () => {
  it("are signed over the raw body with the whole secret, and carry no merchant_reference of their own", async () => {
    const sandbox = await sandboxWith({ webhookUrl, webhookSecret: "whsec_mine" })
    const intent = await createIntent(sandbox, { metadata: { merchant_reference: "cart_1-1" } })
    sandbox.control.moveState("cart_1-1", "succeeded")
    await until(() => received.length === 1)
    const [event] = received
    expect(signature(event!)).toBe(hmac(event!.text, "whsec_mine"))
    expect(JSON.parse(event!.text)).toEqual({
      event_type: "payment.succeeded",
      business_id: expect.any(String),
      resource_type: "transaction",
      resource_id: intent.id,
      timestamp: expect.any(String),
      request_id: expect.stringMatching(/^req_/),
      data: {
        id: intent.id,
        payment_ref: intent.payment_ref,
        amount: "10000",
        currency: "XAF",
        status: "succeeded",
        customer: { firstname: "Awa", lastname: "Diallo", email: "awa@example.com" },
        metadata: { merchant_reference: "cart_1-1" },
      },
    })
  })

  it("tell of failure, but not of cancelling, nor when asked to keep quiet", async () => {
    const sandbox = await sandboxWith({ webhookUrl })
    for (const reference of ["a", "b", "c"]) await createIntent(sandbox, { merchant_reference: reference })
    sandbox.control.moveState("a", "canceled")
    sandbox.control.moveState("b", "succeeded", { webhook: false })
    sandbox.control.moveState("c", "failed")
    await until(() => received.length === 1)
    expect(sandbox.control.deliveries().map((delivery) => delivery.eventType)).toEqual(["payment.failed"])
  })

  it("are retried with pauses until they are accepted", async () => {
    answers = [500, 401, 204]
    const sandbox = await sandboxWith({ webhookUrl, webhookRetry: { attempts: 5, baseMs: 5 } })
    await createIntent(sandbox)
    sandbox.control.moveState("cart_1-1", "succeeded")
    await until(() => sandbox.control.deliveries()[0]?.delivered === true)
    expect(sandbox.control.deliveries()[0]!.attempts).toEqual([500, 401, 204])
    expect(new Set(received.map((event) => event.text)).size).toBe(1)
  })

  it("are given up after the last attempt", async () => {
    const sandbox = await sandboxWith({
      webhookUrl: "http://127.0.0.1:1/nobody",
      webhookRetry: { attempts: 3, baseMs: 2 },
    })
    await createIntent(sandbox)
    sandbox.control.moveState("cart_1-1", "succeeded")
    await until(() => sandbox.control.deliveries()[0]?.attempts.length === 3)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(sandbox.control.deliveries()[0]).toMatchObject({ attempts: [null, null, null], delivered: false })
  })

  it("can be sent by hand: repeated, forged, unsigned, with other data", async () => {
    answers = [200, 401, 401]
    const sandbox = await sandboxWith()
    await createIntent(sandbox)
    const { control } = sandbox
    await expect(control.sendWebhook("cart_1-1")).rejects.toThrow(RangeError)
    control.setWebhookUrl(webhookUrl)
    expect(await control.sendWebhook("cart_1-1", { eventType: "order.completed" })).toEqual({ status: 200 })
    expect(await control.sendWebhook("cart_1-1", { signature: "forged" })).toEqual({ status: 401 })
    await control.sendWebhook("cart_1-1", { signature: "none", data: { amount: "1", payment_ref: null } })
    expect(signature(received[0]!)).toBe(hmac(received[0]!.text, sandbox.webhookSecret))
    expect(signature(received[1]!)).not.toBe(hmac(received[1]!.text, sandbox.webhookSecret))
    expect(signature(received[2]!)).toBeUndefined()
    const { data } = JSON.parse(received[2]!.text) as { data: Record<string, unknown> }
    expect(data).toMatchObject({ amount: "1" })
    expect(data).not.toHaveProperty("payment_ref")
  })

  it("follow the verify of the same payment", async () => {
    const sandbox: Sandbox = await sandboxWith({ webhookUrl })
    const intent = await createIntent(sandbox)
    sandbox.control.moveState("cart_1-1", "succeeded")
    await until(() => received.length === 1)
    const verified = await call(sandbox, `/payment-verification/${intent.payment_ref}/verify`)
    const { data } = JSON.parse(received[0]!.text) as { data: Record<string, unknown> }
    expect(data).toMatchObject({ status: verified.body.data.status, amount: verified.body.data.amount })
  })
})
