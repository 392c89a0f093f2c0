import {
  cartStatus as statusAt,
  customerPayments,
  numberShown,
  paymentLeftOpen,
  paymentUnderWay,
  wasCharged,
  worthAsking,
} from "../cart-status"
import { intentRow as rowOf } from "./rows"

const NOW = Date.parse("2026-05-04T10:00:00.000Z")
const MINUTE = 60_000
const started = new Date(NOW - MINUTE)
const intentRow = (facts: Parameters<typeof rowOf>[0] = {}) => rowOf({ created_at: started, ...facts })
const about = {
  payment_number: "JZ1D-7K9P",
  amount: "10000",
  currency_code: "xaf",
  since: started.toISOString(),
}
const listed = (row: ReturnType<typeof rowOf>) => ({ ...row, listed_at: started })
const ORDER = { id: "order_01", status: "pending" }
type Args = Parameters<typeof statusAt>
/** @param isListed of each of them an item is open */
const cartStatus = (attempts: Args[0], order: Args[1], isListed = false) =>
  statusAt(isListed ? attempts.map(listed) : attempts, order, { now: NOW })

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
      ...about,
      retry_after_ms: 2_000,
    })
  })

  describe("of a placed order that was paid by another way", () => {
    const paid = { ...ORDER, isPaid: true }
    const declined = intentRow({ status: "failed", outcome: "failed" })
    const succeeded = { status: "succeeded", order_id: "order_01", retry_after_ms: 30_000 }

    it("has succeeded, and says nothing of the attempts that did not pay it", () => {
      expect(cartStatus([declined], paid)).toEqual(succeeded)
      expect(cartStatus([intentRow({ outcome: "waiting" })], paid)).toEqual(succeeded)
      expect(cartStatus([declined], ORDER)).toMatchObject({ status: "failed" })
    })

    it("is told apart from money of its own: what needs attention, and an order that was canceled", () => {
      const own = intentRow({ outcome: "paid", applied_at: started, order_id: "order_01" })
      expect(cartStatus([own], paid)).toEqual({ ...succeeded, ...about })
      const another = intentRow({ outcome: "discrepancy" })
      expect(cartStatus([another], paid)).toMatchObject({ status: "attention" })
      expect(cartStatus([declined], { ...paid, status: "canceled" })).toMatchObject({ status: "failed" })
    })
  })

  it("waits without an address while the intent is being made", () => {
    const creating = intentRow({ status: "creating", outcome: "none", checkout_url: null, request: {} })
    const waiting = { status: "waiting", ...about, retry_after_ms: 2_000 }
    expect(cartStatus([creating], null)).toEqual(waiting)
    const lookedFor = { ...creating, status: "unknown", create_lease_until: started } as const
    expect(cartStatus([lookedFor], null)).toEqual(waiting)
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
    [
      "nobody answered its creation",
      "not_started",
      { status: "unknown", outcome: "none", checkout_url: null, request: {} },
    ],
    ["what stands there is not paid", "not_started", { status: "requires_action", checkout_url: null }],
    ["what stood there failed", "not_started", { status: "failed", outcome: "failed", checkout_url: null }],
  ] as const)("failed when the newest attempt failed: %s", (_, reason, facts) => {
    const older = intentRow({ attempt: 1, outcome: "waiting" })
    expect(cartStatus([intentRow({ attempt: 2, ...facts }), older], null)).toEqual({
      status: "failed",
      reason,
      ...about,
      retry_after_ms: 30_000,
    })
  })

  it("waits while money may be under way for what the service keeps under our reference", () => {
    const kept = intentRow({ status: "processing", checkout_url: null, request: null })
    expect(cartStatus([kept], null)).toEqual({ status: "waiting", ...about, retry_after_ms: 2_000 })
  })

  it("leaves out money that an employee gave to another order, and not what was given to the cart's own", () => {
    const applied = { outcome: "paid", status: "succeeded", applied_at: new Date() } as const
    const given = intentRow({ ...applied, assigned_order_id: "order_09" })
    expect(cartStatus([given], null)).toEqual({ status: "none", retry_after_ms: 30_000 })
    const open = intentRow({ attempt: 2, outcome: "waiting" })
    expect(cartStatus([open, given], ORDER)).toMatchObject({ status: "waiting" })
    expect(cartStatus([{ ...given, assigned_order_id: ORDER.id }], ORDER)).toMatchObject({
      status: "succeeded",
      order_id: ORDER.id,
    })
  })

  it("succeeded only with the order that the money was applied to", () => {
    const paid = intentRow({ outcome: "paid", status: "succeeded" })
    expect(cartStatus([{ ...paid, applied_at: new Date() }], ORDER)).toEqual({
      status: "succeeded",
      order_id: ORDER.id,
      ...about,
      retry_after_ms: 30_000,
    })
    const waiting = { status: "waiting", ...about, retry_after_ms: 2_000 }
    expect(cartStatus([paid], null)).toEqual(waiting)
    // Core is still at it, and may take the order back.
    expect(cartStatus([paid], ORDER)).toEqual(waiting)
    expect(cartStatus([intentRow({ outcome: "waiting" })], ORDER).status).toBe("waiting")
  })

  it("says how much went back of the money that it speaks of", () => {
    const paid = intentRow({ outcome: "paid", status: "succeeded", applied_at: new Date() })
    const all = paid.amount
    const refunded = (...args: Parameters<typeof cartStatus>) => cartStatus(...args).refunded
    expect(refunded([paid], ORDER)).toBeUndefined()
    expect(refunded([{ ...paid, refunded: "1" }], ORDER)).toBe("part")
    expect(refunded([{ ...paid, refunded: all }], ORDER)).toBe("all")
    // A second payment that was sent back is not the order's.
    const second = { ...paid, applied_at: null, closed_at: new Date(), refunded: all }
    expect(refunded([second, paid], ORDER)).toBeUndefined()
    expect(cartStatus([second], null)).toMatchObject({ status: "none", refunded: "all" })
    expect(refunded([{ ...second, closed_at: null, refunded: "1" }], null, true)).toBe("part")
    const anew = intentRow({ outcome: "waiting", attempt: 2 })
    expect(cartStatus([anew, second], null)).toMatchObject({ status: "waiting" })
    expect(refunded([anew, second], null)).toBeUndefined()
  })

  it("failed when the shop canceled the order, attention while nobody dealt with the money", () => {
    const canceled = { ...ORDER, status: "canceled" }
    const applied = intentRow({ outcome: "paid", status: "succeeded", applied_at: new Date() })
    const failed = { status: "failed", ...about, retry_after_ms: 30_000 }
    expect(cartStatus([applied], canceled)).toEqual(failed)
    expect(
      cartStatus([intentRow({ outcome: "waiting", checkout_url: "https://pay.example/1" })], canceled)
    ).toEqual(failed)
    const other = { ...applied, applied_at: null }
    expect(cartStatus([applied, listed(other)], canceled).status).toBe("attention")
    expect(cartStatus([other], canceled).status).toBe("waiting")
  })

  it("offers no address to pay a second time once money came, whatever later attempts say", () => {
    const paid = intentRow({ attempt: 1, outcome: "paid", status: "succeeded" })
    for (const outcome of ["waiting", "failed", "discrepancy", "none"] as const) {
      const newest = intentRow({ attempt: 2, outcome, checkout_url: "https://pay.example/2" })
      expect(cartStatus([newest, paid], null)).toMatchObject({ status: "waiting" })
      expect(cartStatus([newest, paid], null)).not.toHaveProperty("checkout_url")
      expect(cartStatus([newest, paid], null)).toMatchObject({
        payment_number: about.payment_number,
        retry_after_ms: 2_000,
      })
      expect(cartStatus([newest, { ...paid, applied_at: new Date() }], ORDER).status).toBe("succeeded")
    }
  })

  it("calls for attention when the money that came is not the money asked for", () => {
    const discrepancy = intentRow({ attempt: 1, outcome: "discrepancy" })
    const newest = intentRow({ attempt: 2, outcome: "waiting", checkout_url: "https://pay.example/2" })
    expect(cartStatus([newest, discrepancy], null)).toEqual({
      status: "attention",
      payment_number: about.payment_number,
      since: about.since,
      retry_after_ms: 30_000,
    })
  })

  it("names the payment that the customer has to name: that of the money, else the newest attempt", () => {
    const named = (number: string, facts: object) => intentRow({ payment_number: number, ...facts })
    const newest = named("22222222", { attempt: 3 })
    const paid = named("11111111", { attempt: 2, outcome: "paid" })
    const applied = named("00000000", { attempt: 1, outcome: "paid", applied_at: new Date() })
    const number = (...attempts: ReturnType<typeof intentRow>[]) => cartStatus(attempts, null).payment_number
    expect(number(newest)).toBe("2222-2222")
    expect(number(newest, paid)).toBe("1111-1111")
    expect(number(newest, { ...paid, outcome: "discrepancy" })).toBe("1111-1111")
    expect(number(newest, paid, applied)).toBe("0000-0000")
    expect(number(newest, { ...paid, closed_at: new Date() })).toBe("2222-2222")
    expect(numberShown([{ ...paid, closed_at: new Date() }])).toBeUndefined()
  })
})

