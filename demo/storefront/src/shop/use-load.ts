import { useCallback, useEffect, useState, type DependencyList } from "react"

export interface Loaded<T> {
  data: T | null
  failed: boolean
  reload: () => void
}

interface State<T> {
  data: T | null
  failed: boolean
}

/**
 * Loads anew whenever `inputs` change; an answer that comes after the next question is dropped. With `keep`, the old answer stays
 * until the new one is there, so that nothing jumps.
 */
export function useLoad<T>(load: () => Promise<T>, inputs: DependencyList, { keep = false } = {}): Loaded<T> {
  const [state, setState] = useState<State<T>>({ data: null, failed: false })
  const [round, setRound] = useState(0)
  useEffect(() => {
    let current = true
    setState(({ data }) => ({ data: keep ? data : null, failed: false }))
    load().then(
      (data) => current && setState({ data, failed: false }),
      () => current && setState({ data: null, failed: true })
    )
    return () => {
      current = false
    }
  }, [...inputs, round])
  return { ...state, reload: useCallback(() => setRound((before) => before + 1), []) }
}
