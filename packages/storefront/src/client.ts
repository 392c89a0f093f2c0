import { nothingOf, refusalOf, toStorefrontError } from "./errors"

export interface StoreRequest {
  method?: "GET" | "POST" | "DELETE"
  headers?: Record<string, string>
  body?: Record<string, unknown>
  signal?: AbortSignal
}

/** What the kit needs of the store. An instance of `@medusajs/js-sdk` fits as it is. */
export interface StoreClient {
  client: { fetch<T>(path: string, request?: StoreRequest): Promise<T> }
}

export interface StoreClientOptions {
  /** Address of the Medusa backend. */
  baseUrl: string
  publishableKey: string
  /** Bearer token of a logged-in customer, or a function that knows the current one. */
  token?: string | (() => string | null | undefined)
  /** Replaces the global `fetch`. */
  fetch?: typeof fetch
}

/** A store client for shops that do not use `@medusajs/js-sdk`. @throws PayCollectStorefrontError from every call */
export function createStoreClient(options: StoreClientOptions): StoreClient {
  const baseUrl = options.baseUrl.replace(/\/+$/, "")
  return {
    client: {
      async fetch<T>(path: string, { method = "GET", headers, body, signal }: StoreRequest = {}): Promise<T> {
        const token = typeof options.token === "function" ? options.token() : options.token
        const response = await (options.fetch ?? fetch)(baseUrl + path, {
          method,
          headers: {
            "x-publishable-api-key": options.publishableKey,
            // Where a session says who asks, the store takes nothing else from a browser, also without a body.
            ...(method !== "GET" && { "content-type": "application/json" }),
            ...(token && { authorization: `Bearer ${token}` }),
            ...headers,
          },
          body: body && JSON.stringify(body),
          signal,
        })
        const answer: unknown = await response.json().catch(() => null)
        if (!response.ok) throw refusalOf(answer, response.status)
        if (answer === null) throw nothingOf("JSON")
        return answer as T
      },
    },
  }
}

/** The method of that name is missing in React Native and in browsers before 2022. */
export function throwIfAborted(signal?: AbortSignal): void {
  if (signal?.aborted) throw signal.reason
}

export interface CallOptions extends StoreRequest {
  /** Milliseconds after which an unanswered request counts as a network error; default 15 seconds. */
  timeoutMs?: number
}

/** One request within `timeoutMs`. @throws PayCollectStorefrontError, or the signal's reason when the caller aborted */
export async function callStore(store: StoreClient, path: string, options: CallOptions): Promise<unknown> {
  const { timeoutMs = 15_000, signal, ...request } = options
  throwIfAborted(signal)
  const controller = new AbortController()
  const forward = () => controller.abort(signal?.reason)
  // AbortSignal.any is missing on phones that are still in use.
  signal?.addEventListener("abort", forward)
  const timer = setTimeout(() => controller.abort(refusalOf(null)), timeoutMs)
  try {
    return await store.client.fetch<unknown>(path, { ...request, signal: controller.signal })
  } catch (error) {
    throwIfAborted(signal)
    throw toStorefrontError(controller.signal.aborted ? controller.signal.reason : error)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener("abort", forward)
  }
}
