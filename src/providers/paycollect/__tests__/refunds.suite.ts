import { MedusaError } from "@medusajs/framework/utils"
import {
  PayCollectAmbiguousError,
  PayCollectInvalidRequestError,
  PayCollectNotFoundError,
} from "../../../service/errors"
import { type RefundReply } from "../../../service"
import { intentRow } from "../../../payments/__tests__/rows"
import { type LedgerEvent } from "../../../payments/ledger/history"
import { type IntentRow } from "../../../modules/paycollect/models/intent"
import { refund } from "../../../features/refunds/medusa-refund"

const REFUND_ID = "ref_01"

interface Setup {
  mode?: "off" | "manual" | "api"
  row?: Partial<IntentRow>
  /** what the service answers, or how it fails */
  answer?: Partial<RefundReply> | Error
  refundId?: string | undefined
  /** whether the merchant's list had this refund already */
  listed?: boolean
  /** whether what was sent can be written down */
  forgets?: boolean
  eventBus?: { emit: () => Promise<void> } | null
  /** what the service says of it now, while an item says that money went back; null: nothing */
  standing?: object | null
  /** whether more was counted since the refund was asked for */
  full?: boolean
  /** what another process wrote down about this refund before; it counted it */
  before?: LedgerEvent["type"][]
  /** whether the item of the reversal cannot be closed */
  stuck?: boolean
  /** 12.50 unless another */
  amount?: string
  /** what Medusa's payment captured, and has refunded with this refund */
  records?: { captured: string; refunded: string }
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
  const onlyBooked: bigint[] = []
  const after = { ...intent, refunded: "after" }
  const ledger = {
    refund: (id: string, { refunded, booked }: { refunded: bigint; booked: bigint }, event: LedgerEvent) => {
      const sum = refunded + booked
      if (sum === 0n) return ledger.record(id, event)
      if (given.before) return Promise.reject(new Error("duplicate key"))
      done.push([id, sum, event])
      onlyBooked.push(booked)
      return Promise.resolve(given.full ? null : after)
    },
    byId: () => {
      const { facts } = (given.standing ?? {}) as { facts?: { left: string } }
      const left = BigInt(facts?.left.split(" ")[0] ?? 10_000)
      const reversed = facts ? 10_000n - BigInt(intent.refunded) - left : 0n
      const reversed_booked = onlyBooked.reduce((sum, booked) => sum + booked, 0n).toString()
      return Promise.resolve({ ...intent, reversed: reversed.toString(), reversed_booked })
    },
    historyOfRefund: () => Promise.resolve((given.before ?? []).map((type) => ({ type }))),
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
        { id: "pcatt_02", reason: "late_payment" },
        ...("standing" in given ? [{ id: "pcatt_03", reason: "reversed" }] : []),
      ]),
    resolve: (id: string, { note, resolved_by }: Record<string, string>) => {
      if (given.stuck) return Promise.reject(new Error("no database"))
      done.push(["closed", id, note, resolved_by])
      return Promise.resolve()
    },
    open: (item: { reason: string }) => {
      if (item.reason === "reversed" && "standing" in given) return Promise.resolve(null)
      done.push(["listed", item])
      const { reason } = item
      return Promise.resolve(given.listed ? null : { id: "pcatt_01", category: "refund", reason })
    },
  }
  const client = (environment: string) => (environment === intent.environment ? { createRefund } : {})
  const eventBus = { emit: (event: unknown) => Promise.resolve(void told.push(event)) }
  const registered: Record<string, unknown> = {
    paycollect: {
      ledger,
      attention,
      clock: { now: Date.now },
      review: { ask: () => Promise.resolve(given.standing && heard(given.standing)) },
      configuration: { current: () => Promise.resolve({ options: { refunds: mode }, client }) },
    },
    // Core is not booking anything back.
    query: {
      graph: () =>
        Promise.resolve({
          data: given.records ? [{ payment_id: "pay_01", ...paymentOf(given.records) }] : [],
        }),
    },
    logger: {
      warn: (text: string) => logged.push(text),
      error: (text: string) => logged.push(text),
    },
    event_bus: given.eventBus === undefined ? eventBus : given.eventBus,
  }
  const result = refund({
    container: { resolve: (name: string) => registered[name] } as never,
    intent,
    amount: given.amount ?? "12.50",
    refundId: "refundId" in given ? given.refundId : REFUND_ID,
  })
  return { result, intent, done, told, logged, onlyBooked }
}

const heard = (verdict: { kind?: string; facts?: { status?: string } }) => ({
  verdict,
  isEvidence: verdict.kind !== "unclear" && verdict.facts?.status !== "processing",
})

