import TestRunner from "jest-runner"
import { CoverageRun, MutantRun } from "./runs.mjs"
import { session, tell } from "./session.mjs"

/** A process keeps something of every environment it had; above this it ends and another goes on with the rest. */
const MOST_MEMORY = 2 * 2 ** 30

/**
 * jest's runner for `npm run test:mutation`: first every spec file once, to see which test reaches which mutant; then the jobs of the plan.
 * Everything runs in this process, one after the other; jest's own results stay empty, the facts go to the plan's file.
 */
export default class MutationRunner {
  isSerial = true
  supportsEventEmitters = true
  #globalConfig
  #context

  constructor(globalConfig, context) {
    this.#globalConfig = globalConfig
    this.#context = context
  }

  on() {
    return () => {}
  }

  async runTests(tests, watcher) {
    const play = (test, run) => this.#play(test, watcher, run)
    if (session.plan.jobs) await this.#kill(tests, play)
    else for (const test of tests) await play(test, new CoverageRun(test.path))
    tell({ at: "finished" })
  }

  async #kill(tests, play) {
    const { specs, jobs } = session.plan
    const testOf = new Map(tests.map((test) => [test.path, test]))
    const waiting = planned(jobs, specs)
    while (waiting.length > 0 && process.memoryUsage().rss < MOST_MEMORY) {
      const [{ spec, alone }] = waiting
      const upTo = alone ? 1 : waiting.findIndex((job) => job.alone || job.spec !== spec)
      const batch = waiting.splice(0, upTo === -1 ? waiting.length : upTo)
      const { tests: durations } = specs[spec]
      while (batch.length > 0) {
        const left = batch.length
        const run = new MutantRun({ jobs: batch, durations, fromLoad: batch[0].fromLoad })
        await play(testOf.get(specs[spec].path), run)
        if (batch.length === left) {
          const [{ index, id }] = batch
          throw new Error(`no verdict for job ${index} (mutant ${id}) in ${specs[spec].path}`)
        }
        const dead = (job) => job.isDead()
        for (let at = batch.length - 1; at >= 0; at--) if (dead(batch[at])) batch.splice(at, 1)
      }
      for (let at = waiting.length - 1; at >= 0; at--) if (waiting[at].isDead()) waiting.splice(at, 1)
    }
  }

  /** A runner of jest's own for each file: a new environment and new modules every time. */
  async #play(test, watcher, run) {
    session.run = run
    const runner = new TestRunner(this.#globalConfig, this.#context)
    let failure
    const off = [
      runner.on("test-file-success", ([, { testExecError }]) => (failure = testExecError)),
      runner.on("test-file-failure", ([, error]) => (failure = error)),
    ]
    await runner.runTests([test], watcher, { serial: true })
    for (const stop of off) stop()
    run.end(failure)
  }
}

/** The jobs with what they need, the tests by name: a mutant that is there from loading on is judged by all of a file. */
function planned(jobs, specs) {
  const dead = new Set()
  return jobs.map(([index, spec, id, alone]) => {
    const { perTest, outside } = specs[spec]
    const hits = Object.values(perTest).map((counts) => counts[id] ?? 0)
    const fromLoad = alone && outside[id] !== undefined
    const most = [outside[id] ?? 0, ...hits].reduce((a, b) => a + b)
    return {
      index,
      spec,
      id,
      alone,
      fromLoad,
      tests: fromLoad ? undefined : Object.keys(perTest).filter((name) => perTest[name][id]),
      limit: 10_000 + 100 * most,
      done: (how) => how !== "survived" && dead.add(id),
      isDead: () => dead.has(id),
    }
  })
}
