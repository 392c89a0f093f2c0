import { MedusaError } from "@medusajs/framework/utils"
import { refetchCart } from "@medusajs/medusa/api/store/carts/helpers"
import { defaultStoreCartFields } from "@medusajs/medusa/api/store/carts/query-config"
import { type Decision } from "../../../../payments/assess"
import { intentRow } from "../../../../payments/__tests__/rows"
import { type Source } from "../../../../payments/source"
import { type IntentRow } from "../../../../modules/paycollect/models/intent"
import { collection, order, payment, session, takenBack } from "../../../../orders/records/__tests__/records"
import { advanceIntentWorkflow } from "../../../../workflows"
import { calling } from "../../../__tests__/calling"
import { guardCompletion } from "../complete-guard"

jest.mock("@medusajs/medusa/api/store/carts/helpers", () => ({ refetchCart: jest.fn() }))
jest.mock("../../../../workflows", () => ({ advanceIntentWorkflow: jest.fn() }))

const NOW = 1_000_000
const PAID = { kind: "paid", fee: "0", fee_unexpected: false } as Decision
const PROCESSING: Decision = { kind: "waiting", reason: "processing" }
const OTHER_PROVIDER = { provider_id: "pp_system_default" }
const { PAYMENT_AUTHORIZATION_ERROR: NOT_PAID, PAYMENT_REQUIRES_MORE_ERROR: WAITING } = MedusaError.Types

const PAYERS = { payses_1: "pcint_01", ours: "pcint_01" }

interface Setup {
  /** the cart's collection */
  collected?: Parameters<typeof collection>[0]
  cart?: object | null
  orders?: object[]
  /** a collection that the attempts name */
  named?: ReturnType<typeof collection>
  /** the attempt that the session is paid by; null: none */
  row?: Partial<IntentRow> | null
  /** that attempt is another subject's */
  elsewhere?: boolean
  /** the other attempts of the cart, newest first, and what all are after a question */
  attempts?: Partial<IntentRow>[]
  asked?: Partial<IntentRow>[]
  decision?: Decision
  options?: object
  environment?: "test" | "live"
  /** how advancing another attempt ends */
  advances?: string
  looks?: () => Promise<void>
  /** the service never answers, or it cannot be written down */
  isSilent?: boolean | "broken"
}

/** Completes a cart of 10,000 XAF with a session of ours. */
async function complete({
  row = {},
  decision = PROCESSING,
  attempts = [],
  options = {},
  ...more
}: Setup = {}) {
  const intent = row && intentRow(row)
  const applied: unknown[] = []
  jest
    .mocked(refetchCart)
    .mockReset()
    .mockResolvedValue({ id: "cart_01", refetched: true } as never)
  jest
    .mocked(advanceIntentWorkflow)
    .mockReset()
    .mockReturnValue({
      run: ({ input }: { input: unknown }) => {
        applied.push(input)
        return Promise.resolve({ result: { status: more.advances ?? "succeeded" } })
      },
    } as never)
  const rows = attempts.map((facts, index) => intentRow({ id: `pcint_1${index}`, ...facts }))
  const reads: string[] = []
  const verified: unknown[] = []
  const looks: unknown[] = []
  let was = intent && !more.elsewhere ? [...rows, intent] : rows
  const paycollect = {
    clock: { now: () => NOW },
    configuration: {
      current: () =>
        Promise.resolve({
          environment: more.environment ?? "test",
          options: {
            createIntent: "on_session",
            pendingOrders: "wait",
            pendingOrderExpiryHours: 24,
            ...options,
          },
        }),
    },
    ledger: {
      ofSubject: () => Promise.resolve(was),
      attemptsOf: (subject: string) => {
        reads.push(subject)
        return Promise.resolve({ attempts: was, payers: intent ? PAYERS : {} })
      },
      payersOf: () => Promise.resolve({}),
      bySession: (session: string) => {
        reads.push(session)
        return Promise.resolve(intent)
      },
      cartsAskedSince: () => Promise.resolve([]),
      scheduleBy: (...when: unknown[]) => {
        looks.push(when)
        return looks.length > 1 && more.looks ? more.looks() : Promise.resolve()
      },
    },
    verifier: {
      verify: (found: IntentRow, source: Source, deadline: number) => {
        verified.push([found.merchant_reference, { source, deadline }])
        if (more.asked) was = more.asked.map((facts) => intentRow(facts))
        if (more.isSilent === "broken") return Promise.reject(new Error("the database"))
        return more.isSilent ? new Promise(() => undefined) : Promise.resolve({ intent: found, decision })
      },
    },
  }
  const cart = { id: "cart_01", total: 10_000, currency_code: "xaf", completed_at: null }
  const call = calling({
    id: "cart_01",
    records: {
      order_cart: (more.orders ?? []).map((order) => ({ cart_id: "cart_01", order })),
      payment_collection: more.named ?? { ...collection(more.collected), cart: { id: "cart_01" } },
      cart:
        more.cart === null ? [] : { ...cart, payment_collection: collection(more.collected), ...more.cart },
    },
    services: { paycollect },
  })
  await guardCompletion(call.req, call.res, call.next)
  const { error } = (call.answer.json ?? {}) as { error?: { type: string; message: string } }
  const reason = /\((.*?)\)/.exec(error?.message ?? "")?.[1]
  return {
    ...call,
    goesOn: call.next.mock.calls.length === 1 && !call.answer.json,
    refused: error && [error.type, reason],
    verified,
    looks,
    reads,
    applied,
  }
}

