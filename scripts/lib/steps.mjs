import { readFileSync } from "node:fs"

const colour = process.stdout.isTTY && !process.env.NO_COLOR
const paint = (code, text) => (colour ? `\u001b[${code}m${text}\u001b[0m` : text)

export const bold = (text) => paint(1, text)
export const dim = (text) => paint(2, text)
export const say = (text = "") => process.stdout.write(`${text}\n`)

const seconds = (since) => `${((Date.now() - since) / 1000).toFixed(1)} s`

/** A failure that the reader can act on: it is printed without a stack. */
export class Failure extends Error {}

/** Runs one step with a line when it starts and one with its time when it ends. */
export async function step(title, work) {
  const started = Date.now()
  say(`${dim("…")} ${title}`)
  const result = await work()
  say(`${paint(32, "✓")} ${title} ${dim(seconds(started))}`)
  return result
}

export const skipped = (title) => say(`${paint(32, "✓")} ${title} ${dim("up to date")}`)

export function report(error) {
  process.stderr.write(
    `\n${paint(31, "✗")} ${error instanceof Failure ? error.message : (error?.stack ?? error)}\n`
  )
}

export function tail(file, lines = 30) {
  try {
    return readFileSync(file, "utf8").trimEnd().split("\n").slice(-lines).join("\n")
  } catch {
    return ""
  }
}
