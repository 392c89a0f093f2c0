import { ContainerRegistrationKeys, parseCorsOrigins } from "@medusajs/framework/utils"
import {
  type AuthenticatedMedusaRequest,
  type MedusaNextFunction,
  type MedusaRequest,
  type MedusaResponse,
} from "@medusajs/framework/http"

const UNTOUCHED = "Nothing was read of the request and nothing was changed."

/**
 * Before routes that write: a browser sends the session cookie along with whatever page asks, a foreign form's too. Where it signed the
 * request in, only JSON is taken, which no form can send (415, a DELETE without a body too), and of the pages that a browser names only this
 * server's own and those of `cors` (403). Who signs in by a bearer token or an API key put it there, and is not asked.
 */
export function cookieRules(cors: "adminCors" | "storeCors") {
  return (req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction): void => {
    const { session, auth_context } = req as Partial<AuthenticatedMedusaRequest>
    // Core takes the very context of the session where the session signs in.
    const isByCookie = !!auth_context && session?.auth_context === auth_context
    if (!isByCookie || ["GET", "HEAD", "OPTIONS"].includes(req.method)) return next()
    const { origin, host, "content-type": type = "" } = req.headers
    if (!/^application\/json\s*(;|$)/i.test(type))
      return void res.status(415).json({
        type: "not_allowed",
        code: "paycollect_json_only",
        message: `A request that a session cookie signs in has to be application/json, without a body too. ${UNTOUCHED} Send content-type: application/json, or sign in by a bearer token.`,
      })
    const isOwn = !!origin && URL.canParse(origin) && new URL(origin).host === host?.toLowerCase()
    if (origin === undefined || isOwn || isNamed(req, origin, cors)) return next()
    res.status(403).json({
      type: "not_allowed",
      code: "paycollect_foreign_origin",
      message: `The page that sent this is neither of this server nor named by its ${cors}. ${UNTOUCHED} Add the page's origin to ${cors} in medusa-config, or sign in by a bearer token.`,
    })
  }
}

/** By the list as Medusa's own CORS reads it. `null` is every page that hides where it is from. */
function isNamed({ scope }: MedusaRequest, origin: string, cors: "adminCors" | "storeCors"): boolean {
  const { http } = scope.resolve(ContainerRegistrationKeys.CONFIG_MODULE).projectConfig
  const origins: (string | RegExp)[] = parseCorsOrigins(http[cors])
  return (
    origin !== "null" && origins.some((one) => (one instanceof RegExp ? one.test(origin) : one === origin))
  )
}
