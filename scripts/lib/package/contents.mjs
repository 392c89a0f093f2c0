import { existsSync, readdirSync, readFileSync } from "node:fs"
import { homedir } from "node:os"
import { basename, join } from "node:path"
import { npm, quietEnv } from "../prepare.mjs"
import { devDir, kitDir, root } from "../paths.mjs"
import { Failure } from "../steps.mjs"

/** The packages of this repository, and what each may hold: what fits none of its patterns is a mistake of the build or of `files`. */
export const plugin = {
  title: "the plugin",
  dir: root,
  allowed: [
    /^(package\.json|LICENSE|(README|CHANGELOG|CONTRIBUTING|SECURITY)\.md)$/,
    // Where the README's links lead.
    /^docs\/(llms\.txt|.+\.(md|svg|png|json|yaml))$/,
    // What a store runs: no simulator, and nothing that edits sources.
    /^\.medusa\/server\/src\/(?!sandbox\/|storefront\/|cli\/(config|storefront|init|sandbox|uninstall)\b).+\.(js|mjs|d\.ts)$/,
    // Messages to the merchant say what the dashboard says.
    /^\.medusa\/server\/src\/texts\/(messages\.)?(en|fr)\.json$/,
  ],
}
export const kit = {
  title: "the storefront kit",
  dir: kitDir,
  allowed: [/^(package\.json|README\.md|LICENSE)$/, /^dist\/.+\.(mjs|d\.mts)$/],
}
export const dev = {
  title: "the development tools",
  dir: devDir,
  allowed: [
    /^(package\.json|README\.md|LICENSE)$/,
    /^dist\/(nextjs-starter\.md|sandbox\/checkout\/(en|fr)\.json|.+\.(js|d\.ts))$/,
  ],
}
export const packages = { plugin, dev, kit }
const unwanted = [
  /(^|\/)(__tests__|__mocks__|__fixtures__|node_modules|demo|integration-tests)\//,
  /\.(spec|test)\./,
]
const needed = ["package.json", "README.md", "LICENSE"]

/** Addresses of a builder's machine. Routes such as /home in the code of a page are none: a user's name has to follow. */
const machinePaths = [
  root,
  `${homedir()}/`,
  /(?<![\w.-])\/(home|Users)\/[\w.-]+\//,
  /(?<![\w.-])\/(root|tmp|var\/tmp|private\/var)\/[\w.-]/,
  /file:\/\/\//,
  /[A-Za-z]:\\Users\\/,
]

const holds = (text, pattern) => (typeof pattern === "string" ? text.includes(pattern) : pattern.test(text))

/**
 * Packs one of the packages into the folder.
 * @returns {{tarball: string, files: string[], size: number}}
 */
export async function pack(children, { dir }, place) {
  const command = [npm, "pack", "--json", "--pack-destination", place]
  const child = children.start(`pack-${basename(dir)}`, command, { cwd: dir, env: quietEnv })
  const { code } = await child.finished
  const output = readFileSync(child.log, "utf8")
  if (code !== 0) throw new Failure(`npm pack failed\n${output}`)
  // npm's warnings share the log; its JSON begins with a bracket on a line of its own.
  const [packed] = JSON.parse(output.slice(output.search(/^\[$/m), output.lastIndexOf("]") + 1))
  return {
    tarball: join(place, packed.filename),
    files: packed.files.map(({ path }) => path),
    size: packed.size,
  }
}

export function checkFiles({ allowed }, files) {
  const wrong = files.filter(
    (file) => !allowed.some((pattern) => pattern.test(file)) || unwanted.some((pattern) => pattern.test(file))
  )
  if (wrong.length) throw new Failure(`the package holds what no user needs:\n  ${wrong.join("\n  ")}`)
  const missing = needed.filter((file) => !files.includes(file))
  if (missing.length) throw new Failure(`the package lacks:\n  ${missing.join("\n  ")}`)
}

/** @param installed the package's folder in the app */
export function checkTexts(installed, files) {
  const wrong = files.flatMap((file) => {
    const text = readFileSync(join(installed, file), "utf8")
    return machinePaths.filter((pattern) => holds(text, pattern)).map((pattern) => `${file}: ${pattern}`)
  })
  if (wrong.length) throw new Failure(`paths of this machine are in the package:\n  ${wrong.join("\n  ")}`)
}

/** Folders of every installed copy of each package. */
function copiesOf(names, dir) {
  const found = new Map(names.map((name) => [name, []]))
  const visit = (modules) => {
    if (!existsSync(modules)) return
    for (const entry of readdirSync(modules, { withFileTypes: true })) {
      if (!entry.isDirectory() || entry.name === ".bin") continue
      const path = join(modules, entry.name)
      const scoped = entry.name.startsWith("@")
        ? readdirSync(path).map((name) => `${entry.name}/${name}`)
        : [entry.name]
      for (const name of scoped) {
        const place = join(modules, name)
        if (existsSync(join(place, "package.json"))) found.get(name)?.push(place)
        visit(join(place, "node_modules"))
      }
    }
  }
  visit(join(dir, "node_modules"))
  return found
}

/**
 * A second copy of these splits a store in two: its container, hooks and schemas would not know each other. Medusa's
 * own tree may hold more of what it keeps to itself; the plugin and the framework have to share theirs.
 */
export function checkCopies(app) {
  for (const [name, places] of copiesOf(["@medusajs/framework", "@medusajs/medusa", "react", "zod"], app)) {
    if (places.length === 1) continue
    throw new Failure(`${places.length} copies of ${name} in the store:\n  ${places.join("\n  ")}`)
  }
}
