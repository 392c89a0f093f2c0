import { Alert, Button, Text } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { AdminPayCollectCheckResponse } from "../../../types/http"
import { capitalized, useFormat, useKnownText } from "../../hooks/format"
import { useCheckConnection } from "../../hooks/settings"
import { EnvironmentBadge } from "../badges"
import { LoadFailed } from "../states"

/** How a message of the client begins, for logs: `list_customers: ` */
const OPERATION = /^[a-z_]+: /

/** What the service said to the last harmless question: in words of ours, and its own beside them. */
export function ConnectionResult({ check }: { check: AdminPayCollectCheckResponse["check"] }) {
  const { t } = useTranslation("paycollect")
  const known = useKnownText()
  const { date, milliseconds } = useFormat()
  return (
    <Alert variant={check.ok ? "success" : "error"} role="status" data-testid="connection" data-ok={check.ok}>
      <div className="flex flex-col gap-y-1">
        <div className="flex flex-wrap items-center gap-2">
          <Text size="small" weight="plus" leading="compact">
            {known(`connection.${check.code}`) ?? t("connection.unexpected")}
          </Text>
          <EnvironmentBadge environment={check.environment} />
        </div>
        {!check.ok && check.message && (
          <Text size="small" className="text-ui-fg-subtle break-words">
            {capitalized(check.message.replace(OPERATION, ""))}
          </Text>
        )}
        <Text size="small" className="text-ui-fg-subtle">
          {[check.latency_ms !== null && milliseconds(check.latency_ms), date(check.checked_at)]
            .filter(Boolean)
            .join(" · ")}
        </Text>
      </div>
    </Alert>
  )
}

/** Button and result of *Check connection*; `last` is shown until it is pressed. */
export function useConnectionCheck(
  environment: "test" | "live",
  last?: AdminPayCollectCheckResponse["check"] | null
) {
  const { t } = useTranslation("paycollect")
  const { run, data, error, isPending } = useCheckConnection()
  const check = data?.check ?? last
  const button = (
    <Button
      size="small"
      variant="secondary"
      isLoading={isPending}
      onClick={() => void run({ environment })}
      data-testid={`check-connection-${environment}`}
    >
      {t("connection.action")}
    </Button>
  )
  const result = error ? (
    <LoadFailed error={error} onRetry={() => void run({ environment })} />
  ) : check ? (
    <div className="px-6 py-4">
      <ConnectionResult check={check} />
    </div>
  ) : null
  return { button, result }
}
