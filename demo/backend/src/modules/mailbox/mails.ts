import { appendFileSync, existsSync, readFileSync } from "node:fs"

/** What the demo's provider was given, as it kept it. */
export interface Mail {
  /** ISO 8601 */
  at: string
  to: string
  channel: string
  template: string | null
  subject: string
  text: string
  html: string
  data: Record<string, unknown>
}

/** One mail a line, so that several processes may write to one file. */
export function keep(file: string, mail: Mail): void {
  appendFileSync(file, `${JSON.stringify(mail)}\n`, { mode: 0o600 })
}

/** Oldest first. */
export function kept(file: string): Mail[] {
  if (!existsSync(file)) return []
  const lines = readFileSync(file, "utf8").split("\n").filter(Boolean)
  return lines.map((line) => JSON.parse(line) as Mail)
}

export const mailFile = () => process.env.DEMO_MAILS || "../../.demo/mails.jsonl"
