import { Modules } from "@medusajs/framework/utils"
import { type AxiosResponse } from "axios"
import { notAllowed } from "../../../src/payments/errors"
import { formatPaymentNumber } from "../../../src/payments/names"
import { type AdminPayCollectLink } from "../../../src/types/http"
import { CARD, MOBILE_MONEY, nextPerson } from "../../http/support/customer"
import { withHeard } from "../../http/support/events"
import { DAY, HOUR, MINUTE, withMerchant } from "../../http/support/merchant"
import { BACKEND_URL } from "../../http/support/store"
import { type Suite } from "../../http/support/suites"

const PHONE = {
  "user-agent": "Mozilla/5.0 (Linux; Android 13; TECNO) AppleWebKit/537.36 Chrome/120.0 Mobile Safari/537.36",
}
const WHATSAPP = { "user-agent": "WhatsApp/2.23.20.0 A" }

export const payLink: Suite = (store) => {
  const merchant = withMerchant(store)
  const told = withHeard(store, ["paycollect.link.created", "paycollect.link.paid"])

  const accepted = async (path: string, body?: unknown) => {
    const { status, data } = await merchant.post(path, body)
    if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(data)}`)
    return data
  }
  const rows = async (sql: string, bindings: (string | number)[] = []) =>
    (await store.db.raw(sql, bindings)).rows as Record<string, never>[]
  const orderOf = async (id: string) =>
    (
      await merchant.get(
        `/admin/orders/${id}?fields=+summary,total,status,payment_status,*payment_collections.payments,*payment_collections.payment_sessions`
      )
    ).data.order
  // Never -0, which is what a fraction below nothing is rounded to.
  const owed = async (id: string) => Math.round((await orderOf(id)).summary.pending_difference) || 0

  /** Agreed on by telephone; nothing is paid. */
  const draft = async (more: Record<string, unknown> = {}) => {
    const [variant] = await rows("select id from product_variant where sku = 'COFFEE-250'")
    const address = {
      first_name: "Mireille",
      last_name: "Essomba",
      phone: nextPerson().phone,
      country_code: "cm",
    }
    const { draft_order } = await accepted("/admin/draft-orders", {
      region_id: store.regionId("xaf"),
      email: "mireille@example.com",
      shipping_address: address,
      billing_address: address,
      items: [{ variant_id: variant!.id, quantity: 2 }],
      shipping_methods: [],
      ...more,
    })
    return draft_order.id as string
  }
  const ask = async (order_id: string, more: Record<string, unknown> = {}) =>
    await merchant.post("/admin/paycollect/links", { order_id, ...more })
  const linkOf = async (order_id: string, more: Record<string, unknown> = { convert_draft: true }) => {
    const { status, data } = await ask(order_id, more)
    if (status !== 200) throw new Error(`no link: ${status} ${JSON.stringify(data)}`)
    return data.link as AdminPayCollectLink
  }
  const shown = async (order_id: string) =>
    (await merchant.get(`/admin/paycollect/links?order_id=${order_id}`)).data.links as AdminPayCollectLink[]

  const pathOf = (address: string) => address.replace(BACKEND_URL, "")
  const open = async (
    link: Pick<AdminPayCollectLink, "url">,
    headers: Record<string, string> = PHONE,
    query = ""
  ) => await store.api.get(pathOf(link.url!) + query, { headers: { "accept-language": "en", ...headers } })
  const press = async (
    link: Pick<AdminPayCollectLink, "url">,
    provider_id = MOBILE_MONEY,
    { language = "en", ...more }: { anew?: "1"; language?: string } = {}
  ) =>
    await store.api.post(pathOf(link.url!), new URLSearchParams({ provider_id, ...more }), {
      headers: { ...PHONE, "accept-language": language },
    })
  /** The payment that the hosted checkout of this answer shows. */
  const referenceAt = (answer: AxiosResponse) => {
    if (answer.status !== 303) throw new Error(`${answer.status} ${answer.data}`)
    const id = /\/checkout\/(pi_\w+)/.exec(answer.headers.location)?.[1]
    const intent = store.service.control.intents().find((each) => each.id === id)
    return intent!.merchant_reference!
  }
  /** The page that asks whether another payment is begun beside the open one; `answer` led there. */
  const questionOf = async (link: Pick<AdminPayCollectLink, "url">, { status, headers }: AxiosResponse) => {
    expect([status, headers.location]).toEqual([303, "?ask=1&lang=en"])
    return await open(link, PHONE, headers.location)
  }
  const buttonsOf = (html: string) => [...html.matchAll(/<button[^>]*>([^<]*)</g)].map(([, text]) => text)
  const comeBack = async (reference: string) =>
    (await store.api.get(`/paycollect/return/${reference}`, { headers: PHONE })).headers.location as string
  const writes = async () =>
    await rows(
      "select (select count(*) from payment_session) as sessions, (select count(*) from payment_collection) as collections, (select count(*) from paycollect_intent) as intents, (select count(*) from paycollect_link_collection) as collections_of_links, (select max(updated_at) from paycollect_link) as links, (select count(*) from paycollect_state) as state"
    )

  it("turns a draft into a captured order: link, page, hosted checkout, and the receipt at the same address", async () => {
    const orderId = await draft()
    const link = await linkOf(orderId)
    expect(link).toMatchObject({
      order_id: orderId,
      state: "payable",
      currency_code: "xaf",
      exponent: 0,
      paid_at: null,
    })
    expect(link.url).toMatch(new RegExp(`^${BACKEND_URL}/paycollect/pay/[0-9a-f]{32}$`))
    const due = await owed(orderId)
    expect([link.owed, link.amount]).toEqual([String(due), String(due)])
    expect((await orderOf(orderId)).status).toBe("pending")

    const page = await open(link)
    expect(page.status).toBe(200)
    expect(page.headers["content-type"]).toMatch(/text\/html/)
    expect(page.data).toContain("Hello Mireille,")
    expect(page.data).toContain("×\u00A02")
    expect(page.data).toMatch(new RegExp(`<button>Pay XAF\\s${due.toLocaleString("en")}</button>`))
    expect(page.data).not.toMatch(/Essomba|example\.com|6700|<script/i)
    expect(page.data.length).toBeLessThan(30_000)
    expect(page.headers).toMatchObject({
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-robots-tag": expect.stringContaining("noindex"),
      "content-security-policy": expect.stringContaining("default-src 'none'"),
    })

    const reference = referenceAt(await press(link))
    expect(await merchant.intent(reference)).toMatchObject({
      amount: String(due),
      cart_id: null,
      provider_id: MOBILE_MONEY,
    })
    merchant.pay(reference)
    expect(pathOf(await comeBack(reference))).toBe(pathOf(link.url!))

    const order = await orderOf(orderId)
    expect(order).toMatchObject({ payment_status: "captured" })
    expect(await owed(orderId)).toBe(0)
    const receipt = await open(link)
    expect(receipt.status).toBe(200)
    expect(receipt.data).toContain("Payment received")
    expect(receipt.data).not.toContain("<form")
    const [after] = await shown(orderId)
    expect(after).toMatchObject({ id: link.id, state: "paid", owed: null, paid_at: expect.any(String) })
    expect(told.map(({ name }) => name)).toEqual(["paycollect.link.created", "paycollect.link.paid"])
    expect(told[1]!.data).toMatchObject({
      id: link.id,
      order_id: orderId,
      payment_number: expect.stringMatching(/^\w{4}-\w{4}$/),
    })
    expect(JSON.stringify(told)).not.toContain(link.url!.slice(-32))
    expect(await merchant.items(reference)).toEqual([])
    // A link that was paid shows its receipt for good.
    merchant.later(8 * DAY)
    expect((await open(link)).status).toBe(200)
    await accepted(`/admin/paycollect/links/${link.id}/revoke`)
    expect((await open(link)).data).toContain("Payment received")
  })

  it("is made an order by the job alone when the browser never comes back, also after the link has expired", async () => {
    const orderId = await draft()
    const link = await linkOf(orderId, { convert_draft: true, days: 1 })
    const reference = referenceAt(await press(link))
    merchant.pay(reference)
    merchant.later(25 * HOUR)
    await merchant.reconcile()
    expect(await owed(orderId)).toBe(0)
    expect((await open(link)).data).toContain("Payment received")
    expect((await shown(orderId))[0]).toMatchObject({ state: "paid" })
  })

  describe("is not made", () => {
    const refused = async (answer: AxiosResponse, status: number, code: string) => {
      expect([answer.status, answer.data.code]).toEqual([status, code])
      expect(answer.data.message).toContain("No link was made and nothing was changed.")
      expect(await rows("select id from paycollect_link")).toEqual([])
    }

    it("of a draft without a word, which stays a draft", async () => {
      const orderId = await draft()
      await refused(await ask(orderId), 409, "draft")
      const [order] = await rows(`select status, is_draft_order from "order" where id = ?`, [orderId])
      expect(order).toMatchObject({ status: "draft", is_draft_order: true })
    })
    it("of an order that is not there", async () => await refused(await ask("order_none"), 404, "no_order"))
    it("of a canceled order", async () => {
      const orderId = await draft()
      await accepted(`/admin/draft-orders/${orderId}/convert-to-order`)
      await accepted(`/admin/orders/${orderId}/cancel`)
      await refused(await ask(orderId), 409, "canceled")
    })
    it("of a paid order", async () => {
      const { guest, reference } = await merchant.guestAtCheckout()
      merchant.pay(reference)
      await guest.comeBack(reference)
      const [orderId] = await guest.orders()
      await refused(await ask(orderId!), 409, "nothing_owed")
    })
    it("of an order whose customer has no name; what is missing is said, and the draft stays one", async () => {
      const address = { country_code: "cm", phone: "670123456" }
      const orderId = await draft({ shipping_address: address, billing_address: address })
      const answer = await ask(orderId, { convert_draft: true })
      await refused(answer, 409, "customer_lacks")
      expect(answer.data.missing).toEqual(["first_name", "last_name"])
      const [order] = await rows(`select is_draft_order from "order" where id = ?`, [orderId])
      expect(order).toMatchObject({ is_draft_order: true })
    })
    it.each([
      ["no order", {}],
      ["no days", { order_id: "order_1", days: 0 }],
      ["too many days", { order_id: "order_1", days: 91 }],
      ["another field", { order_id: "order_1", amount: 1 }],
    ])("of a body with %s", async (_, body) => {
      expect((await merchant.post("/admin/paycollect/links", body)).status).toBe(400)
      expect(await rows("select id from paycollect_link")).toEqual([])
    })
  })

  describe("its page", () => {
    it("is one for everybody who asks at once, and keeps its address when it is renewed", async () => {
      const orderId = await draft()
      const first = await linkOf(orderId)
      const both = await Promise.all([linkOf(orderId), linkOf(orderId, { days: 30 })])
      expect(new Set(both.map(({ id, url }) => `${id} ${url}`))).toEqual(
        new Set([`${first.id} ${first.url}`])
      )
      expect(told.map(({ name }) => name)).toEqual(["paycollect.link.created"])
      await accepted(`/admin/paycollect/links/${first.id}/revoke`)
      const next = await linkOf(orderId)
      expect(next.url).not.toBe(first.url)
      expect((await open(first)).status).toBe(410)
      expect((await open(next)).status).toBe(200)
    })

    it("says which of it: unknown 404, withdrawn and expired 410; and nothing can be paid there", async () => {
      const unknown = await store.api.get(`/paycollect/pay/${"0".repeat(32)}`)
      expect([unknown.status, unknown.data]).toEqual([
        404,
        expect.stringContaining("This link does not exist"),
      ])
      for (const segment of ["x", "0".repeat(31), "A".repeat(32), "%2e%2e", "0".repeat(3000)])
        expect((await store.api.get(`/paycollect/pay/${segment}`)).status).toBe(404)
      const orderId = await draft()
      const link = await linkOf(orderId)
      merchant.later(7 * DAY)
      const expired = await open(link)
      expect([expired.status, expired.data]).toEqual([410, expect.stringContaining("This link has expired")])
      const again = await linkOf(orderId)
      expect(again.url).toBe(link.url)
      const { data } = await merchant.post(`/admin/paycollect/links/${link.id}/revoke`)
      expect(data.link).toMatchObject({ state: "revoked", url: null, revoked_by: expect.any(String) })
      const revoked = await open(link)
      expect([revoked.status, revoked.data]).toEqual([410, expect.stringContaining("not valid any more")])
      const before = await writes()
      expect((await press(link)).status).toBe(410)
      expect(await writes()).toEqual(before)
      expect((await merchant.post("/admin/paycollect/links/pclnk_none/revoke")).status).toBe(404)
    })

    it("starts nothing by being looked at: a robot, HEAD and a prefetch see title and amount only", async () => {
      const link = await linkOf(await draft())
      const before = await writes()
      const calls = store.calls().length
      for (const headers of [
        WHATSAPP,
        { ...PHONE, "sec-purpose": "prefetch" },
        { ...PHONE, purpose: "prefetch" },
      ]) {
        const { status, data } = await open(link, headers)
        expect(status).toBe(200)
        expect(data).toMatch(/<title>Pay .*<\/title>/)
        expect(data).not.toMatch(/Mireille|×\u00A02|<form/)
      }
      const head = await store.api.head(pathOf(link.url!), { headers: PHONE })
      expect([head.status, head.data]).toEqual([200, ""])
      for (const guess of ["f".repeat(32), "nothing"]) await store.api.get(`/paycollect/pay/${guess}`)
      await store.api.post(`/paycollect/pay/${"f".repeat(32)}`, new URLSearchParams({ provider_id: CARD }))
      expect(store.calls()).toHaveLength(calls)
      expect(await writes()).toEqual(before)

      // A person's visit asks for fees at most, and writes nothing either.
      expect((await open(link)).data).toContain("<form")
      expect((await open(link, WHATSAPP, "?open=1")).data).toContain("<form")
      expect(await writes()).toEqual(before)
      const asked = new Set(store.calls().slice(calls))
      for (const operation of asked) expect(["list_payment_methods", "calculate_fee"]).toContain(operation)
    })

    it("speaks French to who reads French, or who chose it", async () => {
      const link = await linkOf(await draft())
      const french = await open(link, { ...PHONE, "accept-language": "fr-CM,fr;q=0.9,en;q=0.8" })
      expect(french.data).toContain('<html lang="fr">')
      expect(french.data).toContain("Bonjour Mireille,")
      expect((await open(link, PHONE, "?lang=fr")).data).toContain('<html lang="fr">')
      expect((await open(link, { ...PHONE, "accept-language": "fr" }, "?lang=en")).data).toContain(
        '<html lang="en">'
      )
      expect((await open(link, PHONE, "?lang=<script>")).data).toContain('<html lang="en">')
    })

    it("names no less than is charged: with the fee that the customer bears", async () => {
      merchant.configure({ feeBearer: "customer" })
      const link = await linkOf(await draft())
      expect((await open(link)).data).toMatch(/<button>Pay from XAF/)
      expect((await open(link)).data).toMatch(/\(fee\s/)
      await store.whileServiceIsDown(async () => {
        const other = await linkOf(
          await draft({ items: [{ title: "By telephone", unit_price: 777, quantity: 1 }] })
        )
        expect((await open(other)).data).toContain("plus the payment fee")
      })
    })
  })

  describe("the same money once", () => {
    it("two tabs and a double click pay in one collection, by one payment", async () => {
      const orderId = await draft()
      const link = await linkOf(orderId)
      const answers = await Promise.all([press(link), press(link), press(link)])
      const references = answers.filter(({ status }) => status === 303).map(referenceAt)
      expect(references.length).toBeGreaterThan(0)
      expect(new Set(references).size).toBe(1)
      expect(referenceAt(await press(link))).toBe(references[0])
      expect((await orderOf(orderId)).payment_collections).toHaveLength(1)
      expect(store.calls("create_payment_intent")).toHaveLength(1)
    })

    it("ten tabs are led to one checkout, and so is one whose order another process has in hand", async () => {
      const orderId = await draft()
      const link = await linkOf(orderId)
      const answers = await Promise.all(Array.from({ length: 10 }, () => press(link)))
      expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(303))
      const addresses = new Set(answers.map(({ headers }) => headers.location))
      expect(addresses.size).toBe(1)
      const { ledger } = merchant.paycollect()
      await ledger.whileHolding([], { orderId }, async () => {
        const late = await press(link)
        expect([late.status, addresses.has(late.headers.location)]).toEqual([303, true])
      })
      expect(store.calls("create_payment_intent")).toHaveLength(1)
    })

    it("says to come again while another process has the order in hand, and nothing is begun", async () => {
      const orderId = await draft()
      const link = await linkOf(orderId)
      await merchant.paycollect().ledger.whileHolding([], { orderId }, async () => {
        const { status, headers } = await press(link)
        expect([status, headers["retry-after"]]).toEqual([503, "30"])
      })
      expect(store.calls("create_payment_intent")).toEqual([])
    })

    it("waits for money that is being booked on the order, and no longer than until a person dealt with that", async () => {
      const { guest, reference } = await merchant.guestAtCheckout()
      await guest.changeQuantity(5)
      merchant.pay(reference)
      await merchant.advance(reference)
      const { id } = await merchant.intent(reference)
      const orderId = await draft()
      const link = await linkOf(orderId)
      const { assignments, attention } = merchant.paycollect()
      await assignments.begin(id, orderId, "user_1")
      expect(await shown(orderId)).toMatchObject([{ state: "waiting" }])
      const { data } = await open(link)
      expect(data).toContain(`data-state="booking" data-look="20"`)
      expect(data).toContain("You need not do anything")
      expect(data).not.toContain("phone")
      await attention.open({ intent_id: id, reason: "paid_without_order", ends: "giveUp" })
      await merchant.resolve((await merchant.items(reference))[0]!, "Given back in cash")
      expect(await shown(orderId)).toMatchObject([{ state: "payable" }])
      expect((await press(link)).status).toBe(303)
    })

    it("asks for what is owed now when the order was edited meanwhile; both payments stand", async () => {
      const orderId = await draft({ items: [{ title: "By telephone", unit_price: 1000, quantity: 1 }] })
      const link = await linkOf(orderId)
      const due = await owed(orderId)
      const old = referenceAt(await press(link))
      const [variant] = await rows("select id from product_variant where sku = 'COFFEE-250'")
      await accepted("/admin/order-edits", { order_id: orderId })
      await accepted(`/admin/order-edits/${orderId}/items`, {
        items: [{ variant_id: variant!.id, quantity: 1 }],
      })
      await accepted(`/admin/order-edits/${orderId}/confirm`)
      const more = await owed(orderId)
      expect(more).toBeGreaterThan(due)
      const number = (units: number) => new Intl.NumberFormat("en").format(units)
      const row = (name: string, units: number) =>
        new RegExp(`${name}</span><span>[^<]*${number(units)}</span>`)
      const changed = (await open(link)).data
      expect(changed).toContain("The amount has changed since this link was made.")
      expect(changed).toMatch(row("By telephone ×\u00A01", due))
      expect(changed).toMatch(row("Total", more))
      expect(changed).not.toContain("Paid already")
      // Paid at the page that was still open in the other tab.
      merchant.pay(old)
      await comeBack(old)
      const rest = await owed(orderId)
      if (rest === more) await merchant.oneItem(old, "late_payment")
      else {
        expect(rest).toBe(more - due)
        const { data } = await open(link)
        expect(data).toMatch(row("Total", more))
        expect(data).toMatch(row("Paid already", due))
        expect(data).toMatch(row("To pay", rest))
        const second = referenceAt(await press(link))
        expect(await merchant.intent(second)).toMatchObject({ amount: String(rest) })
        merchant.pay(second)
        await comeBack(second)
        expect(await owed(orderId)).toBe(0)
      }
    })

    it("says that nothing is left when somebody paid at the counter, and lists money that comes after all", async () => {
      const orderId = await draft()
      const link = await linkOf(orderId)
      const reference = referenceAt(await press(link))
      const [collection] = (await orderOf(orderId)).payment_collections
      await accepted(`/admin/payment-collections/${collection.id}/mark-as-paid`, { order_id: orderId })
      expect((await open(link)).data).toContain("Nothing is left to pay")
      expect((await press(link)).status).toBe(409)
      merchant.pay(reference)
      await comeBack(reference)
      await merchant.oneItem(reference, "duplicate_payment")
      expect((await open(link)).data).toContain("The shop is looking at your payment")
      expect((await ask(orderId)).data.code).toBe("attention")
    })

    it("of a canceled order asks for nothing, and money that comes after all is one open item", async () => {
      merchant.configure({ refunds: "manual" })
      const orderId = await draft()
      const link = await linkOf(orderId)
      const reference = referenceAt(await press(link))
      await accepted(`/admin/orders/${orderId}/cancel`)
      const page = await open(link)
      expect([page.status, page.data]).toEqual([410, expect.stringContaining("The order was canceled")])
      expect((await press(link)).status).toBe(410)
      merchant.pay(reference)
      await comeBack(reference)
      await merchant.oneItem(reference, "paid_after_cancel")
      expect((await open(link)).data).toContain("The shop is looking at your payment")
    })

    it("does not ask again for what the shop gave back", async () => {
      merchant.configure({ refunds: "manual" })
      const orderId = await draft()
      const link = await linkOf(orderId)
      const reference = referenceAt(await press(link))
      merchant.pay(reference)
      await comeBack(reference)
      const [payment] = await rows("select id from payment where data->>'merchant_reference' = ?", [
        reference,
      ])
      await accepted(`/admin/payments/${payment!.id}/refund`, { amount: 100 })
      const page = await open(link)
      expect(page.data).toContain("Payment received")
      expect(page.data).toContain("Of it refunded:")
      expect(page.data).not.toContain("<form")
    })

    it("asks for all that an edit adds, also after the shop gave a part back", async () => {
      merchant.configure({ refunds: "manual" })
      const orderId = await draft({ items: [{ title: "By telephone", unit_price: 1000, quantity: 1 }] })
      const link = await linkOf(orderId)
      const reference = referenceAt(await press(link))
      merchant.pay(reference)
      await comeBack(reference)
      const [payment] = await rows("select id from payment where data->>'merchant_reference' = ?", [
        reference,
      ])
      await accepted(`/admin/payments/${payment!.id}/refund`, { amount: 100 })
      expect(await owed(orderId)).toBe(0)
      const [variant] = await rows("select id from product_variant where sku = 'COFFEE-250'")
      await accepted("/admin/order-edits", { order_id: orderId })
      await accepted(`/admin/order-edits/${orderId}/items`, {
        items: [{ variant_id: variant!.id, quantity: 1 }],
      })
      await accepted(`/admin/order-edits/${orderId}/confirm`)
      const more = await owed(orderId)
      expect(more).toBeGreaterThan(0)
      expect((await shown(orderId))[0]).toMatchObject({ state: "payable", owed: String(more) })
    })
  })

  describe("a payment", () => {
    it("is described in the language of the page, and stays the same one in another", async () => {
      const link = await linkOf(await draft())
      const reference = referenceAt(await press(link, MOBILE_MONEY, { language: "fr-CM" }))
      const { request } = store.service.control.intent(reference)!
      expect(request.description).toMatch(/^Paiement \w{4}-\w{4}$/)
      expect(referenceAt(await press(link))).toBe(reference)
      expect(store.calls("create_payment_intent")).toHaveLength(1)
    })

    it("is waited for with its number, looked at by a visit, and shown again to who wants it", async () => {
      const orderId = await draft()
      const link = await linkOf(orderId)
      const reference = referenceAt(await press(link))
      store.service.control.moveState(reference, "processing", { webhook: false })
      expect(pathOf(await comeBack(reference))).toBe(pathOf(link.url!))
      const page = await open(link, PHONE, "?lang=fr")
      expect(page.data).toContain("en cours de confirmation")
      expect(page.data).toContain(`url=${BACKEND_URL}/paycollect/return/${link.url!.slice(-32)}?lang=fr`)
      expect(referenceAt(await press(link))).toBe(reference)
      expect(store.calls("create_payment_intent")).toHaveLength(1)
      merchant.later(2 * MINUTE)
      expect((await open(link)).data).toContain("This takes longer than usual")
      // A request on a phone ends within minutes, and the service may call its payment open for days.
      for (const days of [0, 4]) {
        merchant.later(days * DAY)
        await merchant.reconcile()
        const { data } = await open(link)
        expect(data).toContain("On the payment page you can ask for it again")
        expect(data).toContain("contact the shop")
        expect(buttonsOf(data)).toEqual(["Back to the payment page"])
      }
      const { headers } = await store.api.get(`/paycollect/return/${reference}?lang=fr`)
      expect(pathOf(headers.location)).toBe(`${pathOf(link.url!)}?lang=fr`)
      // After a week a person has its item, the job asks no more, and the order is paid by a new link.
      merchant.later(5 * DAY)
      await merchant.reconcile()
      expect(await merchant.items(reference)).toMatchObject([{ reason: "unknown_outcome_expired" }])
      expect((await open(link)).data).toContain("This link has expired")
      const renewed = await linkOf(orderId)
      expect(renewed.state).toBe("payable")
      const second = referenceAt(await press(renewed, MOBILE_MONEY, { anew: "1" }))
      expect(second).not.toBe(reference)
    })

    const charges = () => store.calls("create_payment_intent").length

    it("that is opened is told of before another one is begun beside it, and gone on with by its own method", async () => {
      const link = await linkOf(await draft())
      const first = referenceAt(await press(link))
      const asks = await questionOf(link, await press(link, CARD))
      expect(asks.status).toBe(200)
      expect(asks.data).toContain("A payment of this is already open")
      // Nothing is lost by a change of language.
      expect(asks.data).toContain(`href="?lang=fr&amp;ask=1"`)
      expect((await open(link, PHONE, "?lang=fr&ask=1")).data).toContain("Continuer par mobile money")
      expect(asks.data).toContain(`name="anew" value="1"`)
      // The way that is open, and the one that was pressed.
      expect(buttonsOf(asks.data)).toEqual(["Go on by mobile money", expect.stringMatching(/ all the same$/)])
      expect(referenceAt(await press(link))).toBe(first)
      expect(charges()).toBe(1)
      expect(referenceAt(await press(link, CARD, { anew: "1" }))).not.toBe(first)
      expect(charges()).toBe(2)
    })

    it("that may wait on her phone is told of before she presses anything, without a question to the service, and not for longer than a phone waits", async () => {
      const link = await linkOf(await draft())
      const first = referenceAt(await press(link))
      const asked = store.calls("verify_payment").length
      const { data } = await open(link)
      expect(data).toContain("If your phone asks you, confirm it there")
      expect(buttonsOf(data)).toEqual(["Go on by mobile money", expect.stringMatching(/ all the same$/)])
      expect(store.calls("verify_payment")).toHaveLength(asked)
      expect(referenceAt(await press(link, MOBILE_MONEY, { anew: "1" }))).toBe(first)
      merchant.later(16 * MINUTE)
      expect((await open(link)).data).not.toContain("anew")
    })

    it("that is over is not asked about, also where the question is opened once more", async () => {
      const link = await linkOf(await draft())
      const reference = referenceAt(await press(link))
      const asks = await press(link, CARD)
      store.service.control.moveState(reference, "failed", { webhook: false })
      await merchant.advance(reference)
      const later = await questionOf(link, asks)
      expect(later.data).not.toContain("A payment of this is already open")
      expect(later.data).not.toContain("anew")
      expect(later.data).toContain("The last try did not succeed")
    })

    it.each([[[MOBILE_MONEY, CARD]], [[CARD, MOBILE_MONEY]]])(
      "is one of two ways that are pressed in two tabs at once, and the other tab is asked: %j",
      async (ways) => {
        const link = await linkOf(await draft())
        // Neither has begun anything when the other looks whether it did.
        const { startPayment } = merchant.paycollect()
        const look = startPayment.assertNoOther.bind(startPayment)
        let looked = 0
        let bothLooked = () => undefined as void
        const both = new Promise<void>((resolve) => (bothLooked = resolve))
        const looking = jest.spyOn(startPayment, "assertNoOther").mockImplementation(async (...asked) => {
          await look(...asked)
          if (++looked === ways.length) bothLooked()
          await both
        })
        const answers = await Promise.all(ways.map(async (way) => await press(link, way)))
        looking.mockRestore()
        expect(charges()).toBe(1)
        const asked = answers.findIndex(({ headers }) => headers.location.startsWith("?ask"))
        const other = ways[1 - asked]
        const question = await questionOf(link, answers[asked]!)
        expect(buttonsOf(question.data)[0]).toBe(`Go on by ${other === CARD ? "card" : "mobile money"}`)
        const begun = referenceAt(answers[1 - asked]!)
        expect(referenceAt(await press(link, other, { anew: "1" }))).toBe(begun)
        merchant.pay(begun)
        await comeBack(begun)
        expect((await open(link)).data).toContain("Payment received")
      }
    )

    it("that another process is making is waited for, so that its customer can go on with it", async () => {
      const link = await linkOf(await draft())
      const reference = referenceAt(await press(link))
      const { checkout_url } = await merchant.intent(reference)
      const write = async (status: string, address: string | null) =>
        await rows(
          "update paycollect_intent set status = ?, checkout_url = ?, request = '{}' where merchant_reference = ?",
          [status, address as string, reference]
        )
      await write("creating", null)
      // Its session is not to be seen yet.
      await rows("update payment_session set deleted_at = now()")
      const sleep = jest.spyOn(merchant.paycollect().clock, "sleep")
      sleep.mockImplementationOnce(async () => void (await write("requires_action", checkout_url)))
      const asks = await press(link, CARD)
      expect(sleep).toHaveBeenCalled()
      sleep.mockRestore()
      expect(buttonsOf((await questionOf(link, asks)).data)[0]).toBe("Go on by mobile money")
      expect(charges()).toBe(1)
    })

    it("that is being confirmed keeps another one from being begun, also where the store has not heard of it", async () => {
      const link = await linkOf(await draft())
      const reference = referenceAt(await press(link))
      merchant.later(20 * MINUTE)
      store.service.control.moveState(reference, "processing", { webhook: false })
      const answer = await questionOf(link, await press(link, CARD))
      expect(answer.data).toContain("Please do not pay a second time")
      expect(answer.data).not.toContain("anew")
      expect(charges()).toBe(1)
    })

    it("that an employee gave to another order has no receipt here", async () => {
      const link = await linkOf(await draft())
      const second = referenceAt(await press(link))
      const first = referenceAt(await press(link, CARD, { anew: "1" }))
      for (const reference of [first, second]) {
        store.service.control.moveState(reference, "succeeded", { webhook: false })
        await merchant.advance(reference)
      }
      await merchant.oneItem(second, "duplicate_payment")
      const other = await linkOf(await draft())
      const { id } = await merchant.intent(second)
      await accepted(`/admin/paycollect/intents/${id}/assign`, { order_id: other.order_id })
      const { data } = await open(link)
      expect(data).toContain(formatPaymentNumber((await merchant.intent(first)).payment_number))
      expect(data).not.toContain(formatPaymentNumber((await merchant.intent(second)).payment_number))
    })

    it("is waited for, and shown again, also after a newer one was declined", async () => {
      const link = await linkOf(await draft())
      const older = referenceAt(await press(link))
      const newer = referenceAt(await press(link, CARD, { anew: "1" }))
      expect(newer).not.toBe(older)
      store.service.control.moveState(newer, "failed", { webhook: false })
      await merchant.advance(newer)
      store.service.control.moveState(older, "processing", { webhook: false })
      await merchant.advance(older)
      expect((await open(link)).data).toContain("being confirmed")
      expect(referenceAt(await press(link))).toBe(older)
      merchant.later(2 * MINUTE)
      merchant.pay(older)
      await store.api.get(`/paycollect/return/${link.url!.slice(-32)}`, { headers: PHONE })
      expect((await open(link)).data).toContain("Payment received")
    })

    it.each([
      ["failed", "The last try did not succeed"],
      ["canceled", "The payment was canceled"],
    ] as const)("that ended as %s is said in words, and can be tried again", async (state, words) => {
      const link = await linkOf(await draft())
      const reference = referenceAt(await press(link))
      store.service.control.moveState(reference, state)
      await comeBack(reference)
      const page = await open(link)
      expect(page.data).toContain(words)
      const again = referenceAt(await press(link, CARD))
      expect(again).not.toBe(reference)
      merchant.pay(again)
      await comeBack(again)
      expect((await open(link)).data).toContain("Payment received")
    })

    it("is never started by another provider, nor by one that the region does not offer", async () => {
      const link = await linkOf(await draft())
      const before = await writes()
      for (const provider of ["pp_system_default", "pp_paycollect_nobody", "", "__proto__"]) {
        const { status, data } = await press(link, provider)
        expect([status, data]).toEqual([409, expect.stringContaining("Nothing was charged")])
      }
      expect(await writes()).toEqual(before)
      await press(link)
      expect(await rows("select id from account_holder")).toEqual([])
    })

    it("cannot be started while the service is down: said with 503, and possible afterwards", async () => {
      const link = await linkOf(await draft())
      await store.whileServiceIsDown(async () => {
        const answer = await press(link)
        expect([answer.status, answer.headers["retry-after"]]).toEqual([503, "30"])
        expect(answer.data).toContain("No payment can be started at this moment")
      })
      expect((await shown(link.order_id!))[0]).toMatchObject({ state: "payable" })
    })

    it("starts when the customer goes to pay, in the page's language, with createIntent on_redirect", async () => {
      merchant.configure({ createIntent: "on_redirect" })
      const link = await linkOf(await draft())
      const answer = await press(link, MOBILE_MONEY, { language: "fr-CM" })
      expect(answer.headers.location).toMatch(/\/paycollect\/checkout\/payses_/)
      expect(store.calls("create_payment_intent")).toHaveLength(0)
      const reference = referenceAt(await store.api.get(pathOf(answer.headers.location), { headers: PHONE }))
      const { description } = store.service.control.intent(reference)!.request
      expect(description).toMatch(/^Paiement \w{4}-\w{4}$/)
      merchant.pay(reference)
      expect(pathOf(await comeBack(reference))).toBe(pathOf(link.url!))
      expect((await open(link)).data).toContain("Payment received")
    })
  })

  it("leads to the storefront who cannot be led back to it: no key opens its address", async () => {
    merchant.configure({ createIntent: "on_redirect" })
    const answer = await press(await linkOf(await draft()))
    jest.spyOn(merchant.paycollect().links, "tokenOf").mockRejectedValueOnce(notAllowed("sealed"))
    store.service.control.injectFault({ operation: "create_payment_intent", kind: "status", status: 400 })
    const { status, headers } = await store.api.get(pathOf(answer.headers.location), { headers: PHONE })
    expect(status).toBe(303)
    expect(headers.location).toContain("paycollect_status=failed")
  })

  it("asks for an order of a cart that was placed and not paid, without a word of that cart", async () => {
    merchant.configure({ pendingOrders: "place" })
    const { guest, reference: first } = await merchant.guestAtCheckout()
    store.service.control.moveState(first, "processing", { webhook: false })
    expect((await guest.complete()).data.type).toBe("order")
    const [orderId] = await guest.orders()
    const link = await linkOf(orderId!, {})
    const waiting = await open(link)
    expect(waiting.data).toContain("Your payment is being confirmed")
    expect(waiting.data).not.toContain(guest.cartId)
    expect((await press(link)).status).toBe(409)

    store.service.control.moveState(first, "failed", { webhook: false })
    await merchant.advance(first)
    const answer = await press(link)
    const reference = referenceAt(answer)
    expect(reference).not.toContain(guest.cartId)
    merchant.pay(reference)
    expect(pathOf(await comeBack(reference))).toBe(pathOf(link.url!))
    expect(await orderOf(orderId!)).toMatchObject({ status: "pending" })
    expect(await owed(orderId!)).toBe(0)
    // The old try may be asked for as often as it likes: its order is paid.
    merchant.later(2 * DAY)
    await merchant.advance(first)
    await merchant.reconcile()
    expect(await orderOf(orderId!)).toMatchObject({
      status: "pending",
      payment_status: expect.stringMatching(/captured/),
    })
  })

  it("is told of on the page of the cart that was placed: its customer must not confirm both", async () => {
    merchant.configure({ pendingOrders: "place" })
    const { guest, reference } = await merchant.guestAtCheckout()
    store.service.control.moveState(reference, "processing", { webhook: false })
    const orderId = (await guest.complete()).data.order.id as string
    store.service.control.moveState(reference, "failed", { webhook: false })
    await merchant.advance(reference)
    expect(await guest.status()).not.toHaveProperty("still_open")
    const byLink = await merchant.intent(referenceAt(await press(await linkOf(orderId, {}))))
    expect(await guest.status()).toMatchObject({
      still_open: { payment_number: formatPaymentNumber(byLink.payment_number), currency_code: "xaf" },
    })
  })

  describe("an order that was placed and is not paid", () => {
    const placed = async () => {
      merchant.configure({ pendingOrders: "place" })
      const { guest, reference } = await merchant.guestAtCheckout()
      store.service.control.moveState(reference, "processing", { webhook: false })
      return { orderId: (await guest.complete()).data.order.id as string, reference }
    }
    const statusAfter = async (ms: number, orderId: string) => {
      merchant.later(ms)
      await merchant.reconcile()
      return (await orderOf(orderId)).status as string
    }

    it("stands as long as a link asks for it, and no longer", async () => {
      const { orderId } = await placed()
      const link = await linkOf(orderId, { days: 3 })
      expect(await statusAfter(DAY + HOUR, orderId)).toBe("pending")
      expect(await statusAfter(DAY, orderId)).toBe("pending")
      expect((await open(link)).status).toBe(200)
      expect(await statusAfter(DAY, orderId)).toBe("canceled")
    })

    it("is canceled soon after the link was withdrawn", async () => {
      const { orderId } = await placed()
      const { id } = await linkOf(orderId, { days: 7 })
      expect(await statusAfter(DAY + HOUR, orderId)).toBe("pending")
      await accepted(`/admin/paycollect/links/${id}/revoke`)
      expect(await statusAfter(HOUR, orderId)).toBe("canceled")
    })

    it("is not canceled when it was paid by the link at the last moment, which nobody has told the store", async () => {
      const { orderId, reference } = await placed()
      store.service.control.moveState(reference, "failed", { webhook: false })
      await merchant.advance(reference)
      const byLink = referenceAt(await press(await linkOf(orderId, { days: 1 })))
      merchant.later(DAY + HOUR)
      store.service.control.moveState(byLink, "succeeded", { webhook: false })
      await merchant.advance(reference)
      expect(await orderOf(orderId)).toMatchObject({ status: "pending" })
      await merchant.advance(byLink)
      expect(await orderOf(orderId)).toMatchObject({
        status: "pending",
        payment_status: expect.stringMatching(/captured/),
      })
      expect(await owed(orderId)).toBe(0)
      expect([...(await merchant.items(reference)), ...(await merchant.items(byLink))]).toEqual([])
    })
  })

  describe("beside other money of the same order", () => {
    /** Placed unpaid; its cart's payment failed, and one by link is open. */
    const placedAndLinked = async () => {
      merchant.configure({ pendingOrders: "place" })
      const { guest, reference: first } = await merchant.guestAtCheckout()
      store.service.control.moveState(first, "processing", { webhook: false })
      const orderId = (await guest.complete()).data.order.id as string
      store.service.control.moveState(first, "failed", { webhook: false })
      await merchant.advance(first)
      return { orderId, first, second: referenceAt(await press(await linkOf(orderId, {}))) }
    }
    /** She tried once more at the old page, too, while no process was there to look. */
    const payAtOldPage = (reference: string) =>
      store.service.control.moveState(reference, "succeeded", { webhook: false, force: true })
    const paidOnce = async (orderId: string, first: string, second: string) => {
      for (const reference of [first, second, first]) await merchant.advance(reference)
      const { amount } = await merchant.intent(first)
      expect(await store.moneyOf(orderId)).toMatchObject({ captured: amount })
      expect(await owed(orderId)).toBe(0)
      const items = [...(await merchant.items(first)), ...(await merchant.items(second))]
      expect(items).toMatchObject([{ reason: "duplicate_payment", status: "open" }])
    }

    it("two starts at once, in its cart's collection and by its link, and both paid: one pays the order, one is listed", async () => {
      merchant.configure({ pendingOrders: "place" })
      const { guest, reference: first } = await merchant.guestAtCheckout()
      store.service.control.moveState(first, "processing", { webhook: false })
      const orderId = (await guest.complete()).data.order.id as string
      store.service.control.moveState(first, "failed", { webhook: false })
      await merchant.advance(first)
      const link = await linkOf(orderId, {})
      merchant.later(2 * MINUTE)
      const path = `/store/payment-collections/${guest.collectionId}/payment-sessions`
      const [started, pressed] = await Promise.all([
        guest.send("post", path, { provider_id: CARD, data: { ask_first: true } }),
        press(link),
      ])
      expect([started.status, pressed.status]).toEqual([expect.any(Number), 303])
      const open = store.service.control.intents().filter(({ status }) => status === "requires_action")
      // Of two that look at once each may find nothing; who found the other one was asked, and began nothing.
      const refused = started.status === 400 || pressed.headers.location.startsWith("?ask=1") ? 1 : 0
      expect(open).toHaveLength(2 - refused)
      const references = open.map(({ request }) => request.merchant_reference)
      for (const reference of references)
        store.service.control.moveState(reference, "succeeded", { webhook: false })
      await Promise.all(references.map((reference) => merchant.advance(reference)))
      for (const reference of references) await merchant.advance(reference)
      const { amount } = await merchant.intent(references[0]!)
      expect(await store.moneyOf(orderId)).toMatchObject({ captured: amount })
      expect(await owed(orderId)).toBe(0)
      const items = (await Promise.all(references.map((reference) => merchant.items(reference)))).flat()
      expect(items.map(({ reason }) => reason)).toEqual(references.slice(1).map(() => "duplicate_payment"))
    })

    it("lists the second of two payments of a placed order, of its cart and by its link, also when both are applied at once", async () => {
      const { orderId, first, second } = await placedAndLinked()
      payAtOldPage(first)
      store.service.control.moveState(second, "succeeded", { webhook: false })
      await Promise.all([merchant.advance(first), merchant.advance(second)])
      await paidOnce(orderId, first, second)
    })

    it.each(["its cart's", "its link's"])(
      "lists it also where core did not live to book the capture of the first one, %s",
      async (whose) => {
        const { orderId, first: ofCart, second: byLink } = await placedAndLinked()
        const payByLink = (reference: string) =>
          store.service.control.moveState(reference, "succeeded", { webhook: false })
        const money = [
          { reference: ofCart, pay: payAtOldPage },
          { reference: byLink, pay: payByLink },
        ] as const
        const [first, second] = whose === "its cart's" ? money : ([money[1], money[0]] as const)
        first.pay(first.reference)
        await merchant.advance(first.reference)
        // What a kill between the two steps of core leaves behind.
        const orders = store.container().resolve(Modules.ORDER)
        const booked = await orders.listOrderTransactions({ order_id: orderId })
        await orders.deleteOrderTransactions(booked.map(({ id }) => id))
        await rows(
          "update paycollect_intent set applied_at = null, order_id = null, next_step_at = created_at where merchant_reference = ?",
          [first.reference]
        )
        expect(await owed(orderId)).toBeGreaterThan(0)
        second.pay(second.reference)
        merchant.later(2 * MINUTE)
        await merchant.advance(second.reference)
        await paidOnce(orderId, first.reference, second.reference)
      }
    )

    describe("when an employee has Medusa look at the session of the placed order", () => {
      const authorize = async (orderId: string) => {
        const sessions = (await orderOf(orderId)).payment_collections.flatMap(
          (collection: { payment_sessions: { id: string; status: string }[] }) => collection.payment_sessions
        )
        const waits = sessions.find(({ status }: { status: string }) => status === "pending_authorization")
        return () =>
          merchant.post(`/admin/orders/${orderId}/payment-sessions/authorize`, {
            payment_session_id: waits.id,
          })
      }

      it("captures nothing there that the order does not owe any more", async () => {
        const { orderId, first, second } = await placedAndLinked()
        merchant.pay(second)
        await comeBack(second)
        payAtOldPage(first)
        merchant.later(MINUTE)
        expect((await (await authorize(orderId))()).status).toBe(422)
        await paidOnce(orderId, first, second)
      })

      it("captures one of the two also when both are applied at once", async () => {
        const { orderId, first, second } = await placedAndLinked()
        payAtOldPage(first)
        store.service.control.moveState(second, "succeeded", { webhook: false })
        merchant.later(MINUTE)
        const look = await authorize(orderId)
        const [{ status }] = await Promise.all([look(), merchant.advance(second)])
        expect([200, 422]).toContain(status)
        await paidOnce(orderId, first, second)
      })
    })

    it("lists what comes while the shop gives back what was paid before", async () => {
      merchant.configure({ refunds: "manual" })
      const orderId = await draft()
      const first = referenceAt(await press(await linkOf(orderId)))
      // Of the dashboard's own link to the storefront.
      const { payment_collection } = await accepted("/admin/payment-collections", {
        order_id: orderId,
        amount: await owed(orderId),
      })
      const path = `/store/payment-collections/${payment_collection.id}/payment-sessions`
      const { data } = await store.customer().send("post", path, { provider_id: MOBILE_MONEY })
      const second = data.payment_collection.payment_sessions[0].data.merchant_reference as string
      store.service.control.moveState(first, "succeeded", { webhook: false })
      await merchant.advance(first)
      const [payment] = await rows("select id from payment where data->>'merchant_reference' = ?", [first])
      store.service.control.moveState(second, "succeeded", { webhook: false })
      // Core has booked the refund, and is about to balance it by a credit line.
      const orders = store.container().resolve(Modules.ORDER)
      const change = orders.createOrderChange.bind(orders)
      const balancing = jest.spyOn(orders, "createOrderChange")
      balancing.mockImplementationOnce((async (...asked: Parameters<typeof change>) => {
        await merchant.advance(second)
        return await change(...asked)
      }) as never)
      await accepted(`/admin/payments/${payment!.id}/refund`)
      expect(balancing).toHaveBeenCalled()
      balancing.mockRestore()
      // The order was held meanwhile.
      expect(await merchant.items(second)).toEqual([])
      await merchant.advance(second)
      await merchant.oneItem(second, "duplicate_payment")
      expect(await owed(orderId)).toBe(0)
      const { amount } = await merchant.intent(first)
      expect(await store.moneyOf(orderId)).toMatchObject({ captured: amount, refunded: amount })
    })

    it("lists what is paid by it while another provider's authorization waits for its capture", async () => {
      const orderId = await draft()
      const reference = referenceAt(await press(await linkOf(orderId)))
      const amount = await owed(orderId)
      const { payment_collection } = await accepted("/admin/payment-collections", {
        order_id: orderId,
        amount,
      })
      const payments = store.container().resolve("payment")
      const session = await payments.createPaymentSession(payment_collection.id, {
        provider_id: "pp_system_default",
        currency_code: "xaf",
        amount,
        data: {},
      })
      await payments.authorizePaymentSession(session.id, {})
      merchant.pay(reference)
      await comeBack(reference)
      await merchant.oneItem(reference, "duplicate_payment")
      expect(await store.moneyOf(orderId)).toMatchObject({ captured: "0" })
    })
  })

  it("keeps nothing in its tables that anybody could pay by", async () => {
    const link = await linkOf(await draft())
    const [row] = await rows("select * from paycollect_link")
    expect(JSON.stringify(row)).not.toContain(link.url!.slice(-32))
    await press(link)
    expect(await store.tablesThatHold(link.url!.slice(-32))).toEqual([])
    expect(link).not.toHaveProperty("digest")
    expect((await store.api.get(`/admin/paycollect/links?order_id=${link.order_id}`)).status).toBe(401)
  })
}