const source: Source = { by: "complete" }
const QUESTION = { deadline: NOW + 12_000, source }
const OF = (reference: string) => ({ reference, source })

describe("completing a cart that is none of ours", () => {
  it.each<[string, Setup]>([
    ["whose money cannot be read: core reads it again", { collected: { payments: undefined } }],
    ["that is an order already", { orders: [order()] }],
    ["that is gone", { cart: null }],
    ["without a collection", { cart: { payment_collection: null } }],
    [
      "whose first session is another provider's",
      { collected: { payment_sessions: [session({ id: "other", ...OTHER_PROVIDER }), session()] } },
    ],
    [
      "whose session cannot be paid with any more",
      { collected: { payment_sessions: [session({ status: "error" })] } },
    ],
  ])("lets core go on with one %s", async (_, setup) => {
    const { goesOn, looks } = await complete(setup)
    expect({ goesOn, looks }).toEqual({ goesOn: true, looks: [] })
    // The service is asked about an open attempt while the records are read; core waits for no answer to it.
    const silent = await complete({ ...setup, isSilent: true })
    expect([silent.goesOn, silent.verified]).toEqual([true, [["cart_01-1", QUESTION]]])
    expect((await complete({ ...setup, isSilent: "broken" })).goesOn).toBe(true)
    const ended = await complete({ ...setup, row: { status: "succeeded", outcome: "paid" } })
    expect([ended.goesOn, ended.verified]).toEqual([true, []])
  })

  it.each<[string, Setup]>([
    ["of a cart without a collection", { cart: { payment_collection: null } }],
    ["of a cart that is gone", { cart: null }],
  ])("takes no session of a collection that only attempts name, %s", async (_, setup) => {
    const named = collection({ id: "pay_col_01" })
    const row = { status: "succeeded", outcome: "paid" } as const
    const { goesOn, verified } = await complete({ ...setup, named, row })
    expect([goesOn, verified]).toEqual([true, []])
  })

  it.each<[string, Setup["collected"]]>([
    ["another provider is paid for", { payment_sessions: [session(OTHER_PROVIDER)] }],
    ["nothing is paid for", { payment_sessions: [] }],
  ])("costs one question where %s now, also after a payment of ours was started", async (_, collected) => {
    for (const row of [null, undefined]) {
      const { goesOn, asked, reads, verified } = await complete({ row, collected })
      expect([goesOn, asked.map(({ entity }) => entity)]).toEqual([true, ["payment_collection"]])
      expect([...reads, ...verified]).toEqual([])
    }
  })

  it("takes the session that core would take", async () => {
    const sessions = [session({ id: "old", status: "canceled", ...OTHER_PROVIDER }), session({ id: "ours" })]
    const { verified } = await complete({ collected: { payment_sessions: sessions } })
    expect(verified).toEqual([["cart_01-1", QUESTION]])
  })
})

