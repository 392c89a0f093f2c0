import { MedusaError } from "@medusajs/framework/utils"
import { intentRow } from "../../../payments/__tests__/rows"
import { type ActiveConfiguration } from "../../../settings/active-configuration"
import { type SessionFacts } from "../../../orders/records/session-facts"
import { storeOf } from "../../../orders/records/__tests__/medusa"
import { assertSameMoney, sessionBefore, placesOrder } from "../../../orders/authorize"

const active = (options: object = {}, environment = "test") =>
  ({ environment, options }) as unknown as ActiveConfiguration
const facts = (more: Partial<SessionFacts> = {}) =>
  ({
    amount: 10_000,
    currency_code: "xaf",
    cart_price: { amount: 10_000, currency_code: "xaf" },
    cart_id: "cart_01",
    payment_collection_id: "pay_col_01",
    paid_references: [],
    ...more,
  }) as unknown as SessionFacts

describe("an order without its money", () => {
  const NOW = Date.UTC(2026, 10, 22, 12)
  const ago = (hours: number) => new Date(NOW - hours * 3_600_000)
  const ama = { email: "ama@example.com" }
  const placed = (id: string, more: object = {}) => ({
    id: `payses_${id}`,
    provider_id: "pp_paycollect_default",
    status: "pending_authorization",
    updated_at: ago(1),
    payment_collection: { order: { id, status: "pending", ...ama } },
    ...more,
  })
  /** Whether the cart `cart_01` of Ama's may be an order before it is paid. */
  const places = async (
    {
      standing = [],
      options = {},
      more = {},
      cart = { id: "cart_01", ...ama },
    }: {
      standing?: object[]
      options?: object
      more?: object
      cart?: object | object[]
    } = {},
    asking: { carts?: string[]; since?: Date[] } = {}
  ) => {
    const { query } = storeOf({
      payment_session: standing,
      order_cart: {
        cart_id: "cart_02",
        order_id: "order_09",
        order: { id: "order_09", status: "pending", ...ama },
      },
      cart,
    })
    const cartsAskedSince = (since: Date) => {
      asking.since?.push(since)
      return Promise.resolve(asking.carts ?? [])
    }
    return await placesOrder(
      { reason: "processing", cart_id: "cart_01", order: null, ...more },
      {
        paycollect: { clock: { now: () => NOW }, ledger: { cartsAskedSince } } as never,
        query,
        active: active({
          pendingOrders: "place",
          pendingOrderExpiryHours: 24,
          ...options,
        }),
      }
    )
  }
  const hundred = Array.from({ length: 100 }, (_, index) => placed(`order_${index}`))
  const three = ["order_01", "order_02", "order_03"].map((id) => placed(id))

  it("is placed only where the shop wants it, and only while the customer confirms on the phone", async () => {
    expect(await places()).toBe(true)
    expect(await places({ more: { reason: "requires_action" } })).toBe(false)
    expect(await places({ more: { reason: "no_answer" } })).toBe(false)
    expect(await places({ options: { pendingOrders: "wait" } })).toBe(false)
  })

  it("is one of a few of the same person: the next one waits for its money", async () => {
    expect(await places({ standing: three.slice(1) })).toBe(true)
    expect(await places({ standing: three })).toBe(false)
    expect(await places({ standing: three, cart: { id: "cart_01", email: "koffi@example.com" } })).toBe(true)
    expect(await places({ standing: three, cart: [] })).toBe(true)
    expect(await places({ standing: hundred.slice(1), cart: [] })).toBe(true)
    expect(await places({ standing: hundred, cart: [] })).toBe(false)
  })

  it("counts neither itself nor those that outlived their time, and needs no place where an order stands", async () => {
    const own = { order: { id: "order_03", status: "pending" } }
    expect(await places({ standing: three, more: own })).toBe(true)
    const old = [...three.slice(1), placed("order_04", { updated_at: ago(25.01) })]
    expect(await places({ standing: old })).toBe(true)
    expect(
      await places({ standing: [...three.slice(1), placed("order_04", { updated_at: ago(24.9) })] })
    ).toBe(false)
    expect(await places({ standing: hundred, more: { cart_id: null } })).toBe(true)
  })

  it("counts those that core is placing at this moment, of carts that were asked about within a minute", async () => {
    const since: Date[] = []
    expect(await places({ standing: three.slice(1) }, { carts: ["cart_02"], since })).toBe(false)
    expect(since).toEqual([new Date(NOW - 60_000)])
  })
})

