import { z } from "@medusajs/framework/zod"
import * as field from "./shape"

const customerSchema = z.object({
  id: field.requiredIdentifier,
  firstname: field.textField,
  lastname: field.textField,
  email: field.textField,
  phone: field.textField,
  /** whole smallest units as digits, negative for a debt; the service does not name the currency */
  balance: field.signedInteger,
  active: field.flag,
  created_at: field.unixSeconds,
})

const addressSchema = z.object({ line1: field.textField, city: field.textField, country: field.textField })

const billing = z.object({
  name: field.textField,
  email: field.textField,
  phone: field.textField,
  address: addressSchema.optional().catch(undefined),
})

const withBilling = customerSchema.extend({ billing: z.array(billing).catch([]).default([]) })

/** Interface 2.3. `created_at` in Unix seconds. */
export type ServiceCustomer = z.infer<typeof customerSchema>
export type CustomerWithBilling = z.infer<typeof withBilling>

/** @throws WireError */
export const parseCustomers = (data: unknown): ServiceCustomer[] =>
  field.readShape("customers", z.array(customerSchema), data)

/** @throws WireError */
export const parseCustomer = (data: unknown): CustomerWithBilling =>
  field.readShape("customer", withBilling, data)

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
