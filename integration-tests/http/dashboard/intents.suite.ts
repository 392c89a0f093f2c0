import Ajv from "ajv/dist/2020"
import openapi from "../../../docs/openapi.json"
import { formatPaymentNumber } from "../../../src/payments/names"
import { type AdminPayCollectIntent } from "../../../src/types/http"
import { CARD, MOBILE_MONEY, type Customer } from "../support/customer"
import { withMerchant } from "../support/merchant"
import { type Suite } from "../support/suites"

const LIST = "/admin/paycollect/intents"

export const intents: Suite = (store) => {
  const merchant = withMerchant(store)
  const list = async (query: string | Record<string, unknown> = "") =>
    typeof query === "string"
      ? await merchant.get(`${LIST}?${query}`)
      : await merchant.get(`${LIST}?${new URLSearchParams(query as Record<string, string>)}`)
  const references = async (query?: Parameters<typeof list>[0]) =>
    ((await list(query)).data.intents as AdminPayCollectIntent[]).map((intent) => intent.merchant_reference)

  /** One guest who paid, and one who stands before the checkout. */
  const twoGuests = async () => {
    const paid = await merchant.guestAtCheckout({ email: "paid@example.com" })
    merchant.pay(paid.reference)
    await merchant.advance(paid.reference)
    const guest = store.customer()
    await guest.fillCart({ currency: "eur", email: "waiting@example.com" })
    const { merchant_reference } = await guest.startPayment(CARD)
    return { paid, waiting: { guest, reference: merchant_reference } }
  }
  const orderOf = async (guest: Customer) => {
    const [orderId] = await guest.orders()
    const { rows } = await store.db.raw('select display_id from "order" where id = ?', [orderId!])
    return { id: orderId!, number: rows[0].display_id as number }
  }

  it("answers as docs/openapi.json says", async () => {
    const { paid } = await twoGuests()
    const late = await merchant.guestAtCheckout()
    await late.guest.changeQuantity(3)
    merchant.pay(late.reference)
    await merchant.advance(late.reference)
    await merchant.oneItem(late.reference, "late_payment")
    const { id } = await merchant.intent(paid.reference)
    const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false })
    ajv.addSchema(openapi, "openapi")
    const lists = ["intents", "attention", "refunds", "takings", "today", "settings", "health"]
    for (const route of [...lists, "intents/{id}"]) {
      const { data } = await merchant.get(`/admin/paycollect/${route.replace("{id}", id)}`)
      const path = encodeURIComponent(`~1admin~1paycollect~1${route.replace("/", "~1")}`)
      const schema = `openapi#/paths/${path}/get/responses/200/content/application~1json/schema`
      ajv.validate({ $ref: schema }, data)
      expect([route, ajv.errors]).toEqual([route, null])
    }
  })

  it("finds all that is a customer's by her record in Medusa, and nothing of another's", async () => {
    const { paid, waiting } = await twoGuests()
    const { data } = await list(`q=${waiting.reference}`)
    const { customer_id } = data.intents[0] as AdminPayCollectIntent
    expect(await references({ customer_id: customer_id! })).toEqual([waiting.reference])
    const ofOrder = (await list(`q=${paid.reference}`)).data.intents[0] as AdminPayCollectIntent
    expect(await references({ customer_id: ofOrder.customer_id! })).toEqual([paid.reference])
    expect(await references({ customer_id: "cus_nobody" })).toEqual([])
  })

  it("hides a column that a later version adds, until it is named", async () => {
    const { reference } = await merchant.guestAtCheckout()
    merchant.pay(reference)
    store.service.control.overrideVerify(reference, { amount: "1" })
    await merchant.advance(reference)
    const tables = ["paycollect_intent", "paycollect_attention"]
    for (const table of tables)
      await store.db.raw(`alter table ${table} add column of_tomorrow text default 'unseen'`)
    try {
      const { id } = await merchant.intent(reference)
      const answers = await Promise.all([
        list("fields=%2Bof_tomorrow,%2Brequest"),
        merchant.get(`${LIST}/${id}`),
        merchant.get("/admin/paycollect/attention"),
      ])
      for (const { status, data } of answers) {
        expect(status).toBe(200)
        expect(JSON.stringify(data)).toContain(reference)
        expect(JSON.stringify(data)).not.toMatch(
          /of_tomorrow|unseen|"request"|lease_until|used_by_session_id/
        )
      }
    } finally {
      for (const table of tables) await store.db.raw(`alter table ${table} drop column of_tomorrow`)
    }
  })

  it("shows every payment with its order and customer, newest first, and the same in a file for the accountant", async () => {
    const { paid, waiting } = await twoGuests()
    const order = await orderOf(paid.guest)
    const { status, data } = await list()
    expect(status).toBe(200)
    expect(data).toMatchObject({ count: 2, offset: 0, limit: 20, needs_attention_count: 0 })
    expect(data.intents).toMatchObject([
      {
        merchant_reference: waiting.reference,
        status: "requires_action",
        currency_code: "eur",
        exponent: 2,
        order_id: null,
        order_display_id: null,
        customer_name: "Mireille Essomba",
        customer_email: "waiting@example.com",
        attention: [],
      },
      {
        merchant_reference: paid.reference,
        status: "succeeded",
        order_id: order.id,
        order_display_id: order.number,
        customer_email: "paid@example.com",
        customer_id: expect.stringMatching(/^cus_/),
      },
    ])
    for (const secret of ["checkout_url", "request", "fingerprint", "advance_lease_until"]) {
      expect(data.intents[0]).not.toHaveProperty(secret)
    }
    const detail = await merchant.get(`${LIST}/${data.intents[1].id}`)
    expect(detail.data.intent).toMatchObject({
      order_display_id: order.number,
      customer_email: "paid@example.com",
      events: expect.arrayContaining([expect.objectContaining({ type: "created" })]),
    })

    const intent = await merchant.intent(paid.reference)
    const file = await merchant.get(`${LIST}/export`)
    expect(file.status).toBe(200)
    expect(file.headers["content-type"]).toBe("text/csv; charset=utf-8")
    expect(file.headers["content-disposition"]).toMatch(
      /^attachment; filename="paycollect-payments-\d{4}-\d\d-\d\d\.csv"$/
    )
    const lines = (file.data as string).split("\r\n")
    const plain = (line: string) => line.replaceAll('"', "").split(",")
    expect(plain(lines[0]!.replace(/^\uFEFF/, ""))).toEqual([
      "date_utc",
      "payment_number",
      "environment",
      "merchant_reference",
      "payment_ref",
      "service_id",
      "order_number",
      "customer_email",
      "provider",
      "status",
      "amount",
      "currency",
      "fee",
      "fee_bearer",
      "refunded",
      "came",
      "came_currency",
      "applied_at_utc",
      "needs_attention",
    ])
    const cart = await waiting.guest.cart()
    expect(plain(lines[1]!).slice(1, 12)).toEqual([
      formatPaymentNumber((await merchant.intent(waiting.reference)).payment_number),
      "test",
      waiting.reference,
      expect.any(String),
      expect.any(String),
      "",
      "waiting@example.com",
      CARD,
      "requires_action",
      Number(cart.total).toFixed(2),
      "EUR",
    ])
    expect(plain(lines[2]!).slice(3, 12)).toEqual([
      paid.reference,
      intent.payment_ref,
      intent.service_intent_id,
      String(order.number),
      "paid@example.com",
      MOBILE_MONEY,
      "succeeded",
      intent.amount,
      "XAF",
    ])
    expect(lines).toHaveLength(4)
    const french: string = (await merchant.get(`${LIST}/export?dialect=fr`)).data
    const [heading, cells] = french.split("\r\n").map((line) => line.replace(/^\uFEFF/, "").split(";"))
    expect(heading!.slice(0, 3)).toEqual([`"Date (UTC)"`, `"N° de paiement"`, `"Environnement"`])
    expect(cells![10]).toBe(Number(cart.total).toFixed(2).replace(".", ","))
    const accepted = { headers: { "accept-language": "fr-CM,fr;q=0.9" } }
    expect((await merchant.get(`${LIST}/export`, accepted)).data).toBe(french)
    const filtered = await merchant.get(`${LIST}/export?q=${order.number}&order=created_at&limit=1`)
    expect((filtered.data as string).split("\r\n")).toHaveLength(3)
  })

  it("finds payments by any name that a merchant may have for them, filters, sorts and pages", async () => {
    const { paid, waiting } = await twoGuests()
    const order = await orderOf(paid.guest)
    const intent = await merchant.intent(paid.reference)
    for (const q of [
      paid.reference,
      paid.reference.slice(0, -4),
      paid.reference.toLowerCase(),
      intent.service_intent_id!,
      intent.payment_ref!.toLowerCase(),
      intent.id,
      intent.payment_number,
      formatPaymentNumber(intent.payment_number),
      formatPaymentNumber(intent.payment_number).toLowerCase(),
      paid.guest.cartId,
      order.id,
      String(order.number),
      `#${order.number}`,
      "paid@example.com",
      " Paid@Example.com ",
    ]) {
      expect([q, await references({ q })]).toEqual([q, [paid.reference]])
    }
    expect(await references({ q: "cart_" })).toEqual([waiting.reference, paid.reference])
    for (const q of ["nobody@example.com", "#4711", "cart%", "_", "nothing"]) {
      expect([q, await references({ q })]).toEqual([q, []])
    }

    const both = [waiting.reference, paid.reference]
    const created = (await merchant.intent(waiting.reference)).created_at as unknown as Date
    const between = new Date(created).toISOString()
    for (const [query, wanted] of [
      ["status=succeeded", [paid.reference]],
      ["state=succeeded", [paid.reference]],
      ["state[]=succeeded&state[]=discrepancy", [paid.reference]],
      ["status[]=succeeded&status[]=requires_action", both],
      ["environment=live", []],
      [`provider_id=${MOBILE_MONEY}`, [paid.reference]],
      [`provider_id[]=${MOBILE_MONEY}&provider_id[]=${CARD}`, both],
      ["currency_code=EUR", [waiting.reference]],
      [`cart_id=${paid.guest.cartId}`, [paid.reference]],
      [`order_id=${order.id}`, [paid.reference]],
      ["needs_attention=true", []],
      ["needs_attention=false", both],
      [`created_at[$gte]=${between}`, [waiting.reference]],
      [`created_at[$lt]=${between}`, [paid.reference]],
      ["created_at[$lte]=2020-01-01", []],
      ["order=created_at", [...both].reverse()],
      // In major units: 19.90 EUR are less than 9,000 XAF.
      ["order=amount", both],
      ["order=-applied_at", [paid.reference, waiting.reference]],
      ["limit=1", [waiting.reference]],
      ["limit=1&offset=1", [paid.reference]],
    ] as [string, string[]][]) {
      expect([query, await references(query)]).toEqual([query, wanted])
    }
    expect((await list("limit=1")).data.count).toBe(2)
    const { data } = await list("fields=merchant_reference,amount,checkout_url")
    expect(Object.keys(data.intents[0]).sort()).toEqual(["amount", "id", "merchant_reference"])
    expect((await list("fields=-attention")).data.intents[0]).not.toHaveProperty("attention")
  })

  it("counts and finds what needs attention", async () => {
    const { guest, reference } = await merchant.guestAtCheckout()
    await guest.changeQuantity(5)
    merchant.pay(reference)
    await merchant.advance(reference)
    const { data } = await list("needs_attention=true")
    expect(data).toMatchObject({ count: 1, needs_attention_count: 1 })
    expect(data.intents).toMatchObject([{ attention: [{ status: "open", reason: "late_payment" }] }])
    expect(await references("needs_attention=false")).toEqual([])
  })

  it("refuses what is wrong by name, in list and file", async () => {
    for (const [field, query] of [
      ["created_at.$gte", "created_at[$gte]=yesterday"],
      ["created_at.$lt", "created_at[$lt]=2026-13-45"],
      ["created_at", "created_at=2026-01-01"],
      ["status", "status=paid"],
      ["state", "state=paid"],
      ["environment", "environment=prod"],
      ["order", "order=checkout_url"],
      ["limit", "limit=0"],
      ["limit", "limit=5000"],
      ["offset", "offset=-1"],
      ["needs_attention", "needs_attention=maybe"],
      ["currency_code", "currency_code=francs"],
      ["colour", "colour=red"],
    ] as const) {
      for (const path of [LIST, `${LIST}/export`]) {
        const { status, data } = await merchant.get(`${path}?${query}`)
        expect([query, status, data.message]).toEqual([query, 400, expect.stringContaining(field)])
      }
    }
    expect((await store.api.get(`${LIST}/export`)).status).toBe(401)
    expect((await merchant.get(`${LIST}/pcint_nobody`)).status).toBe(404)
  })

  it("makes a file that is whole beyond one page, each payment once, however close together they were made", async () => {
    await store.db.raw(
      `insert into paycollect_intent (id, payment_number, merchant_reference, subject_id, attempt, payment_collection_id, provider_id, environment,
           amount, currency_code, exponent, fee_bearer, fingerprint, created_at)
         select 'pcint_' || n, lpad(n::text, 8, '0'), 'many_' || n || '-1', 'many_' || n, 1, 'pay_col_' || n, '=cmd|calc', 'test', '123456', 'eur', 2,
           'merchant', 'f', timestamptz '2026-01-01' + (n / 7) * interval '1 microsecond' from generate_series(1, 1203) n`
    )
    for (const order of ["created_at", "-created_at"]) {
      const { data } = await merchant.get(`${LIST}/export?q=many_&order=${order}`)
      const rows = (data as string).trimEnd().split("\r\n").slice(1)
      expect(rows).toHaveLength(1203)
      expect(new Set(rows.map((row) => row.split(",")[3])).size).toBe(1203)
      expect(rows[0]).toContain(`,"'=cmd|calc","creating",1234.56,"EUR",`)
    }
  })
}
