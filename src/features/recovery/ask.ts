import { type Knex } from "@medusajs/framework/mikro-orm/knex"
import { type Verified } from "../../payments/assess"
import { type Environment, type Clock, UnderWay } from "../../service/config"
import { type Configuration } from "../../settings/configuration"
import { type IntentLedger } from "../../payments/ledger/ledger"
import { insertRecovered, type RecoveredIntent } from "./rows"
import { INTENT, rowsOf } from "../../tables"
import { type IntentRow } from "../../modules/paycollect/models/intent"
import { Answers } from "../../payments/answers"
import { askOnce, type Question } from "../../payments/review"
import { factsOf, type Source } from "../../payments/source"
import { type PaymentsModule } from "../../payments/module"

/** What the service says about a reference that has no row; `asked`, and when the payment was made where it tells, in epoch ms. */
export type OrphanAnswer =
  { verified: Verified; asked: number; created_at?: number } | "not_found" | "no_answer"

/**
 * Payments whose row was lost: asked about by their reference alone, and written down anew. What the service says is judged and applied
 * like any other payment's afterwards.
 */
export class Orphans {
  private readonly underWay = new UnderWay()
  private readonly answers: Answers

  constructor(
    private readonly knex: Knex,
    private readonly ledger: IntentLedger,
    private readonly configuration: Configuration,
    private readonly clock: Clock
  ) {
    this.answers = new Answers(ledger, clock)
  }

  /** Of these references those that have no row. */
  async among(references: readonly string[]): Promise<string[]> {
    const known = await this.known("merchant_reference", references)
    return references.filter((reference) => !known.has(reference))
  }

  /** Which of these values rows have. */
  async known(name: "merchant_reference" | "subject_id", values: readonly string[]): Promise<Set<string>> {
    const rows = await rowsOf(this.knex, INTENT).whereIn(name, values).select(name)
    return new Set(rows.map((row) => row[name]))
  }

  /** One look of this process for all who look for a payment at the same time, from the first question to the row. */
  async once<T>(reference: string, work: () => Promise<T>): Promise<T> {
    return await this.underWay.join(reference, work)
  }

  /** One question per environment, until one of them knows the payment. */
  async ask(
    reference: string,
    environments: readonly Environment[],
    question: Question
  ): Promise<OrphanAnswer> {
    const active = await this.configuration.current()
    let [asked, silent] = [false, false]
    for (const environment of environments) {
      const client = active.clientOrNull(environment)
      if (!client) continue
      asked = true
      const since = this.clock.now()
      const answer = await askOnce(client, reference, question)
      if (typeof answer !== "string") {
        const { created_at, ...said } = answer
        const made = created_at === undefined ? undefined : created_at * 1_000
        return { verified: { ...said, environment }, asked: since, created_at: made }
      }
      silent ||= answer === "no_answer"
    }
    return silent || !asked ? "no_answer" : "not_found"
  }

  /**
   * @param taken the row of an attempt that has its reference, which becomes its row
   * @returns the row, whichever process wrote it; null where something else of it is taken
   */
  async recover(
    values: RecoveredIntent,
    { verified, asked }: Exclude<OrphanAnswer, string>,
    source: Source,
    taken?: IntentRow
  ): Promise<IntentRow | null> {
    const cause = factsOf(source).said
    const row = await insertRecovered(this.knex, this.clock, { values, asked, cause }, taken)
    if (!row) return await this.ledger.byReference(values.merchant_reference)
    return await this.answers.store(row, verified, { asked, cause })
  }
}

export interface RecoveryModule extends PaymentsModule {
  readonly orphans: Orphans
}
