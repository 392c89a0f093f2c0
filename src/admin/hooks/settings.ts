import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useTranslation } from "react-i18next"
import type {
  AdminPayCollectCheckResponse,
  AdminPayCollectHealthResponse,
  AdminPayCollectSettingsBody,
  AdminPayCollectSettingsResponse,
} from "../../types/http"
import { requestAdmin, type RequestError } from "./client"

const settingsPath = "/admin/paycollect/settings"
const settingsKey = ["paycollect", "settings"] as const

export const useSettings = () =>
  useQuery<AdminPayCollectSettingsResponse, RequestError>({
    queryKey: settingsKey,
    queryFn: () => requestAdmin(settingsPath),
    staleTime: 5_000,
  })

/** Field errors of a refusal are in `error.errors`. */
export function useSaveSettings() {
  const client = useQueryClient()
  return useMutation<AdminPayCollectSettingsResponse, RequestError, AdminPayCollectSettingsBody>({
    mutationFn: (body) => requestAdmin(settingsPath, { method: "POST", body }),
    onSuccess: async (saved) => {
      client.setQueryData(settingsKey, saved)
      await client.invalidateQueries({ queryKey: ["paycollect"] })
    },
  })
}

/** One harmless call to the service with what is in force. */
export function useCheckConnection() {
  const client = useQueryClient()
  return useMutation<AdminPayCollectCheckResponse, RequestError, { environment?: "test" | "live" }>({
    mutationFn: (body) => requestAdmin(`${settingsPath}/check`, { method: "POST", body }),
    onSuccess: () => client.invalidateQueries({ queryKey: ["paycollect", "health"] }),
  })
}

export const useHealth = () =>
  useQuery<AdminPayCollectHealthResponse, RequestError>({
    queryKey: ["paycollect", "health"],
    queryFn: () => requestAdmin("/admin/paycollect/health"),
    staleTime: 0,
    refetchInterval: 15_000,
  })

const inSnakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** A field of a request or an option in words: "test.secret_key", "test.secretKey". */
export function useFieldName() {
  const { t, i18n } = useTranslation("paycollect")
  return (field: string) => {
    const parts = inSnakeCase(field).split(".")
    const own: Record<string, string> = { return_urls: "return", support: "support" }
    const last = own[parts[0]!] ? `${own[parts[0]!]}_${parts[1]}` : parts.at(-1)!
    const label = i18n.exists(`setting.${last}`, { ns: "paycollect" }) ? t(`setting.${last}`) : field
    return parts[0] === "test" || parts[0] === "live"
      ? t("settings.field_of", { environment: t(`environment.${parts[0]}`), field: label })
      : label
  }
}
