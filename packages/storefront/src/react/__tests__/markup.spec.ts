import { createElement, type ReactElement } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { PayCollectStorefrontError, type PaymentMethod, type StoreClient } from "../../index"
import {
  FeeLine,
  PayCollectProvider,
  PaymentMethodPicker,
  screenTextsFor,
  ShopContact,
  usePayCollect,
  type ScreenTextChanges,
} from "../index"
import { ConfirmOnPhone, PaymentResult, PaymentWaiting, waitingTextsFor } from "../waiting"

const textsIn = (locale: string) => ({ ...screenTextsFor(locale), ...waitingTextsFor(locale) })
const [textsEn, textsFr] = [textsIn("en"), textsIn("fr")]
const client: StoreClient = {
  client: { fetch: () => Promise.reject(new Error("nothing is asked while rendering")) },
}

function render(element: ReactElement, locale = "fr", texts?: ScreenTextChanges): string {
  const markup = renderToStaticMarkup(createElement(PayCollectProvider, { client, locale, texts }, element))
  return markup.replace(/&#x27;/g, "'").replace(/[\u00a0\u202f]/g, " ")
}

const fee = { fee: "350", total: "10350", currencyCode: "xaf", cardType: null }
const kind = "mobile_money"
const mobile: PaymentMethod = {
  providerId: "pp_paycollect-mobile-money_default",
  kind: "mobile_money",
  operators: [
    { code: "mtn", name: "MTN MoMo", logo: "https://pay.example/mtn.png", fees: [fee], kind },
    { code: "orange", name: "Orange Money", logo: null, fees: [fee], kind },
  ],
  isTest: false,
  outside: null,
}
const card: PaymentMethod = {
  providerId: "pp_paycollect-card_default",
  kind: "card",
  operators: [],
  isTest: false,
  outside: null,
}

describe("PaymentMethodPicker", () => {
  const picker = (more: object = {}) =>
    createElement(PaymentMethodPicker, {
      methods: [mobile, card],
      value: card.providerId,
      onChange: () => undefined,
      ...more,
    })

  it("is one named group of radio buttons, each labelled by name, operators and fee", () => {
    const markup = render(picker())
    expect(markup).toContain(`<legend data-part="legend">${textsFr.chooseMethod}</legend>`)
    expect(markup).toContain("MTN MoMo, Orange Money")
    expect(markup).toContain("Frais de paiement : 350 FCFA")
    const radios = markup.match(/<input[^>]*>/g)!
    expect(new Set(radios.map((radio) => /name="([^"]+)"/.exec(radio)?.[1])).size).toBe(1)
    expect(radios.map((radio) => [/value="([^"]+)"/.exec(radio)?.[1], radio.includes("checked")])).toEqual([
      [mobile.providerId, false],
      [card.providerId, true],
    ])
    expect(markup.match(/<label/g)).toHaveLength(2)
  })

  it("is busy while it loads, and says so when there is nothing", () => {
    expect(render(picker({ methods: null }))).toContain('aria-busy="true"')
    const empty = render(picker({ methods: [] }))
    expect(empty).toContain('aria-busy="false"')
    expect(empty).toContain(textsFr.noMethods)
  })

  it("ties an error to the group", () => {
    const markup = render(picker({ error: "Choisissez" }))
    const id = /aria-describedby="([^"]+)"/.exec(markup)?.[1]
    expect(markup).toContain(`<p id="${id}" role="alert" data-part="error">Choisissez</p>`)
  })

  it("draws who takes the money, asks no other host for it, and shows nothing where the shop wants none", () => {
    const markup = render(picker())
    expect(markup.match(/<svg[^>]*width="40" height="24"/g)).toHaveLength(2)
    expect([...markup.matchAll(/<text[^>]*>([^<]*)</g)].map(([, drawn]) => drawn)).toEqual(["MTN", "OM"])
    expect(markup).not.toMatch(/<img|https:/)
    expect(render(picker({ logos: false }))).not.toContain("logos")
    const visa = { code: "visa", name: "Visa / Mastercard", logo: null, fees: [], kind: "card" }
    const many = Array.from({ length: 6 }, (_, index) => ({ ...visa, code: `visa-${index}` }))
    const cards = render(picker({ methods: [{ ...card, operators: many }] }))
    expect(cards.match(/<svg/g)).toHaveLength(4)
    expect(cards).not.toContain("<text")
  })

  it("shows the service's pictures where the shop lets their host be asked: late, and in a place of their size", () => {
    const markup = render(picker({ logos: "service" }))
    expect(markup).toMatch(
      /<img[^>]*width="40" height="24" src="https:\/\/pay.example\/mtn.png" alt="" loading="lazy"[^>]*referrerPolicy="no-referrer"/i
    )
    expect(markup.match(/<svg/g)).toHaveLength(1)
  })

  it("says that no money moves where the shop's payments are tests", () => {
    expect(render(picker())).not.toContain(textsFr.testMode)
    const methods = [mobile, card].map((method) => ({ ...method, isTest: true }))
    expect(render(picker({ methods }))).toContain(`<p data-part="test">${textsFr.testMode}</p>`)
  })

  it("shows a method that does not take the amount, lets nobody choose it, and says what it takes", () => {
    const outside = { max: "5000", currencyCode: "xaf" }
    const markup = render(picker({ methods: [{ ...mobile, outside }, card] }))
    expect(markup).toContain('<span data-part="outside">jusqu’à 5 000 FCFA</span>')
    expect(markup).not.toContain('data-part="fee"')
    const radios = markup.match(/<input[^>]*>/g)!
    expect(radios.map((radio) => radio.includes("disabled"))).toEqual([true, false])
  })

  it("lets a shop add to a row and replace texts", () => {
    const children = (method: PaymentMethod) => createElement("b", null, method.kind)
    const markup = render(picker({ children }), "en", { chooseMethod: "Pay by", methodCard: "Plastic" })
    expect(markup).toContain("<b>mobile_money</b>")
    expect(markup).toContain("Pay by")
    expect(markup).toContain("Plastic")
  })
})

