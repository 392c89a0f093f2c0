import { methodKind } from "medusa-payment-paycollect-storefront"
import type { ReactNode } from "react"
import { CardIcon, PhoneIcon, WalletIcon } from "../components/icons"
import { useShop } from "../shop/context"

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
  chosenId: string | null
  onChoose: (id: string) => void
  error?: string
}

/** While they load, the usual number of choices keeps their place. */
export function DeliveryChoice({ options, chosenId, onChoose, error }: DeliveryChoiceProps) {
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
          <DeliveryPrice option={option} />
        </label>
      ))}
      <p id="delivery-error" className="field-error" role="alert">
        {error}
      </p>
    </fieldset>
  )
}

function DeliveryPrice({ option }: { option: DeliveryOption }) {
  const { t, price } = useShop()
  return (
    <span className="delivery-price">
      {option.amount === 0 ? t.free : price(option.amount)}
      {option.amount > 0 && !option.taxIncluded && <span className="hint">{t.beforeTax}</span>}
    </span>
  )
}

const ICONS: Record<string, ReactNode> = {
  mobile_money: <PhoneIcon />,
  card: <CardIcon />,
  any: <WalletIcon />,
}

export function MethodIcon({ providerId }: { providerId: string }) {
  return <span className="method-icon">{ICONS[methodKind(providerId) ?? "any"]}</span>
}
