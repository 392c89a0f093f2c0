import { type IncomingMessage } from "node:http"
import { unauthorized } from "../base/reply"
import { sameText } from "../base/ids"
import { type ApiRoute } from "../resources/route"
import { type Environment } from "../state/options"
import { SANDBOX_KEYS } from "../state/settings"
import { type Simulation } from "../state/simulation"

interface Wanted {
  simulation: Simulation
  environment: Environment
  wanted: ApiRoute["credential"]
}

/**
 * The credential of a request, checked against what the route takes (interface 5). A session token is only checked for its form;
 * whether it is alive is the business of the operation.
 */
export function authenticate(request: IncomingMessage, { simulation, environment, wanted }: Wanted): string {
  const bearer = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? "")?.[1]
  if (wanted === "session_token") {
    if (!bearer) throw unauthorized("session_token_missing", "The session token is sent as Bearer")
    if (!bearer.startsWith("cs_"))
      throw unauthorized("session_token_invalid", "A session token starts with cs_")
    return bearer
  }
  const place = wanted === "bearer_key" ? "bearer" : simulation.settings.variant.authHeader
  const header = request.headers["x-api-key"]
  const key =
    (place === "x-api-key" ? undefined : bearer) ??
    (place === "bearer" || typeof header !== "string" ? undefined : header)
  if (!key) throw unauthorized("api_key_missing", "The secret key is sent as Bearer or in x-api-key")
  if (key.startsWith("pk_"))
    throw unauthorized("public_key_refused", "This operation needs a secret key", 403)
  const expected = environment === "test" ? SANDBOX_KEYS.testSecretKey : SANDBOX_KEYS.liveSecretKey
  if (sameText(key, expected)) return key
  const isOther = key.startsWith(environment === "test" ? "sk_live_" : "sk_test_")
  throw isOther
    ? unauthorized(
        "environment_mismatch",
        `A key of another environment was used on the ${environment} base address`
      )
    : unauthorized("api_key_invalid", "The secret key is not known")
}
