import fc from "fast-check"
import { wallClock } from "../../../src/features/alerts/rules"
import { refundAsked, refundNotSent } from "../../../src/payments/ledger/refund-moves"
import { periodsOf, type Bucket } from "../../../src/features/takings/periods"
import { AttentionList } from "../../../src/payments/ledger/items"
import { IntentLedger } from "../../../src/payments/ledger/ledger"
import { ReceiptEntries, type ReceiptEntry } from "../../../src/features/takings/entries"
import { ReceiptSums, type ReceiptPeriod } from "../../../src/features/takings/sums"
import { type ReceiptFilters } from "../../../src/features/takings/rows"
import { minorAmount } from "../../../src/service/wire/shape"
import { isTimeZone } from "../../../src/settings/addresses"
import { openDatabase, type Database } from "../support/database"
import { TestClock, newIntent } from "../support/instance"

const HOUR = 3_600_000
const dateIn = (zone: string, at: number) => wallClock(at, zone).day
const DAY = 24 * HOUR

/** Moments at which clocks were changed: at midnight, put back into the day before, by half an hour, over a whole day. */
const CHANGES: [zone: string, at: string][] = [
  ["UTC", "2026-01-01T00:00:00Z"],
  ["Africa/Douala", "2025-12-31T23:00:00Z"],
  ["Europe/Paris", "2025-03-30T01:00:00Z"],
  ["Europe/Paris", "2025-10-26T01:00:00Z"],
  ["America/Havana", "2025-03-09T05:00:00Z"],
  ["America/Havana", "2025-11-02T05:00:00Z"],
  ["Asia/Beirut", "2025-03-29T22:00:00Z"],
  ["Asia/Beirut", "2025-10-25T21:00:00Z"],
  ["America/Sao_Paulo", "2018-11-04T03:00:00Z"],
  ["America/Sao_Paulo", "2018-02-18T02:00:00Z"],
  ["Africa/Cairo", "2025-04-24T22:00:00Z"],
  ["Africa/Cairo", "2025-10-30T21:00:00Z"],
  ["America/Scoresbysund", "2024-03-31T01:00:00Z"],
  ["Australia/Lord_Howe", "2025-04-05T15:00:00Z"],
  ["Pacific/Apia", "2011-12-30T10:00:00Z"],
  ["Asia/Kathmandu", "2025-06-30T18:15:00Z"],
]

const EXPONENTS: Record<string, number> = { xaf: 0, eur: 2, tnd: 3 }
const PROVIDERS = ["pp_paycollect_default", "pp_paycollect-card_default"]

/** What moves money out of the shop, or back into it, and what does neither. */
const MOVES = {
  asked: { sign: "", from: "order:1", to: "refunding:1" },
  sent: { sign: null, from: "refunding:1", to: "refunded" },
  not_sent: { sign: "-", from: "refunding:1", to: "order:1" },
  recovered: { sign: "", from: "unapplied", to: "refunded" },
  reversed: { sign: "", from: "order:1", to: "reversed" },
  booked: { sign: null, from: "reversed", to: "reversed_booked" },
  won_back: { sign: "-", from: "reversed", to: "order:1" },
  returned: { sign: "", from: "unapplied", to: "returned" },
  kept: { sign: "0", from: "unapplied", to: "kept" },
} as const

interface Payment {
  started: number
  fate: "rejected" | "creating" | "waiting" | "left" | "failed" | "discrepancy" | "paid"
  environment: "test" | "live"
  currency: string
  provider: string
  amount: bigint
  fee: bigint
  /** ms from its start */
  took: number
  refunds: {
    type: keyof typeof MOVES
    amount: bigint
    after: number
  }[]
  items: ("open" | "resolved")[]
}

