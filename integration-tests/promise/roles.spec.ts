import { createUserAccountWorkflow } from "@medusajs/medusa/core-flows"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { adminRoutes, type Route } from "../http/support/admin-routes"
import { withMerchant } from "../http/support/merchant"
import { ROLES } from "../http/support/roles"
import { withStore, type Store } from "../http/support/store"

jest.setTimeout(120_000)

const SUPER_ADMIN = "role_super_admin"

interface Link {
  create(link: object): Promise<unknown>
}
interface Rbac {
  listRbacPolicies(filters: object): Promise<{ id: string; key: string }[]>
  createRbacRoles(role: object): Promise<{ id: string }>
  createRbacRolePolicies(links: object[]): Promise<unknown>
}

// Medusa's module for roles is under a licence that grants no use without an agreement: it is loaded where somebody says that there is one.
// `src/api/__tests__/policies.spec.ts` looks at the same roles with a stand-in.
const isAgreed = process.env.PAYCOLLECT_TEST_RBAC === "1"
if (isAgreed) withStore({ rbac: true }, withRoles)
else it.skip("loads @medusajs/rbac with PAYCOLLECT_TEST_RBAC=1 only", () => undefined)

function withRoles(store: Store) {
  const merchant = withMerchant(store)
  let people = 0

  /** Somebody who works in the dashboard, with these roles; as a function that sends requests. */
  const employee = async (...roles: string[]) => {
    const body = { email: `employee-${++people}@example.com`, password: "employee-password" }
    const { authIdentity } = await store.container().resolve(Modules.AUTH).register("emailpass", {
      url: "",
      headers: {},
      query: {},
      protocol: "http",
      body,
    })
    const { result: user } = await createUserAccountWorkflow(store.container()).run({
      input: { authIdentityId: authIdentity!.id, userData: { email: body.email } },
    })
    const link = store.container().resolve(ContainerRegistrationKeys.LINK) as unknown as Link
    for (const rbac_role_id of roles)
      await link.create({ [Modules.USER]: { user_id: user.id }, [Modules.RBAC]: { rbac_role_id } })
    const { data } = await store.api.post("/auth/user/emailpass", body)
    const headers = { authorization: `Bearer ${data.token}` }
    return async (method: string, url: string, sent?: object) =>
      await store.api.request({ method, url, data: sent, headers })
  }
  const roleWith = async (...keys: string[]) => {
    const rbac = store.container().resolve(Modules.RBAC) as unknown as Rbac
    const policies = await rbac.listRbacPolicies({ key: keys })
    expect(policies.map(({ key }) => key).sort()).toEqual([...keys].sort())
    const role = await rbac.createRbacRoles({ name: `Role of ${keys.join()}` })
    await rbac.createRbacRolePolicies(policies.map(({ id }) => ({ role_id: role.id, policy_id: id })))
    return role.id
  }
  const addressOf = ({ path }: Route, id: string) => path.replace(":id", id)
  const name = ({ method, path }: Route) => `${method} ${path}`
  /** Which of our routes let this person pass, whatever they answer then. */
  const openTo = async (send: Awaited<ReturnType<typeof employee>>, id: string) => {
    const open: string[] = []
    for (const route of adminRoutes()) {
      const { status } = await send(route.method, addressOf(route, id), {})
      if (status !== 403) open.push(name(route))
    }
    return open
  }

  it("nobody without a role gets past any route of ours, as of Medusa's own, and nothing happens", async () => {
    const { reference } = await merchant.guestAtCheckout()
    merchant.pay(reference)
    store.service.control.clearRequests()
    const { id } = await merchant.intent(reference)
    const send = await employee()
    expect((await send("GET", "/admin/orders")).status).toBe(403)
    for (const route of adminRoutes()) {
      const { status, data } = await send(route.method, addressOf(route, id), { note: "mine" })
      expect([name(route), status, data.type]).toEqual([name(route), 403, "forbidden"])
    }
    for (const head of adminRoutes().filter(({ method }) => method === "GET"))
      expect((await send("HEAD", addressOf(head, id))).status).toBe(403)
    expect((await send("GET", "/ADMIN/PayCollect/settings/")).status).toBe(403)
    expect(store.calls()).toEqual([])
    expect(await merchant.intent(reference)).toMatchObject({ outcome: "waiting" })
  })

  it("our guards of Medusa's routes do nothing for somebody who may not use those", async () => {
    const { guest, reference } = await merchant.guestAtCheckout()
    merchant.pay(reference)
    await merchant.advance(reference)
    const [orderId] = await guest.orders()
    merchant.configure({ refunds: "manual" })
    const send = await employee()
    expect((await send("POST", `/admin/orders/${orderId}/cancel`, {})).status).toBe(403)
    const { rows } = await store.db.raw("select id from payment where captured_at is not null")
    expect((await send("POST", `/admin/payments/${rows[0].id}/refund`, { amount: 1 })).status).toBe(403)
    expect(await merchant.items(reference)).toEqual([])
    const refunds = await store.db.raw("select id from refund")
    expect(refunds.rows).toEqual([])
  })

  it("a super admin gets past all of them", async () => {
    const { reference } = await merchant.guestAtCheckout()
    const { id } = await merchant.intent(reference)
    const send = await employee(SUPER_ADMIN)
    expect(await openTo(send, id)).toEqual(adminRoutes().map(name))
    const { status, data } = await send("GET", "/admin/paycollect/intents")
    expect([status, data.intents.map((intent: { id: string }) => intent.id)]).toEqual([200, [id]])
    expect((await send("GET", "/admin/paycollect/settings")).status).toBe(200)
  })

  it.each(ROLES)("a role to %s opens just that", async (_, keys, expected) => {
    const { reference } = await merchant.guestAtCheckout()
    const { id } = await merchant.intent(reference)
    const send = await employee(await roleWith(...keys))
    expect((await openTo(send, id)).sort()).toEqual([...expected].sort())
  })
}
