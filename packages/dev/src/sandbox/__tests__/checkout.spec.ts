import { createHash } from "node:crypto"
import { type Sandbox } from ".."
import { formatMoney } from "../base/currency"
import { call, closeSandboxes, createIntent, sandboxWith } from "./harness"

let sandbox: Sandbox

beforeAll(async () => {
  sandbox = await sandboxWith()
})
beforeEach(() => sandbox.control.reset())
afterAll(closeSandboxes)

const SHOP = "http://localhost:9000/paycollect/return/cart_1-1?x=1"
const CARD = {
  method: "card",
  card_number: "4242 4242 4242 4242",
  card_expiry: "12/40",
  card_cvc: "123",
  card_name: "Awa",
}

interface Page {
  status: number
  text: string
  url: URL
  headers: Headers
}

async function open(url: string | URL, init: RequestInit = {}): Promise<Page> {
  const response = await fetch(url, { ...init, headers: { "accept-language": "en", ...init.headers } })
  return {
    status: response.status,
    text: await response.text(),
    url: new URL(response.url),
    headers: response.headers,
  }
}

/** Posts a form of the checkout and follows the answer to the page that is shown. */
function post(checkoutUrl: string, step: string, form: Record<string, string> = {}): Promise<Page> {
  const url = new URL(checkoutUrl)
  url.pathname += `/${step}`
  return open(url, { method: "POST", body: new URLSearchParams(form) })
}

const status = () => sandbox.control.intent("cart_1-1")?.status
const has = (page: Page, testId: string) => page.text.includes(`data-testid="${testId}"`)
const plain = (text: string) => text.replace(/\s/g, " ")