describe("what the customer may know of the payment", () => {
  const of = (facts: Parameters<typeof rowOf>[0]) => cartStatus([intentRow(facts)], null, true)
  const heard = new Date(NOW - 1_000)

  it("is what was asked for, since it was started, and that a fee comes on top", () => {
    expect(cartStatus([intentRow({ outcome: "waiting", fee_bearer: "customer" })], null)).toEqual({
      status: "waiting",
      checkout_url: rowOf().checkout_url,
      ...about,
      plus_fee: true,
      retry_after_ms: 2_000,
    })
    expect(of({ amount: "123456", currency_code: "eur", exponent: 2 })).toMatchObject({
      amount: "1234.56",
      currency_code: "eur",
    })
  })

  it("is what was paid with the fee, since the shop heard of it", () => {
    const paid = { outcome: "paid", status: "succeeded", paid_at: heard, fee: "317" } as const
    expect(of({ ...paid, fee_bearer: "customer" })).toEqual({
      ...about,
      status: "attention",
      amount: "10317",
      since: heard.toISOString(),
      retry_after_ms: 30_000,
    })
    expect(of({ ...paid, fee: null })).toMatchObject({ amount: "10000" })
  })

  it("is what came where it is not what was asked for, and nothing where it is not known", () => {
    const came = (outcome_reason: string, amount: string, currency = "XAF") =>
      of({ outcome: "discrepancy", outcome_reason, verified_at: heard, verified: { amount, currency } })
    const borne = {
      outcome: "discrepancy",
      fee_bearer: "customer",
      verified: { amount: "4968", currency: "XAF" },
      outcome_reason: "amount_discrepancy",
    } as const
    expect(of(borne)).not.toHaveProperty("plus_fee")
    expect(came("amount_discrepancy", "4968")).toMatchObject({
      status: "attention",
      amount: "4968",
      currency_code: "xaf",
      since: heard.toISOString(),
    })
    for (const unknown of [
      came("currency_discrepancy", "4968", "XOF"),
      came("reference_discrepancy", "10000"),
    ]) {
      expect(unknown).not.toHaveProperty("amount")
      expect(unknown).not.toHaveProperty("currency_code")
    }
  })

  it("is no person's: nothing but these fields", () => {
    const fields = Object.keys(of({ outcome: "paid", paid_at: heard, fee_bearer: "customer" }))
    expect(fields.sort()).toEqual([
      "amount",
      "currency_code",
      "payment_number",
      "retry_after_ms",
      "since",
      "status",
    ])
  })
})

