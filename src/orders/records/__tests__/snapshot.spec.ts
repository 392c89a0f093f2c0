import { openChanges, readSnapshot } from "../snapshot"
import { storeOf } from "./medusa"
import {
  attempt,
  cartSnapshot,
  collection,
  order,
  paidOrder,
  payment,
  refund,
  session,
  withPayments,
  withSessions,
} from "./records"

const CART = {
  id: "cart_1",
  total: 10_000,
  currency_code: "xaf",
  completed_at: null,
  payment_collection: collection(),
}

type Records = Record<string, object | object[]>

/** Medusa's records of the cart and of the collection, linked to the order where there is one. */
const store = (records: Records) =>
  storeOf(
    Object.fromEntries(
      Object.entries(records).map(([entity, found]) => [
        entity,
        entity.startsWith("order_") && entity !== "order_change"
          ? [found].flat().map((link) => ({ cart_id: "cart_1", payment_collection_id: "pay_col_1", ...link }))
          : found,
      ])
    )
  )

const ledger = (attempts = [attempt()]) => ({
  attemptsOf: (id: string) => Promise.resolve({ attempts: id === "missing" ? [] : attempts, payers: {} }),
  payersOf: (ids: string[]) => Promise.resolve(Object.fromEntries(ids.map((id) => [id, "pcint_1"]))),
})
const OF_CART = { subject_id: "cart_1", cart_id: "cart_1", payment_collection_id: "pay_col_1" }
const OF_COLLECTION = { subject_id: "pay_col_1", cart_id: null, payment_collection_id: "pay_col_1" }

const read = async (
  records: Records,
  subject: Parameters<typeof readSnapshot>[2] = OF_CART,
  options = {}
) => {
  const { query, asked } = store(records)
  return { snapshot: await readSnapshot(query, ledger(), subject, options), asked }
}

