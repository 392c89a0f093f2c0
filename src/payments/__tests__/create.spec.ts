import {
  PayCollectAmbiguousError,
  PayCollectConflictError,
  PayCollectInvalidRequestError,
  PayCollectRateLimitedError,
  PayCollectUnauthorizedError,
  PayCollectUnavailableError,
} from "../../service/errors"
import { type PaymentIntent } from "../../service"
import { type Decision } from "../assess"
import { minorAmount } from "../../service/wire/shape"
import { intentRow } from "./rows"
import { type LedgerEvent } from "../ledger/history"
import { type IntentPatch } from "../ledger/ledger"
import { type Source } from "../source"
import { type IntentRow } from "../../modules/paycollect/models/intent"
import { CreateIntent } from "../create"
import { type RecoverLost } from "../verifier"

const NOW = 1_800_000_000_000
const DEADLINE = NOW + 25_000
const BODY = { merchant_reference: "cart_01-1", amount: "10000" }
const ADDRESS = "https://pay.example/pi_02"
const OPENED = {
  id: "pi_02",
  amount: minorAmount("10000"),
  currency: "XAF",
  status: "requires_action",
  checkout_url: ADDRESS,
}
const facts = { operation: "create_payment_intent", message: "no", requestId: "req_1", statusCode: 418 }
const LEASE = new Date(NOW + 30_000)
const FACTS = { request_id: "req_1", status_code: 418 }
const [conflict, ambiguous] = [new PayCollectConflictError(facts), new PayCollectAmbiguousError(facts)]
const WAITING: Decision = { kind: "waiting", reason: "requires_action" }
const PROCESSING: Decision = { kind: "waiting", reason: "processing" }

interface Setup {
  /** of the one attempt, whose create has not come to its end */
  row?: Partial<IntentRow>
  /** what each send is answered, or fails with */
  answers?: (Partial<PaymentIntent> | Error)[]
  /** what verify finds out about the row, question by question; the last one stands */
  found?: { decision?: Decision; row?: Partial<IntentRow>; early?: true }[]
  /** what another process does to the row while the first send is under way */
  meanwhile?: Partial<IntentRow>
  /** whether the lease can be had, try by try; the last one stands */
  leases?: boolean[]
  /** what another process made of the row, look by look */
  looks?: (Partial<IntentRow> | null)[]
  /** what the store's records say of a payment whose row was lost */
  recoverLost?: RecoverLost
  /** why nothing can be sent now */
  full?: Error
}

/** One attempt; what was done about it is in `done`, in its order. */
function attempt({ answers = [OPENED], found = [{}], leases = [true], looks = [], ...given }: Setup = {}) {
  let row = intentRow({
    status: "creating",
    outcome: "none",
    service_intent_id: null,
    payment_ref: null,
    checkout_url: null,
    request: BODY,
    create_lease_until: LEASE,
    ...given.row,
  })
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
  const ledger = {
    insert: (_values: object, leaseMs: number) => {
      done.push(["inserted", leaseMs])
      return Promise.resolve(leases[0] ? row : null)
    },
    claim: (_id: string, lease: string, ms: number) => {
      const had = next(leases)
      if (had) done.push(["claimed", lease, ms])
      return Promise.resolve(had ? row : null)
    },
    release: (_row: IntentRow, lease: string) => Promise.resolve(void done.push(["closed", lease])),
    byReference: () => {
      const look = next(looks)
      return Promise.resolve(look && { ...row, ...look })
    },
    change: (_id: string, patch: IntentPatch, event: LedgerEvent) => {
      done.push(["changed", patch, event])
      return Promise.resolve((row = { ...row, ...patch }))
    },
    withdraw: ({ id }: IntentRow) => Promise.resolve(done.push(["withdrawn", id]) > 0),
    createEnded: (_id: string, patch: IntentPatch, event: LedgerEvent, due?: Date | null) => {
      done.push(["ended", patch, event, due && due.getTime() - clock.time])
      return Promise.resolve((row = { ...row, ...patch }))
    },
    opened: (_id: string, patch: IntentPatch, due: Date) => {
      done.push(["opened", patch, due.getTime() - clock.time])
      if (row.checkout_url) return Promise.resolve(null)
      return Promise.resolve((row = { ...row, ...patch, outcome: "waiting", request: null }))
    },
    rejected: (sent: IntentRow, reason: string, event: LedgerEvent, due: Date | null) => {
      done.push(["rejected", sent.create_lease_until, reason, event, due && due.getTime() - clock.time])
      return Promise.resolve(row)
    },
    byId: () => Promise.resolve(row),
  }
  const client = {
    admitPaymentIntent: (body: object, options: object) => {
      done.push(["admitted", body, options])
      return given.full ? Promise.reject(given.full) : Promise.resolve()
    },
    createPaymentIntent: (body: object, options: object) => {
      done.push(["sent", body, options])
      Object.assign(row, given.meanwhile)
      const answer = answers.shift()
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)
    },
  }
  const verifier = {
    verify: (asked: IntentRow, { by }: Source, deadline: number) => {
      done.push(["asked", by, deadline])
      const { decision = WAITING, row: more, ...early } = next(found)
      row = { ...asked, ...more }
      return Promise.resolve({ intent: row, decision, ...early })
    },
  }
  const active = { client: (environment: string) => (environment === row.environment ? client : null) }
  const creation = new CreateIntent(
    ledger as never,
    verifier as never,
    { current: () => Promise.resolve(active) } as never,
    clock
  )
  return {
    done,
    begin: () => creation.begin(row as never, { deadline: DEADLINE, recoverLost: given.recoverLost }),
    resume: (deadline = DEADLINE, isHeard?: boolean) =>
      creation.resume(row, { deadline, isHeard, recoverLost: given.recoverLost }),
  }
}

