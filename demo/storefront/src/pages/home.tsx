import type { HttpTypes } from "@medusajs/types"
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { Link } from "react-router-dom"
import { Failure, useTitle } from "../components/feedback"
import { Picture } from "../components/picture"
import { useShop } from "../shop/context"
import { cheapest } from "../shop/prices"

const EAGER_PICTURES = 4
const PLACEHOLDERS = [0, 1, 2, 3]

export function Home() {
  const { sdk, region, country, language, t } = useShop()
  useTitle(t.products)
  const { data, isLoadingError, refetch } = useQuery({
    queryKey: ["products", region.id, country, language],
    queryFn: () =>
      sdk.store.product.list({
        region_id: region.id,
        country_code: country,
        limit: 48,
        fields: "id,title,subtitle,handle,thumbnail,metadata,*variants,*variants.calculated_price",
      }),
    placeholderData: keepPreviousData,
  })
  const products = data && [...data.products].sort((a, b) => rankOf(a) - rankOf(b))
  if (isLoadingError) {
    return <Failure text={t.loadFailed} action={t.tryAgain} onAction={refetch} />
  }
  return (
    <>
      <section className="hero">
        <h1>{t.tagline}</h1>
        <p>{t.welcome}</p>
      </section>
      <h2 className="section-title">{t.products}</h2>
      {products?.length === 0 && <p className="plain">{t.noProducts}</p>}
      <ul className="grid" aria-busy={!products}>
        {products
          ? products.map((product, index) => (
              <li key={product.id}>
                <ProductCard product={product} eager={index < EAGER_PICTURES} />
              </li>
            ))
          : PLACEHOLDERS.map((index) => (
              <li key={index} className="card placeholder">
                <span className="picture" />
              </li>
            ))}
      </ul>
    </>
  )
}

/** Set by the seed: products that were made together have no order of their own. */
const rankOf = ({ metadata }: HttpTypes.StoreProduct) => Number(metadata?.rank ?? Infinity)

function ProductCard({ product, eager }: { product: HttpTypes.StoreProduct; eager: boolean }) {
  const { country, price, t } = useShop()
  const { amount, several } = cheapest(product)
  return (
    <Link className="card" to={`/${country}/products/${product.handle}`} data-testid="product-card">
      <Picture src={product.thumbnail} alt="" eager={eager} />
      <span className="card-text">
        <span className="card-title">{product.title}</span>
        {product.subtitle && <span className="faint card-subtitle">{product.subtitle}</span>}
        <span className="card-price" data-testid="product-price">
          {several && <span className="from">{t.from} </span>}
          {amount === null ? t.unavailable : price(amount)}
        </span>
      </span>
    </Link>
  )
}
