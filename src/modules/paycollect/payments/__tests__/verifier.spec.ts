import {
  PayCollectAmbiguousError,
  PayCollectNotFoundError,
  PayCollectRateLimitedError,
  PayCollectUnavailableError,
  type VerifiedPayment,
} from "../../../../client"
import { ALONE, type Asker, type Surroundings } from "../../../../domain/asking"
import { LADDER, type Ladder } from "../../../../domain/ladder"
import { minorAmount } from "../../../../domain/money"
import { intentRow } from "../../__tests__/rows"
import { type LedgerEvent } from "../../ledger/history"
import { type IntentPatch } from "../../ledger/ledger"
import { type IntentRow } from "../../models/intent"
import { Verifier, type VerifyOptions } from "../verifier"

const NOW = 1_800_000_000_000
const DEADLINE = NOW + 12_000
const facts = { operation: "verify_payment", message: "no", requestId: "req_1" }
const silence = new PayCollectUnavailableError(facts)
const full = (more: object = {}) => new PayCollectRateLimitedError({ ...facts, ...more })
const WAITING = { status: "requires_action" }
const PAID = { status: "succeeded", amount: minorAmount("10000"), currency: "XAF" }
const ago = (ms: number) => new Date(NOW - ms)

interface Setup {
  /** half a minute old, due, and never asked about */
  row?: Partial<IntentRow>
  /** what each question is answered, or fails with; the last one stands */
  answers?: (Partial<VerifiedPayment> | Error)[]
  /** how long each answer takes */
  took?: number
  confirmed?: Error
  manual?: boolean
  hasKey?: boolean
  /** whether the row can be claimed, try by try; the last one stands */
  leases?: boolean[]
  /** what another process made of the row, look by look; the last one stands, and null is a row that cannot be read */
  looks?: (Partial<IntentRow> | null)[]
  /** ids that the ledger has recorded for other payments, and those that another process records at this moment */
  ids?: { known?: string[]; meanwhile?: string[] }
  /** null: nobody counts those who wait */
  around?: Surroundings | null
  ladder?: Ladder
  /** the ledger cannot be written */
  broken?: Error
}

/** One payment; what was done about it is in `done`, in its order. */
function payment({
  answers = [WAITING],
  leases = [true],
  looks = [{}],
  ids = {},
  around = ALONE,
  ...given
}: Setup = {}) {
  let row = intentRow({ created_at: ago(30_000), due_at: ago(0), ...given.row })
  const done: unknown[] = []
  const clock = {
    time: NOW,
    now: () => clock.time,
    sleep: (ms: number) => {
      done.push(["slept", ms])
      clock.time += ms
      return Promise.resolve()
    },
  }
  const next = <T>(list: T[]) => (list.length > 1 ? list.shift()! : list[0]!)
  const write =
    (kind: string) =>
    (
      _id: string,
      patch: IntentPatch,
      due: Date | null,
      told?: { event?: LedgerEvent; question?: IntentRow }
    ) => {
      if (given.broken) return Promise.reject(given.broken)
      const { id } = (patch.verified ?? {}) as { id?: string }
      if (kind === "paid" && ids.meanwhile?.includes(id!)) return Promise.resolve(null)
      done.push([kind, patch, due && due.getTime() - clock.time, told?.event])
      return Promise.resolve(
        (row = { ...row, ...patch, ...(told?.question && { verify_lease_until: null }) })
      )
    }
  const ledger = {
    answered: write("answered"),
    paid: write("paid"),
    claimToAsk: (_seen: IntentRow, asker: Asker, ms: number) => {
      if (!next(leases)) return Promise.resolve(null)
      done.push(["claimed", asker, ms])
      const [asked_at, verify_lease_until] = [new Date(clock.time), new Date(clock.time + ms)]
      return Promise.resolve((row = { ...row, asked_at, verify_lease_until, asks: row.asks + 1 }))
    },
    notAsked: (_claimed: IntentRow, { asked_at, asks }: IntentRow) => {
      done.push(["not asked", asked_at, asks])
      return Promise.resolve((row = { ...row, asked_at, asks, verify_lease_until: null }))
    },
    release: ({ id }: IntentRow, lease: string) => Promise.resolve(void done.push(["released", id, lease])),
    byReference: () => {
      const look = next(looks)
      return Promise.resolve(look && (row = { ...row, ...look }))
    },
    isIdOfAnother: (_row: IntentRow, id: string) => {
      done.push(["looked up", id])
      return Promise.resolve(ids.known?.includes(id) ?? false)
    },
    record: (_id: string, event: LedgerEvent) => Promise.resolve(void done.push(["recorded", event])),
  }
  const client = {
    verifyPayment: (reference: string, call: object) => {
      done.push(["asked", reference, call])
      clock.time += given.took ?? 0
      const answer = next(answers)
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)
    },
    confirmPaymentIntent: (id: string, call: object) => {
      done.push(["confirmed", id, call])
      return given.confirmed ? Promise.reject(given.confirmed) : Promise.resolve({})
    },
  }
  const active = {
    options: { confirmationMethod: given.manual ? "manual" : "automatic" },
    clientOrNull: (environment: string) =>
      given.hasKey !== false && environment === row.environment ? client : null,
  }
  const crowd = around && {
    surroundings: jest.fn(() => Promise.resolve(around)),
    note: ({ id }: IntentRow) => Promise.resolve(void done.push(["noted", id])),
    full: (ms: number) => void done.push(["full", ms]),
  }
  const verifier = new Verifier(
    ledger as never,
    { current: () => Promise.resolve(active) } as never,
    clock,
    given.ladder,
    (crowd ?? undefined) as never
  )
  return {
    crowd,
    done,
    clock,
    verifier,
    verify: (options?: VerifyOptions) => verifier.verify(row, options),
    row: () => row,
  }
}

