import fc from "fast-check"
import { missingCredits, surplusCredits, type RefundCredit } from "../credit-lines"
import { owedBy } from "../predicates"
import { type CreditLineRecord, type OrderRecord, type RefundRecord } from "../records"
import { AT, collection, order, payment, refund } from "./records"

/** As core writes it. */
const line = (version: number, amount: number | string, facts: Partial<CreditLineRecord> = {}) => ({
  amount,
  reference: "payment_collection",
  reference_id: "pay_col_1",
  metadata: { created_in_version: version },
  ...facts,
})
/** As the third judge has it written. */
const judged = (version: number, refund_id: string, amount: number | string) =>
  line(version, amount, { reference: "refund", reference_id: refund_id })
const returned = (id: string, amount: number, facts: Partial<RefundRecord> = {}) =>
  refund(amount, { id, created_by: "user_1", created_at: AT, ...facts })

/** An order of 10,000 that was paid, of which these refunds are booked, each of the version that it met. */
function refundedOrder(
  refunds: [RefundRecord, version: number][],
  credit_lines: CreditLineRecord[],
  facts: Partial<OrderRecord> = {}
): OrderRecord {
  const left = credit_lines.reduce((sum, { amount }) => sum - Number(amount), 10_000)
  return order({
    total: left,
    credit_lines,
    transactions: [
      { amount: 10_000, reference_id: "capt_1", version: 1 },
      ...refunds.map(([{ id, amount }, version]) => ({
        amount: -Number(amount),
        reference_id: id!,
        version,
      })),
    ],
    payment_collections: [
      collection({ status: "completed", payments: [payment({ refunds: refunds.map(([each]) => each) })] }),
    ],
    ...facts,
  })
}

