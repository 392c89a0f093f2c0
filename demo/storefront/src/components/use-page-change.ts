import { useEffect, useRef } from "react"
import { useLocation, useNavigationType } from "react-router-dom"

/** A new page begins at its top, and is read from there, as after a page load; back and forward are the browser's own. */
export function usePageChange() {
  const { pathname, key } = useLocation()
  const kind = useNavigationType()
  const first = useRef(true)
  useEffect(() => {
    if (kind === "PUSH") {
      scrollTo(0, 0)
    }
  }, [key, kind])
  useEffect(() => {
    if (!first.current) {
      document.getElementById("main")?.focus({ preventScroll: true })
    }
    first.current = false
  }, [pathname])
}
