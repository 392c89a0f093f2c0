import { shopper } from "../../demo/backend/src/scripts/seed/markets"
import { withMerchant, MINUTE } from "./support/merchant"
import { withStore } from "./support/store"

jest.setTimeout(120_000)

const PATH = "/store/paycollect/customer-session"

withStore({ options: { requestTimeoutMs: 1_000 } }, (store) => {
  const merchant = withMerchant(store)
  beforeEach(() => merchant.later(2 * MINUTE * ++tests))
  let tests = 0

  const loggedIn = async (email = shopper.email, password = shopper.password) => {
    const customer = store.customer()
    await customer.logIn(email, password)
    return customer
  }
  const another = async () => {
    const login = { email: "another@example.com", password: "another-password" }
    const { data } = await store.api.post("/auth/customer/emailpass/register", login)
    const headers = {
      "x-publishable-api-key": store.publishableKey(),
      authorization: `Bearer ${data.token}`,
    }
    await store.api.post("/store/customers", { email: login.email }, { headers })
    return await loggedIn(login.email, login.password)
  }
  const withToken = (token: string) => ({ "x-paycollect-session": token })

  it("is made, checked and ended by its owner, and kept nowhere", async () => {
    const customer = await loggedIn()
    const made = await customer.send("post", PATH)
    expect(made.status).toBe(200)
    expect(made.headers["cache-control"]).toBe("no-store")
    const { session_token, expires_at } = made.data.customer_session
    expect(session_token).toMatch(/^cs_/)
    expect(Object.keys(made.data.customer_session).sort()).toEqual(["expires_at", "session_token"])

    const checked = await customer.send("get", PATH, undefined, withToken(session_token))
    expect(checked.data).toEqual({ customer_session: { valid: true, expires_at } })

    const ended = await customer.send("delete", PATH, undefined, withToken(session_token))
    expect(ended.data).toEqual({
      id: expect.stringMatching(/^cus_/),
      object: "customer_session",
      deleted: true,
    })
    expect((await customer.send("get", PATH, undefined, withToken(session_token))).data).toEqual({
      customer_session: { valid: false },
    })
    const again = await customer.send("delete", PATH, undefined, withToken(session_token))
    expect([again.status, again.data.deleted]).toEqual([200, true])
    expect(store.calls("revoke_session")).toHaveLength(1)
    expect(await tablesThatHold(session_token)).toEqual([])
  })

  it("of somebody else is neither shown nor ended", async () => {
    const owner = await loggedIn()
    const { session_token } = (await owner.send("post", PATH)).data.customer_session
    const thief = await another()
    expect((await thief.send("get", PATH, undefined, withToken(session_token))).data).toEqual({
      customer_session: { valid: false },
    })
    expect((await thief.send("delete", PATH, undefined, withToken(session_token))).status).toBe(404)
    expect(store.calls("revoke_session")).toEqual([])
    expect((await owner.send("get", PATH, undefined, withToken(session_token))).data).toMatchObject({
      customer_session: { valid: true },
    })
  })

  it("is for logged-in customers only, with the token in its header", async () => {
    const guest = store.customer()
    for (const method of ["post", "get", "delete"] as const) {
      expect((await guest.send(method, PATH, undefined, withToken("cs_guest"))).status).toBe(401)
    }
    const customer = await loggedIn()
    for (const method of ["get", "delete"] as const) {
      for (const headers of [{}, withToken("sk_test_not_a_session"), withToken("cs_a b")]) {
        const { status, data } = await customer.send(
          method,
          PATH,
          undefined,
          headers as Record<string, string>
        )
        expect([status, data.message]).toEqual([400, expect.stringContaining("x-paycollect-session")])
      }
    }
    expect(store.calls()).toEqual([])
  })

  it("can be asked for ten times a minute, by each customer", async () => {
    const [eager, other] = [await loggedIn(), await another()]
    for (let asked = 0; asked < 10; asked++) await eager.send("post", PATH)
    const refused = await eager.send("post", PATH)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0)
    expect((await other.send("post", PATH)).status).toBe(200)
    merchant.later(MINUTE)
    expect((await eager.send("post", PATH)).status).toBe(200)
  })

  it("says nothing of the store's troubles", async () => {
    const customer = await loggedIn()
    store.service.control.injectFault({ operation: "create_session", kind: "status", status: 401 })
    const { status, data } = await customer.send("post", PATH)
    expect(status).toBe(503)
    expect(JSON.stringify(data)).not.toMatch(/key|sk_|environment/i)
  })

  async function tablesThatHold(text: string): Promise<string[]> {
    const { rows } = await store.db.raw(
      "select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'"
    )
    const found: string[] = []
    for (const { table_name } of rows as { table_name: string }[]) {
      const held = await store.db.raw(`select 1 from "${table_name}" t where t::text like ? limit 1`, [
        `%${text}%`,
      ])
      if (held.rows.length > 0) found.push(table_name)
    }
    return found
  }
})
