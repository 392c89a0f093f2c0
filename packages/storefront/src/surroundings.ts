import { throwIfAborted } from "./client"

export type PauseReason = "hidden" | "offline"

/** Whether asking makes sense right now. Replace it where there is no document, for example with the app state of a mobile app. */
export interface Surroundings {
  paused(): PauseReason | null
  /** Calls `listener` whenever `paused()` may have changed; returns the function that ends it. */
  onChange(listener: () => void): () => void
}

/** The page's visibility and the device's connection; never paused outside a browser. */
export const pageSurroundings: Surroundings = {
  paused() {
    if (globalThis.document?.visibilityState === "hidden") return "hidden"
    return globalThis.navigator?.onLine === false ? "offline" : null
  },
  onChange(listener) {
    // pageshow: a page that comes back from the browser's back/forward cache had its timers frozen.
    const each = (change: "addEventListener" | "removeEventListener") => {
      globalThis.document?.[change]("visibilitychange", listener)
      ;["online", "offline", "pageshow"].forEach((event) => globalThis[change]?.(event, listener))
    }
    each("addEventListener")
    return () => each("removeEventListener")
  },
}

export interface RestOptions {
  surroundings: Surroundings
  ms: number
  signal?: AbortSignal
  /** Ends the rest early; asked after every change of the surroundings. */
  until?: () => boolean
}

/** Resolves to false after `ms`, or to true as soon as `until` holds after a change. @throws the signal's reason */
export function rest({ surroundings, ms, signal, until }: RestOptions): Promise<boolean> {
  return new Promise((resolve, reject) => {
    throwIfAborted(signal)
    const wake = (early: unknown) => {
      clearTimeout(timer)
      stopListening()
      signal?.removeEventListener("abort", wake)
      if (signal?.aborted) reject(signal.reason)
      else resolve(early as boolean)
    }
    const timer = ms < Infinity ? setTimeout(wake, ms, false) : undefined
    const stopListening = surroundings.onChange(() => until?.() && wake(true))
    signal?.addEventListener("abort", wake)
  })
}
