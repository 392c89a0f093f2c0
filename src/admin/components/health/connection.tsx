import { Alert } from "@medusajs/ui"
import type { AdminPayCollectCheckResponse } from "../../../types/http"
import { capitalized, useTexts } from "../../hooks/format"
import { useCheckConnection } from "../../hooks/settings"
import { SmallButton, Strong, Subtle } from "../kit"
import { LoadFailed } from "../section"

/** How a message of the client begins, for logs: `list_customers: ` */
const OPERATION = /^[a-z_]+: /

/** What the service said to the last harmless question: in words of ours, and its own beside them. */
function ConnectionResult({ check }: { check: AdminPayCollectCheckResponse["check"] }) {
  const { t, known, date, milliseconds } = useTexts()
  return (
    <Alert variant={check.ok ? "success" : "error"} role="status" data-testid="connection" data-ok={check.ok}>
      <div className="flex flex-col gap-y-1">
        <Strong>{known(`connection.${check.code}`) ?? t("connection.unexpected")}</Strong>
        {!check.ok && check.message && <Subtle>{capitalized(check.message.replace(OPERATION, ""))}</Subtle>}
        <Subtle>
          {[check.latency_ms !== null && milliseconds(check.latency_ms), date(check.checked_at)]
            .filter(Boolean)
            .join(" · ")}
        </Subtle>
      </div>
    </Alert>
  )
}

/** Button and result of *Check connection*; `last` is shown until it is pressed. */
export function useConnectionCheck(
  environment: "test" | "live",
  last?: AdminPayCollectCheckResponse["check"] | null
) {
  const { t } = useTexts()
  const { run, data, error, isPending } = useCheckConnection()
  const check = data?.check ?? last
  const button = (
    <SmallButton
      isLoading={isPending}
      onClick={() => run({ environment })}
      testId={`check-connection-${environment}`}
    >
      {t("connection.action")}
    </SmallButton>
  )
  const result = error ? (
    <LoadFailed error={error} onRetry={() => run({ environment })} />
  ) : check ? (
    <div className="px-6 py-4">
      <ConnectionResult check={check} />
    </div>
  ) : null
  return { button, result }
}
