import { PayCollectAmbiguousError, PayCollectUnavailableError } from "../../../service"
import { type IntentRow } from "../../../modules/paycollect/models/intent"
import { callRefund, REFUND_CUT_OFF_MS } from "../send"

const intent = { merchant_reference: "cart_1-1", verified: { id: "txn_1" }, service_intent_id: null }
const BEGUN = 1_000_000

/** @param tookMs how long its process stood still with it */
async function sent(answer: unknown, tookMs = 0, before = 0) {
  const calls: unknown[] = []
  let now = BEGUN + before
  const client = {
    createRefund: async (request: object, key: string) => {
      calls.push([request, key])
      now += tookMs
      if (answer instanceof Error) throw answer
      return { status: answer }
    },
  }
  const refund = { id: "ref_1", amount: 400n, reason: "other", begun: BEGUN } as const
  const given = await callRefund(client as never, intent as unknown as IntentRow, refund as never, {
    now: () => now,
  })
  return { given, calls }
}

const facts = { operation: "create_refund", message: "the service is away" }

describe("a refund that is sent to the service", () => {
  it("is sent once, by what tells it apart", async () => {
    const { given, calls } = await sent("succeeded")
    expect(given).toEqual({ status: "sent" })
    expect(calls).toEqual([[{ transaction_id: "txn_1", amount: "400", reason: "other" }, "cart_1-1-ref_1"]])
  })

  it.each([
    ["pending", { status: "pending" }],
    [undefined, { status: "unknown" }],
    [new PayCollectAmbiguousError(facts), { status: "unknown" }],
    ["failed", { status: "not_sent", unsupported: false }],
    [new PayCollectUnavailableError(facts), { status: "not_sent", because: "the service is away" }],
  ])("ends as it is answered: %s", async (answer, end) => {
    expect((await sent(answer)).given).toMatchObject(end)
  })

  it("is not sent by a process that stood still before", async () => {
    const { given, calls } = await sent("succeeded", 0, REFUND_CUT_OFF_MS)
    expect([given, calls]).toEqual([{ status: "unknown" }, []])
  })

  it.each(["failed", new PayCollectUnavailableError(facts)])(
    "is not undone by a process that stood still with its answer: a person was asked meanwhile, and may have sent it (%s)",
    async (answer) => {
      expect((await sent(answer, REFUND_CUT_OFF_MS)).given).toEqual({ status: "unknown" })
      expect((await sent(answer, REFUND_CUT_OFF_MS - 1)).given).toMatchObject({ status: "not_sent" })
    }
  )

  it("counts as sent, however long its process stood still with that answer", async () => {
    expect((await sent("succeeded", REFUND_CUT_OFF_MS)).given).toEqual({ status: "sent" })
  })
})
