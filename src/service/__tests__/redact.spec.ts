import fc from "fast-check"
import { excerpt, redact, redactCredentials } from "../redact"

const from = (characters: string, limits: { minLength: number; maxLength: number }) =>
  fc.string({ unit: fc.constantFrom(...characters), ...limits })

const PREFIXES = [
  "sk_test_",
  "sk_live_",
  "pk_test_",
  "pk_live_",
  "whsec_",
  "cs_",
  "sk_",
  "p1_secret_",
  "Bearer ",
]
const credential = fc
  .tuple(fc.constantFrom(...PREFIXES), from("abcXYZ0123456789_.~+/=-", { minLength: 12, maxLength: 40 }))
  .map((parts) => parts.join(""))
const name = from("abcdefxyz.-+_", { minLength: 1, maxLength: 20 })
const email = fc.tuple(name, fc.constantFrom("@", "%40"), name).map((parts) => parts.join(""))
const phone = fc
  .tuple(fc.constantFrom("", "+"), from("0123456789", { minLength: 8, maxLength: 15 }))
  .map((parts) => parts.join(""))
/** Text with nothing to hide, so that what is left of it can be told to the character. */
const harmless = from("ghijk (){}<>\"',;&?!é", { minLength: 0, maxLength: 40 })

describe("redact", () => {
  it("takes out all of a key, token, client secret, e-mail or phone, and nothing beside it", () => {
    fc.assert(
      fc.property(fc.oneof(credential, email, phone), harmless, harmless, (secret, before, after) => {
        expect(redact(`${before} ${secret} ${after}`)).toBe(`${before} [removed] ${after}`)
        expect(redact(`${before}<${secret}>${after}`)).toBe(`${before}<[removed]>${after}`)
        expect(redact(`${before}"${secret}","${secret}"${after}`)).toBe(
          `${before}"[removed]","[removed]"${after}`
        )
      }),
      { numRuns: 500 }
    )
  })

  it("takes a credential out of any text that touches it", () => {
    const secretKey = from("ABCXYZ0123456789", { minLength: 12, maxLength: 40 })
    fc.assert(
      fc.property(secretKey, fc.string(), fc.string(), (secret, before, after) => {
        const text = redact(`${before}sk_live_${secret}${after}`)
        // No run of it that is long enough to be of use, wherever the text was cut.
        for (let at = 0; at + 6 <= secret.length; at++) {
          const part = secret.slice(at, at + 6)
          if (!before.includes(part) && !after.includes(part)) expect(text).not.toContain(part)
        }
      }),
      { numRuns: 500 }
    )
  })

  it.each([
    ["sk_test_", "[removed]"],
    ["the keys sk_test_* and pk_live_*", "the keys [removed]* and [removed]*"],
    ["whsec_", "[removed]"],
    ["task_abcdefghijklm", "ta[removed]"],
    ["task_abcdefghijkl, tasks_abcdefghijklm", "ta[removed], tasks_abcdefghijklm"],
    ["task_abcdefghijk", "task_abcdefghijk"],
    ["tasks_list", "tasks_list"],
    ["(sk_list)", "([removed])"],
    ["CS_1", "[removed]"],
    ["pi_3Px_secret_a1 b", "pi_[removed] b"],
    ["_secret_", "_secret_"],
    ["Authorization: Bearer abc.def-ghi, then", "Authorization: [removed], then"],
    ["bearer   a~b+c/d= e", "[removed] e"],
    ["Bearer", "Bearer"],
    ["forbearer abc", "forbearer abc"],
  ])("knows credentials by their form: %s becomes %s", (text, shown) => {
    expect(redact(text)).toBe(shown)
    expect(redactCredentials(text)).toBe(shown)
  })

  it.each([
    ['{"client_secret":"zzz111"}', '{"[removed]"}'],
    ['{"client_secret" : "zzz111", "a": 1}', '{"[removed]", "a": 1}'],
    ["{'client-secret':'zzz111'}", "{'[removed]'}"],
    ['"{\\"client_secret\\":\\"zzz111\\"}"', '"{\\"[removed]\\"}"'],
    ["https://c.example/p/1?client_secret=zzz111&x=y", "https://c.example/p/1?[removed]&x=y"],
    ["?clientSecret=zzz111", "?[removed]"],
    ["?a_secret=zzz111;b", "?a_[removed];b"],
    ["x-api-key: zzz111", "x-[removed]"],
    ["api_key  =  zzz111 z", "[removed] z"],
    ["apikey:zzz111", "[removed]"],
    ["{token:zzz111}", "{[removed]}"],
    ['"session_token": "zzz111"', '"session_[removed]"'],
    ["access_token=zzz111,b", "access_[removed],b"],
    ["PASSWORD=z1!?<z>", "[removed]"],
    ["password=", "password="],
    ["password: ,", "password: ,"],
    ["the token is wrong", "the token is wrong"],
    ["webhookSecret: is missing", "webhookSecret: is missing"],
  ])("knows credentials by the name before them: %s becomes %s", (text, shown) => {
    expect(redact(text)).toBe(shown)
    expect(redactCredentials(text)).toBe(shown)
  })

  it.each([
    ["to ama%40example.com now", "to [removed] now"],
    ["mail <Ama.Nkeng+shop@example.co.uk>", "mail <[removed]>"],
    ["?email=ama@example.com&x=y", "?email=[removed]&x=y"],
    ["mailto:ama@b.c/d", "mailto:[removed]/d"],
    ["a@b;c@d,e@f", "[removed];[removed],[removed]"],
    ["é.ö@ü.example", "[removed]"],
    ["@home, at@ or me @ work", "@home, at@ or me @ work"],
  ])("takes e-mail addresses out whole: %s becomes %s", (text, shown) => {
    expect(redact(text)).toBe(shown)
    expect(redactCredentials(text)).toBe(text)
  })

  it.each([
    ["call +237 6 99 99-99.99 now", "call [removed] now"],
    ["call (237) 699-999-999", "call ([removed]"],
    ["tel. 12345678, 1234567", "tel. [removed], 1234567"],
    ["1 - 2 - 3 - 4 - 5 - 6 - 7 - 8", "[removed]"],
    ["1\t2\n3(4)5.6/7 8", "[removed]"],
    ["1    2345678", "1    2345678"],
    ["1_2_3_4_5_6_7_8", "1_2_3_4_5_6_7_8"],
    ["on 2026-11-22 at 9", "on [removed] at 9"],
    ["رقم ٠٦٩٩٩٩٩٩٩٩", "رقم [removed]"],
    ["++12345678", "+[removed]"],
  ])("takes telephone numbers out, eight digits and more: %s becomes %s", (text, shown) => {
    expect(redact(text)).toBe(shown)
    expect(redactCredentials(text)).toBe(text)
  })

  it("leaves ordinary words alone", () => {
    const text = "Amount 10000 XAF is below the minimum of 500; see field amount (tasks_list, HTTP 422)."
    expect(redact(text)).toBe(text)
  })
})

