import { parseArgs, type ParseArgsConfig } from "node:util"

/** One command of the bin; `index.ts` lists them all. */
export interface Command {
  name: string
  /** One line for the list of commands. */
  summary: string
  /** Shown by `--help`. */
  usage: string
  /** Arguments after the command's name. @returns the exit code @throws UsageError for arguments it does not take */
  run(args: string[]): Promise<number>
}

export class UsageError extends Error {
  override readonly name = "UsageError"
}

type Parsed<Options extends ParseArgsConfig["options"]> = ReturnType<
  typeof parseArgs<{ args: string[]; allowPositionals: true; options: Options }>
>

/**
 * The options of a command, and the words that are none.
 * @param most words that the command takes
 * @throws UsageError for an option that it does not have, and for a word too many
 */
export function readArgs<const Options extends NonNullable<ParseArgsConfig["options"]>>(
  args: string[],
  options: Options,
  most = 0
): { values: Parsed<Options>["values"]; words: string[] } {
  const { values, positionals } = parsed(args, options)
  if (positionals.length > most) throw new UsageError(`Unexpected argument '${positionals[most]}'`)
  return { values, words: positionals }
}

function parsed<const Options extends NonNullable<ParseArgsConfig["options"]>>(
  args: string[],
  options: Options
): Parsed<Options> {
  try {
    return parseArgs({ args, allowPositionals: true, options })
  } catch (error) {
    // Node goes on with advice on words that begin like options: no command takes any.
    const [said = ""] = (error as Error).message.split(". To specify")
    throw new UsageError(said)
  }
}

/** "1 order", "2 orders". */
export const counted = (count: number, what: string, many = `${what}s`) =>
  `${count} ${count === 1 ? what : many}`
