import { PayCollectStorefrontError } from "../errors"
import type { StoreClient, StoreRequest } from "../client"
import type { PauseReason, Surroundings } from "../surroundings"

export interface SeenRequest extends StoreRequest {
  path: string
}

type Answer = unknown | ((request: SeenRequest) => unknown)

/** A store that gives the listed answers in order and repeats the last one; errors are thrown. */
export function storeAnswering(...answers: Answer[]) {
  const requests: SeenRequest[] = []
  const store: StoreClient = {
    client: {
      async fetch<T>(path: string, request: StoreRequest = {}): Promise<T> {
        const seen = { path, ...request }
        requests.push(seen)
        const answer = answers.length > 1 ? answers.shift() : answers[0]
        const body: unknown = typeof answer === "function" ? await answer(seen) : answer
        if (body instanceof Error) {
          throw body
        }
        return body as T
      },
    },
  }
  return { store, requests }
}

/** A store that answers by the end of the path. */
export function storeRouting(routes: Record<string, Answer>) {
  return storeAnswering((request: SeenRequest) => {
    const route = Object.keys(routes).find((end) => request.path.endsWith(end))
    const answer = route === undefined ? refused(404, "Not found") : routes[route]
    return typeof answer === "function" ? answer(request) : answer
  })
}

/** As `@medusajs/js-sdk` throws it. */
export function refused(status: number, message: string): Error {
  return Object.assign(new Error(message), { status })
}

export function limited(retryAfterMs: number): Error {
  return new PayCollectStorefrontError("rate_limited", "Slow down", { status: 429, retryAfterMs })
}

export function fakeSurroundings() {
  let reason: PauseReason | null = null
  const listeners = new Set<() => void>()
  const surroundings: Surroundings = {
    paused: () => reason,
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
  const become = (next: PauseReason | null) => {
    reason = next
    for (const listener of [...listeners]) {
      listener()
    }
  }
  return { surroundings, become, listeners }
}
