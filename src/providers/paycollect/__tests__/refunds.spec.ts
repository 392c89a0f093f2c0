import { MedusaError } from "@medusajs/framework/utils"
import {
  PayCollectAmbiguousError,
  PayCollectInvalidRequestError,
  PayCollectNotFoundError,
  type Refund,
} from "../../../client"
import { intentRow } from "../../../modules/paycollect/__tests__/rows"
import { type LedgerEvent } from "../../../modules/paycollect/ledger/history"
import { type IntentRow } from "../../../modules/paycollect/models/intent"
import { refund } from "../refunds"

const REFUND_ID = "ref_01"

interface Setup {
  mode?: "off" | "manual" | "api"
  row?: Partial<IntentRow>
  /** what the service answers, or how it fails */
  answer?: Partial<Refund> | Error
  refundId?: string | undefined
  /** whether the merchant's list had this refund already */
  listed?: boolean
  /** whether what was sent can be written down */
  forgets?: boolean
  eventBus?: { emit: () => Promise<void> } | null
  /** what the open item of a reversal says */
  reversed?: { came: string; status: string; left?: string }
  /** whether more is counted meanwhile than these sums leave room for */
  full?: boolean
  /** whether the item of the reversal cannot be closed */
  stuck?: boolean
}

/** Refunds 12.50 EUR; all that was done is in `done`, in its order. */
function refunding({ mode = "api", row, answer = { status: "succeeded" }, ...given }: Setup = {}) {
  const intent = intentRow({
    exponent: 2,
    currency_code: "eur",
    outcome: "paid",
    order_id: "order_01",
    verified: { id: "trn_01" },
    ...row,
  })
  const done: unknown[] = []
  const told: unknown[] = []
  const logged: string[] = []
  const limits: bigint[] = []
  const after = { ...intent, refunded: "after" }
  const ledger = {
    addRefund: (id: string, amount: bigint, event: LedgerEvent, most?: bigint) => {
      done.push([id, amount, event])
      if (most !== undefined) limits.push(most)
      return Promise.resolve(given.full && event.cause === "reversed" ? null : after)
    },
    record: (id: string, event: LedgerEvent) => {
      if (given.forgets) return Promise.reject(new Error("no database"))
      done.push([id, event])
      return Promise.resolve()
    },
  }
  const createRefund = (...asked: unknown[]) => {
    done.push(["sent", ...asked])
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)
  }
  const attention = {
    openFor: () =>
      Promise.resolve([
        { reason: "late_payment", data: {} },
        ...(given.reversed ? [{ reason: "reversed", data: given.reversed }] : []),
      ]),
    booked: (...closed: unknown[]) => {
      if (given.stuck) return Promise.reject(new Error("no database"))
      done.push(["closed", ...closed])
      return Promise.resolve()
    },
    open: (item: object) => {
      done.push(["listed", item])
      return Promise.resolve(given.listed ? null : { id: "pcatt_01", category: "refund" })
    },
  }
  const client = (environment: string) => (environment === intent.environment ? { createRefund } : {})
  const eventBus = { emit: (event: unknown) => Promise.resolve(void told.push(event)) }
  const result = refund({
    paycollect: {
      ledger,
      attention,
      configuration: { current: () => Promise.resolve({ options: { refunds: mode }, client }) },
    } as never,
    // Core is not booking anything back.
    query: { graph: () => Promise.resolve({ data: [] }) } as never,
    logger: {
      warn: (text: string) => logged.push(text),
      error: (text: string) => logged.push(text),
    } as never,
    eventBus: given.eventBus === undefined ? (eventBus as never) : ((given.eventBus ?? undefined) as never),
    intent,
    amount: "12.50",
    refundId: "refundId" in given ? given.refundId : REFUND_ID,
  })
  return { result, intent, done, told, logged, limits }
}

