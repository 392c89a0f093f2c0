import { ContainerRegistrationKeys, parseCorsOrigins } from "@medusajs/framework/utils"
import {
  type AuthenticatedMedusaRequest,
  type MedusaNextFunction,
  type MedusaRequest,
  type MedusaResponse,
} from "@medusajs/framework/http"

const READING = new Set(["GET", "HEAD", "OPTIONS"])
const UNTOUCHED = "Nothing was read of the request and nothing was changed."

/**
 * Before routes that write: a browser sends the session cookie along with whatever page asks, a foreign form's too. Where it signed the
 * request in, only JSON is taken, which no form can send (415, a DELETE without a body too), and of the pages that a browser names only this
 * server's own and those of `cors` (403). Who signs in by a bearer token or an API key put it there, and is not asked.
 */
export function cookieRules(cors: "adminCors" | "storeCors") {
  return (req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction): void => {
    if (READING.has(req.method) || !isSignedInByCookie(req)) return next()
    const refuse = (status: 403 | 415, code: string, message: string) =>
      void res.status(status).json({ type: "not_allowed", code, message: `${message} ${UNTOUCHED}` })
    if (!/^application\/json\s*(;|$)/i.test(req.headers["content-type"] ?? ""))
      return refuse(
        415,
        "paycollect_json_only",
        "A request that a session cookie signs in has to be application/json, without a body too."
      )
    const { origin } = req.headers
    if (origin !== undefined && !isOwnOrigin(req, origin) && !isAllowed(req, origin, cors))
      return refuse(
        403,
        "paycollect_foreign_origin",
        `The page that sent this is neither of this server nor named by its ${cors}.`
      )
    next()
  }
}

/** Core takes the very context of the session, and of nothing else, where the session signs in. */
function isSignedInByCookie(req: MedusaRequest): boolean {
  const { session, auth_context } = req as Partial<AuthenticatedMedusaRequest>
  return !!auth_context && session?.auth_context === auth_context
}

function isOwnOrigin({ headers }: MedusaRequest, origin: string): boolean {
  return URL.canParse(origin) && new URL(origin).host === headers.host?.toLowerCase()
}

/** By the list as Medusa's own CORS reads it. `null` is every page that hides where it is from. */
function isAllowed({ scope }: MedusaRequest, origin: string, cors: "adminCors" | "storeCors"): boolean {
  const { http } = scope.resolve(ContainerRegistrationKeys.CONFIG_MODULE).projectConfig
  const isNamed = (one: string | RegExp) => (typeof one === "string" ? one === origin : one.test(origin))
  return origin !== "null" && parseCorsOrigins(http[cors]).some(isNamed)
}
