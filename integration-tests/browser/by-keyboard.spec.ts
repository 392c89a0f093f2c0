import { type Browser, type BrowserContext, type Page } from "playwright-core"
import { keyboardProblems } from "./support/accessibility"
import { desktop, launchBrowser, onNewPage } from "./support/browser"
import { adminApi, merchantsBrowser, openPage } from "./support/dashboard"
import { decide, demo, inBrowser, requestsOf } from "./support/demo"
import { answerOnPhone, askByMobileMoney } from "./support/hosted-checkout"
import { lateMoney, paymentOf } from "./support/money"
import { guest, openFilledCart, orderNumber } from "./support/shop"
import { textsOf } from "./support/texts"
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

/** Enter, held as long as a keyboard needs to repeat it. */
async function hold(page: Page): Promise<void> {
  for (let repeat = 0; repeat < 8; repeat++) await page.keyboard.down("Enter")
  await page.keyboard.up("Enter")
}

inBrowser("an employee without a mouse", () => {
  const t = textsOf("en")
  let browser: Browser
  let merchant: BrowserContext
  beforeAll(async () => {
    browser = await launchBrowser()
    merchant = await merchantsBrowser(browser, { ...desktop, language: "en" })
    await adminApi("/paycollect/settings", { refunds: "api" })
  })
  afterAll(async () => {
    await adminApi("/paycollect/settings", { refunds: null })
    await browser?.close()
  })

  const asEmployee = (name: string, visit: (page: Page) => Promise<void>) =>
    onNewPage(merchant, { name: `keyboard-${name}`, consoleMay: [/status of 400/] }, visit)
  const onList = async (page: Page, number: string) => {
    await openPage(page, "/paycollect", "[data-testid=attention-item]")
    return page.getByTestId("attention-item").filter({ hasText: number })
  }
  const hasFocus = (page: Page, selector: string) =>
    page.waitForFunction((wanted) => document.activeElement?.matches(wanted), selector)

  it("sends no refund that was not read: neither by a held key nor by a double click, and hears a refusal after Escape", async () => {
    const { id, payment_number, merchant_reference } = await lateMoney()
    await asEmployee("refund", async (page) => {
      let sent = 0
      page.on("request", (request) => (sent += Number(request.url().endsWith("/refund"))))
      const item = await onList(page, payment_number)
      await item.getByTestId("refund").focus()
      await page.keyboard.press("Enter")
      await hasFocus(page, "input[name=amount]")
      await hold(page)
      await hasFocus(page, ":has(> [data-testid=refund-summary])")
      await page.getByRole("button", { name: t("refund.change") }).focus()
      await page.keyboard.press("Enter")
      await hasFocus(page, "input[name=amount]")
      await page.getByTestId("refund-continue").focus()
      await hold(page)
      await hasFocus(page, ":has(> [data-testid=refund-summary])")
      await page.getByRole("button", { name: t("refund.change") }).click()
      await page.getByTestId("refund-continue").dblclick()
      await page.getByTestId("refund-confirm").waitFor()
      expect(sent).toBe(0)

      // A refusal that is not read would be taken for a refund.
      const drawer = page.getByRole("dialog")
      const answered = page.waitForResponse(/\/refund$/)
      await page.route(/\/refund$/, async (route) => {
        await page.locator("[data-testid=refund-confirm]:disabled").waitFor()
        await page.keyboard.press("Escape")
        await adminApi(`/paycollect/intents/${id}/resolve`, {
          ...{ attention_id: (await paymentOf(merchant_reference)).attention[0]!.id, money: "returned" },
          note: "By Awa",
        })
        await route.continue()
      })
      await page.getByTestId("refund-confirm").focus()
      await page.keyboard.press("Enter")
      await answered
      await drawer.getByTestId("refund-error").waitFor()
      expect(sent).toBe(1)
    })
  })

  it("keeps what was typed until it is left on purpose, and the place in the list", async () => {
    const [{ payment_number }, other] = [await lateMoney(), await lateMoney()]
    await asEmployee("typed", async (page) => {
      const item = await onList(page, payment_number)
      await item.getByTestId("check-now").focus()
      const checked = page.waitForResponse(/\/verify$/)
      await page.keyboard.press("Enter")
      await checked
      await hasFocus(page, "[data-testid=check-now]:enabled")

      await item.getByTestId("resolve").focus()
      await page.keyboard.press("Enter")
      await hasFocus(page, "textarea[name=note]")
      await page.keyboard.type("From the till")
      await page.keyboard.press("Escape")
      const question = page.getByRole("alertdialog", { name: t("form.leave_title") })
      await question.waitFor()
      await page.keyboard.press("Escape")
      await question.waitFor({ state: "detached" })
      await hasFocus(page, "textarea[name=note]")
      expect(await page.locator("textarea[name=note]").inputValue()).toBe("From the till")
      await page.keyboard.press("Escape")
      await question.getByRole("button", { name: t("form.leave_confirm") }).focus()
      await page.keyboard.press("Enter")
      await page.getByRole("dialog").waitFor({ state: "detached" })
      await hasFocus(page, "[data-testid=resolve]")

      await page
        .getByTestId("attention-item")
        .filter({ hasText: other.payment_number })
        .getByTestId("new-order")
        .focus()
      await page.keyboard.press("Enter")
      await page.getByTestId("new-order-preview").waitFor()
      await page.getByTestId("new-order-confirm").focus()
      await page.keyboard.press("Enter")
      await page.getByText(other.payment_number).waitFor({ state: "detached" })
      await hasFocus(page, "[data-testid=attention-item] *")
    })
  })

  it("opens a payment from the list of all, once", async () => {
    const { payment_number, id } = await lateMoney()
    await asEmployee("payments", async (page) => {
      await openPage(page, "/paycollect?tab=all", "tbody tr")
      await page.getByRole("table", { name: t("payments.all") }).waitFor()
      await page.getByRole("link", { name: payment_number }).focus()
      await page.keyboard.press("Enter")
      await page.waitForURL(`**/paycollect/payments/${id}`)
      await page.goBack()
      await page.waitForURL("**/paycollect?tab=all")
    })
  })
})
