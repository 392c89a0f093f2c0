import type Medusa from "@medusajs/js-sdk"
import { lazy, Suspense, useEffect, type ComponentType } from "react"
import { Failure, Page } from "./components/feedback"
import { Layout } from "./components/layout"
import type { ShopConfig } from "./config"
import { messages } from "./i18n"
import { Home } from "./pages/home"
import { ProductPage } from "./pages/product"
import { Waiting } from "./pages/waiting"
import { match, navigate, useAddress, useFocusOnPageChange } from "./router"
import { ShopProvider, useLanguage, useShop } from "./shop/context"
import { useLoad } from "./shop/use-load"
import { storage } from "./storage"

type PageComponent = ComponentType<{ params: Record<string, string> }>

function Unreachable() {
  const { t } = useShop()
  return <Failure text={t.loadFailed} action={t.tryAgain} onAction={() => location.reload()} />
}

/** A page that nobody sees first: it comes when it is needed, or while the customer looks at the page before it. */
function later(load: () => Promise<PageComponent>) {
  const Loaded = lazy(() =>
    load().then(
      (page) => ({ default: page }),
      () => ({ default: Unreachable as PageComponent })
    )
  )
  const page: PageComponent = (props) => (
    <Suspense fallback={<div className="splash" aria-busy="true" />}>
      <Loaded {...props} />
    </Suspense>
  )
  return { page, preload: () => void load().catch(() => undefined) }
}

const cart = later(() => import("./pages/cart").then(({ CartPage }) => CartPage))
const checkout = later(() => import("./pages/checkout").then(({ Checkout }) => Checkout))
const order = later(() => import("./pages/order").then(({ OrderPage }) => OrderPage))
const collection = later(() =>
  import("./pages/payment-collection").then(({ PaymentCollection }) => PaymentCollection)
)
const account = later(() => import("./pages/account").then(({ Account }) => Account))

const ROUTES: [pattern: string, page: PageComponent][] = [
  ["/:country", Home],
  ["/:country/products/:handle", ProductPage],
  ["/:country/cart", cart.page],
  ["/:country/checkout", checkout.page],
  ["/:country/checkout/waiting", Waiting],
  ["/:country/order/:id/confirmed", order.page],
  ["/:country/payment-collection/:id", collection.page],
  ["/:country/account", account.page],
]

function NotFound() {
  const { t } = useShop()
  return <Page title={t.notFound} />
}

function CurrentPage({ path }: { path: string }) {
  useFocusOnPageChange(path)
  useEffect(() => {
    if (match("/:country/products/:handle", path)) {
      cart.preload()
    } else if (match("/:country/cart", path)) {
      checkout.preload()
    } else if (match("/:country/checkout/waiting", path)) {
      order.preload()
    }
  }, [path])
  for (const [pattern, PageOfRoute] of ROUTES) {
    const params = match(pattern, path)
    if (params) {
      return <PageOfRoute key={path} params={params} />
    }
  }
  return <NotFound />
}

export function App({ config, sdk }: { config: ShopConfig; sdk: Medusa }) {
  const [language, setLanguage] = useLanguage(sdk)
  const { pathname: path, search } = useAddress()
  const {
    data: regions,
    failed,
    reload,
  } = useLoad(() => sdk.store.region.list({ limit: 50 }).then((answer) => answer.regions), [sdk])
  const wanted = path.split("/")[1] ?? ""
  const find = (code: string) => regions?.find((one) => one.countries?.some((two) => two.iso_2 === code))
  const region = find(wanted)
  const fallback = storage.get("country") ?? "cm"
  const home = find(fallback) ? fallback : regions?.[0]?.countries?.[0]?.iso_2

  useEffect(() => {
    if (regions && !region && home) {
      // Medusa's own address of a payment names no country.
      const isPayment = match("/payment-collection/:id", path)
      navigate(isPayment ? `/${home}${path}${search}` : `/${home}`, { replace: true })
    }
  }, [home, path, region, regions, search])

  if (failed || (regions && !home)) {
    const t = messages[language]
    return <Failure text={t.loadFailed} action={t.tryAgain} onAction={reload} />
  }
  if (!regions || !region) {
    return <div className="splash" aria-busy="true" />
  }
  const shop = { config, sdk, regions, region, country: wanted, language, setLanguage }
  return (
    <ShopProvider {...shop}>
      <Layout>
        <CurrentPage path={path} />
      </Layout>
    </ShopProvider>
  )
}
