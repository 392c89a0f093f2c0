import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
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
