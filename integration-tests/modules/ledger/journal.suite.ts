import fc from "fast-check"
import { journalFaults } from "../../http/support/journal"
import { type Verified } from "../../../src/payments/assess"
import { Answers } from "../../../src/payments/answers"
import { may, phaseOf } from "../../../src/payments/phase"
import { hear } from "../../../src/payments/review"
import { Assignments } from "../../../src/payments/ledger/assignments"
import { AttentionList } from "../../../src/payments/ledger/items"
import { IntentLedger } from "../../../src/payments/ledger/ledger"
import { refundAsked, refundNotSent, refundSent } from "../../../src/payments/ledger/refund-moves"
import { Refunds } from "../../../src/features/refunds/rows"
import { minorAmount } from "../../../src/service/wire/shape"
import { type IntentRow } from "../../../src/modules/paycollect/models/intent"
import { openDatabase, type Database } from "../support/database"
import { newCartId, newIntent, TestClock } from "../support/instance"

const AMOUNT = 10_000n
const CLOSED = ["returned", "kept", undefined] as const
const REFUND_CLOSED = ["returned", "not_sent", "sent"] as const
const HOUR = 3_600_000
/** Short, and on a real database: the chaos rings play the long ones. */
const RUNS = 80
const MOST_HAPPENINGS = 12

const TABLES = ["attention", "entry", "intent_event", "refund", "intent"].map((name) => `paycollect_${name}`)

/** `never`: its process died; `unknown`: a person is asked */
const ENDS = ["sent", "not_sent", "unknown", "never"] as const

const MOVES = [
  ...(["used", "taken over", "applied", "voided", "order lost"] as const),
  ...(["given up", "due", "assigned", "unassigned", "resolved", "wait"] as const),
]
/** What can happen to a payment's money, in whatever order. Sums in tenths of what was asked for. */
type Happening =
  | {
      it: "said"
      status: string
      tenths: number
      currency: string
      /** it was asked before what happened last */
      late?: boolean
    }
  | { it: (typeof MOVES)[number] }
  | {
      it: "refunded from the list" | "refunded in Medusa"
      tenths: number
      ends: (typeof ENDS)[number]
    }

const tenths = fc.integer({ min: 0, max: 12 })
const happening: fc.Arbitrary<Happening> = fc.oneof(
  fc.record({
    it: fc.constant("said" as const),
    status: fc.constantFrom("succeeded", "succeeded", "succeeded", "processing", "failed", "charged_back"),
    tenths: fc.oneof(fc.constant(10), tenths),
    currency: fc.constantFrom("XAF", "XAF", "XAF", "XOF"),
    late: fc.boolean(),
  }),
  fc.record({ it: fc.constantFrom(...MOVES) }),
  fc.record({
    it: fc.constantFrom("refunded from the list" as const, "refunded in Medusa" as const),
    tenths: fc.oneof(fc.constant(10), tenths),
    ends: fc.constantFrom(...ENDS),
  })
)

const PAID = { it: "said", status: "succeeded", tenths: 10, currency: "XAF" } as const
/** Where it begins: chance alone seldom comes far. */
const BEGINNINGS: Happening[][] = [
  [],
  [PAID, { it: "used" }, { it: "applied" }],
  [PAID, { it: "given up" }],
  [PAID, { it: "given up" }, { it: "assigned" }],
  [PAID, { it: "given up" }, { it: "due" }, { it: "used" }],
  [PAID, { it: "used" }, { it: "applied" }, { ...PAID, tenths: 4 }],
]

