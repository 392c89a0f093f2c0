import { type Logger } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { PayCollectError } from "../../client"
import { type ActiveConfiguration } from "../../modules/paycollect/active-configuration"
import { type IntentRow } from "../../modules/paycollect/models/intent"
import { type Query } from "../../modules/paycollect/payment-records"
import type PayCollectModuleService from "../../modules/paycollect/service"
import { type SessionFacts } from "../../modules/paycollect/session-facts"
import { toMedusaError } from "./errors"
import { intentRequest, type ProviderIdentifier } from "./intent-request"

interface Surroundings {
  paycollect: PayCollectModuleService
  query: Query
  logger: Logger
  active: ActiveConfiguration
  identifier: ProviderIdentifier
}

/**
 * The PaymentIntent that pays a session: created, reused or adopted.
 * @throws MedusaError in words for a customer; what the operator has to know is logged
 */
export async function openIntent(
  facts: SessionFacts,
  { paycollect, query, logger, active, identifier }: Surroundings
): Promise<IntentRow> {
  const request = await intentRequest(facts, { query, options: active.options, identifier })
  return await paycollect.open(request).catch((error: unknown) => {
    logger.warn(`paycollect: no payment started for session ${facts.session_id}: ${reasonOf(error)}`)
    throw toMedusaError(error)
  })
}

/** The texts of our own errors are redacted; any other error may quote what it failed on, so only its name is logged. */
function reasonOf(error: unknown): string {
  if (error instanceof PayCollectError || error instanceof MedusaError) return error.message
  return error instanceof Error ? error.name : "unknown error"
}
