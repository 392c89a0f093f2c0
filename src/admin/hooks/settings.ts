import { useQueryClient } from "@tanstack/react-query"
import { useTranslation } from "react-i18next"
import type {
  AdminPayCollectCheckResponse,
  AdminPayCollectHealthResponse,
  AdminPayCollectSettingsBody,
  AdminPayCollectSettingsResponse,
} from "../../types/http"
import { useAction, type ActionOptions } from "./action"
import { postAdmin, question, useAdminQuery } from "./client"
import { useKnownText } from "./format"

const settingsPath = "/admin/paycollect/settings"
const healthPath = "/admin/paycollect/health"

export const useSettings = () =>
  useAdminQuery<AdminPayCollectSettingsResponse>(settingsPath, undefined, { staleTime: 5_000 })

/** Field errors of a refusal are in `error.errors`; what the page shows is asked anew only when something was saved. */
export function useSaveSettings({
  done,
  ...options
}: Pick<ActionOptions<unknown>, "failed" | "refusals"> & { done?: () => void }) {
  const { t } = useTranslation("paycollect")
  const client = useQueryClient()
  const save = async (body: AdminPayCollectSettingsBody) => {
    const saved = await postAdmin<AdminPayCollectSettingsResponse>(settingsPath, body)
    client.setQueryData(question(settingsPath).queryKey, saved)
    await client.invalidateQueries({ queryKey: ["paycollect"] })
    return saved
  }
  const saved = () => {
    done?.()
    return { title: t("settings.saved") }
  }
  return useAction(save, { ...options, done: saved, refreshes: [] })
}

/** One harmless call to the service with what is in force. */
export const useCheckConnection = () =>
  useAction(
    (body: { environment?: "test" | "live" }) =>
      postAdmin<AdminPayCollectCheckResponse>(`${settingsPath}/check`, body),
    { refreshes: [question(healthPath).queryKey] }
  )

export const useHealth = () =>
  useAdminQuery<AdminPayCollectHealthResponse>(healthPath, undefined, {
    staleTime: 0,
    refetchInterval: 15_000,
  })

const inSnakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** A field of a request or an option in words: "test.secret_key", "test.secretKey". */
export function useFieldName() {
  const { t } = useTranslation("paycollect")
  const known = useKnownText()
  return (field: string) => {
    const parts = inSnakeCase(field).split(".")
    const own: Record<string, string> = { return_urls: "return", support: "support" }
    const last = own[parts[0]!] ? `${own[parts[0]!]}_${parts[1]}` : parts.at(-1)!
    const label = known(`setting.${last}`) ?? field
    return parts[0] === "test" || parts[0] === "live"
      ? t("settings.field_of", { environment: t(`environment.${parts[0]}`), field: label })
      : label
  }
}
