import { ArrowPath } from "@medusajs/icons"
import type { AdminPayCollectVerifyResponse } from "../../../types/http"
import { useAction, type ActionNotice } from "../../hooks/action"
import { useTexts } from "../../hooks/format"
import { checkNow } from "../../hooks/payments"
import { SmallButton } from "../kit"

const RESULT_TONES: Record<string, ActionNotice["tone"]> = {
  succeeded: "success",
  failed: "warning",
  attention: "warning",
  unknown_reference: "error",
}

/** What the service said, in a sentence for the merchant. */
function useResultText() {
  const { t, known } = useTexts()
  return ({ status, reason, order_id }: AdminPayCollectVerifyResponse["result"]): string => {
    const outcome = t(`check_now.${status === "succeeded" && !order_id ? "captured" : status}`)
    const why = reason && (known(`reason.${reason}`) ?? known(`attention.${reason}.happened`))
    return why ? `${outcome} ${why}` : outcome
  }
}

interface CheckNowProps {
  payment: { id: string }
  variant?: "primary" | "secondary"
}

/** Asking is safe at any time: it changes only what the answer proves. */
export function CheckNow({ payment: { id }, variant = "secondary" }: CheckNowProps) {
  const { t } = useTexts()
  const resultText = useResultText()
  const { run, isPending } = useAction(() => checkNow(id), {
    done: ({ result }) => ({
      title: t("check_now.title"),
      text: resultText(result),
      tone: RESULT_TONES[result.status] ?? "info",
    }),
    failed: t("check_now.not_asked"),
  })
  return (
    <SmallButton variant={variant} onClick={run} isLoading={isPending} testId="check-now">
      <ArrowPath />
      {t("check_now.action")}
    </SmallButton>
  )
}
