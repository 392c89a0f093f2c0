import { type Variant } from "../../packages/dev/src/sandbox"
import { withMerchant } from "../http/support/merchant"
import { withStore } from "../http/support/store"
import { meetings, optionsFor, type Meeting } from "./support/variants"
import { payByPhone } from "./support/hosted-checkout"
import { hasOneOrder, press, useOptions } from "./support/scene"

jest.setTimeout(60_000)

withStore({}, (store) => {
  const merchant = withMerchant(store)
  const all = meetings()
  afterAll(() => void store.service.control.setVariant())

  describe("without the option that docs/unknowns.md names", () => {
    const documented = all[0]!
    const meetBare = (change: Partial<Variant>) => {
      const meeting: Meeting = { ...documented, variant: { ...documented.variant, ...change } }
      store.service.control.setVariant(meeting.variant)
      useOptions({ store, merchant }, {})
      return { store, merchant, meeting }
    }

    it("verify by PATCH: the money waits, the history says why, and the option brings the order", async () => {
      const scene = meetBare({ verifyMethod: "PATCH" })
      const guest = store.customer()
      await guest.fillCart()
      const { checkout_url, merchant_reference } = (await press(guest))!
      await payByPhone(checkout_url)
      const returned = await guest.comeBack(merchant_reference)
      expect(returned.headers.location).toContain("paycollect_status=waiting")
      const { id } = await merchant.intent(merchant_reference)
      const { data } = await merchant.get(`/admin/paycollect/intents/${id}`)
      expect(data.intent.events).toContainEqual(
        expect.objectContaining({
          type: "verify_failed",
          data: expect.objectContaining({ status_code: 405 }),
        })
      )
      expect(await guest.orders()).toEqual([])

      useOptions({ store, merchant }, optionsFor(scene.meeting))
      await hasOneOrder(scene, guest, merchant_reference)
    })

    it("amounts rounded up: 1,003 answered by 1,005 is an order with a fee of 2, and 1,008 is an item", async () => {
      const scene = meetBare({ rounding: "charged" })
      useOptions({ store, merchant }, { amounts: { "paycollect-mobile-money": "XAF /5" } })
      const started = async () => {
        const guest = store.customer()
        await guest.fillCart({ quantity: 1 })
        await store.db.raw("update cart_shipping_method set amount = 0, raw_amount = ? where cart_id = ?", [
          { value: "0", precision: 20 },
          guest.cartId,
        ])
        await store.db.raw(
          "update cart_line_item set unit_price = 1003, raw_unit_price = ?, is_custom_price = true where cart_id = ?",
          [{ value: "1003", precision: 20 }, guest.cartId]
        )
        const { checkout_url, merchant_reference, amount } = (await press(guest))!
        expect(amount).toBe("1003")
        return { guest, checkout_url, merchant_reference }
      }
      const rounded = await started()
      await payByPhone(rounded.checkout_url)
      await rounded.guest.comeBack(rounded.merchant_reference)
      await hasOneOrder(scene, rounded.guest, rounded.merchant_reference)
      const paid = await merchant.intent(rounded.merchant_reference)
      expect(paid).toMatchObject({ amount: "1003", fee: "2", multiple: "5" })
      const { rows } = await store.db.raw(
        "select from_account, amount from paycollect_entry where intent_id = ? and to_account = 'fee'",
        [paid.id]
      )
      expect(rows).toEqual([{ from_account: "service", amount: "2" }])

      const more = await started()
      await payByPhone(more.checkout_url)
      store.service.control.overrideVerify(more.merchant_reference, { amount: "1008" })
      await more.guest.comeBack(more.merchant_reference)
      expect(await more.guest.orders()).toEqual([])
      expect(await merchant.items(more.merchant_reference)).toMatchObject([{ reason: "amount_discrepancy" }])
    })

    it("keys in x-api-key: nothing can be started, and the connection check says that the key was refused", async () => {
      const scene = meetBare({ authHeader: "x-api-key" })
      const guest = store.customer()
      await guest.fillCart()
      expect(await press(guest)).toBeNull()
      const check = async () => (await merchant.post("/admin/paycollect/settings/check")).data.check
      expect(await check()).toMatchObject({ ok: false, code: "invalid_key" })

      useOptions({ store, merchant }, optionsFor(scene.meeting))
      expect(await check()).toMatchObject({ ok: true })
      const { checkout_url, merchant_reference } = (await press(guest))!
      await payByPhone(checkout_url)
      await hasOneOrder(scene, guest, merchant_reference)
    })

    it("signatures in another header: no event is taken, health has seen none, and the job makes the order", async () => {
      const scene = meetBare({ signature: "other_header" })
      const guest = store.customer()
      await guest.fillCart()
      const { merchant_reference, checkout_url } = (await press(guest))!
      await payByPhone(checkout_url)
      const url = `${store.api.defaults.baseURL}/hooks/paycollect`
      const send = async () => await store.service.control.sendWebhook(merchant_reference, { url })
      expect(await send()).toEqual({ status: 401 })
      const { data } = await merchant.get("/admin/paycollect/health")
      expect(data.health.webhook).toMatchObject({ enabled: true, last_seen: null })
      await hasOneOrder(scene, guest, merchant_reference)

      useOptions({ store, merchant }, optionsFor(scene.meeting))
      expect(await send()).toEqual({ status: 200 })
    })

    it("fees in major units: the preview has more decimals than the currency, and the option sets it right", async () => {
      const scene = meetBare({ feeUnit: "major" })
      const guest = store.customer()
      await guest.fillCart({ currency: "eur", quantity: all.length + 1 })
      const path = `/store/paycollect/fee-preview?cart_id=${guest.cartId}&payment_method=card&card_type=local`
      const fee = async () => (await guest.send("get", path)).data.fees[0].fee
      expect(await fee()).toMatch(/^\d+\.\d{3,}$/)
      useOptions({ store, merchant }, optionsFor(scene.meeting))
      expect(await fee()).toMatch(/^\d+\.\d{2}$/)
    })
  })
})
