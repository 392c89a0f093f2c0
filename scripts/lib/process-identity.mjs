import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"

/**
 * When a process was started, or undefined when there is none. With the process id it names one process for ever:
 * ids are used again, and a stale id must never make us signal a stranger.
 */
export function startTimeOf(pid) {
  try {
    if (process.platform === "linux") {
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8")
      const [state, ...fields] = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
      return state === "Z" ? undefined : fields[18]
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
