import { readdirSync, readFileSync } from "node:fs"
import { basename, join } from "node:path"
import { root } from "../paths.mjs"
import { npm, quietEnv } from "../prepare.mjs"
import { Failure } from "../steps.mjs"
import { checkTexts, kit, plugin } from "./contents.mjs"
import { checkVite, compile, run, typedStorefront, write } from "./imports.mjs"

const name = "medusa-payment-paycollect-storefront"

/** Both packages are released together: one number, one licence, and neither drags the other in. */
export function checkPair() {
  const [server, shop] = [plugin, kit].map(({ dir }) =>
    JSON.parse(readFileSync(join(dir, "package.json"), "utf8"))
  )
  if (server.version !== shop.version)
    throw new Failure(
      `the plugin is ${server.version}, the storefront kit ${shop.version}: one number for both`
    )
  const [ours, theirs] = [plugin, kit].map(({ dir }) => readFileSync(join(dir, "LICENSE"), "utf8"))
  if (ours !== theirs) throw new Failure("the two packages have different licences")
  const brought = Object.keys({ ...shop.dependencies, ...shop.optionalDependencies })
  if (brought.length) throw new Failure(`the storefront kit depends on ${brought}`)
  const { dependencies, optionalDependencies, peerDependencies } = server
  if (name in { ...dependencies, ...optionalDependencies, ...peerDependencies })
    throw new Failure(`the plugin depends on ${name}`)
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
