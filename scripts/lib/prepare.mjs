import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { root, stateDir } from "./paths.mjs"
import { hashOf, unlessCurrent } from "./stamps.mjs"
import { Failure, skipped, step } from "./steps.mjs"

export const npm = "npm"
export const medusa = [process.execPath, join(root, "node_modules/@medusajs/cli/cli.js")]

/**
 * At every exit Medusa's command line leaves a detached process behind that sends statistics; the variable below only
 * keeps its queue empty. Its settings switch it off, and a place of our own for them leaves the user's alone.
 */
function settingsDir() {
  const dir = join(stateDir, "config")
  mkdirSync(join(dir, "medusa"), { recursive: true })
  writeFileSync(join(dir, "medusa/config.json"), JSON.stringify({ telemetry: { enabled: false } }))
  return dir
}

export const quietEnv = {
  ...process.env,
  MEDUSA_DISABLE_TELEMETRY: "true",
  NO_UPDATE_NOTIFIER: "1",
  XDG_CONFIG_HOME: settingsDir(),
}

/** The commands run with node 20.19 or 22.12 and later, as the packages they use. */
export function checkNode() {
  const [major, minor] = process.versions.node.split(".").map(Number)
  const enough = (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22
  if (!enough) throw new Failure(`node ${process.versions.node} is too old: 20.19, 22.12 or later is needed`)
  if (process.platform === "win32") throw new Failure("Windows is not supported directly: use WSL")
}

const readLock = (path) => {
  try {
    return JSON.parse(readFileSync(join(root, path), "utf8")).packages
  } catch {
    return undefined
  }
}

/** npm writes what it installed into a lock file of its own, last; what is for other platforms is missing there. */
function isInstalled() {
  const wanted = readLock("package-lock.json")
  const installed = readLock("node_modules/.package-lock.json")
  if (!wanted || !installed) return false
  return Object.entries(wanted).every(([path, { version, link, optional, os, cpu }]) => {
    if (!path.includes("node_modules/")) return true
    if (link) return existsSync(join(root, path))
    const there = installed[path]
    return there ? there.version === version : Boolean(optional || os || cpu)
  })
}

export async function install(children) {
  if (isInstalled()) return skipped("Packages")
  await step("Installing packages (about a minute the first time)", () =>
    children.run("install", [npm, "ci", "--no-audit", "--no-fund"], { cwd: root, env: quietEnv })
  )
}

const pluginInputs = [
  "src",
  "packages",
  "package.json",
  "package-lock.json",
  "tsconfig.json",
  "scripts/build-storefront.mjs",
  "scripts/build-dev.mjs",
  "docs/nextjs-starter.md",
]

const buildStamp = join(root, ".medusa/build.stamp")
const pluginHash = () => hashOf(pluginInputs, [process.version])

/** What was built elsewhere and copied to here counts as built of what is here. */
export const markBuilt = () => writeFileSync(buildStamp, pluginHash())

/** The plugin is loaded from its build, as every store loads it. */
export async function buildPlugin(children) {
  const output = join(root, ".medusa/server/src/settings/options.js")
  const onSkip = () => skipped("Plugin build")
  await unlessCurrent({ stamp: buildStamp, hash: pluginHash(), output, onSkip }, () =>
    step("Building the plugin", () =>
      children.run("plugin-build", [npm, "run", "build"], { cwd: root, env: quietEnv })
    )
  )
}
