import { useSyncExternalStore } from "react"

/** Narrower than this, a table shows two or three columns. */
const PHONE_WIDTH = "(max-width: 639px)"

function subscribe(onChange: () => void) {
  const query = window.matchMedia(PHONE_WIDTH)
  query.addEventListener("change", onChange)
  return () => query.removeEventListener("change", onChange)
}

/** Whether the screen is as narrow as a phone's. */
export const useIsPhone = () => useSyncExternalStore(subscribe, () => window.matchMedia(PHONE_WIDTH).matches)
