import { spawn, type StdioOptions } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { z } from "zod"
import { PLUGIN } from "./config/edit"
import { folderOf, lacks, MEDUSA } from "./packages"

const manifestSchema = z.object({
  bin: z.object({ [PLUGIN]: z.string() }),
  peerDependencies: z.record(z.string(), z.string()).default({}),
})

const manifestIn = (folder: string): unknown =>
  JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as unknown

/**
 * A configuration that names a package which is not there would stop the boot, and with a Medusa below the least that the plugin asks for,
 * which npm installs when it is forced to, the dashboard would not build. @throws Error
 */
export function assertInstalled(directory: string): void {
  const folder = folderOf(directory, PLUGIN)
  if (!folder) throw new Error(`${lacks(directory, PLUGIN)} Nothing was changed.`)
  const medusa = folderOf(directory, MEDUSA)
  const least = /\d+\.\d+\.\d+/.exec(manifestSchema.parse(manifestIn(folder)).peerDependencies[MEDUSA] ?? "")
  if (!medusa || !least) return
  const { version } = z.object({ version: z.string() }).parse(manifestIn(medusa))
  if (version.localeCompare(least[0], "en", { numeric: true }) < 0)
    throw new Error(
      `Medusa ${version} is installed in ${directory}, and ${PLUGIN} needs ${least[0]} or later: with an older one the dashboard does not build. Nothing was changed. Update all packages of Medusa to one version of at least ${least[0]}, then run this again.`
    )
}

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
  const { bin } = manifestSchema.parse(manifestIn(folder))
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
