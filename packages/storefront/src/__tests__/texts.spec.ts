import { REASONS } from "../address"
import { codeOfStatus, PayCollectStorefrontError, type StorefrontErrorCode } from "../errors"
import type { PaymentFee, PaymentMethod } from "../methods"
import type { PaymentState, ReceivedPayment } from "../status"
import { screenTextsFor } from "../react/texts"
import { waitingTextsFor } from "../react/waiting-texts"
import {
  amountText,
  boundsText,
  errorText,
  failureText,
  feeLines,
  methodName,
  operatorNames,
  receivedLines,
  textsEn,
  textsFor,
  textsFr,
} from "../texts"

const fee = (amount: string, total: string | null = null): PaymentFee => ({
  fee: amount,
  total,
  currencyCode: "xaf",
  cardType: null,
})

function method(fees: Record<string, PaymentFee[]>): PaymentMethod {
  const operators = Object.entries(fees).map(([name, list]) => ({
    code: name,
    name,
    logo: null,
    fees: list,
    kind: null,
  }))
  return { providerId: "pp_paycollect_default", kind: "any", operators, isTest: false, outside: null }
}

const plain = (lines: string[]) => lines.map((line) => line.replace(/[\u00a0\u202f]/g, " "))

const textsIn = (texts: object): string[] =>
  Object.values(texts).flatMap((text: string | object) => (typeof text === "string" ? [text] : textsIn(text)))

