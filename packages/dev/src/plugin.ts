import { spawn, type StdioOptions } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { z } from "zod"
import { PLUGIN } from "./config/edit"
import { folderOf, lacks } from "./packages"

/** A configuration that names a package which is not there would stop the boot. @throws Error */
export function assertInstalled(directory: string): void {
  if (!folderOf(directory, PLUGIN)) throw new Error(`${lacks(directory, PLUGIN)} Nothing was changed.`)
}

const manifestSchema = z.object({ bin: z.object({ [PLUGIN]: z.string() }) })

/**
 * Runs a command of the store's own copy of the plugin, which alone reaches the store's database.
 * @returns the exit code, null where it was killed or did not start; and what it said, where that is piped
 * @throws Error where the store does not have the plugin
 */
export async function runPlugin(
  directory: string,
  args: string[],
  stdio: StdioOptions
): Promise<{ code: number | null; said: string }> {
  const folder = folderOf(directory, PLUGIN)
  if (!folder) throw new Error(lacks(directory, PLUGIN))
  const { bin } = manifestSchema.parse(JSON.parse(readFileSync(join(folder, "package.json"), "utf8")))
  const child = spawn(process.execPath, [join(folder, bin[PLUGIN]!), ...args, "--cwd", directory], { stdio })
  let said = ""
  child.stdout?.setEncoding("utf8").on("data", (text: string) => (said += text))
  const code = await new Promise<number | null>((resolve) => {
    child.once("close", resolve).once("error", () => resolve(null))
  })
  return { code, said }
}

/** What the plugin's `left-behind --json` prints. */
export const leftBehindSchema = z.object({
  /** why the database could not be looked at; nothing else is known then */
  error: z.string().nullable(),
  /** money that only the plugin looks after, one sentence each */
  open: z.array(z.string()),
  /** regions that offer a provider of the plugin, and the providers that they keep without it */
  regions: z.array(z.object({ name: z.string(), kept: z.array(z.string()) })),
})

export type LeftBehind = z.infer<typeof leftBehindSchema>

/** What a store that takes the plugin out leaves in its database; reads only. @throws Error where it cannot be looked at */
export async function leftBehind(directory: string): Promise<LeftBehind> {
  const { said } = await runPlugin(directory, ["left-behind", "--json"], ["ignore", "pipe", "inherit"])
  const line = said.trim().split("\n").at(-1)
  if (!line) throw new Error(`${PLUGIN} left-behind did not answer.`)
  const found = leftBehindSchema.parse(JSON.parse(line))
  if (found.error !== null) throw new Error(found.error)
  return found
}
