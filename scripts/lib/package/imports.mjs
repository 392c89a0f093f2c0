import { execFileSync } from "node:child_process"
import { mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { root } from "../paths.mjs"
import { Failure } from "../steps.mjs"

const name = "medusa-payment-paycollect"

/** One name of each entry that has to be there. */
const entries = {
  [`${name}/client`]: "PayCollectClient",
  [`${name}/workflows`]: "advanceIntentWorkflow",
  [`${name}/modules/paycollect`]: "default",
  [`${name}/providers/paycollect`]: "default",
  [`${name}-dev/sandbox`]: "startSandbox",
}

/** Browsers download it: a bundle beyond this has pulled in something of the server. */
const storefrontLimit = 40_000

export function write(dir, files) {
  mkdirSync(dir, { recursive: true })
  for (const [file, text] of Object.entries(files)) writeFileSync(join(dir, file), text)
}

export function run(args, cwd) {
  try {
    return execFileSync(process.execPath, args, { cwd, encoding: "utf8", stdio: "pipe", timeout: 120_000 })
  } catch (error) {
    throw new Failure(
      `node ${args.map((arg) => arg.replace(root, ".")).join(" ")}\n${`${error.stdout}${error.stderr}`.slice(-4_000)}`
    )
  }
}

const requireRoot = createRequire(join(root, "package.json"))

export function checkNodeImports(app) {
  const commonJs = Object.entries(entries).map(
    ([entry, wanted]) => `if (!require("${entry}").${wanted}) throw new Error("${entry}: no ${wanted}")`
  )
  const esm = Object.entries(entries).map(
    ([entry, wanted], index) =>
      `import { ${wanted} as x${index} } from "${entry}"\nif (!x${index}) throw new Error("${entry}: no ${wanted}")`
  )
  const dir = join(app, "imports")
  write(dir, { "commonjs.cjs": commonJs.join("\n"), "esm.mjs": esm.join("\n") })
  run(["commonjs.cjs"], dir)
  run(["esm.mjs"], dir)
}

/**
 * All that can be imported of the plugin: what Medusa loads by a path (the module by the path of its file), what a store's configuration names, and
 * what the documents tell to import. Medusa finds routes, jobs, subscribers, workflows and links by the file system.
 */
const doors = [
  ".medusa/server/src/modules/paycollect",
  "admin",
  "client",
  "modules/paycollect",
  "package.json",
  "providers/paycollect",
  "types/events",
  "types/http",
  "types/notifications",
  "workflows",
]

/** Each path that a developer could try for a file of the plugin: with its place in the package and without, with its ending and without. */
const pathsOf = (file) => {
  const short = file.replace(/^\.medusa\/server\/src\//, "")
  return [file, short].flatMap((path) => [
    path,
    path.replace(/(\/index)?\.m?js$/, ""),
    path.replace(/\.m?js$/, ""),
  ])
}

/** A file that a store could import could not be moved any more. @param files of the package @throws Failure unless the doors open, and nothing else */
export function checkClosed(app, files) {
  const { resolve } = createRequire(join(app, "package.json"))
  const isOpen = (path) => {
    try {
      return Boolean(resolve(`${name}/${path}`))
    } catch (error) {
      if (["ERR_PACKAGE_PATH_NOT_EXPORTED", "MODULE_NOT_FOUND"].includes(error.code)) return false
      throw error
    }
  }
  const open = [...new Set([...files.flatMap(pathsOf), ...doors])].filter(isOpen).sort()
  if (open.join() !== doors.join())
    throw new Failure(`of the plugin can be imported:\n  ${open.join("\n  ")}\nnot:\n  ${doors.join("\n  ")}`)
}

/** The storefront kit in a project of Vite, and the result in node: it has to run without anything beside it. @param kit its name */
export function checkVite(app, kit) {
  const dir = join(app, "vite")
  write(dir, {
    "package.json": JSON.stringify({ name: "shop", private: true, type: "module" }),
    "index.html": `<!doctype html><script type="module" src="/main.js"></script>`,
    "vite.config.js": "export default { build: { modulePreload: { polyfill: false } } }",
    "main.js": `import * as kit from "${kit}"
globalThis.shop = { kit, method: kit.methodName("pp_paycollect-card_default", kit.textsFor("fr")) }`,
    "check.mjs": `import { readdirSync } from "node:fs"
const [bundle] = readdirSync("dist/assets")
await import("./dist/assets/" + bundle)
if (globalThis.shop.method !== "Carte bancaire") throw new Error("the bundle says " + globalThis.shop.method)`,
  })
  run([join(root, "node_modules/vite/bin/vite.js"), "build", "--logLevel", "warn"], dir)
  run(["check.mjs"], dir)
  const assets = join(dir, "dist/assets")
  const size = readdirSync(assets).reduce((sum, file) => sum + statSync(join(assets, file)).size, 0)
  if (size > storefrontLimit) throw new Failure(`the storefront kit makes a bundle of ${size} bytes`)
}

const typed = `import { PayCollectClient, PayCollectError, type PaymentIntent } from "${name}/client"
import { startSandbox, type Sandbox } from "${name}-dev/sandbox"
import { advanceIntentWorkflow } from "${name}/workflows"
import type { AdminPayCollectIntentsResponse, PayCollectFee } from "${name}/types/http"
import type { PayCollectEventName, PayCollectEvents } from "${name}/types/events"
import type { PayCollectNotificationData } from "${name}/types/notifications"

const client = new PayCollectClient({ environment: "test", baseUrl: "https://pay.example/v1", secretKey: "sk_test_1234" })
export const verified = client.verifyPayment("cart-1")
export const sandbox: Promise<Sandbox> = startSandbox({ port: 0 })
export const about = (intent: PaymentIntent): string => intent.checkout_url
export const advance = advanceIntentWorkflow.getName()
export const isOurs = (error: unknown): boolean => error instanceof PayCollectError
export const feeOf = (row: PayCollectFee): string | null => row.fee
export const numbersOf = ({ items }: PayCollectNotificationData): string[] => items.map((item) => item.payment_number)
export const opened: PayCollectEventName = "paycollect.attention.opened"
export const reasonOf = (data: PayCollectEvents["paycollect.attention.opened"]): string => data.reason
export const counted = ({ intents, count }: AdminPayCollectIntentsResponse): boolean => intents.length <= count
// @ts-expect-error types that resolve to nothing would accept this
export const amountOf = (row: PayCollectFee): number => row.amount
// @ts-expect-error types that resolve to nothing would accept this
new PayCollectClient({ environment: "nowhere", baseUrl: 1 })
`

/** What a typed shop uses of the kit. @param kit its name */
export const typedStorefront = (kit) => `import { waitForPayment, type PaymentOutcome } from "${kit}"
import { createCustomerSession } from "${kit}/session"
import { useCartGuard } from "${kit}/react"
import { usePaymentOutcome, type Waiting } from "${kit}/react/waiting"

export const word = (outcome: PaymentOutcome): "succeeded" | "waiting" | "failed" | "attention" | "expired" => outcome.status
export const outcomeOf = (waiting: Waiting): PaymentOutcome | null => waiting.outcome
// @ts-expect-error types that resolve to nothing would accept this
waitForPayment("cart")
// @ts-expect-error types that resolve to nothing would accept this
usePaymentOutcome(1)
// @ts-expect-error types that resolve to nothing would accept this
useCartGuard(1)
// @ts-expect-error types that resolve to nothing would accept this
createCustomerSession(1)
`

export function checkTypes(app) {
  compile(join(app, "types"), { "server.mts": typed, "server.cts": typed })
}

/**
 * The compiler over the files as node itself resolves, which alone tells CommonJS (.cts) from ES modules (.mts). That other projects find the
 * same types is for are-the-types-wrong to say.
 * @param files texts by file name @param more compiler options
 */
export function compile(dir, files, more = {}) {
  const options = {
    target: "ES2022",
    lib: ["ES2022", "DOM"],
    module: "Node16",
    moduleResolution: "node16",
    types: [],
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    ...more,
  }
  const project = JSON.stringify({ compilerOptions: options, files: Object.keys(files) })
  write(dir, { ...files, "tsconfig.json": project })
  run([requireRoot.resolve("typescript/bin/tsc"), "-p", dir], dir)
}
