import { notifyManager, QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { act, createElement } from "react"
import { onStage, settle } from "../../../../packages/storefront/src/react/__tests__/stage"
import type { Sdk } from "../sdk"
import type { Cart, Region } from "../shop/cart-api"
import { useCart, type CartChange, type CartState } from "../shop/use-cart"

const paymentStatus = jest.fn()
const startNewCart = jest.fn()
jest.mock("medusa-payment-paycollect-storefront", () => ({
  getPaymentStatus: () => paymentStatus(),
  startNewCart: () => startNewCart(),
}))

const kept = new Map<string, string>()
const remembered = (key: string) => kept.get(`hauts_plateaux_${key}`) ?? null
beforeAll(() => {
  notifyManager.setScheduler(queueMicrotask)
  const localStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  Object.assign(globalThis, { localStorage })
})
beforeEach(() => kept.clear())

const region = { id: "reg_cm" } as Region
const cart = (id: string, more: object = {}) =>
  ({ id, region_id: region.id, locale: "en-GB", ...more }) as Cart
const gone = () => Promise.reject(Object.assign(new Error("gone"), { status: 404 }))
const away = () => Promise.reject(new TypeError("Failed to fetch"))

/** A browser with the shop open, which remembers a cart or not. */
async function shop({
  carts,
  remembers,
}: {
  carts: Record<string, () => Promise<Cart>>
  remembers?: string
}) {
  if (remembers) {
    kept.set("hauts_plateaux_cart", remembers)
  }
  const retrieve = jest.fn((id: string) => (carts[id] ?? gone)().then((found) => ({ cart: found })))
  const create = jest.fn(() => Promise.resolve({ cart: cart("cart_new") }))
  const sdk = { store: { cart: { retrieve, create } } } as unknown as Sdk
  const seen: CartState[] = []
  const Probe = () => {
    seen.push(useCart(sdk, { region, country: "cm", locale: "en-GB" }))
    return null
  }
  const options = { networkMode: "always", retry: false, gcTime: Infinity } as const
  const client = new QueryClient({ defaultOptions: { queries: options, mutations: options } })
  const store = { client: { fetch: away } }
  const stage = await onStage(store, createElement(QueryClientProvider, { client }, createElement(Probe)))
  await settle()
  return { now: () => seen.at(-1)!, retrieve, create, leave: stage.leave }
}

/** A change whose answer the spec holds back. */
function heldBack() {
  let answer: (changed: Cart) => void = () => undefined
  const act = jest.fn<Promise<Cart>, Parameters<CartChange>>(
    () => new Promise<Cart>((resolve) => (answer = resolve))
  )
  return { act, answer: (changed: Cart) => answer(changed) }
}

describe("the cart of this browser", () => {
  it("is the remembered one", async () => {
    const { now, leave } = await shop({ remembers: "cart_1", carts: { cart_1: async () => cart("cart_1") } })
    expect(now()).toMatchObject({ ready: true, changing: false, cart: { id: "cart_1" } })
    await leave()
  })

  it("gives way to the order that it became, which stays known", async () => {
    paymentStatus.mockResolvedValueOnce({ orderId: "order_1" })
    const done = async () => cart("cart_1", { completed_at: "2026-01-31T10:00:00Z" })
    const { now, leave } = await shop({ remembers: "cart_1", carts: { cart_1: done } })
    expect(now()).toMatchObject({ ready: true, cart: null, finishedOrderId: "order_1" })
    expect([remembered("cart"), remembered("order")]).toEqual([null, "order_1"])
    await leave()
  })

  it("stays remembered while the store cannot be reached, and is forgotten when it is gone", async () => {
    const first = await shop({ remembers: "cart_1", carts: { cart_1: away } })
    expect(first.now()).toMatchObject({ ready: true, cart: null })
    expect(remembered("cart")).toBe("cart_1")
    await first.leave()
    const second = await shop({ remembers: "cart_1", carts: {} })
    expect(second.now()).toMatchObject({ ready: true, cart: null })
    expect(remembered("cart")).toBeNull()
    await second.leave()
  })

  it("is changed by one wish after the other, each on what the one before left", async () => {
    const { now, create, leave } = await shop({ carts: {} })
    const [first, second] = [heldBack(), heldBack()]
    await act(async () => void now().change(first.act))
    await act(async () => void now().change(second.act))
    expect(now().changing).toBe(true)
    expect(second.act).not.toHaveBeenCalled()
    await act(async () => first.answer(cart("cart_new", { total: 1 })))
    await settle()
    expect(now().cart).toMatchObject({ id: "cart_new", total: 1 })
    expect(second.act.mock.calls[0]?.[1]).toBe("cart_new")
    await act(async () => second.answer(cart("cart_new", { total: 2 })))
    await settle()
    expect(now()).toMatchObject({ changing: false, cart: { total: 2 } })
    expect(create).toHaveBeenCalledTimes(1)
    expect(remembered("cart")).toBe("cart_new")
    await leave()
  })

  it("is loaded again after a refusal, which the page hears of", async () => {
    const { now, retrieve, leave } = await shop({
      remembers: "cart_1",
      carts: { cart_1: async () => cart("cart_1", { total: retrieve.mock.calls.length }) },
    })
    const refused = new Error("refused")
    await act(() => expect(now().change(() => Promise.reject(refused))).rejects.toBe(refused))
    await settle()
    expect(now()).toMatchObject({ changing: false, cart: { id: "cart_1", total: 2 } })
    await leave()
  })

  it("is left for a new one only where it is still the cart of this browser", async () => {
    const carts = { cart_1: async () => cart("cart_1"), cart_2: async () => cart("cart_2") }
    const { now, leave } = await shop({ remembers: "cart_1", carts })
    startNewCart.mockResolvedValue("cart_2")
    await act(() => now().startNew("cart_other"))
    expect(now().cart?.id).toBe("cart_1")
    await act(() => now().startNew("cart_1"))
    await settle()
    expect(now().cart?.id).toBe("cart_2")
    await leave()
  })

  it("stays when it was begun while another one became an order", async () => {
    const { now, leave } = await shop({ remembers: "cart_1", carts: { cart_1: async () => cart("cart_1") } })
    await act(async () => now().finish("cart_before", "order_1"))
    expect(now()).toMatchObject({ cart: { id: "cart_1" }, finishedOrderId: null })
    await act(async () => now().finish("cart_1", "order_1"))
    await settle()
    expect(now()).toMatchObject({ cart: null, finishedOrderId: "order_1" })
    await act(async () => now().forgetOrder())
    await settle()
    expect(now().finishedOrderId).toBeNull()
    expect(remembered("order")).toBeNull()
    await leave()
  })
})
