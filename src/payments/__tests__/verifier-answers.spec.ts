import { PayCollectAmbiguousError, PayCollectNotFoundError } from "../../service/errors"
import { type VerifiedPayment } from "../../service"
import { SCHEDULE } from "../schedule"
import { minorAmount } from "../../service/wire/shape"
import { type LedgerEvent } from "../ledger/history"
import { type IntentPatch } from "../ledger/ledger"
import { type IntentRow } from "../../modules/paycollect/models/intent"
import { type Source } from "../source"
import {
  NOW,
  DEADLINE,
  facts,
  silence,
  full,
  WAITING,
  PAID,
  ago,
  payment,
  claimed,
  asked,
  unanswered,
  failed,
  kinds,
  before,
  type Setup,
} from "./verifying"

describe("a question that was not answered", () => {
  it.each([
    ["unavailable", silence, { request_id: "req_1" }],
    ["rate_limited", full({ statusCode: 429 }), { request_id: "req_1", status_code: 429 }],
  ])("is %s: the row stays as it was, and is due again", async (code, error, more) => {
    const { verify, done } = payment({ row: before(60_000), answers: [error] })
    expect((await verify()).decision).toEqual({ kind: "waiting", reason: "requires_action" })
    expect(done.slice(2)).toEqual([unanswered("no_answer", failed(code, more))])
  })

  it("for the service knows no such payment is told apart", async () => {
    const { verify, done } = payment({
      answers: [new PayCollectNotFoundError({ ...facts, statusCode: 404 })],
    })
    await verify({ by: "job" })
    const data = { error: "not_found", request_id: "req_1", status_code: 404 }
    expect(done.slice(2)).toEqual([unanswered("not_found", { type: "verify_not_found", cause: "job", data })])
  })

  it("is one line of history, however long the silence", async () => {
    const { verify, done } = payment({
      row: before(60_000, { outcome_reason: "no_answer" }),
      answers: [silence],
    })
    await verify()
    expect(done.slice(2)).toEqual([unanswered("no_answer")])
  })

  it("for its environment has no key was none, but a visit has to wait as if it had been", async () => {
    for (const [by, first] of [
      ["job", [["not asked", null, 0]]],
      ["admin", [["not asked", null, 0]]],
      ["complete", []],
      ["watched", []],
    ] as const) {
      const { verify, done } = payment({ hasKey: false })
      expect((await verify({ by })).decision.kind).toBe("waiting")
      const event = { type: "verify_failed", cause: by, data: { error: "no_key" } }
      const noted = first.map((line) => [...line, by])
      expect(done).toEqual([claimed(by), ...noted, unanswered("no_answer", event)])
    }
  })

  it("for our budget had no place was none: a visit is told what is known, and a crowd that none is left", async () => {
    const row = before(60_000, { asks: 2 })
    const old = payment({ row, answers: [full({ retryAfterMs: 700 })] })
    expect(await old.verify({ by: "revisit" })).toMatchObject({
      early: true,
      decision: { reason: "requires_action" },
    })
    expect(old.done.slice(2)).toEqual([
      ["not asked", ago(60_000), 2, "revisit"],
      ["full", 700],
    ])
    const unsaid = payment({ row, answers: [full()] })
    await unsaid.verify({ by: "watched" })
    expect(unsaid.done.at(-1)).toEqual(["full", 0])
    const alone = payment({ row, answers: [full()], around: null })
    expect(await alone.verify({ by: "revisit" })).toMatchObject({ early: true })
    const first = payment({ answers: [full()] })
    expect(await first.verify({ by: "revisit" })).toMatchObject({ early: true })
    expect(first.done.slice(2)).toEqual([["not asked", null, 0, "revisit"]])
  })

  it.each(["job", "return", "admin"] as const)(
    "for our budget had no place was none: the payment stays due as it was, and %s knows nothing of now",
    async (by) => {
      const { verify, done } = payment({ row: before(60_000), answers: [full()] })
      expect(await verify({ by })).toMatchObject({ early: true, unheard: true })
      expect(done.slice(2)).toEqual([["not asked", ago(60_000), 1, by]])
    }
  )
})

