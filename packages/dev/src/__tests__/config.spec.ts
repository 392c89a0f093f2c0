import fc from "fast-check"
import ts from "typescript"
import { addToConfig } from "../config/add"
import { type Edit } from "../config/edit"
import { removeFromConfig } from "../config/remove"
import { byHand, editable, starter, unreadable } from "./configs"

const textOf = (edit: Edit) => (edit.outcome === "changed" ? edit.text : fail(edit))
const fail = (edit: Edit): never => {
  throw new Error(JSON.stringify(edit))
}

/** The configuration as the store gets it, with Medusa's `defineConfig` handing it on. */
function load(text: string): Config {
  const { outputText, diagnostics } = ts.transpileModule(text, {
    reportDiagnostics: true,
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
  })
  expect(diagnostics).toEqual([])
  const module = { exports: {} as Config & { default?: Config } }
  const lent = {
    defineConfig: (config: unknown) => config,
    loadEnv: () => {},
    Modules: { PAYMENT: "payment" },
  }
  const require = Object.assign(() => lent, { resolve: (name: string) => name })
  const names = Object.keys(lent).filter((name) => !new RegExp(`\\b${name}\\b.*require`).test(outputText))
  const run = new Function("module", "exports", "require", "process", ...names, outputText)
  run(
    module,
    module.exports,
    require,
    { env: { REDIS_URL: "x", S3: "x" }, cwd: () => "" },
    ...names.map((name) => lent[name as keyof typeof lent])
  )
  return module.exports.default ?? module.exports
}

interface Entry {
  resolve: string
  dependencies?: string[]
  options?: { providers?: { resolve: string; id: string }[] }
}
interface Config {
  plugins?: (string | Entry)[]
  modules?: Entry[]
}

const PLUGIN = { resolve: "medusa-payment-paycollect", options: {} }
const PROVIDER = { resolve: "medusa-payment-paycollect/providers/paycollect", id: "default" }
const isPayment = ({ resolve }: Entry) => /^@medusajs\/(medusa\/)?payment$/.test(resolve)

describe("adding to medusa-config", () => {
  it.each(Object.entries(editable))("%s: plugin and provider, and what was there", async (_, text) => {
    const before = load(text)
    const after = load(textOf(await addToConfig(text)))
    expect(after.plugins).toEqual([...(before.plugins ?? []), PLUGIN])
    const old = before.modules?.find(isPayment)
    const entry = after.modules!.find(isPayment)!
    expect(after.modules!.filter(isPayment)).toHaveLength(1)
    expect(entry.options?.providers).toEqual([...(old?.options?.providers ?? []), PROVIDER])
    const added = ["paycollect", "query"]
    expect(entry.dependencies).toEqual([...(old?.dependencies ?? []), ...added])
    expect(after.modules!.filter((one) => !isPayment(one))).toEqual(
      (before.modules ?? []).filter((one) => !isPayment(one))
    )
    const { plugins: _p, modules: _m, ...rest } = after
    const { plugins: _q, modules: _n, ...restBefore } = before
    expect(rest).toEqual(restBefore)
  })

  it.each(Object.entries(editable).filter(([name]) => name !== "oneLine"))(
    "%s: no line of it is lost or moved",
    async (_, text) => {
      const after = textOf(await addToConfig(text)).split(/\r?\n/)
      const words = (line: string) => line.replace(/[\s,\]})]+$/, "")
      let at = 0
      for (const line of text.split(/\r?\n/).map(words)) {
        const found = after.findIndex((one, index) => index >= at && one.startsWith(line))
        expect([line, found]).not.toEqual([line, -1])
        at = found
      }
    }
  )

  it.each(Object.entries(editable))("%s: twice is once", async (_, text) => {
    expect(await addToConfig(textOf(await addToConfig(text)))).toEqual({ outcome: "unchanged" })
  })

  it("is written as the file is", async () => {
    expect(textOf(await addToConfig(starter))).toBe(
      starter.replace(
        "    }\n  }\n})",
        `    }
  },
  plugins: [{ resolve: "medusa-payment-paycollect", options: {} }],
  modules: [
    {
      resolve: "@medusajs/medusa/payment",
      dependencies: ["paycollect", "query"],
      options: {
        providers: [{ resolve: "medusa-payment-paycollect/providers/paycollect", id: "default" }],
      },
    },
  ]
})`
      )
    )
    expect(textOf(await addToConfig(editable.windows))).not.toMatch(/[^\r]\n/)
    expect(textOf(await addToConfig(editable.inVariable))).toMatch(/\n\t\t\tdependencies: \['paycollect'/)
  })

  it.each(Object.entries(byHand))("%s: lines to paste, nothing else", async (_, text) => {
    const edit = await addToConfig(text)
    expect(edit).toMatchObject({ outcome: "by_hand", because: expect.stringMatching(/\w/) })
    expect(edit).not.toHaveProperty("text")
    expect((edit as { lines: string }).lines).toContain(PROVIDER.resolve)
  })

  it.each(Object.entries(unreadable))("%s: says that it cannot read it", async (_, text) => {
    expect(await addToConfig(text)).toMatchObject({
      outcome: "unreadable",
      because: expect.stringMatching(/\w/),
    })
    expect(await removeFromConfig(text)).toMatchObject({ outcome: "unreadable" })
  })

  it("knows its own lines where a person pasted them", async () => {
    const pasted = `const plugins = ["medusa-payment-paycollect"]
const modules = [{
  resolve: "@medusajs/medusa/payment",
  dependencies: ["paycollect", "query"],
  options: { providers: [{ resolve: "medusa-payment-paycollect/providers/paycollect", id: "mine" }] },
}]
module.exports = defineConfig({ plugins, modules })
`
    expect(await addToConfig(pasted)).toEqual({ outcome: "unchanged" })
    const half = pasted.replace(`  dependencies: ["paycollect", "query"],\n`, "")
    expect(await addToConfig(half)).toMatchObject({ outcome: "by_hand" })
    expect(await removeFromConfig(pasted)).toMatchObject({ outcome: "by_hand" })
  })

  it("adds what is missing to what is half there", async () => {
    const half = textOf(await addToConfig(editable.stripe)).replace(
      `dependencies: ["paycollect", "query"],`,
      ""
    )
    expect(load(textOf(await addToConfig(half)))).toEqual(load(textOf(await addToConfig(editable.stripe))))
    const one = half.replace(
      `options: {\n        prov`,
      `dependencies: ["query"],\n      options: {\n        prov`
    )
    expect(load(textOf(await addToConfig(one))).modules![0]!.dependencies).toEqual(["query", "paycollect"])
  })
})

