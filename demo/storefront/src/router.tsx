import {
  useEffect,
  useMemo,
  useRef,
  useSyncExternalStore,
  type AnchorHTMLAttributes,
  type MouseEvent,
} from "react"

const CHANGED = "shop:navigated"

function subscribe(listener: () => void) {
  addEventListener("popstate", listener)
  addEventListener(CHANGED, listener)
  return () => {
    removeEventListener("popstate", listener)
    removeEventListener(CHANGED, listener)
  }
}

export function useAddress(): URL {
  const href = useSyncExternalStore(subscribe, () => location.href)
  return useMemo(() => new URL(href), [href])
}

export function navigate(to: string, { replace = false } = {}) {
  history[replace ? "replaceState" : "pushState"](null, "", to)
  dispatchEvent(new Event(CHANGED))
  if (!replace) {
    scrollTo(0, 0)
  }
}

export function Link({ href, onClick, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement> & { href: string }) {
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    const elsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0
    if (!event.defaultPrevented && !elsewhere) {
      event.preventDefault()
      navigate(href)
    }
  }
  return <a href={href} onClick={follow} {...rest} />
}

/** Parameters of `path` when it fits `pattern` ("/:country/order/:id/confirmed"), otherwise null. */
export function match(pattern: string, path: string): Record<string, string> | null {
  const wanted = pattern.split("/")
  const parts = path.replace(/\/+$/, "").split("/")
  if (wanted.length !== parts.length) {
    return null
  }
  const found: Record<string, string> = {}
  for (const [index, name] of wanted.entries()) {
    const part = parts[index] ?? ""
    if (name.startsWith(":")) {
      const value = decoded(part)
      if (value === null) {
        return null
      }
      found[name.slice(1)] = value
    } else if (name !== part) {
      return null
    }
  }
  return found
}

/** null: no browser wrote that. */
function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part)
  } catch {
    return null
  }
}

/** Moves the reading position to the new page, as a page load would; the first page keeps the browser's own. */
export function useFocusOnPageChange(path: string) {
  const first = useRef(true)
  useEffect(() => {
    if (!first.current) {
      document.getElementById("main")?.focus({ preventScroll: true })
    }
    first.current = false
  }, [path])
}
