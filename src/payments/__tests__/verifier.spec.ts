import { ALONE } from "../polling"
import { type Source } from "../source"
import { type IntentRow } from "../../modules/paycollect/models/intent"
import { type VerifiedPayment } from "../../service"
import { minorAmount } from "../../service/wire/shape"
import {
  full,
  NOW,
  silence,
  WAITING,
  PAID,
  ago,
  payment,
  claimed,
  event,
  asked,
  NEWS,
  REPEATED,
  kinds,
  before,
  type Setup,
} from "./verifying"

const HOUR = 3_600_000
const of = (priority: string) => ({ priority })

describe("a question", () => {
  it("is claimed, sent with twelve seconds, and its answer written down, which ends the claim", async () => {
    const { verify, done, row } = payment()
    const { intent, decision } = await verify()
    expect(decision).toEqual({ kind: "waiting", reason: "requires_action" })
    expect(intent).toBe(row())
    expect(done).toEqual([claimed(), asked(of("admin")), expect.arrayContaining(["answered"])])
  })

  it("is sent as its caller says, and its cause kept", async () => {
    const { verify, done } = payment()
    await verify({ by: "assign" }, NOW + 500)
    expect(done[1]).toEqual(asked({ deadline: NOW + 500, priority: "admin" }))
    expect(done[2]).toEqual([
      "answered",
      expect.anything(),
      30_000,
      expect.objectContaining({ cause: "assign" }),
    ])
  })

  it.each<[Source, object, object]>([
    [{ by: "revisit" }, of("visit"), REPEATED],
    [{ by: "watched" }, of("visit"), REPEATED],
    [{ by: "status" }, of("admin"), of("admin")],
    [{ by: "return" }, NEWS, NEWS],
    [{ by: "admin" }, { ...NEWS, ...of("admin") }, { ...NEWS, ...of("admin") }],
    [event(), { ...NEWS, ...of("webhook") }, { ...NEWS, ...of("webhook") }],
  ])(
    "by %j is tried again at once for news only, and once repeated has its own class",
    async (source, first, later) => {
      const new_ = payment()
      await new_.verify(source)
      expect(new_.done.slice(0, 2)).toEqual([claimed(source.by), asked(first)])
      const old = payment({ row: before(600_000) })
      await old.verify(source)
      expect(old.done.slice(0, 2)).toEqual([claimed(source.by), asked(later)])
    }
  )

  it("is a visit's where a customer returns who had returned before", async () => {
    const { verify, done } = payment({ row: before(600_000, { returned_at: ago(600_000) }) })
    await verify({ by: "return" })
    expect(done.slice(0, 2)).toEqual([claimed("revisit"), asked(REPEATED)])
  })

  it.each([{ by: "job" } as const, { by: "admin" } as const, event()])(
    "by %j is no visit, whoever returned before",
    async (source) => {
      const { verify, done } = payment({ row: before(600_000, { returned_at: ago(600_000) }) })
      await verify(source)
      expect(done[0]).toEqual(claimed(source.by))
    }
  )

  it("that is the first one about a payment waits for no look at who else waits", async () => {
    const { verify, crowd } = payment()
    await verify({ by: "revisit" })
    expect(crowd!.surroundings).not.toHaveBeenCalled()
  })

  it("is given back when the answer cannot be written down", async () => {
    const broken = new Error("no database")
    for (const answers of [[WAITING], [silence]]) {
      const { verify, done } = payment({ broken, answers })
      await expect(verify()).rejects.toBe(broken)
      expect(done.at(-1)).toEqual(["closed", "pcint_01", "verify_lease_until"])
    }
  })

  it("that fails by a fault of ours says so, and is given back", async () => {
    const fault = new TypeError("a fault")
    const { verify, done } = payment({ answers: [fault] })
    await expect(verify()).rejects.toBe(fault)
    expect(kinds(done)).toEqual(["claimed", "asked", "closed"])
  })
})

