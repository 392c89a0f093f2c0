import { type IntentRow } from "../../../src/modules/paycollect/models/intent"
import { judge } from "../../../src/payments/answers"
import { FRESH_MS } from "../../../src/payments/polling"
import { startSandbox, type Sandbox } from "../../../packages/dev/src/sandbox"
import { openDatabase, type Database } from "../support/database"
import { instance, newCartId, startInput } from "../support/instance"

const ANSWER = { environment: "test", status: "succeeded", amount: "10000", currency: "XAF" }

describe("Verifier", () => {
  let database: Database
  let service: Sandbox
  let shop: ReturnType<typeof instance>

  beforeAll(async () => {
    database = await openDatabase()
  })
  afterAll(() => database.close())
  beforeEach(async () => {
    service = await startSandbox({ rateLimits: false, outcomeDelayMs: 0 })
    shop = instance(database.knex, service)
  })
  afterEach(() => service.close())

  const start = () => shop.startPayment.findOrCreate(startInput(newCartId()))
  const verifies = (intent: IntentRow) =>
    service.control.requests({ operation: "verify_payment", reference: intent.merchant_reference })
  const stored = async (intent: IntentRow) => (await shop.ledger.byReference(intent.merchant_reference))!
  const history = async (intent: IntentRow) =>
    (
      await database.knex("paycollect_intent_event").where({ intent_id: intent.id }).orderBy("created_at")
    ).map(({ type, cause }) => [type, cause])
  const becomesStale = () => shop.clock.advance(FRESH_MS)

  it("asks the service and writes down what decide says of the answer", async () => {
    const intent = await start()
    service.control.moveState(intent.merchant_reference, "succeeded")
    const { decision, intent: judged } = await shop.verifier.verify(intent, { by: "return" })
    expect(decision).toEqual({ kind: "paid", fee: "0", fee_unexpected: false })
    expect(judged).toMatchObject({ outcome: "paid", status: "succeeded", fee: "0", outcome_reason: null })
    expect(judged.verified).toEqual({
      environment: "test",
      id: intent.service_intent_id,
      status: "succeeded",
      amount: "10000",
      currency: "XAF",
      id_of_another: false,
    })
    expect(await stored(intent)).toEqual({ ...judged, verify_lease_until: null })
    expect((await history(intent)).at(-1)).toEqual(["verified", "return"])
    expect(judge(await stored(intent)).decision).toEqual(decision)
  })

  describe("when the service has said something", () => {
    it("asks again, however fresh the answer, and once for all who bring the same news", async () => {
      const intent = await start()
      const { intent: waiting } = await shop.verifier.verify(intent, { by: "status" })
      service.control.moveState(intent.merchant_reference, "succeeded")
      expect((await shop.verifier.verify(waiting, { by: "status" })).decision.kind).toBe("waiting")
      const since = shop.clock.now() + 1
      await new Promise((resolve) => setTimeout(resolve, 2))
      const judged = await Promise.all(
        Array.from({ length: 10 }, () =>
          shop.verifier.verify(waiting, { by: "webhook", at: since, saysPaid: true })
        )
      )
      expect(judged.map(({ decision }) => decision.kind)).toEqual(Array(10).fill("paid"))
      expect(verifies(intent)).toHaveLength(2)
    })

    it("asks again where the question under way was asked before", async () => {
      const intent = await start()
      service.control.injectFault({ operation: "verify_payment", kind: "delay", delayMs: 300 })
      const asked = shop.verifier.verify(intent, { by: "status" })
      await new Promise((resolve) => setTimeout(resolve, 100))
      const [before, after] = await Promise.all([
        asked,
        shop.verifier.verify(intent, { by: "webhook", at: shop.clock.now(), saysPaid: true }),
      ])
      expect(new Date(after.intent.verified_at!).getTime()).toBeGreaterThan(
        new Date(before.intent.verified_at!).getTime()
      )
      expect(verifies(intent)).toHaveLength(2)
    })
  })

  describe("with manual confirmation (U-13)", () => {
    const manual = () =>
      instance(database.knex, service, {
        confirmationMethod: "manual",
        service: { confirmPath: "/payment-intents/{id}/confirm" },
      })
    const started = (from: ReturnType<typeof instance>, more: { fee_bearer?: "customer" } = {}) => {
      const input = startInput(newCartId())
      return from.startPayment.findOrCreate({
        ...input,
        request: { ...input.request, confirmation_method: "manual", ...more },
      })
    }

    it("confirms when the customer has agreed, and believes only the verify after it", async () => {
      const shopThatConfirms = manual()
      const intent = await started(shopThatConfirms)
      await agree(intent)
      const { decision } = await shopThatConfirms.verifier.verify(intent, { by: "status" })
      expect(decision.kind).toBe("paid")
      expect(
        service.control.requests({ reference: intent.merchant_reference }).map(({ operation }) => operation)
      ).toEqual(["create_payment_intent", "verify_payment", "confirm_payment_intent", "verify_payment"])
    })

    it("confirms what the customer agreed to with the fee on top, which verify then names", async () => {
      const shopThatConfirms = manual()
      const intent = await started(shopThatConfirms, { fee_bearer: "customer" })
      await agree(intent)
      const { decision } = await shopThatConfirms.verifier.verify(intent, { by: "status" })
      expect(decision).toMatchObject({ kind: "paid", fee: expect.stringMatching(/^[1-9]\d*$/) })
    })

    it("confirms nothing before, and nothing that would not pay", async () => {
      const shopThatConfirms = manual()
      await shopThatConfirms.verifier.verify(await started(shopThatConfirms), { by: "status" })
      for (const wrong of [{ amount: "1" }, { currency: "XOF" }, { merchant_reference: "cart_other-1" }]) {
        const intent = await started(shopThatConfirms)
        await agree(intent)
        service.control.overrideVerify(intent.merchant_reference, wrong)
        await shopThatConfirms.verifier.verify(intent, { by: "status" })
      }
      expect(service.control.requests({ operation: "confirm_payment_intent" })).toEqual([])
    })

    it("confirms nothing while the shop confirms automatically", async () => {
      const intent = await started(manual())
      await agree(intent)
      expect((await shop.verifier.verify(intent, { by: "status" })).decision).toEqual({
        kind: "waiting",
        reason: "processing",
      })
    })

    /** The customer pays by card on the hosted checkout; the service then waits for the merchant. */
    async function agree(intent: IntentRow) {
      const address = new URL(intent.checkout_url!)
      address.pathname += "/pay"
      const card = {
        method: "card",
        card_number: "4242424242424242",
        card_expiry: "12/40",
        card_cvc: "123",
        card_name: "A N",
      }
      const answer = await fetch(address, {
        method: "POST",
        body: new URLSearchParams(card),
        redirect: "manual",
      })
      expect(answer.status).toBe(303)
    }
  })

  it.each([
    ["processing", "waiting", "processing"],
    ["requires_action", "waiting", "requires_action"],
    ["failed", "failed", "failed"],
    ["canceled", "failed", "canceled"],
  ] as const)("keeps the state %s", async (status, kind, reason) => {
    const intent = await start()
    service.control.moveState(intent.merchant_reference, status)
    const judged = await shop.verifier.verify(intent, { by: "status" })
    expect(judged.decision).toEqual({ kind, reason })
    expect(judged.intent).toMatchObject({ outcome: kind, outcome_reason: reason, status })
  })

  it("remembers since when a payment has failed, until it is said to have not", async () => {
    const intent = await start()
    const seen = async (status: "failed" | "canceled" | "processing" | "succeeded") => {
      service.control.moveState(intent.merchant_reference, status, { force: true })
      becomesStale()
      const { failed_at, verified_at } = (await shop.verifier.verify(intent, { by: "status" })).intent
      return { failed_at: failed_at?.getTime(), verified_at: verified_at!.getTime() }
    }
    const first = await seen("failed")
    expect(first.failed_at).toBe(first.verified_at)
    const second = await seen("canceled")
    expect(second.failed_at).toBe(first.failed_at)
    expect(second.verified_at).toBeGreaterThan(first.verified_at)
    expect((await seen("processing")).failed_at).toBeUndefined()
    await seen("failed")
    expect((await seen("succeeded")).failed_at).toBeUndefined()
  })

  it("tells once each time that a payment failed, whoever asks and how often", async () => {
    const intent = await start()
    const processes = [shop, instance(database.knex, service)]
    const allAsk = async (status: "failed" | "canceled" | "processing") => {
      service.control.moveState(intent.merchant_reference, status, { force: true })
      becomesStale()
      const asking = processes.flatMap(({ verifier }) => [verifier, verifier, verifier])
      await Promise.all(asking.map((verifier) => verifier.verify(intent, { by: "status" })))
      return processes.flatMap(({ told }) => told.splice(0))
    }
    shop.told.length = 0
    const failed = [["failed", intent.merchant_reference]]
    expect(await allAsk("failed")).toEqual(failed)
    expect(await allAsk("canceled")).toEqual([])
    expect(await allAsk("processing")).toEqual([])
    expect(await allAsk("failed")).toEqual(failed)
  })

  it("tells once that it failed where a process stood still over the answer, longer than its lease", async () => {
    const [intent, other] = [await start(), instance(database.knex, service)]
    service.control.moveState(intent.merchant_reference, "failed")
    const answered = shop.ledger.answered.bind(shop.ledger)
    jest.spyOn(shop.ledger, "answered").mockImplementationOnce(async (...written) => {
      other.clock.advance(16_000)
      await other.verifier.verify(await stored(intent), { by: "status" })
      return await answered(...written)
    })
    shop.told.length = 0
    await shop.verifier.verify(intent, { by: "status" })
    expect([...shop.told, ...other.told]).toEqual([["failed", intent.merchant_reference]])
    expect(await stored(intent)).toMatchObject({ outcome: "failed", failed_at: expect.any(Date) })
  })

  describe("asks once", () => {
    it("for a hundred callers of one process and of several", async () => {
      const intent = await start()
      const processes = [shop, instance(database.knex, service), instance(database.knex, service)]
      service.control.injectFault({ operation: "verify_payment", kind: "delay", delayMs: 300 })
      service.control.moveState(intent.merchant_reference, "succeeded")
      const results = await Promise.all(
        Array.from({ length: 100 }, (_, index) =>
          processes[index % 3]!.verifier.verify(intent, { by: "status" })
        )
      )
      expect(results.map(({ decision }) => decision.kind)).toEqual(Array(100).fill("paid"))
      expect(verifies(intent)).toHaveLength(1)
    })

    it("within three seconds, also for callers that hold an old row", async () => {
      const intent = await start()
      await shop.verifier.verify(intent, { by: "status" })
      service.control.moveState(intent.merchant_reference, "succeeded")
      expect((await shop.verifier.verify(intent, { by: "status" })).decision.kind).toBe("waiting")
      expect(
        (await instance(database.knex, service).verifier.verify(await stored(intent), { by: "status" }))
          .decision.kind
      ).toBe("waiting")
      expect(verifies(intent)).toHaveLength(1)

      becomesStale()
      expect((await shop.verifier.verify(intent, { by: "status" })).decision.kind).toBe("paid")
      expect(verifies(intent)).toHaveLength(2)
    })

    it("also for a caller whose row was read while another one asked, and who comes when that was answered", async () => {
      const intent = await start()
      service.control.injectFault({ operation: "verify_payment", kind: "delay", delayMs: 200 })
      const asked = shop.verifier.verify(intent, { by: "status" })
      let readMeanwhile = await stored(intent)
      while (!readMeanwhile.verify_lease_until) readMeanwhile = await stored(intent)
      const { intent: answered } = await asked
      const others = [shop, instance(database.knex, service)]
      for (const { verifier } of others)
        for (const source of [
          { by: "revisit" },
          { by: "webhook", at: new Date(answered.asked_at!).getTime(), saysPaid: true },
          { by: "job" },
        ] as const) {
          const judged = await verifier.verify(readMeanwhile, source)
          expect(judged.intent.verified_at).toEqual(answered.verified_at)
        }
      expect(verifies(intent)).toHaveLength(1)
    })

    it("and never again once the money is there", async () => {
      const intent = await start()
      service.control.moveState(intent.merchant_reference, "succeeded")
      await shop.verifier.verify(intent, { by: "status" })
      service.control.moveState(intent.merchant_reference, "failed", { force: true })
      for (const row of [intent, await stored(intent)]) {
        becomesStale()
        expect((await shop.verifier.verify(row, { by: "status" })).decision.kind).toBe("paid")
      }
      expect(verifies(intent)).toHaveLength(1)
    })

    it("and takes over from a process that died while asking", async () => {
      const intent = await start()
      service.control.moveState(intent.merchant_reference, "failed")
      expect((await shop.verifier.verify(intent, { by: "status" })).decision.kind).toBe("failed")
      becomesStale()
      service.control.moveState(intent.merchant_reference, "succeeded", { force: true })
      await shop.ledger.claim(intent.id, "verify_lease_until", 15_000)
      // What it failed by before says nothing of the question that nobody answered.
      const waiting = await shop.verifier.verify(intent, { by: "status" }, shop.clock.now() + 200)
      expect(waiting.decision).toEqual({ kind: "waiting", reason: "no_answer" })
      expect(verifies(intent)).toHaveLength(1)
      shop.clock.advance(15_000)
      expect((await shop.verifier.verify(intent, { by: "status" })).decision.kind).toBe("paid")
    })
  })

  it("does not let a slow, older answer undo money that another process saw", async () => {
    const intent = await start()
    service.control.moveState(intent.merchant_reference, "processing")
    const claim = shop.ledger.claimToAsk.bind(shop.ledger)
    jest.spyOn(shop.ledger, "claimToAsk").mockImplementationOnce(async (...given) => {
      const row = await claim(...given)
      const verified = { ...ANSWER, id: intent.service_intent_id }
      await shop.ledger.change(intent.id, { outcome: "paid", status: "succeeded", verified })
      return row
    })
    const { decision } = await shop.verifier.verify(intent, { by: "status" })
    expect(verifies(intent)).toHaveLength(1)
    expect(decision.kind).toBe("paid")
    expect(await stored(intent)).toMatchObject({ outcome: "paid", status: "succeeded", verified: ANSWER })
  })

  describe("waits, without a new decision,", () => {
    it.each([
      ["an answer of 503", { kind: "status", status: 503 }, "verify_failed"],
      ["a broken connection", { kind: "drop_after_processing" }, "verify_failed"],
      ["an answer that cannot be read", { kind: "malformed" }, "verify_failed"],
      ["a refused key", { kind: "status", status: 401 }, "verify_failed"],
      ["a payment that is not known yet", { kind: "status", status: 404 }, "verify_not_found"],
    ] as const)("for %s", async (_, fault, type) => {
      const intent = await start()
      service.control.moveState(intent.merchant_reference, "succeeded")
      service.control.injectFault({ operation: "verify_payment", ...fault, times: 5 })
      const judged = await shop.verifier.verify(intent, { by: "return" })
      expect(judged.decision).toEqual({ kind: "waiting", reason: "no_answer" })
      expect(await stored(intent)).toMatchObject({
        outcome: "waiting",
        verified_at: null,
        verify_lease_until: null,
      })
      expect((await history(intent)).at(-1)).toEqual([type, "return"])

      service.control.clearFaults()
      becomesStale()
      expect((await shop.verifier.verify(intent, { by: "status" })).decision.kind).toBe("paid")
    })

    it("for a service that is down, and keeps what was known before", async () => {
      const intent = await start()
      service.control.moveState(intent.merchant_reference, "processing")
      await shop.verifier.verify(intent, { by: "status" })
      await service.close()
      becomesStale()
      const { decision } = await shop.verifier.verify(intent, { by: "status" })
      expect(decision).toEqual({ kind: "waiting", reason: "processing" })
      expect(await stored(intent)).toMatchObject({ outcome: "waiting", status: "processing" })
    })

    it("for a service that says nothing about money that came: since when is written once in each silence", async () => {
      const HOUR = 3_600_000
      const intent = await start()
      service.control.moveState(intent.merchant_reference, "succeeded")
      const { intent: paid } = await shop.verifier.verify(intent, { by: "status" })
      const silentHours = async () =>
        Math.floor(Math.abs(shop.clock.now() - (await shop.ledger.silentSince(await stored(intent)))) / HOUR)
      const askInVain = async (times: number) => {
        service.control.injectFault({
          operation: "verify_payment",
          kind: "status",
          status: 503,
          times: 1_000,
        })
        for (let time = 0; time < times; time++) {
          shop.clock.advance(2 * HOUR)
          const { decision } = await shop.verifier.verify(await stored(intent), { by: "job" })
          expect(decision).toEqual({ kind: "waiting", reason: "no_answer" })
        }
        service.control.clearFaults()
      }
      const failures = async () =>
        (await history(intent)).filter(([type]) => type === "verify_failed").map(([, cause]) => cause)

      await askInVain(3)
      expect([await silentHours(), await failures()]).toEqual([4, ["job"]])
      const { outcome, outcome_reason, next_step_at } = paid
      expect(await stored(intent)).toMatchObject({ outcome, outcome_reason, next_step_at })
      shop.clock.advance(2 * HOUR)
      await shop.verifier.verify(await stored(intent), { by: "job" })
      expect(await silentHours()).toBe(0)
      await askInVain(2)
      expect([await silentHours(), await failures()]).toEqual([2, ["job", "job"]])
    })

    it("for an answer that comes after the caller's deadline", async () => {
      const intent = await start()
      service.control.moveState(intent.merchant_reference, "succeeded")
      service.control.injectFault({ operation: "verify_payment", kind: "delay", delayMs: 2_000 })
      const startedAt = Date.now()
      const { decision } = await shop.verifier.verify(intent, { by: "status" }, shop.clock.now() + 300)
      expect(decision.kind).toBe("waiting")
      expect(Date.now() - startedAt).toBeLessThan(1_500)
    })
  })

  describe("a payment whose create was refused", () => {
    const refused = async () => {
      service.control.injectFault({ operation: "create_payment_intent", kind: "status", status: 400 })
      const input = startInput(newCartId())
      await expect(shop.startPayment.findOrCreate(input)).rejects.toThrow()
      return (await shop.ledger.byReference(`${input.cart_id}-1`))!
    }
    const dueIn = async (intent: IntentRow) =>
      (await stored(intent)).next_step_at!.getTime() - shop.clock.now()

    it("is never asked for, and brings no money", async () => {
      const intent = await refused()
      expect((await shop.verifier.verify(intent, { by: "status" })).decision).toEqual({
        kind: "failed",
        reason: "rejected",
      })
      expect(judge(intent).decision).toEqual({ kind: "failed", reason: "rejected" })
      expect(verifies(intent)).toEqual([])
      expect(await stored(intent)).toMatchObject({ status: "rejected", outcome: "none", verified_at: null })
    })

    it("stays due until a completion that began before it must be over, whoever looks meanwhile", async () => {
      const intent = await refused()
      expect(await dueIn(intent)).toBeGreaterThan(180_000)
      shop.clock.advance(60_000)
      const { intent: seen } = await shop.verifier.verify(intent, { by: "status" })
      expect(await dueIn(intent)).toBeGreaterThan(120_000)
      expect(await dueIn(intent)).toBeLessThanOrEqual(180_000)
      // The look that ends it is the caller's to end: one that dies leaves a row that is due.
      shop.clock.advance(180_000)
      await shop.verifier.verify(seen, { by: "status" })
      expect(await dueIn(intent)).toBeGreaterThan(0)
      await shop.ledger.unschedule(intent.id)
      await shop.verifier.verify(await stored(intent), { by: "status" })
      expect((await stored(intent)).next_step_at).toBeNull()
    })

    it("is asked for when the service itself speaks of it", async () => {
      const intent = await refused()
      const { decision } = await shop.verifier.verify(intent, {
        by: "webhook",
        at: shop.clock.now(),
        saysPaid: true,
      })
      expect(decision.kind).not.toBe("paid")
      expect(verifies(intent)).toHaveLength(1)
    })
  })

  describe("an answer under another id than the intent's (U-23)", () => {
    const answeredWith = async (id: string, intent?: IntentRow) => {
      const row = intent ?? (await start())
      service.control.moveState(row.merchant_reference, "succeeded")
      service.control.overrideVerify(row.merchant_reference, { id })
      return row
    }
    let ids = 0
    const newId = () => `trn_${process.pid}_${++ids}`
    const OF_ANOTHER = { kind: "discrepancy", reason: "reference_discrepancy" }

    it("is the payment's transaction: recorded, found by it, and paid", async () => {
      const id = newId()
      const { intent, decision } = await shop.verifier.verify(await answeredWith(id), { by: "status" })
      expect(decision.kind).toBe("paid")
      expect(intent).toMatchObject({ outcome: "paid", transaction_id: id, verified: { id } })
      expect(await shop.ledger.byAnyReference(id)).toMatchObject({ id: intent.id })
      expect(judge(await stored(intent)).decision).toEqual(decision)
    })

    it("is recorded with money only: another try at the same page may be another transaction", async () => {
      const intent = await start()
      service.control.moveState(intent.merchant_reference, "processing")
      service.control.overrideVerify(intent.merchant_reference, { id: newId() })
      expect((await shop.verifier.verify(intent, { by: "status" })).intent).toMatchObject({
        transaction_id: null,
      })
      becomesStale()
      const id = newId()
      await answeredWith(id, intent)
      expect((await shop.verifier.verify(intent, { by: "status" })).intent).toMatchObject({
        outcome: "paid",
        transaction_id: id,
      })
    })

    it("is no payment of ours twice: the second one is a person's matter, and stays so", async () => {
      const id = newId()
      await shop.verifier.verify(await answeredWith(id), { by: "status" })
      const second = await answeredWith(id)
      const { intent, decision } = await shop.verifier.verify(second, { by: "status" })
      expect(decision).toEqual(OF_ANOTHER)
      expect(intent).toMatchObject({ outcome: "discrepancy", transaction_id: null, fee: null })
      expect(judge(await stored(second)).decision).toEqual(OF_ANOTHER)
      becomesStale()
      service.control.overrideVerify(second.merchant_reference)
      expect((await shop.verifier.verify(second, { by: "status" })).decision.kind).toBe("paid")
    })

    it("says nothing about a payment when it is another's, a failure neither", async () => {
      const id = newId()
      await shop.verifier.verify(await answeredWith(id), { by: "status" })
      const second = await start()
      service.control.moveState(second.merchant_reference, "failed")
      service.control.overrideVerify(second.merchant_reference, { id })
      const { decision } = await shop.verifier.verify(second, { by: "status" })
      expect(decision).toEqual({ kind: "waiting", reason: "foreign_answer" })
    })

    it("is nothing of ours when the service opened another payment of ours under it", async () => {
      const first = await start()
      const second = await answeredWith(first.service_intent_id!)
      expect((await shop.verifier.verify(second, { by: "status" })).decision).toEqual(OF_ANOTHER)
      await answeredWith(first.service_intent_id!, first)
      expect((await shop.verifier.verify(first, { by: "status" })).decision.kind).toBe("paid")
    })

    it("goes to one of two payments that are answered with it at once, whose create it was or not", async () => {
      const id = newId()
      const rows = await Promise.all([answeredWith(id), answeredWith(id)])
      jest.spyOn(shop.ledger, "isIdOfAnother").mockResolvedValue(false)
      const judged = await Promise.all(rows.map((row) => shop.verifier.verify(row, { by: "status" })))
      expect(judged.map(({ decision }) => decision.kind).sort()).toEqual(["discrepancy", "paid"])
      expect(judged.find(({ decision }) => decision.kind === "discrepancy")!.decision).toEqual(OF_ANOTHER)
    })

    it("may be another payment's in the other environment: they count by themselves", async () => {
      const id = newId()
      await shop.verifier.verify(await answeredWith(id), { by: "status" })
      const live = instance(database.knex, service, { environment: "live" })
      const intent = await answeredWith(id, await live.startPayment.findOrCreate(startInput(newCartId())))
      expect((await live.verifier.verify(intent, { by: "status" })).decision.kind).toBe("paid")
    })
  })

  describe("an answer that is not the payment we asked for", () => {
    it.each<[string, Record<string, unknown>, object]>([
      ["another amount", { amount: "9999" }, { kind: "discrepancy", reason: "amount_discrepancy" }],
      ["more than the amount", { amount: 10001 }, { kind: "discrepancy", reason: "amount_discrepancy" }],
      ["another currency", { currency: "XOF" }, { kind: "discrepancy", reason: "currency_discrepancy" }],
      [
        "another reference",
        { merchant_reference: "cart_other-1" },
        { kind: "discrepancy", reason: "reference_discrepancy" },
      ],
      [
        "another payment_ref",
        { payment_ref: "PAY_other" },
        { kind: "discrepancy", reason: "reference_discrepancy" },
      ],
      ["no amount", { amount: null }, { kind: "waiting", reason: "incomplete_answer" }],
      ["an amount with decimals", { amount: "10000.00" }, { kind: "waiting", reason: "incomplete_answer" }],
      ["no currency", { currency: null }, { kind: "waiting", reason: "incomplete_answer" }],
      ["no status", { status: null }, { kind: "waiting", reason: "incomplete_answer" }],
      ["a state we do not know", { status: "applied" }, { kind: "waiting", reason: "unknown_status" }],
    ])("%s is never paid", async (_, patch, decision) => {
      const intent = await start()
      service.control.moveState(intent.merchant_reference, "succeeded")
      service.control.overrideVerify(intent.merchant_reference, patch)
      const judged = await shop.verifier.verify(intent, { by: "status" })
      expect(judged.decision).toEqual(decision)
      expect(judged.intent).toMatchObject({ outcome: (decision as { kind: string }).kind, fee: null })
    })

    it("may still become paid when the service corrects itself", async () => {
      const intent = await start()
      service.control.moveState(intent.merchant_reference, "succeeded")
      service.control.overrideVerify(intent.merchant_reference, { amount: "1" })
      expect((await shop.verifier.verify(intent, { by: "status" })).decision.kind).toBe("discrepancy")
      service.control.overrideVerify(intent.merchant_reference)
      becomesStale()
      expect((await shop.verifier.verify(intent, { by: "status" })).decision.kind).toBe("paid")
    })
  })

  describe("after the schedule's week", () => {
    const DAY = 24 * 3_600_000
    /** Answers for the rest of its life, each a day after the one before. @returns whether it stayed, or came back, on the schedule */
    const later = async (...answers: Record<string, unknown>[]) => {
      const intent = await start()
      shop.clock.advance(8 * DAY)
      for (const answer of answers) {
        if (answer === FORGOTTEN)
          service.control.injectFault({ operation: "verify_payment", ...FORGOTTEN, times: 1 })
        else service.control.overrideVerify(intent.merchant_reference, answer)
        await shop.verifier.verify(await stored(intent), { by: "status" })
        shop.clock.advance(DAY)
      }
      return (await stored(intent)).next_step_at !== null
    }
    const CLEAR = { status: "requires_action" }
    const UNCLEAR = { status: "applied" }
    const FORGOTTEN = { kind: "status", status: 404 } as const

    it("a payment leaves with a clear answer", async () => expect(await later(CLEAR)).toBe(false))
    it("stays with an unclear one, until a person was told", async () =>
      expect(await later(UNCLEAR)).toBe(true))
    it("comes back when its answer is not clear any more", async () =>
      expect(await later(CLEAR, UNCLEAR)).toBe(true))
    it("leaves again once the answer is clear again", async () =>
      expect(await later(CLEAR, UNCLEAR, CLEAR)).toBe(false))
    it.each([
      [[FORGOTTEN]],
      [[FORGOTTEN, FORGOTTEN]],
      [[CLEAR, FORGOTTEN]],
      [[CLEAR, CLEAR, CLEAR, CLEAR, FORGOTTEN]],
    ])("stays, or comes back, while the service does not know what it opened: %j", async (answers) =>
      expect(await later(...answers)).toBe(true)
    )
    it("leaves once the service knows it again", async () =>
      expect(await later(FORGOTTEN, CLEAR)).toBe(false))
  })

  it("records the fee that the customer bore (U-21)", async () => {
    const input = startInput(newCartId())
    const intent = await shop.startPayment.findOrCreate({
      ...input,
      request: { ...input.request, fee_bearer: "customer" },
    })
    // What the service was told counts, not what the configuration says by now.
    expect(intent.fee_bearer).toBe("customer")
    service.control.moveState(intent.merchant_reference, "succeeded")
    service.control.overrideVerify(intent.merchant_reference, { amount: "10350" })
    const { decision, intent: judged } = await shop.verifier.verify(intent, { by: "status" })
    expect(decision).toEqual({ kind: "paid", fee: "350", fee_unexpected: false })
    expect(judged.fee).toBe("350")
  })

  it("keeps nothing of the answer that it does not need, above all no person", async () => {
    const intent = await start()
    service.control.overrideVerify(intent.merchant_reference, {
      customer: { firstname: "Ama", phone: "237670123456", email: "ama@example.com" },
      client_secret: "pi_secret",
    })
    await shop.verifier.verify(intent, { by: "status" })
    const { rows } = await database.knex.raw(
      "select row_to_json(i)::text || coalesce(string_agg(row_to_json(e)::text, ''), '') as text from paycollect_intent i join paycollect_intent_event e on e.intent_id = i.id where i.id = ? group by i.*",
      [intent.id]
    )
    for (const secret of ["237670123456", "ama@example.com", "pi_secret"])
      expect(rows[0].text).not.toContain(secret)
  })
})
