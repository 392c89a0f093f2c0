import { asValue } from "@medusajs/framework/awilix"
import { createMedusaContainer } from "@medusajs/framework/utils"
import { type ClientConfig, type Clock } from "../../../../service/config"
import parts, { type Cradle } from "../parts"

const clock: Clock = { now: () => 1_900_000_000_000, sleep: async () => undefined }

async function containerWith(options: Record<string, unknown>, replaced: Partial<Cradle> = {}) {
  const container = createMedusaContainer()
  container.register("__pg_connection__", asValue({}))
  for (const [name, part] of Object.entries(replaced)) container.register(name, asValue(part))
  await parts({ container, options })
  return container
}

describe("the parts of the module", () => {
  it("are all made without a database, each once", async () => {
    const container = await containerWith({})
    const names = Object.keys(container.registrations).filter((name) => name !== "__pg_connection__")
    expect(names.length).toBeGreaterThan(25)
    for (const name of names) expect([name, container.resolve(name)]).toEqual([name, expect.anything()])
    for (const name of names) expect(container.resolve(name)).toBe(container.resolve(name))
  })

  it("are made with what is registered in their place", async () => {
    const client = jest.fn(() => ({}))
    const options = {
      environment: "live",
      live: { secretKey: "sk_live_nothing_secret", baseUrl: "https://pay.example/v1" },
    }
    const state = { get: async () => null }
    const container = await containerWith(options, { clock, client: client as never, state: state as never })
    const { connection, configuration, budget } = container.cradle as Cradle
    connection.observe({ operation: "verify_payment", outcome: "ok", status: 200, durationMs: 1 } as never, {
      environment: "test",
      baseUrl: "https://pay.example/v1",
    })
    expect((await connection.last("test"))!.checked_at).toBe(new Date(clock.now()).toISOString())
    expect(configuration.given.client("live")).toBe(client.mock.results[0]!.value)
    expect(client).toHaveBeenCalledWith(expect.objectContaining({ environment: "live" }))
    const [[{ gate }]] = client.mock.calls as unknown as [[ClientConfig]]
    const acquire = jest.spyOn(budget, "acquire").mockResolvedValue()
    const asked = { operation: "verify_payment", priority: "reconcile", deadline: 1 } as const
    await gate!.acquire("standard", asked)
    expect(acquire).toHaveBeenCalledWith("standard", { ...asked, breaker: undefined })
  })

  it("say which option is wrong when the module is made, not when it is registered", async () => {
    const container = await containerWith({ refunds: "sometimes" })
    expect(() => container.resolve("configuration")).toThrow(/refunds/)
  })
})
