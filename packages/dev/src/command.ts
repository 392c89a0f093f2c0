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

const LOOPBACK = /^(localhost|\[::1\]|127(\.\d{1,3}){3})$/

/** https, or http on this machine, without credentials and query: as the plugin's options have to be. */
export function isSafe(text: string): boolean {
  if (/[\s\\?#]/.test(text) || !URL.canParse(text)) return false
  const { protocol, hostname, username, password } = new URL(text)
  return (
    (protocol === "https:" || (protocol === "http:" && LOOPBACK.test(hostname))) && !(username || password)
  )
}

/** The options `--backend-url` and `--storefront-url`. @throws UsageError */
export function readAddresses(values: { "backend-url"?: string; "storefront-url"?: string }) {
  const { "backend-url": backendUrl, "storefront-url": storefrontUrl } = values
  for (const [option, value] of Object.entries({
    "--backend-url": backendUrl,
    "--storefront-url": storefrontUrl,
  }))
    if (value !== undefined && !isSafe(value))
      throw new UsageError(`${option} takes an https address, or http on this machine`)
  return { ...(backendUrl && { backendUrl }), ...(storefrontUrl && { storefrontUrl }) }
}
