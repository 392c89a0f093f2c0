import { type Browser, type Page, type Route } from "playwright-core"
import {
  type AdminPayCollectIntentsResponse,
  type AdminPayCollectSettingsResponse,
} from "../../src/types/http"
import { keyboardProblems, violations } from "./support/accessibility"
import { desktop, launchBrowser, onNewPage, phone } from "./support/browser"
import { comeBack, orderOf, startPayment } from "./support/buyer"
import { adminApi, followTo, merchantsBrowser, openPage, wholeShot } from "./support/dashboard"
import { inBrowser } from "./support/demo"
import { lateMoney } from "./support/money"
import { moveState, overrideVerify } from "./support/service"

jest.setTimeout(400_000)

/** What the visitors of the tour look at: each state a payment can be in, an order, a region, a customer of the service. */
interface Shown {
  paid: string
  discrepancy: string
  order: string
  region: string
  customer: string
  transaction: string
}

const find = async (reference: string) =>
  (await adminApi<AdminPayCollectIntentsResponse>(`/paycollect/intents?q=${reference}`)).intents[0]!

async function fillTheStore(): Promise<Shown> {
  const [paid, declined, discrepancy] = await Promise.all([
    startPayment({ email: "aicha@example.com" }),
    startPayment({ email: "paul@example.com" }),
    withDiscrepancy(),
    startPayment({ email: "waiting@example.com", quantity: 3 }),
  ])
  // With a fee on top, as the hosted checkout takes it.
  const { amount } = await find(paid.reference)
  await overrideVerify(paid.reference, { amount: String(Number(amount) + 350) })
  await moveState(paid.reference, "succeeded")
  const order = await orderOf(paid)
  await comeBack(paid)
  await moveState(declined.reference, "failed")
  await comeBack(declined)
  const late = await lateMoney()
  const resolution = { attention_id: late.attention[0]!.id, note: "From the till", money: "returned" }
  await adminApi(`/paycollect/intents/${late.id}/resolve`, resolution)

  const { regions } = await adminApi<{ regions: { id: string; currency_code: string }[] }>("/regions")
  const { customers } = await adminApi<{ customers: { id: string }[] }>("/paycollect/customers?limit=1")
  const intent = await find(paid.reference)
  return {
    paid: intent.id,
    discrepancy: (await find(discrepancy)).id,
    order: order.id,
    region: regions.find(({ currency_code }) => currency_code === "xaf")!.id,
    customer: customers[0]!.id,
    transaction: intent.service_intent_id!,
  }
}

async function withDiscrepancy(): Promise<string> {
  const purchase = await startPayment({ quantity: 2, provider: "card" })
  await overrideVerify(purchase.reference, { amount: "1" })
  await moveState(purchase.reference, "succeeded")
  await comeBack(purchase)
  return purchase.reference
}

interface Shot {
  title: string
  /** below /app */
  path: string
  /** a selector of what the page is about */
  shows: string
  /** what of the page is ours, and what inside of that is the kit's */
  part?: string
  kit?: string[]
}