const INSERTED = ["inserted", 30_000]
const CLAIMED = ["claimed", "create_lease_until", 30_000]
const CALL = { deadline: DEADLINE }
const ADMITTED = ["admitted", BODY, CALL]
/** By whom its row was written down: it has its place already. */
const FIRST = ["sent", BODY, { ...CALL, admitted: true }]
const SENT = ["sent", BODY, CALL]
const asked = (deadline = DEADLINE, by: Source["by"] = "create") => ["asked", by, deadline]
const OWN = asked()
const failed = (error: string, more: object = {}) => ({
  type: "create_failed",
  data: { error, ...FACTS, ...more },
})
const open = (more: object = {}) => [
  "opened",
  {
    status: "requires_action",
    service_intent_id: "pi_02",
    payment_ref: null,
    checkout_url: ADDRESS,
    ...more,
  },
  60_000,
]
const UNKNOWN = ["changed", { status: "unknown" }, failed("ambiguous", { status: "unknown" })]
const USED = ["changed", { status: "unknown" }, failed("conflict", { status: "unknown" })]
/** Off the customer's way, and looked after. */
const LEFT = ["ended", { request: null }, { type: "create_ended", data: {} }, 30_000]
const TAKEN = ["ended", { request: null }, { type: "create_ended", data: {} }, undefined]
const PAID = { row: { outcome: "paid" as const } }

