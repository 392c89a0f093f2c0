import type { HttpTypes } from "@medusajs/types"
import { notifyManager, QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { act, createElement } from "react"
import { MemoryRouter, useLocation, useNavigate, type NavigateFunction } from "react-router-dom"
import { onStage, settle } from "../../../../packages/storefront/src/react/__tests__/stage"
import { App } from "../app"
import { en } from "../i18n/en"
import { screenTextsFor } from "../../../../packages/storefront/src/react"
import type { Sdk } from "../sdk"

jest.mock("medusa-payment-paycollect-storefront", () =>
  jest.requireActual("../../../../packages/storefront/src")
)
jest.mock("medusa-payment-paycollect-storefront/react", () =>
  jest.requireActual("../../../../packages/storefront/src/react")
)
jest.mock("medusa-payment-paycollect-storefront/react/waiting", () =>
  jest.requireActual("../../../../packages/storefront/src/react/waiting")
)
// The stage has no list boxes.
jest.mock("../components/layout", () => ({
  Layout: ({ children }: { children: unknown }) => children,
}))

/** Each page is compiled when it is first opened. */
jest.setTimeout(30_000)

const scrolled = jest.fn()
const assigned = jest.fn()
const focused = jest.fn()
beforeAll(() => {
  notifyManager.setScheduler(queueMicrotask)
  kept.set("hauts_plateaux_language", "en")
  Object.assign(globalThis, {
    localStorage: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: () => {},
      removeItem: () => {},
    },
    document: {
      documentElement: {},
      getElementById: () => ({ focus: focused }),
      title: "",
      querySelector: () => null,
      addEventListener: () => {},
      removeEventListener: () => {},
    },
    location: Object.assign(new URL("https://shop.example/"), { assign: assigned }),
    scrollTo: scrolled,
    matchMedia: () => ({ matches: true }),
  })
})

const regions = [
  { id: "reg_xaf", name: "Cameroon", currency_code: "xaf", countries: [{ iso_2: "cm" }] },
  { id: "reg_eur", name: "Europe", currency_code: "eur", countries: [{ iso_2: "fr" }, { iso_2: "de" }] },
]
const product = (handle: string) => ({
  id: `prod_${handle}`,
  handle,
  title: `Product ${handle}`,
  variants: [{ id: `variant_${handle}`, calculated_price: { calculated_amount: 4_000 } }],
})

const session = {
  provider_id: "pp_paycollect-mobile-money_default",
  data: { checkout_url: "https://pay.example/1" },
}
/** By the end of the path. */
const answers: Record<string, unknown> = {
  status: { status: "none" },
  "payment-providers": {
    payment_providers: [{ id: "pp_paycollect-mobile-money_default" }, { id: "pp_paycollect-card_default" }],
  },
  "payment-methods": {
    payment_methods: [
      { code: "mtn", name: "MTN MoMo", type: "mobile_money" },
      { code: "card", name: "Card", type: "card" },
    ],
  },
  "fee-preview": { fees: [] },
  "payment-sessions": { payment_collection: { id: "pay_col_1", payment_sessions: [session] } },
  "payment-collections": { payment_collection: { id: "pay_col_1" } },
}

const CART = {
  id: "cart_1",
  region_id: "reg_xaf",
  locale: "en-GB",
  currency_code: "xaf",
  total: 4_000,
  item_total: 4_000,
  shipping_address: { country_code: "cm" },
  items: [
    {
      id: "item_1",
      title: "Coffee",
      product_title: "Coffee",
      quantity: 1,
      original_total: 4_000,
      total: 4_000,
    },
  ],
}
const kept = new Map<string, string>()

