import type { AdminPayCollectIntent } from "../../../types/http"
import { useTexts } from "../../hooks/format"
import { orderName, useSumBack } from "../../hooks/payments"
import { useTransactionOnce } from "../../hooks/service-records"
import { kindOf } from "../../hooks/store"
import { TextLink } from "../kit"
import { CopyRow, Rows } from "../section"

interface SummaryProps {
  payment: AdminPayCollectIntent
}

/** What was asked for, what the customer paid, what went back. Nothing is worked out that the service did not say. */
export function Amounts({ payment }: SummaryProps) {
  const { t, minor } = useTexts()
  const { amount, fee, fee_bearer } = payment
  const back = useSumBack(payment)
  const total = fee && (BigInt(amount) + BigInt(fee)).toString()
  return (
    <Rows
      of={[
        [t("field.amount"), minor(amount, payment)],
        [t("field.fee_bearer"), t(`fee_bearer.${fee_bearer}`)],
        [
          t("field.fee_on_top"),
          fee && minor(fee, payment),
          fee_bearer === "merchant" ? t("field.fee_hint") : undefined,
        ],
        [t("field.total"), total && minor(total, payment)],
        back && [back.title, back.sum],
      ]}
    />
  )
}

export function References({ payment }: SummaryProps) {
  const { t } = useTexts()
  const names = ["payment_number", "merchant_reference", "payment_ref", "service_intent_id"] as const
  return names.map((name) => <CopyRow key={name} title={t(`field.${name}`)} value={payment[name]} />)
}

/** The store's own records of this payment. Carts have no page in the dashboard. */
export function StoreLinks({ payment }: SummaryProps) {
  const { t } = useTexts()
  const { order_id, customer_id, customer_name, customer_email, cart_id } = payment
  const customer = [customer_name, customer_email].filter(Boolean).join(", ")
  const linked = (text: string, path: string) => (
    <TextLink className="break-all" to={path}>
      {text}
    </TextLink>
  )
  const order = orderName(payment)
  return (
    <>
      <Rows
        of={[
          [t("field.order"), order && linked(order, `/orders/${order_id}`)],
          [
            t("field.customer"),
            customer_id ? linked(customer || customer_id, `/customers/${customer_id}`) : customer,
          ],
        ]}
      />
      <CopyRow title={t("field.cart")} value={cart_id} />
    </>
  )
}

export function Course({ payment }: SummaryProps) {
  const { t, date } = useTexts()
  const { provider_id, created_at, verified_at, applied_at, next_step_at, closed_at } = payment
  const method = (
    <>
      {t(`method.${kindOf(provider_id)}`)}
      <span className="text-ui-fg-subtle break-all text-xs">{provider_id}</span>
    </>
  )
  return (
    <Rows
      of={[
        [t("field.method"), method],
        [t("field.created_at"), date(created_at)],
        [t("field.verified_at"), date(verified_at)],
        [t("field.applied_at"), date(applied_at)],
        next_step_at && [t("field.next_step_at"), date(next_step_at)],
        closed_at && [t("field.closed_at"), date(closed_at), t("field.closed_hint")],
      ]}
    />
  )
}

const ENDED_STATES = ["succeeded", "failed", "canceled"]

/**
 * What the service's own record tells beyond the ledger: how it was paid, or why it was declined. Asked for once when a person opens the
 * payment; where there is no answer, or it tells nothing, nothing is missed.
 */
export function HowPaid({ payment: { status, service_intent_id, payment_ref } }: SummaryProps) {
  const { t, known } = useTexts()
  const id = ENDED_STATES.includes(status) ? (service_intent_id ?? payment_ref ?? "") : ""
  const { data } = useTransactionOnce(id, status)
  const { method = "", operator, declined } = data?.transaction ?? {}
  const paidWith = [known(`method_type.${method}`) ?? method, operator].filter(Boolean).join(" · ")
  return (
    <Rows
      of={[
        paidWith && [t("field.paid_with"), paidWith],
        status !== "succeeded" && declined && [t("field.declined"), declined],
      ]}
    />
  )
}
