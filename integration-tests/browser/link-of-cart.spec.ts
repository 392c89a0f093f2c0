import { type Browser, type BrowserContext, type Page } from "playwright-core"
import { encode } from "uqr"
import { violations } from "./support/accessibility"
import { asVisitor, desktop, launchBrowser, onNewPage, phone, screenshot } from "./support/browser"
import { startPayment, store } from "./support/buyer"
import { adminApi, merchantsBrowser, openPage } from "./support/dashboard"
import { demo, inBrowser } from "./support/demo"
import { moveState } from "./support/service"
import { textsOf } from "./support/texts"

jest.setTimeout(240_000)

/** The language of one look, the colours and the size of the other. */
const LOOKS = [
  { language: "fr", colorScheme: "light", locale: "fr-CM", ...phone, viewport: { width: 360, height: 780 } },
  { language: "en", colorScheme: "dark", locale: "en-GB", ...desktop },
] as const
const WORDS = {
  en: { anew: / all the same$/, paid: "Payment received" },
  fr: { anew: / quand même$/, paid: "Paiement reçu" },
}
const CARD = "[data-testid=payment-link]"
const SHEET = "[data-testid=code-sheet]"

interface Intents {
  intents: { id: string; payment_number: string; merchant_reference: string; order_id: string | null }[]
}

inBrowser.each(LOOKS)("the link of a cart in $language, $colorScheme", ({ language, ...look }) => {
  const t = textsOf(language)
  let browser: Browser
  let merchant: BrowserContext
  beforeAll(async () => {
    browser = await launchBrowser()
    merchant = await merchantsBrowser(browser, { ...look, language })
  })
  afterAll(async () => await browser?.close())

  const shot = (page: Page, name: string) => screenshot(page, `link-of-cart-${name}-${language}`)
  const isWide = (page: Page) =>
    page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
  const paymentsOf = async (cartId: string) =>
    (await adminApi<Intents>(`/paycollect/intents?cart_id=${cartId}&order=-created_at`)).intents

  it("is made on the page of the payment that nobody finished, mailed, shown as a code, and paid by its customer", async () => {
    const { cartId, reference } = await startPayment({ provider: "card" })
    await moveState(reference, "failed")
    const [left] = await paymentsOf(cartId)
    let url = ""
    await onNewPage(merchant, { name: `link-of-cart-${language}`, consoleMay: [] }, async (page) => {
      await openPage(page, `/paycollect/payments/${left!.id}`, CARD)
      await page.locator(`${CARD} [data-testid=make-link]`).click()
      await page.locator(CARD).getByText(t("link.state.payable")).waitFor()
      url = await page.locator(CARD).getByText("/paycollect/pay/").innerText()

      // Twice as fast as a hand can: one mail.
      await page.locator(`${CARD} [data-testid=mail-link]`).dblclick()
      await page.getByText(t("link.mail_sent"), { exact: true }).waitFor()
      await page.locator(CARD).getByText(t("link.mailed_at"), { exact: true }).waitFor()
      await page.locator(CARD).scrollIntoViewIfNeeded()
      expect(await violations(page, { include: [CARD] })).toEqual([])
      expect(await isWide(page)).toBe(false)
      await shot(page, "card")

      await page.locator(`${CARD} [data-testid=link-code]`).click()
      await page
        .locator(SHEET)
        .getByText(t("link.code_payment", { number: left!.payment_number }))
        .waitFor()
      // The drawer slides in.
      await page.waitForTimeout(500)
      expect(await page.locator(`${SHEET} svg path`).getAttribute("d")).toBe(drawn(url))
      // On paper it is read elsewhere: the hour says in which zone it is told.
      expect(await page.locator(SHEET).innerText()).toMatch(/\b(UTC|GMT)/)
      // The kit's own close button has no name.
      const dialog = { include: ["[role=dialog]"], exclude: ["[role=dialog] > div:first-of-type"] }
      expect(await violations(page, dialog)).toEqual([])
      await shot(page, "code")

      await page.emulateMedia({ media: "print" })
      const printed = page.locator("[data-paycollect-sheet]")
      expect(await printed.isVisible()).toBe(true)
      expect(await page.getByRole("dialog").isVisible()).toBe(false)
      expect(await page.locator(CARD).isVisible()).toBe(false)
      await shot(page, "print")
      await page.evaluate(() =>
        Object.assign(window, { print: () => Object.assign(window, { printed: true }) })
      )
      await page.emulateMedia({ media: "screen" })
      await page.locator("[data-testid=print-code]").click()
      expect(await page.evaluate(() => "printed" in window)).toBe(true)
    })

    const mails = await (await fetch(`${demo!.backend}/mails`)).text()
    expect(mails.split(`&quot;url&quot;: &quot;${url}`)).toHaveLength(2)
    const visitor = { name: `link-of-cart-pay-${language}`, consoleMay: [], ...look }
    await asVisitor(browser, visitor, async (page) => {
      await page.goto(`${url}?lang=${language}`)
      // The payment that she left a moment ago may still be paid.
      const anew = page.getByRole("button", { name: WORDS[language].anew })
      await anew.waitFor()
      expect(await violations(page)).toEqual([])
      await shot(page, "asked")
      await anew.click()
      await page.waitForURL(/\/checkout\/pi_/)
      const [next] = await paymentsOf(cartId)
      expect(next!.merchant_reference).not.toBe(reference)
      await moveState(next!.merchant_reference, "succeeded")
      await page.goto(`${demo!.backend}/paycollect/return/${next!.merchant_reference}`)
      await page.getByRole("heading", { name: WORDS[language].paid }).waitFor()
      expect(page.url()).toContain(url)
      await shot(page, "paid")
      expect((await paymentsOf(cartId))[0]!.order_id).toMatch(/^order_/)
    })
  })

  it("is not made of a cart that lacks something: each is named", async () => {
    const { cartId, reference } = await startPayment({ provider: "card" })
    await moveState(reference, "failed")
    const [left] = await paymentsOf(cartId)
    const { cart } = await store<{ cart: { items: { id: string }[] } }>(`/carts/${cartId}`)
    await store(`/carts/${cartId}/line-items/${cart.items[0]!.id}`, { quantity: 0 })
    const may = { name: `link-of-cart-lacks-${language}`, consoleMay: [/status of 409/] }
    await onNewPage(merchant, may, async (page) => {
      await openPage(page, `/paycollect/payments/${left!.id}`, CARD)
      await page.locator(`${CARD} [data-testid=make-link]`).click()
      await page.getByText(t("link.lack.goods")).waitFor()
      await shot(page, "lacks")
    })
  })
})

/** As a scanner has to see it, with the quiet zone around. */
function drawn(text: string): string {
  const { data } = encode(text, { ecc: "M", border: 4 })
  return data.map((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")).join("")).join("")
}