describe("texts", () => {
  it.each(["en", "fr"])("have the apostrophes of print, also in the components: %s", (language) => {
    const all = textsIn([screenTextsFor(language), waitingTextsFor(language)])
    expect(all.length).toBeGreaterThan(40)
    expect(all.filter((text) => text.includes("'"))).toEqual([])
  })

  it("chooses the language and lets every entry be replaced", () => {
    expect(textsFor("fr-CM").methodCard).toBe("Carte bancaire")
    expect(textsFor("en").methodCard).toBe("Card")
    expect(textsFor("frr").methodCard).toBe("Card")
    expect(textsFor("fr", { methodCard: "Plastique" })).toEqual({ ...textsFr, methodCard: "Plastique" })
    const failures = { ...textsEn.failures, network: "Offline" }
    expect(textsFor("en", { failures: { network: "Offline" } })).toEqual({ ...textsEn, failures })
  })

  it("says everything in both languages", () => {
    const flat = (texts: object): [string, string][] =>
      Object.entries(texts).flatMap(([key, value]) =>
        typeof value === "string" ? [[key, value]] : flat(value)
      )
    const french = new Map(flat(textsFr))
    for (const [key, english] of flat(textsEn)) {
      expect(french.get(key)?.trim()).toBeTruthy()
      expect([key, french.get(key) === english]).toEqual([key, key === "methodMobileMoney"])
    }
  })

  it.each([
    ["pp_paycollect_default", "Mobile money or card"],
    ["pp_paycollect-mobile-money_default", "Mobile money"],
    ["pp_paycollect-card_default", "Card"],
    ["pp_system_default", null],
  ])("names %s", (id, name) => expect(methodName(id, textsEn)).toBe(name))

  it("explains an error", () => {
    const offline = new PayCollectStorefrontError("network", "x")
    const said = (text: string) => `${text} ${textsEn.ifCharged}`
    expect(errorText(offline, textsEn)).toBe(said(textsEn.failures.network))
    expect(errorText(new TypeError("Failed to fetch"), textsEn)).toBe(said(textsEn.failures.network))
    const refusal = Object.assign(new Error("x"), { status: 422 })
    expect(errorText(refusal, textsEn)).toBe(said(textsEn.failures.request))
  })

  describe.each([
    ["en", textsEn, "Nothing was charged.", "If you were charged, the shop hears of it."],
    ["fr", textsFr, "Rien n’a été débité.", "Si vous avez été débité, la boutique en est avertie."],
  ] as const)("say whether anything was charged: %s", (_, texts, not, perhaps) => {
    const codes = Object.keys({ ...texts.failures, invalid_response: "", unsafe_checkout_url: "" })
    const endings = (said: string) => [not, perhaps].filter((ending) => said.endsWith(` ${ending}`))

    it.each(codes)("of an error: %s", (name) => {
      const said = (charged?: boolean | null) => {
        const facts = { status: 400, storeCode: `paycollect_${name}`, charged }
        return endings(errorText(new PayCollectStorefrontError("request", "x", facts), texts))
      }
      expect([said(false), said(true), said(null), said()]).toEqual([[not], [], [perhaps], [perhaps]])
      const own = new PayCollectStorefrontError(name as StorefrontErrorCode, "x")
      expect(endings(errorText(own, texts))).toEqual([perhaps])
    })

    it.each([null, ...REASONS])("of a payment that failed: %s", (reason) => {
      const said = (charged?: boolean | null) => endings(failureText(reason, texts, charged))
      // Another payment than this one may be under way.
      expect([said(false), said(true), said(null), said()]).toEqual([[not], [], [perhaps], [perhaps]])
    })
  })

  describe("of a start that is refused", () => {
    const bounds = { max: "500000", currencyCode: "xaf" }
    const said = (name: string, status: number, texts = textsEn) => {
      const charged = name === "paid_already" || name === "looked_up"
      const facts = { status, storeCode: `paycollect_${name}`, bounds, charged }
      const error = new PayCollectStorefrontError(codeOfStatus(status), "x", facts)
      return plain([errorText(error, texts, texts === textsFr ? "fr" : "en")])[0]!
    }
    const refusals: [name: string, status: number, en: RegExp, fr: RegExp][] = [
      ["unavailable", 503, /service does not answer.* another way/, /service .* ne répond pas.* autre moyen/],
      [
        "not_set_up",
        503,
        /another way to pay or ask the shop/,
        /autre moyen de paiement ou demandez à la boutique/,
      ],
      ["too_fast", 429, /Many people.* try again/, /Beaucoup de clients.* Réessayez/],
      [
        "amount_bounds",
        400,
        /takes up to FCFA 500,000\..* another way/,
        /accepte jusqu’à 500 000 FCFA\..* autre moyen/,
      ],
      ["paid_already", 400, /paid already.* ask the shop/, /déjà payé.*emandez à la boutique/],
      ["looked_up", 503, /paid already.* again in a moment/, /déjà payé.*éessayez dans un instant/],
    ]

    it.each(refusals)("says why, what was charged, and what to do: %s", (name, status, english, french) => {
      expect(said(name, status)).toMatch(english)
      expect(said(name, status, textsFr)).toMatch(french)
      expect(said(name, status)).toContain("Nothing was charged")
      expect(said(name, status, textsFr)).toContain("Rien n’a été débité")
    })

    it("says each in words of its own", () => {
      for (const texts of [textsEn, textsFr])
        expect(new Set(refusals.map(([name, status]) => said(name, status, texts))).size).toBe(
          refusals.length
        )
    })

    it("falls back to what its status means for a code of later versions, or of others", () => {
      expect(said("later", 503)).toBe(`${textsEn.failures.server} ${textsEn.notCharged}`)
      const of = { status: 400, storeCode: "unknown_error", charged: true }
      expect(errorText(new PayCollectStorefrontError("request", "x", of), textsEn)).toBe(
        textsEn.failures.request
      )
    })
  })

  it("says what a way to pay takes", () => {
    const takes = (min?: string, max?: string) =>
      plain([boundsText({ min, max, currencyCode: "xaf" }, textsFr, "fr")])[0]
    expect(takes("100", "500000")).toBe("à partir de 100 FCFA jusqu’à 500 000 FCFA")
    expect(takes("100")).toBe("à partir de 100 FCFA")
    expect(takes(undefined, "500000")).toBe("jusqu’à 500 000 FCFA")
  })

  it("says what becomes of money that is not the order's, and nothing where the page says it", () => {
    const payment = (outcome: ReceivedPayment["outcome"], amount = "5382", withoutFee = false) => ({
      outcome,
      amount,
      currencyCode: "xaf",
      paymentNumber: "JZ1D-7K9P",
      withoutFee,
    })
    const said = (status: PaymentState, ...payments: ReceivedPayment[]) =>
      plain(receivedLines({ status, payments, paymentNumber: null }, textsEn, "fr"))
    expect(said("succeeded", payment("held"), payment("applied", "5403"))).toEqual([
      "We received 2 payments.",
      "The shop looks at 5 382 FCFA (payment JZ1D-7K9P).",
    ])
    expect(said("succeeded", payment("returning"), payment("applied"))[1]).toBe(
      "5 382 FCFA will be given back (payment JZ1D-7K9P)."
    )
    expect(said("none", payment("returned"))).toEqual(["5 382 FCFA was given back (payment JZ1D-7K9P)."])
    expect(said("waiting", payment("held"))).toHaveLength(1)
    expect(said("attention", payment("held"))).toEqual([])
    expect(said("succeeded", payment("applied"))).toEqual([])
    expect(said("succeeded", payment("applied"), payment("applied"))).toEqual([])
    expect(said("none", payment("returned", "5346", true))).toEqual([
      "5 346 FCFA (without the fee) was given back (payment JZ1D-7K9P).",
    ])
  })

  it("explains a failed payment, also when the reason is unknown", () => {
    expect(failureText("declined", textsFr, true)).toBe(textsFr.failures.declined)
    expect(failureText(null, textsFr, true)).toBe(textsFr.failedText)
  })

  it("writes the amount of a payment, and nothing where it is not known", () => {
    const amount = (given: string | null, currencyCode: string | null = "xaf") =>
      amountText({ amount: given, currencyCode }, "fr")
    expect(plain([amount("4968")!])).toEqual(["4 968 FCFA"])
    expect([amount(null), amount("4968", null)]).toEqual([null, null])
    const own = amountText({ amount: "4968", currencyCode: "xaf" }, (sum, code) => `${sum} ${code}`)
    expect(own).toBe("4968 xaf")
  })

  it("names the operators", () => {
    expect(operatorNames(method({ "MTN MoMo": [], "Orange Money": [] }))).toBe("MTN MoMo, Orange Money")
  })
})

describe("feeLines", () => {
  const lines = (fees: Record<string, PaymentFee[]>, locale = "fr") =>
    plain(feeLines(method(fees), textsFor(locale), locale))

  it("says nothing where the merchant bears the fee or the service gives no number", () => {
    expect(lines({ MTN: [], Orange: [] })).toEqual([])
    expect(lines({})).toEqual([])
    expect(lines({ MTN: [fee("0", "10000")] })).toEqual([])
  })

  it("names one fee and the total", () => {
    expect(lines({ MTN: [fee("350", "10350")], Orange: [fee("350", "10350")] })).toEqual([
      "Frais de paiement : 350 FCFA",
      "Vous payez 10 350 FCFA",
    ])
    expect(lines({ MTN: [fee("350")] }, "en")).toEqual(["Payment fee: FCFA 350"])
  })

  it("names a range when operators or cards differ", () => {
    expect(lines({ card: [fee("490", "10490"), fee("390", "10390")] })).toEqual([
      "Frais : 390 FCFA à 490 FCFA",
    ])
  })

  it("names only the operators whose fee is known", () => {
    expect(lines({ "MTN MoMo": [fee("350")], "Orange Money": [] })).toEqual(["MTN MoMo: 350 FCFA"])
  })
})
