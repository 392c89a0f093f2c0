import { Modules } from "@medusajs/framework/utils"
import { type CachingModule } from "../../../src/service/answer-cache"
import { type PayCollectFee } from "../../../src/types/http"
import { withMerchant, HOUR, MINUTE } from "../support/merchant"
import { type Suite } from "../support/suites"

const PREVIEW = "/admin/paycollect/fee-preview"
const METHODS = "/admin/paycollect/payment-methods"

export const feePreview: Suite = (store) => {
  const merchant = withMerchant(store)
  // What is cached outlives a test, as it outlives a request: each question is asked about another amount.
  let amounts = 1_000_000
  const newAmount = () => String((amounts += 1_000))
  const preview = async (query: string) => await merchant.get(`${PREVIEW}?${query}`)
  const rowsOf = (fees: PayCollectFee[]) =>
    fees.map(({ payment_method, card_type }) => [payment_method, ...(card_type ? [card_type] : [])].join(" "))

  describe("for the merchant", () => {
    it("shows every active method side by side, and asks the service once for two looks at the same time and one later", async () => {
      const query = "amount=20000&currency_code=xaf&country_code=cm"
      const [first, beside] = await Promise.all([preview(query), preview(query)])
      const again = await preview(query)

      expect(first.status).toBe(200)
      expect(rowsOf(first.data.fees)).toEqual(["mtn", "orange", "card local", "card international"])
      expect(first.data.fees[0]).toEqual({
        payment_method: "mtn",
        name: "MTN MoMo",
        currency_code: "xaf",
        amount: "20000",
        fee: "700",
        total: "20700",
        fee_bearer: "merchant",
        details: {},
      })
      expect(beside.data).toEqual(first.data)
      expect(again.data).toEqual(first.data)
      expect(store.calls("list_payment_methods")).toHaveLength(1)
      expect(store.calls("calculate_fee")).toHaveLength(4)
    })

    it("shares its answers through Medusa's Caching Module where the store has one", async () => {
      const caching = store.container().resolve(Modules.CACHING) as unknown as CachingModule
      const set = jest.spyOn(caching, "set")
      await preview(`amount=${newAmount()}&currency_code=xaf&payment_method=mtn`)
      const kept = set.mock.calls[0]![0]
      set.mockRestore()
      expect(kept).toMatchObject({ key: expect.stringMatching(/^paycollect:fee:[0-9a-f]{64}$/), ttl: 300 })
      expect(await caching.get({ key: kept.key })).toMatchObject({ value: { fee: expect.any(String) } })
    })

    it("keeps the decimals of the currency", async () => {
      const { data } = await preview("amount=19.99&currency_code=EUR&payment_method=card&card_type=local")
      expect(data.fees).toMatchObject([
        { card_type: "local", currency_code: "eur", amount: "19.99", fee: "0.78", total: "20.77" },
      ])
      expect(store.service.control.requests({ operation: "calculate_fee" })[0]!.path).toContain(
        "/card/EUR/1999"
      )
    })

    it("invents nothing where the service gives no number, and takes none about another amount", async () => {
      const saying = async (data: object) => {
        store.service.control.injectFault({
          operation: "calculate_fee",
          kind: "malformed",
          body: { status: "success", data },
        })
        return (await preview(`amount=${newAmount()}&currency_code=xaf&payment_method=orange`)).data.fees
      }
      expect(await saying({ note: "by agreement" })).toMatchObject([
        { fee: null, total: null, details: { note: "by agreement" } },
      ])
      expect(await saying({ amount: 77700000, fee: 5 })).toMatchObject([
        { fee: null, error: { code: "malformed_response" } },
      ])
    })

    it("says in its row why one method has no fee", async () => {
      const amount = newAmount()
      const { data, status } = await preview(`amount=${amount}&currency_code=xaf&payment_method=wallet`)
      expect(status).toBe(200)
      expect(data.fees).toMatchObject([{ payment_method: "wallet", fee: null, error: { code: "not_found" } }])
      // A refusal is an answer, too.
      await preview(`amount=${amount}&currency_code=xaf&payment_method=wallet`)
      expect(store.calls("calculate_fee")).toHaveLength(1)
    })

    it("is not asked about a method that nothing names, by an employee neither", async () => {
      const of = (more: string) => preview(`amount=${newAmount()}&currency_code=xaf${more}`)
      const { data } = await of("&payment_method=cowries")
      expect(data.fees).toMatchObject([{ payment_method: "cowries", error: { code: "unavailable" } }])
      await of("&country_code=cm")
      const before = store.calls("calculate_fee").length
      const refused = await of("&payment_method=cowries&country_code=cm")
      expect([refused.status, refused.data.code]).toEqual([400, "paycollect_unknown_method"])
      expect(store.calls("calculate_fee")).toHaveLength(before)
    })

    it("refuses what is wrong by name, without a call, and whoever is no admin", async () => {
      for (const [field, query] of [
        ["amount", "amount=12,5&currency_code=xaf&country_code=cm"],
        ["amount", "currency_code=xaf&country_code=cm"],
        ["amount", "amount=100.5&currency_code=xaf&country_code=cm"],
        ["amount", "amount=0&currency_code=xaf&country_code=cm"],
        ["amount", "amount=19.999&currency_code=eur&payment_method=card"],
        ["currency_code", "amount=100&currency_code=francs&country_code=cm"],
        ["currency_code", "amount=100&currency_code=zzz&country_code=cm"],
        ["country_code", "amount=100&currency_code=xaf&country_code=cameroon"],
        ["country_code", "amount=100&currency_code=xaf"],
        ["payment_method", "amount=100&currency_code=xaf&payment_method=../secrets"],
        ["card_type", "amount=100&currency_code=xaf&payment_method=card&card_type=golden"],
        ["colour", "amount=100&currency_code=xaf&payment_method=card&colour=red"],
      ] as const) {
        const answer = await preview(query)
        expect([query, answer.status]).toEqual([query, 400])
        expect(answer.data).toMatchObject({ type: "invalid_data", message: expect.stringContaining(field) })
      }
      expect(store.calls()).toEqual([])
      expect((await store.api.get(`${PREVIEW}?amount=1&currency_code=xaf&country_code=cm`)).status).toBe(401)
    })
  })

  describe("with an exhausted budget", () => {
    it("says when to try again, takes no more than its part, and leaves payments their places", async () => {
      merchant.configure({ service: { budget: { standard: 20, creation: 5 } } })
      const answers = []
      for (let asked = 0; asked < 6; asked++) {
        answers.push(await preview(`amount=${newAmount()}&currency_code=xaf&payment_method=mtn`))
      }
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 429, 429])
      const refused = answers[4]!
      const seconds = Number(refused.headers["retry-after"])
      expect(seconds).toBeGreaterThan(30)
      expect(seconds).toBeLessThanOrEqual(63)
      expect(refused.data).toMatchObject({
        type: "rate_limited",
        message: expect.stringContaining(`try again in ${seconds} s`),
        retry_after_ms: expect.any(Number),
      })
      expect(store.calls("calculate_fee")).toHaveLength(4)

      const { guest, reference } = await merchant.guestAtCheckout()
      merchant.pay(reference)
      expect((await guest.comeBack(reference)).headers.location).toContain("paycollect_status=success")
      expect(await guest.orders()).toHaveLength(1)
    })

    it("shows the rows that it could have, and an error in the others", async () => {
      merchant.configure({ service: { budget: { standard: 20, creation: 5 } } })
      const amount = newAmount()
      await preview(`amount=${amount}&currency_code=xaf&payment_method=orange&country_code=cm`)
      await preview(`amount=${newAmount()}&currency_code=xaf&payment_method=orange&country_code=cm`)
      const { status, data } = await preview(`amount=${amount}&currency_code=xaf&country_code=cm`)
      expect(status).toBe(200)
      const failed = (data.fees as PayCollectFee[]).filter(({ error }) => error)
      expect(data.fees).toHaveLength(4)
      expect(failed).toHaveLength(1)
      expect(failed[0]).toMatchObject({
        fee: null,
        error: { code: "rate_limited", retry_after_ms: expect.any(Number) },
      })
    })
  })

  it("leaves payments alone when the fee calculator fails, however often", async () => {
    for (let asked = 0; asked < 3; asked++) {
      store.service.control.injectFault({ operation: "calculate_fee", kind: "status", status: 500, times: 3 })
      await preview(`amount=${newAmount()}&currency_code=xaf&payment_method=mtn`)
    }
    const { guest, reference } = await merchant.guestAtCheckout()
    merchant.pay(reference)
    expect((await guest.comeBack(reference)).headers.location).toContain("paycollect_status=success")
  })

  describe("for a customer's cart", () => {
    it("is about the cart's total, currency and country, and tells nothing else of it", async () => {
      const guest = store.customer()
      await guest.fillCart({ currency: "xof", country: "ci" })
      const { total } = await guest.cart()
      const { status, data } = await guest.send(
        "get",
        `/store/paycollect/fee-preview?cart_id=${guest.cartId}`
      )
      expect(status).toBe(200)
      expect(Object.keys(data)).toEqual(["fees"])
      expect(rowsOf(data.fees)).toEqual(["mtn", "orange", "moov", "card local", "card international"])
      for (const fee of data.fees as PayCollectFee[]) {
        expect(fee).toMatchObject({ amount: String(Math.round(total)), currency_code: "xof", details: {} })
        expect(fee.total).toMatch(/^\d+$/)
      }
      expect(JSON.stringify(data)).not.toMatch(/mireille|example\.com|Essomba/i)

      const one = await guest.send(
        "get",
        `/store/paycollect/fee-preview?cart_id=${guest.cartId}&payment_method=orange`
      )
      expect(one.data.fees).toMatchObject([{ payment_method: "orange", name: "Orange Money" }])
      expect(store.calls("calculate_fee")).toHaveLength(5)
    })

    it("is 404 for a cart nobody has, 400 without one, and closed without a publishable key", async () => {
      const guest = store.customer()
      expect((await guest.send("get", "/store/paycollect/fee-preview?cart_id=cart_of_nobody")).status).toBe(
        404
      )
      const without = await guest.send("get", "/store/paycollect/fee-preview")
      expect([without.status, without.data.message]).toEqual([400, expect.stringContaining("cart_id")])
      expect((await store.api.get("/store/paycollect/fee-preview?cart_id=cart_of_nobody")).status).toBe(400)
    })

    it("is refused for a method that nothing names, without a question", async () => {
      const guest = store.customer()
      await guest.fillCart({ quantity: 7 })
      const path = `/store/paycollect/fee-preview?cart_id=${guest.cartId}`
      await guest.send("get", path)
      store.service.control.clearRequests()
      const { status, data } = await guest.send("get", `${path}&payment_method=cowries`)
      expect([status, data.type, data.code]).toEqual([400, "invalid_data", "paycollect_unknown_method"])
      expect(data.message).toContain("payment_method: cowries")
      expect(store.calls()).toEqual([])
    })

    it("repeats nothing that the service said to the merchant", async () => {
      const guest = store.customer()
      await guest.fillCart({ quantity: 3 })
      store.service.control.injectFault({ operation: "calculate_fee", kind: "status", status: 422 })
      const { data } = await guest.send(
        "get",
        `/store/paycollect/fee-preview?cart_id=${guest.cartId}&payment_method=mtn`
      )
      expect(data.fees[0].error).toEqual({
        code: "invalid_request",
        message: "The payment service does not take this request. Nothing was changed and no money moved.",
      })
    })
  })

  describe("payment methods", () => {
    it("are asked for once in ten minutes, and served for a day while the service is down", async () => {
      const list = async () => await merchant.get(`${METHODS}?country_code=SN`)
      const { data } = await list()
      expect(data.payment_methods).toEqual([
        {
          code: "orange",
          name: "Orange Money",
          type: "mobile_money",
          currencies: ["XOF"],
          countries: ["SN"],
        },
        { code: "card", name: "Visa / Mastercard", type: "card", currencies: ["XOF"], countries: ["SN"] },
      ])
      merchant.later(9 * MINUTE)
      await list()
      expect(store.calls("list_payment_methods")).toHaveLength(1)

      merchant.later(2 * MINUTE)
      await store.whileServiceIsDown(async () => {
        expect((await list()).data).toEqual(data)
        merchant.later(25 * HOUR)
        const tooOld = await list()
        expect(tooOld.status).toBe(503)
        expect(tooOld.data.message).toContain("Nothing was changed and no money moved")
      })
      merchant.later(MINUTE)
      expect((await list()).data).toEqual(data)
    })

    it("show a logo only from an https address, and nothing of the record they came in", async () => {
      const method = (code: string, logo: string) => ({ code, name: code, logo, commission: "0.2" })
      store.service.control.injectFault({
        operation: "list_payment_methods",
        kind: "malformed",
        body: {
          status: "success",
          data: [
            method("good", "https://cdn.example/good.svg"),
            method("clear", "http://cdn.example/clear.svg"),
            method("script", "javascript:alert(1)"),
          ],
        },
      })
      const { data } = await store.customer().send("get", "/store/paycollect/payment-methods?country_code=gh")
      expect(data).toEqual({
        environment: "test",
        payment_methods: [
          { code: "good", name: "good", logo: "https://cdn.example/good.svg" },
          { code: "clear", name: "clear" },
          { code: "script", name: "script" },
        ],
      })
    })

    it("need a country", async () => {
      for (const query of ["", "?country_code=CMR", "?country_code=1"]) {
        for (const answer of [
          await merchant.get(METHODS + query),
          await store.customer().send("get", `/store/paycollect/payment-methods${query}`),
        ]) {
          expect([answer.status, answer.data.message]).toEqual([400, expect.stringContaining("country_code")])
        }
      }
    })
  })
}
