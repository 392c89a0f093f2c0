import { MINUTE_MS } from "../../service/config"
import { advance } from "../advance"
import { type AdvanceResult, NOT_ASKED } from "../advance-result"
import { advanceDue, type ReconcileTask } from "../advance-due"

jest.mock("../advance", () => ({ ...jest.requireActual("../advance"), advance: jest.fn() }))

const NOW = Date.parse("2026-01-31T12:00:00Z")
const DUE_AT = new Date(NOW - MINUTE_MS)

interface Given {
  /** of each row: money that came and is known, or what has to be asked about */
  rows: ("came" | "old" | "open" | "held" | "broken")[]
  /** for how many questions there is a place */
  places: number
  /** requests a minute that store and service agreed on */
  standard?: number
  /** how long a look takes, in ms */
  looksFor?: number
  tasks?: readonly ReconcileTask[]
}

/** A run over these rows. @returns what it looked at, what it put back, and its numbers */
async function run({ rows, places, standard = 60, looksFor = 0, tasks = [] }: Given) {
  const due = rows.map((kind, index) => ({
    id: `pcint_${index}`,
    merchant_reference: `${kind}_${index}`,
    outcome: kind === "open" ? "waiting" : "paid",
    verified_at: kind === "came" ? new Date(NOW) : new Date(NOW - 61 * MINUTE_MS),
    due_at: DUE_AT,
  }))
  const putBack: [string, number][] = []
  const claims: number[] = []
  let now = NOW
  const paycollect = {
    configuration: { given: { options: { service: { budget: { standard, creation: 20 } } } } },
    ledger: {
      claimDue(limit: number) {
        claims.push(limit)
        return Promise.resolve(due.splice(0, limit))
      },
      scheduleBy: (id: string, at: number) => Promise.resolve(void putBack.push([id, at])),
    },
    state: { set: () => Promise.resolve() },
    clock: { now: () => now },
    budget: { foresee: () => Promise.resolve(left > 0 ? null : new Error("full")) },
  }
  let left = places
  const looked: string[] = []
  jest.mocked(advance).mockImplementation(async (_, { reference }) => {
    looked.push(reference)
    if (reference.startsWith("broken")) throw Object.assign(new Error("with its row"), { code: "25006" })
    now += looksFor
    await Promise.resolve()
    const isAsked = reference.startsWith("came") || left-- > 0
    const isHeld = reference.startsWith("held")
    const reason = isHeld ? "in_progress" : isAsked ? null : NOT_ASKED
    const result = { status: reason ? "waiting" : "succeeded", reason }
    return { ...result, cart_id: null, order_id: null } as AdvanceResult
  })
  const lines: string[] = []
  const logger = { error: (line: string) => lines.push(line) }
  const container = { resolve: (name: string) => (name === "logger" ? logger : paycollect) }
  const numbers = await advanceDue(container as never, tasks)
  return { looked, putBack, claims, numbers, lines }
}

describe("a run of the job that finds no place for one of its payments", () => {
  it("applies what came and is known behind it, and puts back what has to be asked about", async () => {
    const rows = ["old", "open", "open", "open", "came", "open", "came"] as const
    const { looked, putBack, numbers } = await run({ rows: [...rows], places: 0 })
    expect(looked).toEqual(["old_0", "open_1", "open_2", "open_3", "came_4", "came_6"])
    expect(putBack.sort()).toEqual([0, 1, 2, 3, 5].map((index) => [`pcint_${index}`, DUE_AT.getTime()]))
    expect(numbers).toMatchObject({ checked: 2, outcomes: { succeeded: 2 }, more: true })
  })

  it("asks about those behind it while places come free", async () => {
    const { looked, putBack } = await run({ rows: Array<"open">(8).fill("open"), places: 3 })
    expect(looked.slice(0, 4)).toEqual(["open_0", "open_1", "open_2", "open_3"])
    expect(putBack).toHaveLength(5)
  })

  it("looks at all where each has a place", async () => {
    const { looked, putBack, numbers } = await run({
      rows: ["old", "open", "came", "open", "open"],
      places: 9,
    })
    expect([looked.length, putBack, numbers.more]).toEqual([5, [], false])
  })
})

describe("a run of the job over a payment that another process holds", () => {
  it("has it due again soon: the other one may be dead, and the run's own claim is longer than its lease", async () => {
    const { putBack, numbers } = await run({ rows: ["open", "held"], places: 9 })
    expect(putBack).toEqual([["pcint_1", NOW + 30_000]])
    expect(numbers).toMatchObject({ checked: 2, outcomes: { succeeded: 1, waiting: 1 }, more: false })
  })
})

describe("a run of the job where more is due than it claims at a time", () => {
  const rows = Array<"open">(100).fill("open")

  it.each([
    [60, [30]],
    [20, [30]],
    [110, [30, 25]],
    [600, [30, 30, 30, 30]],
  ])("with %i requests a minute claims as many as the job may ask about, %j", async (standard, claims) => {
    const found = await run({ rows, places: 1_000, standard })
    const checked = Math.min(
      100,
      claims.reduce((sum, limit) => sum + limit, 0)
    )
    expect(found).toMatchObject({ claims, putBack: [], numbers: { checked, more: checked < 100 } })
    expect(new Set(found.looked).size).toBe(checked)
  })

  it("claims no more once the minute is nearly over, nor where one of them found no place", async () => {
    expect((await run({ rows, places: 1_000, standard: 600, looksFor: 1_000 })).claims).toEqual([30, 30])
    expect((await run({ rows, places: 29, standard: 600 })).claims).toEqual([30])
  })

  it("leaves what else the job does the rest of its questions", async () => {
    const task = jest.fn(() => Promise.resolve())
    await run({ rows, places: 1_000, standard: 600, tasks: [{ name: "the task", run: task }] })
    expect(task).toHaveBeenCalledWith(expect.anything(), 200)
  })
})

describe("a run of the job in a bad night", () => {
  it("has one line for what fails for one reason, however many payments it is, and goes on with the others", async () => {
    const off = { name: "the refunds", run: () => Promise.reject(new TypeError("of a task")) }
    const { looked, numbers, lines } = await run({
      rows: [...Array<"broken">(9).fill("broken"), "came"],
      places: 9,
      tasks: [off],
    })
    expect(looked).toHaveLength(10)
    expect(numbers.outcomes).toEqual({ error: 9, succeeded: 1 })
    expect(lines).toEqual([
      "paycollect: reconciling broken_0 and 8 more failed: Error 25006",
      "paycollect: reconciling the refunds failed: TypeError",
    ])
  })
})
