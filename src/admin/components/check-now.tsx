import { ArrowPath } from "@medusajs/icons"
import { Alert, Button, Text, toast } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { AdminPayCollectVerifyResponse } from "../../types/http"
import { useCheckNow } from "../hooks/payments"
import { useErrorText } from "./states"

type Result = AdminPayCollectVerifyResponse["result"]

const TONES: Record<string, "success" | "warning" | "error" | "info"> = {
  succeeded: "success",
  waiting: "info",
  failed: "warning",
  attention: "warning",
  unknown_reference: "error",
}

/** What the service said, in a sentence for the merchant. */
export function useResultText() {
  const { t, i18n } = useTranslation("paycollect")
  return ({ status, reason, order_id }: Result): string => {
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

/** The button and, next to it, the state of the question. Asking is safe at any time: it changes only what the answer proves. */
export function useCheckNowAction(id: string) {
  const { t } = useTranslation("paycollect")
  const text = useErrorText()
  const resultText = useResultText()
  const { mutate, isPending, data } = useCheckNow(id)
  const check = () =>
    mutate(undefined, {
      onSuccess: ({ result }) => void toast.info(t("check_now.title"), { description: resultText(result) }),
      onError: (error) => void toast.error(t("check_now.not_asked"), { description: text(error) }),
    })
  const button = (
    <Button size="small" variant="secondary" onClick={check} isLoading={isPending} data-testid="check-now">
      <ArrowPath />
      {t("check_now.action")}
    </Button>
  )
  const answer = data && (
    <div className="px-6 py-4">
      <Alert variant={TONES[data.result.status] ?? "info"} role="status" data-testid="check-result">
        <Text size="small" className="text-pretty">
          {resultText(data.result)}
        </Text>
      </Alert>
    </div>
  )
  return { button, answer }
}
