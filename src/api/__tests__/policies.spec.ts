import { hasPermission } from "@medusajs/framework"
import { validateAndTransformQuery } from "@medusajs/framework/http"
import { z } from "@medusajs/framework/zod"
import { adminRoutes } from "../../../integration-tests/http/support/admin-routes"
import { ROLES } from "../../../integration-tests/http/support/roles"
import middlewares from "../middlewares"
import { hideFromRoles, hideLinkedPayments } from "../requests"

type Policies = { resource: string; operation: string }[]

interface Declared {
  matcher: string | RegExp
  methods?: string[]
  policies?: Policies
}

/** In place of Medusa's module for roles: what the framework asks it, answered by one role with these policies. */
function standIn(keys: string[]) {
  const policies = keys.map((id) => {
    const [resource, operation] = id.split(":")
    return { id, resource, operation }
  })
  const parts: Record<string, unknown> = {
    featureFlagRouter: { isFeatureEnabled: () => true },
    query: { graph: () => Promise.resolve({ data: [{ id: "role", policies }] }) },
  }
  return { resolve: (name: string) => parts[name] } as never
}

const declared = middlewares.routes as Declared[]
const policiesOf = (method: string, path: string) =>
  declared
    .filter(({ matcher, methods }) => matcher === path && methods?.includes(method))
    .flatMap(({ policies }) => policies ?? [])

/** By the framework's own judgement of what a role may. */
async function openTo(keys: string[]): Promise<string[]> {
  const open: string[] = []
  for (const { method, path } of adminRoutes()) {
    const asked = { roles: ["role"], actions: policiesOf(method, path), container: standIn(keys) }
    if (await hasPermission(asked)) open.push(`${method} ${path}`)
  }
  return open.sort()
}

describe("the payments beside an order of Medusa's own routes", () => {
  const asking = async (keys: string[], { roles = ["role"], fields = "*paycollect_payments" } = {}) => {
    const add = jest.fn()
    const req = { query: { fields }, restrictedFields: { add }, scope: standIn(keys) }
    const next = jest.fn()
    const auth_context = { app_metadata: { roles } }
    await hideFromRoles({ ...req, auth_context } as never, {} as never, next)
    expect(next).toHaveBeenCalledWith()
    return add.mock.calls
  }
  const HIDDEN = [[["paycollect_payment", "paycollect_payments"]]]

  it.each([
    ["a role that sees payments", ["order:read", "paycollect_payment:read"], {}, []],
    ["a super admin", ["*:*"], {}, []],
    ["a role that does not", ["order:read"], {}, HIDDEN],
    ["a role that does not, by a list", ["order:read"], { fields: "id,paycollect_payment.amount" }, HIDDEN],
    ["nobody's role", ["order:read"], { roles: [] }, HIDDEN],
    ["who does not ask for them", ["order:read"], { fields: "*items" }, []],
  ])("%s", async (_, keys, more, hidden) => {
    expect(await asking(keys, more)).toEqual(hidden)
  })
})

it("are hidden from customers at a route that says nothing of what it may be asked for", async () => {
  const names = new Set<string>()
  const restrictedFields = {
    add: (more: string[]) => more.forEach((name) => names.add(name)),
    list: () => [...names],
  }
  const fields = "+paycollect_payments.amount,*cart.paycollect_payment,*items,+order.paycollect_payments.id"
  const req = { query: { fields }, allowed: [], restrictedFields, queryConfig: { fields: [""] } }
  hideLinkedPayments(req as never, {} as never, () => undefined)
  const next = jest.fn()
  await validateAndTransformQuery(z.object({ fields: z.string() }), { defaults: ["id"] })(
    req as never,
    {} as never,
    next
  )
  expect(next).toHaveBeenCalledWith()
  expect(req.queryConfig.fields).toEqual(["id", "items.*"])
})

describe("the policies of the dashboard's routes", () => {
  it.each(ROLES)("let a role to %s do just that", async (_, keys, expected) => {
    expect(await openTo(keys)).toEqual([...expected].sort())
  })

  it("let a super admin do all of it, and a role without policies nothing", async () => {
    expect(await openTo(["*:*"])).toEqual(
      adminRoutes()
        .map(({ method, path }) => `${method} ${path}`)
        .sort()
    )
    expect(await openTo([])).toEqual([])
  })
})
