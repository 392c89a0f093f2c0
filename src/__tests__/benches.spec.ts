import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

const benches = join(__dirname, "../../benchmarks")
/** `const { A, B } = built("features/takings/sums")`: what a bench takes from the build, which no compiler looks at. */
const TAKEN = /const \{([^}]+)\} = built\("([^"]+)"\)/g

const taken = readdirSync(benches)
  .filter((file) => file.endsWith(".mjs"))
  .flatMap((bench) =>
    [...readFileSync(join(benches, bench), "utf8").matchAll(TAKEN)].map(([, names, path]) => ({
      bench,
      path: path!,
      names: names!.split(",").map((name) => name.trim()),
    }))
  )

describe("what the benches take from the build", () => {
  it("is found", () => {
    expect(taken.map(({ bench }) => bench)).toEqual(
      expect.arrayContaining(["intents-list.mjs", "takings.mjs"])
    )
  })

  it.each(taken)("$bench: $names of $path", async ({ path, names }) => {
    const exported = (await import(`../${path}`)) as Record<string, unknown>
    expect(names.filter((name) => !(name in exported))).toEqual([])
  })
})
