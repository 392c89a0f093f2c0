import { Notices } from "../../../src/features/alerts/rows"
import { Links } from "../../../src/features/payment-links/rows"
import { Refunds } from "../../../src/features/refunds/rows"
import { SharedState } from "../../../src/service/shared-state"
import { WatchedPayments } from "../../../src/payments/fair-polling"
import { Captures } from "../../../src/payments/ledger/captures"
import { silentSince } from "../../../src/payments/ledger/history"
import { closeItems, noteGone } from "../../../src/payments/ledger/item-moves"
import { AttentionList } from "../../../src/payments/ledger/items"
import { IntentLedger } from "../../../src/payments/ledger/ledger"
import { Reviews } from "../../../src/payments/ledger/reviews"
import { openDatabase, type Database } from "../support/database"
import { TestClock } from "../support/instance"

interface Asked {
  sql: string
  bindings: unknown[]
}

interface PlanNode {
  "Node Type": string
  "Relation Name"?: string
  "Index Name"?: string
  "Index Cond"?: string
  Plans?: PlanNode[]
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]
const isIndex = (node: PlanNode) => node["Index Name"] !== undefined
/** Of one row a key. */
const SMALL = "paycollect_state"
const NOW = new Date("2026-11-01T00:00:00Z")
const clock = new TestClock()

/** What the store asks again and again, whose answer is a few rows of however many there are. */
const ASKED: Record<string, (knex: Database["knex"]) => Promise<unknown>> = {
  "what is due": (knex) => new IntentLedger(knex, clock).claimDue(30, 60_000),
  "the attempts of a cart": (knex) => new IntentLedger(knex, clock).attemptsOf("cart_1"),
  "the payment of a session": (knex) => new IntentLedger(knex, clock).bySession("payses_1"),
  "a payment by its reference": (knex) => new IntentLedger(knex, clock).byReference("cart_1-1"),
  "the history of a refund": (knex) =>
    new IntentLedger(knex, clock).historyOfRefund("pcint_1", { id: "ref_1" }),
  "since when the service is silent": (knex) => silentSince(knex, { id: "pcint_1", verified_at: NOW }, 0),
  "who waits": (knex) => new WatchedPayments(knex, clock).count(),
  "who waits longest": (knex) => new WatchedPayments(knex, clock).longestUnasked(3),
  "what is asked about again": (knex) => new Reviews(knex, clock).claimDue(30),
  "captures that are untold": (knex) => new Captures(knex, clock).untold(),
  "whether core told of a capture": (knex) => new Captures(knex, clock).noted("cart_1-1"),
  "the links of an order": (knex) =>
    new Links(knex, new SharedState(knex), clock).follow(["cart_1"], "order_1"),
  "refunds that were cut off": (knex) => new Refunds(knex, clock).cutOff(NOW),
  "whether it is being refunded": (knex) => new AttentionList(knex, clock).isBeingRefunded("pcint_1"),
  "what is gone of a refund": (knex) => noteGone(knex, NOW, "pcint_1", "500 XAF"),
  "items of a payment": (knex) => closeItems(knex, NOW, { intent_id: "pcint_1", note: "applied" }),
  "messages that are due": (knex) => new Notices(knex, clock).claimDue(),
  "messages that are old": (knex) => new Notices(knex, clock).forgetOld(),
}

