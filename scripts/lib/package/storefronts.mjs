import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { npm, quietEnv } from "../prepare.mjs"
import { root } from "../paths.mjs"
import { Failure } from "../steps.mjs"

const documents = ["docs/install.md", "docs/storefront.md", "docs/nextjs-starter.md"]

/** ```tsx title="src/pay.tsx" project="vite": what readers are told to put into a file, as they would paste it. */
const block = /^```\w+ title="([^"]+)" project="(\w+)"\n([\s\S]*?)^```$/gm

/** @returns {{document: string, file: string, project: string, text: string}[]} */
function documentedFiles() {
  return documents.flatMap((document) =>
    [...readFileSync(join(root, document), "utf8").matchAll(block)].map(([, file, project, text]) => ({
      document,
      file,
      project,
      text,
    }))
  )
}

/** The documents promise these; a block whose first line is mistyped would not be checked otherwise. */
const expected = { next: 7, vite: 11 }

/**
 * A storefront of its own in an empty folder, with the tarball of the kit as its only knowledge of this repository and with the files that README and
 * docs tell to write, built as its framework builds it, types included.
 */
export async function buildStorefrontProject(children, { project, place, kit }) {
  const dir = join(place, `storefront-${project}`)
  cpSync(join(root, "integration-tests/package", project), dir, { recursive: true })
  const files = documentedFiles().filter((one) => one.project === project)
  if (files.length !== expected[project])
    throw new Failure(`${files.length} files for ${project} in ${documents}, not ${expected[project]}`)
  for (const { file, text } of files) {
    mkdirSync(dirname(join(dir, file)), { recursive: true })
    writeFileSync(join(dir, file), text)
  }

  const manifest = JSON.parse(readFileSync(join(dir, "package.json"), "utf8"))
  manifest.dependencies["medusa-payment-paycollect-storefront"] = `file:../${basename(kit)}`
  writeFileSync(join(dir, "package.json"), JSON.stringify(manifest, null, 2))

  // The variables that the starter refuses to be built without.
  const store = {
    NEXT_PUBLIC_MEDUSA_BACKEND_URL: "http://localhost:9000",
    NEXT_PUBLIC_MEDUSA_PUBLISHABLE_KEY: "pk_test",
  }
  const env = { ...quietEnv, ...store, NEXT_TELEMETRY_DISABLED: "1", CI: "true" }
  delete env.NODE_ENV
  const flags = ["--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error"]
  await children.run(`${project}-install`, [npm, "install", ...flags], { cwd: dir, env })
  const build = `${project}-build`
  await children.run(build, [npm, "run", "build"], { cwd: dir, env })
  // Of each file of a package that begins with a directive, a bundler that knows none warns.
  const warned = /^.*use client.*$/m.exec(readFileSync(join(children.logDir, `${build}.log`), "utf8"))
  if (warned) throw new Failure(`the build of ${project} warns: ${warned[0]}`)
}
