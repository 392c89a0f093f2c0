import type { HttpTypes } from "@medusajs/types"
import { useShop } from "../shop/context"

interface VariantChoiceProps {
  product: HttpTypes.StoreProduct
  variants: HttpTypes.StoreProductVariant[]
  chosenId: string | undefined
  onChoose: (id: string) => void
}

export function VariantChoice({ product, variants, chosenId, onChoose }: VariantChoiceProps) {
  const { t } = useShop()
  if (variants.length <= 1) {
    return null
  }
  return (
    <fieldset className="chips">
      <legend>{product.options?.map((one) => one.title).join(" / ") || t.option}</legend>
      {variants.map((one) => (
        <label key={one.id}>
          <input
            type="radio"
            name="variant"
            checked={one.id === chosenId}
            onChange={() => onChoose(one.id)}
          />
          <span>{one.title}</span>
        </label>
      ))}
    </fieldset>
  )
}
