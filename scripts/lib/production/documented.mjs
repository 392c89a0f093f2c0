import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { changeConfig, applied } from "../package/app.mjs"
import { documentedBlock, documentedCommands } from "../package/documented.mjs"
import { waitUntil } from "../process-identity.mjs"
import { dim, Failure, say } from "../steps.mjs"

const page = "docs/deploy.md"

/** How long a store may take to end what is under way, as a deployment waits that replaces it by a newer one. */
const farewellMs = 30_000

/** A line as words: what it sets in front of itself is in `env` already, `<path to>` is the folder of the tarball, questions are answered with yes. */
function wordsOf(command, folder) {
  const words = command
    .replaceAll("<path to>", folder)
    .split(" ")
    .filter((word) => !/^[A-Z_]+=/.test(word))
  return words.includes("init") || words.includes("region") ? [...words, "--yes"] : words
}

async function run(children, command, { name, cwd, env, folder }) {
  const since = Date.now()
  await children.run(name, wordsOf(command, folder), { cwd, env })
  say(`  ${dim(`${command} (${((Date.now() - since) / 1000).toFixed(1)} s)`)}`)
}

const nameOf = (title, index) => `${title.replaceAll(" ", "-")}-${index + 1}`

/** Runs the commands of the page's block with this title, one after the other. */
export async function follow(children, title, { cwd, env, folder }) {
  for (const [index, command] of documentedCommands(page, title).entries())
    await run(children, command, { name: nameOf(title, index), cwd, env, folder })
}

/** The commands of the block "start": the last one stays, with a port of its own. */
export async function startAsDocumented(children, { name, cwd, env, port }) {
  const commands = documentedCommands(page, "start")
  const command = commands.pop()
  for (const [index, before] of commands.entries())
    await run(children, before, { name: nameOf(`${name} before`, index), cwd, env })
  const words = [...wordsOf(command), "--port", String(port), "--host", "127.0.0.1"]
  const child = children.start(name, words, { cwd, env })
  await applied(child, command, `ready on port: ${port}`)
  return child
}

/** As a supervisor ends what it started: the one process, not those below it. @throws Failure where one of them stays */
export async function end(child) {
  process.kill(child.pid, "SIGTERM")
  const isGone = () => {
    try {
      return !process.kill(-child.pid, 0)
    } catch {
      return true
    }
  }
  if (!(await waitUntil(isGone, farewellMs)))
    throw new Failure(`the store goes on ${farewellMs / 1000} s after SIGTERM`)
}

/**
 * The variables that the page sets on the server, with these values and no others. Its keys are live ones; here the sandbox's take their place.
 * @throws Failure where the page names one without a value here, or this has one that the page does not name
 */
export function documentedVariables(values) {
  const lines = documentedCommands(page, "variables")
  const names = lines.map((line) => line.split("=")[0].replace("PAYCOLLECT_LIVE_", "PAYCOLLECT_TEST_"))
  const differing = [
    ...names.filter((name) => !(name in values)),
    ...Object.keys(values).filter((name) => !names.includes(name)),
  ]
  if (differing.length > 0) throw new Failure(`${page} and its check differ in ${differing.join(", ")}`)
  return values
}

/** Puts the page's file and its lines for Redis into the project. @throws Failure where the page has another line */
export function addRedis(project) {
  writeFileSync(join(project, "redis-modules.ts"), documentedBlock(page, "redis-modules.ts"))
  const lines = documentedBlock(page, "medusa-config.ts")
  const places = {
    'import { redisModules } from "./redis-modules"': (line) => ["\nloadEnv(", `${line}\n\nloadEnv(`],
    "redisUrl: process.env.REDIS_URL,": (line) => ["projectConfig: {", `projectConfig: {\n    ${line}`],
    "...redisModules(process.env.REDIS_URL),": (line) => ["modules: [", `modules: [\n    ${line}`],
  }
  for (const [line, change] of Object.entries(places)) {
    if (!lines.includes(line)) throw new Failure(`${page} has no line "${line}" for medusa-config.ts`)
    changeConfig(project, ...change(line))
  }
}