const hours = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: -4 * HOUR, max: 4 * HOUR }) },
  { weight: 2, arbitrary: fc.integer({ min: -40 * DAY, max: 40 * DAY }) },
  { weight: 1, arbitrary: fc.constantFrom(0, -1, HOUR, -HOUR, HOUR - 1) }
)
const later = fc.oneof(fc.integer({ min: 0, max: 20 * 60_000 }), fc.integer({ min: 0, max: 30 * DAY }))
const money = fc.oneof(fc.bigInt(1n, 100_000n), fc.bigInt(1n, 10n ** 25n))

const payment = (change: number): fc.Arbitrary<Payment> =>
  fc.record({
    started: hours.map((offset) => change + offset),
    fate: fc.constantFrom<Payment["fate"]>(
      ...([
        "rejected",
        "creating",
        "waiting",
        "left",
        "failed",
        "discrepancy",
        "paid",
        "paid",
        "paid",
      ] as const)
    ),
    environment: fc.constantFrom("live", "live", "test"),
    currency: fc.constantFrom(...Object.keys(EXPONENTS)),
    provider: fc.constantFrom(...PROVIDERS),
    amount: money,
    fee: fc.oneof(fc.constant(0n), money),
    took: later,
    refunds: fc.array(
      fc.record({
        type: fc.constantFrom(...(Object.keys(MOVES) as (keyof typeof MOVES)[])),
        amount: money,
        after: later,
      }),
      { maxLength: 3 }
    ),
    items: fc.uniqueArray(fc.constantFrom("open", "resolved"), { maxLength: 2 }),
  })

const scene = fc.constantFrom(...CHANGES).chain(([zone, at]) =>
  fc.record({
    zone: fc.constant(zone),
    payments: fc.array(payment(Date.parse(at)), { maxLength: 25 }),
    before: fc.integer({ min: 0, max: 45 }),
    after: fc.integer({ min: 0, max: 45 }),
    bucket: fc.constantFrom<Bucket>("day", "week", "month"),
    change: fc.constant(Date.parse(at)),
    filters: fc.record<ReceiptFilters>(
      {
        environment: fc.constantFrom("live", "test"),
        currency_code: fc.subarray(Object.keys(EXPONENTS), { minLength: 1 }),
        provider_id: fc.subarray(PROVIDERS, { minLength: 1 }),
      },
      { requiredKeys: ["environment"] }
    ),
  })
)
type Scene = typeof scene extends fc.Arbitrary<infer Value> ? Value : never

const STATES: Record<Payment["fate"], { status: string; outcome: string; due: boolean }> = {
  rejected: { status: "rejected", outcome: "none", due: true },
  creating: { status: "creating", outcome: "none", due: true },
  waiting: { status: "processing", outcome: "waiting", due: true },
  left: { status: "requires_action", outcome: "waiting", due: false },
  failed: { status: "failed", outcome: "failed", due: true },
  discrepancy: { status: "succeeded", outcome: "discrepancy", due: true },
  paid: { status: "succeeded", outcome: "paid", due: false },
}

/** What a person would find who goes through the payments with a calendar of that place. */
function byHand({ zone, payments, bucket, filters }: Scene, range: { from: string; to: string }) {
  const sums = new Map<string, Omit<ReceiptPeriod, "exponent">>()
  const wanted = ({ environment, currency, provider }: Payment) =>
    environment === filters.environment &&
    (filters.currency_code?.includes(currency) ?? true) &&
    (filters.provider_id?.includes(provider) ?? true)
  const count = (one: Payment, at: number, add: (sum: Omit<ReceiptPeriod, "exponent">) => void) => {
    const date = dateIn(zone, at)
    if (date < range.from || date > range.to) return
    const period = nameOf(date, bucket)
    const key = `${period} ${one.currency} ${one.provider}`
    if (!sums.has(key))
      sums.set(key, { ...empty(), period, currency_code: one.currency, provider_id: one.provider })
    add(sums.get(key)!)
  }
  for (const one of payments.filter(wanted)) {
    const isPaid = one.fate === "paid"
    if (one.fate !== "rejected") {
      count(one, one.started, (sum) => {
        sum.started++
        if (isPaid) sum.succeeded++
        if (one.fate === "creating" || one.fate === "waiting") sum.waiting++
      })
    }
    if (one.items.includes("open")) count(one, one.started, (sum) => sum.attention++)
    if (!isPaid) continue
    count(one, one.started + one.took, (sum) => {
      sum.paid++
      sum.amount += one.amount
      sum.fees += one.fee
    })
    for (const { type, amount, after } of one.refunds) {
      const { sign } = MOVES[type]
      if (sign === null) continue
      count(one, one.started + one.took + after, (sum) => {
        if (sign === "0") return void (sum.kept += amount)
        sum.refunded += sign === "-" ? -amount : amount
        if (type === "returned") sum.returned += amount
      })
    }
  }
  return [...sums.values()].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
}

