import { type Clock } from "../../../service/config"
import { type SharedState } from "../../../service/shared-state"
import { type Configuration } from "../../../settings/configuration"
import { Webhooks, type RefusedEvents } from "../webhooks"

/** The facts of one store, and how often they were written. */
function aStore(configuration: unknown = {}) {
  const facts = new Map<string, object>()
  let writes = 0
  const state = {
    get: (id: string) => Promise.resolve(facts.get(id) ?? null),
    set: (id: string, value: object) => Promise.resolve(void (writes++, facts.set(id, value))),
  } as unknown as SharedState
  const clock = { now: () => Date.now() } as Clock
  const webhooks = new Webhooks(configuration as Configuration, state, clock)
  return { webhooks, facts, kept: () => facts.get("webhook_refused") as RefusedEvents, writes: () => writes }
}

describe("events that are refused", () => {
  beforeEach(() => jest.useFakeTimers({ now: Date.parse("2026-01-31T12:00:00Z") }))
  afterEach(() => jest.useRealTimers())

  it("are all counted of a burst that nothing follows, in two writes", async () => {
    const { webhooks, kept, writes } = aStore()
    for (let times = 0; times < 5; times++) {
      await webhooks.noteRefused({ "x-a-signature": "of nobody" })
      await jest.advanceTimersByTimeAsync(1_000)
    }
    expect([kept().count, kept().often_at, writes()]).toEqual([1, null, 1])
    await jest.advanceTimersByTimeAsync(5_000)
    const at = "2026-01-31T12:00:04.000Z"
    expect([kept(), writes()]).toMatchObject([
      { count: 5, in_hour: 5, often_at: at, last_at: at, headers: ["x-a-signature"] },
      2,
    ])
    await jest.advanceTimersByTimeAsync(60_000)
    expect(writes()).toBe(2)
  })

  it("cost one write in ten seconds however many come, and keep no process running", async () => {
    const { webhooks, kept, writes } = aStore()
    const setting = jest.spyOn(global, "setTimeout")
    for (let times = 0; times < 100; times++) {
      await webhooks.noteRefused({})
      await jest.advanceTimersByTimeAsync(1_000)
    }
    await jest.advanceTimersByTimeAsync(10_000)
    expect(kept().count).toBe(100)
    expect(writes()).toBeLessThanOrEqual(11)
    const timers = setting.mock.results.map(({ value }) => value as NodeJS.Timeout)
    expect(new Set(timers.map((timer) => timer.hasRef()))).toEqual(new Set([false]))
  })
})

describe("an event that the server sends itself", () => {
  beforeEach(() => jest.useFakeTimers({ now: Date.parse("2026-01-31T12:00:00Z") }))
  afterEach(() => jest.useRealTimers())

  it("is sent once a minute; with another secret or address at once, and the secret is kept nowhere", async () => {
    const sent = jest
      .spyOn(global, "fetch")
      .mockImplementation(() => Promise.resolve(Response.json({ check: "ok" })))
    let secret = "whsec_first"
    let backendUrl = "https://shop.example"
    const current = () =>
      Promise.resolve({
        options: { backendUrl, service: {}, test: {} },
        environment: "test",
        webhookSecrets: [secret],
      })
    const { webhooks, facts } = aStore({ current })
    const first = await webhooks.check()
    expect(first).toEqual({
      result: "ok",
      webhook_url: "https://shop.example/hooks/paycollect",
      checked_at: "2026-01-31T12:00:00.000Z",
    })
    await jest.advanceTimersByTimeAsync(59_000)
    expect(await webhooks.check()).toEqual(first)
    expect(sent).toHaveBeenCalledTimes(1)
    secret = "whsec_second"
    expect((await webhooks.check())!.checked_at).toBe("2026-01-31T12:00:59.000Z")
    backendUrl = "https://api.shop.example"
    expect((await webhooks.check())!.webhook_url).toBe("https://api.shop.example/hooks/paycollect")
    expect(sent).toHaveBeenCalledTimes(3)
    expect(JSON.stringify([...facts])).not.toContain("whsec_")
    await jest.advanceTimersByTimeAsync(61_000)
    await webhooks.check()
    expect(sent).toHaveBeenCalledTimes(4)
    sent.mockRestore()
  })
})
