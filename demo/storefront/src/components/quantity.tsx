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
  // Disabled at its ends only: a button that is disabled for a moment loses the focus.
  const change = (to: number) => disabled || onChange(to)
  return (
    <div className="quantity" role="group" aria-label={label}>
      <button
        type="button"
        aria-label={t.less}
        data-testid="quantity-less"
        disabled={value <= 1}
        aria-disabled={disabled}
        onClick={() => change(value - 1)}
      >
        −
      </button>
      <output data-testid="quantity">{value}</output>
      <button
        type="button"
        aria-label={t.more}
        data-testid="quantity-more"
        disabled={value >= MAX}
        aria-disabled={disabled}
        onClick={() => change(value + 1)}
      >
        +
      </button>
    </div>
  )
}
