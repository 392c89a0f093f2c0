/**
 * Builds the storefront kit, packages/storefront/src, into its package's dist: an ES module, its React components as a second one that shares the
 * first, and their types. Fails when the kit grows beyond its budget.
 */
import { execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { gzipSync } from "node:zlib"
import { build } from "esbuild"

const root = fileURLToPath(new URL("..", import.meta.url))
const home = join(root, "packages", "storefront")
const source = join(home, "src")
const target = join(home, "dist")
const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc")

/** Minified and gzipped: all of the kit, and its React part beside it. A shop that uses half of it downloads half of it. */
const budgets = { "index.ts": 6_500, "react/index.ts": 6_300 }

const options = {
  bundle: true,
  format: "esm",
  platform: "neutral",
  target: "es2020",
  charset: "utf8",
  logLevel: "warning",
}

/** One copy of the kit for both modules: its error class is compared by identity. */
const kitStaysOutside = {
  name: "kit-stays-outside",
  setup({ onResolve }) {
    onResolve({ filter: /^\.\.\/index$/ }, () => ({ path: "../index.mjs", external: true }))
  },
}

/** Declarations beside a .mjs must be .d.mts and name their neighbours with the extension, else Node16 consumers resolve nothing. */
function moveDeclarations(from, to) {
  for (const path of readdirSync(from, { recursive: true }).filter((file) => file.endsWith(".d.ts"))) {
    const text = readFileSync(join(from, path), "utf8")
    const withExtensions = text.replace(/(from |import\()"(\.{1,2}\/[\w-]+)"/g, '$1"$2.mjs"')
    const file = join(to, path.replace(/\.d\.ts$/, ".d.mts"))
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, withExtensions)
  }
}

const reactPart = {
  jsx: "automatic",
  external: ["react", "react/jsx-runtime"],
  plugins: [kitStaysOutside],
}

async function checkBudget([entry, budget]) {
  const { outputFiles } = await build({
    ...options,
    ...reactPart,
    entryPoints: [join(source, entry)],
    minify: true,
    write: false,
  })
  const size = gzipSync(outputFiles[0].contents, { level: 9 }).length
  console.log(`storefront kit, ${entry}: ${size} of ${budget} bytes, minified and gzipped`)
  if (size > budget)
    throw new Error(`${entry} of the storefront kit is larger than its budget of ${budget} bytes`)
}

rmSync(target, { recursive: true, force: true })
mkdirSync(target, { recursive: true })

await build({ ...options, entryPoints: [join(source, "index.ts")], outfile: join(target, "index.mjs") })
await build({
  ...options,
  entryPoints: [join(source, "react", "index.ts")],
  outfile: join(target, "react", "index.mjs"),
  ...reactPart,
  // Next.js renders what has hooks in the browser only when its module says so, in its first line.
  banner: { js: '"use client";' },
})

const declarations = mkdtempSync(join(tmpdir(), "storefront-types-"))
try {
  const flags = ["--noEmit", "false", "--emitDeclarationOnly", "--outDir", declarations]
  execFileSync(process.execPath, [tsc, "-p", home, ...flags], { stdio: "inherit" })
  moveDeclarations(declarations, target)
} finally {
  rmSync(declarations, { recursive: true, force: true })
}
for (const each of Object.entries(budgets)) await checkBudget(each)
