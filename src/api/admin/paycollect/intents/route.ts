import { type AuthenticatedMedusaRequest, type MedusaResponse } from "@medusajs/framework/http"
import { PAYCOLLECT_MODULE } from "../../../../modules/paycollect"
import { type IntentRow } from "../../../../modules/paycollect/models/intent"
import type PayCollectModuleService from "../../../../modules/paycollect/service"
import { shownIntent } from "../../../../workflows/settle/intent-view"
import { type IntentsQuery } from "../validators"

/** `GET /admin/paycollect/intents`: every PaymentIntent the store ever asked for. Amounts in the smallest unit. */
export async function GET(
  req: AuthenticatedMedusaRequest<unknown, IntentsQuery>,
  res: MedusaResponse
): Promise<void> {
  const { needs_attention, ...filters } = req.filterableFields as IntentsQuery
  const { skip = 0, take = 20, order } = req.queryConfig.pagination
  const paycollect = req.scope.resolve<PayCollectModuleService>(PAYCOLLECT_MODULE)
  const [intents, count] = await paycollect.listAndCountIntents(
    { ...filters, ...(needs_attention === "true" && { attention: { status: "open" } }) } as never,
    { relations: ["attention"], skip, take, ...(order && { order: order as Record<string, "ASC" | "DESC"> }) }
  )
  res.json({
    intents: intents.map((intent) => shownIntent(intent as typeof intent & IntentRow)),
    count,
    offset: skip,
    limit: take,
    needs_attention_count: await paycollect.attention.countOpen(),
  })
}
