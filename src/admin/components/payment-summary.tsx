import { clx } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import { Link } from "react-router-dom"
import type { AdminPayCollectIntent } from "../../types/http"
import { useFormat } from "../hooks/format"
import { kindOf } from "../hooks/store"
import { Copyable } from "./copyable"
import { link } from "./link"
import { Row } from "./section"

type Payment = AdminPayCollectIntent

/** What was asked for, what the customer paid, what went back. Nothing is worked out that the service did not say. */
export function Amounts({ payment }: { payment: Payment }) {
  const { t } = useTranslation("paycollect")
  const { minor, sum } = useFormat()
  const isPaid = payment.fee !== null
  const total = isPaid ? (BigInt(payment.amount) + BigInt(payment.fee!)).toString() : null
  return (
    <>
      <Row title={t("field.amount")}>{minor(payment.amount, payment)}</Row>
      <Row title={t("field.fee_bearer")}>{t(`fee_bearer.${payment.fee_bearer}`)}</Row>
      <Row
        title={t("field.fee_on_top")}
        hint={payment.fee_bearer === "merchant" ? t("field.fee_hint") : undefined}
      >
        {isPaid ? minor(payment.fee!, payment) : t("general.none")}
      </Row>
      <Row title={t("field.total")}>{total ? minor(total, payment) : t("general.none")}</Row>
      {payment.refunded !== "0" && (
        <Row title={t("field.refunded")}>{sum(refundedSum(payment), payment)}</Row>
      )}
    </>
  )
}

/** What went back is of the currency that came, which of a mismatch may be another one than was asked for. */
function refundedSum({ refunded, outcome, verified, currency_code }: Payment): string {
  const came = outcome === "mismatch" ? verified?.currency : undefined
  return `${refunded} ${(came ?? currency_code).toUpperCase()}`
}

export function References({ payment }: { payment: Payment }) {
  const { t } = useTranslation("paycollect")
  const names = ["payment_number", "merchant_reference", "payment_ref", "intent_id"] as const
  return (
    <>
      {names.map((name) => (
        <Row key={name} title={t(`field.${name}`)}>
          {payment[name] ? <Copyable value={payment[name]} name={t(`field.${name}`)} /> : t("general.none")}
        </Row>
      ))}
    </>
  )
}

/** The store's own records of this payment. Carts have no page in the dashboard. */
export function StoreLinks({ payment }: { payment: Payment }) {
  const { t } = useTranslation("paycollect")
  const order = payment.order_display_id ? `#${payment.order_display_id}` : payment.order_id
  return (
    <>
      <Row title={t("field.order")}>
        {payment.order_id ? (
          <Link className={clx(link, "break-all")} to={`/orders/${payment.order_id}`}>
            {order}
          </Link>
        ) : (
          t("general.none")
        )}
      </Row>
      <Row title={t("field.customer")}>
        {payment.customer_id ? (
          <Link className={clx(link, "break-all")} to={`/customers/${payment.customer_id}`}>
            {payment.customer_email ?? payment.customer_id}
          </Link>
        ) : (
          (payment.customer_email ?? t("general.none"))
        )}
      </Row>
      <Row title={t("field.cart")}>
        {payment.cart_id ? <Copyable value={payment.cart_id} name={t("field.cart")} /> : t("general.none")}
      </Row>
    </>
  )
}

export function Course({ payment }: { payment: Payment }) {
  const { t } = useTranslation("paycollect")
  const { date } = useFormat()
  const none = t("general.none")
  return (
    <>
      <Row title={t("field.method")}>
        {t(`method.${kindOf(payment.provider_id)}`)}
        <span className="text-ui-fg-subtle break-all text-xs">{payment.provider_id}</span>
      </Row>
      <Row title={t("field.created_at")}>{date(payment.created_at)}</Row>
      <Row title={t("field.verified_at")}>{payment.verified_at ? date(payment.verified_at) : none}</Row>
      <Row title={t("field.settled_at")}>{payment.settled_at ? date(payment.settled_at) : none}</Row>
      {payment.due_at && <Row title={t("field.due_at")}>{date(payment.due_at)}</Row>}
      {payment.released_at && (
        <Row title={t("field.released_at")} hint={t("field.released_hint")}>
          {date(payment.released_at)}
        </Row>
      )}
    </>
  )
}
