import { useQuery } from "@tanstack/react-query"
import { useState, type FormEvent } from "react"
import { Link } from "react-router-dom"
import { Failure, Notice, Splash, useTitle } from "../components/feedback"
import { Field } from "../components/field"
import { dateTime } from "../format"
import { useShop } from "../shop/context"
import { receiptOf, type Order } from "../shop/receipt"
import { StatePill } from "../receipt/state-pill"
import "../styles/checkout.css"

export function Account() {
  const { t, customer } = useShop()
  useTitle(t.account)
  if (!customer.ready) {
    return <Splash />
  }
  return customer.customer ? <Orders /> : <Entrance />
}

function Entrance() {
  const { t, customer } = useShop()
  const [isNew, setNew] = useState(false)
  const [form, setForm] = useState({ email: "", password: "", first_name: "", last_name: "" })
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState(false)
  const field = (name: keyof typeof form, label: string) => ({
    name: `account-${name}`,
    label,
    value: form[name],
    required: true,
    onValue: (value: string) => setForm((before) => ({ ...before, [name]: value })),
    "data-testid": `account-${name.replace("_", "-")}`,
  })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setFailed(false)
    await (isNew ? customer.register(form) : customer.login(form.email, form.password)).catch(() =>
      setFailed(true)
    )
    setBusy(false)
  }
  return (
    <form className="plain narrow" onSubmit={submit}>
      <h1>{isNew ? t.register : t.login}</h1>
      {failed && (
        <Notice kind="error" title={isNew ? t.registerFailed : t.loginFailed} testId="account-error" />
      )}
      {isNew && <Field {...field("first_name", t.firstName)} autoComplete="given-name" />}
      {isNew && <Field {...field("last_name", t.lastName)} autoComplete="family-name" />}
      <Field {...field("email", t.email)} type="email" autoComplete="email" autoCapitalize="none" />
      <Field
        {...field("password", t.password)}
        type="password"
        autoComplete={isNew ? "new-password" : "current-password"}
      />
      <button className="button" data-testid="account-submit" disabled={busy}>
        {isNew ? t.register : t.login}
      </button>
      <button
        type="button"
        className="text-button"
        data-testid="account-switch"
        onClick={() => setNew(!isNew)}
      >
        {isNew ? t.haveAccount : t.noAccount}
      </button>
    </form>
  )
}

function Orders() {
  const { t, sdk, price, country, language, customer } = useShop()
  const { data, isLoadingError, refetch } = useQuery({
    queryKey: ["orders"],
    queryFn: () =>
      sdk.store.order
        .list({ limit: 20, order: "-created_at", fields: "+credit_line_total,*payment_collections" })
        .then((answer) => answer.orders.map((order) => ({ order, receipt: receiptOf(order as Order) }))),
    // How an order stands may change by the minute, and nothing of it stays for who comes after the customer.
    gcTime: 0,
  })
  return (
    <section className="plain">
      <h1>{t.orders}</h1>
      {isLoadingError && <Failure text={t.loadFailed} action={t.tryAgain} onAction={refetch} />}
      {data?.length === 0 && <p>{t.noOrders}</p>}
      <ul className="orders" aria-busy={!data && !isLoadingError}>
        {data?.map(({ order, receipt }) => (
          <li key={order.id}>
            <Link to={`/${country}/order/${order.id}/confirmed`} data-testid="order-row">
              <strong>#{order.display_id}</strong>
              <span>{price(receipt.total, order.currency_code)}</span>
              <span className="faint">{dateTime(order.created_at, language)}</span>
              <StatePill state={receipt.state} />
              {receipt.refunded > 0 && (
                <span className="faint refunded-part">
                  {t.refundedAmount} −{price(receipt.refunded, order.currency_code)}
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
      <button
        type="button"
        className="text-button"
        data-testid="logout"
        onClick={() => void customer.logout()}
      >
        {t.logout}
      </button>
    </section>
  )
}