describe("a payment that a change of the cart would take its purpose", () => {
  const at = (...rows: ReturnType<typeof rowOf>[]) => {
    const found = paymentUnderWay(rows, { now: NOW })
    return found && [found.row.attempt, found.state]
  }
  const aged = (ms: number, facts: Parameters<typeof rowOf>[0] = {}) =>
    rowOf({ outcome: "waiting", created_at: new Date(NOW - ms), ...facts })

  it("is one whose money may be on its way, however long, and one that was opened less than 15 minutes ago", () => {
    expect(at(aged(15 * MINUTE - 1))).toEqual([1, "opened"])
    expect(at(aged(15 * MINUTE))).toBeNull()
    expect(at(aged(60 * MINUTE, { status: "processing" }))).toEqual([1, "processing"])
    expect(at(aged(60 * MINUTE, { status: "succeeded", outcome: "paid" }))).toEqual([1, "processing"])
    expect(at()).toBeNull()
  })

  it("is that of an older attempt before a newer one that was only opened", () => {
    const processing = aged(10 * MINUTE, { status: "processing" })
    expect(at(aged(MINUTE, { attempt: 2 }), processing)).toEqual([1, "processing"])
    expect(at(aged(MINUTE, { attempt: 2, status: "failed", outcome: "failed" }), processing)).toEqual([
      1,
      "processing",
    ])
  })

  it("is none that is over, that brings no money, or whose money a person deals with", () => {
    const paid = { status: "succeeded", outcome: "paid" } as const
    for (const facts of [
      { status: "failed", outcome: "failed" },
      { status: "rejected", outcome: "none", checkout_url: null },
      { checkout_url: null },
      { outcome: "discrepancy", status: "succeeded" },
      { ...paid, applied_at: started },
      { ...paid, closed_at: started },
      { ...paid, assigned_order_id: "order_09" },
    ] as const)
      expect(at(aged(MINUTE, facts))).toBeNull()
    expect(paymentUnderWay([listed(aged(MINUTE, paid))], { now: NOW })).toBeNull()
  })
})

