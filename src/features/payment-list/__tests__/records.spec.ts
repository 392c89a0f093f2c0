import { soughtBy } from "../sought"
import { peopleNamed, recordsNamed } from "../records"
import { storeOf } from "../../../orders/records/__tests__/medusa"

const DAY = 24 * 3_600_000
const NOW = new Date("2026-11-22T12:00:00Z")
const ago = (days: number) => ({ created_at: new Date(NOW.getTime() - days * DAY) })
const SINCE = ago(90).created_at

const ama = { customer_id: "cus_1", email: "ama@example.com" }
const records = {
  customer: [
    { id: "cus_1", first_name: "Ama", last_name: "Nkeng", phone: "+237 6 70 12 34 56", ...ago(900) },
    { id: "cus_3", first_name: "Esi", last_name: "Mensah", email: "esi@example.com", phone: null, ...ago(1) },
  ],
  order: [
    { id: "order_1", display_id: 12, ...ama, shipping_address_id: "ordaddr_1", ...ago(10) },
    { id: "order_2", display_id: 13, customer_id: null, email: null, ...ago(11) },
    { id: "order_3", display_id: 14, email: "Ama@Example.com", customer_id: null, ...ago(300) },
    { id: "order_4", display_id: 15, email: "gone@example.com", customer_id: "cus_erased", ...ago(12) },
  ],
  cart: [
    { id: "cart_1", ...ama, ...ago(10) },
    { id: "cart_2", email: "koffi_n@example.com", billing_address_id: "caaddr_2", ...ago(11) },
    { id: "cart_3", ...ago(12) },
    { id: "cart_4", email: "gone@example.com", customer_id: "cus_erased", ...ago(12) },
    { id: "cart_5", email: "koffi@example.com", billing_address_id: "caaddr_2", ...ago(130) },
  ],
  address: [
    { id: "caaddr_2", first_name: "Koffi", last_name: "N'Guessan", phone: "06 12 34 56 78", ...ago(11) },
    { id: "caaddr_9", first_name: "Koffi", last_name: "Old", phone: "06 12 34 56 78", ...ago(130) },
  ],
  order_address: [{ id: "ordaddr_1", first_name: "A.", last_name: "Nkeng", phone: "670123456", ...ago(10) }],
  order_cart: [
    { order_id: "order_1", cart_id: "cart_1" },
    { order_id: "order_2", cart_id: "cart_2" },
  ],
  order_payment_collection: [
    { order_id: "order_1", payment_collection_id: "pay_col_link" },
    { order_id: "order_9", payment_collection_id: "pay_col_9" },
  ],
}
const NOTHING = { cart_ids: [], order_ids: [], collection_ids: [] }

describe("what only one customer or order has", () => {
  const named = async (text: string) => {
    const { query, asked } = storeOf(records)
    return { ...(await recordsNamed(query, soughtBy(text))), asked: asked.length }
  }
  const FIRST = { cart_ids: ["cart_1"], order_ids: ["order_1"], collection_ids: ["pay_col_link"] }

  it("finds an order, and its cart with the attempts that came to nothing, by its number or id", async () => {
    expect(await named("#12")).toEqual({ ...FIRST, asked: 3 })
    expect(await named("12")).toEqual({ ...FIRST, asked: 3 })
    expect(await named("order_1")).toEqual({ ...FIRST, asked: 2 })
    expect(await named("order_01KX")).toEqual({ ...NOTHING, order_ids: ["order_01KX"], asked: 2 })
  })

  it("finds carts and orders of an e-mail, as it was typed and in small letters, however old they are", async () => {
    expect(await named("ama@example.com")).toEqual({ ...FIRST, asked: 4 })
    const order_ids = ["order_1", "order_3"]
    expect(await named("Ama@Example.com")).toEqual({ ...FIRST, order_ids, asked: 4 })
  })

  it("finds nothing of a customer who was erased", async () => {
    expect(await named("gone@example.com")).toMatchObject(NOTHING)
  })

  it.each(["##12", "#", "12a", "a12", "1234567890", "xorder_1", "order_1 x", "order_", "cart_1", "Ama", ""])(
    "asks for nothing where it is neither: %j",
    async (text) => expect(await named(text)).toEqual({ ...NOTHING, asked: 0 })
  )

  it.each(["ama @example.com", "to ama@example.com", "ama@", "@example.com"])(
    "takes no other text for an e-mail: %j",
    async (text) => expect(await named(text)).toEqual({ ...NOTHING, asked: 0 })
  )

  it("finds nothing of a number that no order has", async () => {
    expect(await named("99")).toEqual({ ...NOTHING, asked: 1 })
  })
})

