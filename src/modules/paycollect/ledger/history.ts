import { type Knex } from "@medusajs/framework/mikro-orm/knex"
import { generateEntityId } from "@medusajs/framework/utils"
import { type HistoryEvent } from "../../../domain/events"
import { EVENT } from "./tables"

export interface LedgerEvent {
  type: HistoryEvent
  cause?: string
  /** facts for the merchant's timeline; never names, phones, e-mails, addresses or secrets */
  data?: Record<string, unknown>
}

/** One line of an intent's history; part of the caller's transaction where there is one. */
export async function appendEvent(knex: Knex, at: Date, intentId: string, event: LedgerEvent): Promise<void> {
  await knex(EVENT).insert({
    id: generateEntityId("", "pcevt"),
    intent_id: intentId,
    type: event.type,
    cause: event.cause ?? null,
    data: event.data ? JSON.stringify(event.data) : null,
    created_at: at,
    updated_at: at,
  })
}
