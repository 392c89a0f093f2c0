import { isPayable, readSessionFacts, readSessionMoney } from "../session-facts"
import { storeOf } from "./medusa"
import { order } from "./records"

const session = {
  id: "payses_01",
  provider_id: "pp_paycollect_default",
  amount: 119,
  raw_amount: { value: "119.0049" },
  currency_code: "EUR",
  payment_collection: {
    id: "pay_col_01",
    amount: 119,
    raw_amount: { value: "119.0049" },
    cart_link: { cart_id: "cart_01" },
  },
}
const address = { first_name: "Ama", last_name: "Nkeng", phone: "670123456", country_code: "cm" }
const PERSON = {
  email: "ama@example.com",
  billing_address: address,
  shipping_address: { ...address, first_name: "Koffi" },
  customer: { email: "koffi@example.com", first_name: "Koffi", last_name: "Nkeng", phone: "670123457" },
}
const TOTALS = {
  subtotal: { value: "20" },
  original_total: 24,
  discount_total: 6,
  discount_subtotal: 5,
  tax_total: 3,
}
const WITH_TAX = { ...TOTALS, is_tax_inclusive: true }
const WITHOUT_TAX = { ...TOTALS, is_tax_inclusive: false }
const SHOWN_WITH_TAX = { price: 24, discount: 6, tax: 0 }
const SHOWN_WITHOUT_TAX = { price: { value: "20" }, discount: 5, tax: 3 }

const cart = {
  id: "cart_01",
  locale: "fr-CM",
  total: 119,
  currency_code: "eur",
  ...PERSON,
  items: [
    { title: "Default", product_title: "Coffee", variant_title: "250 g", quantity: 2, ...WITH_TAX },
    { title: "Soap", variant_title: "Default variant", quantity: "1", ...WITHOUT_TAX },
    { quantity: 1, ...WITHOUT_TAX },
  ],
  shipping_methods: [
    { name: "Courier", ...WITH_TAX },
    { name: null, ...WITHOUT_TAX, is_tax_inclusive: undefined },
  ],
}

const OPTIONS = { service: { currencyExponents: { eur: 2 } } }

type Records = Record<string, object | object[]>

/** The store's records, with payments of the session's collection. */
const store = ({ payment = [], ...records }: Records) =>
  storeOf({
    cart,
    ...records,
    payment: [payment].flat().map((each) => ({ payment_collection_id: "pay_col_01", ...each })),
  })
const read = (records: Records, options: Parameters<typeof readSessionFacts>[2] = OPTIONS) =>
  readSessionFacts(store(records).query, "payses_01", options)

