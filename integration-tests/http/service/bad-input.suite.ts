import { type Customer } from "../support/customer"
import { type Suite } from "../support/suites"

export const badInput: Suite = (store) => {
  const ledger = async (cartId: string) => {
    const { rows } = await store.db.raw(
      "select * from paycollect_intent where subject_id = ? order by attempt",
      [cartId]
    )
    return rows as { merchant_reference: string; status: string; outcome: string }[]
  }
  const statuses = (rows: { status: string }[]) => rows.map(({ status }) => status)
  const started = async (setup?: Parameters<Customer["fillCart"]>[0]) => {
    const guest = store.customer()
    await guest.fillCart(setup)
    return guest
  }

  describe("missing facts about the customer", () => {
    it("are listed in a 400 before anything is called or written", async () => {
      const guest = await started({ email: null, address: { first_name: "", last_name: "", phone: "" } })
      const answer = await guest.tryToPay()
      expect(answer.status).toBe(400)
      expect(answer.data).toMatchObject({
        type: "invalid_data",
        message: expect.stringContaining("first_name, last_name, email or phone"),
      })
      expect(store.calls()).toEqual([])
      expect(await ledger(guest.cartId)).toEqual([])
    })

    it("are no obstacle when a phone stands in for the e-mail", async () => {
      const guest = await started({ email: null })
      const session = await guest.startPayment()
      expect(store.service.control.intent(session.merchant_reference)!.request).toMatchObject({
        phone: "237670123456",
      })
    })
  })

  it("refuses a cart with nothing to pay", async () => {
    const guest = await started()
    const { collectionId } = await payableCollection(guest)
    await store.db.raw("update payment_collection set amount = 0, raw_amount = ? where id = ?", [
      JSON.stringify({ value: "0", precision: 20 }),
      collectionId,
    ])
    const answer = await guest.send("post", `/store/payment-collections/${collectionId}/payment-sessions`, {
      provider_id: "pp_paycollect_default",
    })
    expect(answer.status).toBe(400)
    expect(answer.data.message).toContain("at least one unit of XAF")
    expect(store.calls()).toEqual([])
  })

  it("refuses a currency nobody knows", async () => {
    const guest = await started()
    const { collectionId } = await payableCollection(guest)
    await store.db.raw("update payment_collection set currency_code = 'zzz' where id = ?", [collectionId])
    const answer = await guest.send("post", `/store/payment-collections/${collectionId}/payment-sessions`, {
      provider_id: "pp_paycollect_default",
    })
    expect(answer.status).toBe(400)
    expect(answer.data.message).toContain("ZZZ is not known")
    expect(store.calls()).toEqual([])
  })

  describe("a service that is not itself", () => {
    it("that is down leads to a clear message, leaves nothing half-written, and is asked again as the next attempt", async () => {
      const guest = await started()
      await store.whileServiceIsDown(async () => {
        const refused = await guest.tryToPay()
        expect(refused.status).toBe(503)
        expect(refused.data.message).toContain("did not answer. Nothing was charged")
        expect((await guest.cart()).payment_collection.payment_sessions).toEqual([])
      })
      expect(await ledger(guest.cartId)).toMatchObject([{ status: "rejected", outcome: "none" }])
      const session = await guest.startPayment()
      expect(session.merchant_reference).toBe(`${guest.cartId}-2`)
      expect(statuses(await ledger(guest.cartId))).toEqual(["rejected", "requires_action"])
    })

    it("that is too busy says when to try again, and the next try is the next attempt", async () => {
      const guest = await started()
      store.service.control.injectFault({
        operation: "create_payment_intent",
        kind: "rate_limit",
        retryAfter: 2,
      })
      const refused = await guest.tryToPay()
      expect([refused.status, refused.headers["retry-after"]]).toEqual([429, "2"])
      expect(refused.data.message).toMatch(/too many.* 2 s/i)
      expect((await guest.cart()).payment_collection.payment_sessions).toEqual([])

      const session = await guest.startPayment()
      expect(session.merchant_reference).toBe(`${guest.cartId}-2`)
      expect(statuses(await ledger(guest.cartId))).toEqual(["rejected", "requires_action"])
    })

    it.each(["drop_after_processing", "malformed", "status"] as const)(
      "that answers a create with %s still has one intent",
      async (kind) => {
        const guest = await started()
        store.service.control.injectFault({
          operation: "create_payment_intent",
          kind,
          ...(kind === "status" && { status: 503 }),
        })
        const session = await guest.startPayment()
        expect(store.service.control.intents()).toHaveLength(1)
        expect(session.merchant_reference).toBe(`${guest.cartId}-1`)
        expect(store.calls()).toEqual(["create_payment_intent", "verify_payment", "create_payment_intent"])
        expect(await ledger(guest.cartId)).toMatchObject([
          { merchant_reference: session.merchant_reference, status: "requires_action" },
        ])
      }
    )

    it("that never answers a create is asked again under the same reference at the next try", async () => {
      const guest = await started()
      store.service.control.injectFault({
        operation: "create_payment_intent",
        kind: "drop_after_processing",
        times: 2,
      })
      const refused = await guest.tryToPay()
      expect(refused.status).toBe(503)
      expect(refused.data.message).toMatch(/payment/i)
      expect(await ledger(guest.cartId)).toMatchObject([{ status: "unknown" }])

      await store.laterThanFresh(`${guest.cartId}-1`)
      const session = await guest.startPayment()
      expect(session.merchant_reference).toBe(`${guest.cartId}-1`)
      expect(store.service.control.intents()).toHaveLength(1)
    })

    it("that cannot be asked for a verify means still waiting, never failed", async () => {
      const guest = await started()
      const { merchant_reference } = await guest.startPayment()
      store.service.control.moveState(merchant_reference, "succeeded")
      store.service.control.injectFault({
        operation: "verify_payment",
        kind: "status",
        status: 500,
        times: 3,
      })
      expect((await guest.comeBack(merchant_reference)).headers.location).toContain(
        "paycollect_status=waiting"
      )
      expect(await guest.orders()).toEqual([])

      store.service.control.clearFaults()
      await store.laterThanFresh(merchant_reference)
      expect((await guest.comeBack(merchant_reference)).headers.location).toContain(
        "paycollect_status=success"
      )
      expect(await guest.orders()).toHaveLength(1)
    })
  })

  async function payableCollection(guest: Customer) {
    await guest.tryToPay("pp_system_default")
    return { collectionId: guest.collectionId }
  }
}
