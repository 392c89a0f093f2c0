import { z } from "@medusajs/framework/zod"
import * as field from "./shape"

const customer = z.object({
  id: field.requiredIdentifier,
  firstname: field.text,
  lastname: field.text,
  email: field.text,
  phone: field.text,
  /** whole smallest units as digits, negative for a debt; the service does not name the currency */
  balance: field.signedInteger,
  active: field.flag,
  created_at: field.unixSeconds,
})

const address = z.object({ line1: field.text, city: field.text, country: field.text })

const billing = z.object({
  name: field.text,
  email: field.text,
  phone: field.text,
  address: address.optional().catch(undefined),
})

const withBilling = customer.extend({ billing: z.array(billing).catch([]).default([]) })

/** Interface 2.3. `created_at` in Unix seconds. */
export type Customer = z.infer<typeof customer>
export type CustomerWithBilling = z.infer<typeof withBilling>

/** @throws WireError */
export const parseCustomers = (data: unknown): Customer[] => field.read("customers", z.array(customer), data)

/** @throws WireError */
export const parseCustomer = (data: unknown): CustomerWithBilling => field.read("customer", withBilling, data)
