import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { Policy } from "@medusajs/framework/utils"
import { adminRoutes } from "../../integration-tests/http/support/admin-routes"
import middlewares from "../api/middlewares"

interface Declared {
  matcher: string | RegExp
  methods?: string[]
  policies?: { resource: string; operation: string }[]
}

const declared = middlewares.routes as Declared[]

describe("a role of Medusa's access control", () => {
  it("finds every route of the dashboard", () => {
    const routes = adminRoutes().map(({ method, path }) => `${method} ${path}`)
    expect(routes).toEqual(
      expect.arrayContaining([
        "GET /admin/paycollect/settings",
        "POST /admin/paycollect/settings",
        "GET /admin/paycollect/intents/export",
        "POST /admin/paycollect/intents/:id/resolve",
      ])
    )
    expect(new Set(routes).size).toBe(routes.length)
  })

  it.each(adminRoutes().map(({ method, path }) => [method, path] as const))(
    "is asked for at %s %s",
    (method, path) => {
      const policies = declared
        .filter(({ matcher, methods }) => matcher === path && methods?.includes(method))
        .flatMap((route) => route.policies ?? [])
      expect(policies).not.toEqual([])
      for (const policy of policies) expect(Object.values<object>(Policy)).toContainEqual(policy)
    }
  )

  it("names no route that is not there", () => {
    // The beginning of all of them names none.
    const ours = declared.filter(({ matcher }) => String(matcher).startsWith("/admin/paycollect/"))
    const there = adminRoutes().map(({ method, path }) => `${method} ${path}`)
    const named = ours.flatMap(({ matcher, methods }) =>
      (methods ?? ["any"]).map((method) => `${method} ${String(matcher)}`)
    )
    expect(named.filter((route) => !there.includes(route))).toEqual([])
  })
})

const HOOKS = join(__dirname, "../admin/hooks")

/** Addresses as the dashboard's hooks write them: `"/admin/paycollect/health"`, or `${linksPath}/${id}/mail` with its constant. */
function askedAddresses(code: string): string[] {
  const constants = Object.fromEntries(
    [...code.matchAll(/const (\w+) = "(\/admin\/paycollect[^"]*)"/g)].map(([, name, path]) => [name, path!])
  )
  const templates = [...code.matchAll(/`(\$\{(\w+)\}[^`]*)`/g)].flatMap(([, address, first]) =>
    first! in constants ? address!.replace(`\${${first}}`, constants[first!]!) : []
  )
  const literals = [...code.matchAll(/["`](\/admin\/paycollect[^"`]*)["`]/g)].map(([, address]) => address!)
  return [...literals, ...templates].map((address) => address.replace(/\$\{[^}]+\}/g, ":id"))
}

describe("the dashboard", () => {
  it("asks only for routes that are there", () => {
    const asked = readdirSync(HOOKS).flatMap((file) =>
      askedAddresses(readFileSync(join(HOOKS, file), "utf8")).map((address) => `${file} ${address}`)
    )
    expect(asked.length).toBeGreaterThan(20)
    const there = new Set(adminRoutes().map(({ path }) => path))
    expect(asked.filter((line) => !there.has(line.split(" ")[1]!))).toEqual([])
  })
})
