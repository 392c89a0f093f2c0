import {
  type AuthenticatedMedusaRequest,
  type MedusaRequest,
  type MedusaResponse,
} from "@medusajs/framework/http"
import { POST as startInCollection } from "@medusajs/medusa/api/store/payment-collections/[id]/payment-sessions/route"
import { type Guard } from "../../requests"
import { type MedusaError } from "@medusajs/framework/utils"
import { type PayCollectError } from "../../../service/errors"
import { AMOUNT_BOUNDS, type AmountOutOfBounds } from "../../../payments/amounts"
import { isAssigned, isOpenAttempt, PAID_ALREADY } from "../../../payments/attempts"
import { foreseeStart } from "../../../payments/refused-starts"
import { loggerOf, queryOf } from "../../../payments/module"
import { paycollectOf } from "../../../modules/paycollect"
import type PayCollectModuleService from "../../../modules/paycollect/service"
import { warnRefusedStart } from "../../../payments/refused-starts"
import { customerPayments, wasCharged } from "../../../payments/cart-status"
import { chargedBefore, invalidData, START_FAILURES, toMedusaError } from "../../../payments/errors"
import { shownSupport, type Support } from "../../../settings/support"
import { collectionOutOfBounds } from "../../../orders/amount-bounds"
import { STOREFRONT_KEY, ACTIVE_SESSION_KEY, overAlready } from "../../../orders/initiate"
import { orderById, orderOfCollection, subjectOfCollection } from "../../../orders/records/lookups"
import { askingCollection } from "../../../orders/records/predicates"
import { decimalsOf, recordsById } from "../../../orders/records/query"
import { isOurs } from "../../../orders/records/providers"
import { readOverBefore } from "../../../orders/records/session-facts"
import { sendLater } from "../../service-errors"

/** After a failure of which nothing says how long it lasts; the circuit breaker's own pause. */
const TRY_AGAIN_MS = 15_000

/**
 * In the data of a start: its refusal shall come as an answer, `{refusal}` with 200. Medusa's SDK keeps nothing of an error but its text and
 * status, and the customer would not learn whether anything was charged. Never part of the session.
 */
const ANSWER_REFUSAL = "answer_refusal"

/** In JSON: what PostgreSQL keeps in none. Core would write it into the session, whose place the one before it gave up. */
const UNSTORABLE = /\\u(0000|d[89a-f])/

/** Core reads the account of a token, and fails where it was deleted, before it touches a session. */
const ACCOUNT_GONE = {
  type: "unauthorized",
  message:
    "This customer account is not there any more. No payment was started and nothing was charged: log out, and pay as a guest.",
}

interface RefusedStart {
  code: string
  message: string
  waitMs: number
}

interface StartBody {
  provider_id: string
  data?: Record<string, unknown>
}

/**
 * Before `POST /store/payment-collections/:id/payment-sessions` for one of our providers: core deletes the sessions that are there while it
 * asks the provider, so what is known to fail is answered here, where it costs nothing, with 503 or 429 and `Retry-After`. What fails later
 * is answered the same way, and the session before it stands again. A payment link does not come by here. Refused input stays 400; other providers are not touched.
 */
export const guardStart: Guard<StartBody> = async (req, res, next) => {
  if (!isOurs(req.body)) return await guardOther(req, res, next)
  // Only core's own repair of a failed start speaks of a payment that stands (core's handler reads `req.body`).
  const { [ACTIVE_SESSION_KEY]: _active, [ANSWER_REFUSAL]: asAnswer, ...data } = req.body.data ?? {}
  const paycollect = paycollectOf(req.scope)
  const { support } = (await paycollect.configuration.current()).options
  completeRefusals(req, res, { support, asAnswer: asAnswer === true })
  if (UNSTORABLE.test(JSON.stringify(data)))
    throw invalidData("data: must hold neither a zero character nor half of one. No payment was started.")
  // Who pays at the storefront comes back to it, although a payment link led into this collection before.
  req.body.data = { ...data, [STOREFRONT_KEY]: true }
  leadToOpenCollection(req, res)
  const over = await overBefore(req)
  if (over) throw over
  const blocker = await startBlockerOf(req, paycollect)
  if (blocker) {
    warnRefusedStart(loggerOf(req.scope), `collection ${req.params.id}`, blocker)
    const { code, message } = toMedusaError(blocker) as MedusaError
    const wait = "retryAfterMs" in blocker ? blocker.retryAfterMs : undefined
    return sendRefusedStart(res, { code: code!, message, waitMs: wait ?? TRY_AGAIN_MS })
  }
  const outside = await outsideBounds(req, paycollect)
  if (outside && !(await goesOnWithWhatIsThere(req, paycollect))) return sendOutside(res, outside)
  answerLateFailures(req, res, paycollect)
  next()
}