const keyOf = ({ period, currency_code, provider_id }: Omit<ReceiptPeriod, "exponent">) =>
  `${period} ${currency_code} ${provider_id}`

const empty = () => ({
  ...{ started: 0, succeeded: 0, waiting: 0, attention: 0, paid: 0 },
  ...{ amount: 0n, fees: 0n, refunded: 0n, returned: 0n, kept: 0n },
})

/** By stepping back a day at a time, so that no rule of the code is repeated. */
function nameOf(date: string, bucket: Bucket): string {
  let day = new Date(`${date}T12:00:00Z`)
  const isFirst = () =>
    bucket === "day" || (bucket === "week" ? day.getUTCDay() === 1 : day.getUTCDate() === 1)
  while (!isFirst()) day = new Date(day.getTime() - DAY)
  return day.toISOString().slice(0, 10)
}

/** As a spreadsheet adds up the file's lines by their day and currency. */
function netByDay(zone: string, entries: ReceiptEntry[]): Record<string, bigint> {
  return netOf(
    entries.flatMap(({ intent, amount, back }) =>
      [
        { at: intent.paid_at!, amount, refunded: 0n },
        ...back.map((move) => ({ ...move, amount: move.ofFee, refunded: move.amount })),
      ].map(({ at, ...sum }) => ({
        ...sum,
        period: dateIn(zone, at.getTime()),
        currency_code: intent.currency_code,
      }))
    )
  )
}

function netOf(
  sums: Pick<ReceiptPeriod, "period" | "currency_code" | "amount" | "refunded">[]
): Record<string, bigint> {
  const net: Record<string, bigint> = {}
  for (const { period, currency_code, amount, refunded } of sums) {
    const key = `${period} ${currency_code}`
    net[key] = (net[key] ?? 0n) + amount - refunded
  }
  return Object.fromEntries(Object.entries(net).filter(([, sum]) => sum !== 0n))
}

