import { MedusaError } from "@medusajs/framework/utils"
import { intentRow } from "../../../modules/paycollect/__tests__/rows"
import { type ActiveConfiguration } from "../../../modules/paycollect/active-configuration"
import { type SessionFacts } from "../../../store/session-facts"
import { assertSameMoney, heir, placesOrderWhile } from "../authorization"

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
  it("is placed only where the shop wants it, and only while the customer confirms on the phone", () => {
    expect(placesOrderWhile("processing", active({ pendingOrders: "place" }))).toBe(true)
    expect(placesOrderWhile("requires_action", active({ pendingOrders: "place" }))).toBe(false)
    expect(placesOrderWhile("no_answer", active({ pendingOrders: "place" }))).toBe(false)
    expect(placesOrderWhile("processing", active({ pendingOrders: "wait" }))).toBe(false)
  })
})

describe("the money of a session", () => {
  const check = (of: SessionFacts, row = intentRow(), store = active()) => {
    try {
      assertSameMoney(of, row, store)
      return "taken"
    } catch (error) {
      return (error as MedusaError).type
    }
  }

  it("is what session and cart ask for, both", () => {
    expect(check(facts())).toBe("taken")
    expect(check(facts({ cart_price: null }))).toBe("taken")
    const waits = MedusaError.Types.PAYMENT_REQUIRES_MORE_ERROR
    expect(check(facts({ amount: 9_999 }))).toBe(waits)
    expect(check(facts({ currency_code: "xof" }))).toBe(waits)
    expect(check(facts({ cart_price: { amount: 10_001, currency_code: "xaf" } }))).toBe(waits)
    expect(check(facts({ cart_price: { amount: 10_000, currency_code: "xof" } }))).toBe(waits)
  })

  it("is real where real money is asked for: live money pays in a live store, test money does not", () => {
    const live = intentRow({ environment: "live" })
    expect(check(facts(), live, active({}, "live"))).toBe("taken")
    expect(check(facts(), live, active({}, "test"))).toBe("taken")
    const refused = MedusaError.Types.PAYMENT_AUTHORIZATION_ERROR
    expect(check(facts(), intentRow(), active({}, "live"))).toBe(refused)
  })
})

describe("the heir of a session that is gone", () => {
  const consumed = intentRow({ consumed_session_id: "payses_gone" })

  it("is the next session of the same cart, while no payment stands for its money", () => {
    expect(heir(consumed, facts())).toBe("payses_gone")
    expect(heir(consumed, facts({ paid_references: ["cart_01-2"] }))).toBe("payses_gone")
    expect(heir(intentRow(), facts())).toBeNull()
  })

  it.each<[string, Partial<SessionFacts>]>([
    ["while a payment names this money", { paid_references: ["cart_01-2", "cart_01-1"] }],
    ["outside a cart, where nothing holds two completions apart", { cart_id: null }],
    ["of another collection", { payment_collection_id: "pay_col_02" }],
    ["outside a cart and of another collection", { cart_id: null, payment_collection_id: "pay_col_02" }],
  ])("is nobody %s", (_, more) => {
    expect(heir(consumed, facts(more))).toBeNull()
  })
})
