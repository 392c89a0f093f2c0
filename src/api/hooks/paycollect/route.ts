import { type MedusaRequest, type MedusaResponse } from "@medusajs/framework/http"
import { paycollectOf } from "../../../modules/paycollect"
import { type ActiveConfiguration } from "../../../settings/active-configuration"
import { isOver } from "../../../payments/phase"
import { CHECK_AGAIN_MS } from "../../../payments/schedule"
import { type SignedEvent } from "../../../payments/source"
import { within } from "../../../service/config"
import { isOwnEvent, wasSentByUs } from "../../../service/own-event"
import { isSigned, referencesOf, saysSuccess, signatureHeaders } from "../../../service/webhook"
import { type IntentRow } from "../../../modules/paycollect/models/intent"
import type PayCollectModuleService from "../../../modules/paycollect/service"
import { reviewOnNews } from "../../../features/reversals/review"
import { advanceIntentWorkflow } from "../../../workflows"
import { NOT_ASKED, type AdvanceResult } from "../../../orders/advance-result"
import { environmentsFrom } from "../../../payments/assess"
import { rowOfOrphan } from "./orphan"
import { BodyRefused, readBytes, readJson, unpack } from "./body"

/** Outcomes that another delivery may better: the service retries what is not answered 2xx (U-08). */
const NOT_PROCESSED = new Set(["no_answer", "not_found", "completion_failed", "in_progress", NOT_ASKED])
/** Medusa's Redis or its database may hang, and with it all that is asked: an event that nothing came of by then has to come again. */
const LONGEST_MS = 25_000

/**
 * `POST /hooks/paycollect`: events of the service (interface 6, U-06 to U-08). An event is only a hint to look: its reference is looked
 * up in our own records and verified. 404 while no webhook secret is configured, 413 above 1 MiB, 401 for a bad signature (nothing is
 * looked up then), 400 for what is rightly signed and cannot be read, 503 when we could not process it or cannot decrypt the secret,
 * 200 for everything understood or irrelevant. The signature is over bytes, so no content type keeps an event out.
 */
export async function POST(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const taken = await within(LONGEST_MS, () => readEvent(req, res))
  if (taken === "unanswered") answer(res, 503)
}

/** One that was given up may come to its end all the same. */
function answer(res: MedusaResponse, status: number, body: object = { received: true }): void {
  if (!res.headersSent) res.status(status).json(body)
}

async function readEvent(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const { configuration, clock } = paycollectOf(req.scope)
  const at = clock.now()
  const active = await configuration.current()
  if (active.webhookSecrets.length === 0 && !active.webhookSecretsAreLost) {
    const message = "Webhooks are off: no webhook secret is configured."
    return answer(res, 404, { type: "not_found", message })
  }
  try {
    const bytes = await readBytes(req)
    if (bytes) await takeEvent(req, res, { active, bytes, at })
  } catch (error) {
    if (!(error instanceof BodyRefused)) throw error
    answer(res, error.status, { type: error.type, message: error.message })
  }
}

interface EventDelivery {
  active: ActiveConfiguration
  /** as they were sent */
  bytes: Buffer
  /** when it came, in epoch ms */
  at: number
}

async function takeEvent(req: MedusaRequest, res: MedusaResponse, delivery: EventDelivery): Promise<void> {
  const { ledger, state, clock, webhooks } = paycollectOf(req.scope)
  const { active, bytes, at } = delivery
  const secrets = active.webhookSecrets
  const body = await unpack(bytes, req.headers["content-encoding"])
  const header = active.options.service.signatureHeader
  // Over the event itself, or over what a packing sender put on the wire: both prove the secret (U-06).
  const isSignedBy = (secrets: string[]) =>
    [...new Set([body, bytes])].some((signable) => isSigned(signable, req.headers, { secrets, header }))
  const signed = isSignedBy(secrets)
  const signers = () =>
    environmentsFrom(active.environment).filter((each) =>
      isSignedBy(active.options[each].webhookSecret ?? [])
    )
  if (!signed && active.webhookSecretsAreLost) {
    // It may be a good one: the service tries again (U-08), and meanwhile an operator may have set the encryption key right.
    return answer(res, 503, { type: "not_allowed", message: "The webhook secret cannot be decrypted." })
  }
  if (!signed && wasSentByUs(req.query.check, secrets, clock.now())) {
    const isThere = signatureHeaders(req.headers, header).length > 0
    return answer(res, 200, { check: isThere ? "changed" : "no_header" })
  }
  if (!signed) {
    const message = "The signature of this event is not valid; it was ignored."
    answer(res, 401, { type: "unauthorized", message })
    return await webhooks.noteRefused(req.headers).catch(() => undefined)
  }

  const event = readJson(body, req.headers["content-type"])
  if (isOwnEvent(event)) return answer(res, 200, { received: true, check: "ok" })
  const known = await firstKnown(referencesOf(event), ledger)
  await state.set("webhook_last_seen", { at: new Date(clock.now()).toISOString(), known: !!known })
  const source: SignedEvent = { by: "webhook", at, saysPaid: saysSuccess(event) }
  const intent = known ?? (await rowOfOrphan(req.scope, { event, source, environments: signers() }))
  if (intent === "later") return answer(res, 503)
  if (!intent) return answer(res, 200)
  const lookAt = clock.now() + CHECK_AGAIN_MS
  const input = { reference: intent.merchant_reference, source }
  const advancing = advanceIntentWorkflow(req.scope).run({ input })
  await answerWhatIsNoted(res, advancing, {
    ledger,
    intent,
    afterMs: webhooks.answerAfterMs,
  })
  const { result } = await advancing
  if (known && isOver(known)) await reviewOnNews(req.scope, known, source)
  // Verify may lag behind the event, and an event that this process could not look into may not come again.
  if (result.status === "waiting" || result.status === "failed") await ledger.scheduleBy(intent.id, lookAt)
  // The job has it already, and takes it first: another delivery could better nothing.
  const isNoted = result.reason === NOT_ASKED && !!known?.told_at
  answer(res, isNoted || processed(result) ? 200 : 503)
}

/**
 * The service may give a slow answer up and send the event again (U-08). Money that is known by now is due: should this process die, the job makes its
 * order, and another delivery could better nothing.
 */
async function answerWhatIsNoted(
  res: MedusaResponse,
  advancing: Promise<unknown>,
  {
    ledger,
    intent,
    afterMs,
  }: { ledger: PayCollectModuleService["ledger"]; intent: IntentRow; afterMs: number }
): Promise<void> {
  while (!res.headersSent && (await within(afterMs, () => advancing)) === "unanswered") {
    const row = await ledger.byReference(intent.merchant_reference)
    if (row?.outcome === "paid" && row.next_step_at) answer(res, 200)
  }
}

async function firstKnown(
  references: string[],
  ledger: PayCollectModuleService["ledger"]
): Promise<IntentRow | null> {
  for (const reference of references) {
    const intent = await ledger.byAnyReference(reference)
    if (intent) return intent
  }
  return null
}

/** A payment that failed before, and that the service could not be asked about now, may be the one that this event calls paid. */
function processed({ status, reason }: AdvanceResult): boolean {
  return (status !== "waiting" && status !== "failed") || !NOT_PROCESSED.has(reason ?? "")
}
