/** Builds the development tools, packages/dev/src, into their package's dist, with the page whose steps `storefront` takes. */
import { execFileSync } from "node:child_process"
import { copyFileSync, rmSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("..", import.meta.url))
const home = join(root, "packages/dev")
const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc")

rmSync(join(home, "dist"), { recursive: true, force: true })
execFileSync(process.execPath, [tsc, "-p", home], { stdio: "inherit" })
copyFileSync(join(root, "docs/nextjs-starter.md"), join(home, "dist/nextjs-starter.md"))
