import { readFileSync } from "node:fs"
import { join } from "node:path"
import { PAID } from "../paid"
import { UNPAID } from "../unpaid"

it("the table of `plan` has every row, in the order in which they are asked", () => {
  const comment = readFileSync(join(__dirname, "../plan.ts"), "utf8").split("export function plan(")[0]!
  const named = [...comment.matchAll(/^ \* \| (\w+) \|/gm)].map(([, name]) => name)
  expect(named.filter((name) => name !== "row")).toEqual([...Object.keys(PAID), ...Object.keys(UNPAID)])
})