describe("FeeLine", () => {
  it("is a live region that is there before there is something to say", () => {
    expect(render(createElement(FeeLine, { method: null }))).toBe(
      '<div role="status" data-part="fees"></div>'
    )
    expect(render(createElement(FeeLine, { method: mobile }))).toContain("<p>Vous payez 10 350 FCFA</p>")
    expect(render(createElement(FeeLine, { method: card }))).not.toContain("<p>")
  })

  it("says before a method is chosen that a fee comes on top, and the least of it", () => {
    const [local, international] = ["290", "390"].map((of) => ({ ...fee, fee: of }))
    const operator = { code: "card", name: "Visa", logo: null, kind: "card" as const }
    const cards = (...fees: (typeof fee)[]) => ({ ...card, operators: [{ ...operator, fees }] })
    const said = (methods: PaymentMethod[] | null, locale = "fr") =>
      /<p>(.*)<\/p>/.exec(render(createElement(FeeLine, { methods }), locale))?.[1]
    expect(said([mobile, cards(local!, international!)])).toBe(
      "plus des frais de paiement, à partir de 290 FCFA"
    )
    expect(said([mobile, { ...cards(local!), outside: { max: "1", currencyCode: "xaf" } }], "en")).toBe(
      "plus a payment fee, from FCFA 350"
    )
    // Nobody knows them all, or the merchant bears them.
    for (const methods of [null, [], [mobile, card], [cards({ ...fee, fee: "0" })]])
      expect(said(methods)).toBeUndefined()
  })

  it("writes money as the shop does", () => {
    const money = (amount: string, code: string) => `${amount} ${code.toUpperCase()}`
    const line = createElement(FeeLine, { method: mobile })
    const provider = createElement(PayCollectProvider, { client, locale: "fr", money }, line)
    expect(renderToStaticMarkup(provider)).toContain("<p>Vous payez 10350 XAF</p>")
  })
})

