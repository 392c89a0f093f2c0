import {
  PayCollectAmbiguousError,
  PayCollectInvalidRequestError,
  PayCollectRateLimitedError,
  PayCollectUnauthorizedError,
  PayCollectUnavailableError,
} from "../../../src/service/errors"
import { type IntentRow } from "../../../src/modules/paycollect/models/intent"
import { startSandbox, type Sandbox, type SandboxOptions } from "../../../packages/dev/src/sandbox"
import { openDatabase, type Database } from "../support/database"
import { instance, newCartId, startInput } from "../support/instance"

describe("StartPayment, when the create goes wrong,", () => {
  let database: Database
  let service: Sandbox
  let shop: ReturnType<typeof instance>
  let cartId: string

  beforeAll(async () => {
    database = await openDatabase()
  })
  afterAll(() => database.close())
  beforeEach(() => restart())
  afterEach(() => service.close())

  async function restart(options: SandboxOptions = {}) {
    await service?.close()
    service = await startSandbox({ rateLimits: false, ...options })
    shop = instance(database.knex, service)
    cartId = newCartId()
  }

  /** Medusa has no payment of its reference. */
  const notLost = () => Promise.resolve("foreign" as const)
  const start = (more: Parameters<typeof startInput>[1] = {}, from = shop) =>
    from.startPayment.findOrCreate(startInput(cartId, more), { recoverLost: notLost })
  const fault = (fault: Omit<Parameters<Sandbox["control"]["injectFault"]>[0], "operation">) =>
    service.control.injectFault({ operation: "create_payment_intent", ...fault })
  const calls = () => service.control.requests().map((request) => request.operation)
  const references = () => service.control.intents().map((intent) => intent.merchant_reference)
  const stored = async (attempt = 1) => (await shop.ledger.byReference(`${cartId}-${attempt}`))!
  const history = async (intent: IntentRow) =>
    (
      await database.knex("paycollect_intent_event").where({ intent_id: intent.id }).orderBy("created_at")
    ).map((event) => event.type)

  describe("and nobody knows whether it was made (U-03): one intent, one reference", () => {
    it.each([
      ["made, but the connection broke", { kind: "drop_after_processing" }],
      ["not made, the connection broke before", { kind: "drop_before_processing" }],
      ["made, but the answer cannot be read", { kind: "malformed" }],
      [
        "made, but the answer lacks the checkout address",
        { kind: "malformed", body: { status_code: 200, data: { id: "pi" } } },
      ],
      ["not made, the service failed", { kind: "status", status: 502 }],
    ] as const)("%s", async (_, kind) => {
      fault(kind)
      const intent = await start()
      expect(intent).toMatchObject({
        merchant_reference: `${cartId}-1`,
        status: "requires_action",
        request: null,
      })
      expect(shop.told).toEqual([["started", `${cartId}-1`]])
      expect(intent.checkout_url).toBe(service.control.intent(`${cartId}-1`)!.checkout_url)
      expect(references()).toEqual([`${cartId}-1`])
      expect(calls()).toEqual(["create_payment_intent", "verify_payment", "create_payment_intent"])
      expect(await history(intent)).toEqual(expect.arrayContaining(["created", "create_failed", "opened"]))
    })

    it.each(["drop_after_processing", "drop_before_processing"] as const)(
      "twice: the caller is told, and the next try repeats the identical body (%s)",
      async (kind) => {
        fault({ kind, times: 2 })
        await expect(start()).rejects.toBeInstanceOf(PayCollectAmbiguousError)
        const row = await stored()
        expect(row).toMatchObject({ status: "unknown", checkout_url: null, create_lease_until: null })
        expect(row.request).toMatchObject({ merchant_reference: `${cartId}-1`, amount: "10000" })

        // However often she tries: neither the question nor the create is repeated sooner than a visit may have it.
        const before = calls().length
        for (let tries = 0; tries < 5; tries++)
          await expect(start()).rejects.toBeInstanceOf(PayCollectUnavailableError)
        expect(calls()).toHaveLength(before)

        shop.clock.advance(3_000)
        expect(await start()).toMatchObject({
          id: row.id,
          merchant_reference: `${cartId}-1`,
          status: "requires_action",
        })
        expect(references()).toEqual([`${cartId}-1`])
      }
    )

    it("and it was even paid in the meantime: the money is taken as it is", async () => {
      fault({ kind: "drop_after_processing", times: 2 })
      await expect(start()).rejects.toBeInstanceOf(PayCollectAmbiguousError)
      service.control.moveState(`${cartId}-1`, "succeeded")
      shop.clock.advance(3_000)
      expect(await start()).toMatchObject({
        merchant_reference: `${cartId}-1`,
        outcome: "paid",
        request: null,
      })
      expect(references()).toEqual([`${cartId}-1`])
    })

    it.each([
      ["as used already", { kind: "status", status: 409 }],
      [
        "as wrong",
        { kind: "status", status: 400, body: { error: { message: "no", code: "parameter_invalid" } } },
      ],
    ] as const)(
      "and the second send is refused %s: the payment that verify found is looked after all the same",
      async (_, refusal) => {
        fault({ kind: "drop_after_processing" })
        fault(refusal)
        await start().catch(() => undefined)
        const first = await stored()
        expect(first).toMatchObject({ status: "requires_action", checkout_url: null, request: null })
        expect(first.next_step_at!.getTime()).toBeLessThanOrEqual(shop.clock.now() + 30_000)
        expect(first.create_lease_until).toBeNull()

        service.control.moveState(first.merchant_reference, "succeeded")
        shop.clock.advance(31_000)
        expect((await shop.verifier.verify(first, { by: "status" }, undefined, notLost)).decision.kind).toBe(
          "paid"
        )
      }
    )

    it("for many tabs at once", async () => {
      fault({ kind: "drop_after_processing" })
      const intents = await Promise.all(Array.from({ length: 20 }, () => start()))
      expect(new Set(intents.map((intent) => intent.id)).size).toBe(1)
      expect(references()).toEqual([`${cartId}-1`])
    })

    /** @returns the row that it left, and the process that comes after it */
    const diedWhileCreating = async () => {
      fault({ kind: "drop_after_processing", times: 2 })
      await expect(start()).rejects.toBeInstanceOf(PayCollectAmbiguousError)
      const { id } = await stored()
      await shop.ledger.change(id, { status: "creating" })
      await shop.ledger.claim(id, "create_lease_until", 30_000)
      const other = instance(database.knex, service)
      other.clock.advance(30_001)
      return { id, other }
    }

    it("because the process died in the middle: the next one finishes it", async () => {
      const { id, other } = await diedWhileCreating()
      expect(await start({}, other)).toMatchObject({ id, status: "requires_action" })
      expect(references()).toEqual([`${cartId}-1`])
    })

    it("because the process died in the middle, and the next one is refused: it is looked for all the same", async () => {
      const { other } = await diedWhileCreating()
      fault({ kind: "status", status: 409 })
      expect(await start({}, other)).toMatchObject({ merchant_reference: `${cartId}-2` })
      const first = await stored()
      expect(first).toMatchObject({ status: "requires_action", request: null })
      expect(first.next_step_at!.getTime()).toBeGreaterThan(other.clock.now())
    })
  })

  it("because it is slower than its lease, and another process sends it too: whoever was shown the checkout is looked after", async () => {
    fault({ kind: "delay", delayMs: 1_000 })
    const slow = start()
    while (!(await shop.ledger.byReference(`${cartId}-1`))) await shop.clock.sleep(10)
    await shop.clock.sleep(50)

    const other = instance(database.knex, service)
    other.clock.advance(30_001)
    const claim = other.ledger.claim.bind(other.ledger)
    const claims = jest.spyOn(other.ledger, "claim").mockImplementation(async (...lease) => {
      const claimed = await claim(...lease)
      if (lease[1] === "create_lease_until") await slow
      return claimed
    })
    fault({ kind: "status", status: 409 })
    const intents = await Promise.all([slow, start({}, other)])

    expect(claims).toHaveBeenCalledWith(intents[0].id, "create_lease_until", expect.any(Number))
    const { checkout_url } = service.control.intent(`${cartId}-1`)!
    expect(intents).toMatchObject([{ checkout_url }, { checkout_url }])
    expect(await stored()).toMatchObject({
      status: "requires_action",
      checkout_url,
      next_step_at: expect.any(Date),
    })
    expect(await shop.ledger.ofSubject(cartId)).toHaveLength(1)
  })

  describe("because it is slower than another process, which was answered to the same create before:", () => {
    /** The answer to its first send stands still until the other process has done all that it does. */
    const slower = async (meanwhile: (other: typeof shop, opened: IntentRow) => Promise<unknown>) => {
      const other = instance(database.knex, service)
      other.clock.advance(30_001)
      const client = (await shop.configuration.current()).client("test")
      const createPaymentIntent = client.createPaymentIntent.bind(client)
      jest.spyOn(client, "createPaymentIntent").mockImplementationOnce(async (...sent) => {
        const answer = await createPaymentIntent(...sent)
        await meanwhile(other, await start({}, other))
        return answer
      })
      const intent = await start()
      expect(intent.status).toBe((await stored()).status)
      return { intent, told: [...other.told, ...shop.told] }
    }

    it("that one alone tells that it began, and the history has it once", async () => {
      const { intent, told } = await slower(() => Promise.resolve())
      expect(intent).toMatchObject({
        status: "requires_action",
        outcome: "waiting",
        create_lease_until: null,
      })
      expect(intent.checkout_url).toBe(service.control.intent(`${cartId}-1`)!.checkout_url)
      expect(told).toEqual([["started", `${cartId}-1`]])
      expect((await history(intent)).filter((type) => type === "opened")).toHaveLength(1)
      expect(references()).toEqual([`${cartId}-1`])
    })

    it.each([
      ["failed", { status: "failed", outcome: "failed", outcome_reason: "failed" }],
      ["processing", { status: "processing", outcome: "waiting", outcome_reason: "processing" }],
      ["succeeded", { status: "succeeded", outcome: "paid", outcome_reason: null }],
    ] as const)("what became of it since stands: %s", async (state, stands) => {
      const { intent, told } = await slower(async (other, opened) => {
        service.control.moveState(opened.merchant_reference, state)
        other.clock.advance(3_000)
        await other.verifier.verify(opened, { by: "status" })
      })
      expect(intent).toMatchObject({ ...stands, service_intent_id: expect.any(String) })
      const began = ["started", `${cartId}-1`]
      expect(told).toEqual(state === "failed" ? [began, ["failed", `${cartId}-1`]] : [began])
    })

    it("an answer of other money is none: what came of it lies before a person", async () => {
      const { intent } = await slower(async (other, opened) => {
        service.control.moveState(opened.merchant_reference, "succeeded")
        service.control.overrideVerify(opened.merchant_reference, { amount: "9000" })
        other.clock.advance(3_000)
        await other.verifier.verify(opened, { by: "status" })
      })
      expect(intent).toMatchObject({ status: "succeeded", outcome: "discrepancy" })
    })
  })

  it("because it is refused while another process had the same sent in vain: what may have been made is looked for", async () => {
    const client = (await shop.configuration.current()).client("test")
    const other = instance(database.knex, service)
    other.clock.advance(30_001)
    jest.spyOn(client, "createPaymentIntent").mockImplementationOnce(async () => {
      fault({ kind: "drop_after_processing", times: 2 })
      await expect(start({}, other)).rejects.toBeInstanceOf(PayCollectAmbiguousError)
      throw new PayCollectUnauthorizedError({ operation: "create_payment_intent", message: "no" })
    })
    await expect(start()).rejects.toBeInstanceOf(PayCollectUnauthorizedError)
    const row = await stored()
    expect(row).toMatchObject({ status: "unknown", next_step_at: expect.any(Date) })
    service.control.moveState(row.merchant_reference, "succeeded")
    shop.clock.advance(61_000)
    expect((await shop.verifier.verify(row, { by: "job" }, undefined, notLost)).decision.kind).toBe("paid")
  })

  it("because it is slower than the job, which gave the attempt up: it is not sent again, and the customer gets the next one", async () => {
    fault({ kind: "drop_after_processing" })
    const change = shop.ledger.change.bind(shop.ledger)
    jest.spyOn(shop.ledger, "change").mockImplementationOnce(async (id, ...written) => {
      await change(id, { status: "unknown", request: null })
      return await change(id, ...written)
    })

    expect(await start()).toMatchObject({ merchant_reference: `${cartId}-2`, status: "requires_action" })
    expect(await stored()).toMatchObject({ status: "unknown", request: null, create_lease_until: null })
    expect(references()).toEqual([`${cartId}-1`, `${cartId}-2`])
  })

  describe("and surely nothing was made: that attempt is over, its cart is looked at once more, and the next try is another one", () => {
    const closed = {
      status: "rejected",
      outcome: "none",
      request: null,
      create_lease_until: null,
      next_step_at: expect.any(Date),
    }

    it("the service is down", async () => {
      const { port } = new URL(service.origin)
      await service.close()
      await expect(start()).rejects.toBeInstanceOf(PayCollectUnavailableError)
      expect(await stored()).toMatchObject({ ...closed, outcome_reason: "unavailable", attempt: 1 })
      expect(await shop.ledger.ofSubject(cartId)).toHaveLength(1)

      service = await startSandbox({ rateLimits: false, port: Number(port) })
      expect(await start()).toMatchObject({ merchant_reference: `${cartId}-2`, status: "requires_action" })
      expect(references()).toEqual([`${cartId}-2`])
      expect(calls()).toEqual(["create_payment_intent"])
    })

    it("the service has too much to do", async () => {
      fault({ kind: "rate_limit", retryAfter: 1 })
      await expect(start()).rejects.toBeInstanceOf(PayCollectRateLimitedError)
      expect(await stored()).toMatchObject({ ...closed, outcome_reason: "rate_limited" })
      expect(await start()).toMatchObject({ merchant_reference: `${cartId}-2`, status: "requires_action" })
    })
  })

  describe("because it cannot be sent: it leaves no row", () => {
    const LIMITS = { standard: 60, creation: 20 }
    const limited = () => instance(database.knex, service, {}, undefined, LIMITS)
    const started = (from: typeof shop, carts: string[]) =>
      Promise.allSettled(carts.map((cart) => from.startPayment.findOrCreate(startInput(cart))))
    const rows = async (carts: string[]) =>
      (await Promise.all(carts.map((cart) => shop.ledger.ofSubject(cart)))).flat()

    beforeEach(() => database.knex("paycollect_budget_entry").delete())

    it("45 carts at once leave as many rows as payments", async () => {
      const [carts, from] = [Array.from({ length: 45 }, newCartId), limited()]
      const answers = await started(from, carts)
      expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(20)
      expect(references()).toHaveLength(20)
      expect(await rows(carts)).toHaveLength(20)
      // A hundred more find it full.
      const more = Array.from({ length: 100 }, newCartId)
      for (const answer of await started(from, more))
        expect(answer).toMatchObject({ reason: expect.any(PayCollectRateLimitedError) })
      expect(await rows(more)).toEqual([])
    })

    it("twenty tabs of one cart take one place", async () => {
      await started(limited(), Array<string>(20).fill(cartId))
      const places = await database.knex("paycollect_budget_entry").where({ rate_class: "creation" })
      expect([places.length, references()]).toEqual([1, [`${cartId}-1`]])
    })

    it("nor does one that the client would not send", async () => {
      const input = startInput(cartId)
      const nobody = { ...input, request: { ...input.request, customer_first_name: "" } }
      await expect(shop.startPayment.findOrCreate(nobody)).rejects.toBeInstanceOf(
        PayCollectInvalidRequestError
      )
      expect([await rows([cartId]), calls()]).toEqual([[], []])
    })
  })

  describe("and the service refuses the request: that attempt is over, its body forgotten", () => {
    it.each([
      ["an invalid request", 400, PayCollectInvalidRequestError, "invalid_request"],
      ["a refused key", 401, PayCollectUnauthorizedError, "unauthorized"],
    ])("%s", async (_, status, type, reason) => {
      fault({
        kind: "status",
        status,
        body: { error: { message: "no", code: "parameter_invalid", request_id: "req_1" } },
      })
      await expect(start()).rejects.toBeInstanceOf(type)
      const rejected = await stored()
      expect(rejected).toMatchObject({ status: "rejected", outcome_reason: reason, request: null })
      expect(rejected.create_lease_until).toBeNull()
      expect(await start()).toMatchObject({ merchant_reference: `${cartId}-2`, status: "requires_action" })
    })
  })

  describe("and the reference is already used at the service", () => {
    const old = {
      firstname: "Old",
      lastname: "Shop",
      email: "old@example.com",
      description: "Earlier",
      redirect_url: "https://old.example",
    }

    /** Another database of the same shop once made `<cart>-1` there. */
    async function usedBefore(more: Record<string, unknown> = {}) {
      const response = await fetch(`${service.baseUrl}/payment-intents`, {
        method: "POST",
        headers: { authorization: `Bearer ${service.testSecretKey}`, "content-type": "application/json" },
        body: JSON.stringify({
          ...old,
          amount: "500",
          currency: "XAF",
          merchant_reference: `${cartId}-1`,
          ...more,
        }),
      })
      expect(response.status).toBe(200)
    }

    it.each(["conflict", "invalid", "replay"] as const)(
      "by another payment: never reused, the next attempt is made (%s)",
      async (reuse) => {
        await restart({ reuse })
        await usedBefore()
        const intent = await start()
        expect(intent).toMatchObject({ merchant_reference: `${cartId}-2`, amount: "10000" })
        expect(await stored(1)).toMatchObject({
          status: "requires_action",
          outcome: "waiting",
          request: null,
          checkout_url: null,
          service_intent_id: null,
          create_lease_until: null,
        })
        expect(references()).toEqual([`${cartId}-1`, `${cartId}-2`])
        expect(calls().slice(1)).toEqual(["create_payment_intent", "verify_payment", "create_payment_intent"])
      }
    )

    it.each(["conflict", "invalid", "replay"] as const)(
      "by another payment, which is watched, and tells the merchant of money that comes for it (%s)",
      async (reuse) => {
        await restart({ reuse })
        await usedBefore()
        await start()
        const first = await stored(1)
        expect(first.next_step_at!.getTime()).toBeLessThanOrEqual(shop.clock.now() + 30_000)
        service.control.moveState(`${cartId}-1`, "succeeded")
        shop.clock.advance(31_000)
        expect((await shop.verifier.verify(first, { by: "status" }, undefined, notLost)).decision).toEqual({
          kind: "discrepancy",
          reason: "amount_discrepancy",
        })
      }
    )

    it.each(["conflict", "invalid", "replay"] as const)(
      "by this very payment, which is paid already: the money is taken as it is (%s)",
      async (reuse) => {
        await restart({ reuse })
        await usedBefore({ amount: "10000", ...(reuse === "replay" && { currency: "XOF" }) })
        const control = service.control
        control.moveState(`${cartId}-1`, "succeeded")
        control.overrideVerify(`${cartId}-1`, { currency: "XAF" })
        expect(await start()).toMatchObject({
          merchant_reference: `${cartId}-1`,
          outcome: "paid",
          request: null,
        })
        expect(await shop.ledger.ofSubject(cartId)).toHaveLength(1)
      }
    )

    describe("and nothing clear is heard of it", () => {
      const unclear = async (verify: Record<string, unknown>) => {
        await restart({ reuse: "conflict" })
        await usedBefore({ amount: "10000" })
        service.control.overrideVerify(`${cartId}-1`, verify)
        jest.spyOn(shop.clock, "sleep").mockImplementation((ms) => Promise.resolve(shop.clock.advance(ms)))
      }

      it("the customer gets the next attempt within ten seconds, and the old one stays watched", async () => {
        await unclear({ status: "processing" })
        const before = shop.clock.now()
        expect(await start()).toMatchObject({ merchant_reference: `${cartId}-2`, status: "requires_action" })
        const waited = shop.clock.now() - before
        expect(waited).toBeGreaterThan(5_000)
        expect(waited).toBeLessThan(11_000)
        const first = await stored(1)
        expect(first).toMatchObject({ status: "processing", request: null })
        expect(first.next_step_at!.getTime()).toBeLessThanOrEqual(shop.clock.now() + 30_000)
      })

      it("and money that was under way comes in these seconds: it is taken, and nothing more is charged", async () => {
        await unclear({ status: "processing" })
        jest.spyOn(shop.clock, "sleep").mockImplementation((ms) => {
          service.control.overrideVerify(`${cartId}-1`, { status: "succeeded" })
          return Promise.resolve(shop.clock.advance(ms))
        })
        expect(await start()).toMatchObject({ merchant_reference: `${cartId}-1`, outcome: "paid" })
        expect(references()).toEqual([`${cartId}-1`])
      })
    })

    it("in another currency, answered with the old intent: never reused", async () => {
      await restart({ reuse: "replay" })
      await usedBefore({ amount: "10000", currency: "XOF" })
      expect(await start()).toMatchObject({ merchant_reference: `${cartId}-2`, currency_code: "xaf" })
    })

    it("again and again: gives up with a clear message instead of counting for ever", async () => {
      fault({ kind: "status", status: 409, times: 100 })
      await expect(start()).rejects.toMatchObject({
        type: "not_allowed",
        code: "paycollect_busy",
        message: expect.stringContaining("No money moved; please try again."),
      })
      const rows = await shop.ledger.ofSubject(cartId)
      expect(rows).toHaveLength(5)
      for (const row of rows) {
        expect(row).toMatchObject({ status: "unknown", request: null, create_lease_until: null })
        expect(row.next_step_at!.getTime()).toBeGreaterThan(shop.clock.now())
      }
      expect(references()).toEqual([])

      service.control.clearFaults()
      expect(await start()).toMatchObject({ merchant_reference: `${cartId}-6` })
    })
  })
})
