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
      const known = Object.values(Policy).map(({ resource, operation }) => ({ resource, operation }))
      for (const policy of policies) expect(known).toContainEqual(policy)
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
