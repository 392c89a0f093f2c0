import { useLayoutEffect, useRef } from "react"

/** Where it goes on when neither what had the focus nor what stood beside it is left. */
const FIRST_CONTROL = "main :is([role=tab][tabindex='0'], a[href], button)"
const ROW_MARK = "[data-row]"

/** Gives the focus back later: to the same element, or to the row after or before its own where that has left the page. */
export function focusPlaceOf(element: Element | null): () => void {
  const row = element?.closest(ROW_MARK)
  const beside = [row?.nextElementSibling, row?.previousElementSibling]
  return () => {
    if (element?.isConnected) return focusOn(element)
    const next = beside.find((each) => each?.isConnected)
    focusOn((next ?? document).querySelector(next ? "button, a[href]" : FIRST_CONTROL))
  }
}

function focusOn(element: Element | null) {
  if (element instanceof HTMLElement) element.focus()
}

/** A button of the kit is disabled while it is at work, and a browser takes the focus away from what is disabled. */
export function useKeptFocus(isWorking: boolean | undefined) {
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    if (!isWorking || document.activeElement !== button.current) return
    const goOn = focusPlaceOf(button.current)
    // The button may leave the page with what it did: that is known a moment later.
    return () => void setTimeout(() => document.activeElement === document.body && goOn())
  }, [isWorking])
  return button
}
