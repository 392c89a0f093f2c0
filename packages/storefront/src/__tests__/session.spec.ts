import { checkCustomerSession, createCustomerSession, revokeCustomerSession } from "../session"
import { refused, storeAnswering } from "./support"

const path = "/store/paycollect/customer-session"
const headers = { "x-paycollect-session": "cst_1" }

describe("customer sessions", () => {
  it("creates one", async () => {
    const customer_session = { session_token: "cst_1", expires_at: "2026-01-01T00:00:00Z" }
    const { store, requests } = storeAnswering({ customer_session })
    expect(await createCustomerSession({ client: store })).toEqual({
      token: "cst_1",
      expiresAt: "2026-01-01T00:00:00Z",
    })
    expect(requests).toMatchObject([{ path, method: "POST" }])
    expect(requests[0]?.headers).toBeUndefined()
  })

  it("asks whether one is valid, and ends it, with the token in a header and never in the address", async () => {
    const { store, requests } = storeAnswering({ customer_session: { valid: true } }, { deleted: true })
    expect(await checkCustomerSession({ client: store, token: "cst_1" })).toEqual({
      valid: true,
      expiresAt: null,
    })
    await revokeCustomerSession({ client: store, token: "cst_1" })
    expect(requests).toMatchObject([
      { path, method: "GET", headers },
      { path, method: "DELETE", headers },
    ])
  })

  it("takes no answer for no valid session, and refuses one without a token", async () => {
    expect(await checkCustomerSession({ client: storeAnswering({}).store, token: "x" })).toMatchObject({
      valid: false,
    })
    await expect(createCustomerSession({ client: storeAnswering({}).store })).rejects.toMatchObject({
      code: "invalid_response",
    })
  })

  it("says that nobody is logged in", async () => {
    const { store } = storeAnswering(refused(401, "Unauthorized"))
    await expect(createCustomerSession({ client: store })).rejects.toMatchObject({
      code: "request",
      status: 401,
    })
  })
})
