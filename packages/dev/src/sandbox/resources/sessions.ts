import { z } from "zod"
import { ok, unauthorized } from "../base/reply"
import { newSessionToken } from "../base/ids"
import { type EnvironmentState } from "../state/memory"
import { type CustomerSession } from "../state/records"
import { type Simulation } from "../state/simulation"
import { defineRoute } from "./route"

function view(session: CustomerSession) {
  return { customer_email: session.email, expires_at: new Date(session.expiresAt).toISOString() }
}

/** Unknown, expired and revoked tokens are all the same to the caller. */
function liveSession(simulation: Simulation, environment: EnvironmentState, token: string): CustomerSession {
  const session = environment.sessions.get(token)
  if (!session || session.expiresAt <= simulation.now())
    throw unauthorized("session_invalid", "The session is unknown, expired or revoked")
  return session
}

const create = defineRoute("create_session", "POST /sessions/create", {
  credential: "bearer_key",
  body: z.strictObject({ customer_email: z.email("must be an e-mail address") }),
  handle({ simulation, environment, body }) {
    const expiresAt = simulation.now() + simulation.settings.sessionTtlMs
    const session = { token: newSessionToken(), email: body.customer_email, expiresAt }
    environment.sessions.set(session.token, session)
    const data = { session_token: session.token, ...view(session) }
    return ok({ success: true, message: "Session created", data })
  },
})

const validate = defineRoute("validate_session", "POST /sessions/validate", {
  credential: "session_token",
  handle({ simulation, environment, sessionToken }) {
    const session = liveSession(simulation, environment, sessionToken)
    return ok({ success: true, message: "Session is valid", data: { valid: true, ...view(session) } })
  },
})

const revoke = defineRoute("revoke_session", "POST /sessions/revoke", {
  credential: "session_token",
  handle({ simulation, environment, sessionToken }) {
    const session = liveSession(simulation, environment, sessionToken)
    environment.sessions.delete(session.token)
    return ok({ success: true, message: "Session revoked", data: { revoked: true } })
  },
})

export const sessionRoutes = [create, validate, revoke]
