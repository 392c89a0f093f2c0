import { withStore } from "./support/store"

jest.setTimeout(120_000)

withStore({ options: { test: {}, backendUrl: undefined } }, (store) => {
  it("boots without keys, and the provider says what to set", async () => {
    const guest = store.customer()
    await guest.fillCart()
    const answer = await guest.tryToPay()
    expect(answer.status).toBe(400)
    expect(answer.data.message).toContain("test.secretKey, test.baseUrl, backendUrl")
    expect((await guest.cart()).payment_collection.payment_sessions).toEqual([])
  })
})