describe("takings", () => {
  let database: Database
  let sums: ReceiptSums
  let receiptEntries: ReceiptEntries

  beforeAll(async () => {
    database = await openDatabase()
    sums = new ReceiptSums(database.knex)
    receiptEntries = new ReceiptEntries(database.knex)
  })
  afterAll(() => database.close())

  beforeEach(() => empties())

  async function empties() {
    for (const table of [
      "paycollect_attention",
      "paycollect_entry",
      "paycollect_intent_event",
      "paycollect_intent",
    ]) {
      await database.knex(table).delete()
    }
  }

  async function write(payments: Payment[]) {
    const intents = payments.map((one, index) => {
      const { status, outcome, due } = STATES[one.fate]
      return {
        id: `pcint_${index}`,
        payment_number: String(index).padStart(8, "0"),
        merchant_reference: `cart_${index}-1`,
        subject_id: `cart_${index}`,
        attempt: 1,
        payment_collection_id: "pay_col_1",
        provider_id: one.provider,
        environment: one.environment,
        amount: one.amount.toString(),
        currency_code: one.currency,
        exponent: EXPONENTS[one.currency],
        fee_bearer: "customer",
        fingerprint: "f",
        status,
        outcome,
        next_step_at: due ? new Date() : null,
        applied_at: outcome === "paid" ? new Date() : null,
        listed_at: outcome === "discrepancy" ? new Date() : null,
        fee: one.fate === "paid" ? one.fee.toString() : null,
        paid_at: one.fate === "paid" ? new Date(one.started + one.took) : null,
        created_at: new Date(one.started),
      }
    })
    const entries = payments.flatMap((one, index) =>
      one.refunds.map(({ type, amount, after }, line) => {
        const { sign, from, to } = MOVES[type]
        return {
          intent_id: `pcint_${index}`,
          // It is found days later that the refund before was not sent.
          key: `${type}:${type === "not_sent" ? (line > 0 ? line - 1 : "none") : line}`,
          from_account: from,
          to_account: to,
          amount: amount.toString(),
          currency_code: one.currency,
          went_back: sign === null ? null : sign === "0" ? "0" : `${sign}${amount}`,
          created_at: new Date(one.started + one.took + after),
        }
      })
    )
    const items = payments.flatMap((one, index) =>
      one.items.map((status) => ({
        id: `pcatt_${index}_${status}`,
        intent_id: `pcint_${index}`,
        category: "money",
        reason: "late_payment",
        status,
      }))
    )
    if (intents.length > 0) await database.knex("paycollect_intent").insert(intents)
    if (entries.length > 0) await database.knex("paycollect_entry").insert(entries)
    if (items.length > 0) await database.knex("paycollect_attention").insert(items)
  }

  async function allEntries(bounds: string[], filters: ReceiptFilters): Promise<ReceiptEntry[]> {
    const all: ReceiptEntry[] = []
    for await (const page of receiptEntries.pages(bounds, filters)) all.push(...page)
    return all
  }

  it("are the sums of the payments one by one, in every zone, and so are their entries", async () => {
    await fc.assert(
      fc.asyncProperty(scene, async (drawn) => {
        const { zone, payments, before, after, bucket, change, filters } = drawn
        const range = { from: dateIn(zone, change - before * DAY), to: dateIn(zone, change + after * DAY) }
        await empties()
        await write(payments)
        const periods = periodsOf(range, bucket)
        const bounds = await sums.bounds(periods, range, zone)
        const found = await sums.of(bounds, periods, filters)
        const expected = byHand(drawn, range)
        expect(found.map(({ exponent: _, ...sum }) => sum)).toEqual(expected)

        const days = periodsOf(range, "day")
        const byDay = await sums.bounds(days, range, zone)
        const all = await allEntries(byDay, filters)
        expect(netByDay(zone, all)).toEqual(netOf(await sums.of(byDay, days, filters)))
        expect(new Set(all.map(({ intent }) => intent.id)).size).toBe(all.length)
        for (const currency of Object.keys(EXPONENTS)) {
          const of = all.filter(({ intent }) => intent.currency_code === currency)
          const asked = expected.filter(({ currency_code }) => currency_code === currency)
          for (const [name, column] of [
            ["amount", "amount"],
            ["fee", "fees"],
            ["refunded", "refunded"],
          ] as const) {
            const total = asked.reduce((sum, one) => sum + one[column], 0n)
            expect(of.reduce((sum, one) => sum + one[name], 0n)).toBe(total)
          }
        }

        const speeds = await sums.speeds(bounds, filters)
        const paid = expected.reduce((sum, one) => sum + one.paid, 0)
        expect(speeds.reduce((sum, { count }) => sum + count, 0)).toBe(paid)
      }),
      { numRuns: 120 }
    )
  }, 60_000)

  const of = (facts: Partial<Payment>): Payment => ({
    ...{ started: Date.parse("2026-01-10T10:00:00Z"), fate: "paid", environment: "live", currency: "xaf" },
    ...{ provider: PROVIDERS[0]!, amount: 100n, fee: 0n, took: 60_000, refunds: [], items: [], ...facts },
  })
  const JANUARY = { from: "2026-01-01", to: "2026-01-31" }
  const live: ReceiptFilters = { environment: "live" }
  async function january(filters = live) {
    const periods = periodsOf(JANUARY, "month")
    const bounds = await sums.bounds(periods, JANUARY, "UTC")
    return { bounds, found: await sums.of(bounds, periods, filters) }
  }

  it("cut days as the clock on the wall does, by each name that a shop may give its zone", async () => {
    const short = ["CET", "EET", "IST", "BST", "AST", "CST", "CAT", "GMT", "UTC", "Egypt", "GB", "EST5EDT"]
    const named = [...short, "Africa/Cairo", "Europe/Paris", "Etc/GMT-1"].filter(isTimeZone)
    expect(named).toHaveLength(8)
    const day = { from: "2026-07-11", to: "2026-07-11" }
    for (const zone of named) {
      const bounds = await sums.bounds(periodsOf(day, "day"), day, zone)
      const at = (moment: number) => wallClock(moment, zone)
      expect([zone, at(Date.parse(bounds[0]!)), at(Date.parse(bounds[0]!) - 1).day]).toEqual([
        zone,
        { day: "2026-07-11", hour: 0 },
        "2026-07-10",
      ])
    }
  })

  it("never mix currencies, nor test money with real money", async () => {
    await write([of({}), of({ currency: "eur", amount: 250n }), of({ environment: "test", amount: 7n })])
    const { found } = await january()
    expect(found.map(({ currency_code, amount, exponent }) => [currency_code, amount, exponent])).toEqual([
      ["eur", 250n, 2],
      ["xaf", 100n, 0],
    ])
    const tested = await january({ environment: "test" })
    expect(tested.found.map(({ amount }) => amount)).toEqual([7n])
  })

  it("say how long money took", async () => {
    await write([
      of({ took: 61_000 }),
      of({ took: 61_400 }),
      of({ took: 5_000, currency: "eur" }),
      of({ fate: "failed" }),
    ])
    const { bounds } = await january()
    const speeds = await sums.speeds(bounds, live)
    expect(speeds.map(({ currency_code, value, count }) => [currency_code, value, count]).sort()).toEqual([
      ["eur", 5, 1],
      ["xaf", 61, 2],
    ])
  })

  it("are not compiled by PostgreSQL, which takes three times as long as they do", async () => {
    class Settings extends ReceiptSums {
      readonly jit = (bounds: string[]) =>
        this.summed<{ jit: string }>("paid_at", bounds, live, { sums: "current_setting('jit') as jit" })
    }
    await write([of({ took: 61_000 })])
    const { bounds } = await january()
    expect(await new Settings(database.knex).jit(bounds)).toMatchObject([{ jit: "off" }])
    expect((await database.knex.raw<{ rows: unknown[] }>("show jit")).rows).toEqual([{ jit: "on" }])
  })

  it("name more payments than a page of them holds, each once", async () => {
    const took = (index: number) => (index % 3) * 1_000
    const refund = { type: "asked" as const, amount: 1n, after: 0 }
    const paid = Array.from({ length: 1_003 }, (_, index) => of({ took: took(index), refunds: [refund] }))
    const earlier = Array.from({ length: 501 }, () =>
      of({ started: Date.parse("2025-12-01"), refunds: [{ ...refund, after: 31 * DAY }] })
    )
    await write([...paid, ...earlier])
    const { bounds } = await january()
    const all = await allEntries(bounds, live)
    expect(all).toHaveLength(1_504)
    expect(new Set(all.map(({ intent }) => intent.id)).size).toBe(1_504)
    const moments = all.slice(0, 1_003).map(({ intent }) => intent.paid_at!.getTime())
    expect(moments).toEqual([...moments].sort((one, other) => one - other))
    expect(all.filter(({ amount }) => amount === 0n)).toHaveLength(501)
    expect(all.every(({ refunded }) => refunded === 1n)).toBe(true)
  })

  it("are entries of a kind each, as the journal has it by the end of the range, whatever is done later", async () => {
    const at = (type: Payment["refunds"][number]["type"]) => ({ type, amount: 7n, after: 0 })
    await write([
      of({ refunds: [at("asked"), at("reversed"), at("returned"), at("won_back")] }),
      of({ refunds: [at("kept")] }),
      of({}),
      of({}),
    ])
    await database.knex("paycollect_intent").update({ tax: "16" })
    const move = async (index: number, key: string, [from_account, to_account]: string[], day: string) =>
      await database.knex("paycollect_entry").insert({
        ...{ intent_id: `pcint_${index}`, key, from_account, to_account, created_at: new Date(day) },
        ...{ amount: "7", currency_code: "xaf", went_back: to_account === "refunded_by_hand" ? "0" : null },
      })
    await move(0, "voided:1", ["order:1", "unapplied"], "2026-01-11")
    await move(2, "applied:2", ["unapplied", "order:2"], "2026-02-01")
    await move(3, "applied:3", ["session:3", "order:3"], "2026-01-11")
    await move(3, "voided:3", ["order:3", "unapplied"], "2026-02-01")
    const item = { category: "money", status: "open" }
    const late = { ...item, id: "pcatt_late", intent_id: "pcint_2", reason: "late_payment" }
    const twice = { ...item, id: "pcatt_twice", intent_id: "pcint_3", reason: "duplicate_payment" }
    await database.knex("paycollect_attention").insert([
      { ...late, created_at: new Date("2026-01-11") },
      { ...twice, created_at: new Date("2026-02-01") },
    ])
    // A person sent the first refund herself, and not by the service, and says so in the month after.
    await database.knex("paycollect_entry").where({ key: "asked:0" }).update({ key: "refund:1" })
    await move(0, "refund:1:end", ["refunding:1", "refunded_by_hand"], "2026-02-02")
    const { bounds, found } = await january()
    const sorted = async (within: string[]) =>
      (await allEntries(within, live)).sort((a, b) => (a.intent.id < b.intent.id ? -1 : 1))
    const backOf = (all: ReceiptEntry[]) =>
      all.map((entry) => entry.back.map(({ kind, amount, kept }) => `${kind} ${amount} ${kept}`).sort())
    const all = await sorted(bounds)
    expect(all.map(({ kind, tax }) => [kind, tax])).toEqual([
      ["unassigned", 16n],
      ["unassigned", null],
      ["late", null],
      ["order", 16n],
    ])
    expect(backOf(all)).toEqual([
      ["cash_refund 7 0", "refund 7 0", "reversal -7 0", "reversal 7 0"],
      ["kept 0 7"],
      [],
      [],
    ])
    expect(found).toMatchObject([{ refunded: 14n, returned: 7n, kept: 7n, amount: 400n }])

    const february = ["2026-02-01T00:00:00Z", "2026-03-01T00:00:00Z"]
    expect(backOf(await sorted(february))).toEqual([["cash_refund 7 0", "refund -7 0"]])
    const corrected = await sums.of(february, [{ name: "2026-02-01", begins: "2026-02-01" }], live)
    expect(corrected).toMatchObject([{ refunded: 0n, returned: 7n, amount: 0n }])
  })

  it("give the tax back with the last of the goods, and take it again with any of them", async () => {
    const part = (type: "asked" | "not_sent", amount: bigint, days: number) => ({
      ...{ type, amount, after: days * DAY },
    })
    await write([of({ refunds: [part("asked", 60n, 1), part("asked", 40n, 30), part("not_sent", 40n, 31)] })])
    await database.knex("paycollect_intent").update({ tax: "16" })
    const applied = { intent_id: "pcint_0", key: "applied", from_account: "session:1", to_account: "order:1" }
    const line = { amount: "100", currency_code: "xaf", created_at: new Date("2026-01-10T11:00:00Z") }
    await database.knex("paycollect_entry").insert({ ...applied, ...line })
    const taxes = async (within: string[]) =>
      (await allEntries(within, live)).flatMap(({ amount, tax, back }) => [
        amount > 0n ? tax : "before",
        ...back.map((move) => move.tax),
      ])
    const [first, second, tenth, third] = ["01-01", "02-01", "02-10", "03-01"].map((day) => `2026-${day}`)
    expect(await taxes([first!, second!])).toEqual([16n, null])
    expect(await taxes([second!, tenth!, third!])).toEqual(["before", -16n, 16n])
  })

  it("are lines of the day on which each thing happened, also where it was found days later that a refund was not sent", async () => {
    const refund = (type: "asked" | "not_sent", days: number) => ({ type, amount: 7n, after: days * DAY })
    await write([of({ refunds: [refund("asked", 1), refund("not_sent", 4)] })])
    const days = periodsOf(JANUARY, "day")
    const bounds = await sums.bounds(days, JANUARY, "UTC")
    const byDay = { "2026-01-10 xaf": 100n, "2026-01-11 xaf": -7n, "2026-01-14 xaf": 7n }
    expect(netOf(await sums.of(bounds, days, live))).toEqual(byDay)
    expect(netByDay("UTC", await allEntries(bounds, live))).toEqual(byDay)
  })

  it("are told by the ledger's own verbs", async () => {
    const clock = new TestClock()
    const ledger = new IntentLedger(database.knex, clock)
    const intent = (await ledger.insert(
      newIntent("cart_a", { environment: "live", amount: minorAmount("900"), provider_id: PROVIDERS[0]! }),
      1
    ))!
    expect(await ledger.byReference("cart_a-1")).toMatchObject({ paid_at: null })
    clock.advance(90_000)
    const answer = { outcome: "paid", status: "succeeded", fee: "5", transaction_id: null } as const
    const { id } = intent
    const first = (await ledger.paid(intent, answer, new Date()))!
    clock.advance(60_000)
    const again = (await ledger.paid(first, answer, new Date()))!
    expect(again.paid_at).toEqual(first.paid_at)
    const of = (refund_id: string, amount: bigint) => ({ refund_id, amount, booked: 0n })
    await ledger.refund(id, refundAsked(of("ref_0", 300n)), { type: "refund_sending" })
    await ledger.refund(id, refundNotSent(of("ref_0", 300n)), { type: "refund_not_sent" })
    await ledger.refund(id, refundAsked(of("ref_1", 200n)), { type: "refund_recorded" })
    const attention = new AttentionList(database.knex, clock)
    await attention.open({ intent_id: id, reason: "refund_due", key: "ref_1" })

    const today = dateIn("UTC", clock.now())
    const range = { from: dateIn("UTC", clock.now() - DAY), to: today }
    const periods = periodsOf(range, "month")
    const bounds = await sums.bounds(periods, range, "UTC")
    const found = await sums.of(bounds, periods, live)
    const total = (name: "started" | "paid" | "attention") => found.reduce((sum, one) => sum + one[name], 0)
    expect([total("started"), total("paid"), total("attention")]).toEqual([1, 1, 1])
    expect(found.reduce((sum, { amount }) => sum + amount, 0n)).toBe(900n)
    expect(found.reduce((sum, { fees }) => sum + fees, 0n)).toBe(5n)
    const refunded = found.reduce((sum, one) => sum + one.refunded, 0n)
    expect(refunded).toBe(200n)
    expect((await ledger.byReference("cart_a-1"))!.refunded).toBe(refunded.toString())
    const [speed] = await sums.speeds(bounds, live)
    expect(speed!.value).toBeGreaterThanOrEqual(90)
  })

  it("refuse a zone that PostgreSQL does not know", async () => {
    await expect(sums.bounds(periodsOf(JANUARY, "day"), JANUARY, "Mars/Olympus")).rejects.toMatchObject({
      code: "22023",
    })
  })
})