const claimed = (asker: Asker = "own") => ["claimed", asker, 15_000]
const asked = (more: object = {}) => [
  "asked",
  "cart_01-1",
  { deadline: DEADLINE, priority: "customer", retryPauseMs: Infinity, ...more },
]
const NEWS = { retryPauseMs: 1_000 }
const REPEATED = { priority: "repeat" }
const unanswered = (reason: string, event?: object, due = 30_000) => [
  "answered",
  { outcome_reason: reason },
  due,
  event,
]
const failed = (error: string, more: object = { request_id: "req_1" }) => ({
  type: "verify_failed",
  cause: undefined,
  data: { error, ...more },
})
const kinds = (done: unknown[]) => done.map((each) => (each as string[])[0])
/** Asked before, so many times and so long ago, and not begun to be paid. */
const before = (ms: number, more: Partial<IntentRow> = {}): Partial<IntentRow> => ({
  asked_at: ago(ms),
  asks: 1,
  verified: { environment: "test", ...WAITING },
  outcome_reason: "requires_action",
  ...more,
})

describe("a question", () => {
  it("is claimed, sent with twelve seconds, and its answer written down, which ends the claim", async () => {
    const { verify, done, row } = payment()
    const { intent, decision } = await verify()
    expect(decision).toEqual({ kind: "waiting", reason: "requires_action" })
    expect(intent).toBe(row())
    expect(done).toEqual([claimed(), asked(), expect.arrayContaining(["answered"])])
  })

  it("is sent as its caller says, and its cause kept", async () => {
    const { verify, done } = payment()
    await verify({ deadline: NOW + 500, priority: "admin", cause: "admin" })
    expect(done[1]).toEqual(asked({ deadline: NOW + 500, priority: "admin" }))
    expect(done[2]).toEqual([
      "answered",
      expect.anything(),
      30_000,
      expect.objectContaining({ cause: "admin" }),
    ])
  })

  it.each<[Asker, object, object]>([
    ["visit", {}, REPEATED],
    ["turn", {}, REPEATED],
    ["own", {}, {}],
    ["return", NEWS, NEWS],
    ["admin", NEWS, NEWS],
    ["event", NEWS, NEWS],
  ])(
    "that a %s has sent is tried again at once for news only, and once repeated has its own class",
    async (asker, first, later) => {
      const new_ = payment()
      await new_.verify({ asker })
      expect(new_.done.slice(0, 2)).toEqual([claimed(asker), asked(first)])
      const old = payment({ row: before(600_000) })
      await old.verify({ asker })
      expect(old.done.slice(0, 2)).toEqual([claimed(asker), asked(later)])
    }
  )

  it("that names the moment of its news is an event's, where its caller does not say otherwise", async () => {
    const { verify, done } = payment()
    await verify({ since: NOW })
    expect(done[0]).toEqual(claimed("event"))
  })

  it("is a visit's where a customer returns who had returned before", async () => {
    const { verify, done } = payment({ row: before(600_000, { returned_at: ago(600_000) }) })
    await verify({ asker: "return" })
    expect(done.slice(0, 2)).toEqual([claimed("visit"), asked(REPEATED)])
  })

  it.each(["own", "admin", "event"] as const)("of %s is no visit, whoever returned before", async (asker) => {
    const { verify, done } = payment({ row: before(600_000, { returned_at: ago(600_000) }) })
    await verify({ asker })
    expect(done[0]).toEqual(claimed(asker))
  })

  it("that is the first one about a payment waits for no look at who else waits", async () => {
    const { verify, crowd } = payment()
    await verify({ asker: "visit" })
    expect(crowd!.surroundings).not.toHaveBeenCalled()
  })

  it("is given back when the answer cannot be written down", async () => {
    const broken = new Error("no database")
    for (const answers of [[WAITING], [silence]]) {
      const { verify, done } = payment({ broken, answers })
      await expect(verify()).rejects.toBe(broken)
      expect(done.at(-1)).toEqual(["released", "pcint_01", "verify_lease_until"])
    }
  })

  it("that fails by a fault of ours says so, and is given back", async () => {
    const fault = new TypeError("a fault")
    const { verify, done } = payment({ answers: [fault] })
    await expect(verify()).rejects.toBe(fault)
    expect(kinds(done)).toEqual(["claimed", "asked", "released"])
  })
})

