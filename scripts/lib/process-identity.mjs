import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"

/** The fields of /proc/<pid>/stat after the command's name, which may itself hold spaces: state, parent, ... */
function statOf(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8")
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ")
}

/** Linux only. */
export const parentOf = (pid) => Number(statOf(pid)[1])

/**
 * When a process was started, or undefined when there is none. With the process id it names one process for ever:
 * ids are used again, and a stale id must never make us signal a stranger.
 */
export function startTimeOf(pid) {
  try {
    if (process.platform === "linux") {
      const fields = statOf(pid)
      return fields[0] === "Z" ? undefined : fields[19]
    }
    const started = execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" }).trim()
    return started.replace(/\W+/g, "_") || undefined
  } catch {
    return undefined
  }
}

export const identify = (pid) => ({ pid, startTime: startTimeOf(pid) })

export const isAlive = ({ pid, startTime }) => startTime !== undefined && startTimeOf(pid) === startTime

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

export async function waitUntil(condition, timeoutMs, everyMs = 20) {
  const deadline = Date.now() + timeoutMs
  while (!condition()) {
    if (Date.now() > deadline) return false
    await sleep(everyMs)
  }
  return true
}
