import { CARD, MOBILE_MONEY } from "../support/customer"
import { withMerchant } from "../support/merchant"
import { type Suite } from "../support/suites"

export const amountBounds: Suite = (store) => {
  const merchant = withMerchant(store)

  describe("an amount that a way to pay does not take", () => {
    const details = { max: "5000", currency_code: "xaf" }
    const rowsOf = async (cart_id: string) =>
      (await store.db.raw("select id from paycollect_intent where subject_id = ?", [cart_id])).rows

    it("is refused with what it takes, before anything is asked or written, and another way takes it", async () => {
      merchant.configure({ amounts: { "paycollect-mobile-money": { xaf: { max: "5000" } } } })
      const guest = store.customer()
      await guest.fillCart()
      const refused = await guest.tryToPay(MOBILE_MONEY)
      expect(refused).toMatchObject({
        status: 400,
        data: {
          type: "invalid_data",
          code: "paycollect_amount_bounds",
          message: expect.stringContaining("nothing was charged"),
          details,
          charged: false,
        },
      })
      expect(await rowsOf(guest.cartId)).toEqual([])
      expect(store.calls("create_payment_intent")).toEqual([])

      const path = `/store/paycollect/fee-preview?cart_id=${guest.cartId}`
      const { data } = await guest.send("get", path)
      expect(data.amounts).toEqual({
        "paycollect-mobile-money": { ...details, outside: "above" },
        paycollect: { currency_code: "xaf", widest: true, outside: null },
      })
      const link = (await merchant.post("/admin/paycollect/links", { cart_id: guest.cartId })).data.link
      const page = await store.api.get(new URL(link.url).pathname, { params: { lang: "en" } })
      expect(page.status).toBe(200)
      const started = await guest.tryToPay(CARD)
      expect(started.status).toBe(200)
      expect(await rowsOf(guest.cartId)).toHaveLength(1)
    })

    it("is no button on a link's page, which says what that way takes, beside the way that can be paid", async () => {
      const providersAre = (...payment_providers: string[]) =>
        merchant.post(`/admin/regions/${store.regionId("xaf")}`, { payment_providers })
      const region = (await merchant.get(`/admin/regions/${store.regionId("xaf")}?fields=*payment_providers`))
        .data.region as { payment_providers: { id: string }[] }
      await providersAre(MOBILE_MONEY, CARD)
      merchant.configure({ amounts: { "paycollect-mobile-money": { xaf: { max: "5000" } } } })
      const guest = store.customer()
      await guest.fillCart()
      const { link } = (await merchant.post("/admin/paycollect/links", { cart_id: guest.cartId })).data
      const opened = async (lang: string) => {
        const { status, data } = await store.api.get(new URL(link.url).pathname, { params: { lang } })
        return { status, page: String(data).replace(/[\u00a0\u202f]/g, " ") }
      }
      const [english, french] = [await opened("en"), await opened("fr")]
      expect([english.status, french.status]).toEqual([200, 200])
      expect(english.page).toMatch(/Mobile money: up to (FCFA|XAF) 5,000/)
      expect(french.page).toMatch(/Mobile money : jusqu’à 5 000 (FCFA|XAF)/)
      expect(english.page).not.toContain(`value="${MOBILE_MONEY}"`)
      expect(english.page).toContain(`value="${CARD}"`)
      await providersAre(...region.payment_providers.map(({ id }) => id))
    })

    it("is told with its details in an answer that clients of the SDK can read", async () => {
      merchant.configure({
        amounts: { "paycollect-mobile-money": { xaf: { max: "5000" } } },
        support: { phone: "+237 6 70 00 00 02" },
      })
      const guest = store.customer()
      await guest.fillCart()
      const { status, data } = await guest.tryToPay(MOBILE_MONEY, { answer_refusal: true })
      expect([status, data]).toEqual([
        200,
        {
          refusal: {
            ...{
              status: 400,
              type: "invalid_data",
              code: "paycollect_amount_bounds",
              details,
              charged: false,
            },
            message: expect.stringContaining("nothing was charged"),
            support: { phone: "+237 6 70 00 00 02" },
          },
        },
      ])
    })

    it("makes no link where no way of the region takes it", async () => {
      const xaf = { xaf: { max: "5000" } }
      merchant.configure({
        amounts: { paycollect: xaf, "paycollect-mobile-money": xaf, "paycollect-card": xaf },
      })
      const guest = store.customer()
      await guest.fillCart()
      const { status, data } = await merchant.post("/admin/paycollect/links", { cart_id: guest.cartId })
      expect([status, data]).toMatchObject([400, { code: "paycollect_amount_bounds", details }])
      expect((await merchant.get(`/admin/paycollect/links?cart_id=${guest.cartId}`)).data.links).toEqual([])
    })
  })

  it("health names prices that are no multiple of what the service may round up to, and asks nothing without one", async () => {
    const lines = async (xaf: object) => {
      merchant.configure({ amounts: { paycollect: { xaf } } })
      const { checks } = (await merchant.get("/admin/paycollect/health")).data.health
      return (checks as { id: string }[]).filter(({ id }) => id.startsWith("prices"))
    }
    const { rows } = await store.db.raw(
      "select amount from price where currency_code = 'xaf' and deleted_at is null"
    )
    const looked = rows.length as number
    expect(looked).toBeGreaterThan(0)
    expect(await lines({ max: "5000" })).toEqual([])
    const values = { currency: "XAF", looked }
    expect(await lines({ multiple: "1" })).toMatchObject([{ id: "prices_ok", values }])
    const largest = Math.max(...(rows as { amount: string }[]).map(({ amount }) => Number(amount)))
    const odd = (rows as { amount: string }[]).filter(({ amount }) => Number(amount) !== 0).length
    expect(await lines({ multiple: `${largest + 1}` })).toMatchObject([
      { id: "prices_no_multiple", status: "warning", values: { ...values, odd } },
    ])
  })
}
