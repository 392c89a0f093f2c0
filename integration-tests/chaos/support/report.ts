import fc from "fast-check"
import { type World } from "./world"

const minutes = Number(process.env.CHAOS_MINUTES ?? 0)

/** How long and from where, by `npm run chaos -- --minutes 60 --seed 7`; without a number of minutes a fixed number of runs. */
export const budget = {
  minutes,
  runs: minutes > 0 ? Number.MAX_SAFE_INTEGER : Number(process.env.CHAOS_RUNS ?? 5_000),
  seed: process.env.CHAOS_SEED ? Number(process.env.CHAOS_SEED) : Date.now() % 2_147_483_647,
  path: process.env.CHAOS_PATH || undefined,
  replayPath: process.env.CHAOS_REPLAY || undefined,
  timeoutMs: (minutes + 30) * 60_000,
}

/** Counts what was tried, and says how to see a failure again. */
export class Report {
  private readonly began = Date.now()
  private runs = 0
  private readonly counts: Record<string, number> = {}

  constructor(private readonly ring: string) {}

  /** @throws Error with the smallest failing run and the command that repeats it */
  async check<T>(property: fc.IAsyncProperty<T>): Promise<void> {
    const { seed, path, runs } = budget
    const details = await fc.check(property, {
      seed,
      path,
      numRuns: runs,
      ...(minutes > 0 && { interruptAfterTimeLimit: minutes * 60_000 }),
      endOnFailure: false,
    })
    if (!details.failed) return
    const replay = /replayPath="([^"]*)"/.exec(fc.stringify(details.counterexample))?.[1]
    const again = `npm run chaos -- --ring ${this.ring} --seed ${details.seed} --path ${details.counterexamplePath}`
    throw new Error(
      [
        fc.defaultReportMessage(details),
        details.errorInstance instanceof Error ? details.errorInstance.stack : String(details.errorInstance),
        `Repeat it with:  ${again}${replay ? ` --replay "${replay}"` : ""}`,
      ].join("\n")
    )
  }

  ran({ kills, service }: Pick<World, "kills"> & { service: { injected: Record<string, number> } }): void {
    this.runs++
    for (const [where, times] of Object.entries(kills)) this.count(`killed at: ${where}`, times)
    for (const [fault, times] of Object.entries(service.injected)) this.count(`fault ${fault}`, times)
  }

  count(name: string, times = 1): void {
    this.counts[name] = (this.counts[name] ?? 0) + times
  }

  print(): void {
    const seconds = (Date.now() - this.began) / 1_000
    const lines = Object.entries(this.counts)
      .sort(([a], [b]) => a.localeCompare(b))
      .map(([name, times]) => `  ${name}: ${times}`)
    process.stdout.write(
      `${this.ring}: ${this.runs} runs in ${seconds.toFixed(0)} s (${(this.runs / seconds).toFixed(1)}/s), seed ${budget.seed}\n${lines.join("\n")}\n`
    )
  }
}
