import fc from "fast-check"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"

const minutes = Number(process.env.CHAOS_MINUTES ?? 0)

/** How long and from where, by `npm run chaos -- --minutes 60 --seed 7`; without a number of minutes a fixed number of runs. */
export const budget = {
  minutes,
  seed: process.env.CHAOS_SEED ? Number(process.env.CHAOS_SEED) : Date.now() % 2_147_483_647,
  path: process.env.CHAOS_PATH || undefined,
  replayPath: process.env.CHAOS_REPLAY || undefined,
  timeoutMs: (minutes + 30) * 60_000,
}

/** A scenario takes seconds; one that stands still is a fault too, and has to be seen. */
const STANDSTILL_MS = 5 * 60_000

interface Ring {
  /** as `npm run chaos -- --ring` names it */
  name: string
  /** scenarios, unless a number of minutes or of runs was asked for */
  runs: number
  /** counts that a run of full length has to have more than none of */
  expected: readonly string[]
}

/** Counts what was tried, and says how to see a failure again. */
export class Report {
  private readonly began = Date.now()
  private readonly counts: Record<string, number> = {}
  private readonly planned: number
  private runs = 0
  private violations = 0
  private lastLine = Date.now()
  private seed = budget.seed
  private played: Promise<void> = Promise.resolve()

  constructor(private readonly ring: Ring) {
    this.planned = Number(process.env.CHAOS_RUNS ?? ring.runs)
  }

  /**
   * @param examples scenarios that are played before those of the seed, for what a run of its length would leave to chance
   * @throws Error with the smallest failing run and the command that repeats it
   */
  async check<T>(property: fc.IAsyncProperty<T>, examples: T[] = []): Promise<void> {
    const { path } = budget
    // Rings that run at the same time must not run the same scenarios; a replay names its own seed.
    const offset = path === undefined ? Number(/\d+$/.exec(this.ring.name)?.[0] ?? 0) : 0
    this.seed = budget.seed + offset
    const details = await fc.check(property, {
      seed: this.seed,
      path,
      examples,
      numRuns: minutes > 0 ? Number.MAX_SAFE_INTEGER : this.planned,
      ...(minutes > 0 && { interruptAfterTimeLimit: minutes * 60_000 }),
      endOnFailure: path !== undefined,
      timeout: STANDSTILL_MS,
    })
    // Time is up while one is played: it shares its database with what the ring plays next.
    if (details.interrupted) await this.played
    if (!details.failed) return this.assertCovered()
    this.violations = 1
    const replay = /replayPath="([^"]*)"/.exec(fc.stringify(details.counterexample))?.[1]
    const again = `npm run chaos -- --ring ${this.ring.name} --seed ${details.seed} --path ${details.counterexamplePath}`
    throw new Error(
      [
        fc.defaultReportMessage(details),
        details.errorInstance instanceof Error ? details.errorInstance.stack : String(details.errorInstance),
        `Repeat it with:  ${again}${replay ? ` --replay "${replay}"` : ""}`,
      ].join("\n")
    )
  }

  /** Each scenario is played by this, so that its end can be waited for. @throws what `scenario` throws */
  async play(scenario: () => Promise<void>): Promise<void> {
    const playing = scenario()
    this.played = playing.catch(() => undefined)
    await playing
  }

  /** One scenario is over, and these things happened in it. */
  ran(...counts: Record<string, number>[]): void {
    this.runs++
    for (const [name, times] of counts.flatMap((each) => Object.entries(each))) this.count(name, times)
    if (Date.now() - this.lastLine < 60_000) return
    this.lastLine = Date.now()
    process.stdout.write(`${this.headline()}\n`)
  }

  /** Said at once: making a long scenario small can take a while. */
  violated(what: string[]): never {
    if (this.violations++ === 0)
      process.stdout.write(`${this.ring.name}: violated, and made smaller now: ${what[0]}\n`)
    throw new Error(what.join("\n"))
  }

  count(name: string, times = 1): void {
    this.counts[name] = (this.counts[name] ?? 0) + times
  }

  print(): void {
    const counts = Object.fromEntries(Object.entries(this.counts).sort(([a], [b]) => a.localeCompare(b)))
    const lines = Object.entries(counts).map(([name, times]) => `  ${name}: ${times}`)
    process.stdout.write(`${this.headline()}\n${lines.join("\n")}\n`)
    if (!process.env.CHAOS_REPORT) return
    const { runs, violations, seed } = this
    const seconds = Math.round((Date.now() - this.began) / 1_000)
    mkdirSync(process.env.CHAOS_REPORT, { recursive: true })
    writeFileSync(
      join(process.env.CHAOS_REPORT, `${this.ring.name}.json`),
      JSON.stringify({ ring: this.ring.name, runs, violations, seed, seconds, counts })
    )
  }

  /** A ring that never gets anywhere finds nothing either. */
  private assertCovered(): void {
    if (this.runs < this.ring.runs) return
    const missing = this.ring.expected.filter((name) => !this.counts[name])
    if (missing.length > 0)
      throw new Error(`${this.runs} scenarios went by without: ${missing.join(", ")} (seed ${this.seed})`)
  }

  private headline(): string {
    const seconds = (Date.now() - this.began) / 1_000
    const planned = minutes > 0 ? `${minutes} min` : String(this.planned)
    return `${this.ring.name}: ${this.runs} scenarios of ${planned} in ${seconds.toFixed(0)} s (${(this.runs / seconds).toFixed(1)}/s), seed ${this.seed}`
  }
}