/** Opens the shop at an address, in a store that answers as `store` says. */
async function open(address: string, store: { regions?: () => Promise<unknown>; cart?: boolean } = {}) {
  const order = {
    id: "order_1",
    display_id: 7,
    status: "canceled",
    payment_collections: [{ id: "pay_col_1" }],
  }
  const asked: string[] = []
  let cart: object = CART
  if (store.cart) kept.set("hauts_plateaux_cart", "cart_1")
  else kept.delete("hauts_plateaux_cart")
  const sdk = {
    client: {
      setLocale: () => {},
      getToken: async () => null,
      fetch: async (path: string) => {
        asked.push(path)
        return Object.entries(answers).find(([part]) => path.split("?")[0]!.endsWith(part))?.[1] ?? {}
      },
    },
    store: {
      cart: {
        retrieve: async () => ({ cart }),
        update: async (_: string, { email, shipping_address }: HttpTypes.StoreUpdateCart) => {
          asked.push(`update ${email} ${(shipping_address as { city: string }).city}`)
          return { cart }
        },
        addShippingMethod: async (_: string, { option_id }: { option_id: string }) => {
          asked.push(`setDelivery ${option_id}`)
          cart = { ...cart, shipping_methods: [{ shipping_option_id: option_id }] }
          return { cart }
        },
      },
      fulfillment: {
        listCartOptions: async () => ({
          shipping_options: [
            { id: "so_express", name: "Express", amount: 2_400, type: { code: "express" } },
            { id: "so_standard", name: "Standard", amount: 1_200, type: { code: "standard" } },
          ],
        }),
      },
      region: { list: store.regions ?? (async () => ({ regions })) },
      product: {
        list: async ({ handle }: { handle?: string }) => {
          asked.push(handle ?? "all")
          return { products: ["coffee", "honey"].filter((one) => (handle ?? one) === one).map(product) }
        },
      },
      order: {
        retrieve: async (id: string) => {
          asked.push(id)
          return id === order.id ? { order } : Promise.reject(Object.assign(new Error(), { status: 404 }))
        },
      },
    },
  } as unknown as Sdk
  const seen: string[] = []
  let go: NavigateFunction = () => undefined
  const Address = () => {
    const { pathname, search } = useLocation()
    go = useNavigate()
    seen.push(pathname + search)
    return null
  }
  const options = { networkMode: "always", retry: false } as const
  const client = new QueryClient({ defaultOptions: { queries: options, mutations: options } })
  const config = { backendUrl: "", publishableKey: "" }
  const shop = createElement(
    MemoryRouter,
    { initialEntries: [address] },
    createElement(App, { config, sdk }),
    createElement(Address)
  )
  const stage = await onStage(sdk, createElement(QueryClientProvider, { client, children: shop }))
  await arrive()
  const leave = async () => {
    await stage.leave()
    client.clear()
  }
  const move = async (...where: [to: string | number, how?: { replace: boolean }]) => {
    await act(async () => void go(...(where as Parameters<NavigateFunction>)))
    await arrive()
  }
  return { text: stage.text, at: () => seen.at(-1), asked, stage, move, leave }
}

/** Pages that come later are read from disk here. */
async function arrive() {
  for (let round = 0; round < 20; round++) {
    await settle()
    await act(() => new Promise((resolve) => setImmediate(resolve)))
  }
}

describe("the checkout", () => {
  it("says what is missing, and then saves it before it asks for the payment", async () => {
    const { text, at, asked, stage, leave } = await open("/cm/checkout", { cart: true })
    type Found = ReturnType<typeof stage.find>
    const call = (found: Found, name: "onChange" | "onSubmit", event: object) => {
      const node = found as unknown as Record<string, Record<string, (event: object) => void>>
      const props = Object.keys(node).find((key) => key.startsWith("__reactProps$"))
      return act(async () => node[props!]![name]!(event))
    }
    const submit = async () => {
      await call(stage.find({ class: "columns" }), "onSubmit", { preventDefault: () => undefined })
      await arrive()
    }
    expect(text()).not.toContain(en.required)
    asked.length = 0
    await submit()
    for (const missing of [en.required, en.chooseDelivery, en.choosePayment])
      expect(text()).toContain(missing)
    expect(asked).toEqual([])

    const typed = {
      email: "aicha@example.com",
      first_name: "Aïcha",
      last_name: "Ngono",
      phone: "670 00 00 02",
      address_1: "12 Rue",
      city: "Douala",
    }
    for (const [name, value] of Object.entries(typed)) {
      await call(stage.find({ id: `field-${name}` }), "onChange", { target: { value } })
    }
    expect(text()).not.toContain(en.required)
    await call(stage.find({ "data-testid": "delivery-option" }), "onChange", {})
    await arrive()
    await call(stage.find({ "data-part": "method" })?.childNodes[0], "onChange", {})
    expect(text()).not.toContain(en.chooseDelivery)
    expect(text()).not.toContain(en.choosePayment)
    expect(asked.splice(0).filter((one) => !one.includes("/paycollect/"))).toEqual([
      "setDelivery so_standard",
    ])
    await submit()
    expect(asked.filter((one) => !one.includes("/paycollect/"))).toEqual([
      "update aicha@example.com Douala",
      "/store/payment-collections",
      "/store/payment-collections/pay_col_1/payment-sessions",
    ])
    expect(assigned).toHaveBeenCalledWith("https://pay.example/1")
    expect(at()).toBe("/cm/checkout")
    await leave()
  })
})

