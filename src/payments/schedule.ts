import { DAY_MS, HOUR_MS, MINUTE_MS } from "../service/config"
import { type Decision } from "./assess"
import { isOver } from "./phase"

const DAYS_2_TO_7 = [2, 3, 4, 5, 6, 7].map((day) => day * DAY_MS)

/**
 * Why a payment is looked at again:
 * - `unknown`: it is not known whether the create reached the service;
 * - `waiting`: the customer may still pay;
 * - `ended`: the service said failed or canceled; the interface shows no transitions (3), so a late success is looked for, rarely.
 */
export type ScheduleKind = "unknown" | "waiting" | "ended"

/** Ages of a payment, in milliseconds, at which it is asked for. After the last one it leaves the schedule. */
export type Schedule = Readonly<Record<ScheduleKind, readonly number[]>>

export const SCHEDULE: Schedule = {
  unknown: [
    30_000,
    2 * MINUTE_MS,
    5 * MINUTE_MS,
    15 * MINUTE_MS,
    HOUR_MS,
    6 * HOUR_MS,
    DAY_MS,
    ...DAYS_2_TO_7,
  ],
  waiting: [
    ...[1, 2, 5, 10, 20, 40].map((minutes) => minutes * MINUTE_MS),
    2 * HOUR_MS,
    6 * HOUR_MS,
    DAY_MS,
    ...DAYS_2_TO_7,
  ],
  ended: [2 * HOUR_MS, 6 * HOUR_MS, DAY_MS, 3 * DAY_MS, 7 * DAY_MS],
}

/**
 * Operators call a payment failed and debit it all the same: so long after it failed it is asked about once more, in its first day. A service
 * that cannot make up its mind does not have it asked for ever.
 */
const FAILED_CHECKS = [5 * MINUTE_MS, 30 * MINUTE_MS]
const FAILED_CHECKS_AGE_MS = DAY_MS

/** Its customer is not told before the last of these that nothing was charged: her phone may still have been debited. */
export function isFailedForNow(
  row: Pick<Watched, "status" | "failed_at"> & { verified_at: Date | null }
): boolean {
  const { status, failed_at, verified_at } = row
  if (status !== "failed" || !failed_at || !verified_at) return false
  return +new Date(verified_at) - +new Date(failed_at) < FAILED_CHECKS.at(-1)!
}

/** An event, a visit or an order placed for a payment that is not paid yet calls for a look by then, off the schedule too. */
export const CHECK_AGAIN_MS = MINUTE_MS
const FIRST_LOOKS_MS = 2 * MINUTE_MS

/** When the job looks after money that arrived: advancing is due at once, but the process that asked is doing it already. */
export const ADVANCE_RETRY_MS = 30_000

/**
 * Core holds a cart for at most 120 s while it completes it. A payment whose create was refused is looked at once more after that, in the
 * store only: a completion that had begun before may have left an order.
 */
export const LAST_CHECK_MS = 4 * MINUTE_MS

/** When such a look comes again that found an order which may still be paid by another attempt, or that was cut off. */
const STORE_CHECK_MS = HOUR_MS

/** After silence: soon again; after the schedule's week once a day for three days more, then a person is asked. */
const SCHEDULE_SILENT_RETRY_MS = 10 * MINUTE_MS

const SILENT_LATE_MS = DAY_MS

const SCHEDULE_END_MS = 7 * DAY_MS

const SCHEDULE_GRACE_MS = 3 * DAY_MS

/** What a waiting payment may say last without a person having to look for its money. */
const CLEAR = new Set(["requires_action", "not_found"])

/** What the ledger knows of a payment, as far as it decides when to look again. */
export interface Watched {
  created_at: Date
  /** null: off the schedule */
  next_step_at: Date | null
  applied_at: Date | null
  closed_at: Date | null
  status: string
  outcome: string
  outcome_reason: string | null
  /** since when it is called failed */
  failed_at: Date | null
  checkout_url: string | null
}

export interface ScheduleMoment {
  /** epoch ms */
  now: number
  schedule?: Schedule
}

/** Why a question brought no answer: silence, or the service knows no such payment. */
export type Unanswered = "no_answer" | "not_found"

/** The next time to ask, or null when the schedule ends. Depends on the age alone: a check that was missed is not made up for. */
export function nextCheckAt(
  kind: ScheduleKind,
  { createdAt, now }: { createdAt: number; now: number },
  schedule: Schedule = SCHEDULE
): number | null {
  const age = now - createdAt
  const nextAge = schedule[kind].find((step) => step > age)
  return nextAge === undefined ? null : createdAt + nextAge
}

/** When a payment is looked at again after an answer; null: never. Once applied or closed a row is off the schedule for good. */
export function nextStepAfterAnswer(row: Watched, decision: Decision, moment: ScheduleMoment): Date | null {
  const { now } = moment
  if (isOver(row)) return null
  if (decision.kind === "paid" || decision.kind === "discrepancy") return new Date(now + ADVANCE_RETRY_MS)
  if (isCalledFor(row, moment)) return row.next_step_at
  const next = decision.kind === "failed" ? nextFailedCheck(row, moment) : nextCheck(row, "waiting", moment)
  if (next || decision.kind !== "waiting" || CLEAR.has(decision.reason)) return next
  // It leaves the schedule only once a person was told (see `advance`): until then it stays due, whichever process dies.
  if (row.next_step_at) return new Date(now + SILENT_LATE_MS)
  return wasRaised(row) ? null : new Date(now + SCHEDULE_SILENT_RETRY_MS)
}

