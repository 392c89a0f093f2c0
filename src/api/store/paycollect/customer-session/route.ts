import { type AuthenticatedMedusaRequest, type MedusaResponse } from "@medusajs/framework/http"
import { invalidData, notFound } from "../../../../payments/errors"
import { queryOf } from "../../../../payments/module"
import { paycollectOf } from "../../../../modules/paycollect"
import { type SessionOwner } from "../../../../features/customer-sessions/customer-sessions"
import { emailOfCustomer } from "../../../../orders/records/lookups"
import type * as Http from "../../../../types/http"
import { answering } from "../../../service-errors"
import { assertProven } from "./proven"

/** In a header and not in the address: addresses are written into logs and histories, and the token is a credential. */
const HEADER = "x-paycollect-session"
const TOKEN_HEADER = /^cs_[A-Za-z0-9_.~+/=-]{1,512}$/

/**
 * `POST /store/paycollect/customer-session`: a session of the service for the logged-in customer whose e-mail is proven, else 403. The
 * token is stored nowhere. 404 for all three while the option `customerSessions` is not set.
 */
export const POST = answering<Http.StorePayCollectCustomerSessionResponse>("store", async (req, res) => {
  const owner = await ownerOf(req)
  await assertProven(req, owner)
  const { session_token, expires_at } = await sessionsOf(req).create(owner)
  sendSession(res, { customer_session: { session_token, ...(expires_at && { expires_at }) } })
})

/** `GET`: whether the token in the header is alive and, as far as the service tells, this customer's. */
export const GET = answering<Http.StorePayCollectCustomerSessionValidResponse>("store", async (req, res) => {
  const token = tokenOf(req)
  const state = await sessionsOf(req).state(await ownerOf(req), token)
  const { expires_at } = state.kind === "valid" ? state : {}
  sendSession(res, { customer_session: { valid: state.kind === "valid", ...(expires_at && { expires_at }) } })
})

/** `DELETE`: ends it. A session that has ended already is no error; another customer's is left alone, 404. */
export const DELETE = answering<Http.StorePayCollectCustomerSessionDeleteResponse>(
  "store",
  async (req, res) => {
    const token = tokenOf(req)
    const { kind } = await sessionsOf(req).revoke(await ownerOf(req), token)
    if (kind === "foreign") {
      throw notFound("There is no such session of yours; nothing was ended.")
    }
    // The id is the customer's: a session has no name but its token, and that is not to be repeated.
    sendSession(res, { id: req.auth_context.actor_id, object: "customer_session", deleted: true })
  }
)

function sendSession<T>(res: MedusaResponse<T>, body: T): void {
  res.setHeader("Cache-Control", "no-store")
  res.json(body)
}

const sessionsOf = (req: AuthenticatedMedusaRequest) => paycollectOf(req.scope).customerSessions

function tokenOf(req: AuthenticatedMedusaRequest): string {
  const token = req.headers[HEADER]
  if (typeof token === "string" && TOKEN_HEADER.test(token)) return token
  throw invalidData(`${HEADER}: this header must hold the session token, which begins with cs_`)
}

/** The e-mail comes from the store's own record of the customer who is logged in, never from the request (interface 4.4: it is all that is needed). */
async function ownerOf(req: AuthenticatedMedusaRequest): Promise<SessionOwner> {
  const id = req.auth_context.actor_id
  const email = await emailOfCustomer(queryOf(req.scope), id)
  if (email) return { id, email }
  throw invalidData(
    "email: the customer has none, and the payment service needs one for a session. Nothing was started."
  )
}
