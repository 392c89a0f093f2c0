import { readFileSync } from "node:fs"
import { join } from "node:path"
import { MOBILE_MONEY } from "../http/support/customer"
import { withMerchant } from "../http/support/merchant"
import { BACKEND_URL, withStore } from "../http/support/store"
import { type Sent } from "./support/cases"
import { Wire } from "./support/wire"

jest.setTimeout(300_000)

const guide = readFileSync(join(__dirname, "../../docs/security.md"), "utf8")
const [, rules = ""] = /```nginx\n([^`]+)```/.exec(guide) ?? []
/** Locations under a limit, as nginx compares them; `~*` does not tell capitals. */
const limited = [...rules.matchAll(/location (~\*?) (\S+) \{\s*limit_req zone/g)].map(
  ([, kind, pattern]) => new RegExp(pattern!, kind === "~*" ? "i" : "")
)
const [, tooLong] = /\$request_uri ~ "([^"]+)"/.exec(rules) ?? []

/** The path as nginx compares it: decoded, slashes that follow one another as one, dots resolved. */
function asCompared(path: string): string {
  const bytes = path
    .split("?")[0]!
    .replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
  const kept: string[] = []
  for (const part of bytes.split(/\/+/)) {
    if (part === "..") kept.pop()
    else if (part !== ".") kept.push(part)
  }
  return kept.join("/") + (/\/\.\.?$/.test(bytes) ? "/" : "")
}

const encoded = (sign: string) => `%${sign.charCodeAt(0).toString(16)}`
const flipped = (text: string) =>
  text.replace(/[a-z]/g, (sign, at: number) => (at % 2 ? sign.toUpperCase() : sign))

/** Every way to write a path that some server might take for the same. `id` stays what it is where only its spelling changes. */
function spellings(before: string, id: string, after: string): string[] {
  const path = before + id + after
  const each = [...path].map((sign, at) => path.slice(0, at) + encoded(sign) + path.slice(at + 1))
  return [
    path,
    ...each,
    ...[
      `${path}/`,
      `${path}//`,
      `${path}?`,
      `${path}/?a=/b`,
      `${path};x`,
      `${path}.`,
      `${path}%20`,
      `${path}%2f`,
    ],
    ...[`/${path}`, path.replaceAll("/", "//"), path.replace("/", "/./"), `/x/..${path}`, `${path}/.`],
    ...[before.toUpperCase() + id + after.toUpperCase(), flipped(before) + id + flipped(after) + "/"],
    before + [...id].map(encoded).join("") + after,
    before + [...id].map((sign) => encoded(sign).toUpperCase()).join("") + after.toUpperCase() + "/",
    `${before}a%2Fb${after}`,
    `${before}%2e${after}`,
  ]
}

withStore({ options: { encryptionKey: "a".repeat(64) } }, (store) => {
  const merchant = withMerchant(store)
  const wire = new Wire(() => store.api.defaults.baseURL!)
  afterAll(() => wire.close())
  const send = async (sent: Pick<Sent, "method" | "path"> & { body?: string }) => {
    const headers = { "content-type": "application/json", "x-publishable-api-key": store.publishableKey() }
    return await wire.send({ body: undefined, ...sent, headers } as unknown as Sent)
  }
  /** Whether the server takes the address for a route: of none other does it say so. */
  const isTaken = ({ status, body }: { status: number; body: string }) =>
    !(status === 404 && /Cannot (GET|POST)/.test(body)) && status !== 400
  const idsOfStore = async () => {
    const guest = store.customer()
    await guest.fillCart()
    await guest.startPayment()
    const [session] = (await guest.cart()).payment_collection.payment_sessions
    const { data } = await merchant.post("/admin/paycollect/links", { cart_id: guest.cartId })
    return {
      collection: guest.collectionId,
      session: session.id as string,
      url: data.link?.url as string | undefined,
    }
  }

  it.each(["a session", "a checkout", "a link"] as const)(
    "falls under the rules of the documented proxy, however it is spelled: %s",
    async (by) => {
      const { collection, session } = await idsOfStore()
      const routes = {
        "a session": {
          method: "POST",
          before: "/store/payment-collections/",
          id: collection,
          after: "/payment-sessions",
        },
        "a checkout": { method: "GET", before: "/paycollect/checkout/", id: session, after: "" },
        "a link": {
          method: "POST",
          before: "/paycollect/pay/",
          id: "0123456789abcdef0123456789abcdef",
          after: "",
        },
      } as const
      const { method, before, id, after } = routes[by]
      const body = by === "a session" ? JSON.stringify({ provider_id: MOBILE_MONEY }) : undefined
      const taken: string[] = []
      for (const path of spellings(before, id, after))
        if (isTaken(await send({ method, path, body }))) taken.push(path)
      // As it is written, with a slash, in capitals, and with its id encoded, at least.
      expect(taken).toEqual(expect.arrayContaining([before + id + after, `${before}${id}${after}/`]))
      expect(taken.length).toBeGreaterThan(id.length)
      expect(taken.some((path) => path.startsWith(before.toUpperCase()))).toBe(true)
      expect(taken.filter((path) => !limited.some((rule) => rule.test(asCompared(path))))).toEqual([])
    }
  )

  it("bounds the length of a path, which Medusa keeps, and no path of the shop is as long", () => {
    const bound = new RegExp(tooLong!)
    expect(bound.test(`/store/${"x".repeat(600)}`)).toBe(true)
    expect(bound.test(`/store/products?fields=${"x".repeat(600)}`)).toBe(false)
    expect(
      bound.test(new URL(`${BACKEND_URL}/paycollect/return/${"x".repeat(64)}.${"y".repeat(22)}`).pathname)
    ).toBe(false)
    expect(rules).toMatch(/large_client_header_buffers \d+ 8k;/)
  })

  it("leaves the page of a link to be looked at as often as it looks again by itself", () => {
    expect(rules).toMatch(
      /map \$request_method \$starts_by_form \{ POST \$binary_remote_addr; default ""; \}/
    )
    expect(rules).toMatch(/paycollect\/pay\/ \{\s*limit_req zone=payment_forms /)
  })
})
