import { partsOf } from "../../../payments/names"
import { referencesSince, orphanRecordsOf } from "../records"
import { storeOf } from "../../../orders/records/__tests__/medusa"
import {
  AT,
  attempt,
  collection,
  order,
  OURS,
  payment,
  refund,
  session,
  takenBack,
} from "../../../orders/records/__tests__/records"

type Records = Record<string, object | object[]>
const provided = (facts: Parameters<typeof attempt>[0] = {}) => ({ ...attempt(facts), provider_id: OURS })

const ledgerOf = (attempts: ReturnType<typeof provided>[]) => ({
  attemptsOf: () => Promise.resolve({ attempts, payers: {} }),
  payersOf: () => Promise.resolve({}),
})

/** What is left of the first payment of `cart_1` (or of a collection without a cart), whose own row is gone. */
const trace = (
  records: Records,
  { reference = "cart_1-1", attempts = [] as ReturnType<typeof provided>[] } = {}
) => orphanRecordsOf(storeOf(records).query, ledgerOf(attempts), { reference, ...partsOf(reference)! })
const found = async (...given: Parameters<typeof trace>) => {
  const seen = await trace(...given)
  if (!seen || seen === "unreadable") throw new Error(`Expected a trace, not ${seen}`)
  return seen
}

const CART = { id: "cart_1", total: 119, currency_code: "eur", completed_at: null }
const ordered = (...payment_collections: ReturnType<typeof collection>[]) => ({
  order_cart: [{ cart_id: "cart_1", order: order({ payment_collections }) }],
})
const bare = (id: string, facts: Parameters<typeof collection>[0] = {}) =>
  collection({ id, payment_sessions: [], ...facts })
const OTHERS = "pp_system_default"

describe("the trace of a payment whose row is gone", () => {
  it("is none where nothing of its cart or collection is in this store", async () => {
    expect(await trace({})).toBeNull()
    const others = { cart: { ...CART, id: "cart_2" }, payment_collection: collection({ id: "pay_col_2" }) }
    expect(await trace(others)).toBeNull()
    expect(await trace(others, { reference: "pay_col_1-1" })).toBeNull()
  })

  it("is looked for by the cart alone, or by the collection alone, and its payments once by their name", async () => {
    for (const [reference, entities] of [
      ["cart_1-1", ["order_cart", "payment", "line_item", "cart"]],
      ["pay_col_1-1", ["order_payment_collection", "payment", "payment_collection"]],
    ] as const) {
      const store = storeOf({})
      await orphanRecordsOf(store.query, ledgerOf([]), { reference, ...partsOf(reference)! })
      expect(store.asked.map(({ entity }) => entity)).toEqual(entities)
    }
  })

  it("is a cart that nothing was paid for: its price now", async () => {
    const seen = await found({ cart: CART })
    expect(seen).toMatchObject({
      payment_collection_id: "",
      provider_id: null,
      price: { amount: 119, currency_code: "eur" },
      used_by_session_id: null,
    })
    expect(seen.refunds(0)).toEqual([])
  })

  it("is the cart's own price, not that of the collection it was asked for with", async () => {
    const { price, payment_collection_id, provider_id } = await found({
      cart: { ...CART, payment_collection: collection() },
    })
    expect(price).toEqual({ amount: 119, currency_code: "eur" })
    expect([payment_collection_id, provider_id]).toEqual(["pay_col_1", OURS])
  })

  it("is an order whose cart and collections are gone: nothing says what it was to be paid with", async () => {
    expect(await found(ordered())).toMatchObject({
      payment_collection_id: "",
      provider_id: null,
      price: null,
      used_by_session_id: null,
    })
  })

  it("is a collection without a cart: what it asks for", async () => {
    const records = { payment_collection: collection({ id: "pay_col_7" }) }
    const seen = await found(records, { reference: "pay_col_7-2" })
    expect(seen).toMatchObject({
      payment_collection_id: "pay_col_7",
      provider_id: OURS,
      price: { amount: 10_000, currency_code: "xaf" },
    })
  })

  it("is the collection that it names, and no other of its order", async () => {
    const asked = bare("pay_col_7", { amount: 3_600 })
    const linked = {
      order: order({ payment_collections: [collection(), asked] }),
      payment_collection_id: "pay_col_7",
    }
    const seen = await found({ order_payment_collection: linked }, { reference: "pay_col_7-1" })
    expect(seen).toMatchObject({ payment_collection_id: "pay_col_7", price: { amount: 3_600 } })
  })

  it("is the order of such a collection, however it was linked", async () => {
    const linked = { order: order({ payment_collections: [] }), payment_collection_id: "pay_col_7" }
    const seen = await found({ order_payment_collection: linked }, { reference: "pay_col_7-2" })
    expect(seen).toMatchObject({ payment_collection_id: "", price: null })
  })

  it("is another attempt of the same cart, which names the provider where no session does", async () => {
    const attempts = [provided({ payment_collection_id: "" })]
    expect(await found({}, { attempts })).toMatchObject({ provider_id: OURS, price: null })
  })

  it("cannot be read while Medusa's answers lack something", async () => {
    expect(await trace({ order_cart: [{ cart_id: "cart_1", order: null }] })).toBe("unreadable")
  })
})

