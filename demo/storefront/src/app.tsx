import type Medusa from "@medusajs/js-sdk"
import { useEffect, type ComponentType } from "react"
import { Failure, Page } from "./components/feedback"
import { Layout } from "./components/layout"
import type { ShopConfig } from "./config"
import { messages } from "./i18n"
import { Account } from "./pages/account"
import { CartPage } from "./pages/cart"
import { Checkout } from "./pages/checkout"
import { Home } from "./pages/home"
import { OrderPage } from "./pages/order"
import { ProductPage } from "./pages/product"
import { Waiting } from "./pages/waiting"
import { match, navigate, useAddress, useFocusOnPageChange } from "./router"
import { ShopProvider, useLanguage, useShop } from "./shop/context"
import { useLoad } from "./shop/use-load"
import { storage } from "./storage"

type PageComponent = ComponentType<{ params: Record<string, string> }>

const ROUTES: [pattern: string, page: PageComponent][] = [
  ["/:country", Home],
  ["/:country/products/:handle", ProductPage],
  ["/:country/cart", CartPage],
  ["/:country/checkout", Checkout],
  ["/:country/checkout/waiting", Waiting],
  ["/:country/order/:id/confirmed", OrderPage],
  ["/:country/account", Account],
]

function NotFound() {
  const { t } = useShop()
  return <Page title={t.notFound} />
}

function CurrentPage({ path }: { path: string }) {
  useFocusOnPageChange(path)
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
  const path = useAddress().pathname
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
      navigate(`/${home}`, { replace: true })
    }
  }, [home, region, regions])

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
