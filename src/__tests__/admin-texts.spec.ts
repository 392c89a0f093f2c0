import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import i18n from "../admin/i18n"
import { ATTENTION_REASONS } from "../payments/attention-reasons"
import { AMOUNT_BOUNDS } from "../payments/amounts"
import { HISTORY_EVENTS } from "../payments/ledger/history"
import { SOURCES } from "../payments/source"
import { ASK_MEANING } from "../features/payment-links/ask"
import { HEALTH_CHECKS } from "../settings/health-checks"
import { INTENT_STATUSES } from "../modules/paycollect/models/intent"
import { MESSAGES, OWN_NOTES, ownNoteOf } from "../texts"
import { SETTINGS, fieldOf } from "../settings/fields"

type Texts = { [key: string]: string | Texts }

const src = join(__dirname, "..")
const read = (path: string) => JSON.parse(readFileSync(path, "utf8")) as Texts

/** "a.b.c" -> text, for every text of a tree */
function flat(texts: Texts, prefix = ""): Map<string, string> {
  return new Map(
    Object.entries(texts).flatMap(([key, value]) =>
      typeof value === "string" ? [[`${prefix}${key}`, value] as const] : [...flat(value, `${prefix}${key}.`)]
    )
  )
}

const languages = {
  en: flat(i18n.en.paycollect),
  fr: flat(i18n.fr.paycollect),
}
/** What the dashboard itself says: our pages fall back to it. */
const core = flat(read(join(require.resolve("@medusajs/dashboard"), "../../src/i18n/translations/en.json")))

const PLURAL = /_(one|other)$/
const has = (texts: Map<string, string>, key: string) =>
  texts.has(key) || (texts.has(`${key}_one`) && texts.has(`${key}_other`))

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter(
      (entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.parentPath.includes("__tests__")
    )
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"))
}

const found = (texts: string[], pattern: RegExp) => [
  ...new Set(texts.flatMap((text) => [...text.matchAll(pattern)].map((match) => match[1]!))),
]

