import { publish } from "../emit"

const lines: string[] = []
/** A store whose event bus does this. */
const store = (bus: () => Promise<void>) => ({
  resolve: (name: string) =>
    name === "logger" ? { warn: (line: string) => lines.push(line) } : { emit: bus },
})
const told = (bus: () => Promise<void>) =>
  publish(store(bus) as never, "paycollect.intent.started", {} as never, "cart_01-1")

beforeEach(() => {
  lines.length = 0
  jest.useFakeTimers()
})
afterEach(() => jest.useRealTimers())

describe("an event", () => {
  it("is waited for three seconds, and logged where the bus fails after that", async () => {
    const fails = () => new Promise<void>((_, reject) => setTimeout(reject, 5_000, new TypeError("the bus")))
    let isOver = false
    const waited = told(fails).then(() => (isOver = true))
    await jest.advanceTimersByTimeAsync(2_999)
    expect(isOver).toBe(false)
    await jest.advanceTimersByTimeAsync(1)
    await waited
    expect(lines).toEqual([])
    await jest.advanceTimersByTimeAsync(2_000)
    expect(lines).toEqual([expect.stringMatching(/paycollect\.intent\.started of cart_01-1.*TypeError/)])
  })

  it("that the bus takes is waited for no longer, and leaves no line", async () => {
    await told(() => Promise.resolve())
    expect([lines, jest.getTimerCount()]).toEqual([[], 0])
  })
})
