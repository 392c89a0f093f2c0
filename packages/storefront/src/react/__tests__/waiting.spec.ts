import { createElement } from "react"
import { refused, storeAnswering } from "../../__tests__/support"
import { screenTextsFor } from "../index"
import { PaymentWaiting, waitingTextsFor, type PaymentWaitingProps } from "../waiting"
import { later, onStage } from "./stage"

const textsIn = (locale: string) => ({ ...screenTextsFor(locale), ...waitingTextsFor(locale) })
const [textsEn, textsFr] = [textsIn("en"), textsIn("fr")]
const cartId = "cart_1"
const checkoutUrl = "https://pay.example/1"
const waits = { status: "waiting", checkout_url: checkoutUrl, retry_after_ms: 1000 }
const back = createElement("a", { href: "/cart" }, "Back to the cart")

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

const page = (more: Partial<PaymentWaitingProps> = {}) =>
  createElement(PaymentWaiting, { cartId, onSucceeded: jest.fn(), children: back, ...more })

it("says everything in one live region that is there from the first moment", async () => {
  const { store } = storeAnswering(waits, { status: "failed", reason: "declined" })
  const stage = await onStage(store, page(), { locale: "fr" })
  const region = stage.find({ role: "status" })
  expect(region?.textContent).toContain(textsFr.waitingText)
  expect(stage.find({ href: checkoutUrl })?.textContent).toBe(textsFr.continuePayment)
  await later(1_000)
  expect(stage.find({ role: "status" })).toBe(region)
  expect(region?.textContent).toContain(`${textsFr.failures.declined} ${textsFr.ifCharged}`)
  expect(stage.find({ "data-state": "failed" })).toBeDefined()
  await stage.leave()
})

it("shows the way back only when nothing is waited for any more", async () => {
  const { store } = storeAnswering(waits, { status: "attention" })
  const stage = await onStage(store, page())
  expect(stage.find({ href: "/cart" })).toBeUndefined()
  await later(1_000)
  expect(stage.text()).toContain(textsEn.attentionText)
  expect(stage.find({ href: "/cart" })).toBeDefined()
  expect(stage.find({ href: checkoutUrl })).toBeUndefined()
  await stage.leave()
})

it("turns to longer than usual after a minute and a half, with the way back, and says the news all the same", async () => {
  const facts = { payment_number: "JZ1D-7K9P", amount: "4968", currency_code: "xaf" }
  let answer: object = { ...waits, ...facts }
  const { store } = storeAnswering(() => answer)
  const stage = await onStage(store, page())
  const said = () => stage.find({ role: "status" })!.textContent
  await later(89_000)
  expect(said()).toContain(textsEn.waitingText)
  expect(stage.find({ href: "/cart" })).toBeUndefined()
  await later(1_000)
  for (const text of [
    textsEn.waitingLong,
    textsEn.waitingLongText,
    textsEn.ifCharged,
    "JZ1D-7K9P",
    "4,968",
  ]) {
    expect(said()).toContain(text)
  }
  expect(said()).not.toContain(textsEn.waitingText)
  expect(stage.find({ href: "/cart" })).toBeDefined()
  expect(stage.find({ href: checkoutUrl })).toBeDefined()
  answer = { status: "failed", reason: "declined", charged: false, support: { phone: "+237 670 00 00 02" } }
  await later(10_000)
  expect(said()).toContain(`${textsEn.failures.declined} ${textsEn.notCharged}`)
  expect(stage.find({ href: "tel:+237670000002" })).toBeDefined()
  expect(said()).not.toContain(textsEn.waitingLong)
  await stage.leave()
})

it("hands on what became of the payment, once, to the newest callbacks", async () => {
  const [old, onSucceeded] = [jest.fn(), jest.fn()]
  const { store } = storeAnswering(waits, { status: "succeeded", order_id: "order_1" })
  const stage = await onStage(store, page({ onSucceeded: old }))
  await stage.show(page({ onSucceeded }))
  await later(1_000)
  await stage.show(page({ onSucceeded }))
  expect(old).not.toHaveBeenCalled()
  expect(onSucceeded.mock.calls).toEqual([["order_1", cartId]])
  await stage.leave()
})

