import { useState } from "react"
import type { Cart } from "../shop/cart-api"
import { useShop } from "../shop/context"
import { useDeliveries } from "./use-deliveries"

/** The deliveries of the cart, and the chosen one. */
export function useDeliveryChoice(cart: Cart) {
  const { changeGoods } = useShop()
  const { data: options, failed } = useDeliveries(cart)
  // Shown as chosen at once; the total follows when the store has answered.
  const [picked, setPicked] = useState<string | null>(null)
  const [refused, setRefused] = useState(false)
  const inCart = cart.shipping_methods?.[0]?.shipping_option_id ?? null
  const wanted = picked ?? inCart
  // Another country may not know the delivery any more.
  const gone = options?.every((one) => one.id !== wanted) ?? false

  const choose = (optionId: string) => {
    setRefused(false)
    setPicked(optionId)
    changeGoods((carts, id) => carts.setDelivery(id, optionId)).then(
      (changed) => changed ?? setPicked(null),
      () => {
        setPicked(null)
        setRefused(true)
      }
    )
  }

  return {
    options,
    chosenId: gone ? null : wanted,
    isInCart: inCart !== null,
    failed: failed || refused,
    choose,
  }
}