const DATA = { amount: "1250", refund_id: REFUND_ID }
const event = (type: string, data: object = DATA) => ({ type, cause: "refund", data })
const RESERVED = ["pcint_01", 1250n, event("refund_sending")]
const SENT = [
  "sent",
  { transaction_id: "trn_01", amount: "1250", reason: "requested_by_customer" },
  `cart_01-1-${REFUND_ID}`,
  { priority: "admin" },
]
const TAKEN_BACK = ["pcint_01", -1250n, event("refund_not_sent")]
const outcome = (type: string) => ["pcint_01", event(type, { refund_id: REFUND_ID })]
const item = (reason: string, data: object = { refund_id: REFUND_ID }, key = REFUND_ID) => [
  "listed",
  { intent_id: "pcint_01", reason, key, data },
]
const refused = (message: RegExp) => ({
  type: MedusaError.Types.NOT_ALLOWED,
  message: expect.stringMatching(message),
})
const facts = { operation: "create_refund", message: "amount_too_large" }

describe("a refund of money that went back without the store", () => {
  const came = "10000 EUR"
  const back = (left: bigint) => ({ came, status: "succeeded", left: `${left} EUR` })
  const row = { amount: "10000" }
  const booked = (amount: string) => ["pcint_01", BigInt(amount), bookedBy(amount)]
  const bookedBy = (amount: string) => ({
    type: "refund_sent",
    cause: "reversed",
    data: { amount, refund_id: REFUND_ID },
  })
  const closed = ["closed", "pcint_01", "reversed"]

  it.each(["off", "manual", "api"] as const)(
    "only books it and moves nothing, whatever refunds are (%s); all of it closes its item",
    async (mode) => {
      const { result, done, limits } = refunding({ mode, row, reversed: back(8_750n) })
      await result
      expect(done).toEqual([booked("1250"), closed])
      expect(limits).toEqual([1_250n])
    }
  )

  it("leaves its item open while a part is not booked, and counts what the store sent back before", async () => {
    const given = { row: { ...row, refunded: "300" }, reversed: back(8_000n) }
    const { result, done, limits } = refunding(given)
    await result
    expect(done).toEqual([booked("1250")])
    expect(limits).toEqual([2_000n])
  })

  it("sends only what did not go back, and books the rest with it", async () => {
    const { result, done, limits } = refunding({ row, reversed: back(9_700n) })
    await result
    const rest = { amount: "950", refund_id: REFUND_ID }
    expect(done).toEqual([
      ["pcint_01", 950n, event("refund_sending", rest)],
      [
        "sent",
        { transaction_id: "trn_01", amount: "950", reason: "requested_by_customer" },
        SENT[2],
        SENT[3],
      ],
      outcome("refund_sent"),
      booked("300"),
      closed,
    ])
    expect(limits).toEqual([10_000n, 1_250n])
  })

  it("is refused where another refund booked it at the same moment", async () => {
    const { result, done } = refunding({ row, reversed: back(8_750n), full: true })
    await expect(result).rejects.toMatchObject(refused(/more than what came and did not go back yet/))
    expect(done).toEqual([booked("1250")])
  })

  it("does not fail once money was sent, or once it is counted", async () => {
    const beside = refunding({ row, reversed: back(9_700n), full: true })
    await expect(beside.result).resolves.toBeDefined()
    expect(beside.logged).toEqual([
      "paycollect: cart_01-1 went back without the store: 300 of it could not be booked",
    ])
    const stuck = refunding({ row, reversed: back(8_750n), stuck: true })
    await expect(stuck.result).resolves.toBeDefined()
    expect(stuck.logged).toEqual([
      "paycollect: cart_01-1 went back without the store: its item could not be closed",
    ])
  })
})

describe("a refund while refunds are off", () => {
  it("is refused, and nothing is written or sent", async () => {
    const { result, done } = refunding({ mode: "off" })
    await expect(result).rejects.toMatchObject(refused(/^Refunds are switched off.*cart_01-1/))
    expect(done).toEqual([])
  })
})

