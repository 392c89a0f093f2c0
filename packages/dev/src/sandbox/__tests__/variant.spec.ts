import { createServer, type IncomingHttpHeaders, type Server } from "node:http"
import { type AddressInfo } from "node:net"
import { VARIANT_CHOICES, VARIANT_TRAITS, variantOf, signBody, type Variant, type Sandbox } from ".."
import { call, closeSandboxes, createIntent, fakeClock, intentBody, sandboxWith, until } from "./harness"

const received: { headers: IncomingHttpHeaders; text: string }[] = []
let receiver: Server
let webhookUrl: string

beforeAll(async () => {
  receiver = createServer((request, response) => {
    let text = ""
    request.on("data", (chunk: Buffer) => (text += chunk.toString()))
    request.on("end", () => {
      received.push({ headers: request.headers, text })
      response.writeHead(200).end()
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve))
  webhookUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
})
beforeEach(() => void received.splice(0))
afterAll(async () => {
  await closeSandboxes()
  receiver.closeAllConnections()
  await new Promise((resolve) => receiver.close(resolve))
})

const REFERENCE = "cart_1-1"
const METADATA = { merchant_reference: REFERENCE }

/** A sandbox with this variant in which one payment was made, and paid for unless told otherwise. */
async function ofVariant(
  variant: Partial<Variant>,
  { status = "succeeded", ...more }: Record<string, unknown> = {}
) {
  const sandbox = await sandboxWith({ ...variant, webhookUrl })
  const answer = await call(sandbox, "/payment-intents", {
    body: intentBody({ metadata: METADATA, ...more }),
    headers: { "x-api-key": sandbox.testSecretKey },
  })
  if (status !== "requires_action")
    sandbox.control.moveState(REFERENCE, status as "succeeded", { webhook: status === "succeeded" })
  return { sandbox, created: answer.body.data as unknown as Record<string, unknown> }
}

const verify = async (sandbox: Sandbox, method = "GET", headers: Record<string, string> = {}) =>
  await call(sandbox, `/payment-verification/${REFERENCE}/verify`, { method, headers })

async function payByCard(checkoutUrl: string) {
  const page = new URL(checkoutUrl)
  page.pathname += "/pay"
  const card = { card_number: "4242424242424242", card_expiry: "12/40", card_cvc: "123", card_name: "Awa" }
  const body = new URLSearchParams({ method: "card", ...card })
  await fetch(page, { method: "POST", body, redirect: "manual" })
}

async function events(count: number) {
  for (let turn = 0; turn < 200 && received.length < count; turn++)
    await new Promise((resolve) => setTimeout(resolve, 10))
  expect(received).toHaveLength(count)
  return received.map(({ headers, text }) => ({ headers, text, event: JSON.parse(text) as Event }))
}
const oneEvent = async () => (await events(1))[0]!
type Event = Record<string, unknown> & { data: Record<string, unknown> }

describe("a variant", () => {
  it("is the first choice of every trait unless told otherwise", () => {
    expect(Object.values(variantOf())).toEqual(VARIANT_TRAITS.map((trait) => VARIANT_CHOICES[trait][0]))
    expect(variantOf({ reuse: "conflict" })).toEqual({ ...variantOf(), reuse: "conflict" })
  })

  it.each([
    [{ colour: "red" }, /^A variant has no trait colour; there are verifyEnvelope, /],
    [{ toString: "red" }, /^A variant has no trait toString/],
    [{ reuse: "maybe" }, "reuse takes one of replay, conflict, invalid"],
  ])("refuses %j", (choices, message) => {
    expect(() => variantOf(choices as Partial<Variant>)).toThrow(message)
  })

  it("is changed by the control plane, whole", async () => {
    const { sandbox } = await ofVariant({ amounts: "number" })
    const url = `${sandbox.origin}/_control/variant`
    const set = async (body: unknown) =>
      await fetch(url, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      })
    expect(sandbox.control.variant()).toEqual(variantOf({ amounts: "number" }))
    expect(await (await set({ id: "absent" })).json()).toEqual({ variant: variantOf({ id: "absent" }) })
    expect(await (await fetch(url)).json()).toEqual({
      variant: variantOf({ id: "absent" }),
      choices: VARIANT_CHOICES,
    })
    expect((await set({ id: "nobody's" })).status).toBe(400)
    expect((await set({ id: 5 })).status).toBe(400)
    sandbox.control.reset()
    expect(sandbox.control.variant()).toEqual(variantOf({ id: "absent" }))
  })
})

describe("verify", () => {
  it.each([
    ["status", { status: "success" }],
    ["status_code", { status_code: 200, response_type: "success" }],
    ["success", { success: true, message: expect.any(String) }],
  ] as const)("answers in the envelope %s", async (verifyEnvelope, around) => {
    const { sandbox } = await ofVariant({ verifyEnvelope })
    const { body } = await verify(sandbox)
    expect(body).toEqual({ ...around, data: expect.objectContaining({ status: "succeeded" }) })
  })

  it("answers bare", async () => {
    const { sandbox } = await ofVariant({ verifyEnvelope: "bare" })
    expect((await verify(sandbox)).body).toMatchObject({ status: "succeeded", amount: "10000" })
  })

  it.each(VARIANT_CHOICES.verifyEcho)("repeats of our names: %s", async (verifyEcho) => {
    const { sandbox, created } = await ofVariant({ verifyEcho })
    const { data } = (await verify(sandbox)).body
    const names = { merchant_reference: REFERENCE, payment_ref: created.payment_ref }
    const { merchant_reference, payment_ref } = data as Partial<typeof names>
    const expected =
      verifyEcho === "none"
        ? { merchant_reference: undefined, payment_ref: undefined }
        : { merchant_reference: undefined, payment_ref: undefined, [verifyEcho]: names[verifyEcho] }
    expect({ merchant_reference, payment_ref }).toEqual(expected)
  })

  it.each([
    ["any", [200, 200]],
    ["GET", [200, 405]],
    ["PATCH", [405, 200]],
  ] as const)("takes %s", async (verifyMethod, statuses) => {
    const { sandbox } = await ofVariant({ verifyMethod })
    expect([(await verify(sandbox)).status, (await verify(sandbox, "PATCH")).status]).toEqual(statuses)
  })

  it.each([
    ["with_fee", "10390"],
    ["without_fee", "10000"],
  ] as const)("tells the amount %s that the customer bore", async (customerAmount, amount) => {
    const { sandbox, created } = await ofVariant(
      { customerAmount },
      { status: "requires_action", fee_bearer: "customer" }
    )
    await payByCard(created.checkout_url as string)
    expect((await verify(sandbox)).body.data).toMatchObject({ status: "succeeded", amount })
  })

  it.each([
    ["none", "merchant", "10003", "10003"],
    ["charged", "merchant", "10003", "10005"],
    ["asked", "merchant", "10005", "10005"],
    ["charged", "customer", "10003", "10395"],
  ] as const)(
    "rounds up to what can be paid: %s, where the %s bears the fee (U-28)",
    async (rounding, fee_bearer, asked, charged) => {
      const { sandbox, created } = await ofVariant(
        { rounding },
        { status: "requires_action", fee_bearer, amount: "10003" }
      )
      expect(created.amount).toBe(asked)
      await payByCard(created.checkout_url as string)
      expect((await verify(sandbox)).body.data).toMatchObject({ status: "succeeded", amount: charged })
    }
  )

  it("calls states beyond the five by other names, but not one that waits for the merchant", async () => {
    const { sandbox, created } = await ofVariant({ states: "more" }, { status: "requires_action" })
    const status = async () => (await verify(sandbox)).body.data.status
    expect([created.status, await status()]).toEqual(["pending", "pending"])
    sandbox.control.moveState(REFERENCE, "processing")
    expect(await status()).toBe("in_progress")
    sandbox.control.moveState(REFERENCE, "succeeded")
    expect(await status()).toBe("succeeded")
  })
})

describe("the id", () => {
  const isTaken = async (sandbox: Sandbox, id: string) => {
    const read = await call(sandbox, `/transactions/${id}`)
    const body = { transaction_id: id, amount: "1", reason: "other" }
    return [read.status, (await call(sandbox, "/refunds", { body })).status]
  }

  it.each([
    ["intent", /^pi_/],
    ["transaction", /^txn_/],
  ] as const)("is the %s's, in verify, events, transactions and refunds", async (id, form) => {
    const { sandbox, created } = await ofVariant({ id })
    const verified = String((await verify(sandbox)).body.data.id)
    expect(created.id).toMatch(/^pi_/)
    expect(verified).toMatch(form)
    const { event } = await oneEvent()
    expect([event.resource_id, event.data.id]).toEqual([verified, verified])
    expect(await isTaken(sandbox, verified)).toEqual([200, 200])
    const other = id === "intent" ? "txn_other" : (created.id as string)
    expect(await isTaken(sandbox, other)).toEqual([404, 404])
    expect(sandbox.control.intent(verified)).toMatchObject({ merchant_reference: REFERENCE, refunded: "1" })
  })

  it("may be missing in verify; the intent's is taken then", async () => {
    const { sandbox, created } = await ofVariant({ id: "absent" })
    expect((await verify(sandbox)).body.data).not.toHaveProperty("id")
    expect(await isTaken(sandbox, created.id as string)).toEqual([200, 200])
  })
})

describe("amounts and fields", () => {
  it("come as numbers, but never as other ones", async () => {
    const { sandbox, created } = await ofVariant({ amounts: "number" })
    const refund = { transaction_id: created.id, amount: "7", reason: "other" }
    expect([created.amount, (await verify(sandbox)).body.data.amount]).toEqual([10_000, 10_000])
    expect((await call(sandbox, "/refunds", { body: refund })).body.data.amount).toBe(7)
    const large = { amount: "9007199254740993", merchant_reference: "cart_2-1" }
    expect(await createIntent(sandbox, large)).toMatchObject({ amount: "9007199254740993" })
  })

  it.each([
    ["more", 11 + 7],
    ["fewer", 5],
  ] as const)("%s than documented", async (fields, count) => {
    const { sandbox, created } = await ofVariant({ fields })
    expect(Object.keys(created)).toHaveLength(count)
    expect(created).toMatchObject({ id: expect.any(String), amount: "10000", currency: "XAF" })
    const verified = (await verify(sandbox)).body.data
    expect(verified).toMatchObject({ status: "succeeded", amount: "10000", currency: "XAF" })
    expect(Object.hasOwn(verified, "created_at")).toBe(fields === "more")
  })

  it.each([
    ["minor", "1999", 200, { amount: 1999, fee: 78, total_payable: 2077 }],
    ["minor", "19.99", 400, undefined],
    ["major", "19.99", 200, { amount: 19.99, fee: 0.78, total_payable: 20.77 }],
    ["major", "19.999", 400, undefined],
    ["major", "0.00", 400, undefined],
    ["major", "007", 400, undefined],
  ] as const)("a fee in %s units of %s answers %i", async (feeUnit, amount, status, data) => {
    const sandbox = await sandboxWith({ feeUnit })
    const answer = await call(sandbox, `/payment-methods/fee/card/EUR/${amount}`)
    expect(answer.status).toBe(status)
    if (data) expect(answer.body.data).toEqual({ ...data, currency: "EUR" })
  })

  it("fees come as text", async () => {
    const sandbox = await sandboxWith({ feeAmounts: "text", feeUnit: "major", fields: "fewer" })
    const { body } = await call(sandbox, "/payment-methods/fee/card/EUR/0.5")
    expect(body.data).toEqual({ fee: "0.02", total_payable: "0.52" })
  })
})

describe("the secret key", () => {
  it.each([
    ["any", [200, 200]],
    ["bearer", [200, 401]],
    ["x-api-key", [401, 200]],
  ] as const)("is taken from %s", async (authHeader, statuses) => {
    const sandbox = await sandboxWith({ authHeader })
    const apiKey = { key: null, headers: { "x-api-key": sandbox.testSecretKey } }
    const answers = [await call(sandbox, "/customers"), await call(sandbox, "/customers", apiKey)]
    expect(answers.map(({ status }) => status)).toEqual(statuses)
    const body = { customer_email: "awa@example.com" }
    expect((await call(sandbox, "/sessions/create", { body })).status).toBe(200)
    expect((await call(sandbox, "/sessions/create", { body, ...apiKey })).status).toBe(401)
  })
})

describe("refusals", () => {
  it.each([
    ["nested", { error: expect.objectContaining({ code: "already_used", message: expect.any(String) }) }],
    [
      "flat",
      expect.objectContaining({ status_code: 409, code: "already_used", message: expect.any(String) }),
    ],
    ["text", { error: expect.stringContaining("already used") }],
  ] as const)("are worded %s", async (errorBody, expected) => {
    const sandbox = await sandboxWith({ errorBody, reuse: "conflict" })
    await createIntent(sandbox)
    const answer = await call(sandbox, "/payment-intents", { body: intentBody({ amount: "1" }) })
    expect([answer.status, answer.body]).toEqual([409, expected])
  })

  it("may be a page", async () => {
    const sandbox = await sandboxWith({ errorBody: "html" })
    const response = await fetch(`${sandbox.baseUrl}/customers`)
    expect(response.status).toBe(401)
    expect(response.headers.get("content-type")).toContain("text/html")
    expect(await response.text()).toMatch(/^<!doctype html>/)
  })

  it.each([
    ["seconds", "30"],
    ["date", "Fri, 02 Jan 2026 03:04:36 GMT"],
    ["absent", null],
  ] as const)("of the limit name a time: %s", async (retryAfter, expected) => {
    // Half a second past: a date that is rounded down would come too early.
    const clock = fakeClock(Date.parse("2026-01-02T03:04:05.500Z"))
    const sandbox = await sandboxWith({ retryAfter, now: clock.now })
    sandbox.control.injectFault({ operation: "list_customers", kind: "rate_limit", retryAfter: 30 })
    const { status, headers } = await call(sandbox, "/customers")
    expect([status, headers.get("retry-after")]).toEqual([429, expected])
  })

  it("leave a time alone that a fault chose in other words", async () => {
    const sandbox = await sandboxWith({ retryAfter: "date" })
    sandbox.control.injectFault({ operation: "list_customers", kind: "rate_limit", retryAfter: "soon" })
    expect((await call(sandbox, "/customers")).headers.get("retry-after")).toBe("soon")
  })

  it.each([
    ["replay", 200],
    ["conflict", 409],
    ["invalid", 400],
  ] as const)(
    "an identical request under an ignored Idempotency-Key: %s answers %i",
    async (reuse, status) => {
      const sandbox = await sandboxWith({ reuse, idempotencyKey: "ignored" })
      const again = { body: intentBody(), headers: { "idempotency-key": "key-1" } }
      expect((await call(sandbox, "/payment-intents", again)).status).toBe(200)
      expect((await call(sandbox, "/payment-intents", again)).status).toBe(status)
      expect(sandbox.control.intents()).toHaveLength(1)
    }
  )
})

describe("events", () => {
  it.each(VARIANT_CHOICES.eventContentType)("come as %s", async (eventContentType) => {
    await ofVariant({ eventContentType })
    const { headers, event } = await oneEvent()
    expect(headers["content-type"]).toBe(eventContentType === "none" ? undefined : eventContentType)
    expect(event.event_type).toBe("payment.succeeded")
  })

  it.each([
    ["prefixed", "x-paycollect-signature", "sha256="],
    ["bare", "x-paycollect-signature", ""],
    ["other_header", "x-paycollect-digest", "sha256="],
  ] as const)("are signed %s", async (signature, header, prefix) => {
    const { sandbox } = await ofVariant({ signature })
    const { headers, text } = await oneEvent()
    const digest = signBody(text, sandbox.webhookSecret).replace("sha256=", "")
    expect(headers[header]).toBe(prefix + digest)
    expect(Object.keys(headers).filter((name) => name.startsWith("x-"))).toEqual([header])
  })

  it.each([
    ["merchant_reference", { merchant_reference: REFERENCE }],
    ["payment_ref", { payment_ref: expect.stringMatching(/^PAY/) }],
    ["resource_id", {}],
  ] as const)("name their payment by nothing but the %s", async (eventReference, names) => {
    const { created } = await ofVariant({ eventReference, fields: "fewer" })
    const { event } = await oneEvent()
    expect(event).toEqual({
      event_type: "payment.succeeded",
      ...(eventReference === "resource_id" && { resource_id: created.id }),
      data: names,
    })
  })

  it.each([
    ["once", ["payment.succeeded"]],
    ["twice", ["payment.succeeded", "payment.succeeded"]],
    ["out_of_order", ["order.completed", "payment.succeeded", "payment.failed"]],
  ] as const)("arrive %s", async (when, types) => {
    const { sandbox } = await ofVariant({ events: when })
    const arrived = await events(types.length)
    expect(arrived.map(({ event }) => event.event_type)).toEqual(types)
    // The answer to the last one may still be on its way.
    await until(() => sandbox.control.deliveries().every(({ delivered }) => delivered))
    expect(sandbox.control.deliveries()).toHaveLength(types.length)
  })

  it("never arrive", async () => {
    const { sandbox } = await ofVariant({ events: "never" })
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect([received, sandbox.control.deliveries()]).toEqual([[], []])
  })

  it("arrive late: by the control plane, or when their time has come", async () => {
    const { sandbox } = await ofVariant({ events: "late" })
    expect(sandbox.control.deliveries()).toMatchObject([{ attempts: [] }])
    await fetch(`${sandbox.origin}/_control/deliveries/late`, { method: "POST" })
    expect(sandbox.control.deliveries()).toMatchObject([{ attempts: [200] }])
    await sandbox.control.deliverLate()
    await events(1)

    const soon = await sandboxWith({ events: "late", lateEventMs: 20, webhookUrl })
    await createIntent(soon)
    soon.control.moveState(REFERENCE, "failed")
    expect(soon.control.deliveries()).toMatchObject([{ attempts: [] }])
    await events(2)
  })
})
