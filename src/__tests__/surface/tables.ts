import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { DmlEntity } from "@medusajs/framework/utils"
import { said, type Schema } from "./schema"

type Parsed = ReturnType<DmlEntity<Record<string, never>, "x">["parse"]>
type Property = Parsed["schema"][string]

interface Migration {
  up(): Promise<void>
}

/** Where Medusa looks for them: `modules/<name>/models` and `migrations`. */
const modules = join(__dirname, "../../modules")
const filesIn = (folder: string, end = ".ts") =>
  readdirSync(modules)
    .map((name) => join(modules, name, folder))
    .flatMap((path) => readdirSync(path).map((file) => join(path, file)))
    .filter((file) => file.endsWith(end))
    .sort()

/** Tables as the models say; what migrations make beside them, each by its statement. */
export async function tables() {
  const models = filesIn("models")
    .flatMap(exported)
    .filter((value) => DmlEntity.isDmlEntity(value))
    .map((entity) => entity.parse() as unknown as Parsed)
    .sort((one, other) => one.tableName.localeCompare(other.tableName))
  return {
    tables: Object.fromEntries(models.map((model) => [model.tableName, table(model)])),
    byHand: await byHand(),
  }
}

const exported = (file: string): unknown[] => Object.values(jest.requireActual<Record<string, unknown>>(file))

function table({ schema, indexes, checks }: Parsed) {
  const all = Object.entries(schema).map(([name, property]) => column(name, property))
  return {
    columns: Object.fromEntries(all.flatMap(({ columns }) => columns)),
    indexes: [...indexes.map(indexOf), ...all.flatMap(({ own }) => own)].sort(),
    checks: checks.map(({ name }) => name),
  }
}

function column(name: string, property: Property): { columns: [string, string][]; own: string[] } {
  const parsed = property.parse(name)
  if ("mappedBy" in parsed) {
    if (parsed.type !== "belongsTo") return { columns: [], own: [] }
    return {
      columns: [[`${name}_id`, `belongs to ${ownerOf(parsed.entity)}${parsed.nullable ? " or null" : ""}`]],
      own: [`${name}_id`],
    }
  }
  if (!("dataType" in parsed)) return { columns: [], own: [] }
  const { dataType, nullable, defaultValue, primaryKey, indexes } = parsed
  const { choices, prefix, searchable } = dataType.options ?? {}
  const words = [
    Array.isArray(choices) ? said({ enum: choices } satisfies Schema) : dataType.name,
    prefix === undefined ? "" : `${String(prefix)}_...`,
    primaryKey ? "primary key" : "",
    searchable ? "searchable" : "",
    nullable ? "or null" : "",
    defaultValue === undefined || defaultValue === null ? "" : `= ${JSON.stringify(defaultValue)}`,
  ]
  return {
    columns: [[name, words.filter(Boolean).join(" ")]],
    own: indexes.map(({ type }) => `${name}${type === "unique" ? " unique" : ""}`),
  }
}

/** Models that belong together name each other by functions. */
function ownerOf(entity: unknown): string {
  const owner: unknown = typeof entity === "function" ? entity() : entity
  return DmlEntity.isDmlEntity(owner) ? owner.parse().tableName : "*"
}

function indexOf({ name, on, unique, type, where }: Parsed["indexes"][number]): string {
  const words = [
    on.join(", "),
    unique ? "unique" : "",
    type ? `using ${type}` : "",
    where ? `where ${typeof where === "string" ? where : JSON.stringify(where)}` : "",
    name ? `named ${name}` : "",
  ]
  return words.filter(Boolean).join(" ")
}

const MADE =
  /^\s*create\s+(?:or\s+replace\s+)?(?:unique\s+)?(?:index|function|sequence|trigger|view|type)\s+(?:concurrently\s+)?(?:if\s+not\s+exists\s+)?"?(\w+)"?/i
const DROPPED =
  /^\s*drop\s+(?:index|function|sequence|trigger|view|type)\s+(?:concurrently\s+)?(?:if\s+exists\s+)?"?(\w+)"?/i

/** What no model says: what is not in the records of the tables that Medusa wrote with the migrations. */
async function byHand(): Promise<Record<string, string>> {
  const generated = filesIn("migrations", ".json").map((file) => readFileSync(file, "utf8"))
  const made = new Map<string, string>()
  for (const statement of await statements()) {
    const [, dropped] = DROPPED.exec(statement) ?? []
    const [head = "", name] = MADE.exec(statement) ?? []
    if (dropped) made.delete(dropped)
    if (!name || generated.some((text) => text.includes(`"${name}"`))) continue
    // Of a function what it takes, not what it does.
    const [first = ""] = statement
      .slice(head.length)
      .replace(/^"/, "")
      .replace(/\s+/g, " ")
      .trim()
      .split(" language ")
    made.set(name, `${/unique/i.test(head) ? "unique " : ""}${first}`)
  }
  return Object.fromEntries([...made].sort())
}

/** What the migrations ask PostgreSQL for, from the first to the last. */
async function statements(): Promise<string[]> {
  const said: string[] = []
  for (const file of filesIn("migrations"))
    for (const migration of exported(file) as { prototype: Migration }[])
      await Object.assign(Object.create(migration.prototype) as Migration, {
        addSql: (statement: string) => void said.push(statement),
      }).up()
  return said
}
