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

/** The options of a command, which takes nothing else. @throws UsageError for one that it does not have */
export function readArgs<const Options extends NonNullable<ParseArgsConfig["options"]>>(
  args: string[],
  options: Options
): ReturnType<typeof parseArgs<{ args: string[]; allowPositionals: false; options: Options }>>["values"] {
  try {
    return parseArgs({ args, allowPositionals: false, options }).values
  } catch (error) {
    // Node goes on with advice on arguments that are no options: no command takes any.
    const [said = ""] = (error as Error).message.split(/\. (?:To specify|This command)/)
    throw new UsageError(said)
  }
}
