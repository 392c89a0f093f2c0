import { z } from "@medusajs/framework/zod"
import { createFindParams, createOperatorMap } from "@medusajs/medusa/api/utils/validators"
import { INTENT_STATUSES } from "../../../modules/paycollect/models/intent"

const oneOrMore = <T extends z.ZodType>(value: T) => z.union([value, z.array(value)])

/** Query of `GET /admin/paycollect/intents`: filters, search by any reference, Medusa's paging. Answers newest first unless `order` says. */
export const intentsQuery = createFindParams({ limit: 20, offset: 0, order: "-created_at" }).extend({
  q: z.string().trim().max(128).optional(),
  status: oneOrMore(z.enum(INTENT_STATUSES)).optional(),
  environment: z.enum(["test", "live"]).optional(),
  provider_id: oneOrMore(z.string().max(128)).optional(),
  cart_id: z.string().max(128).optional(),
  order_id: z.string().max(128).optional(),
  /** `true`: only intents with an open item on the "needs attention" list */
  needs_attention: z.enum(["true", "false"]).optional(),
  created_at: createOperatorMap().optional(),
})

/** Body of `POST /admin/paycollect/intents/:id/resolve`: which item, and what the merchant did about it. */
export const resolveBody = z
  .object({ attention_id: z.string().min(1).max(128), note: z.string().trim().min(1).max(1_000) })
  .strict()

export type IntentsQuery = z.infer<typeof intentsQuery>
export type ResolveBody = z.infer<typeof resolveBody>
