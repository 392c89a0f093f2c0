import { readFileSync } from "node:fs"
import { identify, isAlive, parentOf } from "./process-identity.mjs"
import { report } from "./steps.mjs"

/** `npm run` puts a shell between itself and us, and neither passes every signal on: both are watched. */
function starters() {
  const parent = identify(process.ppid)
  try {
    const name = readFileSync(`/proc/${parent.pid}/comm`, "utf8").trim()
    return name === "sh" ? [parent, identify(parentOf(parent.pid))] : [parent]
  } catch {
    return [parent]
  }
}

/**
 * From here on the children end before this process does: on a signal, on an error that was not caught, and, under
 * npm, when npm is gone.
 * @returns end(code) and fail(error); the first call wins, later ones do nothing
 */
export function endTogether(children, { signalCode, onSignal }) {
  let ending = false
  const end = async (code) => {
    if (ending) return
    ending = true
    await children.end()
    process.exit(code)
  }
  const fail = (error) => {
    if (!ending) report(error)
    return end(1)
  }
  const stop = () => {
    if (!ending) onSignal?.()
    return end(signalCode)
  }
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, stop)
  process.on("uncaughtException", fail).on("unhandledRejection", fail)
  process.stdout.on("error", () => end(1))
  if (process.env.npm_lifecycle_event) {
    const watched = starters()
    setInterval(() => watched.every(isAlive) || stop(), 500).unref()
  }
  return { end, fail }
}
