import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import ts from "typescript"

/**
 * The compiler knows a column only where SQL is written with the map of `tables.ts`: text that names one itself would be found by the
 * database, and not before.
 */
const SRC = join(__dirname, "..")
const snapshot = readFileSync(
  join(SRC, "modules/paycollect/migrations/.snapshot-medusa-paycollect.json"),
  "utf8"
)
const { tables } = JSON.parse(snapshot) as { tables: { name: string; columns: object }[] }
const COLUMNS = new Set(tables.flatMap(({ columns }) => Object.keys(columns)))
const TABLES = new RegExp(`\\b(${tables.map(({ name }) => name).join("|")})\\b`)

/** Signs of SQL that no sentence, address or code has. */
const SQL =
  /::\w|->>|\?\?|[<>=] ?\?|\b(is (not )?(null|distinct)|asc|desc|nulls last|coalesce\(|nullif\(|least\(|greatest\(|count\(|min\(|max\(|sum\(|lower\(|reverse\(|select .* from|case when|like \?|in \(|excluded\.)|^\(?[a-z_]+(, [a-z_]+)+\)?$/
/** Methods of knex that take SQL as text. */
const RAW = /(^r|R)aw$/

/** Names of columns, and of tables, that this SQL spells out: not what it quotes, binds, calls by another name or calls as a function. */
function spelled(sql: string): string[] {
  const bare = sql.replace(/'[^']*'|::\w+|(?<!:):\w+|\bas \w+|\w+\(/g, " ")
  return [...bare.matchAll(/[a-z_]+/g)].map(([word]) => word).filter((word) => COLUMNS.has(word))
}

function textOf(node: ts.Node): string | null {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text
  if (!ts.isTemplateExpression(node)) return null
  return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join("?")
}

const isRaw = ({ parent }: ts.Node) =>
  ts.isCallExpression(parent) &&
  ts.isPropertyAccessExpression(parent.expression) &&
  RAW.test(parent.expression.name.text)

/** Lines of a file at which SQL names a column or a table by itself, or goes to one of ours past the map. */
function found(source: string): string[] {
  const file = ts.createSourceFile("sql.ts", source, ts.ScriptTarget.Latest, true)
  const lines: string[] = []
  const visit = (node: ts.Node): void => {
    const text = textOf(node)
    const at = `${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`
    if (text !== null && (isRaw(node) || SQL.test(text)))
      for (const word of spelled(text)) lines.push(`${at}: ${word}`)
    if (text !== null && TABLES.exec(text)) lines.push(`${at}: ${text}`)
    if (
      ts.isCallExpression(node) &&
      /(^|\.)(knex|trx)$/.test(node.expression.getText()) &&
      /^[A-Z_]+$/.test(node.arguments[0]?.getText() ?? "")
    )
      lines.push(`${at}: ${node.getText()}`)
    ts.forEachChild(node, visit)
  }
  visit(file)
  return lines
}

const sources = (readdirSync(SRC, { recursive: true }) as string[])
  .filter(
    (path) => /(?<!\.d)\.tsx?$/.test(path) && !/(^|\/)(migrations|models|__tests__)\/|^tables\.ts$/.test(path)
  )
  .map((path) => ({ path, text: readFileSync(join(SRC, path), "utf8") }))
/** Where SQL can be written at all: files that know knex, or the map. */
const files = sources.filter(({ text }) => /mikro-orm\/knex|\/tables"/.test(text)).map(({ path }) => path)
/** Doors write none: what they need of our tables is a part of the module. */
const DOORS = /^(admin|api|jobs|policies|providers|subscribers|workflows)\//

it("is SQL of the rooms only, and of the module's own wiring", () => {
  expect(files.length).toBeGreaterThan(25)
  expect(files.filter((path) => DOORS.test(path))).toEqual([])
})

it.each(files)("names columns by the map only: %s", (path) => {
  expect(found(readFileSync(join(SRC, path), "utf8"))).toEqual([])
})

it.each([
  'query.whereRaw("applied_at is null")',
  "knex.raw(`least(next_step_at, ?::timestamptz)`, [now])",
  "const SECONDS = `date_part('epoch', paid_at - created_at)::int`",
  'query.orderByRaw("paid_at, id")',
  "const sums = `count(${table}.paid_at)`",
  "const found = `select x from paycollect_link`",
  'knex("paycollect_intent")',
  "this.knex(INTENT).where({ id })",
])("finds %s", (source) => {
  expect(found(source)).not.toEqual([])
})

it.each([
  'knex.raw("count(*)::int as count")',
  "query.whereRaw(`${intents.applied_at} is null`)",
  "query.whereRaw(`${facts.value}->>'day' = ?`, [day])",
  'const text = "The amount is not the one that was asked for."',
])("lets pass %s", (source) => {
  expect(found(source)).toEqual([])
})
