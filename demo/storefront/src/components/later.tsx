import { lazy, Suspense, type FunctionComponent } from "react"
import { useShop } from "../shop/context"
import { Splash, Unreachable } from "./feedback"

function NotLoaded() {
  return <Unreachable t={useShop().t} onAction={() => location.reload()} />
}

/** A page that is never the first one: it comes when it is needed, or while the customer looks at the page before it. */
export function later(load: () => Promise<FunctionComponent>) {
  const Loaded = lazy<FunctionComponent>(() =>
    load().then(
      (page) => ({ default: page }),
      () => ({ default: NotLoaded })
    )
  )
  const Page = () => (
    <Suspense fallback={<Splash />}>
      <Loaded />
    </Suspense>
  )
  return { Page, preload: () => void load().catch(() => undefined) }
}
