import { createHash } from "node:crypto"
import { type PayCollectFee } from "../../../types/http"
import { offersOf } from "../offers"
import { linkPage, LINK_SCRIPT_HASH, LINK_STYLE_HASH, type LinkPage } from "../page"
import { MESSAGES } from "../../../texts"
import { languageFor } from "../../../texts/language"

const ALL = ["pp_paycollect_default", "pp_paycollect-card_default", "pp_paycollect-mobile-money_default"]

const row = (name: string, total: string | null, facts: Partial<PayCollectFee> = {}): PayCollectFee => ({
  payment_method: name,
  name,
  currency_code: "xaf",
  amount: "5000",
  fee: null,
  total,
  fee_bearer: "customer",
  details: {},
  ...facts,
})
const CARDS = [
  row("card", "5100", { name: "Visa", card_type: "local" }),
  row("card", "5200", { name: "Visa", card_type: "international" }),
]
const asked = { owed: 5_000n, exponent: 0, feeBearer: "customer" as const }

describe("the ways to pay", () => {
  it("are one where the region has the provider of all methods, else one of each kind", () => {
    const kinds = (providers: string[]) => offersOf(providers, { ...asked, rows: [] }).map(({ kind }) => kind)
    expect(kinds(ALL)).toEqual(["any"])
    expect(kinds(ALL.slice(1))).toEqual(["mobile_money", "card"])
    expect(kinds([])).toEqual([])
  })

  it.each<[string, PayCollectFee[], object]>([
    ["one sum", [row("mtn", "5050"), row("orange", "5050")], { kind: "exact", total: 5_050n }],
    ["the least of several", [row("mtn", "5050"), ...CARDS], { kind: "from", total: 5_050n }],
    ["the fee alone", [row("mtn", null, { fee: "25" })], { kind: "exact", total: 5_025n }],
    ["no fee known", [], { kind: "plus_fee", total: 5_000n }],
    ["one of them not known", [row("mtn", "5050"), row("orange", null)], { kind: "plus_fee", total: 5_000n }],
    [
      "an error",
      [row("mtn", "5050", { error: { code: "unavailable", message: "" } })],
      { kind: "plus_fee", total: 5_000n },
    ],
    ["less than is owed", [row("mtn", "4000")], { kind: "plus_fee", total: 5_000n }],
  ])("name no less than is charged: %s", (_, rows, price) =>
    expect(offersOf(ALL, { ...asked, rows })[0]!.price).toEqual(price)
  )

  it("name what is owed where the shop bears the fee, whatever the service says of it", () => {
    const [offer] = offersOf(ALL, { ...asked, feeBearer: "merchant", rows: [row("mtn", "5050")] })
    expect(offer!.price).toEqual({ kind: "exact", total: 5_000n })
    expect(offer!.methods.map(({ price }) => price)).toEqual([{ kind: "exact", total: 5_000n }])
  })

  it("are no button where they do not take the amount, and say which one they take", () => {
    const bounds = { min: null, max: 4_999n, multiple: null, widest: true }
    const boundsFor = (id: string) => (id.includes("mobile") ? bounds : { ...bounds, max: 5_000n })
    const offers = offersOf(ALL.slice(1), { ...asked, rows: [], boundsFor })
    expect(offers.map(({ outside }) => outside)).toEqual([
      { is: "above", bound: 4_999n, widest: true },
      undefined,
    ])
    const html = linkPage(page({ offers }))
    expect(html).toContain("Mobile money: up to FCFA 4,999 (the widest of several ways)")
    expect(html.match(/<form /g)).toHaveLength(1)
    expect(html).toContain('value="pp_paycollect-card_default"')
  })

  it("list cards with the card provider, and the rest with mobile money", () => {
    const [mobile, card] = offersOf(ALL.slice(1), { ...asked, rows: [row("mtn", "5050"), ...CARDS] })
    expect(mobile!.methods.map(({ name }) => name)).toEqual(["mtn"])
    expect(card!.methods.map(({ card_type }) => card_type)).toEqual(["local", "international"])
  })
})

const HOSTILE = `<img src=x onerror=alert(1)>"'&`
const page = (facts: Partial<LinkPage> = {}): LinkPage => ({
  lang: "en",
  shop: "Chez Mireille",
  kind: "payable",
  order: { number: "12", currency_code: "xaf", exponent: 0 },
  owed: 5_000n,
  firstName: "Awa",
  lines: [{ name: "Coffee", quantity: 2 }],
  offers: offersOf(ALL.slice(1), { ...asked, rows: [row("mtn", "5050"), ...CARDS] }),
  expiresAt: new Date("2026-12-01T10:00:00Z"),
  ...facts,
})

