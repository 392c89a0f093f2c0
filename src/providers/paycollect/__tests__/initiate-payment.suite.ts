import { TooManyStarts } from "../../../payments/start"
import { PAGE_LANGUAGE, STOREFRONT_KEY } from "../../../orders/initiate"
import { PayCollectCardProviderService, PayCollectMobileMoneyProviderService } from "../provider"
import {
  context,
  FORGED_DATA,
  OPTIONS,
  patchRecord,
  SESSION_ID,
  SESSION_KEYS,
  setup,
  storeRecords,
} from "./support"

const input = { amount: 10000, currency_code: "xaf", context }

describe("initiatePayment", () => {
  it("answers with our reference, pending, and every key of the session data set", async () => {
    const { provider, intent } = setup({ row: { payment_ref: null } })
    const { id, status, data } = await provider.initiatePayment(input)
    expect(id).toBe("cart_01-1")
    expect(status).toBe("pending")
    expect(data).toEqual({
      checkout_url: intent.checkout_url,
      merchant_reference: "cart_01-1",
      payment_number: "JZ1D-7K9P",
      payment_ref: null,
      service_intent_id: "pi_01",
      status: "requires_action",
      amount: "10000",
      currency_code: "xaf",
      exponent: 0,
      fee: null,
      method: null,
      operator: null,
      environment: "test",
    })
    expect(Object.keys(JSON.parse(JSON.stringify(data))).sort()).toEqual(SESSION_KEYS)
  })

  it("takes the money that an employee books in its collection, and shows nobody that payment's own page", async () => {
    const row = { status: "succeeded", outcome: "paid", assigned_order_id: "order_09" } as const
    for (const createIntent of ["on_session", "on_redirect"] as const) {
      const bound = setup({
        row,
        options: { ...OPTIONS, createIntent },
        binds: ({ payment_collection_id, amount }) =>
          payment_collection_id === "pay_col_01" && amount === "10000",
      })
      const { data } = await bound.provider.initiatePayment(input)
      expect(data).toMatchObject({ merchant_reference: "cart_01-1", checkout_url: null })
      expect(bound.opened).toEqual([])
    }
  })

  it("asks for what the store's own records say", async () => {
    const { provider, opened } = setup()
    await provider.initiatePayment(input)
    expect(opened).toEqual([
      {
        session_id: SESSION_ID,
        cart_id: "cart_01",
        payment_collection_id: "pay_col_01",
        provider_id: "pp_paycollect_default",
        amount: "10000",
        currency_code: "xaf",
        exponent: 0,
        paid_session_ids: [],
        paid_references: [],
        pay_anew: false,
        purchase: expect.objectContaining({ email: "ama@example.com", lines: [[null, "Coffee", 2, "0"]] }),
        tax: null,
        request: {
          firstname: "Ama",
          lastname: "Nkeng",
          email: "ama@example.com",
          phone: "237670123456",
          description: "Payment {payment_number}",
          fee_bearer: "merchant",
          confirmation_method: "automatic",
          items: [
            { name: "Coffee", price: "4000", currency: "XAF", quantity: 2 },
            { name: "Courier", price: "500", currency: "XAF", quantity: 1 },
            { name: "Tax", price: "1500", currency: "XAF", quantity: 1 },
          ],
        },
      },
    ])
  })

  it("never reads what the browser posted, neither data nor amount nor currency", async () => {
    const honest = setup()
    const forged = setup()
    await honest.provider.initiatePayment(input)
    const answer = await forged.provider.initiatePayment({
      amount: 1,
      currency_code: "eur",
      data: {
        ...FORGED_DATA,
        merchant_reference: "cart_99-1",
        session_id: "payses_02",
        email: "thief@example.com",
      },
      context,
    })
    expect(forged.opened).toEqual(honest.opened)
    expect(answer.data).toMatchObject({ amount: "10000", currency_code: "xaf", status: "requires_action" })
  })

  it("adds what the options ask for", async () => {
    const options = {
      ...OPTIONS,
      feeBearer: "customer",
      description: "Chez Ama {reference}",
      confirm: true,
      collectShippingAddress: true,
      sendItems: false,
      confirmationMethod: "manual",
      service: { confirmPath: "/payment-intents/{id}/confirm" },
      paymentMethodTypes: { paycollect: ["wallet"] },
    }
    const { provider, opened } = setup({ options })
    await provider.initiatePayment(input)
    expect(opened[0]!.request).toEqual({
      firstname: "Ama",
      lastname: "Nkeng",
      email: "ama@example.com",
      phone: "237670123456",
      description: "Chez Ama CART_01",
      fee_bearer: "customer",
      confirmation_method: "manual",
      confirm: true,
      collect_shipping_address: true,
      payment_method_types: ["wallet"],
    })
  })

  it.each([
    [PayCollectMobileMoneyProviderService, ["mobile_money"]],
    [PayCollectCardProviderService, ["card"]],
  ])("offers only its own methods: %p", async (Provider, types) => {
    const { provider, opened } = setup({ Provider })
    await provider.initiatePayment(input)
    expect(opened[0]!.request.payment_method_types).toEqual(types)
  })

  it("lets an empty list of the options offer all methods", async () => {
    const options = { ...OPTIONS, paymentMethodTypes: { "paycollect-card": [] } }
    const { provider, opened } = setup({ Provider: PayCollectCardProviderService, options })
    await provider.initiatePayment(input)
    expect(opened[0]!.request).not.toHaveProperty("payment_method_types")
  })

  it.each([
    ["xaf", "10000.4", undefined, "10000", 0],
    ["eur", "19.995", undefined, "2000", 2],
    ["tnd", "1.2345", undefined, "1235", 3],
    ["xaf", 100, { XAF: 2 }, "10000", 2],
  ])(
    "charges %s %p in the smallest unit",
    async (currency_code, amount, currencyExponents, units, exponent) => {
      const records = storeRecords()
      patchRecord(records, "payment_session", SESSION_ID, { currency_code, amount })
      const { provider, opened } = setup({ records, options: { ...OPTIONS, service: { currencyExponents } } })
      await provider.initiatePayment(input)
      expect(opened[0]).toMatchObject({ amount: units, currency_code, exponent })
      const sum = opened[0]!.request.items!.reduce(
        (total, { price, quantity }) => total + BigInt(price) * BigInt(quantity),
        0n
      )
      expect(sum).toBe(BigInt(units))
    }
  )

  it("writes the lines in French for a French cart", async () => {
    const records = storeRecords()
    patchRecord(records, "cart", "cart_01", { locale: "fr-CM" })
    const { provider, opened } = setup({ records })
    await provider.initiatePayment(input)
    expect(opened[0]!.request.items!.at(-1)!.name).toBe("Taxes")
    expect(opened[0]!.request.description).toBe("Paiement {payment_number}")
  })

  it.each([
    [
      "the merchant's own words, whatever the cart's language",
      "fr-CM",
      "Chez Ama {reference}",
      "Chez Ama CART_01",
    ],
    ["no French to a cart that is only in France", "en-FR", undefined, "Payment {payment_number}"],
    ["French to a French cart", "fr", undefined, "Paiement {payment_number}"],
  ])("describes the payment by %s", async (_, locale, description, text) => {
    const records = storeRecords()
    patchRecord(records, "cart", "cart_01", { locale })
    const { provider, opened } = setup({ records, options: { ...OPTIONS, description } })
    await provider.initiatePayment(input)
    expect(opened[0]!.request.description).toBe(text)
  })

  it("speaks its cart's language on whichever page it is started: in another its items are another payment's", async () => {
    const records = storeRecords()
    patchRecord(records, "cart", "cart_01", { total: 10_000, locale: null })
    patchRecord(records, "payment_session", SESSION_ID, { amount: 10_000 })
    const requests = [undefined, { [PAGE_LANGUAGE]: "fr" }].map(async (data) => {
      const { provider, opened } = setup({ records })
      await provider.initiatePayment({ ...input, data })
      return opened[0]!.request
    })
    const [own, french] = await Promise.all(requests)
    expect(french).toEqual(own)
    expect(own!.description).toBe("Payment {payment_number}")
  })

  it("takes what the cart costs, where session and cart agree", async () => {
    const records = storeRecords()
    patchRecord(records, "cart", "cart_01", { total: "10000.2", currency_code: "XAF" })
    const { provider, opened } = setup({ records })
    await provider.initiatePayment(input)
    expect(opened).toMatchObject([{ amount: "10000", currency_code: "xaf" }])
  })

  describe("of a collection without a cart", () => {
    const ofOrder = (locale: string | null) => {
      const records = storeRecords()
      const order = {
        id: "order_09",
        status: "pending",
        email: "koffi@example.com",
        locale,
        customer: { first_name: "Koffi", last_name: "Yao" },
      }
      patchRecord(records, "payment_session", SESSION_ID, {
        payment_collection: { id: "pay_col_09", cart_link: null, order },
      })
      records.order = { order_09: { ...order, total: 10_000, transactions: [], payment_collections: [] } }
      return setup({ records })
    }

    it("names the order's customer, and no items", async () => {
      const { provider, opened } = ofOrder("fr-FR")
      await provider.initiatePayment(input)
      expect(opened[0]).toMatchObject({ cart_id: null, payment_collection_id: "pay_col_09" })
      expect(opened[0]!.request).toEqual({
        firstname: "Koffi",
        lastname: "Yao",
        email: "koffi@example.com",
        description: "Paiement {payment_number}",
        fee_bearer: "merchant",
        confirmation_method: "automatic",
      })
    })

    it.each([
      ["the page's where the order says nothing", null, "Paiement {payment_number}"],
      ["the order's, whatever the page's", "en-GB", "Payment {payment_number}"],
    ])("speaks a language: %s", async (_, locale, text) => {
      const { provider, opened } = ofOrder(locale)
      const { data } = await provider.initiatePayment({ ...input, data: { [PAGE_LANGUAGE]: "fr" } })
      expect(opened[0]!.request.description).toBe(text)
      expect(Object.keys(JSON.parse(JSON.stringify(data))).sort()).toEqual(SESSION_KEYS)
    })
  })
})

