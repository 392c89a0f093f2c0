import { type Priority, type RateClass } from "."
import { type OtherBreaker } from "./config"

export interface BudgetLimits {
  /** requests per minute of any class */
  standard: number
  /** creations per minute */
  creation: number
}

/** Of the requests of one window that it is about, all where it names nothing, fewer than `most` may have been sent. */
export interface BudgetRule {
  most: number
  rate_class?: RateClass
  priorities?: readonly Priority[]
  /** it holds only while signed events are believed: else their places are the job's */
  events?: true
}

interface AskingClass {
  /** as docs/operations.md calls them */
  who: string
  of: readonly Priority[]
  /** places that no other priority takes */
  own: number
  /** with the shared places; all of them where it says nothing. Of creations, `service.budget.creation` says it */
  most?: number
}

/** The places of a budget that is said in these numbers; any other has the same shares. */
const OF = 60

const MOST_OF_JOB = 30

/**
 * Who has which places of sixty a minute. What a visitor can have asked as often as she likes never takes a place of those that she cannot
 * trigger: beyond their own, all share the other places.
 */
export const ASKING: readonly AskingClass[] = [
  { who: "creations", of: ["create"], own: 8 },
  { who: "customers who come back", of: ["customer"], own: 6 },
  { who: "signed events", of: ["webhook"], own: 12 },
  { who: "the job and employees", of: ["reconcile", "admin"], own: 10, most: MOST_OF_JOB },
  { who: "look-ups and fees", of: ["browse"], own: 4, most: 12 },
  { who: "first visits", of: ["visit"], own: 0 },
  { who: "questions of starts, repeated visits", of: ["start", "repeat"], own: 0, most: 8 },
]

/** Together, however free the rest is: what only looks around, and questions that any visitor can have repeated. */
const AROUND = { of: ["browse", "start", "repeat"], most: 12 } as const satisfies Partial<AskingClass>

/** These are refused at once where there is no place: who repeats a question comes again, and meanwhile must not keep it from being asked. */
export const NEVER_WAIT: ReadonlySet<Priority> = new Set<Priority>(["repeat"])

/** What the service asked of one environment's requests holds back no other's. @returns under which name a pause is kept */
export const pauseOf = (rateClass: RateClass, breaker?: OtherBreaker) =>
  `pause_${breaker === "beside" ? "beside_" : ""}${rateClass}`

/** Questions a minute that were asked before. */
export const repeatedPlaces = ({ standard }: Pick<BudgetLimits, "standard">) => Math.ceil((standard * 8) / OF)

/** Questions a minute that the job may ask at most. */
export const jobPlaces = ({ standard }: BudgetLimits) => Math.ceil((standard * MOST_OF_JOB) / OF)

/**
 * What a request has to keep. Every request counts against `standard`, creations against `creation` too: stricter than the interface (8)
 * needs, safe however the service counts. That all who are not in a set find their own places is one rule for each set that the request is in.
 */
export function budgetRules(
  rateClass: RateClass,
  priority: Priority,
  { standard, creation }: BudgetLimits
): BudgetRule[] {
  const asking = ASKING.find(({ of }) => of.includes(priority))!
  const others = ASKING.filter((one) => one !== asking && one.own > 0)
  const sets = others.reduce<AskingClass[][]>(
    (sets, one) => [...sets, ...sets.map((kept) => [...kept, one])],
    [[]]
  )
  return [
    ...sets.map((kept) => leaving(kept, standard)),
    ...[asking, AROUND].flatMap(({ of, most }) =>
      most && (of as readonly Priority[]).includes(priority)
        ? [{ most: Math.ceil((standard * most) / OF), priorities: of }]
        : []
    ),
    ...(rateClass === "creation" ? [{ most: creation, rate_class: rateClass }] : []),
  ]
}

/** The requests of all others leave these what is their own. */
function leaving(kept: readonly AskingClass[], standard: number): BudgetRule {
  const own = kept.reduce((places, { own }) => places + Math.floor((standard * own) / OF), 0)
  if (kept.length === 0) return { most: standard }
  const priorities = ASKING.filter((one) => !kept.includes(one)).flatMap(({ of }) => of)
  const isOneOfTwo = priorities.includes("webhook") !== priorities.includes("reconcile")
  return { most: standard - own, priorities, ...(isOneOfTwo && { events: true }) }
}

/** Room for one more than those `before`: who finds none in time is refused at once, so that only as many wait as there will be places for. */
export const behind = (before: number, rules: BudgetRule[]): BudgetRule[] =>
  rules.map((rule) => ({ ...rule, most: Math.max(rule.most - before, 1) }))

/** A request of the log, as far as the rules look at it. */
export interface SentRequest {
  rate_class: RateClass
  priority: Priority
  sent_at: Date
}

/**
 * When all rules have room, epoch ms; `-Infinity` where they have it now. The statement that takes places (`paycollect_budget_take`) counts
 * the same way.
 * @param sent all of one window
 */
export function roomAt(
  rules: BudgetRule[],
  sent: SentRequest[],
  { windowMs, events }: { windowMs: number; events: boolean }
): number {
  const times = rules
    .filter((rule) => events || !rule.events)
    .map(({ most, rate_class, priorities }) => {
      const counted = sent
        .filter((one) => !rate_class || one.rate_class === rate_class)
        .filter((one) => !priorities || priorities.includes(one.priority))
        .map(({ sent_at }) => new Date(sent_at).getTime())
        .sort((one, other) => other - one)
      const last = counted[Math.max(most, 1) - 1]
      return last === undefined ? -Infinity : last + windowMs
    })
  return Math.max(...times)
}
