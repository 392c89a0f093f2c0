import { readFileSync } from "node:fs"
import { join } from "node:path"
import { ATTENTION_REASONS } from "../domain/attention"

/** A row of a Markdown table as its cells, whatever spaces a formatter put between them. */
const cellsOf = (line: string) =>
  line
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim())

it("docs/operations.md explains each attention reason in the words of the dashboard, and no other", () => {
  const page = readFileSync(join(__dirname, "../../docs/operations.md"), "utf8")
  const table = page.split("<!-- attention reasons")[1]!.split("## ")[0]!
  const rows = table.split("\n").filter((line) => line.startsWith("| `"))
  expect(rows.map(cellsOf)).toEqual(
    Object.entries(ATTENTION_REASONS).map(([reason, { category, happened, money, action }]) => [
      `\`${reason}\``,
      category,
      happened,
      money,
      action,
    ])
  )
})
