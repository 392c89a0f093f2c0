import { type AuthenticatedMedusaRequest, type MedusaResponse } from "@medusajs/framework/http"
import { PAYCOLLECT_MODULE } from "../../../../modules/paycollect"
import type PayCollectModuleService from "../../../../modules/paycollect/service"
import { type IntentsQuery } from "../validators"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

/** `GET /admin/paycollect/intents`: every PaymentIntent the store ever asked for. Amounts in the smallest unit. */
export async function GET(
  req: AuthenticatedMedusaRequest<unknown, IntentsQuery>,
  res: MedusaResponse
): Promise<void> {
  const { needs_attention, ...filters } = req.filterableFields as IntentsQuery
  const { attention } = req.scope.resolve<PayCollectModuleService>(PAYCOLLECT_MODULE)
  const { data, metadata } = await req.scope.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "paycollect_intent",
    fields: req.queryConfig.fields,
    filters: { ...filters, ...(needs_attention === "true" && { attention: { status: "open" } }) },
    pagination: req.queryConfig.pagination,
  } as never)
  res.json({
    intents: data,
    count: metadata?.count ?? 0,
    offset: metadata?.skip ?? 0,
    limit: metadata?.take ?? 0,
    needs_attention_count: await attention.countOpen(),
  })
}
