import { existsSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"

/** The folder of this package: source and build are one folder below it. */
const FOLDER = join(__dirname, "..")

export const NAME = "medusa-payment-paycollect-dev"

/** This package's version, which is also the plugin's and the storefront kit's. */
export const VERSION = (JSON.parse(readFileSync(join(FOLDER, "package.json"), "utf8")) as { version: string })
  .version

/** The steps for Medusa's own storefronts, which the build puts beside the code. */
export const readSteps = () => readFileSync(join(FOLDER, "dist/nextjs-starter.md"), "utf8")

export const MEDUSA = "@medusajs/medusa"

const MANAGERS = {
  npm: { lock: "package-lock.json", install: "npm install", add: "npm install" },
  pnpm: { lock: "pnpm-lock.yaml", install: "pnpm install", add: "pnpm add" },
  yarn: { lock: "yarn.lock", install: "yarn install", add: "yarn add" },
}

/** By the lock file of the folder or of the workspace around it; npm where there is none. */
export function packageManager(directory: string): (typeof MANAGERS)[keyof typeof MANAGERS] {
  for (let folder = directory; ; folder = dirname(folder)) {
    const found = Object.values(MANAGERS).find(({ lock }) => existsSync(join(folder, lock)))
    if (found) return found
    if (folder === dirname(folder) || existsSync(join(folder, ".git"))) return MANAGERS.npm
  }
}

/** The folder of the package in the store's own packages, or in those of a folder above it; null where it is not there. */
export function folderOf(directory: string, name: string): string | null {
  const places = createRequire(join(directory, "package.json")).resolve.paths(name) ?? []
  const place = places.find((candidate) => existsSync(join(candidate, name, "package.json")))
  return place ? join(place, name) : null
}

/** Why the store in the folder does not have the package, and what to do. */
export function lacks(directory: string, name: string): string {
  if (folderOf(directory, MEDUSA))
    return `${name} is not installed in ${directory}. Install it there first (docs/install.md).`
  const { install } = packageManager(directory)
  return `The store's packages are not installed: there is no ${MEDUSA} in ${directory}. Run there: ${install}.`
}
