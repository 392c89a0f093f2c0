import { existsSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"

const NAME = "medusa-payment-paycollect"

/** This plugin's version, as its package says: the build has one folder more above it than the source. */
export const VERSION = versionAbove(__dirname)

function versionAbove(start: string): string {
  for (let folder = start; ; folder = dirname(folder)) {
    const path = join(folder, "package.json")
    if (existsSync(path)) {
      const { name, version } = JSON.parse(readFileSync(path, "utf8")) as { name?: string; version: string }
      if (name === NAME) return version
    }
    if (folder === dirname(folder)) throw new Error(`No package.json of ${NAME} is above ${start}`)
  }
}
