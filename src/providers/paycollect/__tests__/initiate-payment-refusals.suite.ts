import { MedusaError } from "@medusajs/framework/utils"
import {
  PayCollectAmbiguousError,
  PayCollectInvalidRequestError,
  PayCollectMalformedResponseError,
  PayCollectRateLimitedError,
  PayCollectSimulatorError,
  PayCollectUnauthorizedError,
  PayCollectUnavailableError,
} from "../../../service/errors"
import { context, OPTIONS, patchRecord, SESSION_ID, setup, storeRecords } from "./support"

const input = { amount: 10000, currency_code: "xaf", context }

describe("initiatePayment refuses, before anything is asked or written,", () => {
  it("a customer without names and any way to reach them, listing all", async () => {
    const records = storeRecords()
    patchRecord(records, "cart", "cart_01", { email: null, billing_address: { last_name: "Nkeng" } })
    const { provider, opened } = setup({ records })
    await expect(provider.initiatePayment(input)).rejects.toMatchObject({
      type: MedusaError.Types.INVALID_DATA,
      message: expect.stringContaining("lacks: first_name, email or phone."),
    })
    expect(opened).toEqual([])
  })

  it("but takes the merchant's fallback name", async () => {
    const records = storeRecords()
    patchRecord(records, "cart", "cart_01", { billing_address: null })
    const { provider, opened } = setup({ records, options: { ...OPTIONS, fallbackCustomerName: "Chez Ama" } })
    await provider.initiatePayment(input)
    expect(opened[0]!.request).toMatchObject({ firstname: "Chez", lastname: "Ama" })
  })

  it("an amount that its way to pay does not take, also where the payment would start later", async () => {
    const amounts = { paycollect: { xaf: { max: 9999 } } }
    const { provider, opened } = setup({
      options: { ...OPTIONS, createIntent: "on_redirect", amounts },
    })
    await expect(provider.initiatePayment(input)).rejects.toMatchObject({
      type: MedusaError.Types.INVALID_DATA,
      code: "paycollect_amount_bounds",
      details: { max: "9999", currency_code: "xaf" },
    })
    expect(opened).toEqual([])
  })

  it("a currency that nobody knows", async () => {
    const records = storeRecords()
    patchRecord(records, "payment_session", SESSION_ID, { currency_code: "zzz" })
    const { provider, opened } = setup({ records })
    await expect(provider.initiatePayment(input)).rejects.toMatchObject({
      type: MedusaError.Types.INVALID_DATA,
      message: "The currency ZZZ is not known, so no payment was started.",
    })
    expect(opened).toEqual([])
  })

  it.each([0, -5, "0.4"])("an amount of %p", async (amount) => {
    const records = storeRecords()
    patchRecord(records, "payment_session", SESSION_ID, { amount })
    const { provider, opened } = setup({ records })
    await expect(provider.initiatePayment(input)).rejects.toMatchObject({
      type: MedusaError.Types.INVALID_DATA,
      message: expect.stringContaining("at least one unit of XAF"),
    })
    expect(opened).toEqual([])
  })

  it.each([
    ["a cart that was deleted", { cart_link: { cart_id: "cart_gone" } }],
    ["a cart whose order was canceled", { order: { id: "order_01", status: "canceled" } }],
  ])("to take money for %s", async (_, facts) => {
    const records = storeRecords()
    patchRecord(records, "payment_session", SESSION_ID, {
      payment_collection: { id: "pay_col_01", ...facts },
    })
    for (const createIntent of ["on_session", "on_redirect"]) {
      const { provider, opened } = setup({ records, options: { ...OPTIONS, createIntent } })
      await expect(provider.initiatePayment(input)).rejects.toMatchObject({
        type: MedusaError.Types.NOT_ALLOWED,
        message: expect.stringContaining("There is nothing to pay here"),
      })
      expect(opened).toEqual([])
    }
  })

  it("but takes it for an order that stands, and for a collection that never had a cart", async () => {
    for (const facts of [{ order: { id: "order_01", status: "pending", email: "ama@example.com" } }, {}]) {
      const records = storeRecords()
      patchRecord(records, "payment_session", SESSION_ID, {
        payment_collection: { id: "pay_col_01", ...facts },
      })
      const options = { ...OPTIONS, createIntent: "on_redirect" }
      const { data } = await setup({ records, options }).provider.initiatePayment(input)
      expect(data).toMatchObject({ amount: "10000" })
    }
  })

  it.each([
    ["another amount", { total: 12_000 }],
    ["as much of another currency", { total: 10_000, currency_code: "eur" }],
  ])("to take for a cart what it does not cost any more: %s", async (_, now) => {
    const records = storeRecords()
    patchRecord(records, "cart", "cart_01", now)
    const { provider, opened } = setup({ records })
    await expect(provider.initiatePayment(input)).rejects.toMatchObject({
      type: MedusaError.Types.NOT_ALLOWED,
      message: expect.stringContaining("nothing was charged"),
    })
    expect(opened).toEqual([])
  })

  it.each([undefined, {}, { idempotency_key: "" }])(
    "a call without the session's id: %p",
    async (without) => {
      const { provider, asked } = setup()
      await expect(provider.initiatePayment({ ...input, context: without })).rejects.toMatchObject({
        type: MedusaError.Types.INVALID_DATA,
        message: expect.stringContaining("context.idempotency_key"),
      })
      expect(asked).toEqual([])
    }
  )

  it("a session that does not exist", async () => {
    const { provider } = setup()
    const gone = { ...input, context: { idempotency_key: "payses_99" } }
    await expect(provider.initiatePayment(gone)).rejects.toMatchObject({ type: MedusaError.Types.NOT_FOUND })
  })

  it("a shop that is not configured: the options are for the log, not for the customer", async () => {
    const { provider, asked, logged } = setup({ options: { live: OPTIONS.live } })
    await expect(provider.initiatePayment(input)).rejects.toMatchObject({
      type: MedusaError.Types.NOT_ALLOWED,
      code: "paycollect_not_set_up",
      message: "This payment cannot be started at the moment. Nothing was charged; please try again later.",
    })
    expect(logged).toEqual([
      expect.stringMatching(/not configured.*: test\.secretKey, test\.baseUrl, backendUrl\.$/),
    ])
    expect(asked).toEqual([])
  })
})