describe("no question", () => {
  const nothing = async (setup: Setup, options?: VerifyOptions) => {
    const { verify, done } = payment(setup)
    const judged = await verify(options)
    expect(kinds(done)).not.toContain("asked")
    return { ...judged, done }
  }

  it("is sent about money that is there", async () => {
    const row = { outcome: "paid" as const, verified: { environment: "test", ...PAID } }
    for (const asker of ["own", "event"] as const)
      expect((await nothing({ row }, { asker })).decision.kind).toBe("paid")
  })

  it("is sent about a refused create, whose store is looked at again; an event alone has it asked for", async () => {
    const rejected = { status: "rejected" as const, outcome: "none" as const }
    const FAILED = { kind: "failed", reason: "rejected" }
    for (const asker of ["visit", "turn", "return", "admin", "own"] as const) {
      const due = await nothing({ row: rejected }, { asker })
      expect(due.decision).toEqual(FAILED)
      expect(due.done).toEqual([["answered", {}, 210_000, undefined]])
      const over = await nothing({ row: { ...rejected, due_at: null } }, { asker })
      expect(over.decision).toEqual(FAILED)
      expect(over.done).toEqual([])
    }
    const { verify, done } = payment({ row: rejected })
    await verify({ since: NOW })
    expect(done[1]).toEqual(asked(NEWS))
  })

  it.each<[string, VerifyOptions, Partial<IntentRow>]>([
    ["of ours within three seconds", {}, before(2_999)],
    ["for news that is older than the last one", { since: NOW - 1_000 }, before(1_000)],
    ["for staff at the moment of the last one", { asker: "admin" }, before(0)],
    ["of ours, whose claim ended at this moment", {}, before(1_000, { verify_lease_until: ago(0) })],
  ])("is sent %s: the last answer counts", async (_, options, row) => {
    const { done, decision, early } = await nothing({ row }, options)
    expect([done, decision, early]).toEqual([[], { kind: "waiting", reason: "requires_action" }, undefined])
  })

  it.each<[string, Asker, Partial<IntentRow>, unknown[]]>([
    ["by a visit within three seconds", "visit", before(2_999), []],
    [
      "by a visit before its time, which says that somebody watches",
      "visit",
      before(9_999, { asks: 2 }),
      [["noted", "pcint_01"]],
    ],
    ["by a page before its time", "turn", before(9_999, { asks: 2 }), []],
    ["by a page that is open beside the checkout", "turn", { created_at: ago(9_999) }, []],
    ["by a customer who had returned before", "return", before(2_999, { returned_at: ago(9_000) }), []],
  ])("is sent %s", async (_, asker, row, kept) => {
    const { done, early } = await nothing({ row }, { asker })
    expect([done, early]).toEqual([kept, true])
  })

  it.each<[string, VerifyOptions, Partial<IntentRow>, unknown[]]>([
    ["ours comes three seconds later", {}, before(3_000), [claimed(), asked()]],
    ["a visit's time is there", { asker: "visit" }, before(3_000), [claimed("visit"), asked(REPEATED)]],
    [
      "it is a visit's time",
      { asker: "visit" },
      before(10_000, { asks: 2 }),
      [claimed("visit"), asked(REPEATED)],
    ],
    ["it is a page's time", { asker: "turn" }, { created_at: ago(10_000) }, [claimed("turn"), asked()]],
    ["news is younger than the last one", { since: NOW }, before(2_000), [claimed("event"), asked(NEWS)]],
    [
      "news has rested for a second",
      { since: NOW },
      before(400),
      [["slept", 600], claimed("event"), asked(NEWS)],
    ],
  ])("is left out when %s", async (_, options, row, expected) => {
    const { verify, done } = payment({ row })
    await verify(options)
    expect(done.slice(0, expected.length)).toEqual(expected)
  })

  it("of a visit is sent sooner than its share of a crowd, which a page's turn need not wait for", async () => {
    const around = { ...ALONE, watched: 36 }
    const row = before(60_000)
    expect(await nothing({ row, around }, { asker: "visit" })).toMatchObject({ early: true })
    const { verify, done } = payment({ row, around })
    await verify({ asker: "turn" })
    expect(done[0]).toEqual(claimed("turn"))
    const alone = payment({ row, around: null })
    await alone.verify({ asker: "visit" })
    expect(alone.done[0]).toEqual(claimed("visit"))
  })

  it("of a visit too early is missed where nobody counts those who wait", async () => {
    expect(
      await nothing({ row: before(9_999, { asks: 2 }), around: null }, { asker: "visit" })
    ).toMatchObject({ early: true })
  })
})