describe("the money of a session", () => {
  const check = async (
    of: SessionFacts,
    row = intentRow(),
    store = active(),
    order: object | null = null
  ) => {
    const query = { graph: () => Promise.resolve({ data: order ? [order] : [] }) } as never
    try {
      await assertSameMoney(of, row, { active: store, query })
      return "taken"
    } catch (error) {
      return (error as MedusaError).type
    }
  }

  it("is what session and cart ask for, both", async () => {
    expect(await check(facts())).toBe("taken")
    expect(await check(facts({ cart_price: null }))).toBe("taken")
    const waits = MedusaError.Types.PAYMENT_REQUIRES_MORE_ERROR
    expect(await check(facts({ amount: 9_999 }))).toBe(waits)
    expect(await check(facts({ currency_code: "xof" }))).toBe(waits)
    expect(await check(facts({ cart_price: { amount: 10_001, currency_code: "xaf" } }))).toBe(waits)
    expect(await check(facts({ cart_price: { amount: 10_000, currency_code: "xof" } }))).toBe(waits)
  })

  it("is what an edited order asks for, where its cart costs something else", async () => {
    const cart_price = { amount: 12_000, currency_code: "xaf" }
    const of = (order: object | null) =>
      check(facts({ cart_price, order: { id: "order_01", status: "pending" } }), intentRow(), active(), order)
    const edited = (owed: number, current_order_total = 10_000) => ({
      ...{ id: "order_01", status: "pending", created_at: new Date(0) },
      ...{ credit_lines: [], payment_collections: [] },
      transactions: [{ amount: current_order_total - owed }],
      summary: { current_order_total },
    })
    const waits = MedusaError.Types.PAYMENT_REQUIRES_MORE_ERROR
    expect(await of(edited(10_000))).toBe("taken")
    expect(await of(edited(10_001, 10_001))).toBe("taken")
    expect(await of(edited(9_999))).toBe(waits)
    // While core completes the cart, its order costs the same.
    expect(await of(edited(12_000, 12_000))).toBe(waits)
    expect(await of(null)).toBe(waits)
    expect(await check(facts({ cart_price }))).toBe(waits)
  })

  it("is real where real money is asked for: live money pays in a live store, test money does not", async () => {
    const live = intentRow({ environment: "live" })
    expect(await check(facts(), live, active({}, "live"))).toBe("taken")
    expect(await check(facts(), live, active({}, "test"))).toBe("taken")
    const refused = MedusaError.Types.PAYMENT_AUTHORIZATION_ERROR
    expect(await check(facts(), intentRow(), active({}, "live"))).toBe(refused)
  })
})

describe("the heir of a session that is gone", () => {
  const consumed = intentRow({ used_by_session_id: "payses_gone" })

  it("is the next session of the same cart, while no payment stands for its money", () => {
    expect(sessionBefore(consumed, facts())).toBe("payses_gone")
    expect(sessionBefore(consumed, facts({ paid_references: ["cart_01-2"] }))).toBe("payses_gone")
    expect(sessionBefore(intentRow(), facts())).toBeNull()
  })

  it("is the session of its booking, until that is done", () => {
    const booking = facts({ cart_id: null, payment_collection_id: "pay_col_09" })
    const given = { ...consumed, assigned_order_id: "order_09", assigned_collection_id: "pay_col_09" }
    expect(sessionBefore(given, booking)).toBe("payses_gone")
    expect(sessionBefore({ ...given, applied_at: new Date() }, booking)).toBeNull()
    expect(sessionBefore(given, { ...booking, paid_references: ["cart_01-1"] })).toBeNull()
    expect(sessionBefore({ ...given, assigned_collection_id: "pay_col_10" }, booking)).toBeNull()
  })

  it.each<[string, Partial<SessionFacts>]>([
    ["while a payment names this money", { paid_references: ["cart_01-2", "cart_01-1"] }],
    ["outside a cart, where nothing holds two completions apart", { cart_id: null }],
    ["of another collection", { payment_collection_id: "pay_col_02" }],
    ["outside a cart and of another collection", { cart_id: null, payment_collection_id: "pay_col_02" }],
  ])("is nobody %s", (_, more) => {
    expect(sessionBefore(consumed, facts(more))).toBeNull()
  })
})