const said = (status: string, tenths: number): Happening => ({ it: "said", status, tenths, currency: "XAF" })
/** What chance found once. */
const FOUND: [Happening[], Happening[]][] = [
  // Core takes a payment back of which nothing was left; the money comes again, and the same session takes it once more.
  [
    [PAID, { it: "given up" }],
    [{ it: "used" }, said("failed", 10), { it: "voided" }, PAID, { it: "used" }],
  ],
  // The service names another currency first, and a sum that is higher in it.
  [
    [{ it: "said", status: "succeeded", tenths: 12, currency: "XOF" }],
    [PAID, { it: "used" }, { it: "applied" }, said("succeeded", 10)],
  ],
  // A process that stood still writes down what it was answered after another one.
  [[{ ...PAID, tenths: 4 }], [{ ...PAID, late: true }]],
  // All of it is closed with a refund of which a person finds that it was not sent.
  [
    [PAID, { it: "given up" }],
    [{ it: "refunded from the list", tenths: 10, ends: "unknown" }, { it: "resolved" }, { it: "due" }],
  ],
  // What came is named, then nothing in another currency, then the same again.
  [
    [],
    [
      said("succeeded", 6),
      { it: "said", status: "succeeded", tenths: 0, currency: "XOF" },
      said("succeeded", 6),
    ],
  ],
  // Core takes an order back, and the cart's next session takes the money before the store has heard of that.
  [
    [PAID, { it: "used" }, { it: "applied" }],
    [{ it: "taken over" }, { it: "order lost" }, { it: "applied" }],
  ],
]

