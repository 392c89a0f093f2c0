import { useState } from "react"
import { Link } from "react-router-dom"
import { Notice } from "../components/feedback"
import { Quantity } from "../components/quantity"
import { useShop } from "../shop/context"

type Adding = "no" | "busy" | "done" | "failed"

/** @param variantId null where it is not sold in this region */
export function AddToCart({ variantId }: { variantId: string | null }) {
  const { t, country, changeGoods } = useShop()
  const [quantity, setQuantity] = useState(1)
  const [adding, setAdding] = useState<Adding>("no")

  const add = async (id: string) => {
    setAdding("busy")
    try {
      const addItem = () => changeGoods((carts, cartId) => carts.addItem(cartId, id, quantity), true)
      // Refused: perhaps the cart became an order in another tab; it is dropped now, and the item starts a new one.
      const cart = await addItem().catch((error: { status?: number }) =>
        error.status ? addItem() : Promise.reject(error)
      )
      setAdding(cart ? "done" : "no")
    } catch {
      setAdding("failed")
    }
  }

  return (
    <>
      <div className="buy">
        <Quantity value={quantity} onChange={setQuantity} label={t.quantity} />
        <button
          type="button"
          className="button grow"
          data-testid="add-to-cart"
          disabled={variantId === null || adding === "busy"}
          aria-busy={adding === "busy"}
          onClick={() => variantId && void add(variantId)}
        >
          {t.addToCart}
        </button>
      </div>
      <div className="reserve">
        {adding === "done" && (
          <Notice kind="good" title={t.added} testId="added">
            <Link to={`/${country}/cart`} data-testid="see-cart">
              {t.seeCart}
            </Link>
          </Notice>
        )}
        {adding === "failed" && <Notice kind="error" title={t.loadFailed} />}
      </div>
    </>
  )
}
