import ts from "typescript"
import { sorted, type Source } from "./source"

/** What goes to Medusa's event bus: each event of the published table with the fields of its `data`. */
export function events(source: Source): Record<string, string[]> {
  const { checker } = source
  const table = source
    .exportsOf(source.fileOf("src/types/events")!)
    .find(({ name }) => name === "PayCollectEvents")!
  const rows = checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(table))
  return Object.fromEntries(
    rows.map((row) => [
      row.name,
      sorted(checker.getPropertiesOfType(checker.getTypeOfSymbol(row)).map(({ name }) => name)),
    ])
  )
}

/** The names by which code tells: of the two functions that everything goes through, and of the bus itself. */
export function told(source: Source): { names: string[]; byTheBus: string[] } {
  const calls = source.calls()
  const named = calls.filter(
    ({ expression }) => ts.isIdentifier(expression) && ["emit", "publish"].includes(expression.text)
  )
  const byTheBus = calls.filter(
    ({ expression }) => ts.isPropertyAccessExpression(expression) && expression.name.text === "emit"
  )
  const texts = named.flatMap(({ arguments: given }) => source.texts(given[1]!))
  return {
    names: sorted(texts.filter((text) => text.startsWith("paycollect."))),
    byTheBus: sorted(
      byTheBus.map((call) => call.getSourceFile().fileName.replace(/^.*?\/(src|packages)\//, "$1/"))
    ),
  }
}