describe("readSnapshot", () => {
  it("reads a cart that is no order yet, with its collection", async () => {
    const { snapshot, asked } = await read({ cart: [CART] })
    expect(snapshot).toEqual(cartSnapshot())
    expect(asked).toEqual([
      { entity: "order_cart", filters: { cart_id: "cart_1" } },
      { entity: "line_item", filters: { cart_id: "cart_1" } },
      { entity: "cart", filters: { id: "cart_1" } },
    ])
  })

  it("asks for no cart once there is an order, whose money comes with it in one question", async () => {
    const { snapshot, asked } = await read({
      order_cart: [{ order_id: "order_1", order: order() }],
      cart: [CART],
    })
    expect(snapshot).toMatchObject({ cart: null, orders: [order()], collections: [collection()] })
    expect(asked.map(({ entity }) => entity)).toEqual(["order_cart"])
  })

  it("reads of an order all that decides about its money", async () => {
    const edited = paidOrder({
      is_draft_order: true,
      credit_lines: [{ amount: 5 }],
      fulfillments: [{ canceled_at: null }],
      payment_collections: withPayments(payment({ refunds: [refund(1)] })),
    })
    for (const subject of [OF_CART, OF_COLLECTION]) {
      const { snapshot } = await read(
        { order_cart: [{ order: edited }], order_payment_collection: [{ order: edited }] },
        subject
      )
      expect(snapshot).toMatchObject({ orders: [edited], collections: edited.payment_collections })
    }
  })

  it("reads all orders of a cart", async () => {
    const canceled = order({ id: "order_0", status: "canceled", payment_collections: [] })
    const { snapshot } = await read({ order_cart: [{ order: canceled }, { order: order() }] })
    expect(snapshot).toMatchObject({ orders: [{ id: "order_0" }, { id: "order_1" }] })
  })

  it("reads collections that attempts name and core did not link, each once", async () => {
    const other = collection({ id: "pay_col_2", payment_sessions: [session({ id: "payses_2" })] })
    const { query, asked } = store({ order_cart: [{ order: order() }], payment_collection: [other] })
    const attempts = [
      attempt({ payment_collection_id: "pay_col_2" }),
      attempt({ id: "pcint_2", payment_collection_id: "pay_col_2" }),
    ]
    const snapshot = await readSnapshot(query, ledger(attempts), OF_CART)
    expect(snapshot).toMatchObject({
      collections: [{ id: "pay_col_1" }, { id: "pay_col_2" }],
      payers: { payses_1: "pcint_1", payses_2: "pcint_1" },
    })
    expect(asked.at(-1)).toEqual({ entity: "payment_collection", filters: { id: ["pay_col_2"] } })
  })

  it("reads the order of a collection without a cart, or the bare collection", async () => {
    const linked = await read({ order_payment_collection: [{ order: order() }] }, OF_COLLECTION)
    expect(linked.snapshot).toMatchObject({ cart: null, orders: [{ id: "order_1" }] })
    const foreign = [{ payment_collection_id: "pay_col_9", order: order({ id: "order_9" }) }]
    const { snapshot } = await read({ order_payment_collection: foreign }, OF_COLLECTION)
    expect(snapshot).toMatchObject({ orders: [] })
    const bare = await read({ payment_collection: [collection()], cart: [CART] }, OF_COLLECTION)
    expect(bare.snapshot).toMatchObject({ cart: null, orders: [], collections: [{ id: "pay_col_1" }] })
    expect(bare.asked.map(({ entity }) => entity)).toEqual(["order_payment_collection", "payment_collection"])
  })

  it("takes the cart's own collection while only the cart is known", async () => {
    const { snapshot } = await read(
      { cart: [CART] },
      { subject_id: "cart_1", cart_id: "cart_1", payment_collection_id: null }
    )
    expect(snapshot).toMatchObject({ collections: [{ id: "pay_col_1" }] })
  })

  it("takes the subject for its collection where nothing else names one", async () => {
    const { snapshot } = await read(
      { order_payment_collection: [{ order: order() }] },
      { ...OF_COLLECTION, payment_collection_id: null }
    )
    expect(snapshot).toMatchObject({ orders: [{ id: "order_1" }] })
  })

  it("reads the subject's collection also before any attempt names it, and asks for no other", async () => {
    const { query, asked } = store({ payment_collection: [collection()] })
    expect(await readSnapshot(query, ledger([]), OF_COLLECTION)).toMatchObject({
      collections: [collection()],
    })
    const { query: empty, asked: askedOfCart } = store({ cart: [CART] })
    await readSnapshot(empty, ledger([]), { ...OF_CART, payment_collection_id: null })
    expect([...asked, ...askedOfCart].map(({ entity }) => entity)).toEqual([
      "order_payment_collection",
      "payment_collection",
      "order_cart",
      "line_item",
      "cart",
    ])
  })

  it("reads the order that an employee gave the money to, not the cart's, and both collections", async () => {
    const target = order({ id: "order_9", payment_collections: [collection({ id: "pay_col_9" })] })
    const subject = { ...OF_CART, assigned_order_id: "order_9", assigned_collection_id: "pay_col_9" }
    const records = {
      order: [target],
      cart: [CART],
      order_cart: [{ order: order() }],
      payment_collection: [collection()],
    }
    const { snapshot, asked } = await read(records, subject)
    expect(snapshot).toMatchObject({
      cart: null,
      orders: [target],
      collections: [{ id: "pay_col_9" }, { id: "pay_col_1" }],
    })
    expect(asked.map(({ entity }) => entity)).toEqual(["order", "payment_collection"])
    expect((await read({ ...records, order: [] }, subject)).snapshot).toMatchObject({
      cart: null,
      orders: [],
    })
  })

  it("asks the ledger for payers only where there is a session", async () => {
    const payersOf = jest.fn().mockResolvedValue({})
    const { query } = store({ cart: [{ ...CART, payment_collection: collection({ payment_sessions: [] }) }] })
    await readSnapshot(query, { ...ledger(), payersOf }, OF_CART)
    expect(payersOf).not.toHaveBeenCalled()
  })

  it("asks of sessions of ours who pays them, where the subject's own attempts do not", async () => {
    const payersOf = jest.fn().mockResolvedValue({ payses_2: "pcint_9" })
    const payers = { payses_1: "pcint_1" }
    const attempts = { attempts: [attempt()], payers }
    const foreign = session({ id: "payses_3", provider_id: "pp_system_default" })
    const of = async (...sessions: ReturnType<typeof session>[]) => {
      const { query } = store({ cart: [{ ...CART, payment_collection: withSessions(...sessions)[0] }] })
      return await readSnapshot(query, { attemptsOf: () => Promise.resolve(attempts), payersOf }, OF_CART)
    }
    expect(await of(session(), foreign)).toMatchObject({ payers })
    expect(payersOf).not.toHaveBeenCalled()
    expect(await of(session(), session({ id: "payses_2" }), foreign)).toMatchObject({
      payers: { ...payers, payses_2: "pcint_9" },
    })
    expect(payersOf.mock.calls).toEqual([[["payses_2"]]])
  })

  it("takes attempts that its caller has read already", async () => {
    const attemptsOf = jest.fn()
    const { query } = store({ cart: [CART] })
    const read = { attempts: [attempt({ id: "pcint_7" })], payers: { payses_1: "pcint_7" } }
    expect(await readSnapshot(query, { ...ledger(), attemptsOf }, OF_CART, { attempts: read })).toMatchObject(
      read
    )
    expect(attemptsOf).not.toHaveBeenCalled()
  })

  it("knows a cart that is gone, and one without a collection", async () => {
    expect((await read({})).snapshot).toMatchObject({ cart: null, collections: [] })
    const without = await read({ cart: [{ ...CART, payment_collection: null }] })
    expect(without.snapshot).toMatchObject({ cart: { payment_collection_id: null }, collections: [] })
  })

  it("takes a linked collection that was deleted for gone", async () => {
    const broken = order({ payment_collections: [null as never, collection()] })
    expect((await read({ order_cart: [{ order: broken }] })).snapshot).toMatchObject({
      orders: [{ payment_collections: [{ id: "pay_col_1" }] }],
      collections: [{ id: "pay_col_1" }],
    })
  })

  describe("where no money came", () => {
    const links = { openUntil: jest.fn() }
    beforeEach(() => links.openUntil.mockReset().mockResolvedValue(null))

    it("asks for open changes, of an order", async () => {
      const change = { id: "ordch_1", order_id: "order_1", change_type: "edit", created_at: new Date() }
      const { snapshot, asked } = await read(
        {
          order_cart: [{ order: order() }],
          order_change: [
            { ...change, status: "requested" },
            { ...change, status: "confirmed" },
          ],
        },
        OF_CART,
        { unpaid: links }
      )
      expect(snapshot).toMatchObject({ changes: [change] })
      expect(asked.at(-1)).toEqual({
        entity: "order_change",
        filters: { order_id: ["order_1"], status: ["pending", "requested"] },
      })
      const { query, asked: without } = store({ order_change: [change] })
      expect([await openChanges(query, []), without]).toEqual([[], []])
    })

    it("asks until when a link asks for the order, or for its cart", async () => {
      const askedUntil = new Date("2026-02-01T12:00:00Z")
      links.openUntil.mockResolvedValue(askedUntil)
      const { snapshot } = await read({ order_cart: [{ order: order() }] }, OF_CART, { unpaid: links })
      expect(snapshot).toMatchObject({ askedUntil })
      expect(links.openUntil.mock.calls).toEqual([[["cart_1"], ["order_1"]]])
    })

    it("knows the payments in the order's other collections, each once", async () => {
      const attemptsOf = jest.fn((id: string) =>
        Promise.resolve({ attempts: [attempt({ id: `of_${id}` })], payers: {} })
      )
      const both = order({ payment_collections: [collection(), collection({ id: "pay_col_2" })] })
      const { query } = store({ order_cart: [{ order: both }] })
      const snapshot = await readSnapshot(query, { ...ledger(), attemptsOf }, OF_CART, { unpaid: links })
      expect(snapshot).toMatchObject({ attempts: [{ id: "of_cart_1" }, { id: "of_pay_col_2" }] })
      expect(attemptsOf.mock.calls).toEqual([["cart_1"], ["pay_col_2"]])
    })

    it("knows those of an order that nobody named the collection of", async () => {
      const attemptsOf = jest.fn((id: string) =>
        Promise.resolve({ attempts: id === "cart_1" ? [attempt()] : [], payers: {} })
      )
      const { query } = store({ order_cart: [{ order: order() }] })
      const subject = { ...OF_CART, payment_collection_id: null }
      await readSnapshot(query, { ...ledger(), attemptsOf }, subject, { unpaid: links })
      expect(attemptsOf.mock.calls).toEqual([["cart_1"]])
    })

    it("asks for none of it while there is no order", async () => {
      const { snapshot } = await read({ cart: [CART] }, OF_CART, { unpaid: links })
      expect(snapshot).toEqual(cartSnapshot())
      expect(links.openUntil).not.toHaveBeenCalled()
    })
  })

  it("knows of what came in an order's other collections only what Medusa has", async () => {
    const both = order({ payment_collections: [collection(), collection({ id: "pay_col_2" })] })
    const { snapshot } = await read({ order_cart: [{ order: both }] })
    expect(snapshot).toMatchObject({ attempts: [attempt()], changes: [] })
  })

  const broken: [string, Records][] = [
    ["a linked order that does not come", { order_cart: [{ order: null }] }],
    [
      "payments that do not come",
      { cart: [{ ...CART, payment_collection: collection({ payments: undefined }) }] },
    ],
    [
      "sessions that do not come",
      { cart: [{ ...CART, payment_collection: collection({ payment_sessions: undefined }) }] },
    ],
    [
      "captured money without payments",
      { cart: [{ ...CART, payment_collection: collection({ captured_amount: 1 }) }] },
    ],
    [
      "captured money of an unreadable sum",
      { cart: [{ ...CART, payment_collection: collection({ captured_amount: "?" }) }] },
    ],
    ["a collection's amount", { cart: [{ ...CART, payment_collection: collection({ amount: undefined }) }] }],
    [
      "a session's amount",
      {
        cart: [{ ...CART, payment_collection: collection({ payment_sessions: [session({ amount: "?" })] }) }],
      },
    ],
    [
      "a payment's amount",
      { cart: [{ ...CART, payment_collection: collection({ payments: [payment({ amount: "?" })] }) }] },
    ],
    [
      "a capture's amount",
      {
        cart: [
          {
            ...CART,
            payment_collection: collection({
              payments: [payment({ captures: [{ id: "c", amount: "?", created_at: "" }] })],
            }),
          },
        ],
      },
    ],
    [
      "a refund's amount",
      {
        cart: [
          {
            ...CART,
            payment_collection: collection({ payments: [payment({ refunds: [{ amount: "?" }] })] }),
          },
        ],
      },
    ],
    ["the cart's total", { cart: [{ ...CART, total: undefined }] }],
    ["an order's summary", { order_cart: [{ order: order({ summary: undefined }) }] }],
    [
      "an order's summary's amounts",
      {
        order_cart: [{ order: order({ summary: { current_order_total: undefined as never } }) }],
      },
    ],
    ["an order's transactions", { order_cart: [{ order: order({ transactions: undefined }) }] }],
    ["a transaction's amount", { order_cart: [{ order: order({ transactions: [{ amount: "?" }] }) }] }],
    ["an order's credit lines", { order_cart: [{ order: order({ credit_lines: undefined }) }] }],
    ["an order's fulfillments", { order_cart: [{ order: order({ fulfillments: undefined }) }] }],
  ]
  it.each(broken)("concludes nothing without %s", async (_, records) => {
    expect((await read(records)).snapshot).toEqual({ unreadable: expect.any(String) })
  })

  it("believes a collection that never captured, and one whose captures are there", async () => {
    for (const captured_amount of [null, 0, "0"])
      expect(
        (await read({ cart: [{ ...CART, payment_collection: collection({ captured_amount }) }] })).snapshot
      ).toHaveProperty("cart")
    const paid = collection({ captured_amount: 10_000, payments: [payment()] })
    const untouched = collection({ payments: [payment({ captures: null, refunds: null })] })
    for (const payment_collection of [paid, untouched])
      expect((await read({ cart: [{ ...CART, payment_collection }] })).snapshot).toHaveProperty("cart")
  })
})
