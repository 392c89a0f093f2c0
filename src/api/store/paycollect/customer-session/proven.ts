import { type AuthenticatedMedusaRequest, type MedusaRequest } from "@medusajs/framework/http"
import { type Guard } from "../../../requests"
import { MedusaError, Modules } from "@medusajs/framework/utils"
import { paycollectOf } from "../../../../modules/paycollect"
import { spelled, type SessionOwner } from "../../../../features/customer-sessions/customer-sessions"
import { type PluginOptions } from "../../../../settings/options-schema"

/** Off unless the store says whose e-mail is proven; a guest is told so, too, before being asked to log in. */
export const answerWhenOff: Guard = async (req, res, next) => {
  if (await ruleOf(req)) return next()
  res.status(404).json({ type: "not_found", message: "Customer sessions are off." })
}

/**
 * The service knows a customer by the e-mail alone (interface 4.4), and a stranger may open an account with any e-mail: without a proof a
 * session would show the saved methods of that e-mail's owner. Whatever is not a clear yes is a no.
 * @throws MedusaError FORBIDDEN
 */
export async function assertProven(req: AuthenticatedMedusaRequest, owner: SessionOwner): Promise<void> {
  const rule = await ruleOf(req)
  const proven = rule === "verified" ? await isVerified(req, owner) : await rule?.(owner, req.scope)
  if (proven === true) return
  throw new MedusaError(
    MedusaError.Types.FORBIDDEN,
    "The e-mail address of this account is not verified, so no session was started. Verify it first."
  )
}

async function ruleOf(req: MedusaRequest): Promise<PluginOptions["customerSessions"]> {
  const { configuration } = paycollectOf(req.scope)
  return (await configuration.current()).options.customerSessions
}

/**
 * Medusa's own verification (`POST /auth/verification/request`, `/confirm`): of this login, and of the e-mail that the account has now,
 * which need not be the one that the login is called by.
 */
async function isVerified(req: AuthenticatedMedusaRequest, { email }: SessionOwner): Promise<boolean> {
  const { auth_identity_id } = req.auth_context
  // A filter without a value would find all customers'.
  if (!auth_identity_id) return false
  const verifications = await req.scope
    .resolve(Modules.AUTH)
    .listAuthVerifications({ auth_identity_id, entity_type: "email" })
  return verifications.some(
    ({ entity_id, verified_at }) => !!verified_at && spelled(entity_id) === spelled(email)
  )
}
