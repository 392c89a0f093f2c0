import type Medusa from "@medusajs/js-sdk"
import type { HttpTypes } from "@medusajs/types"
import {
  PayCollectProvider,
  CartChangeQuestion,
  useCartGuard,
  usePayCollect,
  type ScreenTexts,
} from "medusa-payment-paycollect-storefront/react"
import { navigate } from "../router"
import { createContext, useCallback, useContext, useEffect, useMemo, useState, type ReactNode } from "react"
import type { ShopConfig } from "../config"
import { LOCALES, money } from "../format"
import { initialLanguage, messages, type Language, type Messages } from "../i18n"
import { storage } from "../storage"
import type { Cart, CartApi, Region } from "./cart-api"
import { waitingPath } from "./paths"
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
  /**
   * Changes what the cart costs. A payment that waits on the customer's phone could not pay for it any more, so she is asked first; null when
   * she rather waits. What is added to a cart whose money the shop looks at begins a new one.
   */
  changeGoods: (act: (api: CartApi, id: string) => Promise<Cart>, adds?: boolean) => Promise<Cart | null>
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
  const guard = useCartGuard(cart.cart?.id)
  const changeGoods: Shop["changeGoods"] = async (act, adds = false) => {
    const verdict = await guard.beforeChange()
    if (verdict === "wait") {
      return null
    }
    if (verdict === "new_cart" && adds && cart.cart) {
      await cart.startNew(cart.cart.id)
    }
    return cart.change(act)
  }
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
    <ShopContext.Provider value={{ ...given, ...cart, ...words, customer, changeGoods }}>
      {children}
      <CartChangeQuestion
        className="question"
        question={guard.question}
        onWait={() => cart.cart && navigate(waitingPath(country, cart.cart.id))}
      />
    </ShopContext.Provider>
  )
}
