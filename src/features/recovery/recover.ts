import { type MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { type Environment } from "../../service/config"
import { environmentsFrom } from "../../payments/assess"
import { moneyOfOrphan, orphanOrigin, type OrphanMoney, type Origin } from "./rules"
import { toMinorUnits } from "../../payments/money"
import { minorAmount } from "../../service/wire/shape"
import {
  formatPaymentNumber,
  numbersIn,
  parsePaymentNumber,
  partsOf,
  referencesIn,
  type PaymentNumber,
  type ReferenceParts,
} from "../../payments/names"
import { type Source } from "../../payments/source"
import { type RecoverLost } from "../../payments/verifier"
import { type RecoveredIntent } from "./rows"
import { type OrphanAnswer, type RecoveryModule } from "./ask"
import { type AdminPayCollectOrphansResponse } from "../../types/http"
import { type IntentRow } from "../../modules/paycollect/models/intent"
import { type Price } from "../../orders/records/lookups"
import { decimalsOf, type Query } from "../../orders/records/query"
import { namedHere, orphanRecordsOf, referencesSince, type OrphanRecords } from "./records"
import { boundsOf } from "../../orders/amount-bounds"
import { isOurProvider } from "../../orders/records/providers"
import { moduleOf, queryOf } from "../../payments/module"

interface RecoveryInput extends ReferenceParts {
  reference: string
  /** names our shop, by the service's word or the merchant's */
  isNamed: boolean
  /** where it may have been made, likeliest first */
  environments: readonly Environment[]
  /** what the customer was told to call it, where that is known */
  payment_number?: PaymentNumber | null
  /** the row of an attempt that has this reference and was never seen to be made: it becomes the lost one's */
  taken?: IntentRow
  /** as {@link RecoverLost} */
  inMedusa?: boolean
  source: Source
}

type RecoveryParts = Pick<RecoveryModule, "ledger" | "orphans" | "configuration" | "clock">

/** Where it is looked for. */
interface RecoveryStore {
  paycollect: RecoveryParts
  query: Query
  /** one that Medusa can make a session with */
  anyProvider(): Promise<string>
}

/** For what the service tells of under the reference of an attempt that was never seen to be made. */
export function lostPaymentsOf(
  records: Pick<RecoveryStore, "paycollect" | "query">,
  source: Source = { by: "create" }
): RecoverLost {
  return async (taken, inMedusa) => {
    const { merchant_reference: reference, environment, provider_id } = taken
    const store = { ...records, anyProvider: () => Promise.resolve(provider_id) }
    const look = async () =>
      await recoverIn(store, {
        ...partsOf(reference)!,
        ...{ reference, taken, inMedusa, source, isNamed: true, environments: [environment] },
      })
    const result = await look()
    // An event's look, which was under way, found the attempt's row where the lost one was missing before.
    const isOwn = result.found === "recovered" && !result.intent.recovered
    return (isOwn ? await look() : result).found
  }
}

/**
 * - `recovered`: its row stands again, and advancing goes on as with any other;
 * - `foreign`: nothing here is of it: another shop's, or from before its records went;
 * - `not_found`: the service knows no such payment;
 * - `not_asked`: the service, or the store, could not be asked.
 */
type RecoveryResult =
  { found: "recovered"; intent: IntentRow } | { found: "foreign" | "not_found" | "not_asked" }

const ASK_DEADLINE_MS = 10_000
/** What Medusa's own table of currencies does not know is shown in smallest units. */
const NO_DECIMALS = 0
/** Of a store that has switched all our providers off meanwhile. */
const ANY_PROVIDER = "pp_paycollect_default"

/**
 * A reference of our form that the ledger has no row for. What is ours is asked about, and its row written anew: of the store's records
 * where they are left, else of the service's word alone. Amounts are the service's answer to our own question, never an event's.
 */
export async function recoverOrphan(
  container: MedusaContainer,
  input: RecoveryInput
): Promise<RecoveryResult> {
  return await recoverIn(storeOf(container), input)
}

const storeOf = (container: MedusaContainer): RecoveryStore => ({
  paycollect: moduleOf<RecoveryModule>(container),
  query: queryOf(container),
  anyProvider: async () => await anyProvider(container),
})

async function recoverIn(store: RecoveryStore, input: RecoveryInput): Promise<RecoveryResult> {
  return await store.paycollect.orphans.once(input.reference, async () => await find(store, input))
}

async function find(store: RecoveryStore, input: RecoveryInput): Promise<RecoveryResult> {
  const { ledger, orphans, clock } = store.paycollect
  const written = await ledger.byReference(input.reference)
  if (written && (written.recovered || !input.taken)) return { found: "recovered", intent: written }
  const records = await orphanRecordsOf(store.query, ledger, input)
  if (records === "unreadable") return { found: "not_asked" }
  if (input.inMedusa && !records?.taken) return { found: "foreign" }
  const origin = orphanOrigin({ isHere: records !== null, isNamed: input.isNamed })
  if (!origin) return { found: "foreign" }

  const answer = await orphans.ask(input.reference, input.environments, {
    deadline: clock.now() + ASK_DEADLINE_MS,
    source: input.source,
  })
  if (typeof answer === "string") return { found: answer === "not_found" ? answer : "not_asked" }
  const values = await rowOf(store, input, { records, origin, answer })
  const intent = await orphans.recover(values, answer, input.source, input.taken)
  // Other money is being booked on its order at this moment, or another process asks about the attempt.
  return intent && (intent.recovered || !input.taken)
    ? { found: "recovered", intent }
    : { found: "not_asked" }
}

interface Recovered {
  records: OrphanRecords | null
  origin: Origin
  answer: Exclude<OrphanAnswer, string>
}

async function rowOf(
  { paycollect, query, anyProvider }: RecoveryStore,
  { reference, subject_id, attempt, of, payment_number }: RecoveryInput,
  { records, origin, answer }: Recovered
): Promise<RecoveredIntent> {
  const { configuration, clock } = paycollect
  const { verified, created_at } = answer
  const { options } = await configuration.current()
  const decimals = async (code: string) => (await decimalsOf(code, query, options)) ?? NO_DECIMALS
  const moneyOf = async (price: Price): Promise<OrphanMoney> => {
    const currency_code = price.currency_code.toLowerCase()
    return { amount: minorAmount(toMinorUnits(price.amount, await decimals(currency_code))), currency_code }
  }
  const asked = records?.price ? await moneyOf(records.price) : null
  const taken = records?.taken ? await moneyOf(records.taken) : null
  const provider_id = records?.provider_id ?? (await anyProvider())
  const bounds =
    asked && boundsOf(options, provider_id, { ...asked, exponent: await decimals(asked.currency_code) })
  const multiple = bounds?.multiple?.toString() ?? null
  const { amount, currency_code } =
    taken ?? moneyOfOrphan(verified, asked, { feeBearer: options.feeBearer, multiple })
  const exponent = await decimals(currency_code)
  return {
    merchant_reference: reference,
    payment_number: payment_number ?? parsePaymentNumber(records?.payment_number ?? ""),
    subject_id,
    attempt,
    cart_id: of === "cart" ? subject_id : null,
    payment_collection_id: records?.payment_collection_id ?? "",
    provider_id,
    environment: verified.environment,
    amount,
    currency_code,
    exponent,
    fee_bearer: options.feeBearer,
    multiple,
    refunds: records?.refunds(exponent) ?? [],
    payment_ref: records?.payment_ref ?? verified.payment_ref ?? null,
    recovered: origin,
    used_by_session_id: records?.used_by_session_id ?? null,
    assigned_order_id: records?.assigned?.order_id ?? null,
    assigned_collection_id: records?.assigned?.collection_id ?? null,
    created_at: new Date(Math.min(clock.now(), created_at ?? +new Date(records?.asked_since ?? clock.now()))),
  }
}

async function anyProvider(container: MedusaContainer): Promise<string> {
  const providers = await container.resolve(Modules.PAYMENT).listPaymentProviders({ is_enabled: true })
  const ours = providers.map(({ id }) => id).filter(isOurProvider)
  return ours.sort((one, other) => one.length - other.length)[0] ?? ANY_PROVIDER
}

const subjectNamed = (reference: string) => partsOf(reference)!.subject_id

interface OrphanSearch {
  /** any text with references in it */
  pasted: string
  /** also those that payment sessions of the store made since then were given */
  since?: Date
  /** a person says that all of them are this shop's */
  allOurs: boolean
  /** how many may be asked about, in how many ms; without it the service is not asked and nothing changes */
  ask?: { most: number; withinMs: number }
}

export type OrphanFinding = Omit<AdminPayCollectOrphansResponse["payments"][number], "status">

export interface OrphanReport extends Pick<AdminPayCollectOrphansResponse, "checked" | "known"> {
  /** those that are not on record, as they were given */
  findings: OrphanFinding[]
}

/** After a restored backup: which of these payments the store has no row for, and what the service says of them. */
export async function findOrphans(container: MedusaContainer, search: OrphanSearch): Promise<OrphanReport> {
  const { orphans, configuration, clock } = moduleOf<RecoveryModule>(container)
  const stored = search.since ? await referencesSince(queryOf(container), search.since) : []
  const references = [...new Set([...referencesIn(search.pasted), ...stored.filter(partsOf)])]
  const missing = await orphans.among(references)
  const numbers = numbersIn(search.pasted)
  // What the store itself asked for is its own.
  const isNamed = (reference: string) => search.allOurs || stored.includes(reference)
  const unnamed = missing.filter((reference) => !isNamed(reference))
  const isHere = await namedHere(queryOf(container), unnamed)
  const subjects = await orphans.known("subject_id", unnamed.map(subjectNamed))
  const { environment } = await configuration.current()
  const end = clock.now() + (search.ask?.withinMs ?? 0)
  let left = search.ask?.most ?? 0
  const findings: OrphanFinding[] = []
  for (const reference of missing) {
    if (!isNamed(reference) && !isHere(reference) && !subjects.has(subjectNamed(reference))) {
      findings.push({ reference, found: "foreign", intent_id: null, payment_number: null })
      continue
    }
    const may = left-- > 0 && clock.now() < end
    const input: RecoveryInput = {
      ...partsOf(reference)!,
      reference,
      isNamed: isNamed(reference),
      environments: environmentsFrom(environment),
      payment_number: numbers.get(reference),
      source: { by: "search" },
    }
    const result = may ? await recoverOrphan(container, input) : ({ found: "left" } as const)
    const intent = result.found === "recovered" ? result.intent : null
    const payment_number = intent && formatPaymentNumber(intent.payment_number)
    findings.push({ reference, found: result.found, intent_id: intent?.id ?? null, payment_number })
  }
  return { checked: references.length, known: references.length - missing.length, findings }
}
