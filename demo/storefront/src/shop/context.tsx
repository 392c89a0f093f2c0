import type Medusa from "@medusajs/js-sdk"
import type { HttpTypes } from "@medusajs/types"
import {
  PayCollectProvider,
  usePayCollect,
  type ScreenTexts,
} from "medusa-payment-paycollect-storefront/react"
import { createContext, useCallback, useContext, useEffect, useMemo, useState, type ReactNode } from "react"
import type { ShopConfig } from "../config"
import { LOCALES, money } from "../format"
import { initialLanguage, messages, type Language, type Messages } from "../i18n"
import { storage } from "../storage"
import type { Region } from "./cart-api"
import { useCart, type CartState } from "./use-cart"
import { useCustomer, type CustomerState } from "./use-customer"

export interface Shop extends CartState {
  config: ShopConfig
  sdk: Medusa
  regions: Region[]
  region: Region
  /** Two-letter code of the address, lower case. */
  country: string
  language: Language
  setLanguage: (language: Language) => void
  t: Messages
  paymentTexts: ScreenTexts
  price: (amount: number, currency?: string) => string
  customer: CustomerState
}

const ShopContext = createContext<Shop | null>(null)

export function useShop(): Shop {
  const shop = useContext(ShopContext)
  if (!shop) {
    throw new Error("useShop needs a ShopProvider above it")
  }
  return shop
}

export function useLanguage(sdk: Medusa): [Language, (language: Language) => void] {
  const [language, setLanguage] = useState(() => {
    const first = initialLanguage()
    sdk.setLocale(LOCALES[first])
    return first
  })
  useEffect(() => {
    document.documentElement.lang = language
  }, [language])
  const choose = useCallback(
    (next: Language) => {
      storage.set("language", next)
      sdk.setLocale(LOCALES[next])
      setLanguage(next)
    },
    [sdk]
  )
  return [language, choose]
}

interface ProviderProps {
  config: ShopConfig
  sdk: Medusa
  regions: HttpTypes.StoreRegion[]
  region: Region
  country: string
  language: Language
  setLanguage: (language: Language) => void
  children: ReactNode
}

export function ShopProvider(props: ProviderProps) {
  return (
    <PayCollectProvider client={props.sdk} locale={LOCALES[props.language]}>
      <ShopState {...props} />
    </PayCollectProvider>
  )
}

function ShopState({ children, ...given }: ProviderProps) {
  const { sdk, region, country, language } = given
  const { texts: paymentTexts } = usePayCollect()
  const cart = useCart(sdk, { region, country, locale: LOCALES[language] })
  const customer = useCustomer(sdk, cart)
  useEffect(() => storage.set("country", country), [country])
  const words = useMemo(
    () => ({
      t: messages[language],
      paymentTexts,
      price: (amount: number, currency = region.currency_code) => money(amount, currency, language),
    }),
    [language, paymentTexts, region]
  )
  return (
    <ShopContext.Provider value={{ ...given, ...cart, ...words, customer }}>{children}</ShopContext.Provider>
  )
}
