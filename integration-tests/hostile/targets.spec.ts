import { guardedRoutes, ownRoutes } from "./support/code-routes"
import { CORE_DOORS, TARGETS } from "./support/targets"

describe("the targets of the fuzz run", () => {
  const targets = TARGETS.map(({ route }) => route)

  it("are every route of the plugin, every route of Medusa with a middleware of ours, and no other", async () => {
    const [own, guarded] = await Promise.all([ownRoutes(), guardedRoutes()])
    expect(own.length).toBeGreaterThan(20)
    expect([...targets].sort()).toEqual([...own, ...guarded, ...CORE_DOORS].sort())
  })

  it("say what each parameter of their path may be", () => {
    for (const { route, params = {} } of TARGETS) {
      const names = [...route.matchAll(/:(\w+)/g)].map(([, name]) => name)
      // A provider's name is no record of the store.
      expect([route, Object.keys(params)]).toEqual([route, names.filter((name) => name !== "provider")])
    }
  })
})