describe("people", () => {
  const asks = async (text: string, of: object = records) => {
    const { query, asked } = storeOf(of as never)
    await peopleNamed(query, soughtBy(text).person!, SINCE)
    return asked
  }
  const entities = async (text: string, of?: object) => (await asks(text, of)).map(({ entity }) => entity)

  const named = async (text: string, more: Partial<typeof records> = {}) => {
    const { query } = storeOf({ ...records, ...more })
    return await peopleNamed(query, soughtBy(text).person!, SINCE)
  }

  it.each<[string, string[], string[]]>([
    ["nkeng", ["cart_1"], ["order_1"]],
    ["nkeng ama", ["cart_1"], ["order_1"]],
    ["nkeng esi", [], []],
    ["ama@exa", ["cart_1"], ["order_1"]],
    ["a@example.c", ["cart_1"], ["order_1"]],
    ["GUESSAN", ["cart_2"], []],
    ["n'guessan koffi", ["cart_2"], []],
    ["kóffi n’guéssan", ["cart_2"], []],
    ["koffi_n", ["cart_2"], []],
    ["koffixn", [], []],
    ["koff%n", [], []],
    ["670 12 34 56", ["cart_1"], ["order_1"]],
    ["+33 612345678", ["cart_2"], []],
    ["5678", ["cart_2"], []],
    ["123456", ["cart_1", "cart_2"], ["order_1"]],
    ["612345679", [], []],
    ["mensah", [], []],
    ["gone@", [], []],
  ])("are found by a part of an e-mail, a name or a phone number: %s", async (text, cart_ids, order_ids) => {
    const collection_ids = order_ids.length > 0 ? ["pay_col_link"] : []
    expect(await named(text)).toEqual({ cart_ids, order_ids, collection_ids, more: false })
  })

  it("are looked for only where they can be", async () => {
    const ofEmail = ["cart", "order", "customer"]
    expect(await entities("ama@exa", {})).toEqual(ofEmail)
    expect(await entities("nkeng ama", {})).toEqual(["address", "order_address", "customer"])
    expect(await entities("670 12 34 56", {})).toEqual(["address", "order_address", "customer"])
    expect(await entities("nkeng", {})).toEqual(["cart", "order", "address", "order_address", "customer"])
  })

  it("are asked for by what was typed alone", async () => {
    const filters = async (text: string, wanted: string) =>
      (await asks(text, {})).find(({ entity }) => entity === wanted)?.filters as { $or: object[] }
    expect((await filters("ama@exa", "customer")).$or).toEqual([{ email: { $ilike: "%ama@exa%" } }])
    expect(Object.keys((await filters("670 12 34 56", "address")).$or[0]!)).toEqual(["phone"])
    expect((await filters("670 12 34 56", "customer")).$or).toEqual([
      { phone: { $re: ["1", "2", "3", "4", "5", "6"].join("[^0-9]*") } },
    ])
    expect(await asks("ab@c d", {})).toEqual([])
    const created_at = { $gte: new Date(SINCE.getTime() - 30 * DAY) }
    for (const entity of ["address", "order_address"])
      expect(await filters("nkeng ama", entity)).toMatchObject({ created_at })
    expect(await filters("nkeng ama", "customer")).not.toHaveProperty("created_at")
  })

  it("own what is asked for next, each by what was found of them", async () => {
    const created_at = { $gte: new Date(SINCE.getTime() - 30 * DAY) }
    const next = async (text: string) =>
      (await asks(text)).slice(3).map(({ entity, filters }) => ({ entity, filters }))
    const customers = { created_at, $or: [{ customer_id: ["cus_3"] }] }
    expect((await next("mensah esi")).slice(0, 2)).toEqual([
      { entity: "cart", filters: customers },
      { entity: "order", filters: customers },
    ])
    expect((await next("guessan koffi")).slice(0, 1)).toEqual([
      {
        entity: "cart",
        filters: {
          created_at,
          $or: [{ shipping_address_id: ["caaddr_2"] }, { billing_address_id: ["caaddr_2"] }],
        },
      },
    ])
    expect(await next("612345679")).toEqual([])
  })

  it("are looked for in records of payments since then, and in carts that were begun a little before", async () => {
    const begun = [{ id: "cart_7", email: "koffi@example.com", ...ago(119) }]
    expect((await named("koffi@", { cart: begun })).cart_ids).toEqual(["cart_7"])
    const older = [{ id: "cart_7", email: "koffi@example.com", ...ago(121) }]
    expect((await named("koffi@", { cart: older })).cart_ids).toEqual([])
  })

  it("are none who was erased, however many customers the records are of", async () => {
    const of = (kind: string) => (_: unknown, n: number) => ({
      ...{ id: `${kind}_${n}`, customer_id: `cus_${kind}_${n}`, email: "ama@example.com" },
      ...ago(n / 100),
    })
    const [cart, order] = ["cart", "order"].map((kind) => Array.from({ length: 700 }, of(kind)))
    const customer = [...cart!, ...order!].slice(1).map(({ customer_id }) => ({ id: customer_id, ...ago(1) }))
    const found = await named("ama@", { cart, order, customer } as never)
    expect([found.cart_ids.length, found.order_ids.length]).toEqual([699, 700])
    expect(found.cart_ids).not.toContain("cart_0")
  })

  it("of whom there are too many: the newest thousand, and it says so", async () => {
    const cart = Array.from({ length: 1_001 }, (_, n) => ({ id: `cart_${n}`, ...ama, ...ago(n / 100) }))
    const { cart_ids, more } = await named("ama@", { cart })
    expect([cart_ids.length, cart_ids[0], more]).toEqual([1_000, "cart_0", true])
    const mixed = [...cart].reverse()
    expect((await named("ama@", { cart: mixed })).cart_ids[0]).toBe("cart_0")
    const exact = await named("ama@", { cart: cart.slice(1) })
    expect(exact.more).toBe(true)
  })
})
