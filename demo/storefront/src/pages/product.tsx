import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { Link, useParams } from "react-router-dom"
import { Failure, Notice, Page, useTitle } from "../components/feedback"
import { Picture } from "../components/picture"
import { Quantity } from "../components/quantity"
import { useShop } from "../shop/context"
import { variantPrice } from "../shop/prices"

type Adding = "no" | "busy" | "done" | "failed"

export function ProductPage() {
  const { sdk, region, country, language, t, price, changeGoods } = useShop()
  const { handle = "" } = useParams()
  const [chosenId, setChosenId] = useState<string | null>(null)
  const [quantity, setQuantity] = useState(1)
  const [adding, setAdding] = useState<Adding>("no")
  const { data, isLoadingError, refetch } = useQuery({
    queryKey: ["product", handle, region.id, country, language],
    queryFn: () =>
      sdk.store.product.list({
        handle,
        region_id: region.id,
        country_code: country,
        fields: "id,title,subtitle,description,thumbnail,*variants,*variants.calculated_price,*options",
      }),
    placeholderData: keepPreviousData,
  })
  const product = data?.products[0]
  useTitle(product?.title ?? t.products)
  if (isLoadingError) {
    return <Failure text={t.loadFailed} action={t.tryAgain} onAction={refetch} />
  }
  if (data && !product) {
    return <Page title={t.notFound} />
  }
  if (!product) {
    // Nothing that the title, once it is known, would push down.
    return (
      <article className="product" aria-busy="true">
        <Picture src={null} alt="" />
      </article>
    )
  }
  const variants = [...(product.variants ?? [])].sort(
    (a, b) => Number(a.variant_rank ?? 0) - Number(b.variant_rank ?? 0)
  )
  const variant = variants.find((one) => one.id === chosenId) ?? variants[0]
  const amount = variant ? variantPrice(variant) : null

  const add = async () => {
    if (!variant) {
      return
    }
    setAdding("busy")
    try {
      const addItem = () => changeGoods((carts, id) => carts.addItem(id, variant.id, quantity), true)
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
    <article className="product">
      <Picture src={product.thumbnail} alt={product.title} eager />
      <div className="product-text">
        <h1>{product.title}</h1>
        {product.subtitle && <p className="faint">{product.subtitle}</p>}
        <p className="product-price" data-testid="product-price">
          {amount === null ? t.unavailable : price(amount)}
        </p>
        {variants.length > 1 && (
          <fieldset className="chips">
            <legend>{product.options?.map((one) => one.title).join(" / ") || t.option}</legend>
            {variants.map((one) => (
              <label key={one.id}>
                <input
                  type="radio"
                  name="variant"
                  checked={one.id === variant?.id}
                  onChange={() => setChosenId(one.id)}
                />
                <span>{one.title}</span>
              </label>
            ))}
          </fieldset>
        )}
        <div className="buy">
          <Quantity value={quantity} onChange={setQuantity} label={t.quantity} />
          <button
            type="button"
            className="button grow"
            data-testid="add-to-cart"
            disabled={amount === null || adding === "busy"}
            aria-busy={adding === "busy"}
            onClick={add}
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
        {product.description && <p className="description">{product.description}</p>}
      </div>
    </article>
  )
}