describe("no question", () => {
  const nothing = async (setup: Setup, source?: Source) => {
    const { verify, done } = payment(setup)
    const judged = await verify(source)
    expect(kinds(done)).not.toContain("asked")
    return { ...judged, done }
  }

  it("is sent about money that is there", async () => {
    const row = {
      outcome: "paid" as const,
      verified: { environment: "test", ...PAID },
      verified_at: ago(HOUR - 1),
    }
    for (const source of [{ by: "job" } as const, event()])
      expect((await nothing({ row }, source)).decision.kind).toBe("paid")
    const old = { ...row, verified_at: ago(2 * HOUR) }
    for (const over of [{ applied_at: ago(0) }, { closed_at: ago(0) }])
      expect((await nothing({ row: { ...old, ...over } })).decision.kind).toBe("paid")
  })

  it("is sent about a refused create, whose store is looked at again; an event alone has it asked for", async () => {
    const rejected = { status: "rejected" as const, outcome: "none" as const }
    const FAILED = { kind: "failed", reason: "rejected" }
    for (const by of ["revisit", "watched", "return", "admin", "job"] as const) {
      const due = await nothing({ row: rejected }, { by })
      expect(due.decision).toEqual(FAILED)
      expect(due.done).toEqual([["answered", {}, 210_000, undefined]])
      const over = await nothing({ row: { ...rejected, next_step_at: null } }, { by })
      expect(over.decision).toEqual(FAILED)
      expect(over.done).toEqual([])
    }
    const { verify, done } = payment({ row: rejected })
    await verify(event())
    expect(done[1]).toEqual(asked({ ...NEWS, priority: "webhook" }))
    // One that found no place was noted, answered 200 when it came again, and is the job's: nobody else asks.
    const noted = payment({ row: { ...rejected, told_at: ago(1_000) } })
    await noted.verify({ by: "job" })
    expect(noted.done[1]).toEqual(asked({ priority: "reconcile" }))
  })

  describe("that brings an answer about an attempt that no customer was sent to", () => {
    const never = { status: "unknown", outcome: "none", checkout_url: null } as const
    const money = (more: Partial<VerifiedPayment> = {}) =>
      payment({ row: never, answers: [{ ...PAID, ...more }] })
    const silent = { kind: "waiting", reason: "no_answer" }
    const says = (found: "foreign" | "not_asked") => jest.fn(() => Promise.resolve(found))

    it("is the job's, where the store's records are not at hand", async () => {
      const { verify, done } = money()
      expect(await verify()).toMatchObject({ decision: silent, unheard: true })
      expect(kinds(done)).toEqual(["claimed", "asked", "due", "closed"])
    })

    it("counts as not asked, where they cannot be read", async () => {
      const { verify, done } = money()
      expect(await verify({ by: "job" }, undefined, says("not_asked"))).toMatchObject({
        ...{ decision: silent, unheard: true, early: true },
      })
      expect(kinds(done)).toEqual(["claimed", "asked", "not asked"])
    })

    it.each([
      ["no payment of Medusa has its reference", undefined, true],
      ["it is as old as the attempt", (NOW - 60_000) / 1_000, true],
      ["it is older by a day", (NOW - 25 * HOUR) / 1_000, false],
    ])("is written down where %s, and the records say nothing of it", async (_, created_at, inMedusa) => {
      const { verify } = money({ created_at })
      const foreign = says("foreign")
      expect((await verify({ by: "job" }, undefined, foreign)).decision.kind).toBe("paid")
      expect(foreign.mock.calls).toEqual([[expect.objectContaining({ id: "pcint_01" }), inMedusa]])
    })

    it("asks nobody while it is not paid", async () => {
      const foreign = says("foreign")
      await payment({ row: never }).verify({ by: "job" }, undefined, foreign)
      expect(foreign).not.toHaveBeenCalled()
    })
  })

  it.each<[string, Source | undefined, Partial<IntentRow>]>([
    ["of ours within three seconds", undefined, before(2_999)],
    ["for news that is older than the last one", event(NOW - 1_000), before(1_000)],
    ["for staff at the moment of the last one", { by: "admin" }, before(0)],
    ["of ours, whose claim ended at this moment", undefined, before(1_000, { verify_lease_until: ago(0) })],
  ])("is sent %s: the last answer counts", async (_, source, row) => {
    const { done, decision, early } = await nothing({ row }, source)
    expect([done, decision, early]).toEqual([[], { kind: "waiting", reason: "requires_action" }, undefined])
  })

  it.each<[string, "revisit" | "watched" | "return", Partial<IntentRow>, unknown[]]>([
    ["by a visit within three seconds", "revisit", before(2_999), []],
    [
      "by a visit before its time, which says that somebody watches",
      "revisit",
      before(9_999, { asks: 2 }),
      [["noted", "pcint_01"]],
    ],
    ["by a page before its time", "watched", before(9_999, { asks: 2 }), []],
    ["by a page that is open beside the checkout", "watched", { created_at: ago(9_999) }, []],
    ["by a customer who had returned before", "return", before(2_999, { returned_at: ago(9_000) }), []],
  ])("is sent %s", async (_, by, row, kept) => {
    const { done, early } = await nothing({ row }, { by })
    expect([done, early]).toEqual([kept, true])
  })

  it.each<[string, Source | undefined, Partial<IntentRow>, unknown[]]>([
    ["ours comes three seconds later", undefined, before(3_000), [claimed(), asked(of("admin"))]],
    ["a visit's time is there", { by: "revisit" }, before(3_000), [claimed("revisit"), asked(REPEATED)]],
    [
      "it is a visit's time",
      { by: "revisit" },
      before(10_000, { asks: 2 }),
      [claimed("revisit"), asked(REPEATED)],
    ],
    [
      "it is a page's time",
      { by: "watched" },
      { created_at: ago(10_000) },
      [claimed("watched"), asked(of("visit"))],
    ],
    [
      "news is younger than the last one",
      event(),
      before(2_000),
      [claimed("webhook"), asked({ ...NEWS, ...of("webhook") })],
    ],
    [
      "news has rested for a second",
      event(),
      before(400),
      [["slept", 600], claimed("webhook"), asked({ ...NEWS, ...of("webhook") })],
    ],
  ])("is left out when %s", async (_, source, row, expected) => {
    const { verify, done } = payment({ row })
    await verify(source)
    expect(done.slice(0, expected.length)).toEqual(expected)
  })

  it("of a visit is sent sooner than its share of a crowd, which a page's turn need not wait for", async () => {
    const around = { ...ALONE, watched: 36 }
    const row = before(60_000)
    expect(await nothing({ row, around }, { by: "revisit" })).toMatchObject({ early: true })
    const { verify, done } = payment({ row, around })
    await verify({ by: "watched" })
    expect(done[0]).toEqual(claimed("watched"))
    const alone = payment({ row, around: null })
    await alone.verify({ by: "revisit" })
    expect(alone.done[0]).toEqual(claimed("revisit"))
  })

  it("of a visit too early is missed where nobody counts those who wait", async () => {
    expect(await nothing({ row: before(9_999, { asks: 2 }), around: null }, { by: "revisit" })).toMatchObject(
      { early: true }
    )
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
    const [own, news] = await Promise.all([
      verifier.verify(seen, { by: "job" }),
      verifier.verify(seen, event(NOW + 1)),
    ])
    expect([own.decision.kind, news.decision.kind]).toEqual(["waiting", "paid"])
    expect(kinds(done).filter((kind) => kind === "asked")).toHaveLength(2)
    expect(clock.time).toBe(NOW + 1_500)
  })

  it("do not keep a failed one", async () => {
    const { verify, done } = payment({ answers: [new TypeError(), WAITING], looks: [{}] })
    await expect(verify()).rejects.toThrow(TypeError)
    await verify(event(NOW + 1))
    expect(kinds(done).filter((kind) => kind === "asked")).toHaveLength(2)
  })
})