it("shows the way back at once where the payment is for another cart than it is now", async () => {
  const facts = { payment_number: "JZ1D-7K9P", amount: "4968", currency_code: "xaf" }
  const { store } = storeAnswering({ status: "waiting", ...facts, still_open: facts, retry_after_ms: 1000 })
  const stage = await onStage(store, page())
  expect(stage.text()).toContain(textsEn.stillOpen)
  expect(stage.text()).not.toContain(textsEn.waitingText)
  expect(stage.find({ href: "/cart" })).toBeDefined()
  await stage.leave()
})

it("tells of another payment of hers beside it, as by a payment link, and goes on asking to confirm this one", async () => {
  const facts = { payment_number: "JZ1D-7K9P", amount: "4968", currency_code: "xaf" }
  const byLink = { payment_number: "AAAA-BBBB", amount: "4968", currency_code: "xaf" }
  const { store } = storeAnswering({ ...waits, ...facts, still_open: byLink })
  const stage = await onStage(store, page())
  for (const text of ["stillOpen", "waitingText"] as const) expect(stage.text()).toContain(textsEn[text])
  expect(stage.find({ href: "/cart" })).toBeUndefined()
  await stage.leave()
})

it("names the page by what it says, once for each title", async () => {
  const facts = { payment_number: "JZ1D-7K9P", amount: "4968", currency_code: "xaf" }
  const came = { ...facts, payments: [{ ...facts, outcome: "held" }] }
  const { store } = storeAnswering(
    { ...waits, ...facts },
    { status: "waiting", ...came, retry_after_ms: 1000 },
    { status: "failed", reason: "declined" }
  )
  const onTitle = jest.fn()
  const stage = await onStage(store, page({ onTitle }))
  const titles = () => onTitle.mock.calls.flat()
  expect(titles()).toEqual([textsEn.waitingTitle])
  expect(stage.find({ "data-state": "waiting" })).toBeDefined()
  await later(1_000)
  expect(titles()).toEqual([textsEn.waitingTitle, textsEn.succeededTitle])
  // Nothing is left to be done on the phone that a shop may have drawn beside it.
  expect(stage.find({ "data-state": "came" })).toBeDefined()
  await later(1_000)
  expect(titles().at(-1)).toBe(stage.find({ "data-part": "title" })?.textContent)
  expect(titles()).toHaveLength(3)
  await stage.leave()
})

it("asks nobody to confirm whose money came and whose order is being made, nor says that the shop looks at it", async () => {
  const facts = { payment_number: "JZ1D-7K9P", amount: "4968", currency_code: "xaf" }
  const came = { ...facts, charged: true, payments: [{ ...facts, outcome: "held" }] }
  const { store } = storeAnswering({ status: "waiting", ...came, retry_after_ms: 2000 })
  const stage = await onStage(store, page())
  for (const ms of [0, 95_000]) {
    await later(ms)
    for (const text of ["succeededTitle", "waitingCame"] as const)
      expect(stage.text()).toContain(textsEn[text])
    for (const text of ["waitingText", "waitingLong", "waitingLongText", "ifCharged"] as const)
      expect(stage.text()).not.toContain(textsEn[text])
    expect(stage.text()).not.toContain("The shop looks at")
  }
  expect(stage.find({ href: "/cart" })).toBeDefined()
  await stage.leave()
})

it("goes on asking to confirm what was begun beside money that the shop looks at", async () => {
  const payments = [{ payment_number: "AAAA-BBBB", amount: "1", currency_code: "xaf", outcome: "held" }]
  const { store } = storeAnswering({ ...waits, payment_number: "JZ1D-7K9P", payments })
  const stage = await onStage(store, page())
  expect(stage.text()).toContain(textsEn.waitingText)
  expect(stage.text()).toContain("(payment AAAA-BBBB)")
  await stage.leave()
})