describe("the payment page", () => {
  it("shows merchant, description, items and the amount without decimals for XAF", async () => {
    const items = [{ name: "Pagne & <b>wax</b>", price: "5000", currency: "XAF", quantity: 2 }]
    const page = await open((await createIntent(sandbox, { items })).checkout_url)
    expect(page.status).toBe(200)
    expect(plain(page.text)).toContain('data-testid="amount">FCFA 10,000<')
    expect(page.text).toContain("Demo Shop")
    expect(page.text).toContain("Order 7")
    expect(page.text).toContain("Pagne &amp; &lt;b&gt;wax&lt;/b&gt;")
  })

  it("offers what currency, country and payment_method_types allow", async () => {
    const methods = async (more: Record<string, unknown>, query = "") => {
      sandbox.control.reset()
      const page = await open((await createIntent(sandbox, more)).checkout_url + query)
      return [...page.text.matchAll(/data-testid="method-(\w+)"/g)].map((match) => match[1])
    }
    expect(await methods({})).toEqual(["mtn", "orange", "card"])
    expect(await methods({}, "&country=GA")).toEqual(["airtel", "moov", "card"])
    expect(await methods({ phone: "24166112233" })).toEqual(["airtel", "moov", "card"])
    expect(await methods({ currency: "KES" })).toEqual(["mpesa", "airtel", "card"])
    expect(await methods({ currency: "EUR" })).toEqual(["card"])
    expect(await methods({ payment_method_types: ["card"] })).toEqual(["card"])
    expect(await methods({ payment_method_types: ["mobile_money"] })).toEqual(["mtn", "orange"])
    expect(await methods({ payment_method_types: ["moov"] })).toEqual(["moov"])
    expect(await methods({ currency: "EUR", payment_method_types: ["mobile_money"] })).toEqual([])
  })

  it("speaks the language of the browser, or the one that was chosen", async () => {
    const { checkout_url } = await createIntent(sandbox)
    const french = { headers: { "accept-language": "de;q=1, fr-CM;q=0.9, en;q=0.8" } }
    const page = await open(checkout_url, french)
    expect(page.text).toContain('<html lang="fr">')
    expect(page.text).toContain("Comment souhaitez-vous payer")
    expect((await open(`${checkout_url}&lang=en`, french)).text).toContain('<html lang="en">')
    const paid = await post(`${checkout_url}&lang=fr`, "pay", { method: "mtn", phone: "670112233" })
    expect(paid.text).toContain("Confirmez sur votre téléphone")
  })

  it("lets only its own style and script run", async () => {
    const page = await open((await createIntent(sandbox)).checkout_url)
    const policy = page.headers.get("content-security-policy")!
    const hash = (tag: string) => {
      const content = new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`).exec(page.text)![1]!
      return `'sha256-${createHash("sha256").update(content).digest("base64")}'`
    }
    expect(policy).toContain(`style-src ${hash("style")}`)
    expect(policy).toContain(`script-src ${hash("script")}`)
    expect(policy).toContain("default-src 'none'")
    expect(page.text).not.toMatch(/ style="| on\w+="|src="|https?:\/\/(?!127\.0\.0\.1|localhost)/)
    expect(page.headers.get("referrer-policy")).toBe("no-referrer")
    expect(page.headers.get("cache-control")).toBe("no-store")
  })

  it("answers a wrong or missing client secret like an unknown intent", async () => {
    const intent = await createIntent(sandbox)
    const base = `${sandbox.origin}/checkout`
    for (const path of [
      `/${intent.id}`,
      `/${intent.id}?client_secret=wrong`,
      `/pi_x?client_secret=${intent.client_secret}`,
    ]) {
      const page = await open(base + path)
      expect([page.status, has(page, "missing"), has(page, "pay")]).toEqual([404, true, false])
    }
    expect((await post(`${base}/${intent.id}?client_secret=wrong`, "pay", CARD)).status).toBe(404)
    expect((await open(`${base}/${intent.id}/status?client_secret=wrong`)).status).toBe(404)
    expect(status()).toBe("requires_action")
  })
})

describe("mobile money", () => {
  const phone = { method: "mtn", phone: "+237 6 70 11 22 33" }

  it("waits for the phone, then succeeds and leads back to the shop", async () => {
    const { checkout_url, payment_ref } = await createIntent(sandbox, { redirect_url: SHOP })
    const waiting = await post(checkout_url, "pay", phone)
    expect([has(waiting, "waiting"), has(waiting, "sandbox-controls"), status()]).toEqual([
      true,
      true,
      "processing",
    ])
    expect(waiting.text).not.toContain("670112233")

    const receipt = await post(checkout_url, "outcome", { outcome: "confirm" })
    expect([has(receipt, "receipt"), status()]).toEqual([true, "succeeded"])
    const back = `http://localhost:9000/paycollect/return/cart_1-1?x=1&amp;payment_ref=${payment_ref}&amp;status=succeeded`
    expect(receipt.text).toContain(`href="${back}" data-testid="back-to-shop"`)
    expect(receipt.text).toContain(`<meta http-equiv="refresh" content="5;url=${back}">`)
    expect(sandbox.control.intent("cart_1-1")?.attempt).toMatchObject({
      method: "mtn",
      country: "CM",
      amount: "10000",
    })
  })

  it("declines", async () => {
    const { checkout_url } = await createIntent(sandbox, { redirect_url: SHOP })
    await post(checkout_url, "pay", phone)
    const page = await post(checkout_url, "outcome", { outcome: "decline" })
    expect([has(page, "outcome"), status()]).toEqual([true, "failed"])
    expect(page.text).toContain("status=failed")
  })

  it("can be left waiting and answered later", async () => {
    const { checkout_url } = await createIntent(sandbox, { redirect_url: SHOP })
    await post(checkout_url, "pay", phone)
    const left = await post(checkout_url, "outcome", { outcome: "wait" })
    expect([has(left, "back-to-shop"), status()]).toEqual([true, "processing"])
    await post(checkout_url, "outcome", { outcome: "confirm" })
    expect(status()).toBe("succeeded")
  })

  it("never pays twice, whatever is posted or reloaded afterwards", async () => {
    const { checkout_url } = await createIntent(sandbox, { redirect_url: SHOP })
    await post(checkout_url, "pay", phone)
    await post(checkout_url, "pay", CARD)
    expect(sandbox.control.intent("cart_1-1")?.attempt?.method).toBe("mtn")
    await post(checkout_url, "outcome", { outcome: "confirm" })
    await post(checkout_url, "outcome", { outcome: "decline" })
    await post(checkout_url, "cancel")
    expect(status()).toBe("succeeded")
    const reloaded = await open(checkout_url)
    expect([has(reloaded, "receipt"), has(reloaded, "pay"), reloaded.text.includes("http-equiv")]).toEqual([
      true,
      false,
      false,
    ])
    expect(sandbox.control.intent("cart_1-1")?.history).toHaveLength(3)
  })

  it.each([
    ["670 11 22 33", "MTN of Cameroon", true],
    ["00237670112233", "the international form", true],
    ["+33612345678", "another country", false],
    ["12", "too short", false],
    ["", "nothing", false],
  ])("number %s: %s", async (number, _, isGood) => {
    const { checkout_url } = await createIntent(sandbox)
    const page = await post(checkout_url, "pay", { method: "mtn", phone: number })
    expect([page.status, status()]).toEqual(isGood ? [200, "processing"] : [422, "requires_action"])
    if (!isGood) expect(page.text).toContain('aria-invalid="true" aria-describedby="phone-hint phone-error"')
  })

  it("tells the page when it may go on", async () => {
    const { checkout_url } = await createIntent(sandbox)
    const poll = checkout_url.replace("?", "/status?")
    await post(checkout_url, "pay", phone)
    expect(JSON.parse((await open(poll)).text)).toEqual({ status: "processing", step: "phone" })
    sandbox.control.moveState("cart_1-1", "succeeded")
    expect(JSON.parse((await open(poll)).text)).toEqual({ status: "succeeded", step: "final" })
  })
})

describe("cards", () => {
  it("pays with one test number and is declined with another", async () => {
    const { checkout_url } = await createIntent(sandbox)
    expect(has(await post(checkout_url, "pay", CARD), "receipt")).toBe(true)
    const second = await createIntent(sandbox, { merchant_reference: "cart_2-1" })
    const page = await post(second.checkout_url, "pay", { ...CARD, card_number: "4000000000000002" })
    expect([has(page, "outcome"), sandbox.control.intent("cart_2-1")?.status]).toEqual([true, "failed"])
  })

  it.each([
    ["card_number", "4111111111111112"],
    ["card_expiry", "13/40"],
    ["card_expiry", "01/20"],
    ["card_cvc", "12"],
    ["card_name", " "],
  ])("refuses a wrong %s and gives no card field back", async (field, value) => {
    const { checkout_url } = await createIntent(sandbox)
    const page = await post(checkout_url, "pay", { ...CARD, [field]: value })
    expect([page.status, status()]).toEqual([422, "requires_action"])
    expect(page.text).toContain(`id="${field}-error"`)
    expect(page.text).not.toMatch(/value="(4242|4111|12\/40|123)/)
  })

  it("is refused where the intent allows mobile money only", async () => {
    const { checkout_url } = await createIntent(sandbox, { payment_method_types: ["mobile_money"] })
    expect((await post(checkout_url, "pay", CARD)).status).toBe(422)
    expect(status()).toBe("requires_action")
  })
})

describe("the rest of the page", () => {
  it("cancels and leads back to the shop", async () => {
    const { checkout_url } = await createIntent(sandbox, { redirect_url: SHOP })
    const page = await post(checkout_url, "cancel")
    expect([status(), page.text.includes("status=canceled")]).toEqual(["canceled", true])
  })

  it("has no way back where the merchant gave none", async () => {
    const { checkout_url } = await createIntent(sandbox)
    expect(has(await post(checkout_url, "cancel"), "back-to-shop")).toBe(false)
  })

  it("adds the fee of the chosen method when the customer bears it; verify tells what was paid (U-21)", async () => {
    const { checkout_url } = await createIntent(sandbox, { fee_bearer: "customer" })
    const page = await open(checkout_url)
    expect(plain(page.text)).toContain("FCFA 10,350")
    expect(plain(page.text)).toContain("FCFA 10,390")
    await post(checkout_url, "pay", CARD)
    expect((await call(sandbox, "/payment-verification/cart_1-1/verify")).body.data.amount).toBe("10390")
    expect(sandbox.control.intent("cart_1-1")).toMatchObject({ amount: "10000", attempt: { fee: "390" } })
  })

  it("asks for a shipping address when the merchant wants one", async () => {
    const { checkout_url } = await createIntent(sandbox, { collect_shipping_address: true })
    const page = await post(checkout_url, "pay", { ...CARD, ship_city: "Douala" })
    expect([page.status, page.text.includes('value="Douala"')]).toEqual([422, true])
    await post(checkout_url, "pay", { ...CARD, ship_line1: "Rue 1", ship_city: "Douala", ship_country: "CM" })
    expect(sandbox.control.intent("cart_1-1")).toMatchObject({
      status: "succeeded",
      shipping_address: { line1: "Rue 1", city: "Douala", country: "CM" },
    })
  })
})

describe("formatMoney", () => {
  it.each([
    [12500n, "XAF", "fr", "12 500 FCFA"],
    [12500n, "XAF", "en", "FCFA 12,500"],
    [12500n, "EUR", "fr", "125,00 €"],
    [5n, "EUR", "en", "€0.05"],
    [-1234n, "TND", "en", "-TND 1.234"],
    [90071992547409931n, "EUR", "en", "€900,719,925,474,099.31"],
  ] as const)("%s %s in %s", (amount, currency, locale, text) => {
    expect(plain(formatMoney(amount, currency, locale))).toBe(text)
  })
})