/** Another provider's start deletes our session, too: not the one of what was paid with us. */
const guardOther: Guard<StartBody> = async (req, res, next) => {
  const over = await overBefore(req)
  if (!over) return next()
  const { support } = (await paycollectOf(req.scope).configuration.current()).options
  completeRefusals(req, res, { support, asAnswer: false })
  throw over
}

/** A tab that was left open: core would take the session of the payment away, and make it anew without its payment. */
async function overBefore({ scope, params, body }: MedusaRequest<StartBody>): Promise<MedusaError | null> {
  const paycollect = paycollectOf(scope)
  const asked = { id: params.id!, isStartOfOurs: isOurs(body) }
  const options = async () => (await paycollect.configuration.current()).options
  const over = await readOverBefore(queryOf(scope), asked, options)
  return over && (await overAlready(over, paycollect))
}

/** Every refusal says whether anything was charged, by this start or another, where that is known; and how to reach the shop. */
function completeRefusals(
  req: MedusaRequest<StartBody>,
  res: MedusaResponse,
  { support, asAnswer }: { support: Support; asAnswer: boolean }
): void {
  const json = res.json.bind(res)
  // Where core's handler of errors answers, the request has others, or none.
  const { params } = req
  res.json = (body: unknown) => {
    res.json = json
    const status = res.statusCode
    if (status < 400) return json(body)
    const said = chargedBefore((body as { code?: unknown } | null)?.code)
    const asked =
      said === false ? chargedInAll(req, params.id!).catch(() => undefined) : Promise.resolve(said)
    void asked.then((charged) => {
      const refusal = { ...(body as object), charged, ...shownSupport(support) }
      // A fault of the store's stays one for the operator who watches its answers.
      return asAnswer && (status < 500 || status === 503)
        ? res.status(200).json({ refusal: { status, ...refusal } })
        : json(refusal)
    })
    return res
  }
}

/** By all payments of the cart: one on her telephone may be debited while another is refused. */
async function chargedInAll({ scope }: MedusaRequest<StartBody>, id: string): Promise<boolean | undefined> {
  const { ledger } = paycollectOf(scope)
  const attempts = await ledger.ofSubject(await subjectOfCollection(queryOf(scope), id))
  const back = attempts.filter(({ refunded }) => refunded !== "0").map(({ id }) => id)
  const sent = back.length > 0 ? await ledger.sentBack(back) : new Map<string, bigint>()
  return wasCharged(attempts, customerPayments(attempts, sent, null))
}

/**
 * The order of a cart may have been edited up and paid in part: the rest is asked for in another collection of it, which the storefront does not
 * know. Instead of hearing that all is paid its customer pays there.
 */
function leadToOpenCollection(req: MedusaRequest<StartBody>, res: MedusaResponse): void {
  const json = res.json.bind(res)
  const { params } = req
  res.json = (body: unknown) => {
    res.json = json
    if ((body as { code?: unknown } | null)?.code !== PAID_ALREADY) return json(body)
    void openCollectionBeside(req, params.id!)
      .then(async (id) => {
        if (!id) return json(body)
        params.id = id
        req.params = params
        await startInCollection(req as AuthenticatedMedusaRequest<StartBody>, res)
      })
      .catch(() => json(body))
    return res
  }
}

