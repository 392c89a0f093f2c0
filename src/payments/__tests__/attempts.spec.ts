import { type IntentRow } from "../../modules/paycollect/models/intent"
import { intentRow } from "./rows"
import { reusable, endedAttempts, isHidden, isOpenAttempt, mayStart, openAttempts } from "../attempts"
import { minorAmount } from "../../service/wire/shape"

const now = Date.UTC(2026, 10, 22)
const ago = (ms: number) => new Date(now - ms)
const HOUR = 3_600_000
const attempt = (number: number, facts: Partial<IntentRow> = {}) =>
  intentRow({ attempt: number, merchant_reference: `cart_01-${number}`, created_at: ago(60_000), ...facts })
const failed = (number: number, facts: Partial<IntentRow> = {}) =>
  attempt(number, { status: "failed", outcome: "failed", ...facts })

describe("an open attempt", () => {
  it.each(["creating", "unknown", "requires_action", "processing"] as const)(
    "is one that is %s",
    (status) => {
      expect(isOpenAttempt(attempt(1, { status }))).toBe(true)
      expect(isOpenAttempt(attempt(1, { status, outcome: "failed" }))).toBe(false)
      expect(isOpenAttempt(attempt(1, { status, outcome: "discrepancy" }))).toBe(false)
    }
  )

  it.each(["rejected", "succeeded", "failed", "canceled"] as const)("is none that is %s", (status) => {
    expect(isOpenAttempt(attempt(1, { status }))).toBe(false)
  })

  it("is hidden when no customer can have been given its address", () => {
    const hidden = { checkout_url: null, request: null }
    expect(isHidden(attempt(1, hidden))).toBe(true)
    expect(isHidden(attempt(1, { ...hidden, request: {} }))).toBe(false)
    expect(isHidden(attempt(1))).toBe(false)
  })

  it("is asked for before a customer is led to pay once it is older than 15 s", () => {
    const old = attempt(1, { created_at: ago(15_001) })
    const others = [
      attempt(2, { created_at: ago(15_000) }),
      attempt(3, { checkout_url: null, request: null }),
      failed(4),
      attempt(5, { status: "rejected", outcome: "none" }),
    ]
    expect(openAttempts([...others, old], now)).toEqual([old])
  })
})

describe("attempts that ended", () => {
  const ended = (attempts: IntentRow[]) =>
    endedAttempts(attempts, { now, environment: "test" }).map(({ attempt }) => attempt)

  it.each<[string, Partial<IntentRow>]>([
    ["failed", { status: "failed", outcome: "failed" }],
    ["was canceled", { status: "canceled", outcome: "failed" }],
    ["failed, says an answer that names another payment", { status: "failed", outcome: "waiting" }],
    [
      "is kept by the service, which gave us nothing of it",
      { status: "unknown", checkout_url: null, outcome: "none" },
    ],
    ["succeeded, and cannot be read", { status: "succeeded", outcome: "waiting" }],
  ])("are asked for before a new charge: one that %s", (_, facts) => {
    expect(ended([attempt(1, facts)])).toEqual([1])
  })

  it.each<[string, Partial<IntentRow>]>([
    ["is open and shown: it is asked for anyway", {}],
    ["was refused: nothing stands there", { status: "rejected", outcome: "none", checkout_url: null }],
    ["is paid", { status: "succeeded", outcome: "paid" }],
    ["is a person's matter", { status: "succeeded", outcome: "discrepancy" }],
    ["belongs to the other environment", { status: "failed", outcome: "failed", environment: "live" }],
    ["is a day old", { status: "failed", outcome: "failed", created_at: ago(24 * HOUR) }],
  ])("are not: one that %s", (_, facts) => expect(ended([attempt(1, facts)])).toEqual([]))

  it("are the newest three, however many tries a customer made", () => {
    expect(ended([5, 4, 3, 2, 1].map((number) => failed(number)))).toEqual([5, 4, 3])
    const young = { created_at: ago(24 * HOUR - 1) }
    expect(ended([failed(5), attempt(4), failed(3), failed(2, young), failed(1)])).toEqual([5, 3, 2])
  })
})

