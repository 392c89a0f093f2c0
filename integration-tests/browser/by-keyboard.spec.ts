import { type Browser, type Page } from "playwright-core"
import { keyboardProblems } from "./support/accessibility"
import { desktop, launchBrowser } from "./support/browser"
import { decide, demo, inBrowser, requestsOf } from "./support/demo"
import { answerOnPhone, askByMobileMoney } from "./support/hosted-checkout"
import { guest, openFilledCart, orderNumber } from "./support/shop"
import { smallPhone, visit } from "./support/visitor"

jest.setTimeout(180_000)

const VISITORS = [
  { ...smallPhone, name: "keyboard-phone-fr", locale: "fr-CM", test: "Mode test : aucun argent ne bouge." },
  { ...desktop, name: "keyboard-desktop-en", locale: "en-GB", test: "Test mode: no money moves." },
]
const MOST_STEPS = 80

/** Moves the focus there, as somebody does who has no mouse. */
async function tabTo(page: Page, selector: string): Promise<void> {
  await page.locator(selector).first().waitFor()
  for (let step = 0; step < MOST_STEPS; step++) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)) return
    await page.keyboard.press("Tab")
  }
  throw new Error(`${selector} is not reached by Tab`)
}

inBrowser("a customer without a mouse", () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser?.close())

  it.each(VISITORS)("buys, is asked before a second charge, and waits ($name)", async (visitor) => {
    const { test, ...options } = visitor
    await visit(browser, options, async ({ tab, look }) => {
      const page = await tab()
      await openFilledCart(page)
      await page.getByTestId("cart-line").waitFor()
      expect(await keyboardProblems(page, "main")).toEqual([])
      await tabTo(page, "[data-testid=go-to-checkout]")
      await page.keyboard.press("Enter")
      for (const [field, value] of Object.entries(guest)) {
        await tabTo(page, `[data-testid=checkout-${field}]`)
        await page.keyboard.type(value)
      }
      await tabTo(page, "[data-testid=delivery-option]")
      await page.keyboard.press("Space")
      await tabTo(page, "#payment input")
      await page.keyboard.press("Space")
      await page.locator("#payment").getByText(test).waitFor()
      await page.locator("[data-testid=pay] [data-part=amount]").waitFor()
      // Mobile money first: that is what most people have here.
      expect(await page.locator("#payment input").first().isChecked()).toBe(true)
      expect(await page.locator("#payment input").first().getAttribute("value")).toContain("mobile-money")
      expect(await keyboardProblems(page, "main")).toEqual([])
      await look(page, "1-checkout")
      await tabTo(page, "[data-testid=pay]")
      await page.keyboard.press("Enter")
      await page.waitForURL(`${demo!.sandbox}/checkout/**`)
      const reference = await page.getByTestId("reference").innerText()
      await askByMobileMoney(page, "mtn")
      await answerOnPhone(page, "wait")

      await page.goto(`${demo!.store}/cm/checkout`)
      await page.getByTestId("delivery-option").first().waitFor()
      await page.locator("[data-testid=pay] [data-part=amount]").waitFor()
      await tabTo(page, "#payment input:checked")
      await page.keyboard.press("ArrowDown")
      await tabTo(page, "[data-testid=pay]")
      await page.keyboard.press("Enter")
      await page.locator("dialog.question [data-part=wait]").waitFor()
      expect(await keyboardProblems(page, "dialog.question")).toEqual([])
      await look(page, "2-question")
      await tabTo(page, "dialog.question [data-part=wait]")
      await page.keyboard.press("Enter")
      await page.locator("[data-testid=waiting] [data-part=continue]").waitFor()
      expect(await keyboardProblems(page, "main")).toEqual([])
      await look(page, "3-waiting")
      await decide(reference, "succeeded")
      expect(await orderNumber(page, "cm")).toBeGreaterThan(0)
      expect(await keyboardProblems(page, "main")).toEqual([])
      await look(page, "4-order")
      expect(await requestsOf(reference, "create_payment_intent")).toHaveLength(1)
    })
  })
})