describe("a payment that may wait on the phone beside the one that pays", () => {
  const card = { provider_id: "pp_paycollect-card_default" }
  const at = (all: ReturnType<typeof rowOf>[], paying: ReturnType<typeof rowOf>[] = []) =>
    paymentLeftOpen(all, paying, { now: NOW })?.attempt
  const row = (attempt: number, facts: Parameters<typeof rowOf>[0] = {}) => intentRow({ attempt, ...facts })
  const paid = { status: "succeeded", outcome: "paid" } as const
  const processing = { status: "processing" } as const

  it("is what was opened before it was paid by card, before the cart changed, or beside what is paid now", () => {
    expect(at([row(2, { ...paid, ...card, applied_at: started }), row(1)])).toBe(1)
    expect(at([row(1)])).toBe(1)
    const [now, before] = [row(2, card), row(1, processing)]
    expect(at([now, before], [now, before])).toBe(1)
    // Its money came, and the order is being made.
    const coming = row(1, { ...paid, ...card })
    expect(at([row(2), coming], [row(2), coming])).toBe(2)
    expect(at([row(1, { ...processing, ...card })])).toBe(1)
  })

  it("is none that pays, that is over, or of which no phone asks", () => {
    const own = row(1)
    expect(at([own], [own])).toBeUndefined()
    for (const facts of [
      card,
      { created_at: new Date(NOW - 15 * MINUTE) },
      { status: "failed", outcome: "failed" },
      { closed_at: started },
      paid,
    ] as const)
      expect(at([row(1, facts)])).toBeUndefined()
  })
})

describe("a payment that nobody is at any more", () => {
  const left = (ms: number, facts: Parameters<typeof rowOf>[0] = {}) =>
    cartStatus([intentRow({ outcome: "waiting", created_at: new Date(NOW - ms), ...facts })], null)

  it("has expired once another one would be started in its place", () => {
    expect(left(24 * 60 * MINUTE - 1)).toMatchObject({ status: "waiting" })
    expect(left(24 * 60 * MINUTE)).toMatchObject({ status: "failed", reason: "expired" })
    expect(left(24 * 60 * MINUTE)).not.toHaveProperty("checkout_url")
  })

  it("waits on while its money may be under way", () => {
    expect(left(48 * 60 * MINUTE, { status: "processing" })).toMatchObject({ status: "waiting" })
    expect(left(48 * 60 * MINUTE, { outcome: "paid", status: "succeeded" })).toMatchObject({
      status: "waiting",
    })
  })
})

