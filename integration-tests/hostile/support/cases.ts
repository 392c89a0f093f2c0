import { createHmac } from "node:crypto"
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib"
import fc from "fast-check"
import {
  CONTENT_TYPES,
  ENCODINGS,
  HEADERS,
  idOf,
  nasty,
  payload,
  sometimes,
  SPOIL,
  type Known,
  type Payload,
} from "./inputs"
import { type Target } from "./targets"
import { SECRETS, type World } from "./world"

/** One hostile request, in words that mean the same in every run. */
export interface Case {
  method: string
  params: Record<string, Known | string>
  query: [string, Known | string][]
  headers: Record<string, string>
  /** what shows who is calling: the right thing, none, or another one */
  credential: "right" | "none" | "wrong" | "of_another"
  payload: Payload
  contentType: (typeof CONTENT_TYPES)[number]
  encoding: (typeof ENCODINGS)[number]
}

/** The same as it goes over the wire. */
export interface Sent {
  method: string
  path: string
  headers: Record<string, string>
  body: Buffer | null
}

const mostly = <T>(usual: T, ...others: T[]): fc.Arbitrary<T> =>
  fc.oneof({ weight: 6, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constantFrom(...others) })

export function caseOf(target: Target): fc.Arbitrary<Case> {
  const [method = ""] = target.route.split(" ")
  const params = Object.entries(target.params ?? { provider: [] }).map(([name, names]) => [
    name,
    names.length > 0 ? idOf(...names) : fc.oneof(fc.constant("paycollect_default"), nasty),
  ])
  const takesBody = method === "POST"
  return fc.record<Case>({
    method: mostly(method, "HEAD", "OPTIONS", "PUT", "PATCH", "DELETE", "POST", "GET"),
    params: fc.record(Object.fromEntries(params) as Record<string, fc.Arbitrary<Known | string>>),
    query: queryOf(target),
    headers: fc
      .uniqueArray(fc.constantFrom(...Object.keys(HEADERS)), { maxLength: 3 })
      .chain((names) => fc.record(Object.fromEntries(names.map((name) => [name, HEADERS[name]!])))),
    credential: mostly("right", "none", "wrong", "of_another"),
    payload: takesBody
      ? payload(target.body ?? fc.constant({}))
      : mostly<Payload>({ kind: "none" }, { kind: "json", value: {} }, { kind: "deep", depth: 10 }),
    contentType: mostly(...CONTENT_TYPES),
    encoding: mostly(...ENCODINGS),
  })
}

/** Parameters that the route knows, some of them; now and then one twice, or one that nobody knows. */
function queryOf({ query = {} }: Target): fc.Arbitrary<Case["query"]> {
  const names = Object.keys(query)
  const usual = fc
    .subarray(names, { maxLength: Math.min(4, names.length) })
    .chain((some) => fc.tuple(...some.map((name) => fc.tuple(fc.constant(name), query[name]!))))
  const twice = names.length > 0 ? fc.tuple(fc.constantFrom(...names), nasty) : fc.tuple(nasty, nasty)
  const more = sometimes(fc.oneof(fc.tuple(nasty, nasty), twice))
  return fc.tuple(usual, more).map(([known, extra]) => (extra ? [...known, extra] : known))
}

export function build(target: Target, input: Case, world: World): Sent {
  const path = target.route.split(" ")[1]!.replace(/:(\w+)/g, (_, name: string) => {
    const value = textOf(input.params[name] ?? "", world)
    // A path that ends early or climbs is another route.
    return encode(value === "" || /^\.{1,2}$/.test(value) ? "x" : value)
  })
  const query = input.query.map(
    ([name, value]) =>
      `${encode(name).replace(/%5B|%5D|%24/g, decodeURIComponent)}=${encode(textOf(value, world))}`
  )
  const plain = bytesOf(input.payload, world)
  const { body, says } = packed(plain, input.encoding)
  const headers = {
    ...latin1(input.headers),
    // Without it the bytes behind a GET would be read as the next request.
    ...(body && { "content-length": String(body.length) }),
    ...(body && input.contentType !== null && { "content-type": input.contentType }),
    ...(body && says && { "content-encoding": says }),
    ...credentials(target, input, { world, plain: plain ?? Buffer.alloc(0) }),
  }
  return {
    method: input.method,
    path: `${path}${query.length > 0 ? `?${query.join("&")}` : ""}`,
    headers,
    body,
  }
}

