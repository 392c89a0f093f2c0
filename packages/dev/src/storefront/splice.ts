import { type Hunk } from "./guide"

/** The text with all hunks in it, the same text where they are there, or why a person has to make the change. */
export type Spliced = { text: string } | { because: string }

/** A file keeps its line ends. */
export function splice(text: string, hunks: Hunk[]): Spliced {
  const newline = text.includes("\r\n") ? "\r\n" : "\n"
  let lines = text.split(/\r?\n/)
  for (const hunk of hunks) {
    const next = withHunk(lines, hunk)
    if (typeof next === "string") return { because: next }
    lines = next
  }
  return { text: lines.join(newline) }
}

function withHunk(lines: string[], hunk: Hunk): string[] | string {
  const { before, after } = hunk
  if (placesOf(lines, after).length > 0 || standsElsewhere(lines, hunk)) return lines
  const places = placesOf(lines, before)
  const [place = 0] = places
  if (places.length === 1) return [...lines.slice(0, place), ...after, ...lines.slice(place + before.length)]
  const anchor = before.find((line) => line.trim() !== "")?.trim()
  return `the lines that begin with "${anchor}" are ${places.length === 0 ? "not there as the starter has them" : "there more than once"}`
}

function placesOf(lines: string[], wanted: string[]): number[] {
  const isAt = (start: number) =>
    wanted.every((line, index) => lines[start + index]?.trimEnd() === line.trimEnd())
  return lines.flatMap((_, start) => (isAt(start) ? start : []))
}

/** Lines that were only to be added, and that the developer put where they fit better: a second time they would break the file. */
function standsElsewhere(lines: string[], { before, after, added }: Hunk): boolean {
  const there = new Set(lines.map((line) => line.trim()))
  const telling = added.map((line) => line.trim()).filter((line) => /\w{3}/.test(line))
  return before.length + added.length === after.length && telling.every((line) => there.has(line))
}
