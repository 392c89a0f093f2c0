import { type Decision } from "./decide"

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const DAYS_2_TO_7 = [2, 3, 4, 5, 6, 7].map((day) => day * DAY)

/**
 * Why a payment is looked at again:
 * - `unknown`: it is not known whether the create reached the service;
 * - `waiting`: the customer may still pay;
 * - `ended`: the service said failed or canceled; the interface shows no transitions (3), so a late success is looked for, rarely.
 */
export type LadderKind = "unknown" | "waiting" | "ended"

/** Ages of a payment, in milliseconds, at which it is asked for. After the last one it leaves the ladder. */
export type Ladder = Readonly<Record<LadderKind, readonly number[]>>

export const LADDER: Ladder = {
  unknown: [30_000, 2 * MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 6 * HOUR, DAY, ...DAYS_2_TO_7],
  waiting: [
    ...[1, 2, 5, 10, 20, 40].map((minutes) => minutes * MINUTE),
    2 * HOUR,
    6 * HOUR,
    DAY,
    ...DAYS_2_TO_7,
  ],
  ended: [2 * HOUR, 6 * HOUR, DAY, 3 * DAY, 7 * DAY],
}

/** An event, a visit or an order placed for a payment that is not paid yet calls for a look by then, off the ladder too. */
export const LOOK_AGAIN_MS = MINUTE

/** When the job looks after money that arrived: settling is due at once, but the process that asked is doing it already. */
export const SETTLE_RETRY_MS = 30_000

/**
 * Core holds a cart for at most 120 s while it completes it. A payment whose create was refused is looked at once more after that, in the
 * store only: a completion that had begun before may have left an order.
 */
export const LAST_LOOK_MS = 4 * MINUTE

/** When such a look comes again that found an order which may still be paid by another attempt, or that was cut off. */
const STORE_LOOK_MS = HOUR

/** After silence: soon again; after the ladder's week once a day for three days more, then a person is asked. */
const SILENT_RETRY_MS = 10 * MINUTE

const SILENT_LATE_MS = DAY

const LADDER_END_MS = 7 * DAY

const SILENT_GRACE_MS = 3 * DAY

/** What a waiting payment may say last without a person having to look for its money. */
const CLEAR = new Set(["requires_action", "not_found"])

/** What the ledger knows of a payment, as far as it decides when to look again. */
export interface Watched {
  created_at: Date
  /** null: off the ladder */
  due_at: Date | null
  settled_at: Date | null
  released_at: Date | null
  status: string
  outcome: string
  outcome_reason: string | null
  checkout_url: string | null
}

export interface Moment {
  /** epoch ms */
  now: number
  ladder?: Ladder
}

/** Why a question brought no answer: silence, or the service knows no such payment. */
export type Unanswered = "no_answer" | "not_found"

/** The next time to ask, or null when the ladder ends. Depends on the age alone: a check that was missed is not made up for. */
export function nextCheckAt(
  kind: LadderKind,
  { createdAt, now }: { createdAt: number; now: number },
  ladder: Ladder = LADDER
): number | null {
  const age = now - createdAt
  const rung = ladder[kind].find((step) => step > age)
  return rung === undefined ? null : createdAt + rung
}

/** When a payment is looked at again after an answer; null: never. Once settled or released a row is off the ladder for good. */
export function dueAfterAnswer(row: Watched, decision: Decision, moment: Moment): Date | null {
  const { now } = moment
  if (isClosed(row)) return null
  if (decision.kind === "paid" || decision.kind === "mismatch") return new Date(now + SETTLE_RETRY_MS)
  const next = nextCheck(row, decision.kind === "failed" ? "ended" : "waiting", moment)
  if (next || decision.kind !== "waiting" || CLEAR.has(decision.reason)) return next
  // It leaves the ladder only once a person was told (see `settle`): until then it stays due, whichever process dies.
  if (row.due_at) return new Date(now + SILENT_LATE_MS)
  return wasTold(row) ? null : new Date(now + SILENT_RETRY_MS)
}

/** The same after a question that brought no answer. */
export function dueUnanswered(row: Watched, reason: Unanswered, moment: Moment): Date | null {
  if (isClosed(row) || wasTold(row)) return null
  if (reason === "no_answer") return afterSilence(row, moment)
  const next = nextCheck(row, wasOpened(row) ? "waiting" : "unknown", moment)
  // The service opened this payment and does not know it now: a customer may have paid it. It stays due until it is known again, or a
  // person was told (see {@link endsUnclear}).
  return next ?? (row.checkout_url ? new Date(moment.now + SILENT_LATE_MS) : null)
}

