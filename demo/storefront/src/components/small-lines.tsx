import { useShop } from "../shop/context"
import { unitPrice } from "../shop/prices"
import { Picture } from "./picture"

interface Item {
  id: string
  title: string
  product_title?: string | null
  variant_title?: string | null
  thumbnail?: string | null
  quantity: number
  original_total?: number
  total?: number
}

interface SmallLinesProps {
  items: Item[] | null | undefined
  currency: string
  testId: string
}

/** What is bought, to read and not to change. */
export function SmallLines({ items, currency, testId }: SmallLinesProps) {
  const { t, price } = useShop()
  return (
    <ul className="lines small">
      {items?.map((item) => (
        <li key={item.id} className="line" data-testid={testId}>
          <Picture src={item.thumbnail} alt="" />
          <div className="line-text">
            <p className="line-title">{item.product_title ?? item.title}</p>
            <p className="faint">
              {Number(item.quantity)}&nbsp;× {item.variant_title}
            </p>
            {Number(item.quantity) > 1 && <p className="faint">{t.each(price(unitPrice(item), currency))}</p>}
          </div>
          <p className="line-price">{price(Number(item.original_total ?? item.total), currency)}</p>
        </li>
      ))}
    </ul>
  )
}
