import { useEffect, useState } from "react"

const PATIENCE_MS = 1_500

/** True once `known`, or after a while without: what a notice above the form would push down is shown only then. */
export function useSettled(known: boolean): boolean {
  const [tired, setTired] = useState(false)
  useEffect(() => {
    const timer = setTimeout(setTired, PATIENCE_MS, true)
    return () => clearTimeout(timer)
  }, [])
  return known || tired
}
