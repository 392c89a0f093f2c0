import { type Decision } from "../../domain/decide"
import { nextCheckAt, SETTLE_RETRY_MS, type Ladder } from "../../domain/ladder"
import { type IntentRow } from "./models/intent"

export interface Moment {
  /** epoch ms */
  now: number
  ladder?: Ladder
}

/** Why a question brought no answer: nobody answered, or the service knows no such payment. */
export type Unanswered = "no_answer" | "not_found"

/** After silence: soon again; after the ladder's week once a day for three days more, then a person is asked. */
const SILENT_RETRY_MS = 10 * 60_000
const SILENT_LATE_MS = 24 * 3_600_000
const LADDER_END_MS = 7 * 24 * 3_600_000
const SILENT_GRACE_MS = 3 * 24 * 3_600_000
/** What a waiting payment may say last without a person having to look for its money. */
const CLEAR = new Set(["requires_action", "not_found"])

/** When a payment is looked at again after an answer; null: never. Once settled or released a row is off the ladder for good. */
export function dueAfterAnswer(intent: IntentRow, decision: Decision, moment: Moment): Date | null {
  const { now } = moment
  if (isClosed(intent)) return null
  if (decision.kind === "paid" || decision.kind === "mismatch") return new Date(now + SETTLE_RETRY_MS)
  const next = nextCheck(intent, decision.kind === "failed" ? "ended" : "waiting", moment)
  if (next || decision.kind !== "waiting" || CLEAR.has(decision.reason)) return next
  // It leaves the ladder only once a person was told (see `settle`): until then it stays due, whoever dies.
  if (intent.due_at) return new Date(now + SILENT_LATE_MS)
  return wasTold(intent) ? null : new Date(now + SILENT_RETRY_MS)
}

/** The same after a question that brought no answer. */
export function dueUnanswered(intent: IntentRow, reason: Unanswered, moment: Moment): Date | null {
  if (isClosed(intent) || wasTold(intent)) return null
  if (reason === "no_answer") return afterSilence(intent, moment)
  const next = nextCheck(intent, wasOpened(intent) ? "waiting" : "unknown", moment)
  // The service opened this payment and does not know it now: somebody may have paid it. It stays due until it is known again, or a
  // person was told (see {@link endsUnclear}).
  return next ?? (intent.checkout_url ? new Date(moment.now + SILENT_LATE_MS) : null)
}

/** Nobody answered, or we could not ask: no rung is used up, and an outage at the last one does not end the ladder unheard. */
function afterSilence(intent: IntentRow, moment: Moment): Date | null {
  const late = ageOf(intent, moment) > LADDER_END_MS
  const retry = new Date(moment.now + (late ? SILENT_LATE_MS : SILENT_RETRY_MS))
  const next = nextCheck(intent, wasOpened(intent) ? "waiting" : "unknown", moment)
  return next && next < retry ? next : retry
}

/** A row that leaves the ladder is never created again: the customer's names and phone in its create body have served their purpose. */
export function leaving(due: Date | null): Pick<IntentRow, "due_at"> | Pick<IntentRow, "due_at" | "request"> {
  return due ? { due_at: due } : { due_at: null, request: null }
}

/** The service was asked and gave no answer that says anything; the row keeps what it knew before. */
export function isUnanswered(intent: IntentRow): boolean {
  return intent.outcome_reason === "no_answer" || intent.outcome_reason === "not_found"
}

/**
 * The ladder is over, and the service never said clearly that no money came: a person has to look. After silence only when a time of
 * grace is over too.
 */
export function endsUnclear(intent: IntentRow, now: number): boolean {
  const age = ageOf(intent, { now })
  const forgotten = intent.outcome_reason === "not_found" && intent.checkout_url !== null
  if (intent.outcome_reason === "no_answer" || forgotten) return isSilentForGood(intent, age)
  return intent.outcome === "waiting" && age > LADDER_END_MS && !CLEAR.has(intent.outcome_reason ?? "")
}

/** Why nothing is paid yet. An older answer still stands in the row; that nobody, or "not found", answered this time is what counts. */
export function whyUnpaid({ intent, decision, unheard }: Unpaid): string {
  if (unheard) return "no_answer"
  return isUnanswered(intent) ? intent.outcome_reason! : decision.reason
}

interface Unpaid {
  intent: IntentRow
  decision: { reason: string }
  unheard?: true
}

/**
 * Off the ladder with an answer that is not clear: a person was told, for a row leaves it in no other way. With a clear one it comes back
 * as soon as its answer is not clear any more.
 */
function wasTold(intent: IntentRow): boolean {
  return intent.due_at === null && !isClear(intent)
}

/** No money, by the service's own word. That it knows no such payment says so only of one that it never opened. */
function isClear({ outcome, outcome_reason, checkout_url }: IntentRow): boolean {
  if (outcome_reason === "no_answer") return false
  if (outcome_reason === "not_found") return !checkout_url
  return outcome !== "waiting" || CLEAR.has(outcome_reason ?? "")
}

function nextCheck(
  intent: IntentRow,
  kind: Parameters<typeof nextCheckAt>[0],
  { now, ladder }: Moment
): Date | null {
  const next = nextCheckAt(kind, { createdAt: new Date(intent.created_at).getTime(), now }, ladder)
  return next === null ? null : new Date(next)
}

function isClosed({ settled_at, released_at }: IntentRow): boolean {
  return !!settled_at || !!released_at
}

/** Else nobody knows whether its create reached the service (U-03). */
function wasOpened({ status }: IntentRow): boolean {
  return status !== "creating" && status !== "unknown"
}

function isSilentForGood(intent: IntentRow, age: number): boolean {
  return age > LADDER_END_MS + (wasOpened(intent) ? SILENT_GRACE_MS : 0)
}

function ageOf({ created_at }: IntentRow, { now }: Moment): number {
  return now - new Date(created_at).getTime()
}
