import { watchPayment } from "../watch"
import { fakeSurroundings, refused, storeAnswering } from "./support"

const settle = () => new Promise((resolve) => setImmediate(resolve))
const scope = globalThis as unknown as Record<string, unknown>

function begin(answers: unknown[], signal?: AbortSignal) {
  const { store, requests } = storeAnswering(...answers)
  const around = fakeSurroundings()
  const onStatus = jest.fn()
  const onRestored = jest.fn()
  const { surroundings } = around
  const end = watchPayment({ client: store, cartId: "cart_1", signal, surroundings, onStatus, onRestored })
  return { requests, onStatus, onRestored, end, ...around }
}

const seen = (onStatus: jest.Mock) => onStatus.mock.calls.map(([status]) => status.status)

afterEach(() => {
  delete scope.addEventListener
  delete scope.removeEventListener
})

describe("watchPayment", () => {
  it("asks at once, and again when the customer comes back to the page", async () => {
    const { onStatus, requests, become } = begin([
      { status: "waiting" },
      { status: "succeeded", order_id: "o" },
    ])
    await settle()
    become("hidden")
    await settle()
    expect(requests).toHaveLength(1)
    become(null)
    await settle()
    expect(seen(onStatus)).toEqual(["waiting", "succeeded"])
  })

  it("keeps quiet about questions without an answer", async () => {
    const { onStatus, become } = begin([refused(503, "x"), { status: "failed" }])
    await settle()
    expect(onStatus).not.toHaveBeenCalled()
    become(null)
    await settle()
    expect(seen(onStatus)).toEqual(["failed"])
  })

  it("never lets an older answer hide a newer one", async () => {
    let answerFirst: (value: unknown) => void = () => undefined
    const first = new Promise((resolve) => (answerFirst = resolve))
    const { onStatus, become } = begin([() => first, { status: "succeeded" }])
    become(null)
    await settle()
    answerFirst({ status: "waiting" })
    await settle()
    expect(seen(onStatus)).toEqual(["succeeded"])
  })

  it("tells when the page is restored by the back button, and only then", () => {
    const view = new EventTarget()
    scope.addEventListener = view.addEventListener.bind(view)
    scope.removeEventListener = view.removeEventListener.bind(view)
    const { onRestored, end } = begin([{ status: "none" }])
    view.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: false }))
    expect(onRestored).not.toHaveBeenCalled()
    view.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }))
    expect(onRestored).toHaveBeenCalledTimes(1)
    end()
    view.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }))
    expect(onRestored).toHaveBeenCalledTimes(1)
  })

  it("ends by its function and by the signal", async () => {
    const byHand = begin([{ status: "none" }])
    byHand.end()
    const controller = new AbortController()
    const bySignal = begin([{ status: "none" }], controller.signal)
    controller.abort()
    const never = begin([{ status: "none" }], AbortSignal.abort())
    await settle()
    for (const { onStatus, listeners } of [byHand, bySignal, never]) {
      expect(onStatus).not.toHaveBeenCalled()
      expect(listeners.size).toBe(0)
    }
    expect(never.requests).toHaveLength(0)
  })
})
