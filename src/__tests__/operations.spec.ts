import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { ATTENTION_REASONS, type AttentionReason } from "../payments/attention-reasons"
import { HEALTH_CHECKS } from "../settings/health-checks"
import en from "../texts/en.json"

/** A row of a Markdown table as its cells, whatever spaces a formatter put between them. */
const cellsOf = (line: string) =>
  line
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim())

const read = (page: string) => readFileSync(join(__dirname, "../../docs", page), "utf8")

it("docs/attention.md explains each attention reason in the words of the dashboard, and no other", () => {
  const table = read("attention.md").split("<!-- attention reasons")[1]!.split("## ")[0]!
  const rows = table.split("\n").filter((line) => line.startsWith("| `"))
  expect(rows.map(cellsOf)).toEqual(
    (Object.keys(ATTENTION_REASONS) as AttentionReason[]).map((reason) => {
      const { happened, money, action } = en.attention[reason]
      return [`\`${reason}\``, ATTENTION_REASONS[reason], happened, money, action]
    })
  )
})

it("docs/operations.md lists each bad outcome of the health checks in the words of the page", () => {
  const table = read("operations.md").split("<!-- health checks")[1]!.split("The numbers of the page")[0]!
  const rows = table.split("\n").filter((line) => line.startsWith("| `"))
  const texts: Record<string, string> = en.check
  expect(rows.map(cellsOf)).toEqual(
    Object.entries(HEALTH_CHECKS)
      .filter(([, status]) => status !== "ok")
      .map(([id, status]) => {
        const text = texts[id] ?? texts[`${id}_other`]!
        return [`\`${id}\``, status, text.replace(/\{\{(\w+)\}\}/g, "{$1}")]
      })
  )
})

it("each attention reason is named in a test of the promise through a booted store", () => {
  const ring = join(__dirname, "../../integration-tests/promise")
  const specs = readdirSync(ring, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => readFileSync(join(ring, file), "utf8"))
  const unnamed = Object.keys(ATTENTION_REASONS).filter(
    (reason) => !specs.some((text) => text.includes(`"${reason}`))
  )
  expect(unnamed).toEqual([])
})
