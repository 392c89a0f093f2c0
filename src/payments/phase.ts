import { type IntentRow } from "../modules/paycollect/models/intent"
import { columns, INTENT } from "../tables"

const intents = columns(INTENT)

type Time = Date | string

/** What a payment's row says of where it is. */
export interface Phased {
  outcome: string
  applied_at: Time | null
  closed_at: Time | null
  next_step_at: Time | null
  assigned_order_id?: string | null
}

/** Told by one column of the row: it is set, or it is one of these. */
interface Mark {
  column: keyof Phased & keyof IntentRow
  among?: readonly string[]
}

/**
 * Where a payment is in its life: the first of these whose mark its row bears, `listed` without any. Money that came is applied, closed, on its way
 * to an order, or with a person; a person's item about it is open at the latest when it becomes `listed`, `reserved` or `disputed`.
 *
 * | phase | its money |
 * |---|---|
 * | closed | a person dealt with it by hand, or all of it went back |
 * | applied | stands in Medusa: in an order, or captured in a collection |
 * | awaited | may come |
 * | failed | does not come, by the service's last word |
 * | disputed | came, and is another sum than was asked for, or another payment's |
 * | moving | came, and is due: a cart, an assignment or the job is at it, or tries again |
 * | reserved | an employee gave it to an order, and the store gave up on that |
 * | listed | came, no order could be made of it, and a person decides |
 */
const MARKS = {
  closed: { column: "closed_at" },
  applied: { column: "applied_at" },
  awaited: { column: "outcome", among: ["none", "waiting"] },
  failed: { column: "outcome", among: ["failed"] },
  disputed: { column: "outcome", among: ["discrepancy"] },
  moving: { column: "next_step_at" },
  reserved: { column: "assigned_order_id" },
} satisfies Record<string, Mark>

export type Phase = keyof typeof MARKS | "listed"

const PHASES = Object.entries(MARKS) as [Phase, Mark][]

export function phaseOf(row: Phased): Phase {
  const found = PHASES.find(([, { column, among }]) => among?.includes(row[column] as string) ?? row[column])
  return found?.[0] ?? "listed"
}

const PHASE = `case ${PHASES.map(
  ([phase, { column, among }]) =>
    `when ${intents[column]} ${among ? `in (${quoted(among)})` : "is not null"} then '${phase}'`
).join(" ")} else 'listed' end`

function quoted(words: readonly string[]): string {
  return words.map((word) => `'${word}'`).join(", ")
}

/** What is done to a payment, with the phases in which it may be. A statement that does it looks once more, by {@link mayNow}. */
export const TRANSITIONS = {
  /** looked at by the schedule */
  schedule: ["awaited", "failed", "disputed", "moving", "reserved", "listed"],
  /** off the schedule: nothing is left to do, or a person was told */
  end: ["applied", "closed", "awaited", "failed", "disputed"],
  /** off the schedule: no order can be made, and a person was told */
  giveUp: ["moving", "reserved", "listed"],
  /** used by a session, or made a payment of Medusa's once more */
  use: ["applied", "moving", "reserved", "listed"],
  /** given to an order by an employee */
  assign: ["listed"],
  unassign: ["moving", "reserved"],
  /** refunded from the list */
  refund: ["disputed", "listed"],
  /** closed where all of it went back without the store; the service may call it failed by then */
  giveWay: ["awaited", "failed", "disputed", "listed"],
  /** the same by the process that holds it, and found that it pays for nothing */
  vanish: ["awaited", "failed", "disputed", "moving", "listed"],
  /** asked about again whether it is still there */
  review: ["applied"],
  /** shown to a customer who waits, and asked about in turn */
  watch: ["awaited"],
} as const satisfies Record<string, readonly Phase[]>

export type Transition = keyof typeof TRANSITIONS

export function may(transition: Transition, row: Phased): boolean {
  return (TRANSITIONS[transition] as readonly Phase[]).includes(phaseOf(row))
}

/** SQL over a payment's row; as {@link may}. */
export const mayNow = (transition: Transition) => `(${PHASE}) in (${quoted(TRANSITIONS[transition])})`

/** Nothing is left to do: it is applied, or a person dealt with it. */
export function isOver({
  applied_at,
  closed_at,
}: Partial<Pick<Phased, "applied_at" | "closed_at">>): boolean {
  return !!applied_at || !!closed_at
}
