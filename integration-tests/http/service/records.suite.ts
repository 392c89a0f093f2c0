import { withMerchant } from "../support/merchant"
import { type Suite } from "../support/suites"

const CUSTOMERS = "/admin/paycollect/customers"
const TRANSACTIONS = "/admin/paycollect/transactions"

export const records: Suite = (store) => {
  const merchant = withMerchant(store)
  const paidPayment = async () => {
    const { reference } = await merchant.guestAtCheckout()
    merchant.pay(reference)
    await merchant.advance(reference)
    return await merchant.intent(reference)
  }

  it("lists the service's customers and shows one with billing", async () => {
    const before = Date.now() - 1_000
    await paidPayment()
    const { data } = await merchant.get(`${CUSTOMERS}?limit=10&offset=0`)
    expect(data.customers).toHaveLength(1)
    const [customer] = data.customers
    expect(customer).toMatchObject({
      firstname: "Mireille",
      lastname: "Essomba",
      email: "mireille@example.com",
      phone: "237670123456",
      balance: "0",
      active: true,
    })
    expect(Date.parse(customer.created_at)).toBeGreaterThanOrEqual(before)
    expect(customer.created_at).toMatch(/Z$/)

    const one = await merchant.get(`${CUSTOMERS}/${customer.id}`)
    expect(one.data.customer).toEqual({
      ...customer,
      billing: [expect.objectContaining({ name: "Mireille Essomba", address: expect.any(Object) })],
    })
    expect(store.service.control.requests({ operation: "list_customers" })[0]!.path).toBe(
      "/customers?limit=10&offset=0"
    )
  })

  it("finds customers by part of what is known of them, and says among how many", async () => {
    await paidPayment()
    store.service.control.clearRequests()
    const { data } = await merchant.get(`${CUSTOMERS}?q=essomba`)
    expect(data).toMatchObject({
      customers: [{ firstname: "Mireille", lastname: "Essomba" }],
      searched: expect.any(Number),
    })
    expect(store.service.control.requests({ operation: "list_customers" })).toHaveLength(2)
    expect((await merchant.get(`${CUSTOMERS}?q=nobody-at-all`)).data).toMatchObject({ customers: [] })
    expect((await merchant.get(`${CUSTOMERS}?q=${"x".repeat(129)}`)).status).toBe(400)
  })

  it("finds a transaction by every name of it, and our own record of it", async () => {
    const intent = await paidPayment()
    for (const name of [intent.service_intent_id, intent.payment_ref, intent.merchant_reference]) {
      const { status, data } = await merchant.get(`${TRANSACTIONS}/${name}`)
      expect(status).toBe(200)
      expect(data.transaction).toMatchObject({
        id: intent.service_intent_id,
        amount: intent.amount,
        currency: "XAF",
        exponent: 0,
        status: "succeeded",
        merchant_reference: intent.merchant_reference,
        created_at: expect.stringMatching(/^\d{4}-.*Z$/),
        paycollect_intent_id: intent.id,
      })
    }
  })

  it("has no record of its own of a transaction that it did not make", async () => {
    store.service.control.injectFault({
      operation: "retrieve_transaction",
      kind: "malformed",
      body: { status: "success", data: { id: "txn_elsewhere", status: "succeeded", created_at: 1767225600 } },
    })
    const { data } = await merchant.get(`${TRANSACTIONS}/txn_elsewhere`)
    expect(data.transaction).toEqual({
      id: "txn_elsewhere",
      status: "succeeded",
      exponent: null,
      created_at: "2026-01-01T00:00:00.000Z",
      paycollect_intent_id: null,
    })
  })

  it("passes on how it was paid and why it was declined, where the service tells", async () => {
    const told = { payment_method: "mobile_money", operator: "MTN", failure_reason: "insufficient funds" }
    store.service.control.injectFault({
      operation: "retrieve_transaction",
      kind: "malformed",
      body: { status: "success", data: { id: "txn_elsewhere", status: "failed", ...told } },
    })
    const { data } = await merchant.get(`${TRANSACTIONS}/txn_elsewhere`)
    expect(data.transaction).toMatchObject({
      method: "mobile_money",
      operator: "MTN",
      declined: "insufficient funds",
    })
  })

  describe("what goes wrong", () => {
    it("is 404 for what the service does not know, 400 for what is no id, 401 for whoever is no admin", async () => {
      for (const path of [CUSTOMERS, TRANSACTIONS]) {
        const { status, data } = await merchant.get(`${path}/nobody`)
        expect(status).toBe(404)
        expect(data).toMatchObject({ type: "not_found", message: expect.stringContaining("no such record") })
      }
      store.service.control.clearRequests()
      for (const id of ["a.b", "a%2Fb", "x".repeat(129), "caf%C3%A9"]) {
        for (const path of [CUSTOMERS, TRANSACTIONS]) {
          const { status, data } = await merchant.get(`${path}/${id}`)
          expect([id, status, data.message]).toEqual([id, 400, expect.stringMatching(/^id: /)])
        }
      }
      for (const [query, field] of [
        ["limit=many", "limit"],
        ["page=-1", "page"],
        ["sort=name", "sort"],
      ] as const) {
        const { status, data } = await merchant.get(`${CUSTOMERS}?${query}`)
        expect([status, data.message]).toEqual([400, expect.stringContaining(field)])
      }
      for (const path of [CUSTOMERS, `${CUSTOMERS}/cus_1`, `${TRANSACTIONS}/txn_1`]) {
        expect((await store.api.get(path)).status).toBe(401)
      }
      expect(store.calls()).toEqual([])
    })

    it("is 429 with Retry-After when the service is too busy", async () => {
      store.service.control.injectFault({
        operation: "retrieve_customer",
        kind: "rate_limit",
        retryAfter: 17,
        times: 3,
      })
      const { status, data, headers } = await merchant.get(`${CUSTOMERS}/cus_1`)
      expect(status).toBe(429)
      expect(headers["retry-after"]).toBe("17")
      expect(data).toMatchObject({ retry_after_ms: 17_000, message: expect.stringContaining("in 17 s") })
    })

    it("is 503 while the service is out of reach, and says that nothing happened", async () => {
      await store.whileServiceIsDown(async () => {
        const { status, data } = await merchant.get(CUSTOMERS)
        expect(status).toBe(503)
        expect(data.message).toBe(
          "The payment service could not be reached. Nothing was changed and no money moved. Try again in a moment."
        )
      })
    })

    it("is 502 when the key is refused: 401 would log the merchant out", async () => {
      store.service.control.injectFault({ operation: "list_customers", kind: "status", status: 401 })
      const { status, data } = await merchant.get(CUSTOMERS)
      expect([status, data.message]).toEqual([502, expect.stringContaining("refused the store's secret key")])
    })
  })
}
