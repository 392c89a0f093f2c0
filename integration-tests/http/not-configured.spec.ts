import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { withStore } from "./support/store"

jest.setTimeout(120_000)

withStore({ options: { test: {}, backendUrl: undefined } }, (store) => {
  it("boots without keys; customers learn that they cannot pay now, the log says what to set", async () => {
    const logger = store.container().resolve(ContainerRegistrationKeys.LOGGER)
    const logged = jest.spyOn(logger, "warn")
    const guest = store.customer()
    await guest.fillCart()
    const answer = await guest.tryToPay()
    expect([answer.status, answer.headers["retry-after"], answer.data.type]).toEqual([503, "15", "unavailable"])
    expect(answer.data.message).not.toMatch(/key|configur|option|secret/i)
    expect(logged.mock.calls).toEqual([
      [expect.stringContaining("test.secretKey, test.baseUrl, backendUrl")],
    ])
    expect((await guest.cart()).payment_collection.payment_sessions).toEqual([])
  })
})
