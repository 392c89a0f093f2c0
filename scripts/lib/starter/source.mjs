import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { join, relative, sep } from "node:path"
import { quietEnv } from "../prepare.mjs"
import { stateDir } from "../paths.mjs"

/** The official storefronts; `storefront`: where it is in its repository. */
export const starters = {
  dtc: {
    name: "dtc-starter",
    repository: "https://github.com/medusajs/dtc-starter",
    variable: "PAYCOLLECT_STARTER_DTC",
    storefront: "apps/storefront",
  },
  next: {
    name: "nextjs-starter-medusa",
    repository: "https://github.com/medusajs/nextjs-starter-medusa",
    variable: "PAYCOLLECT_STARTER_NEXT",
    storefront: "",
  },
}

const kept = "node_modules"
const unwanted = new Set([kept, ".git", ".next", ".turbo", ".env.local"])

/** @returns a folder with the starter as Medusa publishes it; null where it can neither be found nor fetched */
async function sourceOf(children, { name, repository, variable }) {
  const given = process.env[variable]
  if (given) return given
  const place = join(stateDir, "starters", `${name}-source`)
  rmSync(place, { recursive: true, force: true })
  const git = ["git", "-c", "http.lowSpeedLimit=1000", "-c", "http.lowSpeedTime=20"]
  const env = { ...quietEnv, GIT_TERMINAL_PROMPT: "0" }
  const clone = children.start(`${name}-clone`, [...git, "clone", "--depth=1", repository, place], { env })
  const { code } = await clone.finished
  return code === 0 ? place : null
}

/**
 * A copy to work in, new but for the packages that an earlier run installed.
 * @returns {Promise<{workspace: string, storefront: string} | null>} null where there is no source
 */
export async function freshCopy(children, starter) {
  const source = await sourceOf(children, starter)
  if (!source) return null
  const workspace = join(stateDir, "starters", starter.name)
  mkdirSync(workspace, { recursive: true })
  clear(workspace)
  const isWanted = (path) =>
    !relative(source, path)
      .split(sep)
      .some((part) => unwanted.has(part))
  cpSync(source, workspace, { recursive: true, filter: isWanted })
  return { workspace, storefront: join(workspace, starter.storefront) }
}

/** Everything but `node_modules`, at any depth. */
function clear(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.name === kept) continue
    if (entry.isDirectory() && existsSync(join(path, kept))) clear(path)
    else if (entry.isDirectory() && entry.name === "apps") clear(path)
    else rmSync(path, { recursive: true, force: true })
  }
}

/** How the starter's own package manager, in the version that it names, is called, and how it installs only the storefront. */
export function installCommand(workspace) {
  const { packageManager } = JSON.parse(readFileSync(join(workspace, "package.json"), "utf8"))
  if (packageManager.startsWith("pnpm")) {
    const flags = ["--no-frozen-lockfile", "--ignore-scripts", "--filter", "./apps/storefront"]
    return ["npx", "--yes", packageManager.split("+")[0], "install", ...flags]
  }
  const { 0: yarn } = readdirSync(join(workspace, ".yarn/releases"))
  return [process.execPath, join(workspace, ".yarn/releases", yarn), "install", "--no-immutable"]
}
