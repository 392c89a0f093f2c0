import { readSteps } from "../packages"

/** A change of a file of the starter: the lines as they have to be there, and as they are afterwards. */
export interface Hunk {
  before: string[]
  after: string[]
  added: string[]
}

/** The steps of `docs/nextjs-starter.md`: what people are told to do is what the command does. */
export interface Guide {
  /** Names and examples of values of the variables. */
  variables: Map<string, string>
  /** New files by path below the storefront. */
  files: Map<string, string>
  /** Files of the starter by path, with the block of the page for a developer who makes the change by hand. */
  changes: Map<string, { hunks: Hunk[]; block: string }>
}

export const GUIDE = "docs/nextjs-starter.md"

const BLOCK = /^```(\w+) title="([^"]+)"[^\n]*\n([\s\S]*?)^```$/gm

export const readGuide = (text = readSteps()): Guide => {
  const guide: Guide = { variables: new Map(), files: new Map(), changes: new Map() }
  for (const [, language, file, block] of text.matchAll(BLOCK) as Iterable<string[]>)
    if (language === "diff") guide.changes.set(file!, { hunks: readHunks(block!), block: block! })
    else if (language === "sh") guide.variables = new Map(readVariables(block!))
    else guide.files.set(file!, block!)
  return guide
}

const readVariables = (block: string) =>
  [...block.matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name!, value!] as const)

function readHunks(block: string): Hunk[] {
  return block.split(/^@@\n/m).map((part) => {
    const lines = part.replace(/\n$/, "").split("\n")
    const of = (marks: string) =>
      lines.filter((line) => marks.includes(line[0] ?? " ")).map((line) => line.slice(1))
    return { before: of(" -"), after: of(" +"), added: of("+") }
  })
}
