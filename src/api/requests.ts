import { hasPermission } from "@medusajs/framework"
import { z } from "@medusajs/framework/zod"
import { invalidData } from "../payments/errors"
import { loggerOf } from "../payments/module"
import { PAYMENT_ALIASES } from "../payments/names"
import { warnOnceAMinute } from "../payments/refused-starts"
import { within } from "../service/config"
import { errorName } from "../service/errors"
import { type PageFacts, type PageKind, resultPage } from "../features/written"
import { READ_PAYMENTS } from "../policies/paycollect"
import {
  type AuthenticatedMedusaRequest,
  type MedusaRequest,
  type MedusaNextFunction,
  type MedusaResponse,
} from "@medusajs/framework/http"

/** Stands before a route, core's or ours: answers, throws, or lets it go on. */
export type Guard<Body = unknown> = (
  req: MedusaRequest<Body>,
  res: MedusaResponse,
  next: MedusaNextFunction
) => Promise<void>

/** A route by what it answers, and the schema that its query or body was read with; `auth_context` is there where a login is needed. */
export type ApiRoute<Answer, Schema extends z.ZodType = z.ZodUnknown> = (
  req: AuthenticatedMedusaRequest<z.output<Schema>> & { validatedQuery: z.output<Schema> },
  res: MedusaResponse<Answer>
) => Promise<void>

// Messages name their field: what Medusa makes of a refused format is the message alone.
export const countryCode = z
  .string()
  .regex(/^[A-Za-z]{2}$/, "country_code: must be a two-letter ISO 3166 country code")
export const currencyParameter = z
  .string()
  .regex(/^[A-Za-z]{3}$/, "currency_code: must be a three-letter ISO 4217 currency code")
export const paymentMethod = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, "payment_method: must be a method code such as mobile_money or card")
export const cardType = z.enum(["local", "international"])

/** A text that PostgreSQL can hold. */
export const storable = z.string().regex(/^[^\0]*$/, "must not hold a zero character")

/**
 * The same schema, naming what is wrong by field. Medusa's own messages quote what came instead, which fails (500) for an object that
 * says itself how it becomes text.
 */
export function unquotedText<Output>(schema: z.ZodType<Output>): z.ZodType<Output> {
  return z.unknown().transform((body, context) => {
    const read = schema.safeParse(body)
    if (read.success) return read.data
    const problems = read.error.issues.map(({ path, message }) => `${path.join(".") || "body"}: ${message}`)
    context.addIssue({ code: "custom", message: problems.join("; ") })
    return z.NEVER
  })
}

const ID_FORM = /^[A-Za-z0-9_-]{1,128}$/

/** An id of the service in a path. @throws MedusaError INVALID_DATA (400) naming it */
export function serviceId(value: string | undefined): string {
  if (value !== undefined && ID_FORM.test(value)) return value
  throw invalidData(
    "id: must be 1 to 128 letters, digits, dashes or underscores. Nothing was asked of the payment service."
  )
}

/** What browsers say of a page that they fetch ahead and do not show yet. */
export function isPrefetch({ headers }: Pick<MedusaRequest, "headers">): boolean {
  const purposes = [headers["sec-purpose"], headers.purpose, headers["x-purpose"], headers["x-moz"]]
  return purposes.some((purpose) => /prefetch|preview|prerender/i.test(String(purpose ?? "")))
}

/** CUBOT is a make of cheap telephones. */
const ROBOTS =
  /(?<!cu)bot\b|crawl|spider|slurp|preview|facebookexternalhit|facebookcatalog|whatsapp|telegram|discord|slack|skype|viber|embedly|curl|wget|python/i

/** Messengers and search engines that fetch an address that was sent in a message. Who is taken for one by mistake can open the page all the same. */
export function isRobot({ method, headers }: Pick<MedusaRequest, "method" | "headers">): boolean {
  return method === "HEAD" || isPrefetch({ headers }) || ROBOTS.test(headers["user-agent"] ?? "")
}

