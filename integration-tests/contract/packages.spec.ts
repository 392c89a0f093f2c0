import { readFileSync } from "node:fs"
import { join } from "node:path"
import { transformSync } from "@swc/core"
import { missingLines } from "../../packages/dev/src/config/env-file"
import { type LeftBehind, leftBehindSchema } from "../../packages/dev/src/plugin"
import { COUNTRIES } from "../../packages/dev/src/sandbox/base/catalogue"
import { readGuide } from "../../packages/dev/src/storefront/guide"
import { type LeftBehind as Answered } from "../../src/cli/left-behind"
import { SOLD_IN } from "../../src/cli/region/orders"
import { optionsFromEnv } from "../../src/settings/options"
import { pluginOptionsSchema } from "../../src/settings/options-schema"

/** The three packages import nothing of each other: what they have to agree in is held here. */
const page = readFileSync(join(__dirname, "../../docs/nextjs-starter.md"), "utf8")

it("the lines of .env that init writes make options that the plugin takes", () => {
  const lines = missingLines("", {}).map(({ name, value }) => [name, value] as const)
  const options = pluginOptionsSchema.parse(optionsFromEnv(Object.fromEntries(lines)))
  expect(options).toMatchObject({ environment: "test", test: { webhookSecret: [expect.any(String)] } })
  expect(options.encryptionKey).toHaveLength(1)
})

it("uninstall reads what left-behind answers", () => {
  const answered: Required<Answered> = {
    error: null,
    open: ["1 payment."],
    regions: [{ name: "CM", kept: ["a"] }],
  }
  const read: LeftBehind = leftBehindSchema.strict().parse(answered)
  expect(read).toEqual(answered satisfies LeftBehind)
})

it("regions are made where the sandbox takes mobile money", () => {
  const taken = COUNTRIES.filter(({ operators }) => operators.length > 0)
  expect(SOLD_IN).toEqual(
    taken.map(({ code, currency, names }) => ({
      country: code.toLowerCase(),
      currency: currency.toLowerCase(),
      name: names.en,
    }))
  )
})

it("names every provider of the plugin, whatever id the store gave it, and leaves the others alone", async () => {
  const module = { exports: {} }
  const { code } = transformSync(readGuide(page).files.get("src/lib/paycollect-names.tsx")!, {
    jsc: { parser: { syntax: "typescript", tsx: true }, transform: { react: { runtime: "automatic" } } },
    module: { type: "commonjs" },
  })
  const modules: Record<string, unknown> = {
    "@medusajs/icons": { CreditCard: () => null },
    "medusa-payment-paycollect-storefront": await import("medusa-payment-paycollect-storefront"),
    "react/jsx-runtime": { jsx: () => "icon" },
  }
  new Function("module", "exports", "require", code)(module, module.exports, (name: string) => modules[name])
  const { withPayCollect } = module.exports as {
    withPayCollect(listed: Record<string, { title: string }>): Record<string, { title: string }>
  }
  const infos = withPayCollect({
    pp_system_default: { title: "Manual" },
    pp_paycollect_own: { title: "Mine" },
  })
  expect(infos["pp_paycollect-card_another"]?.title).toBe("Card")
  expect(infos["pp_paycollect_cameroon"]?.title).toBe("Mobile money or card")
  expect([infos.pp_system_default?.title, infos.pp_paycollect_own?.title]).toEqual(["Manual", "Mine"])
  expect([infos.pp_stripe_stripe, infos.toString, Reflect.get(infos, Symbol.iterator)]).toEqual([
    undefined,
    Object.prototype.toString,
    undefined,
  ])
})
