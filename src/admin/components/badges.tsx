import { useUser } from "@medusajs/dashboard/hooks"
import { Badge, StatusBadge } from "@medusajs/ui"
import type { AdminPayCollectIntent, PayCollectCheck, PayCollectSource } from "../../types/http"
import { useTexts } from "../hooks/format"

type Colour = "green" | "red" | "blue" | "orange" | "grey" | "purple"

const STATE_COLOURS: Record<AdminPayCollectIntent["state"], Colour> = {
  creating: "grey",
  unknown: "orange",
  rejected: "red",
  requires_action: "orange",
  processing: "blue",
  succeeded: "green",
  failed: "red",
  canceled: "grey",
  discrepancy: "red",
  partly_refunded: "purple",
  refunded: "grey",
}

/** The state of a payment as the server derives it: what went back, and what is not the money that was asked for, is never shown as paid. */
export function PaymentStatus({ payment: { state } }: { payment: Pick<AdminPayCollectIntent, "state"> }) {
  const { t } = useTexts()
  return (
    <StatusBadge color={STATE_COLOURS[state] ?? "grey"} className="text-nowrap">
      {t(`status.${state}`)}
    </StatusBadge>
  )
}

export function EnvironmentBadge({ environment }: { environment: "test" | "live" }) {
  const { t } = useTexts()
  return (
    <Badge size="2xsmall" color={environment === "live" ? "green" : "orange"}>
      {t(`environment.${environment}`)}
    </Badge>
  )
}

/** Where a setting comes from. */
export function SourceBadge({ source }: { source: PayCollectSource }) {
  const { t } = useTexts()
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

export function CheckStatusBadge({ status }: { status: PayCollectCheck["status"] }) {
  const { t } = useTexts()
  return (
    <StatusBadge color={CHECK_COLOURS[status]} className="text-nowrap">
      {t(`check_status.${status}`)}
    </StatusBadge>
  )
}

/** Who did it: an admin by name, or the plugin by itself. */
export function PersonName({ id }: { id: string }) {
  const { t } = useTexts()
  const isAdmin = id.startsWith("user_")
  const { user } = useUser(id, undefined, { enabled: isAdmin, retry: false })
  if (!isAdmin) return <>{id === "paycollect" ? t("person.itself") : id}</>
  const name = [user?.first_name, user?.last_name].filter(Boolean).join(" ")
  return <>{t("person.by", { name: name || user?.email || id })}</>
}
