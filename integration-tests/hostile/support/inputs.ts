import fc from "fast-check"
import { type KnownName } from "./world"

/** A value of the world by its name, so that a printed case means the same in the next run. */
export interface Known {
  known: KnownName
  /** done to it before it is sent, so that it may be nobody's any more */
  spoilt?: keyof typeof SPOIL
}

export const SPOIL = {
  capitals: (value: string) => value.toUpperCase(),
  longer: (value: string) => `${value}x`,
  shorter: (value: string) => value.slice(0, -1),
  space: (value: string) => `${value} `,
  zero: (value: string) => `${value}\u0000`,
  newline: (value: string) => `${value}\r\nx: y`,
  climbing: (value: string) => `../${value}`,
  quoted: (value: string) => `${value}' or '1'='1`,
  wildcard: (value: string) => `${value.slice(0, 6)}%`,
  counted: (value: string) => `${value}-99`,
}

/** Texts that have broken programs before. */
const NASTY = [
  "",
  " ",
  "\u0000",
  "%00",
  "%",
  "%zz",
  "%c0%af",
  ".",
  "..",
  "../../etc/passwd",
  "..%2f..%2fadmin",
  "'",
  '"',
  "\\",
  "' or 1=1 --",
  "; drop table paycollect_intent",
  "$$",
  "{{7*7}}",
  "${jndi:ldap://127.0.0.1/x}",
  "<script>alert(1)</script>",
  '"><img src=x onerror=alert(1)>',
  "javascript:alert(1)",
  "//evil.example/%2f..",
  "https://evil.example/",
  "__proto__",
  "constructor",
  "toString",
  "null",
  "undefined",
  "NaN",
  "true",
  "[]",
  "[object Object]",
  "0",
  "-1",
  "1e309",
  "9007199254740993",
  "99999999999999999999999999999999",
  "-0",
  "0x10",
  "1.5",
  "1,5",
  "٣",
  "𝟙",
  "İ",
  "ﷺ",
  "👩‍👩‍👧",
  "e\u0301\u0301\u0301",
  "\u202etxt",
  "\ufeff",
  "\ud83d",
  "\uffff",
  "\u2028",
  "a\r\nset-cookie: x=y",
  "0000-00-00",
  "9999-99-99T99:99:99Z",
  "-271821-04-20",
  "+275760-09-13",
  "10000-01-01",
  "0001-01-01",
  "2026-02-30",
  "*",
  "+id",
  "-created_at",
  "**",
  "*events,*attention.intent.*",
  "id,id,id",
  "cart_",
  "pp_paycollect_default",
]

export const nasty: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...NASTY) },
  { weight: 3, arbitrary: fc.string({ unit: "binary", maxLength: 40 }) },
  { weight: 1, arbitrary: fc.string({ unit: "grapheme-ascii", minLength: 100, maxLength: 3_000 }) }
)

export const known = (...names: KnownName[]): fc.Arbitrary<Known> =>
  fc.constantFrom(...names).map((name) => ({ known: name }))

const spoilt = (...names: KnownName[]): fc.Arbitrary<Known> =>
  fc.record({
    known: fc.constantFrom(...names),
    spoilt: fc.constantFrom(...(Object.keys(SPOIL) as (keyof typeof SPOIL)[])),
  })

/** Mostly something that is there, else nearly that, else anything. */
export const idOf = (...names: KnownName[]): fc.Arbitrary<Known | string> =>
  fc.oneof(
    { weight: 5, arbitrary: known(...names) },
    { weight: 3, arbitrary: spoilt(...names) },
    { weight: 3, arbitrary: nasty }
  )

/** One of the sensible values, else anything. */
export const oneOf = (...values: (string | fc.Arbitrary<Known | string>)[]): fc.Arbitrary<Known | string> => {
  const sensible = values.map((value) =>
    typeof value === "string" ? fc.constant<Known | string>(value) : value
  )
  return fc.oneof({ weight: 4, arbitrary: fc.oneof(...sensible) }, { weight: 1, arbitrary: nasty })
}

/** Mostly nothing. */
export const sometimes = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> =>
  fc.oneof({ weight: 5, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: value })