describe("a cart that starts payments", () => {
  const MINUTE = 60_000
  /** so many attempts, each this long after the one before, the newest `age` old */
  const attempts = (count: number, { age = 1_000, pause = 1_000 } = {}) =>
    Array.from({ length: count }, (_, index) =>
      attempt(count - index, { created_at: ago(age + index * pause) })
    )
  const may = (rows: IntentRow[], atCheckout = false) => mayStart(rows, { now, atCheckout })

  it("may have six created in a minute", () => {
    expect(may(attempts(5))).toBe(true)
    expect(may(attempts(6))).toBe(false)
    expect(may(attempts(6, { age: MINUTE - 5_001 }))).toBe(false)
    expect(may(attempts(6, { age: MINUTE - 5_000 }))).toBe(true)
  })

  it("may have thirty created in a day", () => {
    const rare = { age: 2 * MINUTE, pause: 2 * MINUTE }
    expect(may(attempts(29, rare))).toBe(true)
    expect(may(attempts(30, rare))).toBe(false)
    expect(may(attempts(30, { age: 23.5 * HOUR, pause: 2 * MINUTE }))).toBe(true)
  })

  it("may have one more a minute for the customer who stands before the checkout", () => {
    expect(may(attempts(6), true)).toBe(true)
    expect(may(attempts(7), true)).toBe(false)
    expect(may(attempts(40, { age: MINUTE, pause: MINUTE }), true)).toBe(true)
    for (const count of [30, 40])
      expect(may(attempts(count, { age: MINUTE - 1, pause: MINUTE }), true)).toBe(false)
  })
})

describe("reusable money", () => {
  const asked = {
    session_id: "payses_new",
    cart_id: "cart_01",
    payment_collection_id: "pay_col_01",
    provider_id: "pp_paycollect_default",
    amount: minorAmount("10000"),
    currency_code: "xaf",
    exponent: 0,
    paid_session_ids: ["payses_paid"],
    paid_references: ["cart_01-9"],
  }
  const paid = attempt(1, { status: "succeeded", outcome: "paid" })
  const taken = (facts: Partial<IntentRow>) => reusable([attempt(2), { ...paid, ...facts }], asked, "test")

  it("is paid money of this cart, of the same amount and currency", () => {
    expect(taken({})).toMatchObject({ id: paid.id })
    expect(taken({ used_by_session_id: "payses_gone" })).toMatchObject({ id: paid.id })
  })

  it("is looked for also where no references of standing payments are known", () => {
    const { paid_references: _, ...without } = asked
    expect(reusable([paid], without, "test")).toMatchObject({ id: paid.id })
  })

  it.each<[string, Partial<IntentRow>]>([
    ["not paid", { outcome: "waiting" }],
    ["of the other environment", { environment: "live" }],
    ["that the merchant dealt with", { closed_at: new Date() }],
    ["that an employee gave to an order", { assigned_order_id: "order_09" }],
    ["that was given back", { refunded: "10000" }],
    ["of which a part was given back", { refunded: "1" }],
    ["that a payment stands for, by its session", { used_by_session_id: "payses_paid" }],
    ["that a payment stands for, by its reference", { merchant_reference: "cart_01-9" }],
  ])("is none %s", (_, facts) => expect(taken(facts)).toBeUndefined())

  it.each<[string, Partial<IntentRow>]>([
    ["with another amount", { amount: minorAmount("10001") }],
    ["in another currency", { currency_code: "xof" }],
  ])("%s keeps the customer from paying a second time", (how, facts) => {
    expect(() => taken(facts)).toThrow(`already paid ${how} (payment JZ1D-7K9P)`)
    const both = [
      { ...paid, ...facts },
      { ...paid, id: "pcint_right" },
    ]
    expect(reusable(both, asked, "test")).toMatchObject({ id: "pcint_right" })
    const anew = { ...asked, pay_anew: true }
    expect(reusable([{ ...paid, ...facts }], anew, "test")).toBeUndefined()
    expect(reusable(both, anew, "test")).toMatchObject({ id: "pcint_right" })
  })
})
