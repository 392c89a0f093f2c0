import { existsSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"

const MEDUSA = "@medusajs/medusa"

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

/** Whether the folder, or one above it, has the package. */
export function hasPackage(directory: string, name: string): boolean {
  const places = createRequire(join(directory, "package.json")).resolve.paths(name) ?? []
  return places.some((place) => existsSync(join(place, name, "package.json")))
}

/** That the store has none of its packages, as after a fresh clone, and what to do; null where it has them. */
export function lacksPackages(directory: string): string | null {
  if (hasPackage(directory, MEDUSA)) return null
  const { install } = packageManager(directory)
  return `The store's packages are not installed: there is no ${MEDUSA} in ${directory}. Run there: ${install}.`
}
