import { type Browser, type BrowserContext, type Page } from "playwright-core"
import { type AdminPayCollectTodayResponse } from "../../src/types/http"
import { violations } from "./support/accessibility"
import { desktop, launchBrowser, onNewPage, phone, screenshot } from "./support/browser"
import { comeBack, orderOf, startPayment } from "./support/buyer"
import { adminApi, merchantsBrowser, openPage, wholeShot } from "./support/dashboard"
import { inBrowser } from "./support/demo"
import { paymentOf } from "./support/money"
import { moveState, overrideVerify } from "./support/service"
import { textsOf } from "./support/texts"

jest.setTimeout(240_000)

const narrow = { ...phone, viewport: { width: 360, height: 640 } }
const digits = (text: string) => text.replace(/\D/g, "")

/** One of each fate. @returns the reference of the one that needs attention */
async function fillTheStore(email: string): Promise<string> {
  // One after the other: two first carts of one customer at once are refused.
  const paid = await startPayment({ email })
  const short = await startPayment({ email, provider: "card" })
  const declined = await startPayment()
  const canceled = await startPayment()
  await startPayment()
  await moveState(paid.reference, "succeeded")
  await orderOf(paid)
  await moveState(declined.reference, "failed")
  await moveState(canceled.reference, "canceled")
  await overrideVerify(short.reference, { amount: "1" })
  await moveState(short.reference, "succeeded")
  for (const purchase of [declined, canceled, short]) await comeBack(purchase)
  return short.reference
}

inBrowser.each([
  ["en-desktop-light", { ...desktop, language: "en", colorScheme: "light" }],
  ["fr-desktop-dark", { ...desktop, language: "fr", colorScheme: "dark" }],
  ["fr-narrow-dark", { ...narrow, language: "fr", colorScheme: "dark" }],
] as const)("the owner's day: %s", (name, visitor) => {
  const t = textsOf(visitor.language)
  const isNarrow = name.includes("narrow")
  const email = `today-${name}@example.com`
  let browser: Browser
  let merchant: BrowserContext
  let listed: string
  beforeAll(async () => {
    browser = await launchBrowser()
    listed = await fillTheStore(email)
    merchant = await merchantsBrowser(browser, visitor)
  })
  afterAll(() => browser?.close())

  const asMerchant = (title: string, visit: (page: Page) => Promise<void>) =>
    onNewPage(merchant, { name: `today-${title}-${name}`, consoleMay: [] }, visit)

  it("is the first thing on the page of payments, and leads to what it counts", async () => {
    await asMerchant("page", async (page) => {
      await openPage(page, "/paycollect", "[data-testid=today-amount]")
      const { currencies, attention, failed } =
        await adminApi<AdminPayCollectTodayResponse>("/paycollect/today")
      const amount = page.getByTestId("today-amount").first()
      expect(digits(await amount.locator("dd > span").first().innerText())).toBe(currencies[0]!.amount)
      const box = (await amount.boundingBox())!
      expect(box.y + box.height).toBeLessThan(visitor.viewport.height)
      const number = async (tile: string) =>
        digits(await page.getByTestId(`today-${tile}`).locator("dd > span").first().innerText())
      expect(await number("attention")).toBe(String(attention))
      expect(await page.getByTestId("attention-count").innerText()).toBe(String(attention))
      const { declined, canceled, not_started } = failed
      const all = declined + canceled + not_started
      expect(Math.min(declined, canceled)).toBeGreaterThan(0)
      expect(await number("failed")).toBe(String(all))
      // One environment, no word of it, but that the money is none.
      expect(await page.getByText(t("environment.test"), { exact: true }).count()).toBe(1)
      expect(await page.getByTestId("select-attention_reason").count()).toBe(isNarrow ? 0 : 1)
      await screenshot(page, `today-${name}`)
      await wholeShot(page, `today-whole-${name}`)
      expect(await violations(page, { include: ["main"] })).toEqual([])
      expect(await page.evaluate(() => document.querySelector("main")!.scrollWidth)).toBeLessThanOrEqual(
        visitor.viewport.width
      )

      await page.getByTestId("today-failed").getByRole("link").click()
      await page.waitForURL((address) => address.searchParams.get("tab") === "all")
      await page.waitForFunction(
        (many) => document.querySelectorAll("tbody tr").length === many,
        Math.min(all, 20)
      )
    })
  })

  it("has a list that fits the screen, begins at its first page in another order, and knows names and words", async () => {
    const { payment_number: number, customer_id } = await paymentOf(listed)
    await asMerchant("list", async (page) => {
      await openPage(page, "/paycollect?tab=all", "tbody tr")
      const row = page.locator("tbody tr").filter({ hasText: number })
      await row.getByText("Mireille Essomba").waitFor()
      await row.getByText(email).waitFor()
      if (!isNarrow) {
        const hidden = await page.evaluate(() => {
          const table = document.querySelector("table")!
          return table.scrollWidth - table.parentElement!.clientWidth
        })
        expect(hidden).toBeLessThanOrEqual(0)
      }
      await screenshot(page, `today-list-${name}`)
      await page.locator("input[type=search]").fill(`${t("field.payment_number")} : ${number}`)
      await page.waitForFunction(() => document.querySelectorAll("tbody tr").length === 1)
      await row.waitFor()

      await openPage(page, "/paycollect?tab=all&offset=20", "main button[aria-haspopup=menu]")
      await page.getByRole("button", { name: t("toolbar.sort") }).click()
      await page.getByRole("menuitemradio", { name: t("field.amount") }).click()
      await page.waitForURL(
        ({ searchParams }) => searchParams.get("order") !== null && !searchParams.has("offset")
      )
      await page.locator("tbody tr").first().waitFor()

      await openPage(
        page,
        `/customers/${customer_id}`,
        "[data-testid=customer-payments] [data-testid=table-row]"
      )
      const card = page.getByTestId("customer-payments")
      await card.getByTestId("attention-item").first().waitFor()
      await card.getByRole("link", { name: number }).waitFor()
      expect(await violations(page, { include: ["[data-testid=customer-payments]"] })).toEqual([])
      await wholeShot(page, `today-customer-${name}`)
    })
  })

  it("shows what was closed, by whom and with which note", async () => {
    const { id, attention } = await paymentOf(listed)
    const note = `Rendu au comptoir, ${name}`
    await adminApi(`/paycollect/intents/${id}/resolve`, {
      attention_id: attention[0]!.id,
      note,
      money: "returned",
    })
    await asMerchant("closed", async (page) => {
      await openPage(page, "/paycollect", "[data-testid=today-amount]")
      if (isNarrow) await page.getByTestId("filters").click()
      await page.getByTestId("select-attention_status").click()
      await page.getByRole("option", { name: t("attention_list.closed"), exact: true }).click()
      const item = page.getByTestId("attention-item").filter({ hasText: note })
      await item.waitFor()
      await item.getByText("Demo Merchant").waitFor()
      expect(await page.getByTestId("choose").count()).toBe(0)
      expect(await violations(page, { include: ["main"] })).toEqual([])
      await wholeShot(page, `today-closed-${name}`)
    })
  })

  if (!isNarrow)
    it("is found in Medusa's search", async () => {
      await asMerchant("search", async (page) => {
        await openPage(page, "/orders", "main")
        await page.keyboard.press("Control+k")
        await page.getByRole("option", { name: t("payments.go_to") }).waitFor()
        await screenshot(page, `today-search-${name}`)
        await page.getByRole("option", { name: t("payments.go_to") }).click()
        await page.waitForURL("**/app/paycollect")
      })
    })
})
