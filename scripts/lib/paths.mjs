import { createHash } from "node:crypto"
import { chmodSync, existsSync, lstatSync, mkdirSync, statfsSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import { fileURLToPath } from "node:url"

export const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..")
export const backendDir = join(root, "demo/backend")
export const storefrontDir = join(root, "demo/storefront")
/** The storefront kit as a package of its own. */
export const kitDir = join(root, "packages/storefront")
/** The development tools: simulator and source editor. */
export const devDir = join(root, "packages/dev")
/** Belongs to the folder, not to one demo: says which builds are current. */
export const stampDir = join(root, ".demo")
/** Logs, logins and records of running processes. With a place of its own, a second demo of this folder can run beside the first. */
export const stateDir = process.env.PAYCOLLECT_DEMO_DIR ? resolve(process.env.PAYCOLLECT_DEMO_DIR) : stampDir
export const isRoot = process.getuid?.() === 0

/**
 * Where PostgreSQL may live. It refuses to run as root and then runs as `nobody`, who cannot enter a private home:
 * for root the place is outside of every home.
 */
export const postgresDir = () =>
  isRoot ? ownDir("/var/tmp", 0o755) : makeDir(join(stateDir, "postgres"), 0o700)

/**
 * Where a database may live that is not needed tomorrow: in memory, where there is enough. To set a database back there takes a tenth of
 * the time, and tests do it hundreds of times.
 */
export const throwAwayDir = () =>
  hasRoom(MEMORY) ? ownDir(MEMORY, isRoot ? 0o755 : 0o700) : makeDir(join(postgresDir(), "throw-away"), 0o755)

const MEMORY = "/dev/shm"
/** The rings of one run take a quarter of this together. */
const ROOM = 4 * 2 ** 30
const TMPFS = 0x01021994

function hasRoom(dir) {
  if (!existsSync(dir)) return false
  const { type, bavail, bsize } = statfsSync(dir)
  return type === TMPFS && bavail * bsize >= ROOM
}

/**
 * One per repository (and state directory), private to its owner's writes, in a place where everybody may write; one that another user
 * made first under that name is refused.
 */
function ownDir(parent, mode) {
  const name = createHash("sha256").update(stateDir).digest("hex").slice(0, 12)
  const dir = makeDir(join(parent, `paycollect-${name}`), mode)
  const entry = lstatSync(dir)
  if (!entry.isDirectory() || entry.uid !== process.getuid())
    throw new Error(`${dir} belongs to another user: remove it first`)
  return dir
}

/** The mode holds whatever the umask is. */
export function makeDir(path, mode) {
  if (mkdirSync(path, { recursive: true })) chmodSync(path, mode)
  return path
}
