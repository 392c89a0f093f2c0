import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import type {
  AdminPayCollectCheckResponse,
  AdminPayCollectHealthResponse,
  AdminPayCollectSettingsBody,
  AdminPayCollectSettingsResponse,
} from "../../types/http"
import { request, type RequestError } from "./client"

const path = "/admin/paycollect/settings"
const key = ["paycollect", "settings"] as const

export const useSettings = () =>
  useQuery<AdminPayCollectSettingsResponse, RequestError>({
    queryKey: key,
    queryFn: () => request(path),
    staleTime: 5_000,
  })

/** Field errors of a refusal are in `error.errors`. */
export function useSaveSettings() {
  const client = useQueryClient()
  return useMutation<AdminPayCollectSettingsResponse, RequestError, AdminPayCollectSettingsBody>({
    mutationFn: (body) => request(path, { method: "POST", body }),
    onSuccess: async (saved) => {
      client.setQueryData(key, saved)
      await client.invalidateQueries({ queryKey: ["paycollect"] })
    },
  })
}

/** One harmless call to the service with what is in force. */
export function useCheckConnection() {
  const client = useQueryClient()
  return useMutation<AdminPayCollectCheckResponse, RequestError, { environment?: "test" | "live" }>({
    mutationFn: (body) => request(`${path}/check`, { method: "POST", body }),
    onSuccess: () => client.invalidateQueries({ queryKey: ["paycollect", "health"] }),
  })
}

export const useHealth = () =>
  useQuery<AdminPayCollectHealthResponse, RequestError>({
    queryKey: ["paycollect", "health"],
    queryFn: () => request("/admin/paycollect/health"),
    staleTime: 0,
    refetchInterval: 15_000,
  })