describe("screens", () => {
  const last = {
    status: "waiting" as const,
    reason: null,
    orderId: null,
    paymentNumber: "JZ1D-7K9P",
    amount: "4968",
    currencyCode: "xaf",
    plusFee: false,
    since: "2026-05-04T10:00:00.000Z",
    underWay: null,
    stillOpen: null,
    payments: [],
    charged: null,
    support: null,
    refunded: null,
    checkoutUrl: "https://p.example/1",
    retryAfterMs: 1,
  }
  const update = { last, paused: null, error: null }

  it("tells to confirm on the phone and leads on to the checkout", () => {
    const markup = render(createElement(ConfirmOnPhone, { update }))
    expect(markup).toContain(
      `<div role="status" data-part="message"><h1 data-part="title">${textsFr.waitingTitle}`
    )
    expect(markup).toContain(textsFr.waitingText)
    expect(markup).toContain(`<p data-part="number">${textsFr.paymentNumber} <strong>JZ1D-7K9P</strong></p>`)
    expect(markup).toContain('href="https://p.example/1"')
    expect(markup).not.toContain("<button")
  })

  it("shows what is paid, and that a fee comes on top where one does", () => {
    const shown = (more: object = {}) =>
      render(createElement(ConfirmOnPhone, { update: { ...update, last: { ...last, ...more } } }))
    const amount = `<p data-part="amount">${textsFr.amount} <strong>4 968 FCFA</strong>`
    expect(shown()).toContain(`${amount} </p>`)
    expect(shown({ plusFee: true })).toContain(`${amount} ${textsFr.plusFee}</p>`)
    expect(shown({ amount: null })).not.toContain('data-part="amount"')
  })

  it("says to decline what may wait on the phone beside it, and to confirm nothing that pays for another cart", () => {
    const open = { ...last, paymentNumber: "0000-0001" }
    const shown = (stillOpen: typeof open, over = false) => [
      render(createElement(ConfirmOnPhone, { update: { ...update, last: { ...last, stillOpen } }, over })),
      render(
        createElement(PaymentResult, {
          outcome: {
            ...{ status: "waiting", checkoutUrl: null, paymentNumber: "JZ1D-7K9P" },
            payment: { ...last, stillOpen },
          },
        })
      ),
    ]
    for (const markup of [...shown(open), ...shown(last), ...shown(last, true)])
      expect(markup).toContain(textsFr.stillOpen)
    expect(shown(open)[0]).toContain(textsFr.waitingText)
    for (const markup of [...shown(last), ...shown(last, true)])
      for (const text of [textsFr.waitingText, textsFr.waitingLong]) expect(markup).not.toContain(text)
  })

  it("says what to do when it takes longer than usual", () => {
    const long = render(createElement(ConfirmOnPhone, { update, long: true }))
    for (const text of [textsFr.waitingLong, textsFr.waitingLongText]) expect(long).toContain(text)
    expect(long).not.toContain(textsFr.waitingText)
  })

  it("says that the customer is offline, and offers to check again when the time is over", () => {
    const offline = createElement(ConfirmOnPhone, { update: { ...update, paused: "offline" as const } })
    expect(render(offline)).toContain(textsFr.waitingOffline)
    const over = render(createElement(ConfirmOnPhone, { update, over: true, onAgain: () => undefined }), "en")
    expect(over).toContain(textsEn.waitingLong)
    expect(over).toContain(`<button type="button" data-part="again">${textsEn.checkAgain}</button>`)
  })

  it.each([
    [{ status: "succeeded", orderId: "order_1" }, "succeeded", textsEn.succeededTitle, textsEn.succeededText],
    [{ status: "failed", reason: "declined" }, "failed", textsEn.failedTitle, textsEn.failures.declined],
    [{ status: "failed", reason: null }, "failed", textsEn.failedTitle, textsEn.failedText],
    [{ status: "failed", reason: "canceled" }, "canceled", textsEn.canceledTitle, textsEn.failures.canceled],
    [{ status: "attention" }, "attention", textsEn.attentionTitle, textsEn.attentionText],
    [{ status: "expired" }, "expired", textsEn.expiredTitle, textsEn.expiredText],
    [{ status: "waiting", checkoutUrl: null }, "waiting", textsEn.waitingTitle, textsEn.waitingLong],
  ] as const)("says how %j ended", (outcome, state, title, text) => {
    const markup = render(createElement(PaymentResult, { outcome }), "en")
    for (const part of [`data-state="${state}"`, title, text]) {
      expect(markup).toContain(part)
    }
  })

  it("says of money that is looked at how much it is, since when, and how to reach the shop", () => {
    const support = { email: "shop@example.com", phone: "+237 670 00 00 02", whatsapp: "+237 670 00 00 09" }
    const outcome = (more: object) =>
      createElement(PaymentResult, {
        outcome: { status: "attention", paymentNumber: "JZ1D-7K9P", payment: { ...last, ...more } },
      })
    const markup = render(outcome({ support }), "en")
    expect(markup).toMatch(/data-part="amount">Amount: <strong>[^<]*4,968/)
    expect(markup).toMatch(/data-part="since">Date: <strong>[^<]*2026/)
    expect(markup).toContain('href="https://wa.me/237670000009?text=Payment%20number%3A%20JZ1D-7K9P"')
    expect(markup).toContain('href="tel:+237670000002">+237 670 00 00 02<')
    expect(markup).toContain('href="mailto:shop@example.com?subject=Payment%20number%3A%20JZ1D-7K9P"')
    expect(render(outcome({ support: null }))).not.toContain('data-part="contact"')
    expect(render(outcome({ support: { phone: "+237 670 00 00 02" } }))).not.toContain("wa.me")
  })

  it("says how to reach the shop about a payment that could not be started, and has no number", () => {
    const error = new PayCollectStorefrontError("server", "x", { support: { email: "shop@example.com" } })
    const markup = render(createElement(ShopContact, { payment: error }))
    expect(markup).toContain(textsFr.contactShop)
    expect(markup).toContain('href="mailto:shop@example.com?subject="')
    expect(
      render(createElement(ShopContact, { payment: new PayCollectStorefrontError("server", "x") }))
    ).toBe("")
  })

  it("names the payment of every outcome that has one", () => {
    const named = { status: "attention", paymentNumber: "JZ1D-7K9P" } as const
    const line = `${textsEn.paymentNumber} <strong>JZ1D-7K9P</strong>`
    expect(render(createElement(PaymentResult, { outcome: named }), "en")).toContain(line)
    const unnamed = render(createElement(PaymentResult, { outcome: { status: "expired" } }), "en")
    expect(unnamed).not.toContain('data-part="number"')
  })

  it("renders on a server, where there is no address and nothing is asked, as the browser does at first", () => {
    const markup = render(createElement(PaymentWaiting, { onSucceeded: () => undefined }))
    expect(markup).toContain('data-state="waiting"')
    expect(render(createElement(PaymentWaiting, { cartId: null, onSucceeded: () => undefined }))).toContain(
      'data-state="expired"'
    )
  })
})

it("says what is missing when there is no provider", () => {
  const Lost = () => createElement("i", null, usePayCollect().locale)
  expect(() => renderToStaticMarkup(createElement(Lost))).toThrow("<PayCollectProvider>")
})