/** The same for a payment whose create was refused: it is over once {@link isLastLook} found that no order waits. */
export function dueRejected(row: Watched, { now }: Moment): Date | null {
  if (isClosed(row) || row.due_at === null) return null
  return new Date(
    isLastLook(row, now) ? now + STORE_LOOK_MS : new Date(row.created_at).getTime() + LAST_LOOK_MS
  )
}

/** The service was silent, or we could not ask: no rung is used up, and an outage at the last one does not end the ladder unheard. */
function afterSilence(row: Watched, moment: Moment): Date | null {
  const late = ageOf(row, moment) > LADDER_END_MS
  const retry = new Date(moment.now + (late ? SILENT_LATE_MS : SILENT_RETRY_MS))
  const next = nextCheck(row, wasOpened(row) ? "waiting" : "unknown", moment)
  return next && next < retry ? next : retry
}

/** The service was asked and gave no answer that says anything; the row keeps what it knew before. */
export function isUnanswered({ outcome_reason }: Pick<Watched, "outcome_reason">): boolean {
  return outcome_reason === "no_answer" || outcome_reason === "not_found"
}

/**
 * The ladder is over, and the service never said clearly that no money came: a person has to look. After silence only when a time of
 * grace is over too.
 */
export function endsUnclear(row: Watched, now: number): boolean {
  const age = ageOf(row, { now })
  const forgotten = row.outcome_reason === "not_found" && row.checkout_url !== null
  if (row.outcome_reason === "no_answer" || forgotten) return isSilentForGood(row, age)
  return row.outcome === "waiting" && age > LADDER_END_MS && !CLEAR.has(row.outcome_reason ?? "")
}

/** Why nothing is paid yet. An older answer still stands in the row; that silence, or "not found", came this time is what counts. */
export function whyUnpaid({ intent, decision, unheard }: Unpaid): string {
  if (unheard) return "no_answer"
  return isUnanswered(intent) ? intent.outcome_reason! : decision.reason
}

interface Unpaid {
  intent: Pick<Watched, "outcome_reason">
  decision: { reason: string }
  unheard?: true
}

/** Whether the service said clearly what stands under a reference. While it did not, money may be under way there. */
export function isClearAnswer({
  decision,
  ...judged
}: Omit<Unpaid, "decision"> & { decision: Decision }): boolean {
  return decision.kind !== "waiting" || CLEAR.has(whyUnpaid({ ...judged, decision }))
}

/** The last look at a payment whose create was refused, or a later one: no completion that began before the refusal still runs. */
export function isLastLook(row: Pick<Watched, "status" | "created_at">, now: number): boolean {
  return row.status === "rejected" && now - new Date(row.created_at).getTime() >= LAST_LOOK_MS
}

/**
 * Off the ladder with an answer that is not clear: a person was told, for a row leaves it in no other way. With a clear one it comes back
 * as soon as its answer is not clear any more.
 */
function wasTold(row: Watched): boolean {
  return row.due_at === null && !isClear(row)
}

/** No money, by the service's own word. That it knows no such payment says so only of one that it never opened. */
function isClear({ outcome, outcome_reason, checkout_url }: Watched): boolean {
  if (outcome_reason === "no_answer") return false
  if (outcome_reason === "not_found") return !checkout_url
  return outcome !== "waiting" || CLEAR.has(outcome_reason ?? "")
}

function nextCheck(row: Watched, kind: LadderKind, { now, ladder }: Moment): Date | null {
  const next = nextCheckAt(kind, { createdAt: new Date(row.created_at).getTime(), now }, ladder)
  return next === null ? null : new Date(next)
}

function isClosed({ settled_at, released_at }: Watched): boolean {
  return !!settled_at || !!released_at
}

/** Else it is not known whether its create reached the service (U-03). */
function wasOpened({ status }: Watched): boolean {
  return status !== "creating" && status !== "unknown"
}

function isSilentForGood(row: Watched, age: number): boolean {
  return age > LADDER_END_MS + (wasOpened(row) ? SILENT_GRACE_MS : 0)
}

function ageOf({ created_at }: Watched, { now }: Moment): number {
  return now - new Date(created_at).getTime()
}

/** Ages of settled money at which the service is asked once more whether it is still there: chargebacks come late, and seldom. */
export const LOOK_BACK: readonly number[] = [DAY, 7 * DAY, 30 * DAY]
