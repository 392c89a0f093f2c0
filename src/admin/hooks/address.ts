import { useMemo } from "react"
import { useSearchParams } from "react-router-dom"

type Changes = Record<string, string | number | null | undefined>

/** What is asked for in the address of a page, by filters, searches and pagers: a link shows the same to a colleague. */
export function useAddress() {
  const [params, setParams] = useSearchParams()
  return {
    /** empty where it is not there */
    get: (name: string) => params.get(name) ?? "",
    params,
    /** one of those that there are: anything may have been typed into an address */
    oneOf: <Value extends string>(name: string, values: readonly Value[]) =>
      values.find((value) => value === params.get(name)),
    offset: (name = "offset") => Number(params.get(name)) || 0,
    /** The others stay; what is empty or 0 leaves the address. */
    set: (changes: Changes, options?: { replace: boolean }) =>
      setParams((before) => {
        for (const [name, value] of Object.entries(changes))
          if (value) before.set(name, String(value))
          else before.delete(name)
        return before
      }, options),
  }
}

/** What Medusa's table keeps in the address: its filters, as JSON where they are not plain, and each of `texts` as it is. */
export function useTableAddress(filters: readonly string[], texts: readonly string[]) {
  const { params } = useAddress()
  return useMemo(() => {
    const text = (name: string) => params.get(name) ?? undefined
    return Object.fromEntries([
      ...filters.map((name) => [name, valueOfFilter(text(name))]),
      ...texts.map((name) => [name, text(name)]),
    ])
  }, [params, filters, texts])
}

function valueOfFilter(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text)
  } catch {
    return text
  }
}