/**
 * Before every route of ours, and each of Medusa's that we guard: a stranger's request that would end as 500, which operators are called for, is the
 * stranger's fault.
 * PostgreSQL takes no zero character in a text, Medusa no parameter with two dots in its name, and the router no address that cannot be
 * decoded: it is registered for a beginning of addresses, which the router compares without decoding.
 * @throws MedusaError INVALID_DATA (400); nothing was looked up then
 */
export function refuseUnreadable(req: MedusaRequest, _res: MedusaResponse, next: MedusaNextFunction): void {
  if (req.originalUrl.includes("%00"))
    throw invalidData("The address holds a zero character. Nothing was looked up.")
  if (!isDecodable(req.originalUrl.split("?")[0]!))
    throw invalidData("The address cannot be decoded. Nothing was looked up.")
  const deep = Object.keys(req.query).find((name) => name.split(".").length > 2)
  if (deep !== undefined) throw invalidData("The query holds a name with two dots. Nothing was looked up.")
  next()
}

/** Customers never get an order's or a cart's payments (`src/links`), also of a route that names no fields which it may be asked for. */
export function hideLinkedPayments(req: MedusaRequest, _res: MedusaResponse, next: MedusaNextFunction): void {
  req.restrictedFields?.add([...PAYMENT_ALIASES])
  next()
}

/** Nor does an employee whose role does not show her payments: core's routes know their own policies only. */
export const hideFromRoles: Guard = async (req, res, next) => {
  const { auth_context } = req as AuthenticatedMedusaRequest
  const roles = (auth_context?.app_metadata?.roles ?? []) as string[]
  // Medusa allows everything to a caller without roles.
  const asked = { roles: roles.length > 0 ? roles : [""], actions: READ_PAYMENTS, container: req.scope }
  const isAsked = JSON.stringify(req.query).includes(PAYMENT_ALIASES[0])
  if (!isAsked || (await hasPermission(asked))) return void next()
  hideLinkedPayments(req, res, next)
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

/** Query of `GET /store/paycollect/fee-preview`: what is asked about is read from the cart. */
export const cartFeesQuery = z.object({
  cart_id: z.string().min(1).max(128),
  payment_method: paymentMethod.optional(),
  card_type: cardType.optional(),
})

export const storeMethodsQuery = z.object({ country_code: countryCode })

/** A page of the plugin's own, in the language of its visitor, where no other place is known to lead her to. */
export function sendResult(
  req: MedusaRequest,
  res: MedusaResponse,
  kind: PageKind,
  facts: PageFacts = {}
): void {
  const page = resultPage(kind, { ...facts, language: req.headers["accept-language"] })
  res.type("html").status(PAGE_STATUS[kind] ?? 200)
  res.send(page)
}

const PAGE_STATUS: Partial<Record<PageKind, number>> = { unknown: 404, away: 500 }

/** Longer than a page may honestly take, and shorter than proxies wait: a request waits a minute for a connection to a database that is away. */
const PAGE_PATIENCE_MS = 45_000

/**
 * What a person opens stays a page where it fails, the database away for instance: Medusa would answer JSON, or a proxy its own words, to a customer who
 * may have paid. What goes on behind a page that was given up is seen when it is loaded again.
 */
export function page(
  show: (req: MedusaRequest, res: MedusaResponse) => Promise<void>
): (req: MedusaRequest, res: MedusaResponse) => Promise<void> {
  return async (req, res) => {
    try {
      const shown = await within(PAGE_PATIENCE_MS, () => show(req, res))
      if (shown === "unanswered" && !res.headersSent) sendAway(req, res, shown)
    } catch (error) {
      if (res.headersSent) throw error
      // Where, and not its message, which may repeat a person's words.
      const [at = ""] = /^\s+at .+/m.exec((error as Error).stack ?? "") ?? []
      sendAway(req, res, errorName(error), at.trim())
    }
  }
}

function sendAway(req: MedusaRequest, res: MedusaResponse, fault: string, at = ""): void {
  const text = `a page could not be shown to a customer: ${[fault, at].join(" ").trim()}. Payments that were made stay on record, and the job goes on with them; look at the server and its database.`
  warnOnceAMinute(loggerOf(req.scope), fault, text, "pages could not be shown")
  res.setHeader("Cache-Control", "no-store")
  sendResult(req, res, "away")
}
