import { Modules } from "@medusajs/framework/utils"
import { completeCartWorkflow } from "@medusajs/medusa/core-flows"
import { leaveUnbooked, providerInCore, soon } from "../../http/support/core"
import { type Customer } from "../../http/support/customer"
import { MINUTE, withMerchant } from "../../http/support/merchant"
import { type Suite } from "../../http/support/suites"

/** What this plugin relies on in core's lock of a cart; see behaviour.suite.ts. */
export const locks: Suite = (store) => {
  const merchant = withMerchant(store)
  const locking = () => store.container().resolve(Modules.LOCKING)
  /** A guest who has paid and whose cart is held by somebody else; `tries` counts who asked for it since. */
  const heldCart = async () => {
    const { guest, reference } = await merchant.guestAtCheckout()
    merchant.pay(reference)
    await locking().acquire(guest.cartId, { ownerId: "somebody else" })
    const acquire = jest.spyOn(locking(), "acquire")
    const tries = () => acquire.mock.calls.filter(([key]) => key === guest.cartId)
    const release = async () => await locking().release(guest.cartId, { ownerId: "somebody else" })
    return { guest, reference, tries, release }
  }
  /** Core looks at the clock to see how long it has waited, so nobody has to wait that long here. */
  const clock = () => {
    let ahead = 0
    jest.spyOn(Date, "now").mockImplementation(() => new Date().getTime() + ahead)
    return { later: (ms: number) => void (ahead += ms) }
  }
  const complete = (guest: Customer) => {
    const completion = { over: false, done: Promise.resolve() as Promise<unknown> }
    completion.done = completeCartWorkflow(store.container())
      .run({ input: { id: guest.cartId } })
      .finally(() => (completion.over = true))
    return completion
  }
  afterEach(() => jest.restoreAllMocks())

  it("a change of the cart waits 2 s for the cart's lock and is then refused, nothing changed; it would hold it for 10 s at most", async () => {
    const { guest, tries, release } = await heldCart()
    const [item] = (await guest.cart()).items
    const path = `/store/carts/${guest.cartId}/line-items/${item.id}`
    const from = Date.now()
    const { status } = await guest.send("post", path, { quantity: 7 })
    const waited = Date.now() - from
    expect(status).toBe(500)
    expect(waited).toBeGreaterThanOrEqual(2_000)
    // Far from the 30 s of a completion.
    expect(waited).toBeLessThan(15_000)
    expect(tries().at(-1)).toMatchObject([guest.cartId, { expire: 10 }])
    const { items, payment_collection } = await guest.cart()
    expect(items).toMatchObject([{ id: item.id, quantity: item.quantity }])
    expect(payment_collection.payment_sessions).toHaveLength(1)
    await release()
    expect((await guest.send("post", path, { quantity: 7 })).status).toBe(200)
  })

  it("a completion still waits for the cart's lock after 29 s, and makes the order once the cart is free", async () => {
    const { guest, tries, release } = await heldCart()
    const { later } = clock()
    const completion = complete(guest)
    await soon(() => tries().length > 0)
    later(29_000)
    const before = tries().length
    await soon(() => tries().length > before + 1)
    expect([tries().length > before + 1, completion.over, await guest.orders()]).toEqual([true, false, []])
    await release()
    await completion.done
    expect(await guest.orders()).toHaveLength(1)
  })

  it("a completion is refused after it has waited 30 s for the cart's lock: no order, and nobody is asked for the money", async () => {
    const { guest, tries, release } = await heldCart()
    const asked = jest.spyOn(providerInCore(store), "authorizePayment")
    const { later } = clock()
    const completion = complete(guest)
    await soon(() => tries().length > 0)
    later(30_000)
    await expect(completion.done).rejects.toMatchObject({
      message: expect.stringContaining("Failed to acquire lock"),
    })
    expect([asked.mock.calls, await guest.orders()]).toEqual([[], []])
    await release()
  })

  /** A look at the payment that waits for its cart as long as a completion does. */
  const lookInVain = async (
    reference: string,
    { tries, later }: { tries(): unknown[]; later(ms: number): void }
  ) => {
    const before = tries().length
    const looking = merchant.advance(reference)
    await soon(() => tries().length > before)
    later(30_000)
    return await looking
  }

  it("a locked cart uses up no attempt to make its order as long as a dead process may hold it", async () => {
    const { guest, reference, tries, release } = await heldCart()
    const { later } = clock()
    for (let look = 0; look < 4; look++)
      expect(await lookInVain(reference, { tries, later })).toMatchObject({
        status: "waiting",
        reason: "in_progress",
      })
    expect(await merchant.intent(reference)).toMatchObject({ outcome: "paid", advance_attempts: 0 })
    expect(await merchant.items(reference)).toEqual([])
    await release()
    later(60_000)
    await merchant.reconcile()
    expect(await guest.orders()).toHaveLength(1)
  })

  it("an order whose payment waits to be booked uses up none either while its cart is locked", async () => {
    const { guest, reference } = await merchant.guestAtCheckout()
    merchant.pay(reference)
    await guest.comeBack(reference)
    const [orderId] = await guest.orders()
    await leaveUnbooked(store, orderId!)
    const locking = store.container().resolve(Modules.LOCKING)
    const owner = { ownerId: "dead process" }
    await locking.acquire(guest.cartId, owner)
    const execute = locking.execute.bind(locking)
    jest
      .spyOn(locking, "execute")
      .mockImplementation(((keys: string, job: () => Promise<never>) =>
        execute(keys, job, { timeout: 1 })) as typeof execute)
    await expect(locking.execute(guest.cartId, async () => undefined)).rejects.toMatchObject({
      message: "Timed-out acquiring lock.",
    })
    for (let look = 0; look < 3; look++) await merchant.advance(reference)
    expect(await merchant.intent(reference)).toMatchObject({ advance_attempts: 0 })
    expect(await merchant.items(reference)).toEqual([])
    await locking.release(guest.cartId, owner)
    merchant.later(MINUTE)
    await merchant.reconcile()
    expect(await merchant.intent(reference)).toMatchObject({ order_id: orderId })
  })

  it("a cart that stays locked is a person's after three attempts", async () => {
    const { guest, reference, tries, release } = await heldCart()
    const { later } = clock()
    await lookInVain(reference, { tries, later })
    later(150_000)
    for (let look = 0; look < 3; look++) await lookInVain(reference, { tries, later })
    expect(await merchant.items(reference)).toMatchObject([
      { reason: "paid_without_order", status: "open", data: { error: "its cart stays locked" } },
    ])
    await release()
    await merchant.advance(reference)
    expect(await guest.orders()).toHaveLength(1)
  })

  it("five completions of one cart at once make one order and one authorize", async () => {
    const { guest, reference } = await merchant.guestAtCheckout()
    merchant.pay(reference)
    const asked = jest.spyOn(providerInCore(store), "authorizePayment")
    await Promise.all(
      Array.from({ length: 5 }, () =>
        completeCartWorkflow(store.container()).run({ input: { id: guest.cartId } })
      )
    )
    expect((await store.db.raw(`select id from "order"`)).rows).toHaveLength(1)
    expect(asked).toHaveBeenCalledTimes(1)
  })
}