/** @returns the collection of the same order that asks for just what is open; null where nothing is */
async function openCollectionBeside({ scope }: MedusaRequest<StartBody>, id: string): Promise<string | null> {
  const query = queryOf(scope)
  const { options } = await paycollectOf(scope).configuration.current()
  const found = await orderOfCollection(query, id)
  const order = found && (await orderById(query, found.id))
  const exponent = order && (await decimalsOf(order.currency_code!, query, options))
  return order && exponent !== null ? (askingCollection(order, exponent!)?.id ?? null) : null
}

/** null where nothing is known to keep the payment from being started. */
async function startBlockerOf(
  req: MedusaRequest<StartBody>,
  paycollect: PayCollectModuleService
): Promise<MedusaError | PayCollectError | null> {
  const active = await paycollect.configuration.current()
  if (active.blocker) return active.blocker
  // Nothing is asked of the service before the customer goes to pay.
  if (active.options.createIntent === "on_redirect") return null
  const blocker = await foreseeStart(paycollect)
  return blocker && (await goesOnWithWhatIsThere(req, paycollect)) ? null : blocker
}

/** A payment that is open or made already needs nothing of the service; for another one after all, the failure comes late. */
async function goesOnWithWhatIsThere(
  req: MedusaRequest<StartBody>,
  { ledger }: PayCollectModuleService
): Promise<boolean> {
  const attempts = await ledger.ofSubject(await subjectOfCollection(queryOf(req.scope), req.params.id!))
  return attempts.some(
    (attempt) =>
      (attempt.outcome === "paid" && !attempt.closed_at && !isAssigned(attempt)) ||
      (attempt.provider_id === req.body.provider_id && isOpenAttempt(attempt) && !!attempt.checkout_url)
  )
}

/**
 * Core's error handler, and any that an app put in its place, writes the error of the provider with its code. It is not replaced: only the
 * answer with exactly these codes gets the status that they mean.
 */
function answerLateFailures(
  req: MedusaRequest<StartBody>,
  res: MedusaResponse,
  paycollect: PayCollectModuleService
): void {
  const asked = { scope: req.scope, params: { ...req.params }, body: req.body }
  const account = (req as Partial<AuthenticatedMedusaRequest>).auth_context?.actor_id
  const json = res.json.bind(res)
  res.json = (body: unknown) => {
    res.json = json
    const { code, message } = (body ?? {}) as { code?: unknown; message?: unknown }
    if (res.statusCode < 400) return json(body)
    if (res.statusCode === 500 && account) {
      void recordsById(queryOf(asked.scope), "customer", "id", [account])
        .then(({ size }) => (size > 0 ? json(body) : res.status(401).json(ACCOUNT_GONE)))
        .catch(() => json(body))
      return res
    }
    if (code === AMOUNT_BOUNDS) {
      void outsideBounds(asked, paycollect)
        .catch(() => null)
        .then((found) => (found ? sendOutside(res, found) : json(body)))
      return res
    }
    if (!START_FAILURES.has(String(code))) return json(body)
    void waitAfterFailure(paycollect).then((waitMs) =>
      sendRefusedStart(res, { code: String(code), message: String(message), waitMs })
    )
    return res
  }
}

/** What is asked for now cannot be paid this way; core's handler of errors would drop what can. */
async function outsideBounds(
  { scope, params, body }: Pick<MedusaRequest<StartBody>, "scope" | "params" | "body">,
  { configuration }: PayCollectModuleService
): Promise<AmountOutOfBounds | null> {
  const { options } = await configuration.current()
  const asked = { provider_id: body.provider_id, collection_id: params.id! }
  return await collectionOutOfBounds(queryOf(scope), options, asked)
}

function sendOutside(res: MedusaResponse, { type, code, message, details }: AmountOutOfBounds): void {
  res.status(400).json({ type, code, message, details })
}

function sendRefusedStart(res: MedusaResponse, { code, ...said }: RefusedStart): void {
  const status = START_FAILURES.get(code)!
  sendLater(res, { ...said, status, code })
}

/** What the service said, or our own budget, stands in the budget's state by now. */
async function waitAfterFailure(paycollect: PayCollectModuleService): Promise<number> {
  const foreseen = await foreseeStart(paycollect, 0).catch(() => null)
  return foreseen?.retryAfterMs ?? TRY_AGAIN_MS
}
