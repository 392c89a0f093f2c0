import { ArrowPath } from "@medusajs/icons"
import type { AdminPayCollectVerifyResponse } from "../../../types/http"
import type { ActionNotice } from "../../hooks/action"
import { useTexts } from "../../hooks/format"
import { checkNow } from "../../hooks/payments"
import { ActionButton } from "../kit"

const RESULT_TONES: Record<string, ActionNotice["tone"]> = {
  succeeded: "success",
  failed: "warning",
  attention: "warning",
  unknown_reference: "error",
}

interface CheckNowProps {
  payment: { id: string }
  variant?: "primary" | "secondary"
}

/** Asking is safe at any time: it changes only what the answer proves. */
export function CheckNow({ payment: { id }, variant }: CheckNowProps) {
  const { t, known } = useTexts()
  const inWords = ({ status, reason, order_id }: AdminPayCollectVerifyResponse["result"]) => {
    const outcome = t(`check_now.${status === "succeeded" && !order_id ? "captured" : status}`)
    const why = reason && (known(`reason.${reason}`) ?? known(`attention.${reason}.happened`))
    return why ? `${outcome} ${why}` : outcome
  }
  return (
    <ActionButton
      variant={variant}
      testId="check-now"
      request={() => checkNow(id)}
      says={{
        done: ({ result }) => ({
          title: t("check_now.title"),
          text: inWords(result),
          tone: RESULT_TONES[result.status] ?? "info",
        }),
        failed: t("check_now.not_asked"),
      }}
    >
      <ArrowPath />
      {t("check_now.action")}
    </ActionButton>
  )
}
