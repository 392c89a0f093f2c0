import { Modules } from "@medusajs/framework/utils"
import { type Store } from "./store"

interface HeldCall {
  /** the call was made, and waits */
  reached: Promise<void>
  go(): void
}

/** Longer than core waits for a lock of its own. */
const LONGEST_LOCK_MS = 5_000

/** The next call of this method waits until it is let go: what others do meanwhile comes in between. Later calls do not wait. */
export const holdNextCall = (target: object, method: string): HeldCall => hold(target, method, "before")

/** It is made; who made it waits for the answer until `go`. */
export const holdAnswer = (target: object, method: string): HeldCall => hold(target, method, "after")

function hold(target: object, method: string, when: "before" | "after"): HeldCall {
  const original = Reflect.get(target, method) as (...given: unknown[]) => unknown
  const isOwn = Object.hasOwn(target, method)
  let [go, reach] = [() => {}, () => {}]
  const gate = new Promise<void>((resolve) => (go = resolve))
  const reached = new Promise<void>((resolve) => (reach = resolve))
  const restore = () =>
    isOwn ? Reflect.set(target, method, original) : Reflect.deleteProperty(target, method)
  Reflect.set(target, method, async (...given: unknown[]) => {
    restore()
    if (when === "before") {
      reach()
      await gate
    }
    const answer = await original.apply(target, given)
    if (when === "after") {
      reach()
      await gate
    }
    return answer
  })
  return { reached, go }
}

/** With the next capture or refund core reads an order's kept sum, and waits before it writes it. */
export function holdKeptSum(store: Store): HeldCall {
  const orders = store.container().resolve(Modules.ORDER)
  return holdNextCall(Reflect.get(orders, "orderSummaryService_") as object, "update")
}

/** Until it is done, unless it waits for a lock that a held call keeps. */
export async function aWhileFor(work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const longest = new Promise((resolve) => (timer = setTimeout(resolve, LONGEST_LOCK_MS)))
  await Promise.race([work, longest]).finally(() => clearTimeout(timer))
}
