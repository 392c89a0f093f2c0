import { execFile } from "node:child_process"
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { basename, dirname, join } from "node:path"
import { createInterface } from "node:readline"
import { promisify } from "node:util"

const runCommand = promisify(execFile)

/** Credentials by their prefixes, and the values of what is named like one: a terminal may be recorded. */
const CREDENTIALS: readonly RegExp[] = [
  /(?:(?:sk|pk)_(?:test|live)|whsec|[A-Za-z0-9]*_secret|(?<![A-Za-z0-9])(?:sk|pk|cs))_[\w.~+/=-]+|\bBearer\s+[\w.~+/=-]+/gi,
  /(?<![A-Za-z])(?:client[_-]?)?(?:secret|token|api[_-]?key|password)[\s"'\\]*[=:][\s"'\\]*[^\s"'\\&,;}]+/gi,
]

const withoutCredentials = (text: string) =>
  CREDENTIALS.reduce((rest, pattern) => rest.replace(pattern, "[removed]"), text)

/** A file of the store that a command changes: its text before and after, "" where it is not there. */
export interface Change {
  file: string
  before: string
  after: string
  /** It holds secrets: only its owner may read it. */
  isPrivate?: boolean
  /** What it is called where the change is shown; without it, the file's own name. */
  name?: string
}

/** @returns the path of the store's configuration @throws Error where there is none, in words for the person who ran the command */
export function configFile(directory: string): string {
  const found = ["ts", "js", "mjs", "cjs"]
    .map((end) => join(directory, `medusa-config.${end}`))
    .find((file) => existsSync(file))
  if (!found)
    throw new Error(
      `There is no medusa-config in ${directory}. Run this in the folder of your Medusa store. Nothing was changed.`
    )
  return found
}

/** Of a file with secrets: its owner's alone. */
const PRIVATE_MODE = 0o600

export const textOfFile = (file: string): string => (existsSync(file) ? readFileSync(file, "utf8") : "")

/** The files of the folder's git tree with changes that are not committed; none where there is no git. */
export async function uncommitted(directory: string): Promise<string[]> {
  try {
    const { stdout } = await runCommand("git", ["status", "--porcelain", "--", "."], { cwd: directory })
    return stdout.split("\n").flatMap((line) => line.slice(3).trim() || [])
  } catch {
    return []
  }
}

/** Whether git would take the file with the next commit of everything; false where there is no git. */
export async function isCommitted(file: string, directory: string): Promise<boolean> {
  try {
    await runCommand("git", ["check-ignore", "--quiet", file], { cwd: directory })
    return false
  } catch (error) {
    return (error as { code?: unknown }).code === 1
  }
}

/** The change as git shows it, keys in it removed; where git is not installed, the whole new text. */
export async function shownPath({ file, before, after, name = basename(file) }: Change): Promise<string> {
  const place = mkdtempSync(join(tmpdir(), "paycollect-diff-"))
  try {
    for (const [side, text] of Object.entries({ a: before, b: after })) {
      mkdirSync(dirname(join(place, side, name)), { recursive: true })
      writeFileSync(join(place, side, name), text)
    }
    const args = [
      "diff",
      "--no-index",
      "--no-color",
      "--no-ext-diff",
      "--no-prefix",
      `a/${name}`,
      `b/${name}`,
    ]
    const diff = await runCommand("git", args, { cwd: place }).catch(
      (error: { code?: unknown; stdout?: string }) => {
        if (error.code === 1) return { stdout: error.stdout ?? "" }
        return { stdout: `--- ${name}\n\n${after}` }
      }
    )
    return withoutCredentials(diff.stdout.replace(/^[\s\S]*?(?=^--- )/m, "")).trimEnd()
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}

/**
 * Writes all of them, or none: where one cannot be written the others get their text back, and new files and folders go. @throws Error of
 * the file system
 */
export function writeFiles(changes: Change[]): void {
  const undo: (() => void)[] = []
  try {
    for (const { file, before, after, isPrivate } of changes) {
      const made = mkdirSync(dirname(file), { recursive: true })
      const mode = existsSync(file) ? statSync(file).mode : undefined
      undo.push(() => {
        if (mode === undefined) return rmSync(made ?? file, { recursive: true, force: true })
        writeFileSync(file, before)
        chmodSync(file, mode)
      })
      // Before the secrets are in it: a file that is there keeps its mode when it is written.
      if (isPrivate && mode !== undefined) chmodSync(file, PRIVATE_MODE)
      writeFileSync(file, after, isPrivate ? { mode: PRIVATE_MODE } : {})
    }
  } catch (error) {
    for (const step of undo.reverse())
      try {
        step()
      } catch {
        // What could not be written may not be writable back either; the others are.
      }
    throw error
  }
}

/** A question on the terminal; without an answer, as in a script, the answer is empty. */
export async function asked(question: string): Promise<string> {
  // Of input that ended with an earlier question no second end is ever heard.
  if (process.stdin.readableEnded || process.stdin.destroyed) return ""
  const lines = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await new Promise<string>((resolve) => {
    lines.question(`${question} `, resolve)
    lines.once("close", () => resolve(""))
  })
  lines.close()
  return answer.trim()
}

/** Without an answer: no. */
export const agreed = async (question: string): Promise<boolean> =>
  /^(y|yes|o|oui)$/i.test(await asked(`${question} [y/N]`))

/** Asks before anything is written, and says what git would not give back. */
export async function mayWrite(directory: string, yes: boolean): Promise<boolean> {
  const files = await uncommitted(directory)
  if (files.length > 0) {
    const more = files.length > 5 ? `, and ${files.length - 5} more` : ""
    console.log(`Changes in this folder are not committed yet: ${files.slice(0, 5).join(", ")}${more}.`)
  }
  if (yes || (await agreed(files.length > 0 ? "Write among them?" : "Write this?"))) return true
  console.log("Nothing was changed. Without a terminal, --yes answers the question.")
  return false
}