describe("the money of a payment, whatever happens to it", () => {
  let database: Database
  beforeAll(async () => {
    database = await openDatabase()
  })
  afterAll(() => database.close())

  /** One payment, and everybody who moves its money. */
  const begun = async () => {
    const { knex } = database
    const clock = new TestClock()
    const ledger = new IntentLedger(knex, clock)
    const [attention, assignments, refunds] = [
      new AttentionList(knex, clock),
      new Assignments(knex, clock),
      new Refunds(knex, clock),
    ]
    const answers = new Answers(ledger, clock)
    const { id } = (await ledger.insert(newIntent(newCartId(), { amount: minorAmount(AMOUNT) }), 0))!
    const now = () => ledger.byId(id)
    let count = 0

    let before = await now()
    const said = async (verified: Verified, row: IntentRow) => {
      const asked = clock.now()
      if (row.outcome === "paid") await hear({ ledger, clock }, row, { said: verified, asked })
      else await answers.store(row, verified, { asked })
      const { outcome } = await now()
      if (outcome !== "discrepancy") return
      await attention.open({ intent_id: id, reason: "amount_discrepancy" })
      await ledger.unschedule(id)
    }
    type Ends = (typeof ENDS)[number]
    const refundFromList = async (row: IntentRow, amount: string, ends: Ends) => {
      const asked = { amount, mode: "api", reason: "other", note: null, created_by: "user_1" } as const
      const refund = await refunds.begin(row, asked as never, { currency_code: row.currency_code })
      if (refund && ends !== "never") await refunds.ended(refund, { status: ends })
    }
    const refundInMedusa = async (row: IntentRow, amount: bigint, ends: Ends) => {
      const unbooked = BigInt(row.reversed) - BigInt(row.reversed_booked)
      const booked = unbooked < amount ? unbooked : amount
      const sum = { refund_id: `ref_${++count}`, amount, booked }
      const event = { type: "refund_sending", cause: "refund" } as const
      if (!row.applied_at || amount === 0n || !(await ledger.refund(id, refundAsked(sum), event))) return
      if (ends === "sent") await ledger.refund(id, refundSent(sum), { ...event, type: "refund_sent" })
      if (ends === "not_sent")
        await ledger.refund(id, refundNotSent(sum), { ...event, type: "refund_not_sent" })
      const { refund_id } = sum
      if (ends === "unknown")
        await attention.open({ intent_id: id, reason: "refund_unknown", key: refund_id, data: { refund_id } })
    }
    const resolve = async (row: IntentRow) => {
      // As the route does: money that is being applied is not a person's to close.
      const open = await attention.openFor(id)
      const item = open.find(({ category }) => category === "refund") ?? open[0]
      if (item && phaseOf(row) !== "retried")
        await attention.resolve(item.id, {
          note: "By hand",
          resolved_by: "user_1",
          money: (item.category === "refund" ? REFUND_CLOSED : CLOSED)[++count % 3],
        })
    }

    const happens = async (each: Happening): Promise<unknown> => {
      const [seen, row] = [before, await now()]
      before = row
      const share = "tenths" in each ? (AMOUNT * BigInt(each.tenths)) / 10n : 0n
      switch (each.it) {
        case "said":
          return await said(
            {
              status: each.status,
              amount: minorAmount(share),
              currency: each.currency,
              environment: "test",
              merchant_reference: row.merchant_reference,
            } as Verified,
            each.late ? seen : row
          )
        // As `authorize` does: the session that took it before is named, the same one or one that is gone, and never comes back.
        case "used":
        case "taken over": {
          const { used_by_session_id: before, assigned_collection_id: collection } = row
          const session = each.it === "used" ? (before ?? `payses_${id}`) : `payses_${id}_${++count}`
          return (
            row.outcome === "paid" &&
            (before || each.it === "used") &&
            (await ledger.markUsed(id, session, before, collection ?? ""))
          )
        }
        case "applied":
          return (
            ["moving", "retried"].includes(phaseOf(row)) &&
            (await ledger.applied(id, row.assigned_order_id ?? `order_${id}`, { by: "job" }))
          )
        case "voided":
          return row.used_by_session_id && (await ledger.voidedByCore(id))
        case "order lost":
          return await ledger.orderLost(row)
        case "given up":
          if (!["moving", "retried"].includes(phaseOf(row))) return
          return await attention.open({ intent_id: id, reason: "paid_without_order", ends: "giveUp" })
        case "due":
          return await ledger.scheduleBy(id)
        case "assigned":
          return await assignments.begin(id, `order_for_${id}`, "user_1")
        case "unassigned":
          return (
            row.assigned_order_id &&
            (await assignments.undo(id, { order_id: row.assigned_order_id, reason: "failed" }))
          )
        case "resolved":
          return await resolve(row)
        case "wait":
          return clock.advance(2 * HOUR)
        case "refunded from the list":
          return await refundFromList(row, share.toString(), each.ends)
        case "refunded in Medusa":
          return await refundInMedusa(row, share, each.ends)
      }
    }
    return { id, now, happens, attention }
  }

  it("is never below zero, lies where its row says, and an item of its own says when a person has to decide", async () => {
    const seen = new Set<string>()
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...BEGINNINGS),
        fc.array(happening, { minLength: 3, maxLength: MOST_HAPPENINGS, size: "max" }),
        async (beginning, more) => {
          for (const table of TABLES) await database.knex(table).delete()
          const { id, now, happens, attention } = await begun()
          for (const each of [...beginning, ...more]) {
            await happens(each)
            const row = await now()
            const phase = phaseOf(row)
            seen.add(phase)
            expect(await journalFaults(database.knex)).toEqual([])
            const balances = [row.came, row.refunded, row.reversed, row.reversed_booked].map(BigInt)
            expect(balances.every((sum) => sum >= 0n)).toBe(true)
            const [came, refunded, reversed] = balances as [bigint, bigint, bigint, bigint]
            expect(came - refunded - reversed).toBeGreaterThanOrEqual(0n)
            const open = (await attention.openFor(id)).filter(({ category }) => category === "money")
            expect([phase, open.length]).toEqual([phase, may("decide", row) ? 1 : 0])
            // What no person was told of is looked at.
            if (phase === "moving" || phase === "discrepant") expect(row.next_step_at).not.toBeNull()
          }
        }
      ),
      { numRuns: RUNS, seed: Number(process.env.SPEC_SEED ?? 20261121), examples: FOUND }
    )
    expect([...seen].sort()).toEqual([
      ...["applied", "awaited", "closed", "disputed", "failed", "listed", "moving", "reserved", "retried"],
    ])
  })
})
