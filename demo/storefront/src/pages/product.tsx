import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { useParams } from "react-router-dom"
import { Failure, Page, useTitle } from "../components/feedback"
import { Picture } from "../components/picture"
import { AddToCart } from "../product/add-to-cart"
import { VariantChoice } from "../product/variant-choice"
import { useShop } from "../shop/context"
import { variantPrice } from "../shop/prices"

/** What is read here, and no more: it is waited for. Medusa translates only what comes with its id. */
const FIELDS =
  "id,title,subtitle,description,thumbnail,options.id,options.title," +
  "variants.id,variants.title,variants.variant_rank,*variants.calculated_price"

export function ProductPage() {
  const { sdk, region, country, language, t, price } = useShop()
  const { handle = "" } = useParams()
  const [chosenId, setChosenId] = useState<string | null>(null)
  const { data, isLoadingError, refetch } = useQuery({
    queryKey: ["product", handle, region.id, country, language],
    queryFn: () =>
      sdk.store.product.list({
        handle,
        region_id: region.id,
        country_code: country,
        fields: FIELDS,
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

  return (
    <article className="product">
      <Picture src={product.thumbnail} alt={product.title} eager />
      <div className="product-text">
        <h1>{product.title}</h1>
        {product.subtitle && <p className="faint">{product.subtitle}</p>}
        <p className="product-price" data-testid="product-price">
          {amount === null ? t.unavailable : price(amount)}
        </p>
        <VariantChoice product={product} variants={variants} chosenId={variant?.id} onChoose={setChosenId} />
        <AddToCart variantId={amount === null ? null : (variant?.id ?? null)} />
        {product.description && <p className="description">{product.description}</p>}
      </div>
    </article>
  )
}
