import { minorAmount } from "../../../src/service/wire/shape"
import { refundAsked } from "../../../src/payments/ledger/refund-moves"
import { formatPaymentNumber } from "../../../src/payments/names"
import { type IntentRow } from "../../../src/modules/paycollect/models/intent"
import { TooManyStarts } from "../../../src/payments/start"
import { startSandbox, type Sandbox } from "../../../packages/dev/src/sandbox"
import { openDatabase, type Database } from "../support/database"
import { instance, newCartId, startInput } from "../support/instance"

const HOUR = 3_600_000

describe("StartPayment", () => {
  let database: Database
  let service: Sandbox
  let shop: ReturnType<typeof instance>
  let cartId: string

  beforeAll(async () => {
    database = await openDatabase()
  })
  afterAll(() => database.close())
  beforeEach(async () => {
    service = await startSandbox({ rateLimits: false })
    shop = instance(database.knex, service)
    cartId = newCartId()
  })
  afterEach(() => service.close())

  const start = (more: Parameters<typeof startInput>[1] = {}, from = shop) =>
    from.startPayment.findOrCreate(startInput(cartId, more))
  const creates = () => service.control.requests({ operation: "create_payment_intent" })
  const pay = async (intent: IntentRow) => {
    service.control.moveState(intent.merchant_reference, "succeeded")
    shop.clock.advance(3_000)
    expect((await shop.verifier.verify(intent, { by: "status" })).decision.kind).toBe("paid")
  }
  const otherAmount = { amount: minorAmount("12000") }

  it("creates the intent at the service and keeps what it answered", async () => {
    const input = startInput(cartId)
    const intent = await shop.startPayment.findOrCreate(input)
    const [there] = service.control.intents()
    expect(intent).toMatchObject({
      merchant_reference: `${cartId}-1`,
      attempt: 1,
      environment: "test",
      status: "requires_action",
      outcome: "waiting",
      service_intent_id: there!.id,
      payment_ref: there!.payment_ref,
      checkout_url: there!.checkout_url,
      request: null,
      create_lease_until: null,
    })
    expect(there!.request).toMatchObject({
      ...input.request,
      amount: "10000",
      currency: "XAF",
      merchant_reference: `${cartId}-1`,
      redirect_url: expect.stringMatching(
        new RegExp(`^https://api\\.shop\\.example/paycollect/return/${cartId}-1\\.[\\w-]{22}$`)
      ),
      description: `Order - ${formatPaymentNumber(intent.payment_number)}`,
      metadata: {
        merchant_reference: `${cartId}-1`,
        payment_number: formatPaymentNumber(intent.payment_number),
        cart_id: cartId,
        shop_id: await shop.ledger.shop.id(),
      },
    })
    expect(await shop.ledger.bySession(input.session_id)).toEqual(intent)
  })

  it("writes the row, with the body to repeat, before it asks the service", async () => {
    service.control.injectFault({ operation: "create_payment_intent", kind: "delay", delayMs: 1_000 })
    const opening = start()
    let row = null
    while (!row) row = await shop.ledger.byReference(`${cartId}-1`)
    expect(row).toMatchObject({
      status: "creating",
      outcome: "none",
      request: { merchant_reference: `${cartId}-1` },
    })
    await opening
  })

  it("counts by the payment collection where there is no cart", async () => {
    const intent = await start({ cart_id: null, payment_collection_id: `pay_${cartId}` })
    expect(intent).toMatchObject({ merchant_reference: `pay_${cartId}-1`, cart_id: null })
    expect(service.control.intent(`pay_${cartId}-1`)!.request.metadata).toEqual({
      merchant_reference: `pay_${cartId}-1`,
      payment_number: formatPaymentNumber(intent.payment_number),
      shop_id: await shop.ledger.shop.id(),
    })
  })

  describe("reuses the open intent", () => {
    it("for the same request, whatever the session; every session is linked", async () => {
      const first = await start()
      const input = startInput(cartId)
      const second = await shop.startPayment.findOrCreate(input)
      expect(second).toEqual(first)
      expect(await shop.ledger.bySession(input.session_id)).toEqual(first)
      expect(creates()).toHaveLength(1)
    })

    it("within a day, and looked at soon after it was shown again; a fresh one afterwards", async () => {
      const input = startInput(newCartId())
      const first = await shop.startPayment.findOrCreate(input)
      shop.clock.advance(23 * HOUR)
      const again = await shop.startPayment.findOrCreate(input)
      expect(again.merchant_reference).toBe(first.merchant_reference)
      const { next_step_at } = (await shop.ledger.byReference(first.merchant_reference))!
      expect(next_step_at!.getTime() - shop.clock.now()).toBeLessThanOrEqual(60_000)
      shop.clock.advance(2 * HOUR)
      expect((await shop.startPayment.findOrCreate(input)).attempt).toBe(2)
    })

    it("for days where its money may be under way", async () => {
      const input = startInput(newCartId())
      const first = await shop.startPayment.findOrCreate(input)
      service.control.moveState(first.merchant_reference, "processing")
      shop.clock.advance(100 * HOUR)
      expect((await shop.startPayment.findOrCreate(input)).merchant_reference).toBe(first.merchant_reference)
    })

    it("while it is processing", async () => {
      const first = await start()
      service.control.moveState(first.merchant_reference, "processing")
      await shop.verifier.verify(first, { by: "status" })
      expect((await start()).id).toBe(first.id)
    })

    it("of many tabs and three processes: one create", async () => {
      const processes = [shop, instance(database.knex, service), instance(database.knex, service)]
      service.control.injectFault({ operation: "create_payment_intent", kind: "delay", delayMs: 200 })
      const intents = await Promise.all(
        Array.from({ length: 30 }, (_, index) => start({}, processes[index % 3]))
      )
      expect(new Set(intents.map((intent) => intent.checkout_url)).size).toBe(1)
      expect(creates()).toHaveLength(1)
    })
  })

  describe("makes a new attempt", () => {
    it.each<[string, Parameters<typeof startInput>[1]]>([
      ["amount", otherAmount],
      ["currency", { currency_code: "xof" }],
      ["provider", { provider_id: "pp_paycollect-card_default" }],
      ["customer", { request: { ...startInput("x").request, email: "koffi@example.com" } }],
    ])("for another %s", async (_, more) => {
      const first = await start()
      const second = await start(more)
      expect(second).toMatchObject({ merchant_reference: `${cartId}-2`, attempt: 2 })
      expect(second.checkout_url).not.toBe(first.checkout_url)
      expect(creates()).toHaveLength(2)
    })

    it("and goes back to the first when the cart does", async () => {
      const first = await start()
      await start(otherAmount)
      expect((await start()).id).toBe(first.id)
      expect(creates()).toHaveLength(2)
    })

    it.each(["failed", "canceled"] as const)("after the first %s", async (status) => {
      const first = await start()
      service.control.moveState(first.merchant_reference, status)
      await shop.verifier.verify(first, { by: "status" })
      expect(await start()).toMatchObject({ merchant_reference: `${cartId}-2`, outcome: "waiting" })
    })

    it("after one that failed unseen, when it is old enough to be asked for first", async () => {
      const first = await start()
      service.control.moveState(first.merchant_reference, "failed")
      shop.clock.advance(16_000)
      expect((await start()).attempt).toBe(2)
      expect(service.control.requests({ operation: "verify_payment" })).toHaveLength(1)
    })

    it("for each of several tabs that ask for different amounts at once", async () => {
      const amounts = ["1000", "2000", "3000"]
      const intents = await Promise.all(amounts.map((amount) => start({ amount: minorAmount(amount) })))
      expect(intents.map((intent) => intent.amount)).toEqual(amounts)
      expect(intents.map((intent) => intent.attempt).sort()).toEqual([1, 2, 3])
      expect(creates()).toHaveLength(3)
    })
  })

  describe("reuses money that already came", () => {
    it("with the same amount and currency, even for another request: no second charge", async () => {
      const first = await start()
      await pay(first)
      const input = startInput(cartId, { provider_id: "pp_paycollect-card_default" })
      expect(await shop.startPayment.findOrCreate(input)).toMatchObject({ id: first.id, outcome: "paid" })
      expect(await shop.ledger.bySession(input.session_id)).toMatchObject({ id: first.id })
      expect(creates()).toHaveLength(1)
    })

    it("unseen, when the attempt is old enough to be asked for first", async () => {
      const first = await start()
      service.control.moveState(first.merchant_reference, "succeeded")
      shop.clock.advance(16_000)
      expect(await start()).toMatchObject({ id: first.id, outcome: "paid" })
    })

    it("also where nothing is to be created yet: the session is linked with it, or nothing is begun", async () => {
      const nothing = startInput(cartId)
      expect(await shop.startPayment.reuse(nothing)).toBeNull()
      expect(await shop.ledger.bySession(nothing.session_id)).toBeNull()
      expect(await shop.ledger.ofSubject(cartId)).toEqual([])

      const first = await start()
      service.control.moveState(first.merchant_reference, "succeeded")
      shop.clock.advance(16_000)
      const input = startInput(cartId)
      expect(await shop.startPayment.reuse(input)).toMatchObject({ id: first.id, outcome: "paid" })
      expect(await shop.ledger.bySession(input.session_id)).toMatchObject({ id: first.id })
      await expect(shop.startPayment.reuse(startInput(cartId, otherAmount))).rejects.toMatchObject({
        type: "not_allowed",
      })
      expect(creates()).toHaveLength(1)
    })

    it("whose payment was booked back, but none that a payment still stands for", async () => {
      const first = await start()
      await pay(first)
      await shop.ledger.markUsed(first.id, "payses_old")
      expect((await start({ paid_session_ids: [] })).id).toBe(first.id)
      expect((await start({ paid_session_ids: ["payses_old"] })).attempt).toBe(2)
    })

    it("but none of which a part was given back", async () => {
      const first = await start()
      await pay(first)
      const asked = refundAsked({ refund_id: "ref_1", amount: 1n, booked: 0n })
      await shop.ledger.refund(first.id, asked, { type: "refund_sending" })
      expect(await start()).toMatchObject({ attempt: 2, outcome: "waiting" })
    })

    it("and refuses to charge again when it was another amount", async () => {
      const first = await start()
      await pay(first)
      await expect(start(otherAmount)).rejects.toMatchObject({
        type: "not_allowed",
        message: expect.stringMatching(
          /already paid with another amount \(payment [0-9A-Z]{4}-[0-9A-Z]{4}\)\. Nothing more was charged/
        ),
      })
      await expect(start({ currency_code: "xof" })).rejects.toMatchObject({ type: "not_allowed" })
      expect(creates()).toHaveLength(1)
    })

    it("only from the same environment: test money never pays a live cart", async () => {
      const first = await start()
      await pay(first)
      const live = instance(database.knex, service, { environment: "live" })
      const second = await start({}, live)
      expect(second).toMatchObject({
        environment: "live",
        merchant_reference: `${cartId}-2`,
        outcome: "waiting",
      })
      expect(
        service.control.intents({ environment: "live" }).map((intent) => intent.merchant_reference)
      ).toEqual([`${cartId}-2`])
      expect((await start()).id).toBe(first.id)
      expect((await start(otherAmount, live)).environment).toBe("live")
    })
  })

  describe("before a new charge, asks once more for attempts that ended,", () => {
    const { moveState, requests } = {
      moveState: (...given: Parameters<Sandbox["control"]["moveState"]>) =>
        service.control.moveState(...given),
      requests: (reference: string) => service.control.requests({ operation: "verify_payment", reference }),
    }
    /** The customer's try failed, and the shop knows it. */
    const failed = async (status: "failed" | "canceled" = "failed", more = {}) => {
      const intent = await start(more)
      moveState(intent.merchant_reference, status)
      await shop.verifier.verify(intent, { by: "status" })
      shop.clock.advance(3_000)
      return intent
    }

    it.each(["failed", "canceled"] as const)(
      "and reuses the one that was %s and paid later at the same page",
      async (status) => {
        const { merchant_reference, id } = await failed(status)
        moveState(merchant_reference, "succeeded", { force: true })
        const input = startInput(cartId)
        expect(await shop.startPayment.findOrCreate(input)).toMatchObject({ id, outcome: "paid" })
        expect(await shop.ledger.bySession(input.session_id)).toMatchObject({ id })
        expect(creates()).toHaveLength(1)
      }
    )

    it("and goes on when they are still not paid, or cannot be asked", async () => {
      const { merchant_reference } = await failed()
      service.control.injectFault({ operation: "verify_payment", kind: "status", status: 500, times: 9 })
      expect(await start()).toMatchObject({ attempt: 2, outcome: "waiting" })
      service.control.clearFaults()
      shop.clock.advance(10_000)
      await shop.verifier.verify((await shop.ledger.byReference(`${cartId}-2`))!, { by: "status" })
      const before = requests(merchant_reference).length
      expect(await start(otherAmount)).toMatchObject({ attempt: 3 })
      expect(requests(merchant_reference)).toHaveLength(before + 1)
    })

    it("the newest three, each once, and none where the open payment is shown again", async () => {
      const references: string[] = []
      for (const amount of ["1000", "2000", "3000", "4000"])
        references.push((await failed("failed", { amount: minorAmount(amount) })).merchant_reference)
      shop.clock.advance(60_000)
      const before = references.map((reference) => requests(reference).length)
      const asked = () => references.map((reference, index) => requests(reference).length - before[index]!)
      const open = await start()
      expect(asked()).toEqual([0, 1, 1, 1])
      shop.clock.advance(10_000)
      expect(await start()).toMatchObject({ id: open.id })
      expect(asked()).toEqual([0, 1, 1, 1])
    })

    it("also before an interrupted create is sent again", async () => {
      const { merchant_reference, id } = await failed()
      service.control.injectFault({
        operation: "create_payment_intent",
        kind: "drop_before_processing",
        times: 2,
      })
      await expect(start()).rejects.toThrow()
      moveState(merchant_reference, "succeeded", { force: true })
      shop.clock.advance(10_000)
      expect(await start()).toMatchObject({ id, outcome: "paid" })
      expect(service.control.intents()).toHaveLength(1)
    })

    it("not those of yesterday, nor when nothing is to be created", async () => {
      const { merchant_reference } = await failed()
      const before = requests(merchant_reference).length
      await shop.startPayment.reuse(startInput(cartId))
      shop.clock.advance(24 * HOUR)
      await start()
      expect(requests(merchant_reference)).toHaveLength(before)
    })
  })

  describe("for a cart that changes all the time", () => {
    const amountOf = (index: number) => minorAmount(String(1_000 + index))
    const startMany = async (count: number) => {
      for (let index = 0; index < count; index++) await start({ amount: amountOf(index) })
    }

    it("creates at most six payments a minute", async () => {
      await startMany(6)
      await expect(start({ amount: amountOf(6) })).rejects.toBeInstanceOf(TooManyStarts)
      expect(creates()).toHaveLength(6)
      // What there is already is had all the same.
      expect(await start({ amount: amountOf(2) })).toMatchObject({ attempt: 3 })
      shop.clock.advance(60_000)
      expect(await start({ amount: amountOf(6) })).toMatchObject({ attempt: 7 })
    })

    it("creates one more for the customer who goes to the checkout, and not one with each visit", async () => {
      await startMany(6)
      const go = (index: number) =>
        shop.startPayment.findOrCreate(startInput(cartId, { amount: amountOf(index) }), { atCheckout: true })
      expect(await go(6)).toMatchObject({ attempt: 7 })
      expect(await go(6)).toMatchObject({ attempt: 7 })
      await expect(go(7)).rejects.toMatchObject({ type: "not_allowed" })
      expect(creates()).toHaveLength(7)
    })

    it("asks about three of its attempts at most", async () => {
      await startMany(6)
      shop.clock.advance(61_000)
      await start({ amount: amountOf(7) })
      const asked = service.control.requests({ operation: "verify_payment" })
      expect(asked.map(({ reference }) => reference).sort()).toEqual([4, 5, 6].map((n) => `${cartId}-${n}`))
    })

    it("asks about three at most, open and ended ones together", async () => {
      await startMany(5)
      for (const attempt of [1, 2, 3]) {
        service.control.moveState(`${cartId}-${attempt}`, "failed")
        await shop.verifier.verify((await shop.ledger.byReference(`${cartId}-${attempt}`))!, { by: "status" })
      }
      shop.clock.advance(61_000)
      service.control.clearRequests()
      await start({ amount: amountOf(7) })
      expect(service.control.requests({ operation: "verify_payment" })).toHaveLength(3)
    })
  })
})
