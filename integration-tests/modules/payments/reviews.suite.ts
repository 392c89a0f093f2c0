import { REVIEW_PAUSE_MS } from "../../../src/payments/reversal"
import { REVIEW_AGES } from "../../../src/payments/schedule"
import { Reviews } from "../../../src/payments/ledger/reviews"
import { Review } from "../../../src/payments/review"
import { refundAsked, refundSent } from "../../../src/payments/ledger/refund-moves"
import { startSandbox, type Sandbox } from "../../../packages/dev/src/sandbox"
import { openDatabase, type Database } from "../support/database"
import { instance, newCartId, startInput } from "../support/instance"

const HOUR = 3_600_000
const DAY = 24 * HOUR

describe("looks at applied money", () => {
  let database: Database
  let service: Sandbox
  let shop: ReturnType<typeof instance>
  let looks: Reviews

  beforeAll(async () => {
    database = await openDatabase()
  })
  afterAll(() => database.close())
  beforeEach(async () => {
    service = await startSandbox({ rateLimits: false, outcomeDelayMs: 0 })
    shop = instance(database.knex, service)
    looks = new Reviews(database.knex, shop.clock)
    await database.knex("paycollect_intent").update({ review_at: null })
  })
  afterEach(() => service.close())

  const applied = async () => {
    const purchase = { lines: [], delivery: [] }
    const intent = await shop.startPayment.findOrCreate(startInput(newCartId(), { purchase }))
    service.control.moveState(intent.merchant_reference, "succeeded")
    await shop.verifier.verify(intent, { by: "status" })
    await shop.ledger.markUsed(intent.id, "payses_1")
    return (await shop.ledger.applied(intent.id, "order_1", { by: "return" }))!
  }
  const stored = async (reference: string) => (await shop.ledger.byReference(reference))!
  const ids = (rows: { id: string }[]) => rows.map(({ id }) => id)

  it("are due a day after it was applied, each handed to one process", async () => {
    const { id } = await applied()
    expect(await looks.claimDue(10)).toEqual([])
    shop.clock.advance(REVIEW_AGES[0]!)
    const claimed = await Promise.all(Array.from({ length: 6 }, () => looks.claimDue(10)))
    expect(ids(claimed.flat())).toEqual([id])
  })

  it("come back when the process that took them died, and end when they are over", async () => {
    const { id } = await applied()
    shop.clock.advance(REVIEW_AGES[0]!)
    expect(ids(await looks.claimDue(10))).toEqual([id])
    shop.clock.advance(5 * 60_000)
    const [claimed] = await looks.claimDue(10)
    expect(claimed).toMatchObject({ id, purchase: { lines: [] } })
    await looks.reviewed(claimed!, null)
    expect(await stored(claimed!.merchant_reference)).toMatchObject({ purchase: null })
    shop.clock.advance(40 * DAY)
    expect(await looks.claimDue(10)).toEqual([])
  })

  it("leave out money that core booked back, and money that a person dealt with by hand", async () => {
    const [back, released] = [await applied(), await applied()]
    await shop.ledger.voidedByCore(back.id)
    await database.knex("paycollect_intent").where({ id: released.id }).update({ closed_at: new Date() })
    shop.clock.advance(REVIEW_AGES[0]!)
    expect(await looks.claimDue(10)).toEqual([])
    expect(await looks.claimNews(back.id)).toBeNull()
  })

  it("come a minute after core began to take back what stands for it, unless they come before", async () => {
    const { id } = await applied()
    const other = await applied()
    await looks.lookSoon(id)
    expect(await looks.claimDue(10)).toEqual([])
    shop.clock.advance(REVIEW_PAUSE_MS)
    expect(ids(await looks.claimDue(10))).toEqual([id])
    shop.clock.advance(REVIEW_AGES[0]! - REVIEW_PAUSE_MS)
    await looks.lookSoon(other.id)
    expect(ids(await looks.claimDue(10))).toContain(other.id)
    await shop.ledger.voidedByCore(other.id)
    const { review_at } = await stored(other.merchant_reference)
    shop.clock.advance(-DAY)
    await looks.lookSoon(other.id)
    expect(await stored(other.merchant_reference)).toMatchObject({ review_at })
  })

  it("take the longest due first, and no more than there is room for", async () => {
    const first = await applied()
    shop.clock.advance(1_000)
    const second = await applied()
    shop.clock.advance(REVIEW_AGES[0]!)
    expect(ids(await looks.claimDue(1))).toEqual([first.id])
    expect(ids(await looks.claimDue(10))).toEqual([second.id])
  })

  it("follow news at once for one of all who bring it, and at most once a minute; what is left waits for the job", async () => {
    const { id, merchant_reference } = await applied()
    const another = await applied()
    expect(await looks.claimNews(id)).toBeNull()
    expect(await stored(another.merchant_reference)).toMatchObject({ review_at: another.review_at })
    shop.clock.advance(REVIEW_PAUSE_MS)
    const [claimedByJob] = await looks.claimDue(10)
    await looks.reviewed(claimedByJob!, shop.clock.now() + DAY)
    shop.clock.advance(REVIEW_PAUSE_MS)
    const claimed = await Promise.all(Array.from({ length: 5 }, () => looks.claimNews(id)))
    expect(claimed.filter(Boolean)).toHaveLength(1)
    const { review_at, reviewed_at, purchase } = await stored(merchant_reference)
    // Core may take its order back yet.
    expect(purchase).toMatchObject({ lines: [] })
    expect(new Date(review_at!).getTime() - new Date(reviewed_at!).getTime()).toBe(REVIEW_PAUSE_MS)
  })

  it("follow news that comes while the service is asked: the answer may be older than it", async () => {
    const { id, merchant_reference } = await applied()
    shop.clock.advance(REVIEW_AGES[0]!)
    const [claimed] = await looks.claimDue(10)
    const review = new Review(shop.ledger, looks, shop.configuration, shop.clock)
    expect(await review.ask(claimed!, { by: "job" })).toMatchObject({ verdict: { kind: "stands" } })
    expect(await looks.claimNews(id)).toBeNull()
    await review.done(claimed!, { answered: true })
    shop.clock.advance(REVIEW_PAUSE_MS)
    const [again] = await looks.claimDue(10)
    expect(again).toMatchObject({ id })
    await review.done(again!, { answered: true })
    const { review_at, applied_at } = await stored(merchant_reference)
    expect(new Date(review_at!).getTime() - new Date(applied_at!).getTime()).toBe(REVIEW_AGES[1])
  })

  it("count what is gone and when that was asked, and change nothing else of what is known", async () => {
    const before = await applied()
    service.control.reverse(before.merchant_reference)
    const review = new Review(shop.ledger, looks, shop.configuration, shop.clock)
    expect(await review.ask(before, { by: "job" })).toMatchObject({
      ...{ verdict: { kind: "reversed", facts: { status: "failed" } }, rose: true, missing: 0n },
    })
    const { updated_at: _, verified_at, ...after } = await stored(before.merchant_reference)
    expect({ ...before, reversed: before.amount }).toMatchObject(after)
    expect(+verified_at!).toBeGreaterThan(+before.verified_at!)
  })

  it("count all that is gone of money of which too much came and was refunded before it became an order's", async () => {
    const { id, merchant_reference, amount } = await applied()
    const [came, verified] = [`${BigInt(amount) + 300n}`, { status: "succeeded", amount, currency: "XAF" }]
    await database
      .knex("paycollect_intent")
      .where({ id })
      .update({ came, refunded: "300", fee: "0", verified })
    const review = new Review(shop.ledger, looks, shop.configuration, shop.clock)
    const ask = async () => (await review.ask(await stored(merchant_reference), { by: "job" }))?.verdict
    expect(await ask()).toEqual({ kind: "stands" })
    service.control.reverse(merchant_reference, { webhook: false })
    expect(await ask()).toMatchObject({ kind: "reversed" })
    expect(await stored(merchant_reference)).toMatchObject({ came, refunded: "300", reversed: amount })
  })

  it("say what is there again of what a refund in Medusa booked, once the service had an hour to subtract the store's own", async () => {
    const intent = await applied()
    const review = new Review(shop.ledger, looks, shop.configuration, shop.clock)
    service.control.reverse(intent.merchant_reference, { amount: "300", webhook: false })
    expect(await review.ask(intent, { by: "job" })).toMatchObject({ verdict: { kind: "reversed" } })
    const sum = { refund_id: "ref_1", amount: 500n, booked: 300n }
    await shop.ledger.refund(intent.id, refundAsked(sum), { type: "refund_sending" })
    await shop.ledger.refund(intent.id, refundSent(sum), { type: "refund_sent" })
    const ask = async () =>
      (await review.ask(await stored(intent.merchant_reference), { by: "job" }))?.verdict
    const says = (amount: bigint) =>
      service.control.overrideVerify(intent.merchant_reference, { amount: amount.toString() })
    const all = BigInt(intent.amount)
    says(all)
    expect(await ask()).toEqual({ kind: "stands" })
    shop.clock.advance(HOUR)
    expect(await ask()).toMatchObject({ kind: "stands", facts: { won: "300 XAF", refunded: "200 XAF" } })
    for (const left of [all - 300n, all - 500n]) {
      says(left)
      expect(await ask()).toMatchObject({ kind: "stands", facts: undefined })
    }
    expect(await stored(intent.merchant_reference)).toMatchObject({ reversed: "300", refunded: "200" })
  })

  it("tell silence from a payment that the service does not know, and another one's answer from ours", async () => {
    const [intent, another] = [await applied(), await applied()]
    const review = new Review(shop.ledger, looks, shop.configuration, shop.clock)
    const EVENT = { by: "webhook", at: shop.clock.now(), saysPaid: false } as const
    const fault = (status: number) =>
      service.control.injectFault({ operation: "verify_payment", kind: "status", status })
    fault(500)
    expect(await review.ask(intent, EVENT)).toBeNull()
    fault(404)
    expect(await review.ask(intent, EVENT)).toMatchObject({ verdict: { kind: "unclear" } })
    service.control.overrideVerify(intent.merchant_reference, {
      id: another.service_intent_id,
      status: "failed",
    })
    expect(await review.ask(intent, EVENT)).toMatchObject({ verdict: { kind: "unclear" } })
    const noKey = instance(database.knex, service, { test: { baseUrl: `${service.origin}/v1` } })
    expect(
      await new Review(shop.ledger, looks, noKey.configuration, shop.clock).ask(intent, EVENT)
    ).toBeNull()
  })
})
