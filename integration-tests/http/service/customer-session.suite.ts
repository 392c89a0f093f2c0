import { Modules } from "@medusajs/framework/utils"
import { shopper } from "../../../demo/backend/src/scripts/seed/markets"
import { withMerchant, MINUTE } from "../support/merchant"
import { type Suite } from "../support/suites"

const PATH = "/store/paycollect/customer-session"

export const customerSession: Suite = (store) => {
  const merchant = withMerchant(store)
  beforeEach(async () => {
    await prove(shopper.email)
    await prove("another@example.com")
  })
  beforeEach(() => merchant.later(2 * MINUTE * ++tests))
  let tests = 0

  const loggedIn = async (email = shopper.email, password = shopper.password) => {
    const customer = store.customer()
    await customer.logIn(email, password)
    return customer
  }
  /** Whoever registers may name any e-mail as theirs, whatever the login is. */
  const registered = async (login: string, email = login) => {
    const credentials = { email: login, password: "another-password" }
    const { data } = await store.api.post("/auth/customer/emailpass/register", credentials)
    const headers = {
      "x-publishable-api-key": store.publishableKey(),
      authorization: `Bearer ${data.token}`,
    }
    const { status } = await store.api.post("/store/customers", { email }, { headers })
    expect(status).toBe(200)
    const customer = await loggedIn(credentials.email, credentials.password)
    return Object.assign(customer, { credentials })
  }
  const another = async () => await registered("another@example.com")
  /** The store of these specs takes an e-mail for proven that its own records call so. */
  const prove = async (email: string) =>
    void (await store.db.raw(
      `create table if not exists proven_email (email text primary key);
       insert into proven_email (email) values ('${email}') on conflict do nothing`
    ))
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
    expect(await store.tablesThatHold(session_token)).toEqual([])
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

  it("that the service answers with for another customer is given to nobody", async () => {
    const customer = await loggedIn()
    const { configuration } = merchant.paycollect()
    const client = (await configuration.current()).client("test")
    const service = jest.spyOn(Object.getPrototypeOf(client) as typeof client, "createCustomerSession")
    service.mockResolvedValueOnce({ session_token: "cs_of_another", customer_email: "another@example.com" })
    const wrong = await customer.send("post", PATH)
    service.mockResolvedValueOnce({ session_token: "cs_own", customer_email: shopper.email.toUpperCase() })
    const own = await customer.send("post", PATH)
    service.mockRestore()
    expect([wrong.status, wrong.data.type]).toEqual([503, "unavailable"])
    expect(JSON.stringify(wrong.data)).not.toMatch(/cs_|another@/)
    expect(own.data).toEqual({ customer_session: { session_token: "cs_own" } })
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

  describe("an e-mail that nobody has proven", () => {
    it("gets no session: an account may be opened with anybody's e-mail", async () => {
      const victim = "victim@example.com"
      const thief = await registered("thief@example.com", victim)
      const { status, data } = await thief.send("post", PATH)
      expect([status, data.type]).toEqual([403, "forbidden"])
      expect(JSON.stringify(data)).not.toContain(victim)
      expect(store.calls()).toEqual([])
      await prove(victim)
      expect((await thief.send("post", PATH)).status).toBe(200)
    })

    it.each([
      ["nothing", () => undefined],
      ["a word", () => "false"],
      ["a promise of no", () => Promise.resolve(false)],
      ["a promise of a record", () => Promise.resolve({ verified: true })],
    ])("is not proven by a function that returns %s", async (_, rule) => {
      merchant.configure({ customerSessions: rule as never })
      expect((await (await loggedIn()).send("post", PATH)).status).toBe(403)
      expect(store.calls()).toEqual([])
    })

    it("is not proven by a function that fails", async () => {
      merchant.configure({
        customerSessions: () => Promise.reject(new Error(`no answer for ${shopper.email}`)),
      })
      const { status, data } = await (await loggedIn()).send("post", PATH)
      expect(status).toBe(500)
      expect(JSON.stringify(data)).not.toContain(shopper.email)
      expect(store.calls()).toEqual([])
    })

    it("may end the session it has", async () => {
      const customer = await loggedIn()
      const { session_token } = (await customer.send("post", PATH)).data.customer_session
      merchant.configure({ customerSessions: () => false })
      expect((await customer.send("delete", PATH, undefined, withToken(session_token))).data.deleted).toBe(
        true
      )
      expect(store.calls("revoke_session")).toHaveLength(1)
    })
  })

  describe('with "verified", Medusa\'s own verification of e-mails', () => {
    beforeEach(() => merchant.configure({ customerSessions: "verified" }))

    /** Asks for a code as a storefront does, and reads it where only the owner of the address could: in the store's event. */
    const codeFor = async (
      customer: Awaited<ReturnType<typeof registered>>,
      email: string,
      entity_type = "email"
    ) => {
      const codes: string[] = []
      const subscriberId = `spec-${Math.random()}`
      store
        .container()
        .resolve(Modules.EVENT_BUS)
        .subscribe(
          "auth.verification_requested",
          ({ data }) => Promise.resolve(void codes.push((data as { code: string }).code)),
          { subscriberId }
        )
      const asked = await customer.send("post", "/auth/verification/request", {
        entity_id: email,
        entity_type,
        code_provider: "token",
      })
      expect(asked.status).toBe(201)
      for (let tries = 0; tries < 100 && codes.length === 0; tries++)
        await new Promise((resolve) => setTimeout(resolve, 20))
      return codes[0]!
    }
    const confirm = async (code: string) => await store.api.post("/auth/verification/confirm", { code })

    it("is proven once its owner has sent the code back, in any spelling", async () => {
      const customer = await registered("Careful@Example.com", "careful@example.com")
      expect((await customer.send("post", PATH)).status).toBe(403)
      const code = await codeFor(customer, "Careful@Example.com")
      expect((await customer.send("post", PATH)).status).toBe(403)
      expect((await confirm("a-guess")).status).toBe(400)
      expect((await confirm(code)).status).toBe(200)
      expect((await customer.send("post", PATH)).status).toBe(200)
    })

    it("is not proven by another e-mail of the same person, nor by a phone number that is called like it", async () => {
      const thief = await registered("thief@example.com", "victim@example.com")
      await confirm(await codeFor(thief, "thief@example.com"))
      await confirm(await codeFor(thief, "victim@example.com", "phone_number"))
      expect((await thief.send("post", PATH)).status).toBe(403)
    })

    it("is not proven by what somebody else has proven", async () => {
      const owner = await registered("owner@example.com")
      await confirm(await codeFor(owner, "owner@example.com"))
      expect((await owner.send("post", PATH)).status).toBe(200)
      const thief = await registered("thief@example.com")
      await store.db.raw(
        "update customer set email = 'owner@example.com', has_account = false where email = 'thief@example.com'"
      )
      expect((await thief.send("post", PATH)).status).toBe(403)
    })

    it("is proven no more when it was changed", async () => {
      const customer = await registered("moving@example.com")
      await confirm(await codeFor(customer, "moving@example.com"))
      await store.db.raw("update customer set email = 'moved@example.com' where email = 'moving@example.com'")
      expect((await customer.send("post", PATH)).status).toBe(403)
    })
  })

  it("is not there at all while the option is not set", async () => {
    merchant.configure({ customerSessions: undefined })
    const customer = await loggedIn()
    for (const who of [customer, store.customer()])
      for (const method of ["post", "get", "delete"] as const) {
        const { status, data } = await who.send(method, PATH, undefined, withToken("cs_0123456789"))
        expect([method, status, data.type]).toEqual([method, 404, "not_found"])
      }
    expect(store.calls()).toEqual([])
  })
}
