import { spawn, spawnSync } from "node:child_process"
import { randomBytes } from "node:crypto"
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs"
import { basename, join } from "node:path"
import { pathToFileURL } from "node:url"
import { isRoot, makeDir, throwAwayDir } from "./lib/paths.mjs"
import { freePort } from "./lib/ports.mjs"
import { installBinaries } from "./lib/postgres-binaries.mjs"
import { identify, isAlive, waitUntil } from "./lib/process-identity.mjs"
import { Failure, tail } from "./lib/steps.mjs"

const user = "postgres"
const nobody = { uid: 65534, gid: 65534 }
const runAs = isRoot ? nobody : {}
/** Fast shutdown, then immediate; SIGKILL of the postmaster alone ends its workers too, they watch it. */
export const stopSignals = ["SIGINT", "SIGQUIT", "SIGKILL"]

/** Safe to lose: for databases that live as long as one test run. */
const forgetful = ["fsync=off", "synchronous_commit=off", "full_page_writes=off", "autovacuum=off"]

function runTool(binaries, tool, args) {
  const { status, stderr, stdout, error } = spawnSync(join(binaries, tool), args, {
    ...runAs,
    cwd: "/",
    encoding: "utf8",
    env: { PATH: process.env.PATH, LC_ALL: "C" },
  })
  if (status !== 0) throw new Failure(`${tool}: ${error?.message ?? `${stdout}${stderr}`}`)
}

/** The cluster appears under its name only when it is complete, so that a killed initdb leaves nothing half-made. */
function createCluster(binaries, dir) {
  const draft = `${dir}.new`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { recursive: true, mode: 0o700 })
  const password = randomBytes(24).toString("base64url")
  const passwordFile = join(draft, "..", `${basename(dir)}.password`)
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (isRoot) for (const path of [draft, passwordFile]) chownSync(path, nobody.uid, nobody.gid)
  // A password, although only loopback can connect: every user of the machine reaches loopback.
  runTool(binaries, "initdb", [
    "-D",
    draft,
    "-U",
    user,
    "-A",
    "scram-sha-256",
    `--pwfile=${passwordFile}`,
    "-E",
    "UTF8",
    "--no-locale",
    "--no-sync",
  ])
  renameSync(draft, dir)
}

const pidFile = (dir) => join(dir, "postmaster.pid")

function readPidFile(dir) {
  try {
    const lines = readFileSync(pidFile(dir), "utf8").split("\n")
    return { pid: Number(lines[0]), ready: lines[7]?.trim() === "ready" }
  } catch {
    return undefined
  }
}

/** A server that outlived its starter is ended; a pid file without a server is removed. */
function endOldServer(binaries, dir) {
  if (!existsSync(pidFile(dir))) return
  try {
    runTool(binaries, "pg_ctl", ["-D", dir, "-m", "fast", "-w", "stop"])
  } catch {
    rmSync(pidFile(dir), { force: true })
  }
}

/**
 * Starts a server on a free loopback port with its data in `dir` (made when missing). The process is detached: who
 * starts it has to end it with `stopSignals`, or `stop()`; `onSpawn(pid)` is called before it is waited for.
 * @param more settings of the server, each as "name=value"
 * @returns pid, port, user, password, url(database), stop()
 */
export async function startPostgres(dir, { keep = true, more = [], onSpawn } = {}) {
  const binaries = installBinaries()
  if (!existsSync(join(dir, "PG_VERSION"))) createCluster(binaries, dir)
  else endOldServer(binaries, dir)
  const password = readFileSync(`${dir}.password`, "utf8")
  const port = await freePort()
  const settings = [
    `port=${port}`,
    "listen_addresses=127.0.0.1",
    "unix_socket_directories=",
    "max_connections=200",
    "timezone=UTC",
    ...(keep ? [] : forgetful),
    ...more,
  ]
  const log = `${dir}.log`
  const out = openSync(log, "w", 0o600)
  const server = spawn(
    join(binaries, "postgres"),
    ["-D", dir, ...settings.flatMap((setting) => ["-c", setting])],
    {
      ...runAs,
      cwd: "/",
      detached: true,
      stdio: ["ignore", out, out],
      env: { PATH: process.env.PATH, LC_ALL: "C" },
    }
  )
  closeSync(out)
  let over = server.pid === undefined
  server.once("error", () => (over = true))
  server.once("exit", () => (over = true))
  if (server.pid) onSpawn?.(server.pid)

  const isReady = () => readPidFile(dir)?.pid === server.pid && readPidFile(dir)?.ready
  await waitUntil(() => over || isReady(), 60_000)
  const stop = async () => {
    for (const signal of stopSignals) {
      if (over || !server.kill(signal) || (await waitUntil(() => over, 10_000))) return
    }
  }
  if (over || !isReady()) {
    await stop()
    throw new Failure(`PostgreSQL did not start\n${tail(log)}`)
  }
  // The word "localhost" matters: without it Medusa switches TLS on.
  const url = (database) => `postgres://${user}:${password}@localhost:${port}/${database}`
  return {
    pid: server.pid,
    port,
    user,
    password,
    url,
    stop,
    exited: new Promise((done) => server.once("exit", done)),
  }
}

/** Removes databases of test runs whose launcher was killed. */
async function sweepThrowAway() {
  for (const name of readdirSync(throwAwayDir())) {
    const place = join(throwAwayDir(), name)
    const [pid, startTime] = name.split("-")
    if (isAlive({ pid: Number(pid), startTime })) continue
    const data = join(place, "data")
    if (existsSync(pidFile(data))) endOldServer(installBinaries(), data)
    rmSync(place, { recursive: true, force: true })
  }
}

/** An empty server that is gone, with its data, after `stop()`. Options as of {@link startPostgres}. */
export async function startThrowAway({ more, onSpawn } = {}) {
  await sweepThrowAway()
  const { pid, startTime } = identify(process.pid)
  const place = makeDir(join(throwAwayDir(), `${pid}-${startTime}-${randomBytes(3).toString("hex")}`), 0o755)
  const remove = () => rmSync(place, { recursive: true, force: true })
  try {
    const server = await startPostgres(join(place, "data"), { keep: false, more, onSpawn })
    return { ...server, stop: () => server.stop().finally(remove) }
  } catch (error) {
    remove()
    throw error
  }
}

/**
 * `node scripts/postgres.mjs`: a throw-away server for another process. Prints one JSON line {host, port, user,
 * password} when it is ready and ends when its standard input does, that is, at the latest when its parent dies.
 */
async function main() {
  const server = await startThrowAway()
  let stopping
  const stop = () => (stopping ??= server.stop().then(() => process.exit(0)))
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, stop)
  process.stdin.resume().on("end", stop).on("error", stop)
  server.exited.then(() => stopping ?? process.exit(1))
  process.stdout.on("error", stop)
  process.stdout.write(
    `${JSON.stringify({ host: "localhost", port: server.port, user, password: server.password })}\n`
  )
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await main()
