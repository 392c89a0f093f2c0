import { type MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { environmentsFrom } from "../domain/environment"
import { formatPaymentNumber } from "../domain/payment-number"
import { partsOf, referencesIn } from "../domain/reference"
import { referencesSince } from "../store/lost"
import { findLost, isStrange, type LostInput, type LostResult } from "./lost"
import { moduleOf } from "../payments/module"
import { type RecoveryModule } from "./recovery-module"

export interface LostLook {
  /** any text with references in it */
  pasted: string
  /** also those that payment sessions of the store made since then were given */
  since?: Date
  /** a person says that all of them are this shop's */
  allOurs: boolean
  /** how many may be asked about, in how many ms; without it the service is not asked and nothing changes */
  ask?: { most: number; withinMs: number }
}

/** `lost`: ours, without a row, and not asked about in this look. */
export interface LostFinding {
  reference: string
  found: LostResult["found"] | "lost"
  /** of the row that was written anew */
  intent_id: string | null
  payment_number: string | null
}

export interface LostReport {
  looked_at: number
  /** how many of them are on record */
  known: number
  /** the others, as they were given */
  findings: LostFinding[]
}

/** After a restored backup: which of these payments the store has no row for, and what the service says of them. */
export async function lookForLost(container: MedusaContainer, look: LostLook): Promise<LostReport> {
  const { lost, configuration, clock } = moduleOf<RecoveryModule>(container)
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const stored = look.since ? await referencesSince(query, look.since) : []
  const references = [...new Set([...referencesIn(look.pasted), ...stored.filter(partsOf)])]
  const missing = await lost.among(references)
  const { environment } = await configuration.current()
  const end = clock.now() + (look.ask?.withinMs ?? 0)
  let left = look.ask?.most ?? 0
  const findings: LostFinding[] = []
  for (const reference of missing) {
    const input: LostInput = {
      ...partsOf(reference)!,
      reference,
      // What the store itself asked for is its own.
      isNamed: look.allOurs || stored.includes(reference),
      environments: environmentsFrom(environment),
      cause: "search",
      priority: "admin",
    }
    if (await isStrange(container, input)) {
      findings.push({ reference, found: "strange", intent_id: null, payment_number: null })
      continue
    }
    const may = left-- > 0 && clock.now() < end
    const result = may ? await findLost(container, input) : ({ found: "lost" } as const)
    const intent = result.found === "rebuilt" ? result.intent : null
    const payment_number = intent && formatPaymentNumber(intent.payment_number)
    findings.push({ reference, found: result.found, intent_id: intent?.id ?? null, payment_number })
  }
  return { looked_at: references.length, known: references.length - missing.length, findings }
}
