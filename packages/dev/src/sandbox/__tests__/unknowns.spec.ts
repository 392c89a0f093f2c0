import { readFileSync } from "node:fs"
import { join } from "node:path"
import { VARIANT_TRAITS } from ".."

const read = (path: string) => readFileSync(join(__dirname, "../../../../..", path), "utf8")

describe("the register of unknowns", () => {
  const entries = read("docs/unknowns.md").split(/^## /m).slice(1)

  it("names every trait of the sandbox's variants, in the entry of its gap", () => {
    const named = entries.flatMap((entry) => {
      const traits = /^- \*\*Variants:\*\* ([^.]*)\./m.exec(entry)?.[1] ?? ""
      return [...traits.matchAll(/`(\w+)`/g)].map(([, trait = ""]) => [trait, entry.slice(0, 4)] as const)
    })
    const source = read("packages/dev/src/sandbox/state/variant.ts")
    const gaps = [...source.matchAll(/\/\*\* (U-\d\d)[^\n]*\n {2}(\w+): \[/g)]
    expect(named.map(([trait]) => trait).sort()).toEqual([...VARIANT_TRAITS].sort())
    expect(Object.fromEntries(named)).toEqual(Object.fromEntries(gaps.map(([, gap, trait]) => [trait, gap])))
  })
})