describe("Medusa's payment of lost money", () => {
  const part = { refunds: [refund("1.005"), refund(2_000)] }

  it("says the number that the customer knows it by", async () => {
    const of = async (data: object) =>
      (await found(ordered(collection({ payments: [payment({ data: data as never })] })))).payment_number
    const data = { merchant_reference: "cart_1-1" }
    expect(await of({ ...data, payment_number: "P7K2-M4QX" })).toBe("P7K2-M4QX")
    expect(await of(data)).toBeNull()
  })

  it("is the one that names its reference, with what of it went back", async () => {
    const another = payment({
      id: "pay_0",
      payment_session_id: "payses_0",
      data: { merchant_reference: "cart_1-2" },
    })
    const own = payment({ provider_id: `${OURS}_2`, payment_session_id: "payses_9", ...part })
    const seen = await found(ordered(bare("pay_col_0"), bare("pay_col_1", { payments: [another, own] })))
    expect(seen).toMatchObject({
      payment_collection_id: "pay_col_1",
      provider_id: `${OURS}_2`,
      used_by_session_id: "payses_9",
    })
    const amounts = (exponent: number) => seen.refunds(exponent).map(({ amount }) => amount)
    expect([amounts(0), amounts(2)]).toEqual([
      [1n, 2_000n],
      [101n, 200_000n],
    ])
  })

  it("went back by each refund so that they are together what their sum is rounded to", async () => {
    const halves = payment({ refunds: [refund("0.5"), refund("0.5"), refund(2)] })
    const seen = await found(ordered(collection({ payments: [halves] })))
    expect(seen.refunds(0).map(({ amount }) => amount)).toEqual([1n, 0n, 2n])
  })

  it("is none where core booked it back: its money is still to be used", async () => {
    const payments = [payment(takenBack)]
    expect(await found({ cart: { ...CART, payment_collection: collection({ payments }) } })).toMatchObject({
      used_by_session_id: null,
    })
  })

  it("is spent where a program gave it back after the order stood, which looks like core's booking back before", async () => {
    const refundedAt = (ms: number) => {
      const back = refund(10_000, { created_at: new Date(AT.getTime() + ms) })
      return found(ordered(collection({ payments: [payment({ refunds: [{ ...back, created_by: null }] })] })))
    }
    expect(await refundedAt(-1)).toMatchObject({ used_by_session_id: null })
    expect(await refundedAt(1)).toMatchObject({ used_by_session_id: "payses_1" })
  })
})

