import { type Query } from "../query"

type Facts = Record<string, unknown>

interface Question {
  entity: string
  fields: string[]
  filters?: Facts
  pagination?: { skip?: number; take?: number; order?: Record<string, string> }
}

/**
 * Medusa's `query` over these records, by entity. As the real one it hands out what passes the filters, in the order of a time that was
 * named, and of that the fields that were asked for: a look-up that forgets one of them finds it missing here, too.
 */
export function storeOf(records: Record<string, object | object[]>) {
  const asked: { entity: string; filters: unknown }[] = []
  const graph = ({
    entity,
    fields,
    filters = {},
    pagination: { skip = 0, take, order = {} } = {},
  }: Question) => {
    asked.push({ entity, filters })
    const found = ([records[entity] ?? []].flat() as Facts[]).filter((record) => passes(record, filters))
    for (const [name, way] of Object.entries(order))
      found.sort((a, b) => (+(a[name] as Date) - +(b[name] as Date)) * (way === "DESC" ? -1 : 1))
    const page = found.slice(skip, take === undefined ? undefined : skip + take)
    return Promise.resolve({ data: page.map((record) => picked(record, fields)) })
  }
  return { query: { graph } as unknown as Query, asked }
}

function passes(record: Facts, filters: Facts): boolean {
  return Object.entries(filters).every(([name, wanted]) => {
    if (name === "$or") return (wanted as Facts[]).some((each) => passes(record, each))
    if (name === "$and") return (wanted as Facts[]).every((each) => passes(record, each))
    const value = record[name]
    if (Array.isArray(wanted)) return wanted.includes(value)
    if (typeof wanted !== "object" || wanted === null) return value === wanted
    const isOfJson = !(wanted instanceof Date) && !Object.keys(wanted).some((key) => key.startsWith("$"))
    if (isOfJson) return !!value && passes(value as Facts, wanted as Facts)
    return meets(value, wanted as Wanted)
  })
}

function meets(value: unknown, { $gte, $lte, $ilike, $re }: Wanted): boolean {
  const isLate = $gte === undefined || (value as Date) >= $gte
  const isEarly = $lte === undefined || (value as Date) <= $lte
  const isLike = $ilike === undefined || (typeof value === "string" && likeOf($ilike).test(value))
  return isLate && isEarly && isLike && ($re === undefined || new RegExp($re).test(String(value ?? "")))
}

interface Wanted {
  $gte?: Date
  $lte?: Date
  $ilike?: string
  $re?: string
}

/** `%` and `_` of SQL, and what a backslash takes their meaning from. */
function likeOf(pattern: string): RegExp {
  const source = pattern.replace(/\\(.)|([%_])|([^\w\s])/gs, (_, plain, wild, other) =>
    wild ? (wild === "%" ? ".*" : ".") : `\\${plain ?? other}`
  )
  return new RegExp(`^${source}$`, "is")
}

function picked(value: unknown, fields: string[]): unknown {
  if (Array.isArray(value)) return value.map((each) => picked(each, fields))
  if (typeof value !== "object" || value === null) return value
  const record = value as Facts
  const asked = fields.includes("*") ? Object.keys(record) : fields.map((field) => field.split(".")[0]!)
  const names = [...new Set(asked)].filter((name) => name in record)
  return Object.fromEntries(
    names.map((name) => {
      const inner = fields.filter((field) => field.startsWith(`${name}.`))
      const rest = inner.map((field) => field.slice(name.length + 1))
      return [name, fields.includes(name) ? record[name] : picked(record[name], rest)]
    })
  )
}
