import { MOBILE_MONEY } from "../http/support/customer"
import { withMerchant } from "../http/support/merchant"
import { withStore } from "../http/support/store"

jest.setTimeout(300_000)

/** Each was answered 500 once; a fuzz run made it this small. */
withStore({}, (store) => {
  const merchant = withMerchant(store)

  it.each([
    "/store/paycollect/carts/cart_1%00/status",
    "/store/paycollect/carts/%/status",
    "/paycollect/return/%",
    "/paycollect/return/%E0%A4%A",
    "/paycollect/checkout/%",
    "/store/paycollect/fee-preview?cart_id=cart_1%00",
    "/store/paycollect/payment-methods?a.b.c=",
    "/store/paycollect/payment-methods?country_code=CM&%24.x%2Fy.z=1",
  ])("refuses %s as the stranger's fault", async (path) => {
    const { status, data } = await store.customer().send("get", path)
    expect([status, data]).toEqual([
      400,
      { type: "invalid_data", message: expect.stringContaining("Nothing was looked up.") },
    ])
    expect(store.calls()).toEqual([])
  })

  it.each([
    ["get", "/admin/paycollect/intents/pcint_1%00"],
    ["get", "/admin/paycollect/intents?q=%00"],
    ["get", "/admin/paycollect/intents/export?cart_id=a%00b"],
    ["get", "/admin/paycollect/fee-preview?a.b.c="],
    ["post", "/admin/paycollect/intents/pcint_1%00/verify"],
  ] as const)("refuses %s %s of an employee", async (method, path) => {
    const { status, data } = await merchant[method](path)
    expect([status, data.type]).toEqual([400, "invalid_data"])
  })

  it.each([
    ["/admin/orders/order_1%00/cancel", {}],
    ["/admin/orders/order_1%00/payment-sessions/authorize", { payment_session_id: "payses_1" }],
    ["/admin/orders/order_1/payment-sessions/authorize", { payment_session_id: "payses_1\u0000" }],
    ["/admin/payments/pay_1%00/refund", {}],
    ["/store/carts/cart_1%00/complete", {}],
    ["/store/payment-collections/pay_col_1%00/payment-sessions", { provider_id: MOBILE_MONEY }],
    [
      "/store/payment-collections/pay_col_1/payment-sessions",
      { provider_id: MOBILE_MONEY, data: { a: ["\u0000"] } },
    ],
    [
      "/store/payment-collections/pay_col_1/payment-sessions",
      { provider_id: MOBILE_MONEY, data: { "\ud83d": 1 } },
    ],
  ])("refuses %s of Medusa before it is looked up by us", async (path, body) => {
    const headers = { "x-publishable-api-key": store.publishableKey() }
    const { status, data } = path.startsWith("/admin")
      ? await merchant.post(path, body)
      : await store.api.post(path, body, { headers })
    expect([status, data]).toMatchObject([
      400,
      { type: "invalid_data", message: expect.stringContaining("zero character") },
    ])
  })

  it("leaves to Medusa what fails at its own matcher for all of /admin, before any code of ours", async () => {
    const ours = await merchant.get("/admin/paycollect/intents/%")
    const theirs = await merchant.get("/admin/orders/%")
    expect([ours.status, ours.data.type]).toEqual([theirs.status, theirs.data.type])
    expect(JSON.stringify(ours.data)).not.toContain("node_modules")
  })

  it.each<[unknown, string]>([
    [{ attention_id: { toString: "" }, note: "x" }, "attention_id: "],
    [[{ toString: "" }], "body: "],
    [{ attention_id: "a", note: "b\u0000" }, "note: must not hold a zero character"],
    [{ attention_id: "a", note: " " }, "note: "],
    [{ attention_id: "a", note: "b", more: 1 }, "body: "],
    [{}, "attention_id: "],
  ])("refuses to resolve by %j, naming the field", async (body, problem) => {
    const { reference } = await merchant.guestAtCheckout()
    const { id } = await merchant.intent(reference)
    const { status, data } = await merchant.post(`/admin/paycollect/intents/${id}/resolve`, body)
    expect([status, data]).toEqual([400, { type: "invalid_data", message: expect.stringContaining(problem) }])
  })
})
