import { spawn } from "node:child_process"
import {
  mkdirSync,
  openSync,
  closeSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  linkSync,
} from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { identify, isAlive, waitUntil } from "./process-identity.mjs"
import { Failure, tail } from "./steps.mjs"

const watchdog = fileURLToPath(new URL("./watchdog.mjs", import.meta.url))
const politely = ["SIGTERM", "SIGKILL"]
const graceMs = 5_000

function signalGroup(pid, signal) {
  try {
    process.kill(-pid, signal)
    return true
  } catch {
    return false
  }
}

/** Ends process groups, the last started first (Medusa before its database), each signal after the grace of the one before. */
async function endGroups(groups) {
  for (const { pid, signals = politely } of [...groups].reverse()) {
    for (const signal of signals) {
      if (!signalGroup(pid, signal)) break
      if (await waitUntil(() => !signalGroup(pid, 0), graceMs)) break
    }
  }
}

const readRecord = (file) => {
  try {
    return JSON.parse(readFileSync(file, "utf8"))
  } catch {
    return undefined
  }
}

/** Ends what a dead starter left behind and forgets it; a living one is returned instead and nothing is touched. */
export async function endLeftovers(file) {
  const record = readRecord(file)
  if (record && isAlive(record.starter)) return record.starter
  await endGroups((record?.groups ?? []).filter(isAlive))
  if (readRecord(file)?.starter.pid === record?.starter.pid) rmSync(file, { force: true })
  return undefined
}

/**
 * The processes of one command. Each gets a process group of its own, so that Ctrl-C reaches the starter first and it
 * can end them in order. They are recorded in `file`; a watchdog that holds the other end of a pipe ends the recorded
 * groups when the starter is gone without having done so (kill -9, crash), and so does the next start.
 */
export class Children {
  #groups = []
  #ending = undefined

  constructor(file, logDir) {
    this.file = file
    this.logDir = logDir
    mkdirSync(logDir, { recursive: true })
    mkdirSync(dirname(file), { recursive: true })
    this.#claim()
    const guard = spawn(process.execPath, [watchdog, file], {
      detached: true,
      stdio: ["pipe", "ignore", "ignore"],
    })
    guard.unref()
    guard.stdin.unref()
    guard.stdin.on("error", () => {})
  }

  /** Two starts at the same moment: the link is atomic, only one of them gets it. */
  #claim() {
    const draft = `${this.file}.${process.pid}`
    this.#write(draft)
    try {
      linkSync(draft, this.file)
    } catch {
      throw new Failure(`another start is under way (${this.file})`)
    } finally {
      rmSync(draft, { force: true })
    }
  }

  #write(path) {
    writeFileSync(path, JSON.stringify({ starter: identify(process.pid), groups: this.#groups }), {
      mode: 0o600,
    })
  }

  #record() {
    const draft = `${this.file}.${process.pid}`
    this.#write(draft)
    renameSync(draft, this.file)
  }

  /** Records a detached process; called at once after the spawn, so that nothing can outlive us unrecorded. */
  adopt({ pid, signals }) {
    const group = { ...identify(pid), signals }
    if (this.#ending) return void endGroups([group])
    this.#groups.push(group)
    this.#record()
  }

  /** @param options cwd, env, uid..., `signals` to end it with; output goes to `<logDir>/<name>.log` unless `stdio` is given */
  start(name, [command, ...args], { signals, stdio, ...options }) {
    if (this.#ending) throw new Failure("stopping")
    const log = join(this.logDir, `${name}.log`)
    const out = stdio ? undefined : openSync(log, "w")
    const child = spawn(command, args, { ...options, detached: true, stdio: stdio ?? ["ignore", out, out] })
    if (out !== undefined) closeSync(out)
    child.log = log
    child.finished = new Promise((resolve) => {
      child.once("error", (error) => resolve({ error }))
      child.once("exit", (code, signal) => resolve({ code, signal }))
    })
    if (child.pid) this.adopt({ pid: child.pid, signals })
    return child
  }

  /** Runs to the end; anything but exit code 0 is a failure that shows the end of the output. */
  async run(name, command, options) {
    const child = this.start(name, command, options)
    const { code, signal, error } = await child.finished
    if (this.#ending) throw new Failure("stopping")
    this.#groups = this.#groups.filter(({ pid }) => pid !== child.pid)
    this.#record()
    if (code === 0) return
    const how = error?.message ?? (signal ? `ended by ${signal}` : `exit code ${code}`)
    throw new Failure(
      `${name}: ${how}\n${options.stdio ? "" : `${tail(child.log)}\n(all of it: ${child.log})`}`
    )
  }

  end() {
    this.#ending ??= endGroups(this.#groups).then(() => rmSync(this.file, { force: true }))
    return this.#ending
  }
}