describe("lost money that lies in what is not its cart's", () => {
  const own = { id: "pay_col_5", order: { id: "order_5", created_at: AT } }
  const named = (more: object = {}, payment_collection: object = own) => ({
    ...payment({
      provider_id: `${OURS}_2`,
      payment_session_id: "payses_5",
      amount: 4_200,
      currency_code: "xaf",
    }),
    ...more,
    payment_collection,
  })
  const inOrder = {
    assigned: { order_id: "order_5", collection_id: "pay_col_5" },
    provider_id: `${OURS}_2`,
    price: { amount: 4_200, currency_code: "xaf" },
    used_by_session_id: "payses_5",
  }

  it("is found in the order that an employee gave it to, beside the cart or after it", async () => {
    const beside = await found({ cart: { ...CART, payment_collection: collection() }, payment: named() })
    expect(beside).toMatchObject({ ...inOrder, payment_collection_id: "pay_col_1" })
    expect(await found({ payment: named() })).toMatchObject({ ...inOrder, payment_collection_id: "" })
    const ofOrder = ordered(collection())
    expect(await found({ ...ofOrder, payment: named() })).toMatchObject(inOrder)
  })

  it("is found in a collection without an order, which is its own then", async () => {
    const seen = await found({ cart: CART, payment: named({}, { id: "pay_col_5", order: null }) })
    expect(seen).toMatchObject({ ...inOrder, assigned: null, payment_collection_id: "pay_col_5" })
  })

  it("has gone back there as Medusa says", async () => {
    const seen = await found({ payment: named({ refunds: [refund(200, { created_by: "user_1" })] }) })
    expect(seen.refunds(0).map(({ amount }) => amount)).toEqual([200n])
  })

  it.each<[string, object]>([
    ["of another name", { data: { merchant_reference: "cart_1-2" } }],
    ["of another provider", { provider_id: OTHERS }],
    ["that core took back", takenBack],
  ])("is not found in a payment %s", async (_, more) => {
    expect(await trace({ payment: named(more) })).toBeNull()
    expect(await found({ cart: CART, payment: named(more) })).toMatchObject({
      assigned: null,
      used_by_session_id: null,
    })
  })

  it("is its own payment's where both stand", async () => {
    const seen = await found({ ...ordered(collection({ payments: [payment()] })), payment: named() })
    expect(seen).toMatchObject({
      assigned: null,
      payment_collection_id: "pay_col_1",
      used_by_session_id: "payses_1",
    })
  })
})

describe("the collection of lost money", () => {
  const chosen = async (...given: Parameters<typeof trace>) => (await found(...given)).payment_collection_id
  const ofCart = (own: object, ...more: object[]) => ({
    cart: { ...CART, payment_collection: own },
    payment_collection: more,
  })
  /** Collections that the cart does not name any more are known by the attempts that name them. */
  const attempts = [provided({ payment_collection_id: "pay_col_2" })]

  it("is the one with its payment, before the cart's own", async () => {
    const records = ofCart(collection(), bare("pay_col_2", { payments: [payment()] }))
    expect(await chosen(records, { attempts })).toBe("pay_col_2")
  })

  it("is the cart's own, before one with a session of ours", async () => {
    const paidBy = [session({ provider_id: OTHERS })]
    const records = ofCart(bare("pay_col_1", { payment_sessions: paidBy }), collection({ id: "pay_col_2" }))
    expect(await chosen({ ...records }, { attempts })).toBe("pay_col_1")
    const { order_cart } = ordered(
      bare("pay_col_1", { payment_sessions: paidBy }),
      collection({ id: "pay_col_2" })
    )
    expect(await chosen({ order_cart })).toBe("pay_col_2")
  })

  it("is one with a session of ours, before the first", async () => {
    const both = [session({ provider_id: OTHERS }), session({ id: "payses_2" })]
    const records = ordered(bare("pay_col_1"), bare("pay_col_2", { payment_sessions: both }))
    expect(await found(records)).toMatchObject({ payment_collection_id: "pay_col_2", provider_id: OURS })
  })

  it("is the first where none says more; another provider's session does not name ours", async () => {
    const others = { payment_sessions: [session({ provider_id: OTHERS })] }
    const records = ordered(bare("pay_col_1"), bare("pay_col_2", others))
    expect(await chosen(records)).toBe("pay_col_1")
    const only = await found(ordered(bare("pay_col_2", others)))
    expect(only).toMatchObject({ payment_collection_id: "pay_col_2", provider_id: null })
  })
})

describe("the references that sessions were given since a backup", () => {
  it("are those of our providers' sessions that had got one", async () => {
    const made = (reference: unknown, facts: object = {}) => ({
      ...session(),
      created_at: AT,
      data: { merchant_reference: reference },
      ...facts,
    })
    const { query } = storeOf({
      payment_session: [
        made("cart_1-1"),
        made("cart_2-1", { provider_id: OTHERS }),
        made("cart_3-1", { created_at: new Date(AT.getTime() - 1) }),
        made(7),
        made(undefined),
        made("cart_4-1", { data: null }),
        made("cart_5-2"),
      ],
    })
    expect(await referencesSince(query, AT)).toEqual(["cart_1-1", "cart_5-2"])
  })

  it("are a thousand at most, the newest", async () => {
    const payment_session = Array.from({ length: 1_001 }, (_, index) => ({
      ...session({ id: `payses_${index}` }),
      created_at: new Date(AT.getTime() + index),
      data: { merchant_reference: `cart_${index}-1` },
    }))
    const references = await referencesSince(storeOf({ payment_session }).query, AT)
    expect([references.length, references[0]]).toEqual([1_000, "cart_1000-1"])
  })
})
