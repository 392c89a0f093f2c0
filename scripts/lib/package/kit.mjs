import { readdirSync, readFileSync } from "node:fs"
import { basename, join } from "node:path"
import { root } from "../paths.mjs"
import { npm, quietEnv } from "../prepare.mjs"
import { Failure } from "../steps.mjs"
import { checkTexts, packages } from "./contents.mjs"
import { checkVite, compile, run, typedStorefront, write } from "./imports.mjs"

const name = "medusa-payment-paycollect-storefront"

/** All packages are released together: one number, one licence, and none drags another in. */
export function checkTogether() {
  const manifests = Object.values(packages).map(({ dir }) =>
    JSON.parse(readFileSync(join(dir, "package.json"), "utf8"))
  )
  const versions = new Set(manifests.map(({ version }) => version))
  if (versions.size > 1) throw new Failure(`the packages are ${[...versions]}: one number for all`)
  const licences = Object.values(packages).map(({ dir }) => readFileSync(join(dir, "LICENSE"), "utf8"))
  if (new Set(licences).size > 1) throw new Failure("the packages have different licences")
  const names = manifests.map(({ name }) => name)
  for (const manifest of manifests) {
    const needed = Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies })
    const other = needed.find((one) => names.includes(one))
    if (other) throw new Failure(`${manifest.name} depends on ${other}`)
    const wanted = dependencies[manifest.name]
    if (needed.sort().join() !== wanted.join())
      throw new Failure(`${manifest.name} depends on ${needed}, not on ${wanted}`)
  }
}

/** What each package brings into a store, and nothing else. */
const dependencies = {
  "medusa-payment-paycollect": ["axios", "libphonenumber-js", "lru-cache", "uqr"],
  "medusa-payment-paycollect-dev": ["magicast", "zod"],
  [name]: [],
}

/** In a folder with nothing else it brings nothing along, runs in node, and has the types that it says. */
export async function checkKit(children, { dir, tarball, files }) {
  const manifest = { name: "shop", private: true, dependencies: { [name]: `file:../${basename(tarball)}` } }
  write(dir, { "package.json": JSON.stringify(manifest) })
  const flags = ["--prefer-offline", "--no-audit", "--no-fund"]
  await children.run("kit-install", [npm, "install", ...flags], { cwd: dir, env: quietEnv })
  const brought = readdirSync(join(dir, "node_modules")).filter((entry) => !entry.startsWith("."))
  if (brought.join() !== name) throw new Failure(`beside the storefront kit npm installed ${brought}`)
  checkTexts(join(dir, "node_modules", name), files)

  const check = `if (typeof kit.waitForPayment !== "function") throw new Error("no waitForPayment")`
  write(join(dir, "imports"), {
    "commonjs.cjs": `const kit = require("${name}")\n${check}`,
    "esm.mjs": `import * as kit from "${name}"\n${check}`,
  })
  for (const file of ["commonjs.cjs", "esm.mjs"]) run([file], join(dir, "imports"))

  // React's own types come from the shop.
  const react = join(root, "node_modules/@types/react")
  const paths = { react: [join(react, "index.d.ts")], "react/*": [join(react, "*")] }
  compile(join(dir, "types"), { "shop.mts": typedStorefront(name) }, { paths })
  checkVite(dir, name)
}
