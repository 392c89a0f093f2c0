import { useTranslation } from "react-i18next"
import type { AdminPayCollectAttention } from "../../../types/http"

/** The three sentences of an item: translated by its reason, the server's English for a reason this build does not know. */
export function useExplanation() {
  const { t, i18n } = useTranslation("paycollect")
  return (item: Pick<AdminPayCollectAttention, "reason" | "explanation">) => {
    const text = (part: "happened" | "money" | "action") => {
      const key = `attention.${item.reason}.${part}`
      return i18n.exists(key, { ns: "paycollect" }) ? t(key) : (item.explanation?.[part] ?? item.reason)
    }
    return { happened: text("happened"), money: text("money"), action: text("action") }
  }
}
