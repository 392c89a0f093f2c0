import { z } from "@medusajs/framework/zod"
import { version } from "../../../package.json"
import { operations, type Operation } from "./operations"
import { TypeSchemas, type Schema } from "./types"

/** The document of docs/openapi.json: the routes as `operations` names them, queries of their validators, everything else of the types. */
export function openapi() {
  const known = new TypeSchemas()
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [route, operation] of Object.entries(operations)) {
    const [method = "", path = ""] = route.split(" ")
    const template = path.replace(/:(\w+)/g, "{$1}")
    paths[template] = {
      ...paths[template],
      [method.toLowerCase()]: described(known, { method, path, operation }),
    }
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "medusa-payment-paycollect",
      version,
      license: { name: "MIT", identifier: "MIT" },
      summary: "Routes that the plugin adds to a Medusa store",
      description:
        "What they mean is in docs/http-api.md. Routes of Medusa that the plugin answers in part keep the shape that Medusa gives them.",
    },
    servers: [{ url: "http://localhost:9000", description: "the Medusa server" }],
    paths,
    components: {
      schemas: { ...known.schemas, Error: error },
      securitySchemes: {
        publishable_key: { type: "apiKey", in: "header", name: "x-publishable-api-key" },
        customer_token: { type: "http", scheme: "bearer" },
        admin_token: { type: "http", scheme: "bearer" },
        admin_api_key: { type: "http", scheme: "basic", description: "a secret API key as the user name" },
      },
    },
  }
}

const error = {
  type: "object",
  description: "What happened, what it means for the money, what to do next",
  properties: {
    type: { type: "string" },
    message: { type: "string" },
    code: { type: "string", description: "for programs, where there is one" },
  },
  required: ["type", "message"],
}

interface Route {
  method: string
  path: string
  operation: Operation
}

/** What a request that a session cookie signs in may meet (`src/api/session-cookie.ts`). */
function refusalsOf({ method, path, operation: { also = {} } }: Route): Record<string, string> {
  if (method === "GET" || !/^\/(admin|store)\/paycollect\b/.test(path)) return also
  const foreign =
    "`paycollect_foreign_origin`: signed in by a session cookie, from a page that is not the server's or named by its CORS"
  return {
    ...also,
    "403": also["403"] ? `${also["403"]}; or ${foreign}` : foreign,
    "415": "`paycollect_json_only`: signed in by a session cookie, and not application/json",
  }
}

function described(known: TypeSchemas, { method, path, operation }: Route) {
  const { summary, answer, body } = operation
  const also = refusalsOf({ method, path, operation })
  const content =
    typeof answer === "string"
      ? { "application/json": { schema: known.ref(answer) } }
      : { [answer.mediaType]: {} }
  return {
    operationId: `${method.toLowerCase()}${path.replace(/\W+(\w)/g, (_, letter: string) => letter.toUpperCase()).replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
    summary,
    tags: [path.startsWith("/admin/") ? "merchants" : path.startsWith("/store/") ? "shoppers" : "service"],
    security: securityOf(path),
    parameters: [...inPath(path), ...inHeader(operation), ...inQuery(known, operation)],
    ...(body && {
      requestBody: {
        required: !body.optional,
        content: {
          "application/json": { schema: body.type ? known.ref(body.type) : { type: "object" } },
        },
      },
    }),
    responses: {
      "200": { description: typeof answer === "string" ? "the answer" : answer.mediaType, content },
      ...Object.fromEntries(Object.entries(also).map(([status, description]) => [status, { description }])),
      default: {
        description: "an error",
        content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
      },
    },
  }
}

function securityOf(path: string) {
  if (path.startsWith("/admin/")) return [{ admin_token: [] }, { admin_api_key: [] }]
  if (!path.startsWith("/store/")) return []
  return path.endsWith("/customer-session")
    ? [{ publishable_key: [], customer_token: [] }]
    : [{ publishable_key: [] }]
}

const inPath = (path: string) =>
  [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  }))

const inHeader = ({ headers = {} }: Operation) =>
  Object.entries(headers).map(([name, about]) => ({
    name,
    in: "header",
    schema: { type: "string" },
    ...about,
  }))

function inQuery(known: TypeSchemas, { query }: Operation) {
  if (!query) return []
  const { properties = {}, required = [] } = z.toJSONSchema(query.validator, {
    io: "input",
    unrepresentable: "any",
  }) as { properties?: Record<string, Schema>; required?: string[] }
  const about = query.type ? known.properties(query.type) : {}
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: "query",
    ...(required.includes(name) && { required: true }),
    ...(about[name]?.description !== undefined && { description: about[name].description }),
    // As Medusa reads it: created_at[$gte]=...
    ...(schema.type === "object" && { style: "deepObject", explode: true }),
    schema,
  }))
}
