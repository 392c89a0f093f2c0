import { type Browser, type BrowserContext, type Page } from "playwright-core"
import { type AdminPayCollectIntent } from "../../src/types/http"
import { violations } from "./support/accessibility"
import { desktop, launchBrowser, onNewPage, phone, screenshot } from "./support/browser"
import { adminApi, merchantsBrowser, openPage } from "./support/dashboard"
import { inBrowser, requestsOf } from "./support/demo"
import { lateMoney, paymentOf, phoneOrder } from "./support/money"
import { textsOf, type Language } from "./support/texts"

jest.setTimeout(240_000)

/** The language of one look, the colours and the size of the other: each is seen, without all of their combinations. */
const LOOKS = [
  { language: "en", colorScheme: "light", ...desktop },
  { language: "fr", colorScheme: "dark", ...phone, viewport: { width: 360, height: 780 } },
] as const

/** Without what is Medusa's own: the drawer's head, whose close button has no name, and the picture in a field that is searched with. */
const DRAWER = {
  include: ["[role=dialog]"],
  exclude: ["[role=dialog] > div:first-of-type", "input[type=search] ~ div"],
}

inBrowser.each(LOOKS)("money that no order stands for, in $language, $colorScheme", (look) => {
  const language: Language = look.language
  const t = textsOf(language)
  let browser: Browser
  let merchant: BrowserContext
  beforeAll(async () => {
    browser = await launchBrowser()
    merchant = await merchantsBrowser(browser, look)
  })
  afterAll(async () => {
    await adminApi("/paycollect/settings", { refunds: null })
    await browser?.close()
  })

  const asMerchant = (name: string, visit: (page: Page) => Promise<void>) =>
    onNewPage(merchant, { name: `money-${name}-${language}`, consoleMay: [/status of 400/] }, visit)
  const shot = async (page: Page, name: string) => {
    // Away from what was clicked: Medusa's own button is too pale in the dark while it is pointed at.
    await page.mouse.move(1, 1)
    await page.waitForTimeout(400)
    await screenshot(page, `money-${name}-${language}`)
  }
  const open = async (page: Page, { id }: AdminPayCollectIntent) => {
    await openPage(page, `/paycollect/payments/${id}`, "[data-testid=attention-item]")
    return page.getByTestId("attention-item").first()
  }

  it("says what to switch on while refunds are off, and leads there", async () => {
    await adminApi("/paycollect/settings", { refunds: "off" })
    const money = await lateMoney()
    await asMerchant("off", async (page) => {
      const item = await open(page, money)
      expect(await item.getByTestId("refund").isDisabled()).toBe(true)
      await shot(page, "off")
      await item.getByRole("link", { name: t("refund.off_link") }).click()
      await page.waitForURL("**/settings/paycollect**")
    })
  })

  it("goes back in part and then all of it, after it was shown once more", async () => {
    await adminApi("/paycollect/settings", { refunds: "api" })
    const money = await lateMoney()
    await asMerchant("refund", async (page) => {
      const item = await open(page, money)
      await item.getByTestId("refund").click()
      const amount = page.locator("input[name=amount]")
      await amount.fill("0")
      await page.getByTestId("refund-continue").click()
      await page.locator("[aria-invalid=true]").waitFor()
      await amount.fill("100")
      await shot(page, "refund-wish")
      expect(await violations(page, DRAWER)).toEqual([])
      await page.getByTestId("refund-continue").click()
      await page.getByTestId("refund-summary").waitFor()
      await shot(page, "refund-summary")
      await page.getByTestId("refund-confirm").click()
      await page.getByTestId("refund-confirm").waitFor({ state: "detached" })
      expect(await paymentOf(money.merchant_reference)).toMatchObject({ refunded: "100" })
      await page.getByText(t("status.partly_refunded"), { exact: true }).first().waitFor()

      await page.getByTestId("refund").first().click()
      await page.getByTestId("refund-continue").click()
      await page.getByTestId("refund-confirm").click()
      await page.getByText(t("status.refunded"), { exact: true }).first().waitFor()
      await page.getByText(t("attention_list.resolved"), { exact: true }).first().waitFor()
      expect(await page.getByTestId("refund").count()).toBe(0)
      await shot(page, "refunded")
      const { refunded, amount: came, attention } = await paymentOf(money.merchant_reference)
      expect([refunded, attention.map(({ status }) => status)]).toEqual([came, ["resolved"]])
    })
  })

  it("goes back once when the answer got lost and the button is pressed again; a later one is another", async () => {
    await adminApi("/paycollect/settings", { refunds: "api" })
    const money = await lateMoney()
    await asMerchant("refund-again", async (page) => {
      const keys: string[] = []
      await page.route("**/admin/paycollect/intents/*/refund", async (route) => {
        keys.push((route.request().postDataJSON() as { key: string }).key)
        if (keys.length > 1) return await route.continue()
        // The store has it, and her connection breaks before she hears of it.
        await route.fetch()
        await route.abort("connectionreset")
      })
      const item = await open(page, money)
      await item.getByTestId("refund").click()
      await page.locator("input[name=amount]").fill("100")
      await page.getByTestId("refund-continue").click()
      await page.getByTestId("refund-confirm").click()
      await page.getByTestId("refund-error").getByText(t("refund.error.offline")).waitFor()
      expect(await paymentOf(money.merchant_reference)).toMatchObject({ refunded: "100" })
      await shot(page, "refund-lost-answer")
      await page.getByTestId("refund-confirm").click()
      await page.getByTestId("refund-confirm").waitFor({ state: "detached" })
      expect(keys).toEqual([keys[0], keys[0]])
      expect(await paymentOf(money.merchant_reference)).toMatchObject({ refunded: "100" })
      expect(await requestsOf(money.merchant_reference, "create_refund")).toHaveLength(1)

      // Another one, which she means: its key is its own.
      await page.getByTestId("refund").first().click()
      await page.locator("input[name=amount]").fill("100")
      await page.getByTestId("refund-continue").click()
      await page.getByTestId("refund-confirm").click()
      await page.getByTestId("refund-confirm").waitFor({ state: "detached" })
      expect(keys[2]).not.toBe(keys[0])
      expect(await paymentOf(money.merchant_reference)).toMatchObject({ refunded: "200" })
    })
  })

  it("is booked on an order that owes it, which is chosen from the same customer's", async () => {
    const money = await lateMoney()
    const order = await phoneOrder(money)
    await asMerchant("assign", async (page) => {
      const item = await open(page, money)
      await item.getByTestId("assign").click()
      const choice = page.getByTestId("assign-order").filter({ hasText: `#${order.display_id}` })
      await choice.waitFor()
      await page.getByTestId("assign-confirm").click()
      await page.getByTestId("assign-error").waitFor()
      await choice.click()
      await shot(page, "assign-choice")
      expect(await violations(page, DRAWER)).toEqual([])
      await page.getByTestId("assign-confirm").click()
      await page.getByTestId("assign-confirm").waitFor({ state: "detached" })
      await page.getByText(t("attention_list.resolved"), { exact: true }).first().waitFor()
      await shot(page, "booked")
    })
    expect(await paymentOf(money.merchant_reference)).toMatchObject({ order_id: order.id })
    type Shown = { order: { payment_status: string; total: number } }
    const { order: paid } = await adminApi<Shown>(`/orders/${order.id}`)
    // Taxes come on top of what an employee types as a price.
    const owesMore = paid.total > Number(money.amount)
    expect(paid.payment_status).toBe(owesMore ? "partially_captured" : "captured")
  })
})
