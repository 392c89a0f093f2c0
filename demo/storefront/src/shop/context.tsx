import type { HttpTypes } from "@medusajs/types"
import {
  PayCollectProvider,
  CartChangeQuestion,
  useCartGuard,
  usePayCollect,
  type ScreenTexts,
} from "medusa-payment-paycollect-storefront/react"
import { createContext, useCallback, useContext, useEffect, useMemo, useState, type ReactNode } from "react"
import { useNavigate } from "react-router-dom"
import type { ShopConfig } from "../config"
import { LOCALES, moneyIn } from "../format"
import { initialLanguage, messages, type Language, type Messages } from "../i18n"
import type { Sdk } from "../sdk"
import { storage } from "../storage"
import type { Cart, Region } from "./cart-api"
import { waitingPath } from "./paths"
import { useCart, type CartChange, type CartState } from "./use-cart"
import { useCustomer, type CustomerState } from "./use-customer"
import { useFollowRegion } from "./use-follow-region"

export interface Shop extends CartState {
  config: ShopConfig
  sdk: Sdk
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
  changeGoods: (act: CartChange, adds?: boolean) => Promise<Cart | null>
  /** The same question before the customer goes to another region, which moves the cart there; false when she rather waits. */
  mayMove: () => Promise<boolean>
}

const ShopContext = createContext<Shop | null>(null)

export function useShop(): Shop {
  const shop = useContext(ShopContext)
  if (!shop) {
    throw new Error("useShop needs a ShopProvider above it")
  }
  return shop
}

export function useLanguage(sdk: Sdk): [Language, (language: Language) => void] {
  const [language, setLanguage] = useState(() => {
    const first = initialLanguage()
    sdk.client.setLocale(LOCALES[first])
    return first
  })
  useEffect(() => {
    document.documentElement.lang = language
  }, [language])
  const choose = useCallback(
    (next: Language) => {
      storage.set("language", next)
      sdk.client.setLocale(LOCALES[next])
      setLanguage(next)
    },
    [sdk]
  )
  return [language, choose]
}

interface ProviderProps {
  config: ShopConfig
  sdk: Sdk
  regions: HttpTypes.StoreRegion[]
  region: Region
  country: string
  language: Language
  setLanguage: (language: Language) => void
  children: ReactNode
}

export function ShopProvider(props: ProviderProps) {
  const { language, regions } = props
  const money = useMemo(
    () =>
      moneyIn(
        language,
        regions.map((one) => one.currency_code)
      ),
    [language, regions]
  )
  return (
    <PayCollectProvider client={props.sdk} locale={LOCALES[language]} money={money}>
      <ShopState {...props} money={money} />
    </PayCollectProvider>
  )
}

function ShopState({ children, money, ...given }: ProviderProps & { money: ReturnType<typeof moneyIn> }) {
  const { sdk, region, country, language } = given
  const navigate = useNavigate()
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
  const mayMove = async () => (await guard.beforeChange()) !== "wait"
  useFollowRegion(cart, given, mayMove)
  // Its totals are about to be those of another region, or the customer is asked whether they shall.
  const changing = cart.changing || (cart.cart !== null && cart.cart.region_id !== region.id)
  useEffect(() => storage.set("country", country), [country])
  const words = useMemo(
    () => ({
      t: messages[language],
      paymentTexts,
      price: (amount: number, currency = region.currency_code) => money(amount, currency),
    }),
    [language, paymentTexts, region, money]
  )
  return (
    <ShopContext.Provider value={{ ...given, ...cart, ...words, changing, customer, changeGoods, mayMove }}>
      {children}
      <CartChangeQuestion
        className="question"
        question={guard.question}
        onWait={() => cart.cart && navigate(waitingPath(country, cart.cart.id))}
      />
    </ShopContext.Provider>
  )
}
