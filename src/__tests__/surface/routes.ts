import middlewares from "../../api/middlewares"
import { openapi } from "../openapi/document"
import { fieldsOf, said, type Schema } from "./schema"

interface Described {
  parameters: { name: string; in: string; required?: boolean; schema: Schema }[]
  requestBody?: { required: boolean; content: Record<string, { schema?: Schema }> }
  responses: Record<string, { content?: Record<string, { schema?: Schema }> }>
}

interface Declared {
  matcher: string | RegExp
  methods?: string[]
  policies?: { resource: string; operation: string }[]
}

const declared = middlewares.routes as Declared[]

const methodsOf = ({ methods = ["any"], matcher }: Declared) =>
  methods.map((method) => `${method} ${String(matcher)}`)

/** Routes with what they ask for, take and answer, the shapes that these name, and routes of Medusa that we stand before. */
export function routes() {
  const { paths, components } = openapi()
  const own = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const name = `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ":$1")}`
      return [name, route(name, operation as Described)] as const
    })
  )
  const ours = new Set(own.map(([name]) => name))
  const guarded = declared.flatMap(methodsOf).filter((name) => !ours.has(name))
  return {
    routes: Object.fromEntries(own),
    guards: [...new Set(guarded)].sort(),
    shapes: Object.fromEntries(
      Object.entries(components.schemas).map(([name, schema]) => [name, fieldsOf(schema as Schema)])
    ),
  }
}

function route(name: string, { parameters, requestBody, responses }: Described) {
  const policies = declared
    .filter((one) => methodsOf(one).includes(name))
    .flatMap((one) => one.policies ?? [])
    .map(({ resource, operation }) => `${resource}:${operation}`)
  const inside = (place: string): Record<string, string> =>
    Object.assign(
      {},
      ...parameters
        .filter((parameter) => parameter.in === place)
        .map((parameter) => fieldsOf(parameter.schema, `${parameter.name}${parameter.required ? "" : "?"}`))
    )
  return {
    policies,
    headers: inside("header"),
    query: inside("query"),
    body: requestBody ? `${kinds(requestBody.content)}${requestBody.required ? "" : " or none"}` : null,
    answers: Object.fromEntries(
      Object.entries(responses).map(([status, { content }]) => [status, content ? kinds(content) : "-"])
    ),
  }
}

const kinds = (content: Record<string, { schema?: Schema }>) =>
  Object.entries(content)
    .map(([kind, { schema }]) => (schema ? said(schema) : kind))
    .join(" | ")
