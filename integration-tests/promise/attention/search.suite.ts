import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { deleteCustomersWorkflow } from "@medusajs/medusa/core-flows"
import { formatPaymentNumber } from "../../../src/payments/names"
import { type AdminPayCollectIntent } from "../../../src/types/http"
import { CARD } from "../../http/support/customer"
import { DAY, withMerchant } from "../../http/support/merchant"
import { type Suite } from "../../http/support/suites"

const LIST = "/admin/paycollect/intents"

export const search: Suite = (store) => {
  const merchant = withMerchant(store)
  const search = async (q: string, more: Record<string, string> = {}) => {
    const { status, data } = await merchant.get(`${LIST}?${new URLSearchParams({ q, ...more })}`)
    expect([q, status]).toEqual([q, 200])
    return {
      found: (data.intents as AdminPayCollectIntent[]).map((intent) => intent.merchant_reference),
      people: data.people as { since: string; more: boolean } | undefined,
    }
  }
  const found = async (q: string, more?: Record<string, string>) => (await search(q, more)).found

  /** Hélène, who paid and has an order; and Koffi, who stands before the checkout. */
  const twoGuests = async () => {
    const paid = await merchant.guestAtCheckout({
      email: "helene.abessolo@example.com",
      address: { first_name: "Hélène", last_name: "Abessolo Mba", phone: "+237 6 91 22 33 44" },
    })
    merchant.pay(paid.reference)
    await merchant.advance(paid.reference)
    const waiting = store.customer()
    await waiting.fillCart({
      currency: "eur",
      email: "koffi@example.org",
      address: { first_name: "Koffi", last_name: "N'Guessan", phone: "06 12-34-56-78" },
    })
    const { merchant_reference } = await waiting.startPayment(CARD)
    const [orderId] = await paid.guest.orders()
    return { helene: paid.reference, koffi: merchant_reference, orderId: orderId! }
  }

  it("finds a payment by whatever its customer quotes, and by no other's", async () => {
    const { helene, koffi } = await twoGuests()
    const intent = await merchant.intent(helene)
    const other = await merchant.intent(koffi)
    const number = formatPaymentNumber(intent.payment_number)
    const euros = (Number(other.amount) / 100).toFixed(2)
    const expected: [string, string[]][] = [
      [number, [helene]],
      [number.toLowerCase().replace("-", " "), [helene]],
      // Digits alone are an amount.
      ...number
        .split("-")
        .filter((half) => /[A-Z]/.test(half))
        .map((half): [string, string[]] => [half, [helene]]),
      [helene.slice(-14), [helene]],
      [helene.slice(-14, -2).toUpperCase(), [helene]],
      [intent.payment_ref!.slice(-9), [helene]],
      [intent.service_intent_id!.slice(-9).toLowerCase(), [helene]],
      [intent.amount, [helene]],
      [intent.amount.replace(/(\d)(\d{3})$/, "$1 $2"), [helene]],
      [`${intent.amount} FCFA`, [helene]],
      [euros, [koffi]],
      [`€${euros.replace(".", ",")}`, [koffi]],
      ["helene.abe", [helene]],
      ["EXAMPLE.COM", [helene]],
      ["abessolo", [helene]],
      ["Hélène", [helene]],
      ["mba hél", [helene]],
      ["mba hel", [helene]],
      ["kòffi n’guessan", [koffi]],
      ["guessan koffi", [koffi]],
      ["N'Guessan", [koffi]],
      ["691223344", [helene]],
      ["+237 691 22 33 44", [helene]],
      ["00237691223344", [helene]],
      ["3344", [helene]],
      ["91 22", [helene]],
      ["+33 6 12 34 56 78", [koffi]],
      ["0612345678", [koffi]],
      ["345678", [koffi]],
      ["691223345", []],
      ["mba koffi", []],
      ["100%", []],
      ["a_e", []],
    ]
    const seen: [string, string[]][] = []
    for (const [q] of expected) seen.push([q, await found(q)])
    expect(seen).toEqual(expected)
  })

  it("looks for people in the payments of 90 days, says so, and further back when it is asked to", async () => {
    const { helene } = await twoGuests()
    const { people } = await search("abessolo")
    expect(people!.more).toBe(false)
    expect(Math.abs(Date.parse(people!.since) - (Date.now() - 90 * DAY))).toBeLessThan(60_000)
    expect((await search("#1")).people).toBeUndefined()

    await store.db.raw(
      "update paycollect_intent set created_at = created_at - interval '91 days' where merchant_reference = ?",
      [helene]
    )
    expect(await found("abessolo")).toEqual([])
    expect(await found("691223344")).toEqual([])
    const since = new Date(Date.now() - 365 * DAY).toISOString()
    const further = await search("abessolo", { people_since: since })
    expect(further).toEqual({ found: [helene], people: { since, more: false } })
    // What only one customer has is found however long ago it was.
    expect(await found("helene.abessolo@example.com")).toEqual([helene])
  })

  it("finds nothing any more of what was erased in Medusa: her account, or what her order says of her", async () => {
    const { helene, koffi, orderId } = await twoGuests()
    const names = ["abessolo", "helene.abessolo@example.com", "helene.ab", "691223344"]
    for (const name of names) expect([name, await found(name)]).toEqual([name, [helene]])
    const query = store.container().resolve(ContainerRegistrationKeys.QUERY)
    const { data } = await query.graph({
      entity: "order",
      fields: ["customer_id", "shipping_address.id", "billing_address.id"],
      filters: { id: orderId },
    })
    const orders = store.container().resolve(Modules.ORDER)
    const nobody = { email: "erased@example.invalid" }
    await orders.updateOrders([{ id: orderId, ...nobody } as never])
    await store.db.raw(
      "update order_address set first_name = '', last_name = '', phone = null where id = ?",
      [data[0]!.shipping_address!.id]
    )
    // Her customer record still knows her.
    for (const name of ["helene.ab"]) expect([name, await found(name)]).toEqual([name, [helene]])
    await deleteCustomersWorkflow(store.container()).run({ input: { ids: [data[0]!.customer_id!] } })
    for (const name of names) expect([name, await found(name)]).toEqual([name, []])
    expect(await found("koffi")).toEqual([koffi])
  })

  it("keeps no word of a customer in the ledger, whatever was searched for", async () => {
    await twoGuests()
    await found("abessolo")
    const { rows } = await store.db.raw(
      // What she was buying is kept beside it, for an order, until the payment is over.
      `select coalesce(string_agg((row_to_json(i)::jsonb - 'purchase')::text, ''), '') || (select coalesce(string_agg(row_to_json(e)::text, ''), '')
         from paycollect_intent_event e) as text from paycollect_intent i`
    )
    expect(rows[0].text).not.toMatch(/abessolo|helene|koffi|691223344|guessan/i)
  })

  it("refuses a search that nobody would type, and a date that is none", async () => {
    for (const [query, field] of [
      [`q=${"a".repeat(10_000)}`, "q"],
      [`q=${"1".repeat(129)}`, "q"],
      ["q=ama&people_since=yesterday", "people_since"],
    ]) {
      for (const path of [LIST, `${LIST}/export`]) {
        const { status, data } = await merchant.get(`${path}?${query}`)
        expect([status, data.message]).toEqual([400, expect.stringContaining(field!)])
      }
    }
  })
}