/** The same after a question that brought no answer. */
export function nextStepUnanswered(row: Watched, reason: Unanswered, moment: ScheduleMoment): Date | null {
  if (isOver(row) || wasRaised(row)) return null
  if (isCalledFor(row, moment)) return row.next_step_at
  if (reason === "no_answer") return afterSilence(row, moment)
  const next = nextCheck(row, wasOpened(row) ? "waiting" : "unknown", moment)
  // The service opened this payment and does not know it now: a customer may have paid it. It stays due until it is known again, or a
  // person was told (see {@link endsUnclear}).
  return next ?? (row.checkout_url ? new Date(moment.now + SILENT_LATE_MS) : null)
}

/** The same for a payment whose create was refused: it is over once {@link isLastCheck} found that no order waits. */
export function nextStepRejected(row: Watched, { now }: ScheduleMoment): Date | null {
  if (isOver(row) || row.next_step_at === null) return null
  return new Date(
    isLastCheck(row, now) ? now + STORE_CHECK_MS : new Date(row.created_at).getTime() + LAST_CHECK_MS
  )
}

/**
 * An event, a visit or an order that was placed calls for this look, and not the schedule. It stands: an answer that comes before it to another
 * question may lag as the one did for which it was called for. The first looks come as soon by themselves.
 */
export function isCalledFor(row: Watched, { now, schedule }: ScheduleMoment): boolean {
  if (!row.next_step_at || ageOfPayment(row, { now }) < FIRST_LOOKS_MS) return false
  const [at, createdAt] = [new Date(row.next_step_at).getTime(), new Date(row.created_at).getTime()]
  const isSoon = at > now && at <= now + CHECK_AGAIN_MS
  const kinds = Object.keys(SCHEDULE) as ScheduleKind[]
  return isSoon && kinds.every((kind) => nextCheckAt(kind, { createdAt, now }, schedule) !== at)
}

/** The service was silent, or we could not ask: no step is used up, and an outage at the last one does not end the schedule unheard. */
function afterSilence(row: Watched, moment: ScheduleMoment): Date | null {
  const late = ageOfPayment(row, moment) > SCHEDULE_END_MS
  const retry = new Date(moment.now + (late ? SILENT_LATE_MS : SCHEDULE_SILENT_RETRY_MS))
  const next = nextCheck(row, wasOpened(row) ? "waiting" : "unknown", moment)
  return next && next < retry ? next : retry
}

/** The service was asked and gave no answer that says anything; the row keeps what it knew before. */
export function isUnanswered({ outcome_reason }: Pick<Watched, "outcome_reason">): boolean {
  return outcome_reason === "no_answer" || outcome_reason === "not_found"
}

/**
 * The schedule is over, and the service never said clearly that no money came: a person has to look. After silence only when a time of
 * grace is over too. Not before a look that was called for.
 */
export function endsUnclear(row: Watched, now: number): boolean {
  if (isCalledFor(row, { now })) return false
  const age = ageOfPayment(row, { now })
  const forgotten = row.outcome_reason === "not_found" && row.checkout_url !== null
  if (row.outcome_reason === "no_answer" || forgotten) return isSilentForGood(row, age)
  return row.outcome === "waiting" && age > SCHEDULE_END_MS && !CLEAR.has(row.outcome_reason ?? "")
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
export function isLastCheck(row: Pick<Watched, "status" | "created_at">, now: number): boolean {
  return row.status === "rejected" && now - new Date(row.created_at).getTime() >= LAST_CHECK_MS
}

/**
 * Off the schedule with an answer that is not clear: a person was told, for a row leaves it in no other way. With a clear one it comes back
 * as soon as its answer is not clear any more.
 */
function wasRaised(row: Watched): boolean {
  return row.next_step_at === null && !isClear(row)
}

/** No money, by the service's own word. That it knows no such payment says so only of one that it never opened. */
function isClear({ outcome, outcome_reason, checkout_url }: Watched): boolean {
  if (outcome_reason === "no_answer") return false
  if (outcome_reason === "not_found") return !checkout_url
  return outcome !== "waiting" || CLEAR.has(outcome_reason ?? "")
}

function nextCheck(row: Watched, kind: ScheduleKind, { now, schedule }: ScheduleMoment): Date | null {
  const next = nextCheckAt(kind, { createdAt: new Date(row.created_at).getTime(), now }, schedule)
  return next === null ? null : new Date(next)
}

function nextFailedCheck(row: Watched, moment: ScheduleMoment): Date | null {
  const { now } = moment
  const next = nextCheck(row, "ended", moment)
  if (ageOfPayment(row, moment) > FAILED_CHECKS_AGE_MS) return next
  const failedAt = row.failed_at ? new Date(row.failed_at).getTime() : now
  const soon = FAILED_CHECKS.map((pause) => failedAt + pause).find((at) => at > now)
  return soon === undefined || (next && next.getTime() <= soon) ? next : new Date(soon)
}

/** Else it is not known whether its create reached the service (U-03). */
function wasOpened({ status }: Watched): boolean {
  return status !== "creating" && status !== "unknown"
}

function isSilentForGood(row: Watched, age: number): boolean {
  return age > SCHEDULE_END_MS + (wasOpened(row) ? SCHEDULE_GRACE_MS : 0)
}

function ageOfPayment({ created_at }: Watched, { now }: ScheduleMoment): number {
  return now - new Date(created_at).getTime()
}

/** Ages of applied money at which the service is asked once more whether it is still there: chargebacks come late, and seldom. */
export const REVIEW_AGES: readonly number[] = [DAY_MS, 7 * DAY_MS, 30 * DAY_MS]
