import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { root } from "../paths.mjs"
import { quietEnv } from "../prepare.mjs"
import { Failure, tail } from "../steps.mjs"

const require = createRequire(import.meta.url)
const here = (name) => join(import.meta.dirname, name)

/** Nothing new for so long: the process hangs in a loop that no mutant counts. No test of these rings takes half as long. */
const HANGS_AFTER_MS = 60_000

/** The processes with jest. They write what they learn into a file each, which is all that is read of them. */
export class Workers {
  #children
  #asked

  constructor(children, asked) {
    this.#children = children
    this.#asked = asked
  }

  /** @returns `{path, perTest, outside, tests, errors}` of each spec file that reaches a mutant */
  async cover() {
    const { facts, log } = await this.#jest("cover", {})
    if (facts.at(-1)?.at !== "finished")
      throw new Failure(`jest ended early\n${tail(log)}\n(all of it: ${log})`)
    const reaches = ({ perTest, outside }) =>
      [...Object.values(perTest), outside].some((counts) => Object.keys(counts).length > 0)
    return facts
      .filter(({ at }) => at === "covered")
      .filter(reaches)
      .map(({ spec, ...more }) => ({ path: spec, ...more }))
  }

  /** @returns "killed" or "timeout" by mutant; those that live are not in it */
  async kill(specs, jobs) {
    const dead = new Map()
    const count = Math.max(1, Number(this.#asked.workers))
    const shares = Array.from({ length: count }, (_, at) =>
      jobs.filter(([, , id]) => Number(id) % count === at)
    )
    await Promise.all(shares.map((share, at) => this.#killShare({ specs, share, at, dead })))
    return dead
  }

  async #killShare({ specs, share, at, dead }) {
    const over = new Set()
    for (let turn = 0; ; turn++) {
      const jobs = share.filter(([index, , id]) => !over.has(index) && !dead.has(id))
      if (jobs.length === 0) return
      const { facts, log, hung } = await this.#jest(`worker-${at}-${turn}`, { specs, jobs })
      const before = over.size
      const learn = (index, id, how) => {
        over.add(index)
        if (how !== "survived") dead.set(id, how)
      }
      for (const { at: what, job, id, how } of facts) if (what === "end") learn(job, id, how)
      if (hung) {
        const { job } = facts.findLast(({ at: what }) => what === "begin") ?? {}
        const [, , id] = jobs.find(([index]) => index === job) ?? []
        if (id !== undefined) learn(job, id, "timeout")
      }
      if (over.size === before)
        throw new Failure(`no progress with mutants\n${tail(log)}\n(all of it: ${log})`)
    }
  }

  async #jest(name, more) {
    const { place, instrumented, rings, specs: pattern } = this.#asked
    const progress = join(place, `${name}.ndjson`)
    const plan = join(place, `${name}.json`)
    const config = join(place, `${name}.config.json`)
    const { projects, environments } = configOf(rings)
    writeFileSync(progress, "")
    writeFileSync(plan, JSON.stringify({ progress, instrumented, environments, ...more }))
    writeFileSync(config, JSON.stringify({ rootDir: root, projects }))
    const only = more.specs
      ? ["--runTestsByPath", ...new Set(more.jobs.map(([, spec]) => more.specs[spec].path))]
      : pattern
        ? ["--testPathPatterns", pattern]
        : []
    const child = this.#children.start(
      `mutation-${name}`,
      [
        process.execPath,
        join(root, "node_modules/jest/bin/jest.js"),
        "--config",
        config,
        "--runInBand",
        "--silent",
        "--forceExit",
        "--reporters",
        here("no-report.mjs"),
        ...only,
      ],
      {
        cwd: root,
        env: {
          ...quietEnv,
          PAYCOLLECT_MUTATION_PLAN: plan,
          NODE_OPTIONS: [
            process.env.NODE_OPTIONS,
            "--experimental-vm-modules",
            "--no-warnings",
            "--max-old-space-size=1536",
          ]
            .filter(Boolean)
            .join(" "),
        },
        signals: ["SIGKILL"],
      }
    )
    const hung = await endOf(child, progress)
    const lines = readFileSync(progress, "utf8").split("\n")
    return {
      log: child.log,
      hung,
      facts: lines.filter((line) => line.endsWith("}")).map((line) => JSON.parse(line)),
    }
  }
}

/** @returns whether it had to be ended because nothing happened any more */
async function endOf(child, progress) {
  let size = -1
  let since = Date.now()
  let hung = false
  const watch = setInterval(() => {
    const now = existsSync(progress) ? readFileSync(progress).length : 0
    if (now !== size) since = Date.now()
    size = now
    if (Date.now() - since < HANGS_AFTER_MS) return
    hung = true
    child.kill("SIGKILL")
  }, 500)
  await child.finished
  clearInterval(watch)
  return hung
}

/** The rings' own configuration with our runner, and our transform and environment around theirs. */
function configOf(rings) {
  const { projects } = require(join(root, "jest.config.js"))
  const chosen = projects.filter(({ displayName }) => rings.includes(displayName))
  const environments = {}
  const changed = chosen.map(({ transform, testEnvironment, ...project }) => {
    const path =
      testEnvironment === "node" ? "jest-environment-node" : testEnvironment.replace("<rootDir>", root)
    environments[project.displayName] = path
    // What is named by its path alone is none of ours: styles have no mutants.
    const transforms = Object.entries(transform).map(([files, inner]) => [
      files,
      typeof inner === "string" ? inner : [here("transform.mjs"), { inner }],
    ])
    return {
      ...project,
      rootDir: root,
      transform: Object.fromEntries(transforms),
      testEnvironment: here("environment.mjs"),
      runner: here("runner.mjs"),
    }
  })
  return { projects: changed, environments }
}