describe("a create", () => {
  it("is sent as it was written down, and opens the payment, which is watched from now on", async () => {
    const { begin, done } = attempt()
    expect(await begin()).toMatchObject({ checkout_url: ADDRESS, outcome: "waiting", request: null })
    expect(done).toEqual([ADMITTED, INSERTED, FIRST, open()])
  })

  it("that cannot be sent writes nothing", async () => {
    const full = new PayCollectRateLimitedError(facts)
    const { begin, done } = attempt({ full })
    await expect(begin()).rejects.toBe(full)
    expect(done).toEqual([ADMITTED])
  })

  it("of many tabs takes one place: the others look again, or hear why there is none", async () => {
    const { begin, done } = attempt()
    const [first, ...others] = await Promise.all([begin(), begin(), begin()])
    expect([first?.checkout_url, ...others]).toEqual([ADDRESS, null, null])
    expect(done).toEqual([ADMITTED, INSERTED, FIRST, open()])
    const refused = attempt({ full: new PayCollectRateLimitedError(facts) })
    const answers = await Promise.allSettled([refused.begin(), refused.begin()])
    expect(answers.map(({ status }) => status)).toEqual(["rejected", "rejected"])
    expect(refused.done).toEqual([ADMITTED])
  })

  it("is another process's where that one was first", async () => {
    const { begin, done } = attempt({ leases: [false] })
    expect(await begin()).toBeNull()
    expect(done).toEqual([ADMITTED, INSERTED])
  })

  it.each([
    ["processing", "processing"],
    ["failed", "failed"],
    ["canceled", "canceled"],
    ["succeeded", "requires_action"],
    ["anything", "requires_action"],
  ])("that is answered %s leaves the payment %s", async (status, kept) => {
    const { begin, done } = attempt({ answers: [{ ...OPENED, status, payment_ref: "PAY_02" }] })
    await begin()
    expect(done.at(-1)).toEqual(open({ status: kept, payment_ref: "PAY_02" }))
  })

  it.each([
    ["invalid", new PayCollectInvalidRequestError(facts), "invalid_request"],
    ["of a wrong key", new PayCollectUnauthorizedError(facts), "unauthorized"],
  ])("that is refused as %s is over; the store is looked at once more", async (_, error, code) => {
    const { begin, done } = attempt({ answers: [error] })
    await expect(begin()).rejects.toBe(error)
    expect(done.slice(3)).toEqual([["rejected", LEASE, code, failed(code, { status: "rejected" }), 240_000]])
  })

  it.each([
    ["there was too much to do", new PayCollectRateLimitedError(facts), "rate_limited"],
    ["no connection could be made", new PayCollectUnavailableError(facts), "unavailable"],
  ])(
    "that made nothing because %s is over at once, nothing is asked about it, and a cart is looked at once more",
    async (_, error, code) => {
      for (const [cart_id, due] of [
        ["cart_01", 240_000],
        [null, null],
      ] as const) {
        const { begin, done } = attempt({ row: { cart_id }, answers: [error] })
        await expect(begin()).rejects.toBe(error)
        expect(done.slice(3)).toEqual([["rejected", LEASE, code, failed(code, { status: "rejected" }), due]])
      }
    }
  )

  it("that ends by a fault of ours, which is not quoted, stays as it is: it may have been sent", async () => {
    const error = new TypeError("ama@example.com")
    const { begin, done } = attempt({ answers: [error] })
    await expect(begin()).rejects.toBe(error)
    expect(done.slice(3)).toEqual([["ended", {}, { type: "create_failed", data: {} }, undefined]])
  })
})

describe("a create of unknown outcome", () => {
  it("is asked for, and sent once more under its own reference", async () => {
    const { begin, done } = attempt({ answers: [ambiguous, OPENED] })
    await begin()
    expect(done).toEqual([ADMITTED, INSERTED, FIRST, UNKNOWN, OWN, SENT, open()])
  })

  it("is as it stands where another process's answer opened it before", async () => {
    const row = { checkout_url: ADDRESS, status: "failed" as const, outcome: "failed" as const }
    const { begin, done } = attempt({ answers: [ambiguous, OPENED], found: [{ row }] })
    expect(await begin()).toMatchObject(row)
    expect(done.at(-1)).toEqual(open())
  })

  it("needs no second send once it is paid", async () => {
    const { begin, done } = attempt({ answers: [ambiguous], found: [PAID] })
    expect(await begin()).toMatchObject({ outcome: "paid" })
    expect(done.slice(3)).toEqual([UNKNOWN, OWN, TAKEN])
  })

  it.each([
    ["is open where another process's send was answered meanwhile", { checkout_url: ADDRESS }],
    ["is not sent again where the job gave it up meanwhile", { request: null }],
  ])("%s", async (_, meanwhile) => {
    const { begin, done } = attempt({ answers: [ambiguous], meanwhile })
    expect(await begin()).toMatchObject(meanwhile)
    expect(done.slice(3)).toEqual([UNKNOWN, ["closed", "create_lease_until"]])
  })

  it("stays one after a second silence", async () => {
    const { begin, done } = attempt({ answers: [ambiguous, new PayCollectAmbiguousError(facts)] })
    await expect(begin()).rejects.toBeInstanceOf(PayCollectAmbiguousError)
    expect(done.slice(6)).toEqual([
      ["ended", { status: "unknown" }, failed("ambiguous", { status: "unknown" }), undefined],
    ])
  })

  it("is watched although its second send is refused: the first one may have made a payment", async () => {
    const error = new PayCollectInvalidRequestError(facts)
    const { begin, done } = attempt({ answers: [ambiguous, error] })
    await expect(begin()).rejects.toBe(error)
    expect(done.slice(6)).toEqual([["ended", { request: null }, failed("invalid_request"), 30_000]])
  })
})