describe('initiatePayment with createIntent: "on_redirect"', () => {
  const lazily = (more: Parameters<typeof setup>[0] = {}) =>
    setup({ ...more, options: { ...OPTIONS, createIntent: "on_redirect" } })

  it("starts nothing, and leads to our own address with every key of the session data set", async () => {
    const { provider, opened } = lazily()
    const { id, status, data } = await provider.initiatePayment(input)
    expect({ id, status }).toEqual({ id: SESSION_ID, status: "pending" })
    expect(data).toEqual({
      checkout_url: `https://api.shop.example/paycollect/checkout/${SESSION_ID}.pay_col_01`,
      merchant_reference: null,
      payment_number: null,
      payment_ref: null,
      service_intent_id: null,
      status: "requires_action",
      amount: "10000",
      currency_code: "xaf",
      exponent: 0,
      fee: null,
      method: null,
      operator: null,
      environment: "test",
    })
    expect(Object.keys(JSON.parse(JSON.stringify(data))).sort()).toEqual(SESSION_KEYS)
    expect(opened).toEqual([])
  })

  it("leaves the payment link of its collection where the customer came by the storefront, also when the start is only put off", async () => {
    const byStorefront = { ...input, data: { [STOREFRONT_KEY]: true } }
    const later = lazily()
    await later.provider.initiatePayment(input)
    expect(later.left).toEqual([])
    await later.provider.initiatePayment(byStorefront)
    expect(later.left).toHaveLength(1)
    const putOff = setup({ startError: new TooManyStarts() })
    await putOff.provider.initiatePayment(byStorefront)
    expect(putOff.left).toEqual(later.left)
    // One that is started leaves it with its session.
    const started = setup()
    await started.provider.initiatePayment(byStorefront)
    expect(started.left).toEqual([])
  })

  it("asks for no name or phone yet", async () => {
    const records = storeRecords()
    patchRecord(records, "cart", "cart_01", { email: null, billing_address: null })
    const { data } = await lazily({ records }).provider.initiatePayment(input)
    expect(data).toMatchObject({ amount: "10000" })
  })

  it("looks first whether another payment is open where the storefront asks its customer, in either way", async () => {
    const other = expect.stringMatching(/^no other payment than of 237/)
    for (const start of [setup, lazily]) {
      const { provider, asked } = start()
      expect((await provider.initiatePayment(input)).data).not.toMatchObject({ ask_first: true })
      expect(asked).not.toContainEqual(other)
      const { data } = await provider.initiatePayment({ ...input, data: { ask_first: true } })
      expect(asked).toContainEqual(other)
      // Core lays it over what was posted: the next start says for itself whether it asks.
      expect(data).toHaveProperty("ask_first", undefined)
    }
  })

  it("reuses money that came for the same cart already: the next complete makes its order", async () => {
    const { provider, intent, opened } = lazily({
      row: { outcome: "paid", status: "succeeded" },
      reuses: ({ session_id, amount }) => session_id === SESSION_ID && amount === "10000",
    })
    const { id, data } = await provider.initiatePayment(input)
    expect(id).toBe("cart_01-1")
    expect(data).toMatchObject({ merchant_reference: intent.merchant_reference, status: "succeeded" })
    expect(opened).toEqual([])
  })

  it("refuses what could never be paid, as otherwise: an amount of nothing, a store without keys", async () => {
    const records = storeRecords()
    patchRecord(records, "payment_session", SESSION_ID, { amount: 0 })
    await expect(lazily({ records }).provider.initiatePayment(input)).rejects.toThrow(/at least one unit/)
    const { provider } = setup({ options: { createIntent: "on_redirect" } })
    await expect(provider.initiatePayment(input)).rejects.toMatchObject({ code: "paycollect_not_set_up" })
  })
})