const paymentOf = ({ captured, refunded }: NonNullable<Setup["records"]>) => ({
  captures: [{ amount: captured }],
  refunds: [{ amount: refunded }],
})

const DATA = { amount: "1250", refund_id: REFUND_ID }
const event = (type: string, data: object = DATA) => ({ type, cause: "refund", data })
const RESERVED = ["pcint_01", 1250n, event("refund_sending")]
const SENT = [
  "sent",
  { transaction_id: "trn_01", amount: "1250", reason: "requested_by_customer" },
  `cart_01-1-${REFUND_ID}`,
]
const TAKEN_BACK = ["pcint_01", -1250n, event("refund_not_sent")]
const told = (amount = "1250") => ({ refund_id: REFUND_ID, amount })
const outcome = (type: string, amount?: string) => ["pcint_01", event(type, told(amount))]
const item = (reason: string, data: object = told(), key = REFUND_ID) => [
  "listed",
  { intent_id: "pcint_01", reason, key, data },
]
const refused = (message: RegExp) => ({
  type: MedusaError.Types.NOT_ALLOWED,
  message: expect.stringMatching(message),
})
const facts = { operation: "create_refund", message: "amount_too_large" }

describe("a refund of money that went back without the store", () => {
  const back = (left: bigint, status = "succeeded") => ({
    kind: "reversed",
    facts: { came: "10000 EUR", refunded: "0 EUR", status, left: `${left} EUR` },
  })
  const row = { amount: "10000" }
  const data = (amount: string) => ({ amount, refund_id: REFUND_ID })
  const booked = ["pcint_01", 1250n, { type: "refund_sent", cause: "reversed", data: data("1250") }]
  const closed = ["closed", "pcatt_03", "It was booked on the order.", "paycollect"]

  it.each(["off", "manual", "api"] as const)(
    "only books it and moves nothing, whatever refunds are (%s); all of it closes its item",
    async (mode) => {
      const { result, done, onlyBooked } = refunding({ mode, row, standing: back(8_750n) })
      await result
      expect(done).toEqual([booked, closed])
      expect(onlyBooked).toEqual([1_250n])
    }
  )

  it("leaves its item open while a part is not booked, and counts what the store sent back before", async () => {
    const given = { row: { ...row, refunded: "300" }, standing: back(8_000n) }
    const { result, done, onlyBooked } = refunding(given)
    await result
    expect(done).toEqual([booked])
    expect(onlyBooked).toEqual([1_250n])
  })

  it("sends only what did not go back; both are counted at once, before", async () => {
    const { result, done, onlyBooked } = refunding({ row, standing: back(9_700n) })
    await result
    expect(done).toEqual([
      ["pcint_01", 1250n, event("refund_sending", data("950"))],
      [
        "sent",
        { transaction_id: "trn_01", amount: "950", reason: "requested_by_customer" },
        SENT[2],
        SENT[3],
      ],
      outcome("refund_sent", "950"),
      closed,
    ])
    expect(onlyBooked).toEqual([300n])
  })

  it("counts none of both when the rest was not sent, and keeps its item", async () => {
    const answer = new PayCollectInvalidRequestError(facts)
    const { result, done } = refunding({ row, standing: back(9_700n), answer })
    await expect(result).rejects.toMatchObject(refused(/was not sent and not recorded/))
    expect(done.at(-1)).toEqual(["pcint_01", -1250n, event("refund_not_sent", data("950"))])
  })

  it("lists only what did not go back, and is refused for it while refunds are off", async () => {
    const { result, done } = refunding({ mode: "manual", row, standing: back(9_700n) })
    await result
    expect(done).toEqual([
      ["pcint_01", 1250n, event("refund_recorded", data("950"))],
      item("refund_due", data("950")),
      closed,
    ])
    const off = refunding({ mode: "off", row, standing: back(9_700n) })
    await expect(off.result).rejects.toMatchObject(refused(/^Refunds are switched off/))
    expect(off.done).toEqual([])
  })

  it("is refused before anything moves where something else was counted meanwhile", async () => {
    for (const left of [8_750n, 9_700n]) {
      const { result, done } = refunding({ row, standing: back(left), full: true })
      await expect(result).rejects.toMatchObject(refused(/more than what came and did not go back yet/))
      expect(done).toHaveLength(1)
    }
  })

  it("is sent as ever where the money is there after all: a chargeback was won, or an answer lagged", async () => {
    const { result, done, onlyBooked } = refunding({ row, standing: { kind: "stands" } })
    await result
    expect(done).toEqual([RESERVED, SENT, outcome("refund_sent")])
    expect(onlyBooked).toEqual([0n])
  })

  it.each([
    ["no answer", null],
    ["an unclear one", { kind: "unclear" }],
    ["one from before the money came", back(10_000n, "processing")],
  ])("is refused where the service does not say how much is left: %s", async (_, standing) => {
    const { result, done } = refunding({ row, standing })
    await expect(result).rejects.toMatchObject(refused(/not sent and not recorded.*resolve that item first/))
    expect(done).toEqual([])
  })

  it("does not fail once it is counted", async () => {
    const { result, logged } = refunding({ row, standing: back(8_750n), stuck: true })
    await expect(result).resolves.toBeDefined()
    expect(logged).toEqual(["paycollect: the item of cart_01-1, whose money went back, stays open"])
  })
})