describe("completing a cart whose payment was not started", () => {
  it("is refused: there is nothing to be paid with, or the customer has not gone to pay yet", async () => {
    expect((await complete({ row: null })).refused).toEqual([NOT_PAID, "canceled"])
    const lazy = await complete({ row: null, options: { createIntent: "on_redirect" } })
    expect(lazy.refused).toEqual([WAITING, "not_started"])
    expect([...lazy.verified, ...lazy.applied]).toEqual([])
  })

  it("is told to wait where so many were started that the next one has to", async () => {
    const failed = (index: number) => ({
      merchant_reference: `cart_01-${9 - index}`,
      status: "failed" as const,
      outcome: "failed" as const,
      created_at: new Date(NOW - index * 1_000),
    })
    const refused = async (count: number) =>
      (await complete({ row: null, attempts: Array.from({ length: count }, (_, index) => failed(index)) }))
        .refused
    expect(await refused(5)).toEqual([NOT_PAID, "canceled"])
    expect(await refused(6)).toEqual([WAITING, "not_started"])
  })

  it("makes the order of money that came by an earlier link, which is asked for first", async () => {
    const attempts = [{ merchant_reference: "cart_01-2" }, { merchant_reference: "cart_01-1" }]
    const paid = [attempts[0]!, { ...attempts[1], outcome: "paid" as const }]
    const { goesOn, verified, applied } = await complete({ row: null, attempts, asked: paid })
    expect({ goesOn, verified, applied }).toEqual({
      goesOn: true,
      verified: [["cart_01-2", QUESTION]],
      applied: [OF("cart_01-1")],
    })
  })

  it("asks for none that ended: what the ledger knows counts", async () => {
    const failed = { merchant_reference: "cart_01-2", status: "failed", outcome: "failed" } as const
    const { goesOn, verified, applied } = await complete({
      row: null,
      attempts: [failed, { outcome: "paid" }],
    })
    expect({ goesOn, verified, applied }).toEqual({ goesOn: true, verified: [], applied: [OF("cart_01-1")] })
  })

  it("is refused while that money makes no order, or was dealt with by hand", async () => {
    const paid = { outcome: "paid", status: "succeeded" } as const
    const waits = await complete({ row: null, attempts: [paid], advances: "waiting" })
    expect([waits.refused, waits.applied]).toEqual([[NOT_PAID, "canceled"], [OF("cart_01-1")]])
    const released = await complete({ row: null, attempts: [{ ...paid, closed_at: new Date() }] })
    expect([released.refused, released.applied]).toEqual([[NOT_PAID, "canceled"], []])
  })
})