describe("credit lines that are too many", () => {
  const first = returned("ref_1", 4_000)
  it.each<[string, OrderRecord, RefundCredit[]]>([
    [
      "core's own, after the judge's",
      refundedOrder([[first, 1]], [judged(2, "ref_1", 4_000), line(3, 4_000)]),
      [{ refund_id: "ref_1", amount: "-4000" }],
    ],
    [
      "core's own that bears the reason of the refund",
      refundedOrder(
        [[returned("ref_1", 4_000, { refund_reason_id: "refr_1" }), 1]],
        [judged(2, "ref_1", 4_000), line(3, 4_000, { reference: "Damaged", reference_id: "damaged" })]
      ),
      [{ refund_id: "ref_1", amount: "-4000" }],
    ],
    [
      "only what a person did not settle yet",
      refundedOrder(
        [[first, 1]],
        [
          judged(2, "ref_1", 4_000),
          line(3, 4_000),
          line(4, -3_000, { reference: "refund", reference_id: "order_1" }),
        ]
      ),
      [{ refund_id: "ref_1", amount: "-1000" }],
    ],
    [
      "also where the order was made dearer since, and owes",
      refundedOrder([[first, 1]], [judged(2, "ref_1", 4_000), line(3, 4_000)], { total: 9_000 }),
      [{ refund_id: "ref_1", amount: "-4000" }],
    ],
    [
      "those of the first of two refunds, where core balanced the second one",
      refundedOrder(
        [
          [first, 1],
          [returned("ref_2", 1_000), 2],
        ],
        [judged(2, "ref_1", 4_000), line(3, 1_000), line(4, 4_000)]
      ),
      [{ refund_id: "ref_1", amount: "-4000" }],
    ],
    [
      "core's own that it made before another refund was booked, which nobody has balanced yet",
      refundedOrder(
        [
          [first, 1],
          [returned("ref_2", 1_000), 3],
        ],
        [judged(2, "ref_1", 4_000), line(3, 4_000)]
      ),
      [{ refund_id: "ref_1", amount: "-4000" }],
    ],
    [
      "also what a person settled before",
      refundedOrder(
        [[first, 1]],
        [
          line(1, -500, { reference: "refund", reference_id: "order_1" }),
          judged(2, "ref_1", 4_000),
          line(3, 4_000),
        ]
      ),
      [{ refund_id: "ref_1", amount: "-4000" }],
    ],
    [
      "no more of it where a person added some by hand since",
      refundedOrder(
        [[first, 1]],
        [
          judged(2, "ref_1", 4_000),
          line(3, 4_000),
          line(4, 500, { reference: "refund", reference_id: "order_1" }),
        ]
      ),
      [{ refund_id: "ref_1", amount: "-4000" }],
    ],
    [
      "core's own that it made in the same moment",
      refundedOrder([[first, 1]], [judged(2, "ref_1", 4_000), line(2, 4_000)]),
      [{ refund_id: "ref_1", amount: "-4000" }],
    ],
    [
      "of each of two",
      refundedOrder(
        [
          [first, 1],
          [returned("ref_2", 1_000), 2],
        ],
        [judged(2, "ref_1", 4_000), judged(3, "ref_2", 1_000), line(4, 4_000), line(5, 1_000)]
      ),
      [
        { refund_id: "ref_1", amount: "-4000" },
        { refund_id: "ref_2", amount: "-1000" },
      ],
    ],
  ])("%s", (_, record, lines) => expect(surplusCredits(record, 0)).toEqual(lines))

  it.each<[string, OrderRecord]>([
    ["the judge's alone", refundedOrder([[first, 1]], [judged(2, "ref_1", 4_000)])],
    ["core's alone", refundedOrder([[first, 1]], [line(2, 4_000)])],
    [
      "the judge's, of an order that was made cheaper since",
      refundedOrder([[first, 1]], [judged(2, "ref_1", 4_000)], { total: 2_000 }),
    ],
    [
      "what was taken back already, of an order that was made cheaper since",
      refundedOrder([[first, 1]], [judged(2, "ref_1", 4_000), line(3, 4_000), judged(4, "ref_1", -4_000)], {
        total: 2_000,
      }),
    ],
    [
      "core's of another refund since, of an order that was made cheaper then",
      refundedOrder(
        [
          [first, 1],
          [returned("ref_2", 4_000), 2],
        ],
        [judged(2, "ref_1", 4_000), line(3, 4_000)],
        { total: 1_000 }
      ),
    ],
    [
      "what a person settled in the dashboard, of an order that was made cheaper then",
      refundedOrder(
        [[first, 1]],
        [judged(2, "ref_1", 4_000), line(3, 500, { reference: "refund", reference_id: "order_1" })],
        { total: 5_000 }
      ),
    ],
    [
      "what a person settled in the dashboard altogether",
      refundedOrder(
        [[first, 1]],
        [
          judged(2, "ref_1", 4_000),
          line(3, 4_000),
          line(4, -4_000, { reference: "refund", reference_id: "order_1" }),
        ]
      ),
    ],
    [
      "the store's own, after a refund with a reason",
      refundedOrder(
        [[returned("ref_1", 4_000, { refund_reason_id: "refr_1" }), 1]],
        [judged(2, "ref_1", 4_000), line(3, 500, { reference: "goodwill", reference_id: "mail_7" })]
      ),
    ],
    [
      "a line of the order's collection, after a refund with a reason",
      refundedOrder(
        [[returned("ref_1", 4_000, { refund_reason_id: "refr_1" }), 1]],
        [judged(2, "ref_1", 4_000), line(3, 4_000)]
      ),
    ],
    [
      "what a person added by hand, after a refund with a reason",
      refundedOrder(
        [[returned("ref_1", 4_000, { refund_reason_id: "refr_1" }), 1]],
        [judged(2, "ref_1", 4_000), line(3, 4_000, { reference: "refund", reference_id: "order_1" })]
      ),
    ],
    ["what was taken off again", refundedOrder([[first, 1]], [judged(2, "ref_1", 4_000), line(3, -4_000)])],
    ["a line of nothing", refundedOrder([[first, 1]], [judged(2, "ref_1", 4_000), line(3, 0)])],
    [
      "of a refund without an id",
      refundedOrder(
        [[returned("ref_1", 4_000, { id: undefined }), 1]],
        [line(2, 4_000, { reference_id: undefined }), line(3, 4_000)]
      ),
    ],
    [
      "the store's own, of before",
      refundedOrder([[first, 2]], [line(2, 500), judged(3, "ref_1", 4_000)], { total: 5_000 }),
    ],
    [
      "what came with the cart",
      refundedOrder([[first, 1]], [line(2, 700, { metadata: null }), judged(2, "ref_1", 4_000)], {
        total: 5_000,
      }),
    ],
  ])("are not %s", (_, record) => expect(surplusCredits(record, 0)).toEqual([]))
})

