import { call, closeSandboxes, fakeClock, intentBody, sandboxWith } from "./harness"

afterAll(closeSandboxes)

const create = (sandbox: Parameters<typeof call>[0], n: number) =>
  call(sandbox, "/payment-intents", { body: intentBody({ merchant_reference: `r-${n}` }) })

describe("rate limits (interface 8)", () => {
  it("refuses the request over the limit with 429 and a Retry-After that is enough", async () => {
    const clock = fakeClock()
    const sandbox = await sandboxWith({ now: clock.now, rateLimits: { standard: 3, creation: 2 } })
    await create(sandbox, 1)
    clock.time += 20_000
    await create(sandbox, 2)
    const refused = await create(sandbox, 3)
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "40"])
    expect(refused.body.error).toMatchObject({ type: "rate_limit_error", code: "rate_limit_exceeded" })
    expect(sandbox.control.intents()).toHaveLength(2)

    clock.time += 39_999
    expect((await create(sandbox, 3)).status).toBe(429)
    clock.time += 1
    expect((await create(sandbox, 3)).status).toBe(200)
    // The window slides: the second creation still counts.
    expect((await create(sandbox, 4)).status).toBe(429)
  })

  it("counts creations and everything else apart, and each environment for itself", async () => {
    const sandbox = await sandboxWith({ now: fakeClock().now, rateLimits: { standard: 2, creation: 1 } })
    expect((await create(sandbox, 1)).status).toBe(200)
    expect((await create(sandbox, 2)).status).toBe(429)
    expect((await call(sandbox, "/customers")).status).toBe(200)
    expect((await call(sandbox, "/payment-verification/r-1/verify")).status).toBe(200)
    expect((await call(sandbox, "/payment-methods")).status).toBe(429)
    expect((await call(sandbox, "/customers", { live: true })).status).toBe(200)
  })

  it("counts session tokens against the address they come from", async () => {
    const sandbox = await sandboxWith({ now: fakeClock().now, rateLimits: { standard: 2, creation: 1 } })
    const validate = (key: string) => call(sandbox, "/sessions/validate", { method: "POST", key })
    expect((await validate("cs_one")).status).toBe(401)
    expect((await validate("cs_two")).status).toBe(401)
    expect((await validate("cs_three")).status).toBe(429)
  })

  it("limits by default to 60 and 20 a minute, and leaves the control plane alone", async () => {
    const sandbox = await sandboxWith({ now: fakeClock().now, rateLimits: undefined })
    const statuses = async (count: number, send: (n: number) => Promise<{ status: number }>) =>
      (await Promise.all(Array.from({ length: count }, (_, n) => send(n)))).map((answer) => answer.status)
    const creations = await statuses(21, (n) => create(sandbox, n))
    expect(creations.filter((status) => status === 200)).toHaveLength(20)
    const lists = await statuses(61, () => call(sandbox, "/customers"))
    expect(lists.filter((status) => status === 200)).toHaveLength(60)
    expect((await fetch(`${sandbox.origin}/_control/intents`)).status).toBe(200)
  })
})