it("says what was given back where no payment is open any more", async () => {
  const payments = [
    { payment_number: "JZ1D-7K9P", amount: "4968", currency_code: "xaf", outcome: "returned" },
  ]
  const { store } = storeAnswering({ status: "none", payments, charged: false, retry_after_ms: 30_000 })
  const stage = await onStage(store, page())
  expect(stage.text()).toContain("4,968 was given back (payment JZ1D-7K9P).")
  await stage.leave()
})

it("lets a shop replace what only this page says", async () => {
  const { store } = storeAnswering(waits)
  const stage = await onStage(store, page(), { texts: { waitingTitle: "Just a moment" } })
  expect(stage.text()).toContain("Just a moment")
  await stage.leave()
})

it("hands on why it failed", async () => {
  const onFailed = jest.fn()
  const { store } = storeAnswering({ status: "failed", reason: "canceled" })
  const stage = await onStage(store, page({ onFailed }))
  expect(onFailed.mock.calls).toEqual([["canceled", cartId]])
  await stage.leave()
})

it("offers to check again when the time is over, and waits anew", async () => {
  const { store, requests } = storeAnswering(waits)
  const stage = await onStage(store, page({ timeoutMs: 2_000 }))
  expect(stage.find({ "data-part": "again" })).toBeUndefined()
  await later(5_000)
  expect(stage.text()).toContain(textsEn.waitingLong)
  const asked = requests.length
  await later(60_000)
  expect(requests).toHaveLength(asked)
  await stage.click({ "data-part": "again" })
  expect(requests).toHaveLength(asked + 1)
  expect(stage.text()).toContain(textsEn.waitingText)
  await stage.leave()
})

it("says that something is wrong when the store refuses, never that the payment failed or did not start", async () => {
  const { store } = storeAnswering(refused(400, "No such key"), waits)
  const stage = await onStage(store, page())
  expect(stage.find({ "data-state": "error" })?.textContent).toContain(
    textsEn.failures.server + textsEn.ifCharged
  )
  for (const untrue of [textsEn.failedTitle, textsEn.failures.request]) {
    expect(stage.text()).not.toContain(untrue)
  }
  await stage.click({ "data-part": "again" })
  expect(stage.find({ "data-state": "waiting" })).toBeDefined()
  await stage.leave()
})

it("takes the cart from the return link, and says that nothing is open where there is none", async () => {
  const scope = globalThis as unknown as { location?: { href: string } }
  try {
    scope.location = {
      href: "https://shop.example/checkout/waiting?paycollect_status=waiting&cart_id=cart_9",
    }
    const { store, requests } = storeAnswering(waits)
    const stage = await onStage(store, page({ cartId: undefined }))
    expect(requests.map(({ path }) => path)).toEqual(["/store/paycollect/carts/cart_9/status"])
    await stage.leave()

    scope.location = { href: "https://shop.example/checkout/waiting" }
    const lost = await onStage(store, page({ cartId: undefined }))
    expect(lost.find({ "data-state": "expired" })?.textContent).toContain(textsEn.expiredText)
    expect(requests).toHaveLength(1)
    await lost.leave()
  } finally {
    delete scope.location
  }
})

it("waits by the return link of a payment without a cart for what an order asks for", async () => {
  const scope = globalThis as unknown as { location?: { href: string } }
  const onSucceeded = jest.fn()
  try {
    scope.location = {
      href: "https://shop.example/checkout/waiting?paycollect_status=waiting&payment_collection_id=pay_col_9",
    }
    const { store, requests } = storeAnswering(waits, { status: "succeeded", order_id: "order_1" })
    const stage = await onStage(store, page({ cartId: undefined, onSucceeded }))
    await later(1_000)
    expect(new Set(requests.map(({ path }) => path))).toEqual(
      new Set(["/store/paycollect/carts/pay_col_9/status"])
    )
    expect(onSucceeded.mock.calls).toEqual([["order_1", "pay_col_9"]])
    await stage.leave()

    const none = await onStage(store, page({ cartId: null, collectionId: null }))
    expect(none.find({ "data-state": "expired" })).toBeDefined()
    await none.leave()
  } finally {
    delete scope.location
  }
})