describe("the cart", () => {
  const feeOf = (fee: string | null, fee_bearer = "customer") => ({
    fees: ["mtn", "card"].map((payment_method) => ({
      ...{ payment_method, fee_bearer, fee, total: null, amount: "4000", currency_code: "xaf" },
    })),
  })
  afterEach(() => void (answers["fee-preview"] = { fees: [] }))

  it.each([
    ["says that a fee comes on top, and the least of it", feeOf("140"), true],
    ["says nothing where the shop bears it", feeOf("140", "merchant"), false],
    ["says nothing while nobody knows it", feeOf(null), false],
  ])("%s", async (_, preview, isSaid) => {
    answers["fee-preview"] = preview
    const { text, leave } = await open("/cm/cart", { cart: true })
    await arrive()
    const said = screenTextsFor("en").feeFrom.replace("{fee}", "FCFA 140")
    expect(
      text()
        .replace(/[\u00a0\u202f]/g, " ")
        .includes(said)
    ).toBe(isSaid)
    expect(text()).toContain("4,000")
    await leave()
  })
})

describe("the shop's addresses", () => {
  it.each([
    ["/", "/cm", "Product coffee"],
    ["/us/cart", "/cm", "Product honey"],
    ["/cm/", "/cm/", "Product honey"],
    ["/fr/products/honey", "/fr/products/honey", "Product honey"],
    ["/cm/products/unknown", "/cm/products/unknown", en.notFound],
    ["/cm/no/such/page", "/cm/no/such/page", en.notFound],
    ["/cm/cart", "/cm/cart", en.cartEmpty],
    ["/cm/checkout", "/cm/checkout", en.cartEmpty],
    ["/cm/order/order_2/confirmed", "/cm/order/order_2/confirmed", en.orderUnknown],
    ["/cm/account", "/cm/account", en.login],
    [
      "/payment-collection/pay_col_1?order_id=order_1",
      "/cm/payment-collection/pay_col_1?order_id=order_1",
      en.nothingToPay,
    ],
    [
      "/de/payment-collection/pay_col_2?order_id=order_1",
      "/de/payment-collection/pay_col_2?order_id=order_1",
      en.linkUnknown,
    ],
    ["/cm/payment-collection/%E0%A4%A", "/cm/payment-collection/%E0%A4%A", en.linkUnknown],
  ])("%s is %s", async (address, becomes, says) => {
    jest.spyOn(console, "warn").mockImplementation(() => undefined)
    const { text, at, leave } = await open(address)
    expect(at()).toBe(becomes)
    expect(text()).toContain(says)
    await leave()
  })

  it("ask the store for no order whose id no store makes", async () => {
    const { text, asked, leave } = await open("/cm/payment-collection/x?order_id=..%2Forders%3Flimit%3D9")
    expect(text()).toContain(en.linkUnknown)
    expect(asked).toEqual([])
    await leave()
  })

  it("begin at the top of a new page, and where the customer was on the way back", async () => {
    const { text, move, leave } = await open("/cm")
    scrolled.mockClear()
    focused.mockClear()
    await move("/cm/products/honey")
    expect(text()).toContain("Product honey")
    expect(scrolled.mock.calls).toEqual([[0, 0]])
    await move(-1)
    await move("/fr", { replace: true })
    expect(scrolled).toHaveBeenCalledTimes(1)
    expect(focused).toHaveBeenCalledTimes(3)
    await leave()
  })

  it("say when the store cannot be reached, and try again", async () => {
    const list = jest.fn(async () => ({ regions }))
    list.mockRejectedValueOnce(new TypeError("Failed to fetch"))
    const { text, stage, leave } = await open("/cm", { regions: list })
    expect(text()).toContain(en.loadFailed)
    expect(text()).not.toContain(en.toldAnyway)
    await stage.click({ class: "button" })
    await settle()
    expect(text()).toContain("Product coffee")
    await leave()
  })

  it("say to who comes back from the hosted checkout meanwhile not to pay a second time", async () => {
    const list = jest.fn(async () => Promise.reject(new TypeError("Failed to fetch")))
    const { text, leave } = await open("/cm/checkout/waiting?paycollect_status=waiting&cart_id=cart_1", {
      regions: list,
    })
    expect(text()).toContain(`${en.loadFailed} ${en.toldAnyway}`)
    await leave()
  })
})
