import { useTranslation } from "react-i18next"
import type { AdminPayCollectIntent } from "../../../types/http"
import { useTransactionOnce } from "../../hooks/service-records"
import { SectionRow } from "../section"

const ENDED_STATES = ["succeeded", "failed", "canceled"]

/**
 * What the service's own record tells beyond the ledger: how it was paid, or why it was declined. Asked for once when a person opens the
 * payment; where there is no answer, or it tells nothing, nothing is missed.
 */
export function HowPaid({ payment }: { payment: AdminPayCollectIntent }) {
  const { t, i18n } = useTranslation("paycollect")
  const id = ENDED_STATES.includes(payment.status)
    ? (payment.service_intent_id ?? payment.payment_ref ?? "")
    : ""
  const { data } = useTransactionOnce(id, payment.status)
  const { method = "", operator, declined } = data?.transaction ?? {}
  const key = `method_type.${method}`
  const paidWith = [method && i18n.exists(key, { ns: "paycollect" }) ? t(key) : method, operator]
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
