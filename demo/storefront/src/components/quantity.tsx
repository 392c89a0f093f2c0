import { useShop } from "../shop/context"

interface QuantityProps {
  value: number
  onChange: (value: number) => void
  label: string
  disabled?: boolean
}

const MAX = 99

export function Quantity({ value, onChange, label, disabled }: QuantityProps) {
  const { t } = useShop()
  return (
    <div className="quantity" role="group" aria-label={label}>
      <button
        type="button"
        aria-label={t.less}
        data-testid="quantity-less"
        disabled={disabled || value <= 1}
        onClick={() => onChange(value - 1)}
      >
        −
      </button>
      <output data-testid="quantity">{value}</output>
      <button
        type="button"
        aria-label={t.more}
        data-testid="quantity-more"
        disabled={disabled || value >= MAX}
        onClick={() => onChange(value + 1)}
      >
        +
      </button>
    </div>
  )
}
