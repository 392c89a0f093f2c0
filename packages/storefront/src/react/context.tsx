import { createContext, useContext, useMemo, type ReactElement, type ReactNode } from "react"
import type { MoneyStyle, PaymentSubject, StoreClient } from "../index"
import { screenTextsFor, type ScreenTextChanges, type ScreenTexts } from "./texts"

export interface PayCollect {
  client: StoreClient
  /** For texts, dates and amounts, for example "fr-CM". */
  locale: string
  texts: ScreenTexts
  /** How amounts are written: as in the locale, or as the shop itself does. */
  money: MoneyStyle
}

const PayCollectContext = createContext<PayCollect | null>(null)

export interface PayCollectProviderProps {
  /** An instance of `@medusajs/js-sdk`, or what `createStoreClient` returns. Make it once, outside of components. */
  client: StoreClient
  locale?: string
  /** Replaces single texts; keep the object the same between renders. */
  texts?: ScreenTextChanges
  /** Writes amounts as the shop does, for example with the code where it sells in XAF and XOF; keep it the same between renders. */
  money?: MoneyStyle
  children?: ReactNode
}

/** What every hook and component of this package needs above it. */
export function PayCollectProvider(props: PayCollectProviderProps): ReactElement {
  const { client, locale = "en", texts, money = locale, children } = props
  const value = useMemo(
    () => ({ client, locale, texts: screenTextsFor(locale, texts), money }),
    [client, locale, texts, money]
  )
  return <PayCollectContext.Provider value={value}>{children}</PayCollectContext.Provider>
}

export function usePayCollect(): PayCollect {
  const value = useContext(PayCollectContext)
  if (!value) throw new Error("PayCollect's hooks and components need a <PayCollectProvider> above them")
  return value
}

/** What the kit is asked about; null: neither is known. */
export function subjectOf(
  cartId: string | null | undefined,
  collectionId?: string | null
): PaymentSubject | null {
  return cartId ? { cartId } : collectionId ? { collectionId } : null
}
