import { judgeOutage, type Outage } from "../outage"

const AT = Date.parse("2026-01-31T12:00:00Z")
const MINUTE = 60_000
const moment = (minutes: number) => new Date(AT + minutes * MINUTE).toISOString()
const check = (code: string) => ({
  environment: "live" as const,
  ok: code === "ok",
  latency_ms: 30,
  code,
  message: "",
  checked_at: moment(0),
})

interface Case {
  outage?: Partial<Outage>
  code?: string
  started?: boolean
  several?: boolean
  /** minutes after the first failure */
  now?: number
}

/** Six failures of several customers in three minutes, of which the last is just now, unless said otherwise. */
function judged({ outage = {}, code = "unreachable", started = false, several = true, now = 3 }: Case) {
  const first: Outage = {
    environment: "live",
    code: "unreachable",
    since: moment(0),
    last: moment(3),
    count: 6,
    ...outage,
  }
  return judgeOutage(first, { now: AT + now * MINUTE, started, several, check: check(code) })
}

describe("starts that failed are", () => {
  it.each<[string, Case, ReturnType<typeof judgeOutage>]>([
    ["an outage, after minutes of them", {}, "connection_lost"],
    ["an outage although the service answers another call", { code: "ok" }, "connection_lost"],
    ["nothing that one customer alone makes by trying", { code: "ok", several: false }, "wait"],
    ["an outage for one customer alone where the service is away", { several: false }, "connection_lost"],
    ["nothing yet where only our own places are used up", { code: "rate_limited", several: false }, "wait"],
    ["nothing yet within two minutes", { now: 1.9, outage: { last: moment(1.9) } }, "wait"],
    ["an outage of two customers where the service is away", { outage: { count: 2 } }, "connection_lost"],
    ["nothing yet of one customer who tried twice", { outage: { count: 2 }, several: false }, "wait"],
    [
      "nothing yet where there were two, and the service answers",
      { outage: { count: 2 }, code: "ok" },
      "wait",
    ],
    [
      "an outage of two customers 20 minutes apart, as nothing answers meanwhile",
      { outage: { count: 2, last: moment(20) }, now: 20 },
      "connection_lost",
    ],
    ["remembered while nothing answers", { outage: { count: 1, last: moment(0) }, now: 300 }, "wait"],
    [
      "three in a moment, and the service is away",
      { outage: { last: moment(0), count: 3 } },
      "connection_lost",
    ],
    [
      "three in a moment, and the service answers",
      { outage: { last: moment(0), count: 3 }, code: "ok" },
      "wait",
    ],
    ["forgotten where a payment was started since", { started: true }, "forget"],
    ["forgotten where nobody tried again, and the service answers", { now: 18.1, code: "ok" }, "forget"],
    [
      "an outage at once where the key is refused",
      { outage: refused(), code: "invalid_key", now: 0 },
      "connection_lost",
    ],
    [
      "an outage where the key may not do it",
      { outage: refused("forbidden"), code: "forbidden", now: 0 },
      "connection_lost",
    ],
    ["forgotten where the key is taken after all", { outage: refused(), code: "ok", now: 0 }, "forget"],
    ["undecided where the key was refused and nothing answers", { outage: refused(), now: 0 }, "wait"],
  ])("%s", (_, given, expected) => {
    expect(judged(given)).toBe(expected)
  })

  function refused(code = "invalid_key"): Partial<Outage> {
    return { code, last: moment(0), count: 1 }
  }
})

describe("an outage", () => {
  const lost_at = moment(2)

  it.each<[string, Case, ReturnType<typeof judgeOutage>]>([
    ["goes on while nothing answers", { outage: { lost_at } }, "wait"],
    ["is over when the service answers", { outage: { lost_at }, code: "ok" }, "connection_restored"],
    ["is over when a payment was started", { outage: { lost_at }, started: true }, "connection_restored"],
    [
      "of starts alone goes on while only other calls go well",
      { outage: { lost_at, starts_only: true }, code: "ok" },
      "wait",
    ],
    [
      "of starts alone is over when one goes well",
      { outage: { lost_at, starts_only: true }, code: "ok", started: true },
      "connection_restored",
    ],
    ["never ends by being old", { outage: { lost_at }, now: 10_000 }, "wait"],
  ])("%s", (_, given, expected) => {
    expect(judged(given)).toBe(expected)
  })
})
