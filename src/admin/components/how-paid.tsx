import { useTranslation } from "react-i18next"
import type { AdminPayCollectIntent } from "../../types/http"
import { useTransactionOnce } from "../hooks/service"
import { Row } from "./section"

const ENDED = ["succeeded", "failed", "canceled"]

/**
 * What the service's own record tells beyond the ledger: how it was paid, or why it was declined. Asked for once when a person opens the
 * payment; where there is no answer, or it tells nothing, nothing is missed.
 */
export function HowPaid({ payment }: { payment: AdminPayCollectIntent }) {
  const { t, i18n } = useTranslation("paycollect")
  const id = ENDED.includes(payment.status) ? (payment.intent_id ?? payment.payment_ref ?? "") : ""
  const { data } = useTransactionOnce(id, payment.status)
  const { method = "", operator, declined } = data?.transaction ?? {}
  const key = `method_type.${method}`
  const paidWith = [method && i18n.exists(key, { ns: "paycollect" }) ? t(key) : method, operator]
  return (
    <>
      {paidWith.some(Boolean) && (
        <Row title={t("field.paid_with")}>{paidWith.filter(Boolean).join(" · ")}</Row>
      )}
      {declined && payment.status !== "succeeded" && <Row title={t("field.declined")}>{declined}</Row>}
    </>
  )
}
