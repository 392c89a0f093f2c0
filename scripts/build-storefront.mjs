/** Builds the storefront kit: one ES module and its types in dist/storefront. The CommonJS copy of the plugin build cannot be used by Vite. */
import { execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { build } from "esbuild"

const root = fileURLToPath(new URL("..", import.meta.url))
const source = join(root, "src", "storefront")
const target = join(root, "dist", "storefront")
const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc")

/** Declarations beside a .mjs must be .d.mts and name their neighbours with the extension, else Node16 consumers resolve nothing. */
function moveDeclarations(from, to) {
  for (const name of readdirSync(from).filter((file) => file.endsWith(".d.ts"))) {
    const text = readFileSync(join(from, name), "utf8")
    const withExtensions = text.replace(/(from |import\()"(\.\/[\w-]+)"/g, '$1"$2.mjs"')
    writeFileSync(join(to, name.replace(/\.d\.ts$/, ".d.mts")), withExtensions)
  }
}

rmSync(target, { recursive: true, force: true })
mkdirSync(target, { recursive: true })

await build({
  entryPoints: [join(source, "index.ts")],
  outfile: join(target, "index.mjs"),
  bundle: true,
  format: "esm",
  platform: "neutral",
  target: "es2020",
  logLevel: "warning",
})

const declarations = mkdtempSync(join(tmpdir(), "storefront-types-"))
try {
  const flags = ["--noEmit", "false", "--emitDeclarationOnly", "--outDir", declarations]
  execFileSync(process.execPath, [tsc, "-p", source, ...flags], { stdio: "inherit" })
  moveDeclarations(declarations, target)
} finally {
  rmSync(declarations, { recursive: true, force: true })
}
