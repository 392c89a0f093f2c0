import { readReturn } from "medusa-payment-paycollect-storefront"
import { useEffect, useRef, type ReactNode } from "react"
import { Link, useLocation } from "react-router-dom"
import { initialLanguage, messages, type Messages } from "../i18n"
import { useShop } from "../shop/context"

interface PageProps {
  title: string
  children?: ReactNode
}

/** A page without more to do than going back to the shop. */
export function Page({ title, children }: PageProps) {
  const { t, country } = useShop()
  return (
    <section className="plain">
      <h1>{title}</h1>
      {children}
      <p>
        <Link className="button quiet" to={`/${country}`}>
          {t.backToShop}
        </Link>
      </p>
    </section>
  )
}

/** Whether the customer comes back from a payment: it proves nothing of it. */
const isReturn = () => /[?&]paycollect_status=/.test(location.search)

/** While there is nothing to show yet, the same as the page itself says before its scripts. */
export function Splash({ returned = isReturn() }: { returned?: boolean }) {
  return (
    <div className="splash" aria-busy="true">
      {returned && (
        <p className="checking" role="status">
          {messages[initialLanguage()].checking}
        </p>
      )}
    </div>
  )
}

interface FailureProps {
  text: string
  action: string
  onAction: () => void
}

export function Failure({ text, action, onAction }: FailureProps) {
  return (
    <div className="plain" role="alert">
      <p>{text}</p>
      <button type="button" className="button" onClick={() => onAction()}>
        {action}
      </button>
    </div>
  )
}

interface UnreachableProps {
  t: Messages
  onAction: () => void
}

/** In the place of a whole page. Who comes back from the hosted checkout asks herself first whether she has to pay again. */
export function Unreachable({ t, onAction }: UnreachableProps) {
  const text = readReturn(useLocation().search) ? `${t.loadFailed} ${t.toldAnyway}` : t.loadFailed
  return <Failure text={text} action={t.tryAgain} onAction={onAction} />
}

interface NoticeProps {
  kind: "error" | "info" | "good"
  title?: string
  children?: ReactNode
  testId?: string
}

/** Errors take the focus, so that they are read and seen wherever the customer is on the page. */
export function Notice({ kind, title, children, testId }: NoticeProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (kind === "error") {
      box.current?.focus()
    }
  }, [kind, title])
  return (
    <div
      ref={box}
      className={`notice ${kind}`}
      role={kind === "error" ? "alert" : "status"}
      tabIndex={-1}
      data-testid={testId}
    >
      {title && <strong>{title}</strong>}
      {children}
    </div>
  )
}

export const SHOP_NAME = "Comptoir des Hauts Plateaux"

export function useTitle(title: string) {
  useEffect(() => {
    document.title = `${title} · ${SHOP_NAME}`
  }, [title])
}
