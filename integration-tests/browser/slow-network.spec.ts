import { type Browser, type Page } from "playwright-core"
import { desktop, launchBrowser } from "./support/browser"
import { demo, inBrowser, requestsOf } from "./support/demo"
import { answerOnPhone, askByMobileMoney, backToShop } from "./support/hosted-checkout"
import { startPayment } from "./support/buyer"
import { guest, openFilledCart, orderNumber } from "./support/shop"
import { smallPhone, visit } from "./support/visitor"

jest.setTimeout(300_000)

/** Gzipped, with what the store answers and without pictures, in a browser that was never here. */
const MOST_BYTES = { product: 120_000, checkout: 160_000 }
/** The edge of a network: what a page of 130 kB takes half a minute on. */
const EDGE = { offline: false, latency: 800, downloadThroughput: 35_000 / 8, uploadThroughput: 35_000 / 8 }
const VISITORS = [
  {
    ...{ ...smallPhone, name: "edge-phone-fr", locale: "fr-CM", without: "Hors livraison" },
    checking: "Nous vérifions votre paiement. Ne payez pas une seconde fois.",
  },
  {
    ...{ ...desktop, name: "edge-desktop-en", locale: "en-GB", without: "Without delivery" },
    checking: "We check your payment. Please do not pay a second time.",
  },
]

interface Traffic {
  /** of all requests that are over, with their headers */
  bytes(): number
  /** addresses */
  scripts: string[]
}

async function trafficOf(page: Page): Promise<Traffic> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send("Network.enable")
  await devtools.send("Network.setCacheDisabled", { cacheDisabled: true })
  const pictures = new Set<string>()
  const sizes = new Map<string, number>()
  const scripts: string[] = []
  devtools.on("Network.responseReceived", ({ requestId, type, response }) => {
    if (response.mimeType.startsWith("image/")) pictures.add(requestId)
    if (type === "Script") scripts.push(response.url)
  })
  devtools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) =>
    sizes.set(requestId, encodedDataLength)
  )
  const bytes = () => [...sizes].reduce((sum, [id, size]) => (pictures.has(id) ? sum : sum + size), 0)
  return { bytes, scripts }
}

inBrowser("a shop on a slow network", () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser?.close())

  it("weighs little: product page, and checkout without the rules of phone numbers", async () => {
    await visit(browser, { ...smallPhone, locale: "fr-CM", name: "weight" }, async ({ tab }) => {
      const page = await tab()
      await page.goto(`${demo!.store}/cm`)
      const product = await page.getByTestId("product-card").first().getAttribute("href")
      const weigh = async (address: string, testId: string) => {
        const fresh = await tab()
        const traffic = await trafficOf(fresh)
        await fresh.goto(address)
        await fresh.getByTestId(testId).first().waitFor()
        await fresh.waitForLoadState("networkidle")
        return { fresh, ...traffic }
      }
      const first = await weigh(new URL(product!, demo!.store).href, "add-to-cart")
      expect(first.bytes()).toBeGreaterThan(60_000)

      await openFilledCart(page)
      const cart = await page.evaluate(() => localStorage.getItem("hauts_plateaux_cart"))
      expect(cart).toMatch(/^cart_/)
      const second = await weigh(`${demo!.store}/cm/checkout`, "delivery-option")
      const isRules = (url: string) => /\/phone-/.test(url)
      console.info(`product page ${first.bytes()} bytes, checkout ${second.bytes()} bytes, gzipped`)
      expect(first.bytes()).toBeLessThanOrEqual(MOST_BYTES.product)
      expect(second.bytes()).toBeLessThanOrEqual(MOST_BYTES.checkout)
      expect(second.scripts.filter(isRules)).toEqual([])
      const rules = second.fresh.waitForRequest((request) => isRules(request.url()))
      await second.fresh.getByTestId("checkout-phone").press("6")
      await rules
    })
  })

  it.each(VISITORS)("says with its first bytes that the payment is checked ($name)", async (visitor) => {
    const { checking, without: _, ...options } = visitor
    await visit(browser, { ...options, name: `${options.name}-back` }, async ({ context, tab, look }) => {
      let bring: () => void = () => undefined
      const brought = new Promise<void>((resolve) => (bring = resolve))
      await context.route(/\/assets\/|\/config\.json/, (route) => brought.then(() => route.continue()))
      const page = await tab()
      const { cartId: cart_id } = await startPayment()
      const query = new URLSearchParams({ paycollect_status: "waiting", cart_id })
      await page.goto(`${demo!.store}/cm/checkout/waiting?${query}`, { waitUntil: "commit" })
      await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0)
      expect(await page.locator("body").innerText()).toBe(checking)
      bring()
      await page.locator("[data-testid=waiting] [data-part=continue]").waitFor()
      expect(await page.getByText(checking).count()).toBe(0)
      await look(page, "1-waiting")
      await page.goto(`${demo!.store}/cm`)
      expect(await page.getByText(checking).count()).toBe(0)
    })
  })

  it.each(VISITORS)("keeps a press of the pay button, and takes one payment ($name)", async (visitor) => {
    const { without, checking: _, ...options } = visitor
    await visit(browser, options, async ({ context, tab, look }) => {
      context.setDefaultTimeout(120_000)
      const page = await tab()
      await openFilledCart(page)
      const devtools = await context.newCDPSession(page)
      await devtools.send("Network.enable")
      await devtools.send("Network.emulateNetworkConditions", EDGE)
      await page.getByTestId("go-to-checkout").click()
      for (const [field, value] of Object.entries(guest))
        await page.getByTestId(`checkout-${field}`).fill(value)
      await page.locator("#payment input").first().check()
      // Nobody knows yet what she pays.
      const button = page.getByTestId("pay")
      await page.locator(".totals").getByText(without).waitFor()
      expect(await button.innerText()).not.toMatch(/\d/)
      expect(await page.locator(".fees p").count()).toBe(0)
      await look(page, "1-without-delivery")
      await page.getByTestId("delivery-option").first().check()
      await button.click()
      // It is being saved still, and she is told that her press counts.
      expect(await button.getAttribute("aria-busy")).toBe("true")
      expect(await button.innerText()).not.toMatch(/\d/)
      await look(page, "2-pressed")
      await page.waitForURL(`${demo!.sandbox}/checkout/**`)
      const reference = await page.getByTestId("reference").innerText()
      await askByMobileMoney(page, "mtn")
      await answerOnPhone(page, "confirm")
      await backToShop(page)
      expect(await orderNumber(page, "cm")).toBeGreaterThan(0)
      await look(page, "3-order")
      expect(await requestsOf(reference, "create_payment_intent")).toHaveLength(1)
    })
  })
})