describe("initiatePayment, when the intent could not be opened,", () => {
  const facts = { operation: "create_payment_intent", message: "Words for the operator. Check the key." }
  const { INVALID_DATA, NOT_ALLOWED } = MedusaError.Types
  const LATER = /^This payment cannot be started at the moment\. Nothing was charged/

  it.each([
    [new PayCollectInvalidRequestError(facts), INVALID_DATA, undefined, /^Words for the operator/],
    [new PayCollectUnauthorizedError(facts), NOT_ALLOWED, "not_set_up", LATER],
    [new PayCollectSimulatorError(facts), NOT_ALLOWED, "not_set_up", LATER],
    [new PayCollectMalformedResponseError(facts), NOT_ALLOWED, "unavailable", LATER],
    [
      new PayCollectRateLimitedError({ ...facts, retryAfterMs: 3200 }),
      NOT_ALLOWED,
      "too_fast",
      /Nothing was charged.* in 4 s/,
    ],
    [
      new PayCollectUnavailableError(facts),
      NOT_ALLOWED,
      "unavailable",
      /did not answer\. Nothing was charged/,
    ],
    [new PayCollectAmbiguousError(facts), NOT_ALLOWED, "unavailable", /trying again does not charge twice/],
  ])(
    "tells the customer what it means and the log what happened: %p",
    async (startError, type, code, message) => {
      const { provider, logged } = setup({ startError })
      await expect(provider.initiatePayment(input)).rejects.toMatchObject({
        type,
        code: code && `paycollect_${code}`,
        message: expect.stringMatching(message),
      })
      expect(logged).toEqual([expect.stringContaining(`${SESSION_ID}: ${facts.message}`)])
    }
  )

  it("passes the module's own refusals on unchanged", async () => {
    const startError = new MedusaError(MedusaError.Types.NOT_ALLOWED, "already paid")
    await expect(setup({ startError }).provider.initiatePayment(input)).rejects.toBe(startError)
  })

  it("logs no word of an error that is not ours: it may quote a customer", async () => {
    const { provider, logged } = setup({ startError: new TypeError("insert ... 'ama@example.com'") })
    await expect(provider.initiatePayment(input)).rejects.toThrow(TypeError)
    expect(logged.join()).toContain("TypeError")
    expect(logged.join()).not.toContain("ama@example.com")
  })
})
