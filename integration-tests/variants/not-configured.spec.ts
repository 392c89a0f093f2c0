import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { withStore } from "../http/support/store"

jest.setTimeout(120_000)

withStore({ options: { test: {}, backendUrl: undefined } }, (store) => {
  it("boots without keys; customers learn that they cannot pay now, the log says what to set", async () => {
    const logger = store.container().resolve(ContainerRegistrationKeys.LOGGER)
    const logged = jest.spyOn(logger, "warn")
    const guest = store.customer()
    await guest.fillCart()
    const answer = await guest.tryToPay()
    expect([answer.status, answer.headers["retry-after"], answer.data.type]).toEqual([
      503,
      "15",
      "unavailable",
    ])
    expect(answer.data.message).not.toMatch(/key|configur|option|secret/i)
    expect(logged.mock.calls).toEqual([[expect.stringContaining("test.secretKey, test.baseUrl, backendUrl")]])
    expect((await guest.cart()).payment_collection.payment_sessions).toEqual([])
  })

  it.each(["payment-methods?country_code=CM", "fee-preview?cart_id="])(
    "shoppers learn no name of an option from /store/paycollect/%s",
    async (path) => {
      const guest = store.customer()
      await guest.fillCart()
      const asked = path.endsWith("=") ? path + guest.cartId : path
      const { status, data } = await guest.send("get", `/store/paycollect/${asked}`)
      expect([status, data.type]).toEqual([503, "unavailable"])
      expect(data.message).not.toMatch(/key|configur|option|secret/i)
    }
  )
})
