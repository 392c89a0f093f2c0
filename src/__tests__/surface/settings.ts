import { z } from "@medusajs/framework/zod"
import { SETTINGS, valueAt } from "../../settings/fields"
import { optionsFromEnv } from "../../settings/options"
import { pluginOptionsSchema } from "../../settings/options-schema"
import { said, type Schema } from "./schema"
import { sorted, type Source } from "./source"
import ts from "typescript"

/** Options with dots, their kinds and defaults; variables, and for which option each is read; what the dashboard may override. */
export function settings(source: Source) {
  const defaults = pluginOptionsSchema.parse({})
  const found = leaves(pluginOptionsSchema)
  const options = Object.fromEntries(
    found.map(([name, schema]) => {
      const value = valueAt(defaults, name)
      return [name, `${kindOf(schema)}${value === undefined ? "" : ` = ${JSON.stringify(value)}`}`]
    })
  )
  return {
    options: { leaves: found.length, top: Object.keys(pluginOptionsSchema.shape).length, ...options },
    dashboardSettings: [...SETTINGS],
    variables: { options: variables(), read: read(source) },
  }
}

function leaves(schema: z.ZodType, path = ""): [string, z.ZodType][] {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodOptional || schema instanceof z.ZodPrefault)
    return leaves(schema.unwrap() as z.ZodType, path)
  if (schema instanceof z.ZodPipe && schema.in instanceof z.ZodObject) return leaves(schema.in, path)
  if (!(schema instanceof z.ZodObject)) return [[path, schema]]
  return Object.entries(schema.shape).flatMap(([name, inner]) =>
    leaves(inner as z.ZodType, path ? `${path}.${name}` : name)
  )
}

const kindOf = (schema: z.ZodType) =>
  said(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Schema)

/** An environment in which every variable is its own name tells which ones are read, and for which option. */
function variables(): Record<string, string> {
  const names = new Proxy<Record<string, string>>({}, { get: (_, name) => String(name) })
  const pairs = (value: unknown, path: string): [string, string][] =>
    typeof value === "string"
      ? [[value, path]]
      : Object.entries(value ?? {}).flatMap(([name, inner]) => pairs(inner, path ? `${path}.${name}` : name))
  return Object.fromEntries(pairs(optionsFromEnv(names), "").sort())
}

/** Variables that are read by name anywhere else. */
const read = (source: Source) =>
  sorted(
    source
      .all(ts.SyntaxKind.PropertyAccessExpression, ts.isPropertyAccessExpression)
      .filter(({ expression }) => expression.getText() === "process.env")
      .map(({ name }) => name.text)
  )
