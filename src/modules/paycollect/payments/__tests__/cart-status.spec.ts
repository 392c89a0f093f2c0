import { cartStatus, numberOf, worthAsking } from "../cart-status"
import { intentRow } from "../../__tests__/rows"

const payment_number = "JZ1D-7K9P"
const ORDER = { id: "order_01", status: "pending" }

describe("cartStatus", () => {
  it("is none for a cart that never started a payment, even when it has an order", () => {
    expect(cartStatus([], null)).toEqual({ status: "none", retry_after_ms: 30_000 })
    expect(cartStatus([], ORDER)).toEqual({ status: "none", retry_after_ms: 30_000 })
  })

  it("waits with the checkout address while the newest attempt is open", () => {
    const open = intentRow({ attempt: 2, outcome: "waiting", checkout_url: "https://pay.example/2" })
    const older = intentRow({
      attempt: 1,
      outcome: "failed",
      status: "failed",
      checkout_url: "https://pay.example/1",
    })
    expect(cartStatus([open, older], null)).toEqual({
      status: "waiting",
      checkout_url: "https://pay.example/2",
      payment_number,
      retry_after_ms: 2_000,
    })
  })

  it("waits without an address while the intent is being made", () => {
    const creating = intentRow({ status: "creating", outcome: "none", checkout_url: null, request: {} })
    expect(cartStatus([creating], null)).toEqual({ status: "waiting", payment_number, retry_after_ms: 2_000 })
  })

  it.each([
    ["the service says so", "declined", { status: "failed", outcome: "failed" }],
    ["it was canceled", "canceled", { status: "canceled", outcome: "failed" }],
    ["its creation was refused", "not_started", { status: "rejected", outcome: "none", checkout_url: null }],
    [
      "its reference was used already",
      "not_started",
      { status: "unknown", outcome: "none", checkout_url: null },
    ],
    ["what stands there is not paid", "not_started", { status: "requires_action", checkout_url: null }],
    ["what stood there failed", "not_started", { status: "failed", outcome: "failed", checkout_url: null }],
  ] as const)("failed when the newest attempt failed: %s", (_, reason, facts) => {
    const older = intentRow({ attempt: 1, outcome: "waiting" })
    expect(cartStatus([intentRow({ attempt: 2, ...facts }), older], null)).toEqual({
      status: "failed",
      reason,
      payment_number,
      retry_after_ms: 30_000,
    })
  })

  it("waits while money may be under way for what the service keeps under our reference", () => {
    const kept = intentRow({ status: "processing", checkout_url: null, request: null })
    expect(cartStatus([kept], null)).toEqual({ status: "waiting", payment_number, retry_after_ms: 2_000 })
  })

  it("leaves out money that an employee gave to another order, and not what was given to the cart's own", () => {
    const settled = { outcome: "paid", status: "succeeded", settled_at: new Date() } as const
    const given = intentRow({ ...settled, booking_order_id: "order_09" })
    expect(cartStatus([given], null)).toEqual({ status: "none", retry_after_ms: 30_000 })
    const open = intentRow({ attempt: 2, outcome: "waiting" })
    expect(cartStatus([open, given], ORDER)).toMatchObject({ status: "waiting" })
    expect(cartStatus([{ ...given, booking_order_id: ORDER.id }], ORDER)).toMatchObject({
      status: "succeeded",
      order_id: ORDER.id,
    })
  })

  it("succeeded only with the order that the money settled", () => {
    const paid = intentRow({ outcome: "paid", status: "succeeded" })
    expect(cartStatus([{ ...paid, settled_at: new Date() }], ORDER)).toEqual({
      status: "succeeded",
      order_id: ORDER.id,
      payment_number,
      retry_after_ms: 30_000,
    })
    const waiting = { status: "waiting", payment_number, retry_after_ms: 2_000 }
    expect(cartStatus([paid], null)).toEqual(waiting)
    // Core is still at it, and may take the order back.
    expect(cartStatus([paid], ORDER)).toEqual(waiting)
    expect(cartStatus([intentRow({ outcome: "waiting" })], ORDER).status).toBe("waiting")
  })

  it("says how much went back of the money that it speaks of", () => {
    const paid = intentRow({ outcome: "paid", status: "succeeded", settled_at: new Date() })
    const all = paid.amount
    const refunded = (...args: Parameters<typeof cartStatus>) => cartStatus(...args).refunded
    expect(refunded([paid], ORDER)).toBeUndefined()
    expect(refunded([{ ...paid, refunded: "1" }], ORDER)).toBe("part")
    expect(refunded([{ ...paid, refunded: all }], ORDER)).toBe("all")
    // A second payment that was sent back is not the order's.
    const second = { ...paid, settled_at: null, released_at: new Date(), refunded: all }
    expect(refunded([second, paid], ORDER)).toBeUndefined()
    expect(cartStatus([second], null)).toMatchObject({ status: "none", refunded: "all" })
    expect(refunded([{ ...second, released_at: null, refunded: "1" }], null, true)).toBe("part")
    const anew = intentRow({ outcome: "waiting", attempt: 2 })
    expect(cartStatus([anew, second], null)).toMatchObject({ status: "waiting" })
    expect(refunded([anew, second], null)).toBeUndefined()
  })

  it("failed when the shop canceled the order, attention while nobody dealt with the money", () => {
    const canceled = { ...ORDER, status: "canceled" }
    const settled = intentRow({ outcome: "paid", status: "succeeded", settled_at: new Date() })
    const failed = { status: "failed", payment_number, retry_after_ms: 30_000 }
    expect(cartStatus([settled], canceled)).toEqual(failed)
    expect(
      cartStatus([intentRow({ outcome: "waiting", checkout_url: "https://pay.example/1" })], canceled)
    ).toEqual(failed)
    expect(cartStatus([settled], canceled, true).status).toBe("attention")
    expect(cartStatus([{ ...settled, settled_at: null }], canceled).status).toBe("waiting")
  })

  it("offers no address to pay a second time once money came, whatever later attempts say", () => {
    const paid = intentRow({ attempt: 1, outcome: "paid", status: "succeeded" })
    for (const outcome of ["waiting", "failed", "mismatch", "none"] as const) {
      const newest = intentRow({ attempt: 2, outcome, checkout_url: "https://pay.example/2" })
      expect(cartStatus([newest, paid], null)).toEqual({
        status: "waiting",
        payment_number,
        retry_after_ms: 2_000,
      })
      expect(cartStatus([newest, { ...paid, settled_at: new Date() }], ORDER).status).toBe("succeeded")
    }
  })

  it("calls for attention when the money that came is not the money asked for", () => {
    const mismatch = intentRow({ attempt: 1, outcome: "mismatch" })
    const newest = intentRow({ attempt: 2, outcome: "waiting", checkout_url: "https://pay.example/2" })
    expect(cartStatus([newest, mismatch], null)).toEqual({
      status: "attention",
      payment_number,
      retry_after_ms: 30_000,
    })
  })

  it("names the payment that the customer has to name: that of the money, else the newest attempt", () => {
    const named = (number: string, facts: object) => intentRow({ payment_number: number, ...facts })
    const newest = named("22222222", { attempt: 3 })
    const paid = named("11111111", { attempt: 2, outcome: "paid" })
    const settled = named("00000000", { attempt: 1, outcome: "paid", settled_at: new Date() })
    const number = (...attempts: ReturnType<typeof intentRow>[]) => cartStatus(attempts, null).payment_number
    expect(number(newest)).toBe("2222-2222")
    expect(number(newest, paid)).toBe("1111-1111")
    expect(number(newest, { ...paid, outcome: "mismatch" })).toBe("1111-1111")
    expect(number(newest, paid, settled)).toBe("0000-0000")
    expect(number(newest, { ...paid, released_at: new Date() })).toBe("2222-2222")
    expect(numberOf([{ ...paid, released_at: new Date() }])).toBeUndefined()
  })
})