inBrowser("the dashboard, looked at", () => {
  let browser: Browser
  let shown: Shown
  beforeAll(async () => {
    browser = await launchBrowser()
    shown = await fillTheStore()
  })
  afterAll(() => browser?.close())

  /** Every page of ours, and our part of Medusa's: `part` says which. */
  const pages = (): Shot[] => [
    { title: "attention", path: "/paycollect", shows: "[data-testid=attention-item]" },
    { title: "payments", path: "/paycollect?tab=all", shows: "tbody tr" },
    { title: "refunds", path: "/paycollect?tab=refunds", shows: "[data-testid=table-row]" },
    { title: "payment-paid", path: `/paycollect/payments/${shown.paid}`, shows: "[data-testid=timeline]" },
    {
      title: "payment-discrepancy",
      path: `/paycollect/payments/${shown.discrepancy}`,
      shows: "[data-testid=attention-item]",
    },
    {
      title: "order",
      path: `/orders/${shown.order}`,
      shows: "[data-testid=order-payment]",
      part: "[data-testid=order-payment]",
    },
    {
      title: "region",
      path: `/settings/regions/${shown.region}`,
      shows: "[data-testid=table-row]",
      part: "[data-testid=region-methods]",
    },
    { title: "takings", path: "/paycollect/takings?range=7", shows: "[data-testid=takings-chart]" },
    { title: "customers", path: "/paycollect/records?tab=customers", shows: "[data-testid=table-row]" },
    { title: "customer", path: `/paycollect/records/customers/${shown.customer}`, shows: "h1" },
    {
      title: "transaction",
      path: `/paycollect/records?tab=transaction&id=${shown.transaction}`,
      shows: "[data-testid=transaction]",
    },
    { title: "methods", path: "/paycollect/records?tab=methods", shows: "[data-testid=table-row]" },
    { title: "health", path: "/paycollect/health", shows: "[role=meter]" },
    { title: "settings", path: "/settings/paycollect", shows: "[data-setting=description]" },
    { title: "fees", path: "/paycollect/fees", shows: "[data-testid=fees-submit]:enabled" },
  ]

  async function askForFees(page: Page): Promise<void> {
    await page.getByTestId("fees-submit").click()
    await page.getByTestId("table-row").first().waitFor()
    await page.getByTestId("table-row").first().getByRole("button").click()
    await page.getByTestId("fee-chart").waitFor()
  }

  async function tour(page: Page, name: string): Promise<void> {
    const found: Record<string, string[]> = {}
    for (const [index, { title, path, shows, part = "main", kit }] of pages().entries()) {
      await (index === 0 ? openPage : followTo)(page, path, shows)
      if (title === "fees") await askForFees(page)
      await wholeShot(page, `admin-${name}-${title}`)
      found[title] = await violations(page, { include: [part], exclude: kit })
    }
    expect(onlyWith(found)).toEqual({})
  }

  it.each([
    ["en-desktop-light", { ...desktop, language: "en", colorScheme: "light" }],
    ["fr-desktop-dark", { ...desktop, language: "fr", colorScheme: "dark" }],
    ["fr-phone-light", { ...phone, language: "fr", colorScheme: "light" }],
    ["en-phone-dark", { ...phone, language: "en", colorScheme: "dark" }],
  ] as const)("shows every page without an error or a barrier: %s", async (name, visitor) => {
    const merchant = await merchantsBrowser(browser, visitor)
    await onNewPage(merchant, { name, consoleMay: [] }, (page) => tour(page, name))
    await merchant.close()
  })

  describe("by keyboard alone", () => {
    const byKeyboard = async (name: string, visit: (page: Page) => Promise<void>) => {
      const merchant = await merchantsBrowser(browser, { ...desktop, language: "fr" })
      await onNewPage(merchant, { name: `keyboard-${name}`, consoleMay: [] }, visit)
      await merchant.close()
    }
    /** Without a live key the switch has nothing to ask. */
    const readyForLive = async (route: Route) => {
      if (route.request().method() !== "GET") return await route.continue()
      const response = await route.fetch()
      const { settings } = (await response.json()) as AdminPayCollectSettingsResponse
      settings.live.secret_key.masked = "sk_live_...1234"
      settings.live.base_url.value = "https://pay.example.com/v1"
      await route.fulfill({ response, json: { settings } })
    }
    const hasFocus = (page: Page, selector: string) =>
      page.waitForFunction((wanted) => document.activeElement?.matches(wanted), selector)

    it("reaches every control of every page, and shows where it is", async () => {
      await byKeyboard("reach", async (page) => {
        const found: Record<string, string[]> = {}
        for (const [index, { title, path, shows, part = "main" }] of pages().entries()) {
          await (index === 0 ? openPage : followTo)(page, path, shows)
          if (title === "fees") await askForFees(page)
          found[title] = await keyboardProblems(page, part)
        }
        expect(onlyWith(found)).toEqual({})
      })
    })

    it("opens and leaves drawers and questions, and is back where it was", async () => {
      await byKeyboard("drawers", async (page) => {
        await page.route("**/admin/paycollect/settings", readyForLive)
        await openPage(page, "/settings/paycollect", "[data-setting=description]")
        const menu = page.locator("main button[aria-haspopup=menu]").first()
        for (const how of ["Escape", "Enter"]) {
          await menu.focus()
          await page.keyboard.press("Enter")
          await page.getByRole("menuitem").first().waitFor()
          await page.keyboard.press("Enter")
          await page.getByRole("dialog").waitFor()
          if (how === "Escape") {
            expect(await violations(page, { include: ["[role=dialog]"] })).toEqual([])
            expect(await keyboardProblems(page, "[role=dialog]")).toEqual([])
            await page.keyboard.press("Escape")
          } else {
            // Nothing was changed: saving closes.
            await page.getByTestId("settings-save").focus()
            await page.keyboard.press("Enter")
          }
          await page.getByRole("dialog").waitFor({ state: "detached" })
          await hasFocus(page, "[aria-haspopup=menu]")
        }
        await page.getByTestId("switch-environment").focus()
        await page.keyboard.press("Enter")
        await page.getByRole("alertdialog").waitFor()
        expect(await violations(page, { include: ["[role=alertdialog]"] })).toEqual([])
        await page.keyboard.press("Escape")
        await page.getByRole("alertdialog").waitFor({ state: "detached" })
        await hasFocus(page, "[data-testid=switch-environment]")
      })
    })

    it("resolves an item, and goes on in the list", async () => {
      const { payment_number } = await find(await withDiscrepancy())
      await byKeyboard("resolve", async (page) => {
        await openPage(page, "/paycollect", "[data-testid=attention-item]")
        const payment = page.getByTestId("attention-item").filter({ hasText: payment_number })
        await payment.getByTestId("resolve").focus()
        await page.keyboard.press("Enter")
        await hasFocus(page, "textarea[name=note]")
        await page.keyboard.press("Escape")
        await page.getByRole("dialog").waitFor({ state: "detached" })
        await hasFocus(page, "[data-testid=resolve]")

        await page.keyboard.press("Enter")
        await hasFocus(page, "textarea[name=note]")
        expect(await violations(page, { include: ["[role=dialog]"] })).toEqual([])
        await page.keyboard.type("Remboursé")
        await page.keyboard.press("Shift+Tab")
        await page.keyboard.press("Enter")
        await page.getByRole("option").first().waitFor()
        await page.keyboard.press("Enter")
        await page.getByRole("option").first().waitFor({ state: "detached" })
        await hasFocus(page, "[role=dialog] [role=combobox]")
        for (let tab = 0; tab < 3; tab++) await page.keyboard.press("Tab")
        await page.keyboard.press("Enter")
        await payment.waitFor({ state: "detached" })
        await hasFocus(page, "main *")
      })
    })
  })
})

const onlyWith = (found: Record<string, string[]>) =>
  Object.fromEntries(Object.entries(found).filter(([, problems]) => problems.length > 0))