describe("manual confirmation", () => {
  const agreed = { ...PAID, status: "processing" }
  const told = (outcome: string) => ["recorded", { type: "confirmed", cause: "job", data: { outcome } }]

  it("is sent for money that would pay; only the verify a second later decides", async () => {
    const { verify, done, row } = payment({ manual: true, answers: [agreed, PAID], took: 300 })
    expect((await verify({ by: "job" })).decision.kind).toBe("paid")
    expect(done.slice(1, 6)).toEqual([
      asked({ priority: "reconcile" }),
      ["confirmed", "pi_01", { deadline: DEADLINE }],
      told("ok"),
      ["slept", 700],
      asked({ priority: "reconcile" }),
    ])
    expect(row().verified_at).toEqual(new Date(NOW + 1_000))
  })

  it("that was refused is kept, and the verify after a slow answer follows at once", async () => {
    const confirmed = new PayCollectAmbiguousError(facts)
    const { verify, done } = payment({ manual: true, answers: [agreed], confirmed, took: 2_000 })
    await verify({ by: "job" })
    expect(done.slice(3, 6)).toEqual([told("ambiguous"), ["slept", 0], asked({ priority: "reconcile" })])
  })

  it("that fails by a fault of ours says so", async () => {
    const confirmed = new TypeError()
    await expect(payment({ manual: true, answers: [agreed], confirmed }).verify()).rejects.toBe(confirmed)
  })

  it.each<[string, Setup]>([
    ["where the shop confirms automatically", { manual: false }],
    ["before the customer agreed", { answers: [{ ...agreed, status: "requires_action" }] }],
    ["of too little money", { answers: [{ ...agreed, amount: minorAmount("9999") }] }],
    ["of a payment that the service gave no id", { row: { service_intent_id: null } }],
  ])("is not sent %s", async (_, setup) => {
    const { verify, done } = payment({ manual: true, answers: [agreed], ...setup })
    await verify()
    expect(kinds(done).filter((kind) => kind === "confirmed" || kind === "asked")).toEqual(["asked"])
  })

  it("has been heard before, whatever becomes of the verify after it", async () => {
    const { verify, done } = payment({ manual: true, answers: [agreed, full()], row: before(60_000) })
    await verify({ by: "revisit" })
    expect(kinds(done).slice(-2)).toEqual(["asked", "answered"])
  })
})

