import { type MedusaContainer } from "@medusajs/framework/types"
import { environmentsFrom } from "../../payments/assess"
import { formatPaymentNumber, partsOf, referencesIn } from "../../payments/names"
import { referencesSince } from "./records"
import { recoverOrphan, isForeignOrphan, type RecoveryInput, type RecoveryResult } from "./recover"
import { moduleOf, queryOf } from "../../payments/module"
import { type RecoveryModule } from "./ask"

export interface OrphanSearch {
  /** any text with references in it */
  pasted: string
  /** also those that payment sessions of the store made since then were given */
  since?: Date
  /** a person says that all of them are this shop's */
  allOurs: boolean
  /** how many may be asked about, in how many ms; without it the service is not asked and nothing changes */
  ask?: { most: number; withinMs: number }
}

/** `left`: ours, without a row, and not asked about in this look. */
export interface OrphanFinding {
  reference: string
  found: RecoveryResult["found"] | "left"
  /** of the row that was written anew */
  intent_id: string | null
  payment_number: string | null
}

export interface OrphanReport {
  checked: number
  /** how many of them are on record */
  known: number
  /** the others, as they were given */
  findings: OrphanFinding[]
}

/** After a restored backup: which of these payments the store has no row for, and what the service says of them. */
export async function findOrphans(container: MedusaContainer, search: OrphanSearch): Promise<OrphanReport> {
  const { orphans, configuration, clock } = moduleOf<RecoveryModule>(container)
  const stored = search.since ? await referencesSince(queryOf(container), search.since) : []
  const references = [...new Set([...referencesIn(search.pasted), ...stored.filter(partsOf)])]
  const missing = await orphans.among(references)
  const { environment } = await configuration.current()
  const end = clock.now() + (search.ask?.withinMs ?? 0)
  let left = search.ask?.most ?? 0
  const findings: OrphanFinding[] = []
  for (const reference of missing) {
    const input: RecoveryInput = {
      ...partsOf(reference)!,
      reference,
      // What the store itself asked for is its own.
      isNamed: search.allOurs || stored.includes(reference),
      environments: environmentsFrom(environment),
      source: { by: "search" },
    }
    if (await isForeignOrphan(container, input)) {
      findings.push({ reference, found: "foreign", intent_id: null, payment_number: null })
      continue
    }
    const may = left-- > 0 && clock.now() < end
    const result = may ? await recoverOrphan(container, input) : ({ found: "left" } as const)
    const intent = result.found === "recovered" ? result.intent : null
    const payment_number = intent && formatPaymentNumber(intent.payment_number)
    findings.push({ reference, found: result.found, intent_id: intent?.id ?? null, payment_number })
  }
  return { checked: references.length, known: references.length - missing.length, findings }
}