describe("worthAsking", () => {
  const now = Date.now()
  const before = new Date(now - 1_000)
  const open = intentRow({
    attempt: 2,
    outcome: "waiting",
    status: "processing",
    verified_at: new Date(now - 11_000),
  })
  const paid = intentRow({ attempt: 1, outcome: "paid", status: "succeeded", due_at: before })

  it("is an open attempt, whenever it was asked for last: how soon it is again is another rule", () => {
    expect(worthAsking([open], now)).toBe(open)
    const fresh = { ...open, verified_at: before, asked_at: before }
    expect(worthAsking([fresh], now)).toBe(fresh)
    expect(worthAsking([{ ...open, status: "unknown" }], now)).toBeNull()
    expect(worthAsking([], now)).toBeNull()
  })

  describe("of an attempt that failed", () => {
    const failed_at = new Date(now - 11_000)
    const failed = intentRow({
      outcome: "failed",
      status: "failed",
      outcome_reason: "failed",
      failed_at,
      verified_at: failed_at,
    })

    it("is worth one question more, ten seconds later: the customer may try again at the same page", () => {
      expect(worthAsking([failed], now)).toBe(failed)
      expect(worthAsking([{ ...failed, status: "canceled" }], now)).toMatchObject({ status: "canceled" })
      const fresh = new Date(now - 9_000)
      expect(worthAsking([{ ...failed, failed_at: fresh, verified_at: fresh }], now)).toBeNull()
    })

    it("is worth none after that one, answered or not, whoever goes on watching", () => {
      const later = now + 3_600_000
      expect(worthAsking([{ ...failed, verified_at: new Date(now) }], later)).toBeNull()
      for (const outcome_reason of ["no_answer", "not_found"])
        expect(worthAsking([{ ...failed, outcome_reason }], later)).toBeNull()
    })

    it("is worth none when it is another's turn, or nobody's", () => {
      expect(worthAsking([intentRow({ attempt: 2, status: "creating" }), failed], now)).toBeNull()
      expect(worthAsking([{ ...failed, released_at: before }], now)).toBeNull()
      expect(worthAsking([{ ...failed, checkout_url: null }], now)).toBeNull()
      expect(worthAsking([{ ...failed, failed_at: null }], now)).toBeNull()
    })
  })

  it("is no attempt that the customer was given nothing of, unless money is under way for it", () => {
    const kept = { ...open, checkout_url: null }
    expect(worthAsking([{ ...kept, status: "requires_action" }], now)).toBeNull()
    expect(worthAsking([kept], now)).toBe(kept)
  })

  it("is money that no order stands for yet before all later attempts, and not before the job would look", () => {
    expect(worthAsking([open, paid], now)).toBe(paid)
    expect(worthAsking([open, { ...paid, due_at: new Date(now + 1_000) }], now)).toBeNull()
    expect(worthAsking([open, { ...paid, due_at: null }], now)).toBeNull()
    expect(worthAsking([open, { ...paid, settled_at: before }], now)).toBe(open)
    expect(worthAsking([open, { ...paid, released_at: before }], now)).toBe(open)
  })
})
