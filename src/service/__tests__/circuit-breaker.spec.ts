import { CircuitBreaker } from "../circuit-breaker"

describe("CircuitBreaker", () => {
  let now = 0
  const breaker = () => new CircuitBreaker({ now: () => now, sleep: async () => undefined })
  const broken = () => {
    const it = breaker()
    for (let call = 0; call < 5; call++) it.failed()
    return it
  }
  beforeEach(() => {
    now = 1_000_000
  })

  it("opens after five failures in a row, and not before", () => {
    const it = breaker()
    for (let call = 0; call < 4; call++) it.failed()
    it.succeeded()
    for (let call = 0; call < 4; call++) it.failed()
    expect(it.state).toBe("closed")
    expect(it.waitMs()).toBe(0)
    it.failed()
    expect(it.state).toBe("open")
    expect(it.waitMs()).toBe(15_000)
  })

  it("lets one probe through after the pause, and closes when it succeeds", () => {
    const it = broken()
    now += 15_000
    expect(it.state).toBe("half_open")
    expect(it.waitMs()).toBe(0)
    expect(it.waitMs()).toBeGreaterThan(0)
    it.succeeded()
    expect(it.state).toBe("closed")
    expect(it.waitMs()).toBe(0)
  })

  it("says how long to wait without becoming the probe", () => {
    expect(breaker().restMs()).toBe(0)
    const it = broken()
    expect(it.restMs()).toBe(15_000)
    now += 15_000
    expect([it.restMs(), it.restMs()]).toEqual([0, 0])
    expect(it.waitMs()).toBe(0)
    expect(it.restMs()).toBe(35_000)
    now += 35_001
    expect(it.restMs()).toBe(0)
  })

  it("stays open for another pause when the probe fails", () => {
    const it = broken()
    now += 15_000
    expect(it.waitMs()).toBe(0)
    it.failed()
    expect(it.waitMs()).toBe(15_000)
  })

  it("forgets a probe that never reported back", () => {
    const it = broken()
    now += 15_000
    expect(it.waitMs()).toBe(0)
    now += 35_000
    expect(it.waitMs()).toBe(0)
  })
})
