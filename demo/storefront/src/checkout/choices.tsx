import { useShop } from "../shop/context"
import { priceWithTax } from "../shop/delivery-price"

export interface DeliveryOption {
  id: string
  name: string
  amount: number
  taxIncluded: boolean
  /** standard, express: what the shop knows to describe */
  code: string
}

interface DeliveryChoiceProps {
  options: DeliveryOption[] | null
  /** In percent; null: not known yet. */
  taxRate: number | null
  chosenId: string | null
  onChoose: (id: string) => void
  error?: string
}

/** While they load, the usual number of choices keeps their place. */
export function DeliveryChoice({ options, taxRate, chosenId, onChoose, error }: DeliveryChoiceProps) {
  const { t } = useShop()
  return (
    <fieldset className="block" id="delivery" aria-busy={!options} aria-describedby="delivery-error">
      <legend>{t.delivery}</legend>
      {!options && [0, 1].map((index) => <div key={index} className="choice placeholder" />)}
      {options?.length === 0 && <p className="field-error">{t.deliveryNone}</p>}
      {options?.map((option) => (
        <label key={option.id} className="choice">
          <input
            type="radio"
            name="delivery"
            checked={option.id === chosenId}
            onChange={() => onChoose(option.id)}
            data-testid="delivery-option"
          />
          <span className="choice-text">
            <span>{t.deliveries[option.code]?.name ?? option.name}</span>
            <span className="hint">{t.deliveries[option.code]?.hint}</span>
          </span>
          <DeliveryPrice option={option} taxRate={taxRate} />
        </label>
      ))}
      <p id="delivery-error" className="field-error" role="alert">
        {error}
      </p>
    </fieldset>
  )
}

/** As the summary says it once the delivery is chosen. */
function DeliveryPrice({ option, taxRate }: { option: DeliveryOption; taxRate: number | null }) {
  const { t, price } = useShop()
  const { amount, taxIncluded } = option
  const withTax = priceWithTax(amount, taxIncluded, taxRate)
  return (
    <span className="delivery-price" data-testid="delivery-price">
      {amount === 0 ? t.free : price(withTax ?? amount)}
      {withTax === null && <span className="hint">{t.beforeTax}</span>}
    </span>
  )
}
