import { z } from "@medusajs/framework/zod"
import * as field from "./shape"

const customerSessionSchema = z.object({
  session_token: z.string().regex(/^cs_/),
  customer_email: field.textField,
  expires_at: field.textField,
})

/** Interface 2.4. `session_token` is a credential; `expires_at` is ISO 8601 in UTC. */
export type CustomerSession = z.infer<typeof customerSessionSchema>

/** @throws WireError */
export const parseCustomerSession = (data: unknown): CustomerSession =>
  field.readShape("customer session", customerSessionSchema, data)

/** U-16: validate and revoke pass on what comes; no body, or none that is an object, is an empty answer. */
export const parseSessionAnswer = (data: unknown): Record<string, unknown> =>
  field.recordOf.catch({}).parse(data)
