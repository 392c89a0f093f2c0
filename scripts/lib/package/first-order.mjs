import { readFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as passing } from "node:timers/promises"
import { freePort } from "../ports.mjs"
import { waitUntil } from "../process-identity.mjs"
import { dim, Failure, say } from "../steps.mjs"
import { applied, stop } from "./app.mjs"
import { documentedCommands } from "./documented.mjs"
import { buyFirst, payByLink } from "./store.mjs"

/** The longest road that docs/install.md may send a person on, from a plain Medusa app to its first paid order. */
const most = { commands: 5, ms: 5 * 60_000 }

const page = "docs/install.md"

/** @throws Failure where there are too many */
function commandsToOrder(title) {
  const commands = documentedCommands(page, title)
  if (commands.length > most.commands)
    throw new Failure(`${commands.length} commands to the first order, not ${most.commands} at most`)
  return commands
}

/** What stays until it is ended, the words by which it is known to be ready, and where it listens: 4010 and 9000 may be taken here. */
const servers = {
  sandbox: { ready: "Ctrl-C stops it." },
  develop: { ready: "ready on port" },
}

/**
 * Runs what the page says, in a plain Medusa app: questions are answered with yes, and servers get a free port.
 * @param title of the block of commands
 * @param folder where the tarball is that the page calls <path to>
 * @returns the sandbox, and the surroundings of a store that uses it
 */
export async function makeFirstOrder(children, { title = "first order", dir, env, folder }) {
  const ports = { sandbox: await freePort(), develop: await freePort() }
  const sandbox = { origin: `http://127.0.0.1:${ports.sandbox}` }
  const withPorts = {
    ...env,
    PAYCOLLECT_TEST_BASE_URL: `${sandbox.origin}/v1`,
    PAYCOLLECT_BACKEND_URL: `http://localhost:${ports.develop}`,
  }
  const began = Date.now()
  const started = {}
  for (const [index, command] of commandsToOrder(title).entries()) {
    const since = Date.now()
    const server = Object.keys(servers).find((name) => command.endsWith(` ${name}`))
    const options = / init\b/.test(command) ? ["--yes"] : server ? ["--port", String(ports[server])] : []
    if (server === "sandbox")
      options.push("--webhook-url", `http://localhost:${ports.develop}/hooks/paycollect`)
    const words = [...command.replace("<path to>", folder).split(" "), ...options]
    const name = `first-order-${index + 1}`
    if (server) {
      started[server] = children.start(name, words, { cwd: dir, env: withPorts })
      await applied(started[server], command, servers[server].ready)
    } else {
      await children.run(name, words, { cwd: dir, env: withPorts })
      if (/ init\b/.test(command)) checkDoctor(join(children.logDir, `${name}.log`))
    }
    say(`  ${dim(`${index + 1}. ${command} (${seconds(since)})`)}`)
  }
  const since = Date.now()
  const origin = `http://127.0.0.1:${ports.develop}`
  const { total } = await buyFirst(origin, sandbox)
  say(`  ${dim(`paid: ${total} XAF (${seconds(since)})`)}`)
  if (Date.now() - began > most.ms) throw new Failure(`the first order took ${seconds(began)}`)
  // Core's completion of a cart tells no subscriber of the money (medusa#16727), and of a link's it does: either way a store hears once.
  await hearOf(started.develop.log, 1)
  await payByLink(origin, sandbox)
  await hearOf(started.develop.log, 2)
  await stop(started.develop)
  return { sandbox, env: withPorts }
}

/** Ours comes some seconds after the money. @throws Failure unless the store's subscriber heard of so many payments, of each once */
async function hearOf(log, payments) {
  const heard = () => readFileSync(log, "utf8").match(/heard payment\.captured of pay_\w+/g) ?? []
  await waitUntil(() => heard().length >= payments, 15_000, 100)
  await passing(6_000)
  const [times, different] = [heard().length, new Set(heard()).size]
  if (times !== payments || different !== payments)
    throw new Failure(
      `a subscriber of the store heard ${times} times of ${different} captures, not of ${payments}`
    )
}

const seconds = (since) => `${((Date.now() - since) / 1000).toFixed(1)} s`

/** `init` ends with the doctor, who finds nothing that stands in the way of a payment. */
export function checkDoctor(log) {
  const text = readFileSync(log, "utf8")
  if (!/^0 errors, \d+ warnings?$/m.test(text)) throw new Failure(`after init, doctor says\n${text}`)
}
