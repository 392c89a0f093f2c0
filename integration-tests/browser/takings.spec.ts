import { readFileSync } from "node:fs"
import { type Browser, type BrowserContext, type Locator } from "playwright-core"
import { type AdminPayCollectTakingsResponse, type AdminPayCollectTodayResponse } from "../../src/types/http"
import { violations } from "./support/accessibility"
import { desktop, launchBrowser, onNewPage, phone } from "./support/browser"
import { comeBack, orderOf, startPayment } from "./support/buyer"
import { adminApi, merchantsBrowser, openPage, wholeShot } from "./support/dashboard"
import { inBrowser } from "./support/demo"
import { moveState } from "./support/service"
import { textsOf } from "./support/texts"

jest.setTimeout(240_000)

async function fillTheStore() {
  const [paid, declined] = await Promise.all([
    startPayment({ email: "takings@example.com" }),
    startPayment({ email: "declined@example.com" }),
    startPayment({ email: "waiting@example.com" }),
  ])
  await moveState(paid.reference, "succeeded")
  await orderOf(paid)
  await moveState(declined.reference, "failed")
  await comeBack(declined)
}

const digits = (text: string) => text.replace(/\D/g, "")

inBrowser.each([
  ["en-desktop-light", { ...desktop, language: "en", colorScheme: "light" }],
  ["fr-desktop-dark", { ...desktop, language: "fr", colorScheme: "dark" }],
  ["fr-phone-light", { ...phone, language: "fr", colorScheme: "light" }],
  ["en-phone-dark", { ...phone, language: "en", colorScheme: "dark" }],
] as const)("takings: %s", (name, visitor) => {
  const t = textsOf(visitor.language)
  let browser: Browser
  let merchant: BrowserContext
  beforeAll(async () => {
    browser = await launchBrowser()
    await fillTheStore()
    merchant = await merchantsBrowser(browser, visitor)
  })
  afterAll(() => browser?.close())

  it("shows the sums, another time, and saves them as a file", async () => {
    await onNewPage(merchant, { name: `takings-${name}`, consoleMay: [] }, async (page) => {
      await openPage(page, "/paycollect/takings", "[data-testid=takings-chart]")
      const { totals } = await adminApi<AdminPayCollectTakingsResponse>(
        "/paycollect/takings?currency_code=xaf"
      )
      const sum = (of: "amount" | "net") =>
        totals.reduce((total, one) => total + BigInt(one[of]), 0n).toString()
      const shown = page.getByTestId("takings-xaf")
      const number = (tile: string) =>
        shown.getByTestId(`sum-${tile}`).locator("dd > span").first().innerText()
      expect(digits(await number("amount"))).toBe(sum("amount"))
      expect(digits(await number("net"))).toBe(sum("net"))
      expect(BigInt(sum("amount"))).toBeGreaterThan(0n)
      expect(await shown.getByTestId("takings-bar").count()).toBe(30)
      const heard = page.getByTestId("takings-said")
      expect(await heard.innerText()).toContain(await number("net"))
      expect(await shown.getByRole("table").count()).toBe(2)
      await page.waitForTimeout(500)
      await wholeShot(page, `takings-${name}`)
      expect(await violations(page, { include: ["main"] })).toEqual([])
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(overflow).toBeLessThanOrEqual(0)

      const saved = page.waitForEvent("download")
      await page.getByTestId("takings-export").click()
      const lines = readFileSync(await (await saved).path(), "utf8")
        .trimEnd()
        .split("\r\n")
      expect(lines[0]).toContain(
        visitor.language === "fr" ? `"Payé le";"Payé à (UTC)"` : `"paid_on","paid_at_utc"`
      )
      expect(lines.some((line) => line.includes("takings@example.com"))).toBe(true)
      await page.getByText(t("takings.exported")).first().waitFor()

      if (name.includes("phone")) await page.getByTestId("filters").click()
      await page.getByTestId("select-range").click()
      await page.getByRole("option", { name: t("takings.range_today"), exact: true }).click()
      await shown.getByTestId("takings-before").waitFor()
      await wholeShot(page, `takings-today-${name}`)

      await page.getByTestId("select-bucket").click()
      await page.getByRole("option", { name: t("takings.per_month"), exact: true }).click()
      await page.waitForURL("**bucket=month**")
      await page.getByTestId("select-range").click()
      await page.getByRole("option", { name: t("takings.range_own"), exact: true }).click()
      await page.getByTestId("takings-from").fill("2026-02-01")
      await page.getByTestId("takings-to").fill("2026-01-01")
      await page.getByText(t("takings.backwards")).waitFor()
      await page.getByTestId("takings-from").fill("2025-12-01")
      await page.getByRole("status").getByText(t("takings.empty")).waitFor()
      await wholeShot(page, `takings-empty-${name}`)
    })
  })

  if (name.includes("desktop"))
    it.each([1, 2])("names the environment where there are two: %d", async (many) => {
      const today = await adminApi<AdminPayCollectTodayResponse>("/paycollect/today")
      const answer = { ...today, environments: ["test", "live"].slice(0, many) }
      await onNewPage(merchant, { name: `takings-of-${many}-${name}`, consoleMay: [] }, async (page) => {
        await page.route("**/admin/paycollect/today", (route) => route.fulfill({ json: answer }))
        const isThere = async (what: Locator) =>
          many === 1 ? expect(await what.count()).toBe(0) : await what.first().waitFor()
        const environment = page.locator("main").getByText(t("environment.test"), { exact: true })
        for (const [path, shows] of [
          ["/paycollect/health", "[data-testid=headline]"],
          ["/paycollect/takings", "[data-testid=takings-chart]"],
        ] as const) {
          const answered = page.waitForResponse("**/admin/paycollect/today")
          await openPage(page, path, shows)
          await answered
          await isThere(environment)
        }
        await isThere(page.getByTestId("select-environment"))
      })
    })
})
