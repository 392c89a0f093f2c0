import Medusa from "@medusajs/js-sdk"
import { useQuery, type UseQueryOptions } from "@tanstack/react-query"
import type { PayCollectConnectionCheck } from "../../types/http"

const authType = __AUTH_TYPE__ ?? "session"

/** Logged in as the dashboard is. */
export const sdk = new Medusa({
  baseUrl: __BACKEND_URL__ ?? "/",
  auth: { type: authType, jwtTokenStorageKey: __JWT_TOKEN_STORAGE_KEY__ || undefined },
})

/** An answer that is no success, with what the routes of this plugin say besides `message`. */
export class RequestError extends Error {
  /** of values that were refused, each with its reason */
  readonly errors: { field: string; message: string }[]
  readonly retryAfterMs: number | undefined
  /** which refusal it is, where a route tells several apart: `no_item` of `paycollect_refund_no_item` */
  readonly code: string | undefined
  /** what a cart lacks, and the names of goods that cannot be had */
  readonly missing: string[]
  readonly short: string[]
  /** what the service said of a key that was to be saved */
  readonly check: PayCollectConnectionCheck | undefined

  constructor(
    readonly status: number,
    { message, errors = [], retry_after_ms, code, missing = [], short = [], check }: Refusal
  ) {
    super(message)
    this.errors = errors
    this.retryAfterMs = retry_after_ms
    this.code = code?.replace(CODE_PREFIX, "")
    this.missing = missing
    this.short = short
    this.check = check
  }
}

type Refusal = Partial<Pick<RequestError, "message" | "errors" | "code" | "missing" | "short" | "check">> & {
  retry_after_ms?: number
}

/** Says which kind of act was refused, which who asked for it knows. */
const CODE_PREFIX = /^paycollect_[a-z]+_/

/** The values themselves were refused, each with its reason. */
export const hasFieldErrors = (error: unknown): error is RequestError =>
  error instanceof RequestError && error.errors.length > 0

interface Request {
  method?: "GET" | "POST"
  query?: object
  body?: object
}

/** JSON from a route of this plugin. @throws RequestError; the sdk's own error keeps only the message */
export async function requestAdmin<T>(
  path: string,
  { method = "GET", query, body }: Request = {}
): Promise<T> {
  const response = await adminAnswer(path, { method, query, body })
  return (await response.json()) as T
}

export const postAdmin = <T>(path: string, body: object = {}) =>
  requestAdmin<T>(path, { method: "POST", body })

type AskOptions<T> = Pick<
  UseQueryOptions<T, RequestError>,
  "enabled" | "placeholderData" | "refetchInterval" | "retry" | "staleTime"
>

/** A question to a route of this plugin, which its answer is known by. */
export const question = <T>(path: string, query?: object, options?: AskOptions<T>) => ({
  queryKey: ["paycollect", path, query ?? null],
  queryFn: () => requestAdmin<T>(path, { query }),
  ...options,
})

export const useAdminQuery = <T>(path: string, query?: object, options?: AskOptions<T>) =>
  useQuery<T, RequestError>(question(path, query, options))

/** Saves an answer as a file. `name` when the answer names none. */
export async function download(
  path: string,
  { query, name }: { query: object; name: string }
): Promise<void> {
  const response = await adminAnswer(path, { method: "GET", query })
  const named = /filename="?([^";]+)"?/.exec(response.headers.get("content-disposition") ?? "")?.[1]
  const address = URL.createObjectURL(await response.blob())
  const link = document.createElement("a")
  link.href = address
  link.download = named ?? name
  link.click()
  URL.revokeObjectURL(address)
}

async function adminAnswer(path: string, { method, query, body }: Request): Promise<Response> {
  const token = authType === "jwt" ? await sdk.client.getToken() : null
  const response = await fetch(addressWithQuery(path, query), {
    method,
    credentials: authType === "session" ? "include" : "omit",
    headers: {
      accept: "application/json, text/csv",
      ...(body && { "content-type": "application/json" }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: body && JSON.stringify(body),
  })
  if (response.ok) return response
  const said = (await response.json().catch(() => ({}))) as Refusal
  throw new RequestError(response.status, { message: response.statusText, ...said })
}

function addressWithQuery(path: string, query: object = {}): URL {
  const base = new URL(__BACKEND_URL__ || "/", window.location.origin)
  const url = new URL(`${base.pathname.replace(/\/$/, "")}${path}`, base.origin)
  for (const [name, value] of Object.entries(query)) appendQuery(url.searchParams, name, value)
  return url
}

/** As the server reads it: `status[]=failed`, `created_at[$gte]=2026-01-01`. */
function appendQuery(params: URLSearchParams, name: string, value: unknown): void {
  if (value === undefined || value === null || value === "") return
  if (Array.isArray(value)) for (const one of value) appendQuery(params, `${name}[]`, one)
  else if (typeof value === "object")
    for (const [key, one] of Object.entries(value)) appendQuery(params, `${name}[${key}]`, one)
  else params.append(name, String(value))
}
