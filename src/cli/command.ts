/** One command of the bin; `index.ts` lists them all. */
export interface Command {
  name: string
  /** One line for the list of commands. */
  summary: string
  /** Shown by `--help` and after a wrong option. */
  usage: string
  /** Arguments after the command's name. @returns the exit code @throws UsageError for arguments it does not take */
  run(args: string[]): Promise<number>
}

export class UsageError extends Error {
  override readonly name = "UsageError"
}
