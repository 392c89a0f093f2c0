import { hasPermission } from "@medusajs/framework"
import { adminRoutes } from "../../../integration-tests/http/support/admin-routes"
import { ROLES } from "../../../integration-tests/http/support/roles"
import middlewares from "../middlewares"

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
