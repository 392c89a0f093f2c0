import { ATTENTION_REASONS, type AttentionReason } from "../../../payments/attention-reasons"
import { DASHBOARD, explainedItem, settingIn } from "../../../texts"
import { type Language, LANGUAGES } from "../../../texts/language"
import { compose, feedNote, MOST_WRITTEN, type Manner, type NoticeItem } from "../compose"

const english: Manner = {
  language: "en",
  time_zone: "Africa/Douala",
  dashboard: "https://api.shop.example/app",
}
const french: Manner = { ...english, language: "fr" }

function told(
  more: { id?: string; reason?: AttentionReason; intent?: object; order?: number } = {}
): NoticeItem {
  const { id = "1", reason = "duplicate_payment", intent, order = null } = more
  return {
    id: `pcatt_${id}`,
    reason,
    category: ATTENTION_REASONS[reason],
    created_at: new Date("2026-11-22T23:30:00Z"),
    intent: {
      id: `pcint_${id}`,
      payment_number: "JZ1D7K9P",
      merchant_reference: `cart_${id}-1`,
      amount: "1250000",
      currency_code: "xaf",
      exponent: 0,
      environment: "live",
      ...intent,
    },
    order_number: order,
  } as NoticeItem
}
/** Numbers are written with no-break spaces, which nobody can tell from plain ones. */
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, " ")

describe("a message about one new item", () => {
  const { data, content } = compose("new_items", [told({ order: 12 })], 1, english)

  it("says what it is about in its subject, and everything in its text", () => {
    expect(plain(content.subject)).toBe("Needs attention: FCFA 1,250,000, payment JZ1D-7K9P")
    expect(plain(content.text)).toBe(
      [
        "FCFA 1,250,000, payment JZ1D-7K9P, order #12",
        "Since Nov 23, 2026, 12:30 AM",
        "The customer paid a second time for a cart that is paid already. The second sum belongs to the customer.",
        explainedItem("duplicate_payment", "en").action,
        "Open in the dashboard: https://api.shop.example/app/paycollect/payments/pcint_1",
        "",
        "All that needs attention: https://api.shop.example/app/paycollect",
        "",
        "You get this message because your address stands in the dashboard under Settings, PayCollect, Notifications.",
      ].join("\n")
    )
    expect(plain(data.short_text)).toBe(
      "PayCollect: Needs attention: FCFA 1,250,000, payment JZ1D-7K9P. The customer paid a second time for a cart that is paid already. https://api.shop.example/app/paycollect/payments/pcint_1"
    )
  })

  it("has facts for templates", () => {
    expect(data).toMatchObject({
      kind: "new_items",
      language: "en",
      subject: content.subject,
      text: content.text,
      count: 1,
      more: 0,
      dashboard_url: "https://api.shop.example/app/paycollect",
      items: [
        {
          attention_id: "pcatt_1",
          reason: "duplicate_payment",
          category: "money",
          ...explainedItem("duplicate_payment", "en"),
          payment_number: "JZ1D-7K9P",
          merchant_reference: "cart_1-1",
          amount: { minor: "1250000", currency_code: "xaf", exponent: 0 },
          environment: "live",
          order_number: 12,
          opened_at: "2026-11-22T23:30:00.000Z",
          url: "https://api.shop.example/app/paycollect/payments/pcint_1",
        },
      ],
    })
  })

  it.each([
    ["10000 XAF", "FCFA 10,000"],
    ["10000 GHS", "10000 GHS (in smallest units)"],
    ["? XAF", "? XAF"],
  ])("names what was asked for beside what came: %s", (answered, said) => {
    const item = { ...told({ reason: "amount_discrepancy" }), data: { asked: "1250000 XAF", answered } }
    const both = `Asked for FCFA 1,250,000, the service says ${said}.`
    expect(plain(compose("new_items", [item as NoticeItem], 1, english).content.text)).toContain(both)
    expect(plain(feedNote(item as NoticeItem, "en").description)).toContain(both)
    const { happened } = explainedItem("amount_discrepancy", "en")
    expect(
      compose("new_items", [told({ reason: "amount_discrepancy" })], 1, english).data.items[0]
    ).toMatchObject({ happened })
  })

  it("is in French where the merchant chose it", () => {
    const message = compose("new_items", [told({ order: 12 })], 1, french)
    expect(plain(message.content.subject)).toBe("À traiter : 1 250 000 FCFA, paiement JZ1D-7K9P")
    expect(plain(message.content.text)).toContain(
      "1 250 000 FCFA, paiement JZ1D-7K9P, commande n° 12\nDepuis le 23 nov. 2026"
    )
    expect(message.content.text).toContain("Le client a payé une deuxième fois un panier déjà payé.")
    expect(message.content.html).toContain('<div lang="fr"')
  })

  it("leaves out links where the address of the server is not known", () => {
    const message = compose("new_items", [told()], 1, { ...english, dashboard: null })
    expect(message.data).toMatchObject({ dashboard_url: null, items: [{ url: null }] })
    expect(JSON.stringify(message)).not.toMatch(/https?:|null\/|undefined/)
  })

  it("says that no real money moves in test", () => {
    const message = compose("new_items", [told({ intent: { environment: "test" } })], 1, english)
    expect(message.content.subject).toMatch(/^\[test\] Needs/)
    expect(message.content.text).toMatch(/payment JZ1D-7K9P \[test\]/)
    expect(message.data.short_text).toMatch(/^PayCollect: \[test\] Needs/)
  })

  it("writes every digit of an amount", () => {
    const intent = { amount: "900719925474099312345", currency_code: "eur", exponent: 2 }
    const message = compose("new_items", [told({ intent })], 1, english)
    expect(message.content.subject).toContain("€9,007,199,254,740,993,123.45")
  })

  it("names the two francs by their codes where the shop sells in both", () => {
    const message = compose("new_items", [told({ intent: { currency_code: "xof" } })], 1, {
      ...french,
      francs: "code",
    })
    expect(message.content.subject).toMatch(/\sXOF/)
    expect(feedNote(told(), "fr", "code").title).toMatch(/\sXAF/)
  })

  it("keeps what stands in it from being taken for HTML", () => {
    const { content } = compose("new_items", [told({ intent: { payment_number: '<b>"x"&' } })], 1, english)
    expect(content.html).toContain("&lt;b&gt;&quot;-x&quot;&amp;")
    expect(content.html).not.toContain("<b>")
  })
})

