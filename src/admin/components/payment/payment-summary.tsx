import { clx } from "@medusajs/ui"
import { Link } from "react-router-dom"
import type { AdminPayCollectIntent } from "../../../types/http"
import { useTexts } from "../../hooks/format"
import { useTransactionOnce } from "../../hooks/service-records"
import { kindOf } from "../../hooks/store"
import { SectionRow, link, CopyRow } from "../section"

type SummaryPayment = AdminPayCollectIntent

/** What was asked for, what the customer paid, what went back. Nothing is worked out that the service did not say. */
export function Amounts({ payment }: { payment: SummaryPayment }) {
  const { t, minor, sum } = useTexts()
  const total = payment.fee && (BigInt(payment.amount) + BigInt(payment.fee)).toString()
  return (
    <>
      <SectionRow title={t("field.amount")}>{minor(payment.amount, payment)}</SectionRow>
      <SectionRow title={t("field.fee_bearer")}>{t(`fee_bearer.${payment.fee_bearer}`)}</SectionRow>
      <SectionRow
        title={t("field.fee_on_top")}
        hint={payment.fee_bearer === "merchant" ? t("field.fee_hint") : undefined}
      >
        {payment.fee && minor(payment.fee, payment)}
      </SectionRow>
      <SectionRow title={t("field.total")}>{total && minor(total, payment)}</SectionRow>
      {payment.refunded !== "0" && (
        <SectionRow title={t("field.refunded")}>{sum(refundedAmount(payment), payment)}</SectionRow>
      )}
    </>
  )
}

/** What went back is of the currency that came, which of a discrepancy may be another one than was asked for. */
function refundedAmount({ refunded, outcome, verified, currency_code }: SummaryPayment): string {
  const came = outcome === "discrepancy" ? verified?.currency : undefined
  return `${refunded} ${(came ?? currency_code).toUpperCase()}`
}

export function References({ payment }: { payment: SummaryPayment }) {
  const { t } = useTexts()
  const names = ["payment_number", "merchant_reference", "payment_ref", "service_intent_id"] as const
  return (
    <>
      {names.map((name) => (
        <CopyRow key={name} title={t(`field.${name}`)} value={payment[name]} />
      ))}
    </>
  )
}

/** The store's own records of this payment. Carts have no page in the dashboard. */
export function StoreLinks({ payment }: { payment: SummaryPayment }) {
  const { t } = useTexts()
  const { order_id, order_display_id, customer_id, customer_email, cart_id } = payment
  return (
    <>
      <SectionRow title={t("field.order")}>
        {order_id && (
          <Link className={clx(link, "break-all")} to={`/orders/${order_id}`}>
            {order_display_id ? `#${order_display_id}` : order_id}
          </Link>
        )}
      </SectionRow>
      <SectionRow title={t("field.customer")}>
        {customer_id ? (
          <Link className={clx(link, "break-all")} to={`/customers/${customer_id}`}>
            {customer_email ?? customer_id}
          </Link>
        ) : (
          customer_email
        )}
      </SectionRow>
      <CopyRow title={t("field.cart")} value={cart_id} />
    </>
  )
}

export function Course({ payment }: { payment: SummaryPayment }) {
  const { t, date } = useTexts()
  return (
    <>
      <SectionRow title={t("field.method")}>
        {t(`method.${kindOf(payment.provider_id)}`)}
        <span className="text-ui-fg-subtle break-all text-xs">{payment.provider_id}</span>
      </SectionRow>
      <SectionRow title={t("field.created_at")}>{date(payment.created_at)}</SectionRow>
      <SectionRow title={t("field.verified_at")}>{date(payment.verified_at)}</SectionRow>
      <SectionRow title={t("field.applied_at")}>{date(payment.applied_at)}</SectionRow>
      {payment.next_step_at && (
        <SectionRow title={t("field.next_step_at")}>{date(payment.next_step_at)}</SectionRow>
      )}
      {payment.closed_at && (
        <SectionRow title={t("field.closed_at")} hint={t("field.closed_hint")}>
          {date(payment.closed_at)}
        </SectionRow>
      )}
    </>
  )
}

const ENDED_STATES = ["succeeded", "failed", "canceled"]

/**
 * What the service's own record tells beyond the ledger: how it was paid, or why it was declined. Asked for once when a person opens the
 * payment; where there is no answer, or it tells nothing, nothing is missed.
 */
export function HowPaid({ payment }: { payment: AdminPayCollectIntent }) {
  const { t, known } = useTexts()
  const id = ENDED_STATES.includes(payment.status)
    ? (payment.service_intent_id ?? payment.payment_ref ?? "")
    : ""
  const { data } = useTransactionOnce(id, payment.status)
  const { method = "", operator, declined } = data?.transaction ?? {}
  const paidWith = [known(`method_type.${method}`) ?? method, operator]
  return (
    <>
      {paidWith.some(Boolean) && (
        <SectionRow title={t("field.paid_with")}>{paidWith.filter(Boolean).join(" · ")}</SectionRow>
      )}
      {declined && payment.status !== "succeeded" && (
        <SectionRow title={t("field.declined")}>{declined}</SectionRow>
      )}
    </>
  )
}