describe("an answer about another payment", () => {
  it.each([
    ["of another amount", { amount: minorAmount("10001") }],
    ["of another currency", { currency: "XOF" }],
    ["of another reference, although of the same money", { merchant_reference: "cart_02-1" }],
  ])("%s shows the customer no checkout; what stands there is asked for and watched", async (_, other) => {
    const { begin, done } = attempt({ answers: [{ ...OPENED, ...other }] })
    expect(await begin()).toMatchObject({ checkout_url: null, service_intent_id: null })
    const told = { type: "create_failed", data: { error: "conflict", status: "unknown" } }
    expect(done.slice(3)).toEqual([["changed", { status: "unknown" }, told], asked(NOW + 10_000), LEFT])
  })

  it("is ours where it names our reference", async () => {
    const { begin, done } = attempt({ answers: [{ ...OPENED, merchant_reference: "cart_01-1" }] })
    await begin()
    expect(done.at(-1)).toEqual(open())
  })
})

describe("a reference that is used already", () => {
  it("leads to the next attempt once it is clear that nothing was paid there", async () => {
    for (const decision of [WAITING, { kind: "failed", reason: "failed" } as Decision]) {
      const { begin, done } = attempt({ answers: [conflict], found: [{ decision }] })
      expect(await begin()).toMatchObject({ checkout_url: null, request: null })
      expect(done.slice(3)).toEqual([USED, asked(NOW + 10_000), LEFT])
    }
  })

  it("is asked for every three seconds, for ten at most, while that is not clear", async () => {
    const { begin, done } = attempt({ answers: [conflict], found: [{ decision: PROCESSING }] })
    await begin()
    const again = [["slept", 3_000], asked(NOW + 10_000)]
    expect(done.slice(3)).toEqual([USED, asked(NOW + 10_000), ...again, ...again, ...again, LEFT])
  })

  it("keeps no customer beyond her own patience", async () => {
    const answers = [conflict]
    const { resume, done } = attempt({ answers, found: [{ decision: PROCESSING }] })
    await resume(NOW + 3_000)
    expect(done.slice(3)).toEqual([asked(NOW + 3_000), LEFT])
  })

  it("is this very payment where it turns out to be paid", async () => {
    const { begin, done } = attempt({ answers: [conflict], found: [{ decision: PROCESSING }, PAID] })
    expect(await begin()).toMatchObject({ outcome: "paid" })
    expect(done.at(-1)).toEqual(TAKEN)
  })

  it("is open where another process was given its checkout", async () => {
    const { begin, done } = attempt({ answers: [conflict], meanwhile: { checkout_url: ADDRESS } })
    expect(await begin()).toMatchObject({ checkout_url: ADDRESS })
    expect(done.slice(3)).toEqual([USED])
  })

  it("keeps the state that verify found before", async () => {
    const row = { status: "processing" as const, outcome: "waiting" as const }
    const { resume, done } = attempt({ row, answers: [conflict], found: [{ row }] })
    await resume()
    expect(done.slice(3)).toEqual([
      ["changed", {}, failed("conflict", { status: "unknown" })],
      asked(NOW + 10_000),
      LEFT,
    ])
  })
})

