import { useQueryClient } from "@tanstack/react-query"
import type * as Http from "../../types/http"
import { useAction, type ActionOptions } from "./action"
import { postAdmin, question, useAdminQuery } from "./client"
import { useTexts } from "./format"
import { settingKey } from "../../texts"

const settingsPath = "/admin/paycollect/settings"
const healthPath = "/admin/paycollect/health"

export const useSettings = () =>
  useAdminQuery<Http.AdminPayCollectSettingsResponse>(settingsPath, undefined, { staleTime: 5_000 })

/** Field errors of a refusal are in `error.errors`; what the page shows is asked anew only when something was saved. */
export function useSaveSettings({
  done,
  ...options
}: Pick<ActionOptions<unknown>, "failed" | "refusals"> & { done?: () => void }) {
  const { t } = useTexts()
  const client = useQueryClient()
  const save = async (body: Http.AdminPayCollectSettingsBody) => {
    const saved = await postAdmin<Http.AdminPayCollectSettingsResponse>(settingsPath, body)
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
      postAdmin<Http.AdminPayCollectCheckResponse>(`${settingsPath}/check`, body),
    { refreshes: [question(healthPath).queryKey] }
  )

/** A signed event that the server sends itself by its public address. */
export const useCheckWebhook = () =>
  useAction(() => postAdmin<Http.AdminPayCollectWebhookCheckResponse>(`${settingsPath}/webhook-check`))

/** Whether customers can pay, as every page says it. */
export const useOutage = () =>
  useAdminQuery<Http.AdminPayCollectConnectionResponse>("/admin/paycollect/connection", undefined, {
    refetchInterval: 30_000,
    retry: false,
  }).data?.outage

export const useHealth = () =>
  useAdminQuery<Http.AdminPayCollectHealthResponse>(healthPath, undefined, {
    staleTime: 0,
    refetchInterval: 15_000,
  })

/** A field of a request or an option in words: "test.secret_key", "test.secretKey". */
export function useFieldName() {
  const { t, known } = useTexts()
  return (field: string) => {
    const [group] = field.split(".")
    const label = known(`setting.${settingKey(field)}`) ?? field
    return group === "test" || group === "live"
      ? t("settings.field_of", { environment: t(`environment.${group}`), field: label })
      : label
  }
}
