import { MINUTE_MS } from "../service/config"
import { isUnanswered } from "./schedule"

/**
 * What the pause before a question goes by; who has it asked says which (`payments/source.ts`):
 * - `visit`: a request that any visitor can send;
 * - `poll`: a page that waits, for the payment whose turn it is;
 * - `charge`: before a customer is charged anew;
 * - `news`: the service or an employee speaks of the payment, or its customer comes back;
 * - `own`: the store itself.
 */
export type Pause = "visit" | "poll" | "charge" | "news" | "own"

/** What the ledger remembers of the questions about a payment, whatever came back. */
export interface Questions {
  created_at: Date
  /** null: never asked */
  asked_at: Date | null
  /** since the last news, the question about that included */
  asks: number
  status: string
  outcome_reason: string | null
}

/** What goes on beside a payment, as far as it decides when a visit may have it asked for again. */
export interface Surroundings {
  /** unpaid payments that a customer watches */
  watched: number
  /** repeated questions that the budget has for a minute */
  places: number
  /** signed events came within a day: they tell sooner than any question */
  events: boolean
}

export const ALONE: Surroundings = { watched: 0, places: 18, events: false }

const SECOND = 1_000

/** Never twice within this, whatever it is about. */
export const NEWS_PAUSE_MS = SECOND
/** Never twice within this without news; an answer this fresh is reused. */
export const FRESH_MS = 3 * SECOND
/** Where events tell, the pages of customers have nothing asked sooner after the last question. */
const WITH_EVENTS_MS = 15 * SECOND
/** So many watched payments that the budget would be too small for the schedules alone: each is asked this often at most. */
const SHARED_POLLING_MS = 10 * SECOND

/** Pauses between the questions that visits may cause, in seconds, counted from the last news; the last one goes on for ever. */
const SCHEDULES = {
  /** a customer holds a phone */
  processing: [3, 5, 7, 10, 10, 10, 15, 15, 15, 30, 30, 30, 60],
  /** not begun to be paid, or not answered */
  open: [3, 10, 30, 60, 120],
} as const

/** So many questions without news, and visits do not put a payment before the job any more: its schedule alone does. */
const MOST_CHECKS = 6

/** A page that is open beside the checkout has nothing asked sooner after the create: the customer who comes back has it asked herself. */
const FIRST_POLL_MS = 10 * SECOND

/** How long a page may rest before it asks the store again, in milliseconds: news may come by another way meanwhile. */
const SOON_MS = 2 * SECOND
const LEAST_REST_MS = SECOND
const MOST_REST_MS = 30 * SECOND
const MOST_REST_WITH_EVENTS_MS = 10 * SECOND

/** epoch ms from which the service may be asked; -Infinity where a payment that it was never asked about may be asked for at once. */
export function askableAt(row: Questions, pause: Pause, surroundings: Surroundings = ALONE): number {
  if (!row.asked_at) return pause === "poll" ? new Date(row.created_at).getTime() + FIRST_POLL_MS : -Infinity
  const asked = new Date(row.asked_at).getTime()
  if (pause === "news") return asked + NEWS_PAUSE_MS
  // Events tell of a failure, and not that money was debited all the same.
  if (pause === "own" || pause === "charge") return asked + FRESH_MS
  // Whose turn it is has waited longest: a place in the budget is all that is needed.
  return asked + restOf(row, pause === "poll" ? { ...surroundings, watched: 0 } : surroundings)
}

/**
 * When (epoch ms) the job looks at a payment that a visit could not have asked for; null: when its schedule says.
 * @param from not before this
 */
export function nextStepAfterVisit(row: Questions, from: number): number | null {
  return row.asks > MOST_CHECKS ? null : Math.max(from, askableAt(row, "visit"))
}

/** What a page that waits for a payment is told about its next question, in milliseconds. */
export function restOfPage(row: Questions, now: number, surroundings: Surroundings = ALONE): number {
  const rest = askableAt(row, "visit", surroundings) - now
  // It is asked for behind this answer; what comes back stands in the next one.
  if (rest <= 0) return SOON_MS
  const most = surroundings.events ? MOST_REST_WITH_EVENTS_MS : MOST_REST_MS
  return Math.ceil(Math.min(Math.max(rest, LEAST_REST_MS), most))
}

/** Whether the questions about all watched payments have to share: the longest unasked goes first then. */
export function isPollingShared({ watched, places }: Surroundings): boolean {
  return shareOf(watched, places) > SHARED_POLLING_MS
}

function restOf(row: Questions, { watched, places, events }: Surroundings): number {
  const schedule = row.status === "processing" && !isUnanswered(row) ? SCHEDULES.processing : SCHEDULES.open
  const step = Math.min(Math.max(row.asks, 1), schedule.length)
  const share = shareOf(watched, places)
  return Math.max(
    schedule[step - 1]! * SECOND,
    events ? WITH_EVENTS_MS : 0,
    share > SHARED_POLLING_MS ? share : 0
  )
}

/** The time in which each of the watched payments can be asked about once. */
function shareOf(watched: number, places: number): number {
  return (watched * MINUTE_MS) / Math.max(places, 1)
}
