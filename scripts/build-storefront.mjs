/**
 * Builds the storefront kit, packages/storefront/src, into its package's dist: an ES module, beside it one for customer sessions and two of
 * React components, for the pages before and after the hosted checkout, and their types. Fails when one grows beyond its budget.
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

/**
 * Minified and gzipped: all of each entry, what it shares with another one, too, but for the kit itself. A shop that uses half of it downloads
 * half of it.
 */
const budgets = { "index.ts": 6_600, "session.ts": 500, "react/index.ts": 6_000, "react/waiting.tsx": 3_000 }

const options = {
  bundle: true,
  format: "esm",
  platform: "neutral",
  target: "es2020",
  charset: "utf8",
  logLevel: "warning",
}

/** One copy of the kit for all modules: its error class is compared by identity. */
const kitStaysOutside = {
  name: "kit-stays-outside",
  setup({ onResolve }) {
    onResolve({ filter: /^\.\.?\/index$/ }, ({ path, kind }) =>
      kind === "entry-point" ? undefined : { path: `${path}.mjs`, external: true }
    )
  },
}

/** Where neighbours are named without their extension, neither a browser nor Node16 consumers resolve anything. */
const withExtensions = (text) => text.replace(/(from |import\()"(\.{1,2}\/[\w-]+)"/g, '$1"$2.mjs"')

/** Declarations beside a .mjs must be .d.mts. */
function moveDeclarations(from, to) {
  for (const path of readdirSync(from, { recursive: true }).filter((file) => file.endsWith(".d.ts"))) {
    const file = join(to, path.replace(/\.d\.ts$/, ".d.mts"))
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, withExtensions(readFileSync(join(from, path), "utf8")))
  }
}

/** A module for each file: a bundler puts into the chunk of a page what that page uses. */
async function buildReactPart() {
  const files = readdirSync(join(source, "react")).filter((name) => /\.tsx?$/.test(name))
  const { outputFiles, metafile } = await build({
    ...options,
    ...asModules,
    bundle: false,
    jsx: "automatic",
    entryPoints: files.map((name) => join(source, "react", name)),
    outdir: join(target, "react"),
    write: false,
    metafile: true,
  })
  mkdirSync(join(target, "react"))
  for (const { path, text } of outputFiles) writeFileSync(path, withExtensions(text))
  for (const entry of ["index", "waiting"]) writeClientModule(entry, metafile.outputs)
}

/**
 * Next.js renders what has hooks in the browser only when its module says so, in its first line, and wants each name there. A module of its own, that
 * only the condition `react-server` finds: other bundlers warn of the line.
 */
function writeClientModule(entry, outputs) {
  const [, { exports }] = Object.entries(outputs).find(([path]) => path.endsWith(`react/${entry}.mjs`))
  const text = `"use client";\nexport { ${exports.join(", ")} } from "./${entry}.mjs"\n`
  writeFileSync(join(target, "react", `${entry}.client.mjs`), text)
}

const asModules = { outdir: target, outExtension: { ".js": ".mjs" } }

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

const entries = ["index.ts", "session.ts"].map((file) => join(source, file))
await build({ ...options, ...asModules, entryPoints: entries, plugins: [kitStaysOutside] })
await buildReactPart()

const declarations = mkdtempSync(join(tmpdir(), "storefront-types-"))
try {
  const flags = ["--noEmit", "false", "--emitDeclarationOnly", "--outDir", declarations]
  execFileSync(process.execPath, [tsc, "-p", home, ...flags], { stdio: "inherit" })
  moveDeclarations(declarations, target)
} finally {
  rmSync(declarations, { recursive: true, force: true })
}
for (const each of Object.entries(budgets)) await checkBudget(each)
