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
  listed_at: Time | null
  assigned_order_id?: string | null
}

/** Told by one column of the row: it is set, or it is one of these. */
interface Mark {
  column: keyof Phased & keyof IntentRow
  among?: readonly string[]
}

const LISTED: Mark = { column: "listed_at" }

/**
 * Where a payment is in its life: the first of these all of whose marks its row bears, `moving` without any. An item about its money is open in
 * those that {@link TRANSITIONS}.decide names and in no other: `listed_at` is written with the item.
 *
 * | phase | its money |
 * |---|---|
 * | closed | a person dealt with it by hand, or all of it went back |
 * | applied | stands in Medusa: in an order, or captured in a collection |
 * | disputed | its item is open: it is another sum than was asked for, another payment's, or not to be read |
 * | retried | its item is open, and it is due: the job, an employee or an assignment is at it once more |
 * | reserved | an employee gave it to an order, and the store gave up on that; its item is open |
 * | listed | came, no order could be made of it, and a person decides: its item is open |
 * | awaited | may come |
 * | failed | does not come, by the service's last word |
 * | discrepant | came as another sum, or another payment's; due: its item is not open yet |
 * | moving | came, and is due: a cart, an assignment or the job is at it |
 *
 * Guards read these columns beside it: `used_by_session_id`, `assigned_order_id`, `assigned_collection_id` name an owner, who is compared with the
 * caller; `refunded`, `reversed` are sums, compared as such; `next_step_at` is compared with now; `applied_at` is named for a partial index.
 */
const MARKS = {
  closed: [{ column: "closed_at" }],
  applied: [{ column: "applied_at" }],
  disputed: [LISTED, { column: "outcome", among: ["none", "waiting", "failed", "discrepancy"] }],
  retried: [LISTED, { column: "next_step_at" }],
  reserved: [LISTED, { column: "assigned_order_id" }],
  listed: [LISTED],
  awaited: [{ column: "outcome", among: ["none", "waiting"] }],
  failed: [{ column: "outcome", among: ["failed"] }],
  discrepant: [{ column: "outcome", among: ["discrepancy"] }],
} satisfies Record<string, Mark[]>

export type Phase = keyof typeof MARKS | "moving"

const PHASES = Object.entries<readonly Mark[]>(MARKS) as [Phase, readonly Mark[]][]

export function phaseOf(row: Phased): Phase {
  const bears = ({ column, among }: Mark) => among?.includes(row[column] as string) ?? row[column]
  return PHASES.find(([, marks]) => marks.every(bears))?.[0] ?? "moving"
}

const isBorne = ({ column, among }: Mark) =>
  `${intents[column]} ${among ? `in (${quoted(among)})` : "is not null"}`

const PHASE = `case ${PHASES.map(
  ([phase, marks]) => `when ${marks.map(isBorne).join(" and ")} then '${phase}'`
).join(" ")} else 'moving' end`

function quoted(words: readonly string[]): string {
  return words.map((word) => `'${word}'`).join(", ")
}

/** What is done to a payment, with the phases in which it may be. A statement that does it looks once more, by {@link mayNow}. */
export const TRANSITIONS = {
  /** looked at by the schedule */
  schedule: ["disputed", "retried", "reserved", "listed", "awaited", "failed", "discrepant", "moving"],
  /** off the schedule: nothing is left to do, or a person was told */
  end: ["closed", "applied", "disputed", "awaited", "failed"],
  /** off the schedule: no order can be made, and a person was told */
  giveUp: ["retried", "reserved", "listed"],
  /** used by a session, or made a payment of Medusa's once more */
  use: ["applied", "retried", "reserved", "listed", "moving"],
  /** given to an order by an employee */
  assign: ["listed"],
  unassign: ["retried", "reserved", "moving"],
  /** dealt with by a person: an item about its money is open */
  decide: ["disputed", "retried", "reserved", "listed"],
  /** refunded from the list */
  refund: ["disputed", "listed"],
  /** refunded of its fee, where that was too high: an order stands for the rest, or a person dealt with it */
  refundFee: ["closed", "applied"],
  /** closed where all of it went back without the store; the service may call it failed by then */
  giveWay: ["disputed", "listed", "awaited", "failed"],
  /** the same by the process that holds it, and found that it pays for nothing */
  vanish: ["disputed", "retried", "listed", "awaited", "failed", "moving"],
  /** asked about again whether it is still there, or there again */
  review: ["applied", "closed"],
  /** shown to a customer who waits, and asked about in turn */
  watch: ["awaited"],
} as const satisfies Record<string, readonly Phase[]>

export type Transition = keyof typeof TRANSITIONS

export function may(transition: Transition, row: Phased): boolean {
  return (TRANSITIONS[transition] as readonly Phase[]).includes(phaseOf(row))
}

const SQL = Object.fromEntries(
  Object.entries(TRANSITIONS).map(([transition, phases]) => [transition, `(${PHASE}) in (${quoted(phases)})`])
) as Record<Transition, string>

/** SQL over a payment's row; as {@link may}. */
export const mayNow = (transition: Transition) => SQL[transition]

/** Nothing is left to do: it is applied, or a person dealt with it. */
export function isOver({
  applied_at,
  closed_at,
}: Partial<Pick<Phased, "applied_at" | "closed_at">>): boolean {
  return !!applied_at || !!closed_at
}
