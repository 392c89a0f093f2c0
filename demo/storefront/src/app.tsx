import { useQuery } from "@tanstack/react-query"
import { useEffect } from "react"
import { matchPath, Navigate, Route, Routes, useLocation } from "react-router-dom"
import { Page, Splash, Unreachable } from "./components/feedback"
import { later } from "./components/later"
import { Layout } from "./components/layout"
import { usePageChange } from "./components/use-page-change"
import type { ShopConfig } from "./config"
import { messages } from "./i18n"
import { Home } from "./pages/home"
import { ProductPage } from "./pages/product"
import type { Sdk } from "./sdk"
import { ShopProvider, useLanguage, useShop } from "./shop/context"
import { storage } from "./storage"

const cart = later(() => import("./pages/cart").then(({ CartPage }) => CartPage))
const checkout = later(() => import("./pages/checkout").then(({ Checkout }) => Checkout))
const waiting = later(() => import("./pages/waiting").then(({ Waiting }) => Waiting))
const order = later(() => import("./pages/order").then(({ OrderPage }) => OrderPage))
const collection = later(() =>
  import("./pages/payment-collection").then(({ PaymentCollection }) => PaymentCollection)
)
const account = later(() => import("./pages/account").then(({ Account }) => Account))

/** What the shop reads of them: each customer waits for all of the answer. */
const REGIONS = { limit: 50, fields: "id,name,currency_code,countries.iso_2" }

/** What most customers want to see after a page, by the first part of its address. */
const NEXT: Record<string, { preload: () => void }[]> = {
  products: [cart],
  cart: [checkout],
  // Kept by the browser while she is on the hosted checkout.
  checkout: [order, waiting],
}

function Pages() {
  const { pathname } = useLocation()
  const { cart: filled } = useShop()
  const hasGoods = Boolean(filled?.items?.length)
  usePageChange()
  useEffect(() => {
    const page = pathname.split("/")[2] ?? ""
    // Who only looks at goods on a slow network pays for no cart.
    if (hasGoods) {
      NEXT[page]?.forEach((next) => next.preload())
    }
  }, [pathname, hasGoods])
  return (
    // Each address begins anew: what was typed or chosen for one product is not the next one's.
    <Routes key={pathname}>
      <Route path="/:country">
        <Route index element={<Home />} />
        <Route path="products/:handle" element={<ProductPage />} />
        <Route path="cart" element={<cart.Page />} />
        <Route path="checkout" element={<checkout.Page />} />
        <Route path="checkout/waiting" element={<waiting.Page />} />
        <Route path="order/:id/confirmed" element={<order.Page />} />
        <Route path="payment-collection/:id" element={<collection.Page />} />
        <Route path="account" element={<account.Page />} />
        <Route path="*" element={<NotFound />} />
      </Route>
    </Routes>
  )
}

function NotFound() {
  const { t } = useShop()
  return <Page title={t.notFound} />
}

export function App({ config, sdk }: { config: ShopConfig; sdk: Sdk }) {
  const [language, setLanguage] = useLanguage(sdk)
  const { pathname, search } = useLocation()
  const {
    data: regions,
    isLoadingError,
    refetch,
  } = useQuery({
    queryKey: ["regions"],
    queryFn: () => sdk.store.region.list(REGIONS).then((answer) => answer.regions),
    staleTime: Infinity,
  })
  const country = pathname.split("/")[1] ?? ""
  const find = (code: string) => regions?.find((one) => one.countries?.some((two) => two.iso_2 === code))
  const region = find(country)
  const fallback = storage.get("country") ?? "cm"
  const home = find(fallback) ? fallback : regions?.[0]?.countries?.[0]?.iso_2

  if (isLoadingError || (regions && !home)) {
    return <Unreachable t={messages[language]} onAction={refetch} />
  }
  if (!regions) {
    return <Splash />
  }
  if (!region) {
    // Medusa's own address of a payment names no country.
    const isPayment = matchPath("/payment-collection/:id", pathname)
    return <Navigate replace to={isPayment ? `/${home}${pathname}${search}` : `/${home}`} />
  }
  const shop = { config, sdk, regions, region, country, language, setLanguage }
  return (
    <ShopProvider {...shop}>
      <Layout>
        <Pages />
      </Layout>
    </ShopProvider>
  )
}