describe("those who ask at once", () => {
  it("share one question, and the next one is sent when its time comes", async () => {
    const { verify, done, clock } = payment()
    const [first, second] = await Promise.all([verify(), verify()])
    expect(second).toBe(first)
    expect(kinds(done)).toEqual(["claimed", "asked", "answered"])
    clock.time += 3_000
    await verify()
    expect(kinds(done).slice(3)).toEqual(["claimed", "asked", "answered"])
  })

  it("with news get an answer that was asked for after it", async () => {
    const { verifier, row, done, clock } = payment({ took: 500, answers: [WAITING, PAID] })
    const seen = row()
    const [own, event] = await Promise.all([verifier.verify(seen), verifier.verify(seen, { since: NOW + 1 })])
    expect([own.decision.kind, event.decision.kind]).toEqual(["waiting", "paid"])
    expect(kinds(done).filter((kind) => kind === "asked")).toHaveLength(2)
    expect(clock.time).toBe(NOW + 1_500)
  })

  it("do not keep a failed one", async () => {
    const { verify, done } = payment({ answers: [new TypeError(), WAITING], looks: [{}] })
    await expect(verify()).rejects.toThrow(TypeError)
    await verify({ since: NOW + 1 })
    expect(kinds(done).filter((kind) => kind === "asked")).toHaveLength(2)
  })
})