describe("a refund of an amount with more decimals than its currency", () => {
  it.each(["manual", "api"] as const)("is refused, and nothing is written or sent (%s)", async (mode) => {
    for (const refundId of [REFUND_ID, undefined]) {
      const records = { captured: "100", refunded: "12.499" }
      const { result, done } = refunding({ mode, amount: "12.499", records, refundId })
      await expect(result).rejects.toMatchObject(
        refused(/not recorded: an amount in EUR has at most 2 decimals/)
      )
      expect(done).toEqual([])
    }
  })

  it("is sent, rounded as its charge was, where it is the last of a total that has them, too", async () => {
    const { result, done } = refunding({
      amount: "12.499",
      records: { captured: "100.499", refunded: "100.499" },
    })
    await result
    expect(done).toEqual([RESERVED, SENT, outcome("refund_sent")])
  })

  it.each(["0", "0.004"])("is never one of nothing: %s", async (amount) => {
    const { result, done } = refunding({ amount, records: { captured: "100.004", refunded: "100.004" } })
    await expect(result).rejects.toMatchObject(refused(/is more than nothing/))
    expect(done).toEqual([])
  })
})

describe("a refund while refunds are off", () => {
  it("is refused, and nothing is written or sent", async () => {
    const { result, done } = refunding({ mode: "off" })
    await expect(result).rejects.toMatchObject(refused(/^Refunds are switched off.*cart_01-1/))
    expect(done).toEqual([])
  })
})

describe("a refund that the job listed while its process stood still", () => {
  it.each(["off", "manual", "api"] as const)(
    "is neither sent nor counted, and core keeps it: a person is asked (%s)",
    async (mode) => {
      const { result, done } = refunding({ mode, before: ["refund_recorded"] })
      expect(await result).toMatchObject({ id: "pcint_01" })
      expect(done).toEqual([])
    }
  )

  it("is refused where it was not sent, and is counted no more", async () => {
    const { result } = refunding({ mode: "off", before: ["refund_sending", "refund_not_sent"] })
    await expect(result).rejects.toMatchObject(refused(/^Refunds are switched off/))
  })
})

describe("a refund by hand", () => {
  it("is recorded, and listed as to be sent until the merchant says that it was", async () => {
    const { result, done, told } = refunding({ mode: "manual" })
    expect(await result).toMatchObject({ refunded: "after" })
    expect(done).toEqual([["pcint_01", 1250n, event("refund_recorded")], item("refund_due", DATA)])
    expect(told).toEqual([
      {
        name: "paycollect.attention.opened",
        data: {
          id: "pcint_01",
          payment_number: "JZ1D-7K9P",
          merchant_reference: "cart_01-1",
          cart_id: "cart_01",
          order_id: "order_01",
          attention_id: "pcatt_01",
          reason: "refund_due",
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
    expect(done.at(-1)).toEqual(item("refund_due", { ...DATA, refund_id: undefined }, ""))
  })
})

describe("a refund through the service", () => {
  it("is written down before it is sent, under a name of its own, and is done with the answer", async () => {
    const { result, done, told } = refunding()
    expect(await result).toMatchObject({ refunded: "after" })
    expect(done).toEqual([RESERVED, SENT, outcome("refund_sent")])
    expect(told).toMatchObject([
      {
        name: "paycollect.intent.refunded",
        data: { merchant_reference: "cart_01-1", refund_id: "ref_01", amount: "1250" },
      },
    ])
  })

  it("names the transaction that verify named, else the intent", async () => {
    for (const verified of [null, {}]) {
      const { result, done } = refunding({ row: { verified, service_intent_id: "pi_01" } })
      await result
      const [, body, ...rest] = SENT
      expect(done[1]).toEqual(["sent", { ...(body as object), transaction_id: "pi_01" }, ...rest])
    }
  })

  it.each<[string, Setup]>([
    ["no id of the payment", { row: { verified: null, service_intent_id: null } }],
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