describe("a refund by hand", () => {
  it("is recorded, and listed as to be sent until the merchant says that it was", async () => {
    const { result, done, told } = refunding({ mode: "manual" })
    expect(await result).toMatchObject({ refunded: "after" })
    expect(done).toEqual([["pcint_01", 1250n, event("refund_recorded")], item("refund_to_send", DATA)])
    expect(told).toEqual([
      {
        name: "paycollect.intent.needs_attention",
        data: {
          id: "pcint_01",
          payment_number: "JZ1D-7K9P",
          merchant_reference: "cart_01-1",
          cart_id: "cart_01",
          order_id: "order_01",
          attention_id: "pcatt_01",
          reason: "refund_to_send",
          category: "refund",
        },
      },
    ])
  })

  it("is told once, however often core asks", async () => {
    const { result, told } = refunding({ mode: "manual", listed: true })
    await result
    expect(told).toEqual([])
  })

  it("stands although the merchant could not be told, or no event bus is there", async () => {
    const emit = () => Promise.reject(new Error("bus"))
    const broken = refunding({ mode: "manual", eventBus: { emit } })
    expect(await broken.result).toMatchObject({ refunded: "after" })
    expect(broken.logged).toEqual([expect.stringContaining("cart_01-1 was not sent")])
    const none = refunding({ mode: "manual", eventBus: null })
    expect(await none.result).toMatchObject({ refunded: "after" })
    expect(none.logged).toEqual([])
  })

  it("needs no id of Medusa's", async () => {
    const { result, done } = refunding({ mode: "manual", refundId: undefined })
    await result
    expect(done.at(-1)).toEqual(item("refund_to_send", { ...DATA, refund_id: undefined }, ""))
  })
})

describe("a refund through the service", () => {
  it("is written down before it is sent, under a name of its own, and is done with the answer", async () => {
    const { result, done, told } = refunding()
    expect(await result).toMatchObject({ refunded: "after" })
    expect(done).toEqual([RESERVED, SENT, outcome("refund_sent")])
    expect(told).toEqual([])
  })

  it("names the transaction that verify named, else the intent", async () => {
    for (const verified of [null, {}]) {
      const { result, done } = refunding({ row: { verified, intent_id: "pi_01" } })
      await result
      const [, body, ...rest] = SENT
      expect(done[1]).toEqual(["sent", { ...(body as object), transaction_id: "pi_01" }, ...rest])
    }
  })

  it.each<[string, Setup]>([
    ["no id of the payment", { row: { verified: null, intent_id: null } }],
    ["no id of the refund, by which a second send would be known", { refundId: undefined }],
  ])("is refused with %s, and nothing is written", async (_, setup) => {
    const { result, done } = refunding(setup)
    await expect(result).rejects.toMatchObject(refused(/was not sent.*id of the payment is not known/))
    expect(done).toEqual([])
  })

  it.each<[string, Setup["answer"], string]>([
    ["pending", { status: "pending" }, "refund_pending"],
    ["answered without a state", {}, "refund_unknown"],
    ["not answered", new PayCollectAmbiguousError(facts), "refund_unknown"],
  ])("counts as sent, and a person looks, when it is %s", async (_, answer, reason) => {
    const { result, done } = refunding({ answer })
    expect(await result).toMatchObject({ refunded: "after" })
    expect(done).toEqual([RESERVED, SENT, outcome(reason), item(reason)])
  })

  it.each<[string, Setup["answer"], RegExp]>([
    ["declined", { status: "failed" }, /was not sent and not recorded: the payment service declined/],
    ["refused", new PayCollectInvalidRequestError(facts), /not sent and not recorded: amount_too_large/],
    ["for a service without refunds", new PayCollectNotFoundError(facts), /^Refunds are switched off/],
    [
      "for a service that does not take them there",
      new PayCollectInvalidRequestError({ ...facts, statusCode: 405 }),
      /^Refunds are switched off/,
    ],
    [
      "broken by an error that is not the client's, and may quote anything",
      Object.assign(new Error("ama@example.com"), { statusCode: 405 }),
      /not recorded: an unexpected error$/,
    ],
  ])("is taken back when it is %s, and core forgets it", async (_, answer, message) => {
    const { result, done } = refunding({ answer })
    await expect(result).rejects.toMatchObject(refused(message))
    expect(done).toEqual([RESERVED, SENT, TAKEN_BACK])
  })

  it("never throws once the money is on its way: core would forget it, and a person send it again", async () => {
    for (const answer of [{ status: "succeeded" }, { status: "pending" }] as const) {
      const { result, logged } = refunding({ answer, forgets: true })
      expect(await result).toMatchObject({ refunded: "after" })
      expect(logged).toEqual([expect.stringContaining(`cart_01-1 (${REFUND_ID}) could not be written down`)])
    }
  })
})