describe("a payment that another process asks about", () => {
  const theirs = before(500, { verify_lease_until: new Date(NOW + 14_500) })
  const freed = { verify_lease_until: null }

  it("is looked at every 150 ms, until that one's answer is there", async () => {
    const looks = [{}, { ...freed, outcome: "paid" as const, verified: { environment: "test", ...PAID } }]
    const { verify, done } = payment({ row: theirs, leases: [false], looks })
    expect((await verify()).decision.kind).toBe("paid")
    expect(done).toEqual([
      ["slept", 150],
      ["slept", 150],
    ])
  })

  it("is asked about where that one gave up, and its row is what is judged then", async () => {
    const looks = [{ ...freed, ...before(60_000) }]
    const { verify, done } = payment({ row: theirs, leases: [false, true], looks })
    await verify()
    expect(kinds(done)).toEqual(["slept", "claimed", "asked", "answered"])
  })

  it("waits for want of an answer when time is over, whatever an older answer said", async () => {
    const row = { ...theirs, outcome: "failed" as const, verified: { environment: "test", status: "failed" } }
    for (const looks of [[{}], [null]]) {
      const { verify, done } = payment({ row, leases: [false], looks })
      const judged = await verify({ deadline: NOW + 300 })
      expect(judged).toMatchObject({ unheard: true, decision: { kind: "waiting", reason: "no_answer" } })
      expect(judged.intent.id).toBe("pcint_01")
      expect(kinds(done)).toEqual(["slept", "slept"])
    }
  })

  it("is judged by what came at the last moment", async () => {
    const judged = await payment({ row: theirs, leases: [false], looks: [{}, {}, freed] }).verify({
      deadline: NOW + 300,
    })
    expect(judged).toMatchObject({ decision: { reason: "requires_action" } })
    expect(judged.unheard).toBeUndefined()
  })
})

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
    await verify({ cause: "job" })
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
    for (const [asker, first] of [
      ["own", [["not asked", null, 0]]],
      ["admin", [["not asked", null, 0]]],
      ["visit", []],
      ["turn", []],
    ] as const) {
      const { verify, done } = payment({ hasKey: false })
      expect((await verify({ asker, cause: "job" })).decision.kind).toBe("waiting")
      const event = { type: "verify_failed", cause: "job", data: { error: "no_key" } }
      expect(done).toEqual([claimed(asker), ...first, unanswered("no_answer", event)])
    }
  })

  it("for our budget had no place was none: a visit is told what is known, and a crowd that none is left", async () => {
    const row = before(60_000, { asks: 2 })
    const old = payment({ row, answers: [full({ retryAfterMs: 700 })] })
    expect(await old.verify({ asker: "visit" })).toMatchObject({
      early: true,
      decision: { reason: "requires_action" },
    })
    expect(old.done.slice(2)).toEqual([
      ["not asked", ago(60_000), 2],
      ["full", 700],
    ])
    const unsaid = payment({ row, answers: [full()] })
    await unsaid.verify({ asker: "turn" })
    expect(unsaid.done.at(-1)).toEqual(["full", 0])
    const alone = payment({ row, answers: [full()], around: null })
    expect(await alone.verify({ asker: "visit" })).toMatchObject({ early: true })
    const first = payment({ answers: [full()] })
    expect(await first.verify({ asker: "visit" })).toMatchObject({ early: true })
    expect(first.done.slice(2)).toEqual([["not asked", null, 0]])
  })

  it("for our budget had no place is made up for by the ladder where no visit comes again", async () => {
    const { verify, done } = payment({ row: before(60_000), answers: [full()] })
    expect((await verify()).early).toBeUndefined()
    expect(done.slice(2)).toEqual([
      ["not asked", ago(60_000), 1],
      unanswered("no_answer", failed("rate_limited")),
    ])
  })
})