describe("what a message advises once a part of the money went back", () => {
  const listed = {
    ...{ outcome: "paid", listed_at: new Date(), applied_at: null, closed_at: null, next_step_at: null },
    ...{ came: "1250000", refunded: "50000", reversed: "0" },
  }
  const rest = (language: Language) => DASHBOARD[language].attention_list.rest

  it.each([english, french])(
    "is what the dashboard does: the rest can be refunded alone ($language)",
    (manner) => {
      const { content } = compose("daily_summary", [told({ intent: listed })], 1, manner)
      expect(content.text).toContain(rest(manner.language))
      expect(content.text).not.toContain(explainedItem("duplicate_payment", manner.language).action)
    }
  )

  it.each<[string, AttentionReason, object]>([
    ["nothing went back", "duplicate_payment", { refunded: "0" }],
    ["all of it did", "duplicate_payment", { refunded: "1250000" }],
    ["the store tries once more to make its order", "paid_without_order", { next_step_at: new Date() }],
    ["another sum came", "amount_discrepancy", { outcome: "discrepancy" }],
    ["it is about a refund to send", "refund_due", {}],
  ])("is as ever where %s", (_where, reason, more) => {
    const { content } = compose(
      "daily_summary",
      [told({ reason, intent: { ...listed, ...more } })],
      1,
      english
    )
    expect(content.text).toContain(explainedItem(reason, "en").action)
    expect(content.text).not.toContain(rest("en"))
  })
})

describe("a message about many items", () => {
  const many = Array.from({ length: 25 }, (_, index) => told({ id: String(index) }))

  it.each([
    ["new_items", english, "300 payments need attention", "And 280 more."],
    ["new_items", french, "300 paiements à traiter", "Et 280 autres."],
    ["daily_summary", english, "300 payments still need attention", "And 280 more."],
    ["daily_summary", french, "300 paiements restent à traiter", "Et 280 autres."],
  ] as const)("%s writes out the first and counts the others", (kind, manner, subject, more) => {
    const { data, content } = compose(kind, many, 300, manner)
    expect(content.subject).toBe(subject)
    expect(data).toMatchObject({ count: 300, more: 300 - MOST_WRITTEN })
    expect(data.items).toHaveLength(MOST_WRITTEN)
    for (const text of [content.text, content.html]) expect(text).toContain(more)
    expect(data.short_text.length).toBeLessThan(160)
  })

  it.each([
    [english, "1 payment still needs attention", "This is open today."],
    [french, "1 paiement reste à traiter", "Voici ce qui est ouvert aujourd’hui."],
  ])("the summary of one is a summary", (manner, subject, begins) => {
    const { content } = compose("daily_summary", [told()], 1, manner)
    expect(content.subject).toBe(subject)
    expect(content.text.startsWith(begins)).toBe(true)
  })
})

describe("texts", () => {
  const reasons = Object.keys(ATTENTION_REASONS) as AttentionReason[]

  it.each(LANGUAGES)("say in %s of every reason what happened, what it means and what to do", (language) => {
    for (const reason of reasons) {
      const { happened, money, action } = explainedItem(reason, language)
      for (const sentence of [happened, money, action]) expect(sentence).toMatch(/\S{3}.*[.]$/)
      const message = compose("new_items", [told({ reason })], 1, { ...english, language })
      for (const sentence of [happened, money, action]) expect(message.content.text).toContain(sentence)
    }
  })

  it("are another in each language", () => {
    for (const reason of reasons) expect(explainedItem(reason, "fr")).not.toEqual(explainedItem(reason, "en"))
  })

  it("of the feed have amount and number, and no link", () => {
    const note = feedNote(told(), "fr")
    expect(plain(note.title)).toBe("PayCollect: 1 250 000 FCFA, JZ1D-7K9P")
    expect(note.description).toContain("Le client a payé une deuxième fois")
    expect(JSON.stringify(note)).not.toContain("http")
    expect(feedNote(told({ intent: { environment: "test" } }), "en").title).toContain("[test]")
  })

  it("say of a reason that they do not know its name, and fail over none", () => {
    const strange = told()
    strange.reason = "reason_of_a_later_version"
    expect(compose("new_items", [strange], 1, english).content.text).toContain("reason_of_a_later_version")
  })

  it("name settings as the dashboard does", () => {
    expect(settingIn("en", "live.secret_key")).toBe("Secret key (Live)")
    expect(settingIn("fr", "return_urls.success")).toBe("Page après un paiement")
    expect(settingIn("fr", "support.phone")).toBe("Téléphone pour les clients")
    expect(settingIn("en", "environment")).toBe("Environment")
    expect(settingIn("en", "something.new")).toBe("something.new")
  })
})