describe("money that came an hour ago", () => {
  const came = { amount: "10000", came: "10000", verified: { environment: "test", ...PAID } }
  const row = { ...came, outcome: "paid" as const, verified_at: ago(HOUR), asked_at: ago(HOUR) }
  const unknown = { decision: { kind: "waiting", reason: "no_answer" }, unheard: true }
  const unclear = { decision: { kind: "waiting", reason: "incomplete_answer" } }

  it("is asked about before it is used, and known for an hour again", async () => {
    const money = payment({ row, answers: [PAID] })
    expect((await money.verify()).decision.kind).toBe("paid")
    expect(kinds(money.done)).toEqual(["claimed", "asked", "confirmed money"])
    expect(money.row()).toMatchObject({ verified_at: new Date(NOW), verify_lease_until: null, reversed: "0" })
    money.clock.time += HOUR - 1
    await money.verify()
    expect(kinds(money.done)).toHaveLength(3)
  })

  it.each([
    ["all of it", { status: "charged_back" }, "10000"],
    ["a part", { ...PAID, amount: minorAmount("9700") }, "300"],
  ])("is due where it is gone: %s", async (_, answer, reversed) => {
    const { verify, done } = payment({ row, answers: [answer] })
    const judged = await verify()
    expect(judged).toMatchObject({ intent: { reversed }, gone: { came: "10000 XAF", status: answer.status } })
    expect(kinds(done)).toEqual(["claimed", "asked", "reversed", "confirmed money", "due"])
  })

  it.each<[string, Partial<VerifiedPayment> | Error, object]>([
    ["silence", silence, unknown],
    ["no place", full(), { ...unknown, early: true }],
    ["an answer that lags", { status: "processing" }, unclear],
    ["another payment's answer", { ...PAID, currency: "USD" }, unclear],
    ["no state", {}, unclear],
  ])("is not known to be there after %s", async (_, answer, expected) => {
    const { verify, done, row: now } = payment({ row, answers: [answer] })
    const { intent: _row, ...judged } = await verify()
    expect(judged).toEqual(expected)
    expect(kinds(done)).not.toContain("confirmed money")
    expect(kinds(done).includes("recorded")).toBe(!judged.early)
    expect(now().verified_at).toEqual(ago(HOUR))
  })

  it("has in its history since when it is asked about in vain, and stays as it is", async () => {
    const event = { type: "verify_failed", cause: "status", data: expect.anything() as object }
    const first = payment({ row, answers: [silence] })
    await first.verify()
    expect(first.done).toContainEqual(["recorded", event])
    expect(kinds(first.done).filter((kind) => kind === "recorded")).toHaveLength(1)
    expect(kinds(first.done)).not.toContain("answered")
    const later = payment({ row, answers: [silence], silentSince: NOW - 1 })
    await later.verify()
    expect(kinds(later.done)).not.toContain("recorded")
  })

  it("is not known without a key, nor to a visit that comes too early", async () => {
    expect(await payment({ row, hasKey: false }).verify()).toMatchObject(unknown)
    const early = payment({ row: { ...row, asked_at: ago(5_000), asks: 2 } })
    expect(await early.verify({ by: "revisit" })).toMatchObject({ ...unknown, early: true })
    expect(kinds(early.done)).not.toContain("asked")
  })

  it("is asked about however young its answer is where it is doubted since, and is never confirmed again", async () => {
    const young = { ...row, verified_at: ago(5_000), asked_at: ago(5_000) }
    const { verify, done } = payment({ row: young, answers: [PAID], manual: true })
    expect((await verify({ by: "webhook", at: NOW, saysPaid: false })).decision.kind).toBe("paid")
    expect(kinds(done)).toEqual(["claimed", "asked", "confirmed money"])
  })
})

describe("a payment that another process asks about", () => {
  const theirs = before(500, { verify_lease_until: new Date(NOW + 14_500) })
  const freed = { verify_lease_until: null }

  it("is looked at every 150 ms, until that one's answer is there", async () => {
    const paid = { outcome: "paid" as const, verified: { environment: "test", ...PAID }, verified_at: ago(0) }
    const looks = [{}, { ...freed, ...paid }]
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
      const judged = await verify({ by: "job" }, NOW + 300)
      expect(judged).toMatchObject({ unheard: true, decision: { kind: "waiting", reason: "no_answer" } })
      expect(judged.intent.id).toBe("pcint_01")
      expect(kinds(done)).toEqual(["slept", "slept"])
    }
  })

  it("is judged by what came at the last moment", async () => {
    const judged = await payment({ row: theirs, leases: [false], looks: [{}, {}, freed] }).verify(
      { by: "job" },
      NOW + 300
    )
    expect(judged).toMatchObject({ decision: { reason: "requires_action" } })
    expect(judged.unheard).toBeUndefined()
  })
})
