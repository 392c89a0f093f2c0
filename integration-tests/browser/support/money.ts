import { type AdminPayCollectIntent, type AdminPayCollectIntentsResponse } from "../../../src/types/http"
import { comeBack, startPayment, store } from "./buyer"
import { adminApi, draftOrder } from "./dashboard"
import { moveState } from "./service"

/** As the dashboard knows it now. */
export const paymentOf = async (reference: string): Promise<AdminPayCollectIntent> =>
  (await adminApi<AdminPayCollectIntentsResponse>(`/paycollect/intents?q=${reference}`)).intents[0]!

/** Money that no order stands for: its cart changed while it was under way. */
export async function lateMoney(): Promise<AdminPayCollectIntent> {
  const purchase = await startPayment({ provider: "card" })
  const { cart } = await store<{ cart: { items: { variant_id: string }[] } }>(`/carts/${purchase.cartId}`)
  const [{ variant_id }] = cart.items as [{ variant_id: string }]
  await store(`/carts/${purchase.cartId}/line-items`, { variant_id, quantity: 1 })
  await moveState(purchase.reference, "succeeded")
  await comeBack(purchase)
  return await paymentOf(purchase.reference)
}

type PhoneOrder = { id: string; display_id: number }

/** Written down by telephone, by the same customer; nothing of it is paid. */
export async function phoneOrder({ amount }: AdminPayCollectIntent): Promise<PhoneOrder> {
  const id = await draftOrder({ title: "By telephone", unit_price: Number(amount), quantity: 1 })
  await adminApi(`/draft-orders/${id}/convert-to-order`, {})
  return (await adminApi<{ order: PhoneOrder }>(`/orders/${id}`)).order
}
