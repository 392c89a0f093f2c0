import { existsSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"

const NAME = "medusa-payment-paycollect"

const plugin = pluginAbove(__dirname)

/** This plugin's version, as its package says. */
export const VERSION = plugin.version

/** The folder of this plugin's package: the build has one folder more above it than the source. */
export const PACKAGE_FOLDER = plugin.folder

function pluginAbove(start: string): { folder: string; version: string } {
  for (let folder = start; ; folder = dirname(folder)) {
    const path = join(folder, "package.json")
    if (existsSync(path)) {
      const { name, version } = JSON.parse(readFileSync(path, "utf8")) as { name?: string; version: string }
      if (name === NAME) return { folder, version }
    }
    if (folder === dirname(folder)) throw new Error(`No package.json of ${NAME} is above ${start}`)
  }
}
