import { useCallback, useEffect, useState, type DependencyList } from "react"

export interface Loaded<T> {
  data: T | null
  failed: boolean
  reload: () => void
}

interface State<T> {
  data: T | null
  failed: boolean
  /** What was asked. */
  inputs: DependencyList
}

/**
 * Loads anew whenever `inputs` change. Nothing is shown of an earlier question: its answer is gone as soon as the inputs are others, and dropped
 * when it comes after the next question. With `keep` it stays until the new one is there, so that nothing jumps: for what is right in either, such
 * as names in the language of before.
 */
export function useLoad<T>(load: () => Promise<T>, inputs: DependencyList, { keep = false } = {}): Loaded<T> {
  const [state, setState] = useState<State<T>>({ data: null, failed: false, inputs })
  const [round, setRound] = useState(0)
  useEffect(() => {
    let current = true
    setState(({ data }) => ({ data: keep ? data : null, failed: false, inputs }))
    load().then(
      (data) => current && setState({ data, failed: false, inputs }),
      () => current && setState({ data: null, failed: true, inputs })
    )
    return () => {
      current = false
    }
  }, [...inputs, round])
  const isCurrent = keep || inputs.every((one, index) => Object.is(one, state.inputs[index]))
  return {
    data: isCurrent ? state.data : null,
    failed: isCurrent && state.failed,
    reload: useCallback(() => setRound((before) => before + 1), []),
  }
}
