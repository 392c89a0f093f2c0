import { ArrowPath } from "@medusajs/icons"
import { Button, toast } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { AdminPayCollectVerifyResponse } from "../../../types/http"
import { useCheckNow } from "../../hooks/payments"
import { useErrorText } from "../states"
import { described } from "../toasts"

type CheckResult = AdminPayCollectVerifyResponse["result"]

/** A sentence or two: longer to read than "saved". */
const SHOWN_MS = 10_000

const RESULT_TONES: Record<string, "success" | "warning" | "error" | "info"> = {
  succeeded: "success",
  waiting: "info",
  failed: "warning",
  attention: "warning",
  unknown_reference: "error",
}

/** What the service said, in a sentence for the merchant. */
function useResultText() {
  const { t, i18n } = useTranslation("paycollect")
  return ({ status, reason, order_id }: CheckResult): string => {
    const outcome =
      status === "succeeded"
        ? t(`check_now.${order_id ? "succeeded" : "captured"}`)
        : t(`check_now.${status}`)
    const why =
      reason &&
      [`reason.${reason}`, `attention.${reason}.happened`].find((key) =>
        i18n.exists(key, { ns: "paycollect" })
      )
    return why ? `${outcome} ${t(why)}` : outcome
  }
}

interface CheckNowProps {
  payment: { id: string }
  variant?: "primary" | "secondary"
}

/** Asking is safe at any time: it changes only what the answer proves. */
export function CheckNow({ payment: { id }, variant = "secondary" }: CheckNowProps) {
  const { t } = useTranslation("paycollect")
  const text = useErrorText()
  const resultText = useResultText()
  const { mutateAsync, isPending } = useCheckNow(id)
  // Not by callbacks of `mutate`, which are dropped when the answer takes the payment off the page.
  const check = () =>
    mutateAsync().then(
      ({ result }) =>
        toast[RESULT_TONES[result.status] ?? "info"](t("check_now.title"), {
          ...described(resultText(result)),
          duration: SHOWN_MS,
        }),
      (error) => toast.error(t("check_now.not_asked"), described(text(error)))
    )
  return (
    <Button
      size="small"
      variant={variant}
      onClick={() => void check()}
      isLoading={isPending}
      data-testid="check-now"
    >
      <ArrowPath />
      {t("check_now.action")}
    </Button>
  )
}
