import { createHash } from "node:crypto"
import { chmodSync, lstatSync, mkdirSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import { fileURLToPath } from "node:url"

export const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..")
export const backendDir = join(root, "demo/backend")
export const storefrontDir = join(root, "demo/storefront")
/** Belongs to the folder, not to one demo: says which builds are current. */
export const stampDir = join(root, ".demo")
/** Logs, logins and records of running processes. With a place of its own, a second demo of this folder can run beside the first. */
export const stateDir = process.env.PAYCOLLECT_DEMO_DIR ? resolve(process.env.PAYCOLLECT_DEMO_DIR) : stampDir
export const isRoot = process.getuid?.() === 0

/**
 * Where PostgreSQL may live. It refuses to run as root and then runs as `nobody`, who cannot enter a private home:
 * for root the place is outside of every home, one per repository (and state directory). The directory is made private to its owner's
 * writes; one that somebody else made first under that name is refused.
 */
export function postgresDir() {
  if (!isRoot) return makeDir(join(stateDir, "postgres"), 0o700)
  const name = createHash("sha256").update(stateDir).digest("hex").slice(0, 12)
  const dir = makeDir(join("/var/tmp", `paycollect-${name}`), 0o755)
  const entry = lstatSync(dir)
  if (!entry.isDirectory() || entry.uid !== 0)
    throw new Error(`${dir} belongs to another user: remove it first`)
  return dir
}

/** The mode holds whatever the umask is. */
export function makeDir(path, mode) {
  if (mkdirSync(path, { recursive: true })) chmodSync(path, mode)
  return path
}
