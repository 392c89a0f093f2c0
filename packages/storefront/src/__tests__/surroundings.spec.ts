import { pageSurroundings } from "../surroundings"

const scope = globalThis as unknown as Record<string, unknown>
const added = ["document", "addEventListener", "removeEventListener"]

function setConnection(onLine: boolean | undefined) {
  Object.defineProperty(globalThis, "navigator", { value: { onLine }, configurable: true })
}

afterEach(() => {
  for (const name of [...added, "navigator"]) {
    Reflect.deleteProperty(scope, name)
  }
})

describe("pageSurroundings", () => {
  it("is never paused outside a browser", () => {
    expect(pageSurroundings.paused()).toBeNull()
    expect(() => pageSurroundings.onChange(() => undefined)()).not.toThrow()
  })

  it("reads visibility and connection", () => {
    setConnection(false)
    expect(pageSurroundings.paused()).toBe("offline")
    scope.document = Object.assign(new EventTarget(), { visibilityState: "hidden" })
    expect(pageSurroundings.paused()).toBe("hidden")
    scope.document = Object.assign(new EventTarget(), { visibilityState: "visible" })
    setConnection(true)
    expect(pageSurroundings.paused()).toBeNull()
  })

  it("hears every event that matters until it is ended", () => {
    const page = new EventTarget()
    const view = new EventTarget()
    Object.assign(scope, {
      document: page,
      addEventListener: view.addEventListener.bind(view),
      removeEventListener: view.removeEventListener.bind(view),
    })
    const listener = jest.fn()
    const end = pageSurroundings.onChange(listener)
    page.dispatchEvent(new Event("visibilitychange"))
    for (const name of ["online", "offline", "pageshow"]) {
      view.dispatchEvent(new Event(name))
    }
    expect(listener).toHaveBeenCalledTimes(4)
    end()
    page.dispatchEvent(new Event("visibilitychange"))
    view.dispatchEvent(new Event("online"))
    expect(listener).toHaveBeenCalledTimes(4)
  })
})
