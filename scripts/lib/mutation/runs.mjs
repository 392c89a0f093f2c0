import { tell } from "./session.mjs"
import { copyOf, innermostBlock, testsOf } from "./tests.mjs"

/** One run of a spec file without any mutant: which test, and which time outside of tests, reaches which mutant how often. */
export class CoverageRun {
  namespace = { mutantCoverage: { static: {}, perTest: {} } }
  #names = new Map()
  #tests = {}
  #errors = []

  constructor(spec) {
    this.spec = spec
  }

  handle(event, state) {
    if (event.name === "run_start") this.#names = new Map(testsOf(state.rootDescribeBlock))
    else if (event.name === "test_start") this.namespace.currentTestId = this.#names.get(event.test)
    else if (event.name === "test_done") {
      const { duration, errors } = event.test
      const name = this.#names.get(event.test)
      this.#tests[name] = duration ?? 0
      if (errors.length > 0) this.#errors.push(name)
      tell({ at: "test" })
      this.namespace.currentTestId = undefined
    } else if (event.name === "run_finish") this.#errors.push(...state.unhandledErrors.map(String))
  }

  end(failure) {
    const { static: outside, perTest } = this.namespace.mutantCoverage
    const errors = [...this.#errors, ...(failure ? [String(failure.message ?? failure)] : [])]
    tell({ at: "covered", spec: this.spec, outside, perTest, tests: this.#tests, errors })
  }
}

const TIMEOUT = /^(thrown: )?"?Exceeded timeout of /
/** A mutant may wait for longer than the test without it did, not for as long as the test could. */
const timeoutOf = (duration, own) => Math.min(own, 2_000 + 10 * duration)

/**
 * One run of a spec file that plays its tests again for one mutant after the other. The tree of the tests is made anew before each:
 * first the tests that reach the mutant, until one fails; then, without a mutant, the one that failed. Does it fail again, the mutant
 * left something behind: this run ends and the rest begins with a fresh one.
 *
 * @param jobs mutants with the tests that reach them (`undefined`: all), taken from the front as they are done
 * @param fromLoad the first job's mutant is there when modules are loaded; such a run has one job
 */
export class MutantRun {
  namespace = {}
  #jobs
  #durations
  #names = new Map()
  #base
  #original
  #block
  #killer
  #first = true
  #over = false
  #limit

  constructor({ jobs, durations, fromLoad }) {
    this.#jobs = jobs
    this.#durations = durations
    if (fromLoad) this.#activate(jobs[0])
  }

  handle(event, state) {
    switch (event.name) {
      case "run_start":
        return this.#begin(state)
      case "run_describe_start":
        if (event.describeBlock === this.#block && !this.#block.control) this.#activate(this.#block.job)
        return
      case "test_start":
        if (this.#killer || this.#over) event.test.mode = "skip"
        return
      case "test_done":
        return this.#judge(event.test)
      case "hook_failure":
        if (event.hook.type === "afterAll" && this.#block && !this.#block.control)
          this.#killer ??= { how: "killed", by: "an afterAll hook" }
        return
      case "error":
        if (this.#block && !this.#block.control) this.#killer ??= { how: "killed", by: "an uncaught error" }
        return
      case "run_describe_finish":
        if (event.describeBlock === this.#block) this.#next(state)
    }
  }

  /** The file could not be loaded, or its first hook failed before any test: with a mutant from the start that is its end. */
  end(failure) {
    if (this.#block || this.#jobs.length === 0) return
    this.#finish(this.#jobs[0], {
      how: "killed",
      by: failure ? "the file does not load" : "the file has no tests",
    })
  }

  #begin(state) {
    this.#base = innermostBlock(state.rootDescribeBlock)
    this.#names = new Map(testsOf(state.rootDescribeBlock))
    this.#original = { ...this.#base }
    if (this.#names.size === 0) return
    this.#base.children = []
    this.#base.tests = []
    this.#push(state)
  }

  #push(state, control) {
    const job = control?.job ?? this.#jobs[0]
    if (!job || this.#over) return
    const block = this.#copy(control ? [control.by] : this.#known(job.tests), state)
    this.#block = Object.assign(block, { name: `mutant ${job.id}`, job, control })
    this.#killer = undefined
    this.#base.children.push(block)
  }

  /** Names with a random part are others in every run; what cannot be chosen by name is chosen by all. */
  #known(wanted) {
    const names = new Set(this.#names.values())
    return wanted?.every((name) => names.has(name)) ? wanted : undefined
  }

  #copy(wanted, state) {
    return copyOf({ ...this.#original, hooks: [] }, this.#base, (test) => {
      const title = this.#names.get(test)
      if (wanted && !wanted.includes(title)) return undefined
      const own = test.timeout ?? state.testTimeout
      return { title, timeout: timeoutOf(this.#durations[title] ?? 0, own) }
    })
  }

  #activate(job) {
    tell({ at: "begin", job: job.index })
    this.#limit = job.limit
    Object.assign(this.namespace, { activeMutant: job.id, hitCount: 0, hitLimit: job.limit })
  }

  #judge(test) {
    tell({ at: "test" })
    const [error] = test.errors
    const endless = this.namespace.hitCount > this.#limit && !this.#block.control
    if (error || endless) {
      const text = String(error?.[0]?.message ?? error?.[0] ?? error)
      const slow = endless || TIMEOUT.test(text)
      this.#killer = { how: slow ? "timeout" : "killed", by: test.title, dirty: slow && !endless }
    }
    // Thousands of failures on purpose: they are not formatted.
    test.errors.length = 0
  }

  #next(state) {
    const { job, control } = this.#block
    const killer = this.#killer
    this.#base.children.at(-1).children.length = 0
    state.unhandledErrors.length = 0
    Object.assign(this.namespace, { activeMutant: undefined, hitCount: 0 })
    if (control) {
      // What a run found as its first thing cannot come from an earlier mutant, whatever it left behind for later ones.
      if (!killer || control.first) this.#finish(job, control)
      this.#over = Boolean(killer)
    } else if (!killer) this.#finish(job, { how: "survived" })
    else if (killer.dirty) {
      if (this.#first) this.#finish(job, killer)
      this.#over = true
    } else {
      const isTest = [...this.#names.values()].includes(killer.by)
      if (isTest) return this.#push(state, { ...killer, job, first: this.#first })
      if (this.#first) this.#finish(job, killer)
      this.#over = true
    }
    this.#first = false
    this.#push(state)
  }

  #finish(job, { how, by }) {
    this.#jobs.shift()
    tell({ at: "end", job: job.index, id: job.id, how, by })
    job.done(how)
  }
}