/** JSON of any kind, deep and with names that mean something to JavaScript. */
export const anyJson: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue({ maxDepth: 4 }),
  nasty,
  fc.constantFrom<unknown>(null, true, 0, -1, 1e308, 0.1, [], {}, [[]], [{}]),
  fc.dictionary(
    fc.constantFrom("__proto__", "constructor", "prototype", "toString", "id", "data", "$ne"),
    nasty
  )
)

/** A body of these fields: each sensible, of another kind, or missing; now and then with one more. */
export function bodyOf(fields: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<Record<string, unknown>> {
  const each = Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      fc.oneof({ weight: 9, arbitrary: value }, { weight: 1, arbitrary: anyJson }),
    ])
  )
  return fc
    .tuple(fc.record(each, { requiredKeys: [] }), sometimes(fc.tuple(nasty, anyJson)))
    .map(([body, extra]) => (extra ? { ...body, [extra[0]]: extra[1] } : body))
}

/** Bytes behind the headers: `json` is the target's own or any; everything else tries the parsers. */
export type Payload =
  | { kind: "none" }
  | { kind: "json"; value: unknown }
  | { kind: "cut"; value: unknown; at: number }
  | { kind: "bytes"; base64: string }
  | { kind: "deep"; depth: number }
  | { kind: "large"; kilobytes: number }

export const payload = (sensible: fc.Arbitrary<unknown>): fc.Arbitrary<Payload> =>
  fc.oneof(
    { weight: 12, arbitrary: sensible.map((value): Payload => ({ kind: "json", value })) },
    { weight: 4, arbitrary: anyJson.map((value): Payload => ({ kind: "json", value })) },
    { weight: 1, arbitrary: fc.constant<Payload>({ kind: "none" }) },
    {
      weight: 1,
      arbitrary: fc.tuple(sensible, fc.nat(60)).map(([value, at]): Payload => ({ kind: "cut", value, at })),
    },
    {
      weight: 1,
      arbitrary: fc
        .uint8Array({ maxLength: 200 })
        .map((bytes): Payload => ({ kind: "bytes", base64: Buffer.from(bytes).toString("base64") })),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom(10, 2_000, 40_000).map((depth): Payload => ({ kind: "deep", depth })),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom(90, 200, 1_100).map((kilobytes): Payload => ({ kind: "large", kilobytes })),
    }
  )

export const CONTENT_TYPES = [
  "application/json",
  "application/json; charset=utf-8",
  "application/json; charset=utf-16le",
  "application/json; charset=nobody",
  "application/vnd.service+json",
  "text/plain",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "multipart/form-data",
  "application/xml",
  "application/octet-stream",
  "*/*",
  ";",
  null,
] as const

/** How the body is packed, and what the header says of it. */
export const ENCODINGS = ["none", "gzip", "deflate", "br", "said_gzip", "said_nonsense", "bomb"] as const

const headerText = fc.string({
  unit: fc.constantFrom(..."abcXYZ019 -_=;,/*.\"'()<>%é"),
  maxLength: 60,
})

/** Headers that some code of the store reads. */
export const HEADERS: Record<string, fc.Arbitrary<string>> = {
  accept: fc.oneof(fc.constantFrom("text/html", "*/*", "application/json;q=0"), headerText),
  "accept-language": fc.oneof(fc.constantFrom("fr", "de;q=0.9, fr", "*"), headerText),
  purpose: fc.constantFrom("prefetch", "preview", "x"),
  "sec-purpose": fc.constantFrom("prefetch;prerender", ""),
  "idempotency-key": headerText,
  "x-forwarded-host": fc.constantFrom("evil.example", "evil.example:99999"),
  "x-forwarded-proto": fc.constantFrom("javascript", "https"),
  forwarded: headerText,
  origin: fc.constantFrom("https://evil.example", "null"),
  cookie: fc.oneof(fc.constantFrom("connect.sid=s%3Ax.y", "a=%"), headerText),
  "x-http-method-override": fc.constantFrom("DELETE", "GET"),
  "x-request-id": headerText,
  "x-paycollect-session": fc.oneof(fc.constantFrom("cs_", `cs_${"a".repeat(512)}`, "cs_nobody"), headerText),
  "x-long": fc.constantFrom("a".repeat(9_000)),
  range: fc.constantFrom("bytes=0-1", "bytes=-1"),
  "if-none-match": headerText,
}