describe("texts of the dashboard", () => {
  it("are the same in both languages, key by key", () => {
    expect([...languages.fr.keys()].sort()).toEqual([...languages.en.keys()].sort())
  })

  it("name buttons that an item has, and first of all its first one where that makes something of money", () => {
    const table = readFileSync(join(src, "admin/components/attention/attention-actions.tsx"), "utf8")
    const makesSomething = /^(make_order|new_order|assign|refund)$/
    const labels = (texts: Map<string, string>, buttons: string[]) =>
      buttons.map((button) => texts.get(`${button}.action`)!)
    for (const reason of Object.keys(ATTENTION_REASONS)) {
      const [, list = ""] = new RegExp(`^  ${reason}: \\[(.*)\\],$`, "m").exec(table) ?? []
      const buttons = [...list.matchAll(/"(\w+)"/g)].map(([, name]) => name!)
      for (const texts of Object.values(languages)) {
        const said = texts.get(`attention.${reason}.action`)!
        const quoted = [...said.matchAll(/[“«]\s?(.*?)\s?[”»]/g)].map(([, name]) => name)
        expect(labels(texts, buttons)).toEqual(expect.arrayContaining(quoted))
        const first = buttons.slice(0, quoted.length > 0 ? 1 : 0).filter((name) => makesSomething.test(name))
        expect([reason, quoted]).toEqual([reason, expect.arrayContaining(labels(texts, first))])
      }
    }
  })

  it("know every note of the plugin by its words, and no other", () => {
    expect(Object.values(OWN_NOTES).map(ownNoteOf)).toEqual(Object.keys(OWN_NOTES))
    expect(ownNoteOf("Sent back by bank transfer")).toBeUndefined()
  })

  it("do not say of money that a person dealt with it by hand, where the store closes it after a refund, too", () => {
    expect(languages.en.get("field.closed_at")).not.toMatch(/hand/)
    expect(languages.fr.get("field.closed_at")).not.toMatch(/main/)
  })

  it("end no French line before a mark", () => {
    expect([...languages.fr].filter(([, text]) => / [:;?!»]|« /.test(text))).toEqual([])
    expect([...languages.fr].filter(([, text]) => text.includes("\u00a0:")).length).toBeGreaterThan(5)
  })

  it("have one French name for a payment that needs attention", () => {
    const all = [...languages.fr, ...flat(MESSAGES.fr)].map(([, text]) => text)
    expect(all.filter((text) => /paiements? .*à traiter/i.test(text)).length).toBeGreaterThan(5)
    expect(all.filter((text) => /points? à vérifier/i.test(text))).toEqual([])
    expect(
      all.filter((text) => /paiements?\b[^.:]* à (vérifier|contrôler|regarder|voir)\b/i.test(text))
    ).toEqual([])
  })

  describe.each(Object.entries(languages))("%s", (language, texts) => {
    it("say each reason why no link was made", () => {
      // As the dashboard reads the code of a refusal.
      const bounds = AMOUNT_BOUNDS.replace(/^paycollect_[a-z]+_/, "")
      for (const code of [...Object.keys(ASK_MEANING), bounds])
        expect([code, texts.has(`link.refused.${code}`)]).toEqual([code, true])
    })

    it("leave nothing empty", () => {
      expect([...texts].filter(([, text]) => !text.trim())).toEqual([])
    })

    it("have the apostrophes of print", () => {
      const all = [...texts, ...flat(MESSAGES[language as "en" | "fr"] as unknown as Texts)]
      expect(all.filter(([, text]) => text.includes("'"))).toEqual([])
    })

    it("name the same values as the English ones", () => {
      const values = (text = "") => (text.match(/\{\{\w+\}\}/g) ?? []).sort()
      const different = [...texts].filter(
        ([key, text]) => `${values(text)}` !== `${values(languages.en.get(key))}`
      )
      expect(different).toEqual([])
    })

    const lists: [string, readonly string[]][] = [
      [
        "every reason for attention, with what happened, the money and what to do",
        Object.keys(ATTENTION_REASONS).flatMap((reason) =>
          ["happened", "money", "action"].map((part) => `attention.${reason}.${part}`)
        ),
      ],
      [
        "every reason by a short name",
        Object.keys(ATTENTION_REASONS).map((reason) => `attention_reason.${reason}`),
      ],
      ["every kind of item", Object.values(ATTENTION_REASONS).map((category) => `category.${category}`)],
      ["every event of the history", HISTORY_EVENTS.map((type) => `event.${type}`)],
      ["every status", INTENT_STATUSES.map((status) => `status.${status}`)],
      ["every check of the health page", Object.keys(HEALTH_CHECKS).map((id) => `check.${id}`)],
      [
        "every setting",
        SETTINGS.map((name) => {
          const [first, last] = fieldOf(name).split(".")
          if (first === "return_urls") return `setting.return_${last}`
          if (first === "amounts") return `setting.amounts_${last!.replace(/-/g, "_")}`
          if (first === "support") return `setting.support_${last}`
          return `setting.${last ?? first}`
        }),
      ],
    ]
    it.each(lists)("have %s", (_, keys) => {
      expect(keys.filter((key) => !has(texts, key))).toEqual([])
    })

    it("have every cause that is written into a history", () => {
      const code = [
        "payments",
        "orders",
        "features",
        "modules",
        "providers",
        "workflows",
        "api",
        "jobs",
      ].flatMap((part) => sources(join(src, part)))
      const asking = Object.entries(SOURCES).map(([by, kind]) => ("said" in kind ? kind.said : by))
      const causes = [...asking, ...found(code, /\bcause: "(\w+)"/g)]
      expect(causes).toEqual(expect.arrayContaining(["return", "webhook", "job", "admin"]))
      expect(causes.filter((cause) => !texts.has(`cause.${cause}`))).toEqual([])
    })

    it("have what every page asks for", () => {
      const keys = found(sources(join(src, "admin")), /\bt\(\s*"([\w.]+)"/g)
      expect(keys.length).toBeGreaterThan(100)
      expect(keys.filter((key) => !has(texts, key) && !core.has(key))).toEqual([])
    })

    it("are each asked for somewhere", () => {
      const code = sources(join(src, "admin")).join("\n")
      // What is not named as a whole is asked for by its group: t(`status.${status}`), or by the code of a refusal.
      const isUsed = (key: string) => {
        const name = key.replace(PLURAL, "")
        const group = name.slice(0, name.lastIndexOf("."))
        if (code.includes(`confirm("${name.replace(/_(title|text|confirm)$/, "")}")`)) return true
        if (code.includes(`refusals: "${group}"`) || code.includes(`text(error, "${group}")`)) return true
        return code.includes(`"${name}"`) || code.includes(`${group}.\${`) || code.includes(`\`${group}.`)
      }
      const dynamic =
        /^(attention|breaker|outcome|check|setting|setting_hint|setting_error|detail|environment|source|fee_bearer|pending_orders|refunds|language)\./
      expect([...texts.keys()].filter((key) => !dynamic.test(key) && !isUsed(key))).toEqual([])
    })

    it(`are ${language} and not copied`, () => {
      const copied = [...texts].filter(
        ([key, text]) =>
          text.split(" ").length > 3 && text === languages[language === "fr" ? "en" : "fr"].get(key)
      )
      expect(copied).toEqual([])
    })
  })
})