describe("completing a cart with a payment", () => {
  it("finds it among the cart's attempts, which are read once, or else by its session", async () => {
    const attempts = [{ merchant_reference: "cart_01-7", status: "failed" as const }]
    const { verified, reads } = await complete({ attempts })
    expect([verified, reads]).toEqual([[["cart_01-1", QUESTION]], ["cart_01"]])
    const elsewhere = await complete({ elsewhere: true, attempts })
    expect([elsewhere.verified, elsewhere.reads]).toEqual([
      [["cart_01-1", QUESTION]],
      ["cart_01", "payses_1"],
    ])
  })

  it("asks for it, within a storefront's patience, and answers what core would while it waits", async () => {
    const { answer, next, verified, scope } = await complete()
    expect(verified).toEqual([["cart_01-1", QUESTION]])
    expect(next).not.toHaveBeenCalled()
    expect(answer).toEqual({
      status: 200,
      json: {
        type: "cart",
        cart: { id: "cart_01", refetched: true },
        error: {
          type: WAITING,
          name: "Error",
          message: expect.stringContaining("not confirmed yet (processing). No order was made"),
        },
      },
    })
    expect(refetchCart).toHaveBeenCalledWith("cart_01", scope, defaultStoreCartFields)
  })

  it.each<[string, Setup, [string, string | undefined]]>([
    ["failed", { decision: { kind: "failed", reason: "canceled" } }, [NOT_PAID, "canceled"]],
    [
      "is a discrepancy: a person decides",
      { decision: { kind: "discrepancy", reason: "amount_discrepancy" } },
      [WAITING, "amount_discrepancy"],
    ],
    [
      "the merchant dealt with by hand",
      { row: { closed_at: new Date() }, decision: PAID },
      [NOT_PAID, "canceled"],
    ],
    ["is test money in a live store", { environment: "live", decision: PAID }, [NOT_PAID, "canceled"]],
    [
      "is for another total",
      { cart: { total: 10_001 }, decision: PAID },
      [WAITING, "the amount to pay has changed"],
    ],
    [
      "is for another currency",
      { cart: { currency_code: "eur" }, decision: PAID },
      [WAITING, "the amount to pay has changed"],
    ],
  ])("is refused when it %s", async (_, setup, refused) => {
    const result = await complete(setup)
    expect(result.refused).toEqual(refused)
    expect([...result.looks, ...result.applied]).toEqual([])
  })

  it("goes on with money that came, which is looked at when core is done: it is due already", async () => {
    const { goesOn, looks, finish } = await complete({ decision: PAID, row: { next_step_at: new Date(NOW) } })
    expect([goesOn, looks]).toEqual([true, []])
    finish()
    expect(looks).toEqual([["pcint_01", NOW]])
  })

  it("has money looked at at once, too, that had been given up on", async () => {
    const { looks, finish } = await complete({ decision: PAID })
    expect(looks).toEqual([["pcint_01", NOW]])
    finish()
    expect(looks).toHaveLength(2)
  })

  it("breaks nothing when the look after core cannot be ordered", async () => {
    const { finish } = await complete({
      decision: PAID,
      looks: () => Promise.reject(new Error("no database")),
    })
    const unheard = jest.fn()
    process.once("unhandledRejection", unheard)
    finish()
    await new Promise((resolve) => setImmediate(resolve))
    process.off("unhandledRejection", unheard)
    expect(unheard).not.toHaveBeenCalled()
  })

  it("leaves applied money alone", async () => {
    const { goesOn, looks } = await complete({ decision: PAID, row: { applied_at: new Date() } })
    expect([goesOn, looks]).toEqual([true, []])
  })

  it("advances money whose payment core took back: core would make an order of that one", async () => {
    const used = { payments: [payment(takenBack)] }
    const made = await complete({ decision: PAID, collected: used })
    expect([made.goesOn, made.applied]).toEqual([true, [OF("cart_01-1")]])
    const waits = await complete({ decision: PAID, collected: used, advances: "waiting" })
    expect([waits.refused, waits.looks]).toEqual([[WAITING, "no_answer"], []])
    expect((await complete({ decision: PAID, collected: { payments: [payment()] } })).applied).toEqual([])
  })

  it("places an order that waits for the phone, where the shop wants that; the job looks after it", async () => {
    const place = { pendingOrders: "place" }
    const { goesOn, looks, applied } = await complete({ options: place, attempts: [{ outcome: "paid" }] })
    expect({ goesOn, looks, applied }).toEqual({ goesOn: true, looks: [["pcint_01"]], applied: [] })
    const failed = await complete({ options: place, decision: { kind: "failed", reason: "failed" } })
    expect(failed.refused).toEqual([NOT_PAID, "failed"])
    const still = await complete({ options: place, decision: { kind: "waiting", reason: "requires_action" } })
    expect(still.refused).toEqual([WAITING, "requires_action"])
  })

  it("makes the order of another attempt that the customer paid in another tab", async () => {
    const attempts = [
      { outcome: "failed" as const },
      { merchant_reference: "cart_01-9", outcome: "paid" as const },
    ]
    const { goesOn, applied } = await complete({ attempts })
    expect([goesOn, applied]).toEqual([true, [OF("cart_01-9")]])
    const waits = await complete({ attempts, advances: "attention" })
    expect(waits.refused).toEqual([WAITING, "processing"])
  })
})
