import { MedusaError } from "@medusajs/framework/utils"
import { minorAmount } from "../service/wire/shape"
import { toMajorString } from "./money"

/** What a way to pay takes of a currency, in smallest units; null: the service decides. */
export interface AmountBounds {
  min: bigint | null
  max: bigint | null
  /** the service may round up to a multiple of it (U-28): no amount is refused for it */
  multiple: bigint | null
  /** the widest of several ways: one of them may take less */
  widest: boolean
}

/** The same for people and programs, in major units as decimal text. */
interface ShownBounds {
  min?: string
  max?: string
  multiple?: string
  currency_code: string
  widest?: true
}

interface Currency {
  currency_code: string
  exponent: number
}

/** `code` of the refusal of an amount that its way to pay does not take. */
export const AMOUNT_BOUNDS = "paycollect_amount_bounds"

export function outsideOf(amount: bigint, bounds: AmountBounds | null | undefined): "below" | "above" | null {
  if (bounds?.min != null && amount < bounds.min) return "below"
  return bounds?.max != null && amount > bounds.max ? "above" : null
}

export function shownBounds(bounds: AmountBounds, { currency_code, exponent }: Currency): ShownBounds {
  const amounts = (["min", "max", "multiple"] as const).flatMap((name) => {
    const amount = bounds[name]
    return amount === null ? [] : [[name, toMajorString(amount, exponent)]]
  })
  return { ...Object.fromEntries(amounts), currency_code, ...(bounds.widest && { widest: true }) }
}

/** Nothing was written or asked for it. */
export class AmountOutOfBounds extends MedusaError {
  constructor(
    amount: string,
    readonly details: ShownBounds
  ) {
    const { min, max, currency_code, widest } = details
    const code = currency_code.toUpperCase()
    const takes = [min && `from ${min} ${code}`, max && `up to ${max} ${code}`].filter(Boolean).join(" and ")
    super(
      MedusaError.Types.INVALID_DATA,
      `This way to pay takes ${takes}${widest ? " at the widest" : ""}, and ${amount} ${code} are to be paid. No payment was started and nothing was charged; choose another way to pay, or change what is bought.`,
      AMOUNT_BOUNDS
    )
  }
}

/** null where the amount, in smallest units, can be paid this way. */
export function outOfBounds(
  amount: string,
  bounds: AmountBounds | null | undefined,
  currency: Currency
): AmountOutOfBounds | null {
  if (!bounds || !outsideOf(BigInt(amount), bounds)) return null
  return new AmountOutOfBounds(
    toMajorString(minorAmount(amount), currency.exponent),
    shownBounds(bounds, currency)
  )
}