describe("a payment that was begun anew beside money that is being looked at", () => {
  const held = intentRow({ attempt: 1, status: "succeeded", outcome: "paid", listed_at: started })
  const later = new Date(NOW - 1_000)
  const anew = intentRow({
    attempt: 2,
    id: "pcint_02",
    checkout_url: "https://pay.example/2",
    created_at: later,
  })

  it("speaks for the cart, however it goes on", () => {
    expect(cartStatus([anew, held], null)).toMatchObject({
      status: "waiting",
      checkout_url: "https://pay.example/2",
    })
    const failed = { ...anew, status: "failed" as const, outcome: "failed" as const }
    expect(cartStatus([failed, held], null)).toMatchObject({ status: "failed", reason: "declined" })
    const paid = { ...anew, status: "succeeded" as const, outcome: "paid" as const }
    expect(cartStatus([paid, held], null)).toMatchObject({ status: "waiting" })
    expect(worthAsking([anew, held], NOW)).toBe(anew)
  })

  it("does not where it was open before, or is being looked at itself", () => {
    expect(cartStatus([{ ...anew, created_at: started }, held], null)).toMatchObject({ status: "attention" })
    const both = { ...anew, status: "succeeded" as const, outcome: "paid" as const, listed_at: new Date(NOW) }
    expect(cartStatus([both, held], null)).toMatchObject({ status: "attention" })
  })
})