describe("taking out of medusa-config", () => {
  it.each(Object.entries(editable))("%s: what was there before", async (name, text) => {
    const back = textOf(await removeFromConfig(textOf(await addToConfig(text))))
    // A list that was empty goes with the last entry.
    expect(load(back)).toEqual(name === "exported" ? { projectConfig: {} } : load(text))
    expect(await removeFromConfig(back)).toEqual({ outcome: "unchanged" })
  })

  it.each([
    "starter",
    "conditional",
    "windows",
    "inVariable",
    "stripe",
    "withDependencies",
    "oneLine",
  ] as const)("%s: to the letter", async (name) => {
    const text = editable[name]
    expect(textOf(await removeFromConfig(textOf(await addToConfig(text))))).toBe(text)
  })

  it("takes every provider of this package, and no other", async () => {
    const two = textOf(await addToConfig(editable.stripe)).replace(
      /\n( +)\{ resolve: "medusa-payment-paycollect\/[^\n]*/,
      (line, indent: string) => `${line}\n${indent}${JSON.stringify({ ...PROVIDER, id: "second" })},`
    )
    expect(load(two).modules![0]!.options!.providers).toHaveLength(3)
    expect(load(textOf(await removeFromConfig(two)))).toEqual(load(editable.stripe))
  })
})

it("any configuration of these parts: added once, added twice, taken out", async () => {
  const entry = fc.constantFrom(
    `{ resolve: "a" }`,
    `{ resolve: 'b', options: { x: [1, 2] } }`,
    `{ resolve: "c" } as any`
  )
  const list = fc.array(fc.tuple(entry, fc.constantFrom("", " // why, not", " /* , */")), { maxLength: 3 })
  const array = fc.tuple(list, fc.boolean(), fc.boolean()).map(([items, lines, trailing]) => {
    if (!lines) return `[${items.map(([one]) => one).join(", ")}${trailing && items.length ? "," : ""}]`
    const text = items.map(
      ([one, note], at) => `    ${one}${at < items.length - 1 || trailing ? "," : ""}${note}\n`
    )
    return `[\n${text.join("")}  ]`
  })
  const head = fc.constantFrom("module.exports = ", "export default ", "const config = ")
  const property = (name: string) =>
    fc.option(
      array.map((text) => `${name}: ${text}`),
      { nil: null }
    )
  const parts = fc.tuple(
    head,
    property("plugins"),
    property("modules"),
    fc.boolean(),
    fc.constantFrom("\n", "\r\n")
  )
  await fc.assert(
    fc.asyncProperty(parts, async ([start, plugins, modules, trailing, newline]) => {
      const properties = ["admin: {}", plugins, modules].filter((one) => one !== null)
      const body = properties.map((one) => `  ${one}`).join(",\n") + (trailing ? "," : "")
      const end = start.startsWith("const") ? "export default config\n" : ""
      const text = `${start}defineConfig({\n${body}\n})\n${end}`.replace(/\n/g, newline)
      const added = textOf(await addToConfig(text))
      const before = load(text)
      expect(load(added).plugins).toEqual([...(before.plugins ?? []), PLUGIN])
      expect(load(added).modules!.slice(0, -1)).toEqual(before.modules ?? [])
      expect(await addToConfig(added)).toEqual({ outcome: "unchanged" })
      const back = load(textOf(await removeFromConfig(added)))
      expect([back.plugins ?? [], back.modules ?? []]).toEqual([before.plugins ?? [], before.modules ?? []])
    }),
    { numRuns: 60 }
  )
})
