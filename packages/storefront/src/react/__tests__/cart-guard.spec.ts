import { act, createElement } from "react"
import { refused, storeAnswering } from "../../__tests__/support"
import {
  CartChangeQuestion,
  PaymentQuestion,
  screenTextsFor,
  useCartGuard,
  type CartQuestion,
  type CartVerdict,
  type PayQuestion,
} from "../index"
import { onStage, useOnStage } from "./stage"

const cartId = "cart_1"
const facts = { payment_number: "JZ1D-7K9P", amount: "4968", currency_code: "xaf" }
const waits = (state = "processing", more: object = {}) => ({
  status: "waiting",
  under_way: { ...facts, state, ...more },
})

async function guarded(...answers: unknown[]) {
  const { store, requests } = storeAnswering(...answers)
  const guard = await useOnStage(store, useCartGuard, cartId as string | null)
  const verdicts: CartVerdict[] = []
  const change = () =>
    act(
      async () =>
        void guard
          .now()
          .beforeChange()
          .then((verdict) => verdicts.push(verdict))
    )
  const answer = (verdict: "change" | "wait") => act(async () => guard.now().question!.answer(verdict))
  return { guard, requests, verdicts, change, answer }
}

describe("useCartGuard", () => {
  it.each([
    [{ status: "none" }, "change"],
    [{ status: "waiting" }, "change"],
    [{ status: "failed", reason: "declined" }, "change"],
    [{ status: "attention", ...facts }, "new_cart"],
    [refused(500, "x"), "change"],
    [new TypeError("Failed to fetch"), "change"],
  ])("asks the customer nothing while no payment waits: %j", async (answer, verdict) => {
    const { guard, verdicts, change } = await guarded(answer)
    await change()
    expect(verdicts).toEqual([verdict])
    expect(guard.now().question).toBeNull()
    await guard.leave()
  })

  it("asks nothing where there is no cart", async () => {
    const { guard, requests, verdicts, change } = await guarded({ status: "none" })
    await guard.change(null)
    await change()
    expect([verdicts, requests]).toEqual([["change"], []])
    await guard.leave()
  })

  it("asks each time until the customer says to change anyway, and then not about this payment again", async () => {
    const { guard, verdicts, change, answer } = await guarded(
      waits(),
      waits(),
      waits(),
      waits("opened", { payment_number: "0000-0001" })
    )
    await change()
    expect(guard.now().question?.payment).toMatchObject({ amount: "4968", processing: true })
    expect(verdicts).toEqual([])
    await answer("wait")
    await change()
    await answer("change")
    await change()
    expect(verdicts).toEqual(["wait", "change", "change"])
    expect(guard.now().question).toBeNull()
    await change()
    expect(guard.now().question?.payment).toMatchObject({ paymentNumber: "0000-0001", processing: false })
    await guard.leave()
  })

  it("waits when nobody is left to answer, and when the customer changes something else meanwhile", async () => {
    const { guard, verdicts, change } = await guarded(waits())
    await change()
    await change()
    expect(verdicts).toEqual(["wait"])
    await guard.leave()
    await act(async () => undefined)
    expect(verdicts).toEqual(["wait", "wait"])
  })
})

describe("CartChangeQuestion", () => {
  const { store } = storeAnswering({})
  const payment = {
    paymentNumber: "JZ1D-7K9P",
    amount: "4968",
    currencyCode: "xaf",
    plusFee: false,
    since: null,
    processing: true,
  }
  const shown = async (more: Partial<CartQuestion["payment"]> = {}, locale = "fr") => {
    const answer = jest.fn()
    const onWait = jest.fn()
    const question = { payment: { ...payment, ...more }, answer }
    const stage = await onStage(store, createElement(CartChangeQuestion, { question, onWait }), { locale })
    const text = stage.find({ "data-part": "text" })!.textContent.replace(/[\u00a0\u202f]/g, " ")
    return { stage, answer, onWait, text }
  }

  it("says in words what waits, and what a change does to it", async () => {
    expect((await shown()).text).toBe(
      "Un paiement de 4 968 FCFA attend sur votre téléphone. Si vous changez le panier, ce paiement ne le réglera plus."
    )
    expect((await shown({ processing: false })).text).toContain("Vous avez ouvert un paiement de 4 968 FCFA")
    expect((await shown({ plusFee: true })).text).toContain(
      `4 968 FCFA (${screenTextsFor("fr").plusFee}) attend`
    )
    expect((await shown({ amount: null }, "en")).text).toContain(
      "A payment of JZ1D-7K9P waits on your phone."
    )
  })

  it("hands on what the customer chose", async () => {
    const waiting = await shown()
    await waiting.stage.click({ "data-part": "wait" })
    expect([waiting.answer.mock.calls, waiting.onWait.mock.calls]).toEqual([[["wait"]], [[]]])
    const changing = await shown()
    await changing.stage.click({ "data-part": "change" })
    expect([changing.answer.mock.calls, changing.onWait.mock.calls]).toEqual([[["change"]], []])
  })

  it("is not there while nothing is asked", async () => {
    const stage = await onStage(store, createElement(CartChangeQuestion, { question: null }))
    expect(stage.text()).toBe("")
  })
})

describe("PaymentQuestion", () => {
  const { store } = storeAnswering({})
  const payment = { paymentNumber: "JZ1D-7K9P", amount: "5403", currencyCode: "xaf" }
  const shown = async (more: Partial<PayQuestion> = {}, locale = "fr") => {
    const answer = jest.fn()
    const onWait = jest.fn()
    const question = { kind: "open" as const, payment, checkoutUrl: "https://pay.example/1", answer, ...more }
    const stage = await onStage(store, createElement(PaymentQuestion, { question, onWait }), { locale })
    const text = stage.find({ "data-part": "text" })!.textContent.replace(/[\u00a0\u202f]/g, " ")
    return { stage, answer, onWait, text }
  }

  it("says what is open or held, and what paying again means", async () => {
    expect((await shown()).text).toBe(
      "Un paiement de 5 403 FCFA est en cours. Si vous payez les deux, vous serez débité deux fois."
    )
    expect((await shown({ kind: "held" }, "en")).text).toContain(
      "for the cart as it was; the shop gives it back or uses it."
    )
  })

  it("hands on what the customer chose: to wait, to go on, to pay", async () => {
    const waiting = await shown()
    expect(waiting.stage.find({ "data-part": "continue" })?.attributes.href).toBe("https://pay.example/1")
    await waiting.stage.click({ "data-part": "wait" })
    expect([waiting.answer.mock.calls, waiting.onWait.mock.calls]).toEqual([[["wait"]], [[]]])
    const paying = await shown({ kind: "held", checkoutUrl: null })
    expect(paying.stage.find({ "data-part": "continue" })).toBeUndefined()
    await paying.stage.click({ "data-part": "pay" })
    await paying.stage.click({ "data-part": "wait" })
    expect([paying.answer.mock.calls, paying.onWait.mock.calls]).toEqual([[["pay"], ["wait"]], []])
  })

  it("is not there while nothing is asked", async () => {
    const stage = await onStage(store, createElement(PaymentQuestion, { question: null }))
    expect(stage.text()).toBe("")
  })
})
