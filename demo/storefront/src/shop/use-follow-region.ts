import { useEffect, useRef } from "react"
import { useNavigate } from "react-router-dom"
import type { Region } from "./cart-api"
import { inCountry } from "./paths"
import type { CartState } from "./use-cart"

interface Place {
  region: Region
  regions: Region[]
  country: string
}

/**
 * The cart moves to the region of the address, by whatever way the customer came there. Who rather waits for her payment is led back to where
 * the cart is.
 */
export function useFollowRegion(
  { cart, change }: CartState,
  { region, regions, country }: Place,
  mayMove: () => Promise<boolean>
) {
  const navigate = useNavigate()
  const asked = useRef(mayMove)
  asked.current = mayMove
  const { id, region_id: from, shipping_address: address } = cart ?? {}
  const home = address?.country_code ?? regions.find((one) => one.id === from)?.countries?.[0]?.iso_2 ?? null
  useEffect(() => {
    if (!id || from === region.id) {
      return
    }
    let current = true
    void asked.current().then((may) => {
      if (!current) {
        return
      }
      if (may || !home) {
        change((carts, cartId) => carts.moveTo(cartId, region, country)).catch(() => undefined)
      } else {
        navigate(inCountry(home), { replace: true })
      }
    })
    return () => {
      current = false
    }
  }, [change, country, from, home, id, region])
}
