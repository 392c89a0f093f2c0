import { type AdminPayCollectIntent, type AdminPayCollectIntentsResponse } from "../../../src/types/http"
import { comeBack, startPayment, startPaymentOf, store } from "./buyer"
import { adminApi, draftOrder } from "./dashboard"
import { moveState, overrideVerify } from "./service"

/** As the dashboard knows it now. */
export const paymentOf = async (reference: string): Promise<AdminPayCollectIntent> =>
  (await adminApi<AdminPayCollectIntentsResponse>(`/paycollect/intents?q=${reference}`)).intents[0]!

/** Money that no order stands for: its cart changed while it was under way. */
export async function lateMoney({
  email,
  locale,
}: { email?: string; locale?: string } = {}): Promise<AdminPayCollectIntent> {
  const purchase = await startPayment({ email, provider: "card" })
  const { cart } = await store<{ cart: { items: { variant_id: string }[] } }>(
    `/carts/${purchase.cartId}`,
    locale ? { locale } : undefined
  )
  const [{ variant_id }] = cart.items as [{ variant_id: string }]
  await store(`/carts/${purchase.cartId}/line-items`, { variant_id, quantity: 1 })
  await moveState(purchase.reference, "succeeded")
  await comeBack(purchase)
  return await paymentOf(purchase.reference)
}

/** A second payment of a cart, both with a fee on top: money that its order does not need. */
export async function doubleMoney(setup: { email: string; fee: number }): Promise<AdminPayCollectIntent> {
  const first = await startPayment(setup)
  const second = await startPaymentOf(first.cartId, "card")
  for (const purchase of [first, second]) {
    const { amount } = await paymentOf(purchase.reference)
    await overrideVerify(purchase.reference, { amount: String(Number(amount) + setup.fee) })
    await moveState(purchase.reference, "succeeded")
    await comeBack(purchase)
  }
  const both = await Promise.all([first, second].map(({ reference }) => paymentOf(reference)))
  return both.find(({ attention }) => attention.length > 0)!
}

/** More came than any fee explains. */
export async function overpaidMoney(factor: number): Promise<AdminPayCollectIntent> {
  const purchase = await startPayment({ provider: "card" })
  const { amount } = await paymentOf(purchase.reference)
  await overrideVerify(purchase.reference, { amount: String(Number(amount) * factor) })
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
