import { useCallback, useEffect, useRef, useState } from "react"

/** What a customer is asked about; leaving the page answers `wait`. */
export type Question<About, Verdict> = About & { answer: (verdict: Verdict | "wait") => void }

/** One question at a time, a newer one takes its place. @param subject what is asked about; with another one the question is gone */
export function useQuestion<About extends object, Verdict extends string>(subject: unknown) {
  const [question, setQuestion] = useState<Question<About, Verdict> | null>(null)
  const open = useRef<typeof question>(null)
  const ask = useCallback((about: About) => {
    open.current?.answer("wait")
    return new Promise<Verdict | "wait">((resolve) => {
      const answer = (verdict: Verdict | "wait") => {
        open.current = null
        setQuestion(null)
        resolve(verdict)
      }
      open.current = { ...about, answer }
      setQuestion(open.current)
    })
  }, [])
  useEffect(() => () => open.current?.answer("wait"), [subject])
  return { question, ask }
}