/** "%zz" and its like go out as they are: a broken escape is a value of its own. */
function encode(value: string): string {
  if (/^%(zz|c0%af|00)?$/.test(value)) return value
  // Half a surrogate pair has no bytes of its own.
  return encodeURIComponent(Buffer.from(value).toString())
}

function latin1(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value.trim()]))
}

export function textOf(value: Known | string, { known }: World): string {
  if (typeof value === "string") return value
  const text = known[value.known]
  return value.spoilt ? SPOIL[value.spoilt](text) : text
}

/** Every name of something known by what it is called in this world. */
function resolve(value: unknown, world: World): unknown {
  if (Array.isArray(value)) return value.map((item) => resolve(item, world))
  if (typeof value !== "object" || value === null) return value
  if (isKnown(value)) return textOf(value, world)
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, resolve(item, world)]))
}

const isKnown = (value: object): value is Known => Object.hasOwn(value, "known")

function bytesOf(input: Payload, world: World): Buffer | null {
  switch (input.kind) {
    case "none":
      return null
    case "json":
      return Buffer.from(JSON.stringify(resolve(input.value, world)) ?? "")
    case "cut": {
      const text = JSON.stringify(resolve(input.value, world)) ?? ""
      return Buffer.from(text.slice(0, Math.max(0, text.length - 1 - input.at)))
    }
    case "bytes":
      return Buffer.from(input.base64, "base64")
    case "deep":
      return Buffer.from(`${'{"a":['.repeat(input.depth)}${"]}".repeat(input.depth)}`)
    case "large":
      return Buffer.from(JSON.stringify({ data: { id: "x".repeat(input.kilobytes * 1_024) } }))
  }
}

/** 32 MB of nothing in 32 kB. */
const BOMB = gzipSync(Buffer.alloc(32 * 1_024 * 1_024, 32))

function packed(plain: Buffer | null, encoding: Case["encoding"]): { body: Buffer | null; says?: string } {
  if (!plain) return { body: null }
  switch (encoding) {
    case "none":
      return { body: plain }
    case "gzip":
      return { body: gzipSync(plain), says: "gzip" }
    case "deflate":
      return { body: deflateSync(plain), says: "deflate" }
    case "br":
      return { body: brotliCompressSync(plain), says: "br" }
    case "said_gzip":
      return { body: plain, says: "gzip" }
    case "said_nonsense":
      return { body: plain, says: "nonsense" }
    case "bomb":
      return { body: BOMB, says: "gzip" }
  }
}

function credentials(
  { who, route }: Target,
  { credential }: Case,
  { world, plain }: { world: World; plain: Buffer }
): Record<string, string> {
  const { admin, customer, publishableKey } = world.tokens
  const key = { "x-publishable-api-key": publishableKey }
  // Medusa asks for the shop's key before anything else of the store: without it a customer's login says nothing.
  const shop: Record<string, string> = route.includes(" /store/") ? key : {}
  if (who === "anybody" || credential === "none") return who === "customer" ? shop : {}
  switch (who) {
    case "shopper":
      return credential === "right" ? shop : { "x-publishable-api-key": "pk_of_a_stranger" }
    case "service":
      return { "x-service-signature": signature(plain, credential) }
    case "customer":
      return { ...shop, authorization: bearer({ right: customer, of_another: admin, wrong: "" }, credential) }
    case "admin":
      return { authorization: bearer({ right: admin, of_another: customer, wrong: "" }, credential) }
  }
}

const FORGED = "eyJhbGciOiJub25lIn0.eyJhY3Rvcl9pZCI6InVzZXJfMSIsImFjdG9yX3R5cGUiOiJ1c2VyIn0."

const bearer = (tokens: Record<"right" | "of_another" | "wrong", string>, credential: Case["credential"]) =>
  `Bearer ${tokens[credential as "right"] || FORGED}`

function signature(plain: Buffer, credential: Case["credential"]): string {
  const secret = credential === "right" ? SECRETS.webhookSecret : "whsec_of_a_stranger"
  return `sha256=${createHmac("sha256", secret).update(plain).digest("hex")}`
}