describe("customerPayments", () => {
  const came = { status: "succeeded", outcome: "paid", fee: "50" } as const
  const of = (facts: Parameters<typeof rowOf>[0], sent = 0n) =>
    customerPayments([intentRow({ ...came, ...facts })], new Map([["pcint_01", sent]]), "order_01")
  const shown = { payment_number: "JZ1D-7K9P", amount: "10050", currency_code: "xaf" }

  it.each<[string, Parameters<typeof rowOf>[0], bigint]>([
    ["applied", { applied_at: started, order_id: "order_01" }, 0n],
    ["applied", { applied_at: started, refunded: "1" }, 1n],
    ["held", { listed_at: started }, 0n],
    [
      "held",
      {
        outcome: "discrepancy",
        outcome_reason: "amount_discrepancy",
        verified: { amount: "10050", currency: "XAF" },
      },
      0n,
    ],
  ])("is %s: %j", (outcome, facts, sent) => {
    expect(of(facts, sent)).toEqual([{ ...shown, outcome }])
  })

  it.each<[string, string, Parameters<typeof rowOf>[0], bigint]>([
    ["returning", "10000", { listed_at: started, refunded: "10000" }, 0n],
    ["returning", "1", { applied_at: started, refunded: "9" }, 8n],
    ["returning", "1", { closed_at: started, refunded: "10000" }, 9_999n],
    ["returned", "10000", { closed_at: started, refunded: "10000" }, 10_000n],
    ["returned", "10000", { applied_at: started, refunded: "4000", reversed: "6000" }, 4_000n],
    ["returned", "10000", { closed_at: started, closed_as: "returned" }, 0n],
    ["returned", "10000", { closed_at: started, closed_as: "returned", refunded: "4000" }, 4_000n],
    ["returning", "1", { closed_at: started, closed_as: "returned", refunded: "4000" }, 3_999n],
  ])("is %s with what goes back, %s, and says that no fee does: %j", (outcome, amount, facts, sent) => {
    const payment = { ...shown, amount, outcome }
    expect(of({ came: "10000", ...facts }, sent)).toEqual([{ ...payment, without_fee: true }])
    // She bore none.
    for (const fee of [null, "0"]) expect(of({ came: "10000", ...facts, fee }, sent)).toEqual([payment])
  })

  it.each<[string, Parameters<typeof rowOf>[0], bigint]>([
    ["7050", { listed_at: started, came: "10000", refunded: "3000" }, 3_000n],
    ["9050", { listed_at: started, came: "10000", reversed: "1000" }, 0n],
    [
      "400",
      {
        outcome: "discrepancy",
        outcome_reason: "amount_discrepancy",
        verified: { amount: "700", currency: "XAF" },
        ...{ fee: null, came: "700", refunded: "300" },
      },
      300n,
    ],
  ])("is held with what is left of it, %s, where a part went back: %j", (amount, facts, sent) => {
    expect(of(facts, sent)).toEqual([{ ...shown, amount, outcome: "held" }])
  })

  it("says nothing of a fee that goes back, too", () => {
    const back = { came: "10050", refunded: "10050", applied_at: started }
    const shown = { amount: "10050", outcome: "returned" }
    expect(of(back, 10_050n)).toEqual([expect.objectContaining(shown)])
    expect(of(back, 10_050n)[0]).not.toHaveProperty("without_fee")
  })

  it("names no sum that goes back in a currency whose decimals are not known here", () => {
    const verified = { amount: "700", currency: "EUR" }
    const paid = {
      outcome: "discrepancy",
      outcome_reason: "currency_discrepancy",
      verified,
      came: "700",
    } as const
    for (const back of [{ refunded: "700" }, { closed_at: started, closed_as: "returned" }] as const)
      expect(of({ ...paid, ...back })[0]).not.toHaveProperty("amount")
  })

  it.each<[string, Parameters<typeof rowOf>[0]]>([
    ["is awaited", { status: "requires_action", outcome: "waiting" }],
    ["failed", { status: "failed", outcome: "failed" }],
    ["a person dealt with", { closed_at: started }],
    ["the shop keeps", { closed_at: started, closed_as: "kept" }],
    ["was given to another order", { assigned_order_id: "order_02", applied_at: started }],
  ])("has none of what %s", (_, facts) => expect(of(facts)).toEqual([]))

  it("tells whether the customer was charged", () => {
    const open = intentRow({ outcome: "waiting" })
    expect(wasCharged([open], of({ listed_at: started }))).toBe(true)
    expect(wasCharged([open], [])).toBeUndefined()
    expect(wasCharged([intentRow({ status: "failed", outcome: "failed" })], [])).toBe(false)
    expect(wasCharged([], of({ closed_at: started, refunded: "10000" }, 10_000n))).toBe(false)
  })

  it("does not say that nothing was charged before an operator's failure was confirmed half an hour later", () => {
    const failed = (minutes: number, more: Parameters<typeof rowOf>[0] = {}) => {
      const [failed_at, verified_at] = [started, new Date(started.getTime() + minutes * MINUTE)]
      return wasCharged(
        [intentRow({ status: "failed", outcome: "failed", failed_at, verified_at, ...more })],
        []
      )
    }
    expect([failed(0), failed(29), failed(30)]).toEqual([undefined, undefined, false])
    expect(failed(0, { status: "canceled" })).toBe(false)
    expect(failed(0, { closed_at: started, closed_as: "returned" })).toBe(false)
  })

  it("does not say that nothing was charged where money came of a sum that cannot be read, or for another order", () => {
    expect(wasCharged([intentRow({ status: "succeeded", outcome: "waiting" })], [])).toBeUndefined()
    const given = { ...came, applied_at: started, assigned_order_id: "order_02" }
    expect(wasCharged([intentRow(given)], [])).toBe(true)
    expect(wasCharged([intentRow({ ...given, refunded: "10000" })], [])).toBe(false)
  })

  const unread = { outcome: "discrepancy", outcome_reason: "reference_mismatch", came: "0" } as const
  it.each<[boolean | undefined, string, Parameters<typeof rowOf>[0]]>([
    [true, "kept", { closed_as: "kept" }],
    [true, "kept, of which a part went back", { closed_as: "kept", refunded: "4000", reversed: "5999" }],
    [true, "kept, of a sum that cannot be read", { ...unread, closed_as: "kept" }],
    [false, "kept, of which nothing was left", { closed_as: "kept", reversed: "10000" }],
    [false, "given back another way", { closed_as: "returned" }],
    [undefined, "closed without a word", {}],
    [undefined, "closed without a word, of a sum that cannot be read", unread],
    [false, "closed because it all went back", { reversed: "10000" }],
  ])("says %s of a charge whose money was %s", (charged, _, facts) => {
    const row = intentRow({ ...came, closed_at: started, ...facts })
    expect(wasCharged([row], [])).toBe(charged)
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
  const paid = intentRow({ attempt: 1, outcome: "paid", status: "succeeded", next_step_at: before })

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
      expect(worthAsking([{ ...failed, closed_at: before }], now)).toBeNull()
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
    expect(worthAsking([open, { ...paid, next_step_at: new Date(now + 1_000) }], now)).toBeNull()
    expect(worthAsking([open, { ...paid, next_step_at: null }], now)).toBeNull()
    expect(worthAsking([open, { ...paid, applied_at: before }], now)).toBe(open)
    expect(worthAsking([open, { ...paid, closed_at: before }], now)).toBe(open)
  })
})