/** A store of some payments: of an empty table the planner takes any index. */
const FILL = [
  `insert into paycollect_intent (id, payment_number, merchant_reference, subject_id, attempt, payment_collection_id, provider_id, environment, amount,
     currency_code, exponent, fee_bearer, fingerprint, status, outcome, applied_at, captured_told_at, asked_at)
   select 'pcint_' || n, lpad(n::text, 8, '0'), 'cart_' || n || '-1', 'cart_' || n, 1, 'pay_col_' || n, 'pp_paycollect_default', 'live', '10000', 'xaf',
     0, 'merchant', 'f', 'succeeded', 'paid', now(), now(), now() from generate_series(1, 2000) n`,
  `insert into paycollect_intent_session (id, intent_id) select 'payses_' || n, 'pcint_' || n from generate_series(1, 2000) n`,
  `insert into paycollect_intent_event (id, type, intent_id) select 'pcevt_' || n, 'applied', 'pcint_' || n from generate_series(1, 2000) n`,
  `insert into paycollect_attention (id, category, reason, status, notified_at, intent_id)
   select 'pcatt_' || n, 'money', 'late_payment', 'resolved', now(), 'pcint_' || n from generate_series(1, 2000) n`,
  `insert into paycollect_refund (id, key, amount, currency_code, mode, status, reason, created_by, intent_id)
   select 'pcref_' || n, n, '500', 'xaf', 'api', 'sent', 'other', 'user_1', 'pcint_' || n from generate_series(1, 2000) n`,
  `insert into paycollect_notice (id, batch, kind, recipient, outcome) select 'pcntc_' || n, n, 'new_items', 'r', 'sent' from generate_series(1, 2000) n`,
  `insert into paycollect_entry (intent_id, key, from_account, to_account, amount, currency_code)
   select 'pcint_' || n, 'came', 'service', 'held', '10000', 'xaf' from generate_series(1, 2000) n`,
  `insert into paycollect_link (id, digest, order_id, cart_id, amount, currency_code, created_by, asked_at, expires_at)
   select 'pclnk_' || n, n, 'order_' || n, 'cart_' || n, '10000', 'xaf', 'user_1', now(), now() from generate_series(1, 2000) n`,
  "vacuum analyze",
]

/**
 * Our indexes hold no deleted row (`tables.ts`), and the planner uses one only where the statement says so, too. With few rows it reads the whole
 * table anyway; forbidden to, it does so only where no index serves. What reads all payments each minute is the end of a store of a million.
 */
describe("what is asked again and again", () => {
  let database: Database
  const seen: Asked[] = []
  /** indexes of every row that is not deleted */
  let all: Set<string>

  beforeAll(async () => {
    database = await openDatabase({ min: 1, max: 1 })
    const found = await database.knex.raw<{ rows: { indexname: string }[] }>(
      `select indexname from pg_indexes where schemaname = 'public' and (indexdef not like '% WHERE %' or indexdef like '% WHERE (deleted_at IS NULL)')`
    )
    all = new Set(found.rows.map(({ indexname }) => indexname))
    for (const statement of FILL) await database.knex.raw(statement)
    await database.knex.raw("set enable_seqscan = off")
    database.knex.on("query", ({ sql, bindings }: Asked) => seen.push({ sql, bindings }))
  })
  afterAll(() => database.close())

  /** Tables or indexes that a statement reads from end to end: an index of all that is not deleted, without a condition, is no better than its table. */
  async function readWhole({ sql, bindings }: Asked): Promise<string[]> {
    const connection = (await database.knex.client.acquireConnection()) as {
      query(asked: {
        text: string
        values: unknown[]
      }): Promise<{ rows: { "QUERY PLAN": { Plan: PlanNode }[] }[] }>
    }
    try {
      const { rows } = await connection.query({ text: `explain (format json) ${sql}`, values: bindings })
      return nodesOf(rows[0]!["QUERY PLAN"][0]!.Plan)
        .filter((node) =>
          isIndex(node)
            ? !node["Index Cond"] && all.has(node["Index Name"]!)
            : node["Node Type"] === "Seq Scan"
        )
        .map((node) => node["Relation Name"] ?? node["Index Name"]!)
        .filter((name) => name !== SMALL)
    } finally {
      await database.knex.client.releaseConnection(connection)
    }
  }

  it.each(Object.keys(ASKED))("%s is found by an index", async (name) => {
    seen.length = 0
    await ASKED[name]!(database.knex)
    const asked = seen.filter(({ sql }) => /^\s*(select|with|update|insert|delete)/i.test(sql))
    expect(asked).not.toHaveLength(0)
    for (const statement of asked)
      expect([statement.sql, await readWhole(statement)]).toEqual([statement.sql, []])
  })

  it("is told from what is not", async () => {
    const byName = {
      sql: `select * from paycollect_intent where fingerprint = $1 and deleted_at is null`,
      bindings: ["f"],
    }
    expect(await readWhole(byName)).toHaveLength(1)
  })
})
