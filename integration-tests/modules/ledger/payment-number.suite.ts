import crypto from "node:crypto"
import { minorAmount } from "../../../src/service/wire/shape"
import { formatPaymentNumber, PAYMENT_NUMBER_BYTES, storedNumber } from "../../../src/payments/names"
import { IntentLedger, type NewIntent } from "../../../src/payments/ledger/ledger"
import { insertRecovered } from "../../../src/features/recovery/rows"
import { startSandbox, type Sandbox } from "../../../packages/dev/src/sandbox"
import { openDatabase, type Database } from "../support/database"
import { instance, newCartId, startInput, TestClock, newIntent } from "../support/instance"

const LEASE_MS = 15_000

describe("a payment's number", () => {
  let database: Database
  let ledger: IntentLedger

  beforeAll(async () => {
    database = await openDatabase()
    ledger = new IntentLedger(database.knex, new TestClock())
  })
  afterAll(() => database.close())
  afterEach(() => jest.restoreAllMocks())

  const values = (cartId = newCartId(), request: NewIntent["request"] = null) =>
    newIntent(cartId, { request })

  /** What chance makes next, one number a word; then chance itself. */
  function chance(...fills: number[]) {
    const original = crypto.randomBytes.bind(crypto) as (size: number) => Buffer
    const next = (size: number) => {
      const fill = size === PAYMENT_NUMBER_BYTES ? fills.shift() : undefined
      return fill === undefined ? original(size) : Buffer.alloc(size, fill)
    }
    jest.spyOn(crypto, "randomBytes").mockImplementation(next as never)
    return fills
  }

  it("is another one where chance made one that is taken, and the attempt stays the same", async () => {
    chance(7, 7, 7, 8)
    const first = await ledger.insert(values(), LEASE_MS)
    const second = await ledger.insert(values(), LEASE_MS)
    expect(first).toMatchObject({ payment_number: "77777777", attempt: 1 })
    expect(second).toMatchObject({ payment_number: "88888888", attempt: 1 })
    const history = await database.knex("paycollect_intent_event").where({ intent_id: second!.id })
    expect(history).toHaveLength(1)
  })

  it("is no reason to try again where another process took the attempt, whether its number is free or not", async () => {
    const mine = values()
    const left = chance(9, 10, 9, 11)
    expect(await ledger.insert(mine, LEASE_MS)).toMatchObject({ payment_number: "99999999" })
    expect(await ledger.insert(mine, LEASE_MS)).toBeNull()
    expect(left).toEqual([9, 11])
    expect(await ledger.insert(mine, LEASE_MS)).toBeNull()
    expect(await ledger.ofSubject(mine.subject_id)).toHaveLength(1)
  })

  it("ends in an error, not in an endless loop, where chance is broken", async () => {
    chance(...Array.from({ length: 20 }, () => 12))
    await ledger.insert(values(), LEASE_MS)
    await expect(ledger.insert(values(), LEASE_MS)).rejects.toMatchObject({ code: "23505" })
  })

  it("is in the body that is sent and repeated, where the customer and events of the service show it", async () => {
    chance(13, 14)
    const body = { description: "Order 7", metadata: { shop_id: "shop_1" }, amount: "10000" }
    const row = await ledger.insert(values(undefined, body), LEASE_MS)
    expect(row!.request).toEqual({
      description: "Order 7 - DDDD-DDDD",
      metadata: { shop_id: "shop_1", payment_number: "DDDD-DDDD" },
      amount: "10000",
    })
    const other = await ledger.insert(values(undefined, { description: "{payment_number} please" }), LEASE_MS)
    expect(other!.request).toEqual({ description: "EEEE-EEEE please" })
  })

  it("is given to a row that is written anew, too, whose reference of two processes one has", async () => {
    chance(15, 15, 16)
    const clock = new TestClock()
    const { request: _, fingerprint: __, ...lost } = values()
    const more = { recovered: "event" as const, payment_ref: null, used_by_session_id: null, refunds: [] }
    const recover = (given: typeof lost) =>
      insertRecovered(database.knex, clock, {
        values: { ...given, ...more },
        asked: clock.now(),
        cause: "webhook",
      })
    const another = values()
    expect(await recover(lost)).toMatchObject({ payment_number: "FFFFFFFF" })
    expect(
      await recover({
        ...lost,
        merchant_reference: another.merchant_reference,
        subject_id: another.subject_id,
      })
    ).toMatchObject({ payment_number: "GGGGGGGG" })
    expect(await recover(lost)).toBeNull()
  })

  it("is the one that the customer was told again, where that is known and no other payment has it by now", async () => {
    chance(18)
    const clock = new TestClock()
    const told = storedNumber("JZ1D7K9P")
    const more = { recovered: "event" as const, payment_ref: null, used_by_session_id: null, refunds: [] }
    const recover = async () => {
      const { request: _, fingerprint: __, ...lost } = values()
      const asked = clock.now()
      const given = { ...lost, ...more, payment_number: told }
      return await insertRecovered(database.knex, clock, { values: given, asked, cause: "webhook" })
    }
    expect(await recover()).toMatchObject({ payment_number: told })
    expect(await recover()).toMatchObject({ payment_number: "JJJJJJJJ" })
  })

  describe("at the service", () => {
    let service: Sandbox
    beforeEach(async () => void (service = await startSandbox({ rateLimits: false })))
    afterEach(() => service.close())

    it("has no part in what decides whether a payment is shown again: the second start of a cart has the first one's", async () => {
      const shop = instance(database.knex, service)
      const cartId = newCartId()
      const first = await shop.startPayment.findOrCreate(startInput(cartId))
      const second = await shop.startPayment.findOrCreate(startInput(cartId))
      expect(second).toEqual(first)
      expect(service.control.requests({ operation: "create_payment_intent" })).toHaveLength(1)
      const shown = formatPaymentNumber(first.payment_number)
      expect(service.control.intents()[0]!.request).toMatchObject({
        description: `Order - ${shown}`,
        metadata: { payment_number: shown },
      })
      const other = await shop.startPayment.findOrCreate(startInput(cartId, { amount: minorAmount("12000") }))
      expect(other).toMatchObject({ attempt: 2, fingerprint: expect.not.stringMatching(first.fingerprint) })
      expect(other.payment_number).not.toBe(first.payment_number)
    })

    it("is the same with every send of a create whose answer was lost", async () => {
      const shop = instance(database.knex, service)
      service.control.setVariant({ reuse: "conflict" })
      service.control.injectFault({ operation: "create_payment_intent", kind: "drop_after_processing" })
      const intent = await shop.startPayment.findOrCreate(startInput(newCartId()))
      // The sandbox refuses another body under the same reference.
      expect(service.control.requests({ operation: "create_payment_intent" })).toHaveLength(2)
      expect(intent).toMatchObject({ attempt: 1, status: "requires_action" })
      expect(service.control.intents()).toHaveLength(1)
      const { description } = service.control.intents()[0]!.request
      expect(description).toBe(`Order - ${formatPaymentNumber(intent.payment_number)}`)
    })
  })
})
