import { type Logger } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { MINUTE_MS, type Clock } from "../service/config"
import { errorName, PayCollectError } from "../service/errors"
import { type RequestBudget } from "../service/budget"
import { CREATE_DEADLINE_MS } from "./create"
import { failureCode } from "./errors"

/** Lines that were not written since the one of their kind that was, by the log and the kind. */
const unsaid = new WeakMap<Logger, Map<string, number>>()

/**
 * What any visitor can have said as often as she likes: of one kind the first in a minute is a line, and the others are one line with their
 * number.
 * @param others what there were more of
 */
export function warnOnceAMinute(logger: Logger, kind: string, text: string, others: string): void {
  const kinds = unsaid.get(logger) ?? new Map<string, number>()
  unsaid.set(logger, kinds)
  const more = kinds.get(kind)
  if (more !== undefined) return void kinds.set(kind, more + 1)
  kinds.set(kind, 0)
  logger.warn(`paycollect: ${text}`)
  setTimeout(() => {
    const count = kinds.get(kind)!
    kinds.delete(kind)
    if (count > 0)
      logger.warn(`paycollect: ${count} more ${others} within the minute after that, too: ${kind}`)
  }, MINUTE_MS).unref()
}

/** Why a start was refused, for the operator. @param what was not started, by its id */
export function warnRefusedStart(logger: Logger, what: string, error: unknown): void {
  const text = `no payment started for ${what}: ${refusalReason(error)}`
  warnOnceAMinute(logger, kindOfRefusal(error), text, "starts were refused")
}

function kindOfRefusal(error: unknown): string {
  if (!(error instanceof PayCollectError || error instanceof MedusaError)) return errorName(error)
  const code = error instanceof PayCollectError ? failureCode(error) : (error.code ?? error.type)
  return code.replace(/^paycollect_/, "")
}

/** The texts of our own errors are redacted; any other error may quote what it failed on, so only its name is logged. */
function refusalReason(error: unknown): string {
  return error instanceof PayCollectError || error instanceof MedusaError ? error.message : errorName(error)
}

/**
 * Why no payment could be made at the service now, as far as that is known without asking it; null when nothing is known.
 * @param patience ms that a create would wait for a place
 */
export async function foreseeStart(
  { budget, clock }: { budget: Pick<RequestBudget, "foresee">; clock: Clock },
  patience = CREATE_DEADLINE_MS
): Promise<PayCollectError | null> {
  const asked = { operation: "create_payment_intent", priority: "create" } as const
  return await budget.foresee("creation", { ...asked, deadline: clock.now() + patience })
}
