import { type Browser, type Page } from "playwright-core"
import { type AdminPayCollectIntentsResponse } from "../../src/types/http"
import { violations } from "./support/accessibility"
import { desktop, launchBrowser, onNewPage, phone, screenshot } from "./support/browser"
import { startPayment } from "./support/buyer"
import { adminApi, merchantsBrowser, openPage } from "./support/dashboard"
import { inBrowser } from "./support/demo"
import { textsOf } from "./support/texts"

jest.setTimeout(240_000)

const narrow = { ...phone, viewport: { width: 360, height: 780 } }

inBrowser("a merchant whose customer calls", () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser?.close())

  it.each([
    ["en-desktop-light", { ...desktop, language: "en", colorScheme: "light" }],
    ["fr-desktop-dark", { ...desktop, language: "fr", colorScheme: "dark" }],
    ["fr-narrow-light", { ...narrow, language: "fr", colorScheme: "light" }],
    ["en-narrow-dark", { ...narrow, language: "en", colorScheme: "dark" }],
  ] as const)("finds the payment by what she quotes, and looks further back: %s", async (name, visitor) => {
    const email = `caller-${name}@example.com`
    const { reference } = await startPayment({ email, quantity: 2 })
    const { intents } = await adminApi<AdminPayCollectIntentsResponse>(`/paycollect/intents?q=${reference}`)
    const { payment_number: number } = intents[0]!
    const t = textsOf(visitor.language)
    const rowOf = (page: Page) => page.locator("tbody tr").filter({ hasText: number })
    const search = async (page: Page, q: string) => {
      await page.locator("input[type=search]").fill(q)
      await page.waitForURL((address) => address.searchParams.get("q") === q)
    }
    const merchant = await merchantsBrowser(browser, visitor)
    await onNewPage(merchant, { name: `search-${name}`, consoleMay: [] }, async (page) => {
      await openPage(page, "/paycollect?tab=all", "tbody tr")
      const half = number.split("-").find((part) => /[A-Z]/.test(part))!
      for (const q of [number.replace("-", "").toLowerCase(), half, reference.slice(-12)]) {
        await search(page, q)
        await page.waitForFunction(() => document.querySelectorAll("tbody tr").length === 1)
        await rowOf(page).waitFor()
      }
      await search(page, `caller-${name}`)
      await rowOf(page).waitFor()
      const told = page.getByTestId("people-searched")
      await told.waitFor()
      expect(await told.innerText()).toContain(t("search.people_since", { date: "" }).slice(0, 30))
      await screenshot(page, `admin-${name}-search`)
      expect(await violations(page, { include: ["[data-testid=people-searched]"] })).toEqual([])
      // Nothing of the line is cut off on a narrow screen.
      const box = (await told.boundingBox())!
      expect(box.x + box.width).toBeLessThanOrEqual(visitor.viewport.width)

      await page.getByTestId("look-further-back").click()
      await page.getByText(t("search.search_all")).waitFor()
      await page.getByTestId("look-further-back").click()
      await page.getByText(t("search.people_all")).waitFor()
      expect(await page.getByTestId("look-further-back").count()).toBe(0)
      await rowOf(page).waitFor()

      await search(page, "670 12 34 56")
      await rowOf(page).waitFor()
      await rowOf(page).click()
      await page.waitForURL(`**/paycollect/payments/${intents[0]!.id}`)
      await page.getByText(number).first().waitFor()
      await screenshot(page, `admin-${name}-found`)
    })
    await merchant.close()
  })
})
