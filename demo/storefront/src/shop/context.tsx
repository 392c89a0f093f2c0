import type Medusa from "@medusajs/js-sdk"
import type { HttpTypes } from "@medusajs/types"
import { textsFor, type PaymentTexts } from "medusa-payment-paycollect/storefront"
import { createContext, useCallback, useContext, useEffect, useMemo, useState, type ReactNode } from "react"
import type { ShopConfig } from "../config"
import { money } from "../format"
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
  paymentTexts: PaymentTexts
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

export function useLanguage(): [Language, (language: Language) => void] {
  const [language, setLanguage] = useState(initialLanguage)
  useEffect(() => {
    document.documentElement.lang = language
  }, [language])
  const choose = useCallback((next: Language) => {
    storage.set("language", next)
    setLanguage(next)
  }, [])
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

export function ShopProvider({ children, ...given }: ProviderProps) {
  const { sdk, region, country, language } = given
  const cart = useCart(sdk, region, country)
  const customer = useCustomer(sdk, cart)
  useEffect(() => storage.set("country", country), [country])
  const words = useMemo(
    () => ({
      t: messages[language],
      paymentTexts: textsFor(language),
      price: (amount: number, currency = region.currency_code) => money(amount, currency, language),
    }),
    [language, region]
  )
  return (
    <ShopContext.Provider value={{ ...given, ...cart, ...words, customer }}>{children}</ShopContext.Provider>
  )
}
