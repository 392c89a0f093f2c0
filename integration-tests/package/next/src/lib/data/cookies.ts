import { cookies } from "next/headers"

export const getCartId = async () => (await cookies()).get("_medusa_cart_id")?.value

export const setCartId = async (cartId: string) => {
  ;(await cookies()).set("_medusa_cart_id", cartId)
}

export const removeCartId = async () => {
  ;(await cookies()).set("_medusa_cart_id", "", { maxAge: -1 })
}
