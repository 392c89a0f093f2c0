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
