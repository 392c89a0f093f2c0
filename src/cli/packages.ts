import { existsSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"

const MEDUSA = "@medusajs/medusa"

const OTHERS = { "pnpm-lock.yaml": "pnpm install", "yarn.lock": "yarn install" }

/** By the lock file of the folder or of the workspace around it. */
function installCommand(directory: string): string {
  for (let folder = directory; ; folder = dirname(folder)) {
    const found = Object.entries(OTHERS).find(([lock]) => existsSync(join(folder, lock)))
    if (found) return found[1]
    const isTop = folder === dirname(folder) || existsSync(join(folder, ".git"))
    if (isTop || existsSync(join(folder, "package-lock.json"))) return "npm install"
  }
}

/** That the store has none of its packages, as after a fresh clone, and what to do; null where it has them. */
export function lacksPackages(directory: string): string | null {
  const places = createRequire(join(directory, "package.json")).resolve.paths(MEDUSA) ?? []
  if (places.some((place) => existsSync(join(place, MEDUSA, "package.json")))) return null
  return `The store's packages are not installed: there is no ${MEDUSA} in ${directory}. Run there: ${installCommand(directory)}.`
}
