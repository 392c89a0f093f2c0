import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import Ajv from "ajv/dist/2020"
import { format, resolveConfig } from "prettier"
import { routesBelow } from "../../integration-tests/http/support/admin-routes"
import { openapi } from "./openapi/document"
import { operations } from "./openapi/operations"

/** `npm run openapi` writes it; without the variable a file that says something else is red. */
const FILE = join(__dirname, "../../docs/openapi.json")

interface Described {
  operationId: string
  parameters: { name: string; in: string; schema: object }[]
  requestBody?: { content: Record<string, { schema?: object }> }
  responses: Record<string, { description: string; content?: Record<string, { schema?: object }> }>
  security: Record<string, string[]>[]
}

const document = openapi()
const { schemas, securitySchemes } = document.components
const described = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => [method, path, operation as Described] as const)
)

it("docs/openapi.json says what the code does", async () => {
  const text = await format(JSON.stringify(document), { ...(await resolveConfig(FILE)), parser: "json" })
  if (process.env.UPDATE_OPENAPI) writeFileSync(FILE, text)
  // Run `npm run openapi` when this is red.
  expect(readFileSync(FILE, "utf8")).toBe(text)
})

it("is a document of OpenAPI 3.1, by the schema of the OpenAPI Initiative", async () => {
  const { Validator } = await import("@seriousme/openapi-schema-validator")
  const validator = new Validator()
  // Its types say Record<string, unknown> where an interface has no index.
  const { valid, errors } = await validator.validate({ ...document })
  expect(errors).toBeUndefined()
  expect(valid).toBe(true)
  expect(validator.version).toBe("3.1")
  const { info: _, ...headless } = document
  expect((await new Validator().validate({ ...headless })).valid).toBe(false)
})

it("describes every route of the plugin, and no other", () => {
  const routes = routesBelow("").map(({ method, path }) => `${method} ${path}`)
  expect(Object.keys(operations).sort()).toEqual(routes.sort())
  expect(described).toHaveLength(routes.length)
})

it("has schemas of JSON Schema 2020-12 only, and each reference leads to one", () => {
  const ajv = new Ajv({ strict: true, allowUnionTypes: true })
  const own = (schema: object) =>
    JSON.parse(JSON.stringify(schema).replaceAll('"#/components/schemas/', '"http://openapi.test/')) as object
  for (const [name, schema] of Object.entries(schemas))
    ajv.addSchema({ ...own(schema), $id: `http://openapi.test/${name}` })
  const compile = (schema: object) => ajv.compile(own(schema))
  const used = described.flatMap(([, , { parameters, requestBody, responses }]) => [
    ...parameters.map(({ schema }) => schema),
    ...[requestBody, ...Object.values(responses)].flatMap((part) =>
      Object.values(part?.content ?? {}).flatMap(({ schema }) => schema ?? [])
    ),
  ])
  expect(used.length).toBeGreaterThan(100)
  for (const schema of used) compile(schema)
  for (const name of Object.keys(schemas)) compile({ $ref: `#/components/schemas/${name}` })

  const [status, health] = ["StorePayCollectCartStatusResponse", "AdminPayCollectHealthResponse"].map(
    (name) => compile({ $ref: `#/components/schemas/${name}` })
  )
  expect(status!({ status: "waiting", amount: "4968", retry_after_ms: 3_000 })).toBe(true)
  expect(status!({ status: "waiting", amount: 4968, retry_after_ms: 3_000 })).toBe(false)
  expect(status!({ status: "lost", retry_after_ms: 3_000 })).toBe(false)
  expect(health!({ health: {} })).toBe(false)
})

it("says of each of our routes that write, and of no other, what a session cookie may meet", () => {
  const ours = described.filter(([, path]) => /^\/(admin|store)\/paycollect\//.test(path))
  expect(ours.length).toBeGreaterThan(20)
  for (const [method, path, { responses }] of ours) {
    const said = ["403", "415"].map(
      (status) => /paycollect_\w+/.exec(responses[status]?.description ?? "")?.[0]
    )
    const refusals =
      method === "get" ? [undefined, undefined] : ["paycollect_foreign_origin", "paycollect_json_only"]
    expect([method, path, said]).toEqual([method, path, refusals])
  }
})

it.each(described)("%s %s is a whole operation of OpenAPI", (_, path, operation) => {
  const placeholders = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
  const inPath = operation.parameters.filter((parameter) => parameter.in === "path")
  expect(inPath.map(({ name }) => name)).toEqual(placeholders)
  const named = operation.parameters.map((parameter) => `${parameter.in} ${parameter.name}`)
  expect(new Set(named).size).toBe(named.length)
  expect(operation.operationId).toMatch(/^[a-z][A-Za-z0-9]+$/)
  expect(described.filter(([, , other]) => other.operationId === operation.operationId)).toHaveLength(1)
  for (const [status, { description }] of Object.entries(operation.responses))
    expect([status, description]).toEqual([
      expect.stringMatching(/^([1-5]\d\d|default)$/),
      expect.stringMatching(/./),
    ])
  for (const alternative of operation.security)
    for (const scheme of Object.keys(alternative)) expect(Object.keys(securitySchemes)).toContain(scheme)
})
