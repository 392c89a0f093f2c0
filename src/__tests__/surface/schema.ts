/** A JSON Schema, of which only the words are read that zod and our types use. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
  [word: string]: unknown
}

const LIMITS = ["minimum", "maximum", "exclusiveMinimum", "minLength", "maxLength", "pattern", "format"]

/** In one line: `"a" | "b"`, `integer minimum 1`, `Payment[]`. */
export function said(schema: Schema): string {
  const { $ref, type, anyOf, items, additionalProperties } = schema
  if ($ref) return $ref.replace(/^.*\//, "")
  if (anyOf) return anyOf.map(said).join(" | ")
  if ("const" in schema) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ")
  if (items) return `(${said(items)})[]`
  if (typeof additionalProperties === "object") return `{ [key]: ${said(additionalProperties)} }`
  const limits = LIMITS.filter(
    (word) => schema[word] !== undefined && schema[word] !== Number.MAX_SAFE_INTEGER
  )
  return [type ?? "any", ...limits.map((word) => `${word} ${String(schema[word])}`)].join(" ")
}

/** Every field by its name with dots; one that may be left out has a question mark, one of a list has brackets before its dot. */
export function fieldsOf(schema: Schema, path = ""): Record<string, string> {
  const { properties, required = [], items, anyOf } = schema
  if (items && isNested(items)) return fieldsOf(items, `${path}[]`)
  if (anyOf?.some(isNested)) return Object.assign({}, ...anyOf.map((part) => fieldsOf(part, path)))
  if (!properties) return { [path || "is"]: said(schema) }
  return Object.assign(
    {},
    ...Object.entries(properties).map(([name, inner]) =>
      fieldsOf(inner, `${path && `${path}.`}${name}${required.includes(name) ? "" : "?"}`)
    )
  )
}

const isNested = ({ properties, items, anyOf }: Schema): boolean =>
  properties !== undefined || (items !== undefined && isNested(items)) || (anyOf?.some(isNested) ?? false)
