import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../service/config"
import { balanceMoved } from "../keep-balance"
import { ordersById, ordersMovedSince } from "../records/lookups"

jest.mock("../records/lookups", () => ({ ordersById: jest.fn(), ordersMovedSince: jest.fn() }))

const NOW = Date.parse("2026-01-31T12:00:00Z")
const ids = (count: number) => Array.from({ length: count }, (_, index) => `order_${index}`)

interface Given {
  /** what the run before left, and when the first payment was begun */
  kept?: { at: number; since: number; skip: number }
  beganAt?: number
  moved?: Awaited<ReturnType<typeof ordersMovedSince>>
}

/** One run. @returns how it asked for orders, how many it read at once, and what it leaves for the next one */
async function run({ kept, beganAt, moved = { ids: [], next: null } }: Given) {
  jest.mocked(ordersMovedSince).mockReset().mockResolvedValue(moved)
  jest.mocked(ordersById).mockReset().mockResolvedValue([])
  const set = jest.fn()
  const paycollect = {
    state: { get: () => Promise.resolve(kept ?? null), set },
    clock: { now: () => NOW },
    ledger: { beganAt: () => Promise.resolve(beganAt ?? null) },
    configuration: { current: () => Promise.resolve({ options: {} }) },
  }
  await balanceMoved({ resolve: () => paycollect } as never)
  const { since, ...page } = jest.mocked(ordersMovedSince).mock.calls[0]![1]
  const read = jest.mocked(ordersById).mock.calls.map(([, asked]) => asked.length)
  return { ago: NOW - since.getTime(), page, read, left: set.mock.calls[0] as unknown[] }
}

describe("the look at orders that moved", () => {
  const last = { at: NOW, since: NOW - 5 * MINUTE_MS, skip: 0 }

  it("goes on from the last run, and leaves the next one a moment before this", async () => {
    expect(await run({ kept: last })).toEqual({
      ago: 5 * MINUTE_MS,
      page: { skip: 0, take: 200 },
      read: [],
      left: ["last_balance_look", { at: NOW, since: NOW - 15 * MINUTE_MS, skip: 0 }],
    })
    expect(await run({ kept: { ...last, at: NOW - HOUR_MS } })).toMatchObject({ ago: DAY_MS })
  })

  it("is at two hundred orders a run, fifty with one question; the next one goes on behind them", async () => {
    const next = { since: new Date(NOW - 30 * DAY_MS), skip: 7 }
    const kept = { at: NOW - DAY_MS, since: NOW - 40 * DAY_MS, skip: 3 }
    const { page, read, left } = await run({ kept, moved: { ids: ids(220), next } })
    expect([page, read]).toEqual([{ skip: 3, take: 200 }, [50, 50, 50, 50, 20]])
    // The day has to wait while older ones are looked at.
    expect(left[1]).toEqual({ at: NOW - DAY_MS, since: NOW - 30 * DAY_MS, skip: 7 })
  })

  it("goes back 400 days at most, however long no job ran", async () => {
    const kept = { at: 0, since: NOW - 500 * DAY_MS, skip: 40 }
    expect(await run({ kept })).toMatchObject({ ago: 400 * DAY_MS, page: { skip: 0 } })
  })

  it("begins with the first payment where no run left a time, and has nothing behind it in a new shop", async () => {
    expect(await run({ beganAt: NOW - 90 * DAY_MS })).toMatchObject({ ago: 90 * DAY_MS, page: { skip: 0 } })
    expect(await run({ beganAt: NOW - 900 * DAY_MS })).toMatchObject({ ago: 400 * DAY_MS })
    expect(await run({})).toMatchObject({ ago: DAY_MS, left: [expect.any(String), { at: NOW }] })
  })
})
