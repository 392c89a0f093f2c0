import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { type FaultSpec } from "../../packages/dev/src/sandbox/state/fault"
import { CARD, MOBILE_MONEY, type Customer } from "../http/support/customer"
import { withMerchant } from "../http/support/merchant"
import { withStore } from "../http/support/store"

jest.setTimeout(120_000)

withStore({ options: { service: { requestTimeoutMs: 500 } } }, (store) => {
  const merchant = withMerchant(store)
  const sessions = async (guest: Customer) => {
    const { rows } = await store.db.raw(
      `select id, provider_id, data->>'merchant_reference' as reference, data->>'checkout_url' as checkout_url
       from payment_session where payment_collection_id = ? and deleted_at is null`,
      [guest.collectionId]
    )
    return rows as { id: string; provider_id: string; reference: string; checkout_url: string }[]
  }
  const another = { first_name: "Other", last_name: "Name", country_code: "cm" }
  /** What is asked for changes, so that an open payment cannot simply be shown again; the cart keeps its total and its sessions. */
  const changeName = async (guest: Customer) =>
    void (await guest.send("post", `/store/carts/${guest.cartId}`, { billing_address: another }))
  const stillPayable = async (guest: Customer, reference: string) => {
    expect(await sessions(guest)).toMatchObject([{ provider_id: MOBILE_MONEY, reference }])
    const unpaid = await guest.complete()
    expect([unpaid.status, unpaid.data.type]).toEqual([200, "cart"])
    merchant.pay(reference)
    // What was used up of the budget is there again after a minute.
    merchant.later(70_000)
    const paid = await guest.complete()
    expect([paid.status, paid.data.type]).toEqual([200, "order"])
    expect(await guest.orders()).toHaveLength(1)
  }
  const fault = (spec: Omit<FaultSpec, "operation">) => () =>
    store.service.control.injectFault({ operation: "create_payment_intent", ...spec })
  const breakCircuit = () => {
    for (let calls = 0; calls < 5; calls++)
      merchant.paycollect().budget.observe("creation", { outcome: "unavailable" })
  }
  beforeEach(async () => {
    await store.db.raw("delete from paycollect_state where id like 'pause_%'")
  })

  const known: [string, number, string, () => unknown][] = [
    ["the circuit breaker is open", 503, "unavailable", breakCircuit],
    [
      "the minute's creations are used up",
      429,
      "rate_limited",
      () => merchant.configure({ service: { budget: { standard: 60, creation: 1 } } }),
    ],
    [
      "the minute's requests are used up",
      429,
      "rate_limited",
      () => merchant.configure({ service: { budget: { standard: 1, creation: 1 } } }),
    ],
    [
      "the service asked for a minute's pause",
      429,
      "rate_limited",
      () => merchant.paycollect().budget.pause("creation", 60_000),
    ],
    ["there is no key any more", 503, "unavailable", () => merchant.configure({ test: {} })],
  ]
  const late: [string, number, string, () => unknown][] = [
    ["the service answers 503", 503, "unavailable", fault({ kind: "status", status: 503, times: 9 })],
    [
      "the service closes the connection",
      503,
      "unavailable",
      fault({ kind: "drop_before_processing", times: 9 }),
    ],
    [
      "the service does not answer in time",
      503,
      "unavailable",
      fault({ kind: "delay", delayMs: 1_500, times: 9 }),
    ],
    ["the service answers something unreadable", 503, "unavailable", fault({ kind: "malformed", times: 9 })],
    ["the service answers 429", 429, "rate_limited", fault({ kind: "rate_limit", retryAfter: 7, times: 9 })],
    ["the service refuses the key", 503, "unavailable", fault({ kind: "status", status: 401, times: 9 })],
    [
      "the service refuses the payment",
      400,
      "invalid_data",
      fault({ kind: "status", status: 400, times: 9 }),
    ],
  ]

  // The first of the file: of its kind nobody was refused before in this minute.
  it("what the operator has to know is in the log, once for all refused starts and visits of a minute", async () => {
    const logger = store.container().resolve(ContainerRegistrationKeys.LOGGER)
    const logged = (["info", "warn", "error"] as const).map((level) => jest.spyOn(logger, level).mockClear())
    const lines = () => logged.flatMap(({ mock }) => mock.calls.map(([line]) => String(line)))
    merchant.configure({ createIntent: "on_redirect" })
    const [visitor, guest] = [store.customer(), store.customer()]
    for (const each of [visitor, guest]) await each.fillCart()
    const { checkout_url } = await visitor.startPayment()
    breakCircuit()
    for (let visit = 0; visit < 100; visit++) expect((await visitor.goToPay(checkout_url!)).status).toBe(303)
    merchant.configure({ createIntent: "on_session" })
    for (let start = 0; start < 3; start++) expect((await guest.tryToPay()).status).toBe(503)
    expect(lines()).toEqual([expect.stringContaining("failed several times in a row")])
  })

  it("says of a start that fails late what its own cart was charged, whatever other carts were", async () => {
    const { guest: before, reference } = await merchant.guestAtCheckout()
    merchant.pay(reference)
    await before.comeBack(reference)
    expect(await before.orders()).toHaveLength(1)
    const guest = store.customer()
    await guest.fillCart()
    fault({ kind: "rate_limit", retryAfter: 7, times: 9 })()
    const { status, data } = await guest.tryToPay()
    expect([status, data.code, data.charged]).toEqual([429, "paycollect_too_fast", false])
  })

  describe.each([...known, ...late])("while %s, a start is answered %d %s", (name, status, type, arrange) => {
    const isKnown = known.some(([one]) => one === name)

    const refusedStart = async (guest: Customer, provider: string) => {
      const { status: answered, data, headers } = await guest.tryToPay(provider)
      expect([answered, data.type]).toEqual([status, type])
      expect(data.message).not.toMatch(/key|secret|option|medusa-config/i)
      // The payment that is open may be debited meanwhile.
      expect(data).not.toHaveProperty("charged")
      const notSetUp = /no key|refuses the key/.test(name)
      if (status !== 400)
        expect(data.code).toBe(
          status === 429 ? "paycollect_too_fast" : `paycollect_${notSetUp ? "not_set_up" : "unavailable"}`
        )
      if (status === 400) return expect(headers["retry-after"]).toBeUndefined()
      expect(Number(headers["retry-after"])).toBeGreaterThanOrEqual(1)
      expect(Number(headers["retry-after"])).toBe(Math.ceil(data.retry_after_ms / 1_000))
      expect(Number(headers["retry-after"])).toBeLessThanOrEqual(63)
    }

    it("for another method, and costs nothing of what is there", async () => {
      const { guest, reference } = await merchant.guestAtCheckout()
      const before = await sessions(guest)
      arrange()
      await refusedStart(guest, CARD)
      // What is known to fail is answered before core deletes anything.
      if (isKnown) expect(await sessions(guest)).toEqual(before)
      await stillPayable(guest, reference)
    })

    it("for a customer who corrected a name, and costs nothing of what is there", async () => {
      const { guest, reference } = await merchant.guestAtCheckout()
      await changeName(guest)
      arrange()
      await refusedStart(guest, MOBILE_MONEY)
      await stillPayable(guest, reference)
    })
  })

  it("a client that keeps but the text of an error has it as an answer, with how to reach the shop", async () => {
    const { guest, reference } = await merchant.guestAtCheckout()
    merchant.configure({ support: { email: "shop@example.com" } })
    const asked = { answer_refusal: true, note: "mine" }
    const refusedAs = async (status: number, code: string) => {
      const answer = await guest.tryToPay(CARD, asked)
      expect([answer.status, answer.data.refusal]).toMatchObject([
        200,
        { status, code, support: { email: "shop@example.com" } },
      ])
      expect(answer.data.refusal).not.toHaveProperty("charged")
      return answer.data.refusal as { message: string; retry_after_ms: number }
    }
    fault({ kind: "status", status: 503, times: 9 })()
    const late = await refusedAs(503, "paycollect_unavailable")
    store.service.control.clearFaults()
    breakCircuit()
    const known = await refusedAs(503, "paycollect_unavailable")
    expect(known.message).toBe(late.message)
    expect(Math.min(known.retry_after_ms, late.retry_after_ms)).toBeGreaterThan(0)
    merchant.later(70_000)
    const started = await guest.startPayment(MOBILE_MONEY, asked)
    expect(started).toMatchObject({ merchant_reference: reference, note: "mine" })
    expect(started).not.toHaveProperty("answer_refusal")
  })

  it("a fault of the store's stays one, whatever the client asks for", async () => {
    const guest = store.customer()
    await guest.fillCart()
    const query = jest
      .spyOn(merchant.paycollect().ledger, "ofSubject")
      .mockRejectedValueOnce(new Error("broken"))
    breakCircuit()
    const { status, data } = await guest.tryToPay(CARD, { answer_refusal: true })
    query.mockRestore()
    expect([status, data.charged]).toEqual([500, false])
  })

  it("a customer who goes on with the open payment needs nothing of the service", async () => {
    const { guest, reference } = await merchant.guestAtCheckout()
    breakCircuit()
    expect(await guest.startPayment()).toMatchObject({ merchant_reference: reference })
    await stillPayable(guest, reference)
  })

  it("input that the store refuses costs nothing either: 400, and the session stands", async () => {
    const { guest, reference } = await merchant.guestAtCheckout()
    const nobody = { first_name: "", last_name: "", phone: "", country_code: "cm" }
    await guest.send("post", `/store/carts/${guest.cartId}`, {
      billing_address: nobody,
      shipping_address: nobody,
    })
    const refused = await guest.tryToPay(CARD)
    expect([refused.status, refused.data.type]).toEqual([400, "invalid_data"])
    await stillPayable(guest, reference)
  })

  it("a session whose payment had not begun keeps its address", async () => {
    merchant.configure({ createIntent: "on_redirect" })
    const guest = store.customer()
    await guest.fillCart()
    await guest.startPayment()
    merchant.configure({ createIntent: "on_session" })
    fault({ kind: "status", status: 503, times: 9 })()
    expect((await guest.tryToPay()).status).toBe(503)
    const [{ id, checkout_url }, ...more] = (await sessions(guest)) as [
      { id: string; checkout_url: string },
      ...object[],
    ]
    expect([more, checkout_url]).toEqual([[], expect.stringContaining(`/paycollect/checkout/${id}`)])
    store.service.control.clearFaults()
    // The creations that this cart has used up before are there again.
    merchant.later(70_000)
    expect((await guest.goToPay(checkout_url)).headers.location).toContain(store.service.origin)
  })

  it("a start that asks first is refused where a corrected name would make another payment beside the open one", async () => {
    const { guest, reference } = await merchant.guestAtCheckout()
    const asking = { ask_first: true, note: "mine" }
    const same = await guest.startPayment(MOBILE_MONEY, asking)
    expect(same).toMatchObject({ merchant_reference: reference, note: "mine" })
    expect(same).not.toHaveProperty("ask_first")
    await changeName(guest)
    const { status, data } = await guest.tryToPay(MOBILE_MONEY, asking)
    expect([status, data]).toMatchObject([400, { code: "paycollect_payment_open", type: "not_allowed" }])
    // The open one may be paid by now.
    expect(data).not.toHaveProperty("charged")
    expect(await merchant.paycollect().ledger.ofSubject(guest.cartId)).toHaveLength(1)
    expect(await sessions(guest)).toMatchObject([{ provider_id: MOBILE_MONEY, reference }])
    // She was asked, and pays all the same.
    expect((await guest.startPayment(MOBILE_MONEY)).merchant_reference).toBe(`${guest.cartId}-2`)
  })

  it("a browser cannot choose which payment its session goes on with", async () => {
    const { guest, reference } = await merchant.guestAtCheckout()
    await changeName(guest)
    const started = await guest.startPayment(MOBILE_MONEY, { merchant_reference: reference, note: "mine" })
    expect(started).toMatchObject({ merchant_reference: `${guest.cartId}-2`, note: "mine" })
  })

  it("other providers are none of our business", async () => {
    const { guest } = await merchant.guestAtCheckout()
    breakCircuit()
    const { status, data } = await guest.tryToPay("pp_system_default")
    expect([status, data.message]).toEqual([400, expect.stringContaining("pp_system_default is not enabled")])
  })
})
