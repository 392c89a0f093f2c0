import { waitForPayment, type WaitOptions, type WaitUpdate } from "../wait"
import { fakeSurroundings, limited, refused, storeAnswering } from "./support"

const waiting = {
  status: "waiting",
  retry_after_ms: 2000,
  checkout_url: "https://pay.example/1",
  payment_number: "JZ1D-7K9P",
}
const succeeded = { status: "succeeded", order_id: "order_1", payment_number: "JZ1D-7K9P" }

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

function begin(answers: unknown[], more: Omit<Partial<WaitOptions>, "cartId" | "collectionId"> = {}) {
  const { store, requests } = storeAnswering(...answers)
  const around = fakeSurroundings()
  const updates: WaitUpdate[] = []
  const outcome = waitForPayment({
    client: store,
    cartId: "cart_1",
    surroundings: around.surroundings,
    onUpdate: (update) => updates.push(update),
    ...more,
  })
  outcome.catch(() => undefined)
  return { outcome, requests, updates, ...around }
}

const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms)

describe("waitForPayment", () => {
  it("ends with the order", async () => {
    const { outcome, requests, listeners } = begin([waiting, waiting, succeeded])
    await pass(10_000)
    expect(await outcome).toMatchObject({
      status: "succeeded",
      orderId: "order_1",
      paymentNumber: "JZ1D-7K9P",
    })
    expect(requests).toHaveLength(3)
    expect(new Set(requests.map((one) => one.path))).toEqual(
      new Set(["/store/paycollect/carts/cart_1/status"])
    )
    expect(listeners.size).toBe(0)
    expect(jest.getTimerCount()).toBe(0)
  })

  it("waits for what may still pay beside what failed, and speaks of that", async () => {
    const open = { payment_number: "AAAA-BBBB", amount: "5000", currency_code: "xaf", state: "opened" }
    const failed = { status: "failed", reason: "declined", payment_number: "JZ1D-7K9P" }
    const beside = { ...failed, under_way: open, still_open: open, checkout_url: "https://pay.example/2" }
    const { outcome, updates } = begin([beside, failed])
    await pass(0)
    expect(updates.at(-1)?.last).toMatchObject({
      status: "waiting",
      reason: null,
      paymentNumber: "AAAA-BBBB",
      amount: "5000",
      stillOpen: null,
      checkoutUrl: "https://pay.example/2",
    })
    await pass(5_000)
    expect(await outcome).toMatchObject({ status: "failed", paymentNumber: "JZ1D-7K9P" })
    const other = { ...open, payment_number: "CCCC-DDDD" }
    const third = begin([{ ...beside, still_open: other }, failed])
    await pass(0)
    expect(third.updates.at(-1)?.last?.stillOpen).toMatchObject({ paymentNumber: "CCCC-DDDD" })
  })

  it("waits for the order of a paid cart", async () => {
    const { outcome } = begin([{ status: "succeeded" }, succeeded])
    await pass(5_000)
    expect(await outcome).toMatchObject({
      status: "succeeded",
      orderId: "order_1",
      paymentNumber: "JZ1D-7K9P",
    })
  })

  it.each([
    [{ status: "failed" }, { status: "failed", reason: null, paymentNumber: null }],
    [
      { status: "failed", reason: "canceled", payment_number: "JZ1D-7K9P" },
      { status: "failed", reason: "canceled", paymentNumber: "JZ1D-7K9P" },
    ],
    [
      { status: "failed", reason: "a word of the future" },
      { status: "failed", reason: null, paymentNumber: null },
    ],
    [{ status: "attention" }, { status: "attention", paymentNumber: null }],
    [{ status: "none" }, { status: "expired" }],
  ])("takes %j for %j", async (answer, expected) => {
    expect(await begin([answer]).outcome).toMatchObject(expected)
  })

  it("takes an unknown cart for expired", async () => {
    expect(await begin([refused(404, "Not found")]).outcome).toEqual({ status: "expired" })
  })

  it("asks no sooner than the store wants, and ever more rarely", async () => {
    const { requests } = begin([{ ...waiting, retry_after_ms: 5000 }])
    await pass(4_999)
    expect(requests).toHaveLength(1)
    await pass(1)
    expect(requests).toHaveLength(2)

    const quick = begin([{ ...waiting, retry_after_ms: undefined }])
    await pass(60_000)
    const first = quick.requests.length
    await pass(60_000)
    expect(quick.requests.length - first).toBeLessThan(first)
    await pass(60_000)
    expect(quick.requests.length).toBeLessThanOrEqual(first + 13)
  })

  it("asks when the store says, however long it has waited", async () => {
    const { requests } = begin([{ ...waiting, retry_after_ms: 2_000 }])
    await pass(120_000)
    expect(requests).toHaveLength(61)
    const slow = begin([{ ...waiting, retry_after_ms: 30_000 }])
    await pass(120_000)
    expect(slow.requests).toHaveLength(5)
  })

  it("makes no busy loop of a store that says at once", async () => {
    const { requests } = begin([{ ...waiting, retry_after_ms: 1 }])
    await pass(10_000)
    expect(requests).toHaveLength(11)
  })

  it("is still waiting at the end of its time, never failed", async () => {
    const { outcome } = begin([waiting], { timeoutMs: 30_000 })
    await pass(30_000)
    expect(await outcome).toMatchObject({
      status: "waiting",
      checkoutUrl: "https://pay.example/1",
      paymentNumber: "JZ1D-7K9P",
    })
  })

  it("hands on what the store said last of the payment", async () => {
    const facts = { amount: "4968", currency_code: "xaf", since: "2026-05-04T10:00:00.000Z" }
    const { outcome } = begin([
      { ...waiting, ...facts },
      { status: "attention", ...facts },
    ])
    await pass(10_000)
    expect(await outcome).toMatchObject({
      status: "attention",
      payment: { status: "attention", amount: "4968", currencyCode: "xaf", since: facts.since },
    })
  })

  it("survives lost requests and errors of the server", async () => {
    const { outcome, updates } = begin([new TypeError("Failed to fetch"), refused(503, "x"), {}, succeeded])
    await pass(20_000)
    expect(await outcome).toMatchObject({
      status: "succeeded",
      orderId: "order_1",
      paymentNumber: "JZ1D-7K9P",
    })
    expect(updates.flatMap((one) => one.error?.code ?? [])).toEqual(["network", "server", "invalid_response"])
  })

  it("gives up when the store refuses to answer", async () => {
    const { outcome, requests } = begin([refused(400, "Publishable API key required")])
    await expect(outcome).rejects.toMatchObject({ code: "request", status: 400 })
    expect(requests).toHaveLength(1)
  })

  it("asks nothing while hidden and asks at once afterwards, even past its time", async () => {
    const { outcome, requests, updates, become } = begin([waiting, succeeded], { timeoutMs: 60_000 })
    become("hidden")
    await pass(3_600_000)
    expect(requests).toHaveLength(1)
    expect(updates.at(-1)?.paused).toBe("hidden")
    become(null)
    await pass(0)
    expect(requests).toHaveLength(2)
    expect(await outcome).toMatchObject({
      status: "succeeded",
      orderId: "order_1",
      paymentNumber: "JZ1D-7K9P",
    })
  })

  it("asks at once when the customer looks at the page again during a rest", async () => {
    const { requests, become } = begin([{ ...waiting, retry_after_ms: 9000 }])
    await pass(1_000)
    become("hidden")
    become(null)
    await pass(0)
    expect(requests).toHaveLength(2)
  })

  it("obeys a 429 even then", async () => {
    const { requests, become } = begin([limited(20_000)])
    await pass(1_000)
    become("hidden")
    become(null)
    await pass(18_000)
    expect(requests).toHaveLength(1)
    await pass(1_000)
    expect(requests).toHaveLength(2)
  })

  it("shows offline, tries rarely, and goes on at once when online", async () => {
    const { outcome, requests, updates, become } = begin([
      waiting,
      new TypeError("Failed to fetch"),
      succeeded,
    ])
    await pass(0)
    become("offline")
    await pass(12_000)
    expect(requests).toHaveLength(2)
    expect(updates.at(-1)).toMatchObject({ paused: "offline", error: { code: "network" } })
    await pass(2_000)
    become(null)
    await pass(0)
    expect(requests).toHaveLength(3)
    expect(await outcome).toMatchObject({
      status: "succeeded",
      orderId: "order_1",
      paymentNumber: "JZ1D-7K9P",
    })
  })

  it.each(["resting", "hidden"] as const)("ends when aborted while %s", async (phase) => {
    const controller = new AbortController()
    const { outcome, listeners, become } = begin([waiting], { signal: controller.signal })
    if (phase === "hidden") {
      become("hidden")
    }
    await pass(5_000)
    controller.abort(new Error("left the page"))
    await expect(outcome).rejects.toThrow("left the page")
    expect(listeners.size).toBe(0)
    expect(jest.getTimerCount()).toBe(0)
  })
})