describe("an answer", () => {
  const written = async (answer: Partial<VerifiedPayment>, setup: Setup = {}, source?: Source) => {
    const { verify, done } = payment({ ...setup, answers: [answer] })
    const judged = await verify(source)
    const [kind, patch, due, event] = done.at(-1) as [
      string,
      IntentPatch,
      number | null,
      LedgerEvent | undefined,
    ]
    return { ...judged, kind, patch, due, event, done }
  }

  it("that money came is written down with the fee, and the id that the money has", async () => {
    const row = { fee_bearer: "customer" as const }
    const { kind, patch, due, event } = await written(
      { ...PAID, amount: minorAmount("10350"), id: "trn_1" },
      { row },
      { by: "return" }
    )
    expect([kind, due]).toEqual(["paid", 30_000])
    expect(patch).toEqual({
      verified: { ...PAID, environment: "test", amount: "10350", id: "trn_1", id_of_another: false },
      verified_at: new Date(NOW),
      asks: 1,
      outcome: "paid",
      outcome_reason: null,
      failed_at: null,
      status: "succeeded",
      fee: "350",
      transaction_id: "trn_1",
    })
    expect(event).toEqual({
      type: "verified",
      cause: "return",
      data: { status: "succeeded", outcome: "paid", reason: null },
    })
  })

  it("without an id leaves the money without one", async () => {
    expect((await written(PAID)).patch).toMatchObject({ transaction_id: null, fee: "0" })
  })

  it("keeps nothing of the customer", async () => {
    const { patch } = await written({ ...PAID, customer: { phone: "237670123456" } } as object)
    expect(JSON.stringify(patch)).not.toContain("237670123456")
  })

  it.each<[string, Partial<VerifiedPayment>, object]>([
    ["another reference", { merchant_reference: "cart_02-1" }, { reason: "reference_discrepancy" }],
    ["another public reference", { payment_ref: "PAY_02" }, { reason: "reference_discrepancy" }],
    ["another currency", { currency: "XOF" }, { reason: "currency_discrepancy" }],
    ["another amount", { amount: minorAmount("10001") }, { reason: "amount_discrepancy" }],
  ])("with %s is a person's matter", async (_, more, decision) => {
    const { kind, patch, ...judged } = await written({ ...PAID, ...more })
    expect(judged.decision).toEqual({ kind: "discrepancy", ...decision })
    expect([kind, patch.outcome]).toEqual(["answered", "discrepancy"])
  })

  it.each<[string, string, Partial<IntentRow>]>([
    ["the payment's", "pi_01", {}],
    ["its transaction's", "trn_1", { transaction_id: "trn_1" }],
  ])("under an id that is %s needs no look at other payments", async (_, id, row) => {
    const { done, decision } = await written({ ...PAID, id }, { row, ids: { known: [id] } })
    expect(decision.kind).toBe("paid")
    expect(kinds(done)).not.toContain("looked up")
  })

  it("under another payment's id is not about this one, known before or recorded at this moment", async () => {
    for (const ids of [{ known: ["trn_1"] }, { meanwhile: ["trn_1"] }]) {
      const { decision, done, patch } = await written({ ...PAID, id: "trn_1" }, { ids })
      expect(decision).toEqual({ kind: "discrepancy", reason: "reference_discrepancy" })
      expect(patch.verified).toMatchObject({ id: "trn_1", id_of_another: true })
      expect(done[2]).toEqual(["looked up", "trn_1"])
    }
  })

  it("that says the same again is no line of history, and begins no schedule anew", async () => {
    const { event, patch } = await written(WAITING, { row: before(60_000) })
    expect(event).toBeUndefined()
    expect(patch).not.toHaveProperty("asks")
  })

  it.each<[string, Partial<IntentRow>]>([
    ["outcome", { outcome: "none" }],
    ["reason", { outcome_reason: "no_answer" }],
  ])("with another %s is a line of history, and no news", async (_, row) => {
    const { event, patch } = await written(WAITING, { row: before(60_000, row) })
    expect(event).toMatchObject({ type: "verified", data: { reason: "requires_action" } })
    expect(patch).not.toHaveProperty("asks")
  })

  it("with another state is news and a line of history, also where it means the same", async () => {
    const reversed = { status: "reversed" }
    const row = before(60_000, {
      outcome_reason: "unknown_status",
      verified: { environment: "test", status: "applied" },
    })
    const { event, patch } = await written(reversed, { row })
    expect(event).toMatchObject({ data: { status: "reversed", reason: "unknown_status" } })
    expect(patch).toMatchObject({ asks: 1, verified: reversed })
    expect(patch).not.toHaveProperty("status")
  })

  it("that it failed is dated once, until it has not", async () => {
    const first = await written({ status: "failed" })
    expect(first.patch).toMatchObject({ failed_at: new Date(NOW), outcome: "failed", status: "failed" })
    expect(first.due).toBe(5 * 60_000)
    const row = before(60_000, { failed_at: ago(90_000) })
    expect((await written({ status: "canceled" }, { row })).patch.failed_at).toEqual(ago(90_000))
    expect((await written(WAITING, { row })).patch.failed_at).toBeNull()
  })

  it("is looked after on the schedule that was given", async () => {
    const schedule = { ...SCHEDULE, waiting: [45_000] }
    expect((await written(WAITING, { schedule })).due).toBe(15_000)
    const { verify, done } = payment({ schedule, answers: [silence] })
    await verify()
    expect(done.at(-1)).toEqual(unanswered("no_answer", failed("unavailable"), 15_000))
  })
})

describe("an answer about money whose row was lost, and that a payment of Medusa's took", () => {
  const taken = { used_by_session_id: "payses_1", recovered: "store", checkout_url: null } as const
  const CAME = { outcome: "paid", verified: { status: "succeeded", amount: "10000" } }

  it("that it is there makes it money that came", async () => {
    const { verify, done, row } = payment({ row: taken, answers: [PAID] })
    expect((await verify({ by: "job" })).decision.kind).toBe("paid")
    expect(row()).toMatchObject({ ...CAME, verified_at: new Date(NOW) })
    expect(kinds(done).slice(-2)).toEqual(["paid", "confirmed money"])
  })

  it.each([
    ["failed", { status: "failed" }, "10000"],
    ["less of it came", { ...PAID, amount: minorAmount("9000") }, "1000"],
  ])("that %s is news of money that came, and undoes nothing", async (_, answer, gone) => {
    const { verify, done, row } = payment({ row: taken, answers: [answer] })
    expect((await verify({ by: "job" })).decision.kind).toBe("paid")
    expect(row()).toMatchObject({ ...CAME, reversed: gone })
    expect(kinds(done).slice(-4)).toEqual(["paid", "reversed", "confirmed money", "due"])
  })
})
