import { type MethodType } from "./catalogue"

export type CardType = "local" | "international"

/** Hundredths of a percent. 3.5 % makes the one documented example come true: 350 on 10000 XAF (U-09). */
const RATES = { mobile_money: 350n, card_local: 390n, card_international: 490n }

/** Smallest unit, rounded half up. */
export function feeOf(amount: bigint, type: MethodType, cardType: CardType = "local"): bigint {
  const rate = type === "card" ? RATES[`card_${cardType}`] : RATES.mobile_money
  return (amount * rate + 5_000n) / 10_000n
}