describe("excerpt", () => {
  it("makes one line of many, without what must not be shown", () => {
    expect(excerpt("\n a\t\tb\u0000\u0007c \r\n d@e.f \n")).toBe("a b c [removed]")
  })

  it("shows 300 characters, and says when there were more", () => {
    expect(excerpt("x".repeat(300))).toBe("x".repeat(300))
    expect(excerpt("x".repeat(301))).toBe(`${"x".repeat(300)}...`)
    // Counted in what is shown, not in what came.
    expect(excerpt(`${"x".repeat(200)}${" ".repeat(150)}${"y".repeat(99)}`)).toBe(
      `${"x".repeat(200)} ${"y".repeat(99)}`
    )
  })

  const farAway = (end: string, length: number) => `a${" ".repeat(length - 1 - end.length)}${end}`

  it("reads 4096 characters, and no word that these cut through", () => {
    expect(excerpt(farAway(" b c", 4096))).toBe("a b c")
    expect(excerpt(farAway(" b c", 4097))).toBe("a b")
    expect(excerpt(farAway(" b ccccc", 4097))).toBe("a b")
    expect(excerpt(farAway(" b c d", 5000))).toBe("a")
    expect(excerpt("b".repeat(4097))).toBe("")
  })

  it("shows no half of a secret that is cut through, at either end", () => {
    const mail = " ama.nkeng@example.com"
    for (let cut = 1; cut < mail.length; cut++) {
      const long = `a${" ".repeat(4095 - cut)}${mail} z`
      expect(excerpt(long)).toBe("a")
    }
    for (let room = 0; room < 24; room++) {
      const shown = excerpt(`${"x".repeat(300 - room)}${mail}${" yy".repeat(99)}`)
      expect(shown).toBe(`${`${"x".repeat(300 - room)} [removed]${" yy".repeat(99)}`.slice(0, 300)}...`)
    }
  })

  it("stays fast on hostile text", () => {
    const startedAt = performance.now()
    for (const text of [
      "a".repeat(4096),
      "1 ".repeat(2048),
      "%".repeat(4096),
      "secret".repeat(680),
      "_secret_".repeat(512),
      `secret${" ".repeat(4090)}`,
      'token"\\'.repeat(512),
      "client_".repeat(585),
    ])
      excerpt(text)
    // A busy machine needs many times the usual 0.3 s; patterns that backtrack for ever need hours.
    expect(performance.now() - startedAt).toBeLessThan(10_000)
  })
})
