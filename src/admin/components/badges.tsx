import { Badge, StatusBadge } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { AdminPayCollectIntent, PayCollectCheck, PayCollectSource } from "../../types/http"

type Colour = "green" | "red" | "blue" | "orange" | "grey" | "purple"

const STATUS_COLOURS: Record<AdminPayCollectIntent["status"], Colour> = {
  creating: "grey",
  unknown: "orange",
  rejected: "red",
  requires_action: "orange",
  processing: "blue",
  succeeded: "green",
  failed: "red",
  canceled: "grey",
}

/** The state of a payment; one that came with other money than was asked for is never shown as succeeded. */
export function PaymentStatus({ payment }: { payment: Pick<AdminPayCollectIntent, "status" | "outcome"> }) {
  const { t } = useTranslation("paycollect")
  if (payment.outcome === "mismatch")
    return (
      <StatusBadge color="red" className="text-nowrap">
        {t("status.mismatch")}
      </StatusBadge>
    )
  return (
    <StatusBadge color={STATUS_COLOURS[payment.status] ?? "grey"} className="text-nowrap">
      {t(`status.${payment.status}`)}
    </StatusBadge>
  )
}

export function EnvironmentBadge({ environment }: { environment: "test" | "live" }) {
  const { t } = useTranslation("paycollect")
  return (
    <Badge size="2xsmall" color={environment === "live" ? "green" : "orange"}>
      {t(`environment.${environment}`)}
    </Badge>
  )
}

/** Where a setting comes from. */
export function SourceBadge({ source }: { source: PayCollectSource }) {
  const { t } = useTranslation("paycollect")
  return (
    <Badge size="2xsmall" color={source === "dashboard" ? "blue" : "grey"}>
      {t(`source.${source}`)}
    </Badge>
  )
}

const CHECK_COLOURS: Record<PayCollectCheck["status"], Colour> = {
  ok: "green",
  warning: "orange",
  error: "red",
}

export function CheckStatus({ status }: { status: PayCollectCheck["status"] }) {
  const { t } = useTranslation("paycollect")
  return (
    <StatusBadge color={CHECK_COLOURS[status]} className="text-nowrap">
      {t(`check_status.${status}`)}
    </StatusBadge>
  )
}
