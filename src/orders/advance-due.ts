import { errorName } from "../service/errors"
import { type MedusaContainer } from "@medusajs/framework/types"
import { jobPlaces } from "../service/budget-rules"
import { type IntentRow } from "../modules/paycollect/models/intent"
import { isFresh } from "../payments/came"
import { ADVANCE_RETRY_MS } from "../payments/schedule"
import { type DueRow } from "../payments/ledger/ledger"
import { advance } from "./advance"
import { NOT_ASKED, type AdvanceStatus } from "./advance-result"
import { loggerOf, moduleOf } from "../payments/module"
import { factsOf } from "../payments/source"

export interface DueRunNumbers {
  started_at: string
  duration_ms: number
  /** those that there was no place to ask about, which are due as before, not among them */
  checked: number
  outcomes: Partial<Record<AdvanceStatus | "error", number>>
  /** more was due than one run takes; the next one goes on */
  more: boolean
}

/** Claimed at a time: what the interface's own budget (8) gives the job in a minute. A larger one is used up by several claims, this long. */
const BATCH = 30
const CLAIMS_MS = 40_000
const CONCURRENCY = 4
/** A row is handed out for this long; longer than an advance may take, so that two runs never work on the same one. */
const RUN_LEASE_MS = 180_000

/** What else a run does once the due payments are applied. Features name theirs where the job is made. */
export interface ReconcileTask {
  /** for the log, where it fails as a whole */
  name: string
  /**
   * @param room how many questions to the service the run has left
   * @returns the rows that could not be looked at, with what went wrong
   */
  run(
    container: MedusaContainer,
    room: number
  ): Promise<{ intent: Pick<IntentRow, "merchant_reference">; error: unknown }[] | void>
}

/** Advances the rows that are due. Any number of processes may run it at once: each row is handed to one of them. */
export async function advanceDue(
  container: MedusaContainer,
  tasks: readonly ReconcileTask[]
): Promise<DueRunNumbers> {
  const { ledger, state, clock, configuration } = moduleOf(container)
  const started = clock.now()
  const most = Math.max(BATCH, jobPlaces(configuration.given.options.service.budget))
  const outcomes: DueRunNumbers["outcomes"] = {}
  const unasked: DueRow[] = []
  const faults: Faults = new Map()
  let [claimed, more] = [0, true]
  while (more && unasked.length === 0 && claimed < most && clock.now() - started < CLAIMS_MS) {
    const limit = Math.min(BATCH, most - claimed)
    const queue = await ledger.claimDue(limit, RUN_LEASE_MS)
    claimed += queue.length
    more = queue.length === limit
    const worker = async () => {
      for (let intent = queue.shift(); intent; intent = queue.shift()) {
        const isTurn = unasked.length === 0 || (await needsNoWait(container, intent))
        const outcome = isTurn ? await advanceOne(container, intent, faults) : NOT_ASKED
        if (outcome === NOT_ASKED) unasked.push(intent)
        else outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
      }
    }
    await Promise.all(Array.from({ length: CONCURRENCY }, worker))
  }
  for (const { id, due_at } of unasked) await ledger.scheduleBy(id, due_at.getTime())
  for (const { name, run } of tasks) {
    const room = unasked.length > 0 ? 0 : most - claimed
    const failed = await run(container, room).catch((error: unknown) => note(faults, name, error))
    for (const { intent, error } of failed ?? []) note(faults, intent.merchant_reference, error)
  }
  complain(container, faults)

  const numbers: DueRunNumbers = {
    started_at: new Date(started).toISOString(),
    duration_ms: clock.now() - started,
    checked: claimed - unasked.length,
    outcomes,
    more: more || unasked.length > 0,
  }
  await state.set("last_due_run", numbers)
  return numbers
}

/**
 * Once one found no place in its time, those behind it wait for none: what came and is known needs no question, any other is asked about where a
 * place is free. The rest is due as before.
 */
async function needsNoWait(container: MedusaContainer, intent: IntentRow): Promise<boolean> {
  const { budget, clock } = moduleOf(container)
  if (intent.outcome === "paid" && isFresh(intent, clock.now())) return true
  const asked = { operation: "verify_payment", priority: factsOf({ by: "job" }).budget } as const
  return (await budget.foresee("standard", { ...asked, deadline: clock.now() })) === null
}

/** One broken row must not keep the others from being applied. */
async function advanceOne(
  container: MedusaContainer,
  intent: IntentRow,
  faults: Faults
): Promise<AdvanceStatus | typeof NOT_ASKED | "error"> {
  try {
    const { merchant_reference: reference } = intent
    const { status, reason } = await advance(container, { reference, source: { by: "job" } })
    // Its holder may be dead: the run's own claim would keep it waiting after that one's lease.
    const { ledger, clock } = moduleOf(container)
    if (reason === "in_progress") await ledger.scheduleBy(intent.id, clock.now() + ADVANCE_RETRY_MS)
    return reason === NOT_ASKED ? NOT_ASKED : status
  } catch (error) {
    note(faults, intent.merchant_reference, error)
    return "error"
  }
}

/** By what went wrong: what it was about. */
type Faults = Map<string, string[]>

const note = (faults: Faults, what: string, error: unknown): void =>
  void faults.set(errorName(error), [...(faults.get(errorName(error)) ?? []), what])

/** Of what failed for one reason one line, however much it is: where the database is away all of it fails, every minute. */
function complain(container: MedusaContainer, faults: Faults): void {
  const logger = loggerOf(container)
  for (const [fault, [first, ...others]] of faults) {
    const more = others.length > 0 ? ` and ${others.length} more` : ""
    logger.error(`paycollect: reconciling ${first}${more} failed: ${fault}`)
  }
}
