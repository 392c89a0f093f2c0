import { type Priority } from "../service"
import { type IntentRow } from "../modules/paycollect/models/intent"
import { type Pause } from "./polling"
import { REVIEW_PAUSE_MS } from "./reversal"

interface Kind {
  /** how soon the service may be asked again (`payments/polling.ts`) */
  pause: Pause
  /** class in the request budget of a first question, which waits for a place; one that a visitor repeats is `repeat`, and never waits */
  budget: Priority
  /** what the history says where it is not the source's name */
  said?: string
  /** an employee, who may know more than the service's last answer */
  doubts?: boolean
}

/** All who have the service asked about a payment, or look at one. */
export const SOURCES = {
  /** the first return by the link that only the service was given */
  return: { pause: "news", budget: "customer" },
  /** any other return: a stranger may send it */
  revisit: { pause: "visit", budget: "visit", said: "return" },
  /** a cart is completed; core asks whether its session is paid */
  complete: { pause: "visit", budget: "visit" },
  authorize: { pause: "visit", budget: "visit" },
  /** a page that waits, for the payment whose turn it is */
  watched: { pause: "poll", budget: "visit" },
  /** a start, of older payments that may have been paid unseen */
  session: { pause: "visit", budget: "start" },
  /** a start, of payments that failed, before its customer is charged anew */
  charge: { pause: "charge", budget: "start", said: "session" },
  /** a create that looks for what it made */
  create: { pause: "own", budget: "start" },
  /** the same of an earlier request's create: a stranger may send another */
  retry: { pause: "visit", budget: "start", said: "create" },
  /** a signed event */
  webhook: { pause: "news", budget: "webhook" },
  /** "check now" of an employee, and what she does about money on the list */
  admin: { pause: "news", budget: "admin", doubts: true },
  /** an employee has the order made of money that came */
  order: { pause: "news", budget: "admin", doubts: true },
  /** an employee gives money to an order */
  assign: { pause: "own", budget: "admin" },
  /** an employee looks for payments without a row */
  search: { pause: "own", budget: "admin" },
  job: { pause: "own", budget: "reconcile" },
  /** the other payments of an unpaid order, before it is canceled */
  unpaid_order: { pause: "own", budget: "reconcile" },
  /** Medusa's own calls for merchants */
  status: { pause: "own", budget: "admin" },
  retrieve: { pause: "own", budget: "admin" },
  capture: { pause: "own", budget: "admin" },
  /** code of the store, by the workflow */
  script: { pause: "own", budget: "admin" },
} as const satisfies Record<string, Kind>

const VISITS: ReadonlySet<Pause> = new Set<Pause>(["visit", "poll", "charge"])

type Name = keyof typeof SOURCES

/** Who has the service asked about a payment, and why: handed as it is from the door down, and all that follows from it is said here. */
export type Source = { by: Exclude<Name, "webhook"> } | SignedEvent

export interface SignedEvent {
  by: "webhook"
  /** when it came, in epoch ms: an answer to a question that was asked before is no answer to it */
  at: number
  /** it says no more than that the money came */
  saysPaid: boolean
}

/**
 * What follows from who asks. News begins the schedule anew, and what was asked before does not count. What any visitor can repeat has a
 * schedule, a small part of the budget once it is repeated, and never waits for a place.
 */
export function factsOf({ by }: Source) {
  const { pause, budget, said = by, doubts = false }: Kind = SOURCES[by]
  return { pause, budget, said, doubts, isNews: pause === "news", isRepeatable: VISITS.has(pause) }
}

/** A link that leads back for the first time is news once; then it is a visit like any other. */
export function sourceFor({ returned_at }: Pick<IntentRow, "returned_at">, source: Source): Source {
  return source.by === "return" && returned_at ? { by: "revisit" } : source
}

/** The service itself speaks of a payment whose create it refused: by an event that is taken now, or that was noted for the job. */
export function isTold({ told_at }: Pick<IntentRow, "told_at">, { by }: Source): boolean {
  return by === "webhook" || (by === "job" && !!told_at)
}

/** Since when a question answers it, in epoch ms; undefined where it brings no news. */
export function newsSince(source: Source, now: number): number | undefined {
  if (!factsOf(source).isNews) return undefined
  return source.by === "webhook" ? source.at : now
}

/**
 * Since when older evidence of money says nothing, in epoch ms; undefined: its age alone decides. The service speaks of money in other words
 * than that it came; an employee may know more than its last answer, but for one about money that has only just come, which may lag.
 */
export function doubtedSince(source: Source, now: number): number | undefined {
  if (source.by === "webhook") return source.saysPaid ? undefined : source.at
  return factsOf(source).doubts ? now - REVIEW_PAUSE_MS : undefined
}
