import { readdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { root } from "../paths.mjs"
import { Failure } from "../steps.mjs"
import { writeApp } from "./app.mjs"
import { write } from "./imports.mjs"

const kitName = "medusa-payment-paycollect-storefront"

/**
 * What Medusa's starter for a workspace names in its backend beside a plain app's packages, and who finds them: a package sees only what it names
 * there, the dashboard's bundler what the backend names.
 */
const ofDashboard = [
  "@medusajs/admin-shared",
  "@medusajs/dashboard",
  "@medusajs/draft-order",
  "@medusajs/ui",
  "@tanstack/react-query",
  "react-i18next",
  "react-router-dom",
]

/** Their versions in this tree, which are those that the dashboard names. */
const versionOf = (name) =>
  JSON.parse(readFileSync(join(root, "node_modules", name, "package.json"), "utf8")).version

const backendReact = { react: "^18.3.1", "react-dom": "^18.3.1" }
const shopReact = { react: "19.2.0", "react-dom": "19.2.0" }

/** Server and storefront beside each other as in Medusa's starter, with different versions of React. */
export function writeWorkspace(dir, { databaseUrl }) {
  const [backend, storefront] = ["backend", "storefront"].map((name) => join(dir, "apps", name))
  writeApp({ dir: backend, databaseUrl })
  const manifest = JSON.parse(readFileSync(join(backend, "package.json"), "utf8"))
  Object.assign(manifest.dependencies, Object.fromEntries(ofDashboard.map((name) => [name, versionOf(name)])))
  Object.assign(manifest.devDependencies, backendReact)
  writeFileSync(join(backend, "package.json"), JSON.stringify(manifest, null, 2))
  write(dir, {
    "package.json": JSON.stringify({ name: "shop", private: true }),
    "pnpm-workspace.yaml": "packages:\n  - apps/*\n",
  })
  const shop = { name: "storefront", private: true, dependencies: shopReact }
  write(storefront, { "package.json": JSON.stringify(shop) })
  return { backend, storefront }
}

/** @throws Failure unless the kit brought itself alone and uses the storefront's own React */
export function checkShop(storefront) {
  const modules = join(storefront, "node_modules")
  const entries = readdirSync(modules).filter((name) => !name.startsWith("."))
  if (entries.sort().join() !== [kitName, "react", "react-dom"].join())
    throw new Failure(`the storefront of the workspace has ${entries}`)
  const kit = realpathSync(join(modules, kitName))
  const beside = readdirSync(dirname(kit))
  if (beside.sort().join() !== [kitName, "react"].join())
    throw new Failure(`the kit in the storefront of the workspace is beside ${beside}`)
  if (realpathSync(join(dirname(kit), "react")) !== realpathSync(join(modules, "react")))
    throw new Failure("the kit in the workspace uses another React than the storefront")
}