describe("readSessionFacts", () => {
  it("reads the session and its cart by their ids, and payments by their collection", async () => {
    const { query, asked } = store({ payment_session: session })
    await readSessionFacts(query, "payses_01", OPTIONS)
    expect(asked).toEqual([
      { entity: "payment_session", filters: { id: "payses_01" } },
      { entity: "line_item", filters: { cart_id: "cart_01" } },
      { entity: "payment", filters: { payment_collection_id: "pay_col_01" } },
      { entity: "cart", filters: { id: "cart_01" } },
    ])
  })

  it("asks Medusa once for the decimals of a currency", async () => {
    const { query, asked } = store({
      payment_session: session,
      currency: { code: "eur", decimal_digits: "2" },
    })
    const exponents = []
    for (let times = 0; times < 2; times++)
      exponents.push(
        (await readSessionFacts(query, "payses_01", { service: { currencyExponents: {} } })).exponent
      )
    expect(exponents).toEqual([2, 2])
    expect(asked.filter(({ entity }) => entity === "currency")).toEqual([
      { entity: "currency", filters: { code: "eur" } },
    ])
  })

  it("says when Medusa does not know the currency", async () => {
    const { query } = store({ payment_session: session })
    expect(
      (await readSessionFacts(query, "payses_01", { service: { currencyExponents: {} } })).exponent
    ).toBeNull()
  })

  it("gives what is to be paid, by whom and for what", async () => {
    expect(await read({ payment_session: session })).toEqual({
      session_id: "payses_01",
      provider_id: "pp_paycollect_default",
      amount: { value: "119.0049" },
      currency_code: "eur",
      exponent: 2,
      payment_collection_id: "pay_col_01",
      cart_id: "cart_01",
      cart_gone: false,
      cart_price: { amount: 119, currency_code: "eur" },
      order: null,
      customer: { ...cart, customer: undefined },
      lines: {
        items: [
          { name: "Coffee - 250 g", quantity: 2, ...SHOWN_WITH_TAX },
          { name: "Soap", quantity: 1, ...SHOWN_WITHOUT_TAX },
          { name: "Item", quantity: 1, ...SHOWN_WITHOUT_TAX },
        ],
        shipping: [
          { name: "Courier", quantity: 1, ...SHOWN_WITH_TAX },
          { name: "Delivery", quantity: 1, ...SHOWN_WITHOUT_TAX },
        ],
      },
      bought: expect.objectContaining({ to: cart.shipping_address ?? null, billed: cart.billing_address }),
      tax: null,
      locale: "fr-CM",
      paid_session_ids: [],
      paid_references: [],
      paid_for: false,
      given_back: false,
      is_awaited: false,
      pay_anew: false,
      order_owes: null,
    })
  })

  it("gives the money alone to those that need no more: no person is read for it", async () => {
    const order = { id: "order_01", status: "pending", created_at: new Date(0) }
    const payment_session = { ...session, payment_collection: { ...session.payment_collection, order } }
    const {
      customer,
      lines,
      bought: _,
      tax: __,
      locale,
      order_owes,
      ...money
    } = await read({ payment_session })
    expect(order_owes).toBeNull()
    expect([customer, locale]).toEqual([{ ...cart, customer: undefined }, "fr-CM"])
    expect(lines).not.toBeNull()
    const { query } = store({ payment_session })
    const graph = jest.spyOn(query, "graph")
    expect(await readSessionMoney(query, "payses_01", OPTIONS)).toEqual(money)
    expect(JSON.stringify(graph.mock.calls)).not.toMatch(/email|phone|address|items/)
  })

  it("takes the customer of the order where there is no cart, and has no lines then", async () => {
    const linked = { id: "order_01", status: "pending", created_at: new Date(0) }
    const payment_collection = { id: "pay_col_02", cart_link: null, order: linked }
    const owing = order({ id: "order_01", payment_collections: [] })
    expect(
      await read({
        payment_session: { ...session, raw_amount: null, payment_collection },
        order: { ...owing, ...PERSON },
      })
    ).toMatchObject({
      amount: 119,
      cart_id: null,
      customer: PERSON,
      lines: null,
      locale: null,
    })
  })

  it.each([
    ["names", { billing_address: null, shipping_address: { ...address, last_name: " " } }],
    ["an e-mail", { email: null }],
    ["a phone that can be", { billing_address: { ...address, phone: "12" }, shipping_address: null }],
  ])("asks for her account where cart and addresses lack %s, and only there", async (_, lacking) => {
    const account = { id: "cus_01", ...PERSON.customer }
    const asksFor = async (facts: object) => {
      const { query, asked } = store({
        payment_session: session,
        cart: { ...cart, customer_id: "cus_01", ...facts },
        customer: account,
      })
      const { customer } = await readSessionFacts(query, "payses_01", OPTIONS)
      return [customer.customer, asked.some(({ entity }) => entity === "customer")]
    }
    expect(await asksFor(lacking)).toEqual([PERSON.customer, true])
    expect(await asksFor({})).toEqual([undefined, false])
    expect(await asksFor({ ...lacking, customer_id: null })).toEqual([undefined, false])
  })

  describe("of a cart that is an order", () => {
    const ordered = { id: "order_01", status: "pending", created_at: new Date(0) }
    const placed = (payment_collection: object, owed: number, facts: object = {}, paid = 0) =>
      read({
        payment_session: {
          ...session,
          raw_amount: null,
          payment_collection: { ...session.payment_collection, order: ordered, ...payment_collection },
          ...facts,
        },
        order: {
          ...order({
            id: "order_01",
            payment_collections: [],
            transactions: paid > 0 ? [{ amount: paid, reference_id: "capt_01" }] : [],
          }),
          summary: { current_order_total: owed + paid },
        },
      })

    it("asks for what the order owes, by whatever way it is paid; its cart is no price any more", async () => {
      expect(await placed({}, 119)).toMatchObject({
        order_owes: 11_900n,
        cart_price: null,
        paid_for: false,
        lines: { items: expect.anything() },
      })
      expect(await placed({}, 100)).toMatchObject({ order_owes: 10_000n, paid_for: false })
    })

    it("has no lines that say what a changed order costs", async () => {
      expect(await placed({}, 150, { amount: 150 })).toMatchObject({ order_owes: 15_000n, lines: null })
      expect(await placed({ cart_link: null }, 119)).toMatchObject({ lines: null })
    })

    it("is paid for once the order owes nothing, unless it was canceled", async () => {
      expect(await placed({}, 0, {}, 119)).toMatchObject({ order_owes: 0n, paid_for: true })
      expect(await placed({}, -1, {}, 119)).toMatchObject({ paid_for: true })
      const canceled = await placed({ order: { ...ordered, status: "canceled" } }, 0, {}, 119)
      expect([canceled.paid_for, isPayable(canceled)]).toEqual([false, false])
    })

    it("is paid for by nobody where an edit took all of it off, and a draft asks for nothing yet", async () => {
      const free = await placed({}, 0)
      expect([free.order_owes, free.paid_for, isPayable(free)]).toEqual([0n, false, true])
      const draft = await placed({ order: { ...ordered, is_draft_order: true } }, 119)
      expect([draft.paid_for, isPayable(draft)]).toEqual([false, false])
    })

    it("is not asked what it owes in a currency that nobody knows", async () => {
      const { query, asked } = store({
        payment_session: {
          ...session,
          payment_collection: { ...session.payment_collection, order: ordered },
        },
      })
      const facts = await readSessionFacts(query, "payses_01", { service: { currencyExponents: {} } })
      expect([facts.exponent, facts.order_owes]).toEqual([null, null])
      expect(asked.map(({ entity }) => entity)).not.toContain("order")
    })
  })

  it("knows nobody where there is neither cart nor order", async () => {
    const facts = await read({ payment_session: { ...session, payment_collection: { id: "pay_col_03" } } })
    expect(facts.customer).toEqual({})
    expect(facts.paid_session_ids).toEqual([])
  })

  it.each([
    ["by the shop", {}, [{ amount: 119, created_by: "user_01" }], true],
    ["in part", {}, [{ amount: 118 }], false],
    ["by core, which asks for it again", {}, [{ amount: 119, created_by: null }], false],
    [
      "before it was captured",
      { captured_at: null, captures: [] },
      [{ amount: 119, created_by: "user_01" }],
      false,
    ],
  ])("knows whether an order's money was given back: %s", async (_, more, refunds, expected) => {
    const collection = session.payment_collection
    const captured = { captured_at: new Date(), captures: [{ amount: 119 }] }
    const payment = { amount: 119, ...captured, refunds, ...more }
    const factsOf = async (order: object | null) =>
      await read({
        payment_session: { ...session, payment_collection: { ...collection, order } },
        payment,
      })
    const facts = await factsOf({ id: "order_01", status: "pending" })
    expect([facts.given_back, isPayable(facts)]).toEqual([expected, !expected])
    expect(isPayable(await factsOf(null))).toBe(true)
  })

  it("says that an order's money was given back although another payment beside it was not", async () => {
    const collection = session.payment_collection
    const created_at = new Date(1_000)
    const given = {
      amount: 119,
      captured_at: created_at,
      captures: [{ amount: 119 }],
      // By a program of the shop: only the time tells it from core's own booking-back.
      refunds: [{ amount: 119, created_by: null, created_at: new Date(2_000) }],
    }
    const never = { amount: 119, captured_at: null, canceled_at: created_at }
    const facts = await read({
      payment_session: {
        ...session,
        payment_collection: { ...collection, order: { id: "order_01", status: "pending", created_at } },
      },
      payment: [never, given],
    })
    expect(facts).toMatchObject({ given_back: true, order: { id: "order_01", status: "pending" } })
    expect(isPayable(facts)).toBe(false)
  })

  it("names the money of payments that stand, as our own authorization wrote it", async () => {
    const of = (merchant_reference?: string) => ({ amount: 1, data: { merchant_reference } })
    const gone = { ...of("cart_01-3"), canceled_at: new Date() }
    const facts = await read({
      payment_session: session,
      payment: [of("cart_01-1"), of(), { amount: 1, data: null }, gone, of("cart_01-2")],
    })
    expect(facts.paid_references).toEqual(["cart_01-1", "cart_01-2"])
  })

  it("compares to the unit that can be paid: exactly, while the currency is not known", async () => {
    const records = { payment_session: session, payment: [{ amount: "0.004" }] }
    expect((await read(records)).paid_for).toBe(false)
    const unknown = await read(records, { service: { currencyExponents: {} } })
    expect([unknown.exponent, unknown.paid_for]).toEqual([null, true])
  })

  it("has no lines of a cart that has none", async () => {
    const bare = { ...cart, items: null, shipping_methods: null }
    const { lines } = await read({ payment_session: session, cart: bare })
    expect(lines).toMatchObject({ items: [], shipping: [] })
  })

  it("names the sessions whose payment still stands", async () => {
    const payment = (id: string, more: object = {}) => ({
      amount: 100,
      payment_session_id: id,
      refunds: [],
      ...more,
    })
    const payments = [
      payment("stands"),
      payment("canceled", { canceled_at: new Date() }),
      payment("given-back", { refunds: [{ amount: 60 }, { amount: { value: "40" } }] }),
      payment("given-back-in-part", { refunds: [{ amount: "99.99" }] }),
      payment("tenths", { amount: 0.3, refunds: [{ amount: 0.1 }, { amount: 0.2 }] }),
      { amount: 100, payment_session_id: null },
    ]
    const facts = await read({ payment_session: session, payment: payments })
    expect(facts.paid_session_ids).toEqual(["stands", "given-back-in-part"])
  })

  it.each([
    ["nothing was paid", [], false],
    ["another session paid it", [{ amount: { value: "119.0049" } }], true],
    ["another provider's part leaves too little to pay", [{ amount: 1 }], true],
    ["all that was paid went back", [{ amount: 119, refunds: [{ amount: 119 }] }], false],
    ["what was paid is canceled", [{ amount: 119, canceled_at: new Date() }], false],
  ])("says whether it is paid for already: %s", async (_when, payments, paidFor) => {
    const facts = await read({ payment_session: session, payment: payments })
    expect(facts.paid_for).toBe(paidFor)
  })

  it("refuses a session that is gone", async () => {
    await expect(read({})).rejects.toMatchObject({
      type: "not_found",
      message: expect.stringContaining("payses_01"),
    })
  })
})
