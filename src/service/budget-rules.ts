import { type Priority, type RateClass } from "."

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
}

/** Share of the budget up to which a priority may fill it: the rest stays free for those before it. */
const SHARE: Record<Priority, number> = {
  customer: 1,
  create: 0.9,
  webhook: 0.85,
  admin: 0.75,
  repeat: 0.6,
  reconcile: 0.6,
  browse: 0.6,
}

/** Of the questions that any visitor can have repeated, by reloading a page. */
const REPEATED = 0.3

/**
 * What these take together of the budget, however free the rest is: the job half, shoppers who look at fees less than that, and questions
 * that were asked before least of all.
 */
const PARTS: readonly { of: readonly Priority[]; share: number }[] = [
  { of: ["repeat"], share: REPEATED },
  { of: ["reconcile"], share: 0.5 },
  { of: ["browse"], share: 0.4 },
]

/** These are refused at once where there is no place: who repeats a question comes again, and meanwhile must not keep it from being asked. */
export const NEVER_WAIT: ReadonlySet<Priority> = new Set<Priority>(["repeat"])

/** Questions a minute that were asked before. */
export const repeatedPlaces = ({ standard }: Pick<BudgetLimits, "standard">) => Math.ceil(standard * REPEATED)

/**
 * What a request has to keep. Every request counts against `standard`, creations against `creation` too: stricter than the interface (8)
 * needs, safe however the service counts.
 */
export function budgetRules(
  rateClass: RateClass,
  priority: Priority,
  { standard, creation }: BudgetLimits
): BudgetRule[] {
  const parts = PARTS.filter(({ of }) => of.includes(priority))
  return [
    { most: Math.floor(standard * SHARE[priority]) },
    ...parts.map(({ of, share }) => ({ most: Math.ceil(standard * share), priorities: of })),
    ...(rateClass === "creation" ? [{ most: creation, rate_class: rateClass }] : []),
  ]
}

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
export function roomAt(rules: BudgetRule[], sent: SentRequest[], windowMs: number): number {
  const times = rules.map(({ most, rate_class, priorities }) => {
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
