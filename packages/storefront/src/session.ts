import { callStore, PayCollectStorefrontError, type StoreClient } from "./index"

/** A session of the logged-in customer at the payment service. Keep the token in memory only: who has it speaks for the customer. */
export interface CustomerSession {
  token: string
  /** ISO 8601 */
  expiresAt: string | null
}

export interface CustomerSessionOptions {
  /** Knows the logged-in customer: a js-sdk instance after login, or `createStoreClient` with `token`. */
  client: StoreClient
  signal?: AbortSignal
}

/** @throws PayCollectStorefrontError, with `status` 401 when no customer is logged in */
export async function createCustomerSession(options: CustomerSessionOptions): Promise<CustomerSession> {
  const { session_token: token, expires_at: expiresAt = null } = await call(options, "POST")
  if (!token) throw new PayCollectStorefrontError("invalid_response", "The store returned no session token")
  return { token, expiresAt }
}

/** Whether the service still knows the session. @throws PayCollectStorefrontError when the store cannot say */
export async function checkCustomerSession(
  options: CustomerSessionOptions & { token: string }
): Promise<{ valid: boolean; expiresAt: string | null }> {
  const { valid = false, expires_at: expiresAt = null } = await call(options, "GET")
  return { valid, expiresAt }
}

/** Ends the session at the service. @throws PayCollectStorefrontError */
export async function revokeCustomerSession(
  options: CustomerSessionOptions & { token: string }
): Promise<void> {
  await call(options, "DELETE")
}

interface SessionAnswer {
  session_token?: string
  expires_at?: string
  valid?: boolean
}

async function call(
  { client, signal, token }: CustomerSessionOptions & { token?: string },
  method: "POST" | "GET" | "DELETE"
): Promise<SessionAnswer> {
  const answer = await callStore(client, "/store/paycollect/customer-session", {
    method,
    ...(token && { headers: { "x-paycollect-session": token } }),
    signal,
  })
  return (answer as { customer_session?: SessionAnswer } | null)?.customer_session ?? {}
}