describe("a reference of a payment whose row was lost", () => {
  const lost = (found: Awaited<ReturnType<RecoverLost>>) =>
    jest.fn<ReturnType<RecoverLost>, [IntentRow]>(async () => found)

  it.each([
    ["is refused as used", conflict],
    ["is answered with other money", { ...OPENED, amount: minorAmount("10001") }],
    ["is answered as paid already", { ...OPENED, status: "succeeded" }],
  ])("that %s gives the attempt to that payment's new row", async (_, answer) => {
    const recoverLost = lost("recovered")
    const { begin, done } = attempt({ answers: [answer], recoverLost })
    expect(await begin()).toBeNull()
    expect(recoverLost.mock.calls).toMatchObject([[{ merchant_reference: "cart_01-1", status: "creating" }]])
    expect(done).toEqual([ADMITTED, INSERTED, FIRST])
  })

  it("is nobody's while it cannot be asked: nothing is charged, and nothing left that money could be taken for", async () => {
    const { begin, done } = attempt({ answers: [conflict], recoverLost: lost("not_asked") })
    await expect(begin()).rejects.toMatchObject({ retryAfterMs: 3_000 })
    expect(done.slice(3)).toEqual([["withdrawn", expect.any(String)]])
  })

  it("keeps the row of an attempt whose earlier send may have made what is there, while it cannot be asked", async () => {
    const { resume, done } = attempt({ answers: [conflict], recoverLost: lost("not_asked") })
    await expect(resume()).rejects.toMatchObject({ retryAfterMs: 3_000 })
    expect(done).toEqual([CLAIMED, SENT, ["closed", "create_lease_until"]])
  })

  it("is seen by the next try where the attempt was cut off before", async () => {
    const { resume, done } = attempt({ answers: [conflict], recoverLost: lost("recovered") })
    await expect(resume()).rejects.toMatchObject({ retryAfterMs: 3_000 })
    expect(done).toEqual([CLAIMED, SENT])
  })

  it("was looked for before, where the attempt was asked about", async () => {
    const recoverLost = lost("recovered")
    const { resume } = attempt({ row: { asked_at: new Date(NOW) }, answers: [conflict], recoverLost })
    expect(await resume()).toMatchObject({ request: null })
    expect(recoverLost).not.toHaveBeenCalled()
  })

  it.each(["foreign", "not_found"] as const)("is used by another one where it is %s", async (found) => {
    const { begin, done } = attempt({ answers: [conflict], recoverLost: lost(found) })
    expect(await begin()).toMatchObject({ checkout_url: null, request: null })
    expect(done.slice(3)).toEqual([USED, asked(NOW + 10_000), LEFT])
  })
})

describe("a create that was cut off", () => {
  it("is sent again, and asked for first when its outcome is not known", async () => {
    const cut = attempt()
    await cut.resume()
    expect(cut.done).toEqual([CLAIMED, SENT, open()])
    const unknown = attempt({ row: { status: "unknown" } })
    await unknown.resume()
    expect(unknown.done).toEqual([CLAIMED, asked(DEADLINE, "retry"), SENT, open()])
    const heard = attempt({ row: { status: "unknown" } })
    await heard.resume(DEADLINE, true)
    expect(heard.done[1]).toEqual(OWN)
  })

  it.each([
    ["as soon as a visit may have it asked for", 1_000, 2_000],
    ["in a second at the soonest", 2_900, 1_000],
  ])(
    "is neither asked for nor sent as often as a customer likes: she may try %s",
    async (_, ago, retryAfterMs) => {
      const row = { status: "unknown" as const, asked_at: new Date(NOW - ago), asks: 1 }
      const { resume, done } = attempt({ row, found: [{ early: true }] })
      await expect(resume()).rejects.toMatchObject({ code: "unavailable", retryAfterMs })
      expect(done.slice(2)).toEqual([["closed", "create_lease_until"]])
    }
  )

  it("is watched when it is refused now: the process that died may have sent it", async () => {
    const error = new PayCollectInvalidRequestError(facts)
    const { resume, done } = attempt({ answers: [error] })
    await expect(resume()).rejects.toBe(error)
    const left = { status: "unknown", request: null }
    expect(done.slice(2)).toEqual([["ended", left, failed("invalid_request", { status: "unknown" }), 30_000]])
  })

  it("is over where another process brought it to its end", async () => {
    const { resume, done } = attempt({ row: { request: null, checkout_url: ADDRESS } })
    expect(await resume()).toMatchObject({ checkout_url: ADDRESS })
    expect(done).toEqual([CLAIMED, ["closed", "create_lease_until"]])
  })

  it.each<[string, Partial<IntentRow>]>([
    ["is opened", { checkout_url: ADDRESS }],
    ["is over", { status: "rejected" }],
  ])("is waited for while another process is at it, until it %s", async (_, end) => {
    const { resume, done } = attempt({ leases: [false], looks: [{}, end] })
    expect(await resume()).toMatchObject(end)
    expect(done).toEqual([
      ["slept", 150],
      ["slept", 150],
    ])
  })

  it("is taken over when that process dies, and is nothing when it is gone", async () => {
    const dies = attempt({ leases: [false, true], looks: [{}] })
    await dies.resume()
    expect(dies.done).toEqual([["slept", 150], CLAIMED, SENT, open()])
    expect(await attempt({ leases: [false], looks: [null] }).resume()).toBeNull()
  })

  it("is not waited for beyond the deadline", async () => {
    const { resume, done } = attempt({ leases: [false], looks: [{}] })
    expect(await resume(NOW + 300)).toBeNull()
    expect(done).toHaveLength(2)
  })
})
