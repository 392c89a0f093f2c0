import { ADDRESS, type Customer } from "../../http/support/customer"
import { HOUR, withMerchant } from "../../http/support/merchant"
import { type Suite } from "../../http/support/suites"

export const limits: Suite = (store) => {
  const merchant = withMerchant(store)
  type Contact = { email: string; phone: string }

  /** Has agreed on the hosted page and confirms on the phone. */
  const confirming = async ({ email, phone }: Contact) => {
    const { guest, reference } = await merchant.guestAtCheckout({ email, address: { ...ADDRESS, phone } })
    store.service.control.moveState(reference, "processing")
    return { guest, reference }
  }
  const completes = async (guest: Customer) => {
    const { status, data } = await guest.complete()
    expect(status).toBe(200)
    return data.type as string
  }
  const placing = async (contact: Contact) => {
    const { guest, reference } = await confirming(contact)
    return { guest, reference, type: await completes(guest) }
  }
  const ordersInStore = async () => {
    const { rows } = await store.db.raw(
      "select count(*)::int as orders from \"order\" where status <> 'canceled'"
    )
    return (rows as { orders: number }[])[0]!.orders
  }
  const reservations = async () => {
    const { rows } = await store.db.raw(
      "select count(*)::int as held from reservation_item where deleted_at is null"
    )
    return (rows as { held: number }[])[0]!.held
  }
  const person = (n: number): Contact => ({ email: `person-${n}@example.com`, phone: `6 70 00 00 0${n}` })

  /** As many more orders, each with a payment that waits: the rows that are read of one. */
  const copyPlaced = async (orderId: string, copies: number) => {
    const collections = "select payment_collection_id from order_payment_collection where order_id = :orderId"
    const copied: [table: string, ids: string[], where: string][] = [
      ["order", ["id"], "id = :orderId"],
      ["payment_collection", ["id"], `id in (${collections})`],
      ["payment_session", ["id", "payment_collection_id"], `payment_collection_id in (${collections})`],
      ["order_payment_collection", ["id", "order_id", "payment_collection_id"], "order_id = :orderId"],
    ]
    for (const [table, ids, where] of copied)
      await store.db.raw(
        `insert into "${table}" select (jsonb_populate_record(null::"${table}", to_jsonb(original) || jsonb_build_object(${ids.map((id) => `'${id}', original."${id}" || '_' || n`).join(", ")}))).*
         from (select * from "${table}" where ${where}) original, generate_series(1, :copies) n`,
        { orderId, copies }
      )
  }

  it("three of one e-mail stand unpaid, the fourth waits for its money", async () => {
    const same = (n: number) => ({
      ...person(n),
      email: n % 2 ? "stranger@example.com" : "Stranger@Example.com",
    })
    for (let n = 0; n < 3; n++) expect((await placing(same(n))).type).toBe("order")
    const held = await reservations()
    const fourth = await placing(same(3))
    expect(fourth.type).toBe("cart")
    expect([await fourth.guest.orders(), await ordersInStore(), await reservations()]).toEqual([[], 3, held])
    expect(await fourth.guest.status()).toMatchObject({ status: "waiting" })

    merchant.pay(fourth.reference)
    expect(await merchant.advance(fourth.reference)).toMatchObject({ status: "succeeded" })
    expect(await fourth.guest.orders()).toHaveLength(1)
    expect(await merchant.items(fourth.reference)).toEqual([])
  })

  it("three of one phone stand unpaid, however it is written and whatever the e-mail; others are not kept from it", async () => {
    const written = ["6 71 11 11 11", "+237 671-111-111", "00237671111111", "671111111"]
    const types = []
    for (const [n, phone] of written.entries()) types.push((await placing({ ...person(n), phone })).type)
    expect(types).toEqual(["order", "order", "order", "cart"])
    expect((await placing(person(5))).type).toBe("order")
  })

  it("there is room again when one is paid, canceled by the merchant, or over", async () => {
    const same = (n: number) => ({ ...person(n), email: "regular@example.com" })
    const placed = []
    for (let n = 0; n < 3; n++) placed.push(await placing(same(n)))
    const fourth = await confirming(same(3))
    expect(await completes(fourth.guest)).toBe("cart")

    merchant.pay(placed[0]!.reference)
    await merchant.advance(placed[0]!.reference)
    expect(await completes(fourth.guest)).toBe("order")

    const fifth = await confirming(same(4))
    expect(await completes(fifth.guest)).toBe("cart")
    const [orderId] = await placed[1]!.guest.orders()
    expect((await merchant.post(`/admin/orders/${orderId}/cancel`)).status).toBe(200)
    expect(await completes(fifth.guest)).toBe("order")

    merchant.later(25 * HOUR)
    await merchant.reconcile()
    for (let n = 5; n < 8; n++) expect((await placing(same(n))).type).toBe("order")
  })

  it("counts an order whose customer has declined meanwhile: it holds its stock until it is over", async () => {
    const same = (n: number) => ({ ...person(n), email: "decliner@example.com" })
    for (let n = 0; n < 3; n++) {
      const { reference } = await placing(same(n))
      store.service.control.moveState(reference, "failed")
      await merchant.advance(reference)
    }
    expect((await placing(same(3))).type).toBe("cart")
  })

  it("never one too many, however many are completed at once, and none of them is lost", async () => {
    const same = (n: number) => ({ ...person(n), email: "crowd@example.com" })
    const crowd = []
    for (let n = 0; n < 6; n++) crowd.push(await confirming(same(n)))
    await Promise.all(crowd.map(async ({ guest }) => await guest.complete()))
    expect(await ordersInStore()).toBeLessThanOrEqual(3)
    for (const { guest } of crowd) await guest.complete()
    expect(await ordersInStore()).toBe(3)
    for (const { guest, reference } of crowd) {
      merchant.pay(reference)
      expect(await merchant.advance(reference)).toMatchObject({ status: "succeeded" })
      expect(await guest.orders()).toHaveLength(1)
      expect(await merchant.items(reference)).toEqual([])
    }
  })

  it("the store as a whole has a hundred, whoever they are of", async () => {
    const { guest } = await placing(person(0))
    const [orderId] = await guest.orders()
    await copyPlaced(orderId!, 98)
    const types = []
    for (let n = 1; n < 3; n++) types.push((await placing(person(n))).type)
    expect(types).toEqual(["order", "cart"])
  })
}