describe("the page of a payment link", () => {
  const KINDS = Object.keys(MESSAGES.en.link.states) as (keyof typeof MESSAGES.en.link.states)[]

  it.each([
    ["en", "Order #12"],
    ["fr", "Commande n° 12"],
  ] as const)("calls its order in %s as the mails do: %s", (lang, name) => {
    expect(linkPage(page({ lang }))).toContain(`>${name}<`)
    expect(linkPage(page({ lang, order: { number: "", currency_code: "xaf", exponent: 0 } }))).not.toMatch(
      />(Order|Commande) /
    )
  })

  it.each(["en", "fr"] as const)(
    "has every text in %s, below 30 kB, without a script or an address",
    (lang) => {
      const lines = Array.from({ length: 60 }, (_, index) => ({ name: `Article ${index}`, quantity: 1 }))
      const pages = [page({ lang, lines }), ...KINDS.map((kind) => page({ lang, kind, number: "JZ1D-7K9P" }))]
      for (const html of pages.map(linkPage)) {
        expect(html).not.toMatch(/undefined|null|NaN|\[object|<script|src=|https?:/)
        expect(html.length).toBeLessThan(15_000)
        expect(html).toContain(`<html lang="${lang}">`)
        expect(html.match(/<h1>/g)).toHaveLength(1)
      }
    }
  )

  it("says where people choose that no money moves, and only where that is so", () => {
    expect(linkPage(page({ isTest: true }))).toContain(MESSAGES.en.link.test_mode)
    expect(linkPage(page({}))).not.toContain(MESSAGES.en.link.test_mode)
  })

  it("says the same things in both languages", () => {
    const shape = (value: unknown): unknown =>
      typeof value === "object" && value !== null
        ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shape(inner)]))
        : typeof value
    expect(shape(MESSAGES.fr)).toEqual(shape(MESSAGES.en))
  })

  it("shows names of the shop, its goods and its customer as text, whatever they are", () => {
    const html = linkPage(
      page({ shop: HOSTILE, firstName: HOSTILE, lines: [{ name: HOSTILE, quantity: 1 }] })
    )
    expect(html).not.toContain("<img")
    expect(html).toContain("&lt;img")
    expect(
      linkPage(page({ kind: "waiting", refresh: { seconds: 5, address: `x"><img src=y>` } }))
    ).not.toContain("<img")
  })

  it("allows just its own style and script, and has one only where it waits", () => {
    const hashOf = (tag: string, html: string) => {
      const [, text = ""] = new RegExp(`<${tag}>([^]*)</${tag}>`).exec(html) ?? []
      return `sha256-${createHash("sha256").update(text).digest("base64")}`
    }
    const waiting = linkPage(
      page({ kind: "waiting", refresh: { seconds: 5, address: "/paycollect/return/f" } })
    )
    expect(hashOf("style", linkPage(page()))).toBe(LINK_STYLE_HASH)
    expect(hashOf("script", waiting)).toBe(LINK_SCRIPT_HASH)
    expect(linkPage(page())).not.toContain("<script")
    expect(waiting).toContain(
      '<noscript><meta http-equiv="refresh" content="5;url=/paycollect/return/f"></noscript>'
    )
  })

  it("says that a fee comes on top of what is waited for where the customer bears it", () => {
    const waited = { kind: "waiting", number: "AB12-CD34", owed: 6_000n } as const
    expect(linkPage(page({ ...waited, isFeeOnTop: true }))).toContain(" plus the payment fee</dd>")
    expect(linkPage(page(waited))).not.toContain("payment fee")
  })

  it("names the franc by its code where the shop sells in both", () => {
    const { order } = page()
    expect(linkPage(page({ order: { ...order!, francs: "code" } }))).toMatch(/XAF\s5,0[0-9]{2}/)
  })

  it("has a button for each way to pay, with its sum, and the fees beside their methods", () => {
    const html = linkPage(page())
    expect([...html.matchAll(/<button>([^<]+)</g)].map(([, text]) => text)).toEqual([
      expect.stringMatching(/^Pay .*5,050 by mobile money$/),
      expect.stringMatching(/^Pay from .*5,100 by card$/),
    ])
    expect(html).toMatch(/mtn<\/span><span>[^<]*5,050 \(fee\s[^<]*50\)/)
    expect(html).toContain("card of another country")
  })

  it("asks before a second payment: the open one is gone on with by the first button, every other way says that it is a second one", () => {
    const buttons = (html: string) =>
      [...html.matchAll(/<button([^>]*)>([^<]*)</g)].map(([, look, text]) => [
        look,
        text!.replace(/\s/g, " "),
      ])
    const goOn = [{ provider_id: "pp_paycollect-mobile-money_default", kind: "mobile_money" as const }]
    const asks = linkPage(page({ notice: "open", goOn }))
    expect(buttons(asks)).toEqual([
      ["", "Go on by mobile money"],
      [` class="quiet"`, expect.stringMatching(/^Pay from .* by card all the same$/)],
    ])
    expect(asks.match(/name="anew" value="1"/g)).toHaveLength(2)
    expect(buttons(linkPage(page({ notice: "open" }))).map(([look]) => look)).toEqual([
      ` class="quiet"`,
      ` class="quiet"`,
    ])
    expect(linkPage(page({ notice: "declined" }))).not.toContain("anew")
  })

  it("shows a preview the title and the amount, and nothing of the customer", () => {
    const html = linkPage(page({ isPreview: true }))
    expect(html).toMatch(/<title>Pay .*5,000 to Chez Mireille<\/title>/)
    expect(html).not.toMatch(/Awa|Coffee|#12|<form/)
    expect(linkPage(page({ isPreview: true, kind: "paid", owed: undefined }))).toContain(
      "<title>Chez Mireille</title>"
    )
  })

  const receipt = {
    number: "JZ1D-7K9P",
    amount: "5000",
    fee: "50",
    paid_at: new Date("2026-11-22T10:00:00Z"),
  }

  it("names the price of each line, what they cost with the delivery, what was paid and what is left", () => {
    const html = linkPage(
      page({
        lines: [
          { name: "Coffee", quantity: 2, price: 6_000n },
          { name: "Tea", quantity: 1 },
        ],
        sums: { delivery: 500n, total: 6_500n, paid_already: 1_500n },
      })
    )
    const rows = [...html.matchAll(/<li><span>([^<]*)<\/span><span>([^<]*)<\/span>/g)].map(
      ([, name, value]) => `${name}: ${value!.replace(/[^\d×]/g, "")}`
    )
    expect(rows.slice(-6)).toEqual([
      ...["Coffee ×\u00A02: 6000", "Tea: ×1"],
      ...["Delivery: 500", "Total: 6500", "Paid already: 1500", "To pay: 5000"],
    ])
    expect(linkPage(page({ sums: { delivery: 0n, total: 5_000n, paid_already: 0n } }))).not.toMatch(
      /Delivery|Paid already/
    )
  })

  it("tells the customer of a canceled order that her money went back, and why the fee did not", () => {
    const back = { ...receipt, refunded: { part: "all", amount: "5000" } as const }
    const html = linkPage(page({ kind: "canceled", receipts: [back] }))
    expect(html).toContain(MESSAGES.en.link.canceled_refunded)
    expect(html).toContain(MESSAGES.en.link.refunded.fee)
    const kept = linkPage(page({ kind: "canceled", receipts: [{ ...receipt, refunded: null }] }))
    expect(kept).toContain(MESSAGES.en.link.states.canceled.text)
    const free = linkPage(page({ kind: "canceled", receipts: [{ ...back, fee: null }] }))
    expect(free).not.toContain(MESSAGES.en.link.refunded.fee)
  })

  it("shows what was paid with its fee, and what went back of it", () => {
    const html = linkPage(
      page({ kind: "paid", receipts: [{ ...receipt, refunded: { part: "part", amount: "700" } }] })
    )
    expect(html).toMatch(/5,050 \(fee\s[^<]*50\)/)
    expect(html).toContain("JZ1D-7K9P")
    expect(html).toMatch(/Of it refunded: [^<]*700/)
    expect(html).not.toContain("<form")
  })

  it("says how to reach the shop, where its settings do, and not to a preview", () => {
    const support = { email: "shop@example.com", phone: "+237 6 70 00 00 02", whatsapp: "+237 6 70 00 00 03" }
    const html = linkPage(page({ kind: "expired", support }))
    expect([...html.matchAll(/<li>.*?href="([^"]+)"/g)].map(([, address]) => address)).toEqual([
      "https://wa.me/237670000003",
      "tel:+237670000002",
      "mailto:shop@example.com",
    ])
    expect(html).toContain("Contact the shop")
    expect(linkPage(page({ isPreview: true, support }))).not.toContain("670 00")
    expect(linkPage(page({ kind: "expired", support: {} }))).not.toContain("Contact the shop")
  })

  it("speaks the language that was chosen, else the browser's", () => {
    expect(languageFor("fr", "en")).toBe("fr")
    expect(languageFor("<b>", "fr-CM")).toBe("fr")
    expect(languageFor(undefined, "en-GB,fr")).toBe("en")
    expect(languageFor(["fr"], undefined)).toBe("en")
    expect(languageFor(undefined, "fr;q=0.3, en-GB;q=0.9")).toBe("en")
    expect(languageFor(undefined, "EN;q=0.3,FR-cm; q=0.9")).toBe("fr")
    expect(languageFor(undefined, "de,fr;q=0.8,en;q=0.5")).toBe("fr")
    expect(languageFor(undefined, "fr;q=0,*")).toBe("en")
    expect(languageFor(undefined, "from, fr;q=much")).toBe("en")
  })
})