describe("manual confirmation", () => {
  const agreed = { ...PAID, status: "processing" }
  const told = (outcome: string) => ["recorded", { type: "confirmed", cause: "job", data: { outcome } }]

  it("is sent for money that would pay; only the verify a second later decides", async () => {
    const { verify, done, row } = payment({ manual: true, answers: [agreed, PAID], took: 300 })
    expect((await verify({ cause: "job" })).decision.kind).toBe("paid")
    expect(done.slice(1, 6)).toEqual([
      asked(),
      ["confirmed", "pi_01", { deadline: DEADLINE }],
      told("ok"),
      ["slept", 700],
      asked(),
    ])
    expect(row().verified_at).toEqual(new Date(NOW + 1_000))
  })

  it("that was refused is kept, and the verify after a slow answer follows at once", async () => {
    const confirmed = new PayCollectAmbiguousError(facts)
    const { verify, done } = payment({ manual: true, answers: [agreed], confirmed, took: 2_000 })
    await verify({ cause: "job" })
    expect(done.slice(3, 6)).toEqual([told("ambiguous"), ["slept", 0], asked()])
  })

  it("that fails by a fault of ours says so", async () => {
    const confirmed = new TypeError()
    await expect(payment({ manual: true, answers: [agreed], confirmed }).verify()).rejects.toBe(confirmed)
  })

  it.each<[string, Setup]>([
    ["where the shop confirms automatically", { manual: false }],
    ["before the customer agreed", { answers: [{ ...agreed, status: "requires_action" }] }],
    ["of too little money", { answers: [{ ...agreed, amount: minorAmount("9999") }] }],
    ["of a payment that the service gave no id", { row: { intent_id: null } }],
  ])("is not sent %s", async (_, setup) => {
    const { verify, done } = payment({ manual: true, answers: [agreed], ...setup })
    await verify()
    expect(kinds(done).filter((kind) => kind === "confirmed" || kind === "asked")).toEqual(["asked"])
  })

  it("has been heard before, whatever becomes of the verify after it", async () => {
    const { verify, done } = payment({ manual: true, answers: [agreed, full()], row: before(60_000) })
    await verify({ asker: "visit" })
    expect(kinds(done).slice(-2)).toEqual(["asked", "answered"])
  })
})

describe("an answer", () => {
  const written = async (answer: Partial<VerifiedPayment>, setup: Setup = {}, options?: VerifyOptions) => {
    const { verify, done } = payment({ ...setup, answers: [answer] })
    const judged = await verify(options)
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
      { cause: "return" }
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
    ["another reference", { merchant_reference: "cart_02-1" }, { reason: "reference_mismatch" }],
    ["another public reference", { payment_ref: "PAY_02" }, { reason: "reference_mismatch" }],
    ["another currency", { currency: "XOF" }, { reason: "currency_mismatch" }],
    ["another amount", { amount: minorAmount("10001") }, { reason: "amount_mismatch" }],
  ])("with %s is a person's matter", async (_, more, decision) => {
    const { kind, patch, ...judged } = await written({ ...PAID, ...more })
    expect(judged.decision).toEqual({ kind: "mismatch", ...decision })
    expect([kind, patch.outcome]).toEqual(["answered", "mismatch"])
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
      expect(decision).toEqual({ kind: "mismatch", reason: "reference_mismatch" })
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
      verified: { environment: "test", status: "settled" },
    })
    const { event, patch } = await written(reversed, { row })
    expect(event).toMatchObject({ data: { status: "reversed", reason: "unknown_status" } })
    expect(patch).toMatchObject({ asks: 1, verified: reversed })
    expect(patch).not.toHaveProperty("status")
  })

  it("that it failed is dated once, until it has not", async () => {
    const first = await written({ status: "failed" })
    expect(first.patch).toMatchObject({ failed_at: new Date(NOW), outcome: "failed", status: "failed" })
    expect(first.due).toBe(2 * 3_600_000 - 30_000)
    const row = before(60_000, { failed_at: ago(90_000) })
    expect((await written({ status: "canceled" }, { row })).patch.failed_at).toEqual(ago(90_000))
    expect((await written(WAITING, { row })).patch.failed_at).toBeNull()
  })

  it("is looked after on the ladder that was given", async () => {
    const ladder = { ...LADDER, waiting: [45_000] }
    expect((await written(WAITING, { ladder })).due).toBe(15_000)
    const { verify, done } = payment({ ladder, answers: [silence] })
    await verify()
    expect(done.at(-1)).toEqual(unanswered("no_answer", failed("unavailable"), 15_000))
  })
})
