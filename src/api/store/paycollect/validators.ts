import { z } from "@medusajs/framework/zod"
import { cardType, countryCode, paymentMethod } from "../../parameters"

/** Query of `GET /store/paycollect/fee-preview`: what is asked about is read from the cart. */
export const cartFeesQuery = z.object({
  cart_id: z.string().min(1).max(128),
  payment_method: paymentMethod.optional(),
  card_type: cardType.optional(),
})

/** Query of `GET /store/paycollect/payment-methods` */
export const storeMethodsQuery = z.object({ country_code: countryCode })

export type CartFeesQuery = z.infer<typeof cartFeesQuery>
export type StoreMethodsQuery = z.infer<typeof storeMethodsQuery>