describe("credit lines that are missing", () => {
  it("are the newest refund's first, of what the order would ask for again", () => {
    const refunds: [RefundRecord, number][] = [
      [returned("ref_1", 4_000), 1],
      [returned("ref_2", 3_000), 1],
    ]
    expect(missingCredits(refundedOrder(refunds, [], { version: 1, total: 8_000 }), 0)).toEqual([
      { refund_id: "ref_2", amount: "3000" },
      { refund_id: "ref_1", amount: "2000" },
    ])
  })
})

/** What happens to an order of core's, one after the other. */
class Order {
  record = refundedOrder([], [], { version: 1 })

  /** @param isReversed Medusa names the lines in no order */
  constructor(private readonly isReversed: boolean) {}

  edit(more: number): void {
    if (more !== 0) this.next({ total: Number(this.record.total) + more })
  }

  /** @returns what core will credit of it when it goes on */
  begin(id: string, amount: number): number {
    const overpaid = -Number(owedBy(this.record, 0))
    const [collection] = this.record.payment_collections
    const [paid] = collection!.payments
    const refunds = [...paid!.refunds!, returned(id, amount)]
    this.record = {
      ...this.record,
      payment_collections: [{ ...collection!, payments: [{ ...paid!, refunds }] }],
      transactions: [
        ...this.record.transactions,
        { amount: -amount, reference_id: id, version: this.record.version },
      ],
    }
    return overpaid > 0 ? Math.max(0, amount - overpaid) : amount
  }

  goOn(amount: number): void {
    if (amount > 0) this.add([line(this.record.version! + 1, amount)])
  }

  /** As the job does it when it comes by. */
  judge(): void {
    for (const credits of [missingCredits, surplusCredits]) {
      const version = this.record.version! + 1
      const lines = credits(this.record, 0)
      if (lines.length > 0) this.add(lines.map(({ refund_id, amount }) => judged(version, refund_id, amount)))
    }
  }

  private add(lines: CreditLineRecord[]): void {
    const total = lines.reduce((left, { amount }) => left - Number(amount), Number(this.record.total))
    const all = [this.record.credit_lines, lines]
    this.next({ total, credit_lines: (this.isReversed ? all.reverse() : all).flat() })
  }

  private next(facts: Partial<OrderRecord>): void {
    this.record = { ...this.record, ...facts, version: this.record.version! + 1 }
  }
}

it("an order owes the same, whether core finished its refunds, died over them, or stood still and went on", () => {
  const refunds = fc.array(
    fc.record({
      amount: fc.integer({ min: 1, max: 2_000 }),
      core: fc.constantFrom("finishes", "dies", "stands still"),
      /** how many refunds later it goes on */
      later: fc.integer({ min: 0, max: 3 }),
      /** the order is made dearer, or cheaper, after it */
      edited: fc.option(fc.integer({ min: -3_000, max: 3_000 }), { freq: 3 }),
    }),
    { minLength: 1, maxLength: 4 }
  )
  fc.assert(
    fc.property(refunds, fc.boolean(), (all, isReversed) => {
      const [order, finished] = [new Order(isReversed), new Order(false)]
      const waiting: { at: number; amount: number }[] = []
      const sums: number[] = []
      all.forEach(({ amount, core, later, edited }, n) => {
        finished.goOn(finished.begin(`ref_${n}`, amount))
        const credit = order.begin(`ref_${n}`, amount)
        sums.push(...new Set([amount, credit].filter((sum) => sum > 0)))
        if (core === "finishes") order.goOn(credit)
        else if (core === "stands still") waiting.push({ at: n + later, amount: credit })
        order.judge()
        for (const each of [order, finished]) each.edit(edited ?? 0)
        for (const each of waiting.filter(({ at }) => at === n)) order.goOn(each.amount)
        order.judge()
      })
      for (const each of waiting.filter(({ at }) => at >= all.length)) order.goOn(each.amount)
      order.judge()
      order.judge()
      // Of two of one sum nobody can tell whose line it is.
      fc.pre(new Set(sums).size === sums.length)
      expect(owedBy(order.record, 0)).toBe(owedBy(finished.record, 0))
    }),
    { numRuns: 2_000 }
  )
})
