import { type Browser, type BrowserContext, type Page } from "playwright-core"
import { type AdminPayCollectAttentionResponse, type AdminPayCollectIntent } from "../../src/types/http"
import { desktop, launchBrowser, onNewPage, screenshot } from "./support/browser"
import { adminApi, merchantsBrowser, openPage } from "./support/dashboard"
import { inBrowser } from "./support/demo"
import { doubleMoney, lateMoney, overpaidMoney, phoneOrder } from "./support/money"
import { textsOf, type Language } from "./support/texts"

jest.setTimeout(240_000)

inBrowser.each<Language>(["en", "fr"])("a drawer of the dashboard in %s", (language) => {
  const t = textsOf(language)
  let browser: Browser
  let merchant: BrowserContext
  beforeAll(async () => {
    browser = await launchBrowser()
    merchant = await merchantsBrowser(browser, { ...desktop, language })
    await adminApi("/paycollect/settings", { refunds: "api" })
  })
  afterAll(async () => {
    await adminApi("/paycollect/settings", { refunds: null })
    await browser?.close()
  })

  const asMerchant = (name: string, visit: (page: Page) => Promise<void>) =>
    onNewPage(merchant, { name: `drawers-${name}-${language}`, consoleMay: [/status of 400/] }, visit)
  const shot = (page: Page, name: string) => screenshot(page, `drawers-${name}-${language}`)
  const inDrawer = (page: Page, text: string | RegExp) => page.getByRole("dialog").getByText(text).waitFor()
  const itemOf = (page: Page, { payment_number }: AdminPayCollectIntent) =>
    page.getByTestId("attention-item").filter({ hasText: payment_number })
  const digits = (text: string) => text.replace(/\D/g, "")
  /** The text with this sum in it, however the language writes it. */
  const says = (key: string, amount: number) => {
    const [before, after] = t(key, { amount: "{}" }).split("{}") as [string, string]
    const sum = String(amount).replace(/\B(?=(\d{3})+$)/g, "\\D")
    const plain = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/\s/g, "\\s")
    return new RegExp(`${plain(before)}\\D*${sum}\\D*${plain(after)}`)
  }
  /** On the list of what needs attention, where a closed item is not shown any more. */
  const onTheList = async (page: Page, money: AdminPayCollectIntent) => {
    await openPage(page, "/paycollect", "[data-testid=attention-item]")
    return await onThePage(page, money)
  }
  const onThePage = async (page: Page, money: AdminPayCollectIntent) => {
    await itemOf(page, money).waitFor()
    return itemOf(page, money)
  }
  const colleagueCloses = ({ id, attention }: AdminPayCollectIntent) =>
    adminApi(`/paycollect/intents/${id}/resolve`, {
      attention_id: attention[0]!.id,
      note: "By Awa",
      money: "returned",
    })

  it("says that nothing was refunded, where a colleague closed the item meanwhile", async () => {
    const money = await lateMoney()
    await asMerchant("refund", async (page) => {
      const item = await onTheList(page, money)
      await item.getByTestId("refund").click()
      await page.locator("input[name=amount]").fill("100")
      await page.getByTestId("refund-continue").click()
      await colleagueCloses(money)
      await page.getByTestId("refund-confirm").click()
      await item.waitFor({ state: "detached" })
      await inDrawer(page, t("refund.error.no_item"))
      await shot(page, "refund")
      await page.keyboard.press("Escape")
      await page.getByRole("button", { name: t("form.leave_confirm"), exact: true }).click()
      await page.getByRole("dialog").waitFor({ state: "detached" })
      await page.waitForFunction(() => document.activeElement?.closest("main") !== null)
    })
  })

  it("names what is too much, offers just that, and says that a colleague closed it", async () => {
    const money = await overpaidMoney(3)
    const excess = Number(money.amount) * 2
    await asMerchant("excess", async (page) => {
      const item = await onTheList(page, money)
      const facts = item.locator("dl")
      await facts.getByText(says("attention_list.of_excess", excess)).waitFor()
      await item.getByTestId("refund").click()
      expect(digits(await page.locator("input[name=amount]").inputValue())).toBe(String(excess))
      await inDrawer(page, says("refund.excess", excess))
      await shot(page, "excess")
      await page.getByTestId("refund-continue").click()
      await colleagueCloses(money)
      await page.getByTestId("refund-confirm").click()
      await item.waitFor({ state: "detached" })
      await inDrawer(page, t("refund.error.no_item"))
    })
  })

  it("offers all that is left once what was too much went back", async () => {
    const money = await overpaidMoney(3)
    const key = `excess-${language}`
    const amount = String(Number(money.amount) * 2)
    // The sandbox has only what was asked for.
    await adminApi("/paycollect/settings", { refunds: "manual" })
    await adminApi(`/paycollect/intents/${money.id}/refund`, { amount, reason: "other", key })
    await adminApi("/paycollect/settings", { refunds: "api" })
    await asMerchant("rest", async (page) => {
      await openPage(page, "/paycollect", "[data-testid=attention-item]")
      await itemOf(page, money)
        .and(page.locator("[data-reason=amount_discrepancy]"))
        .getByTestId("refund")
        .click()
      expect(digits(await page.locator("input[name=amount]").inputValue())).toBe(money.amount)
    })
  })

  it("is as wide as the narrowest phone, and its button is in reach", async () => {
    const money = await lateMoney()
    await phoneOrder(money)
    await asMerchant("phone", async (page) => {
      await page.setViewportSize({ width: 360, height: 740 })
      const item = await onTheList(page, money)
      for (const [name, button] of Object.entries({
        refund: "refund-continue",
        "new-order": "new-order-confirm",
        assign: "assign-confirm",
        resolve: "resolve-confirm",
      })) {
        await item.getByTestId(name).click()
        const drawer = page.getByRole("dialog")
        await drawer.getByTestId(button).click({ trial: true })
        const wide = await drawer.evaluate((all) =>
          [all, ...all.querySelectorAll("*")].filter((part) => part.getBoundingClientRect().right > 360.5)
        )
        expect([name, wide.length]).toEqual([name, 0])
        await shot(page, `phone-${name}`)
        await page.keyboard.press("Escape")
        await drawer.waitFor({ state: "detached" })
      }
    })
  })

  it("says that somebody resolved all of several", async () => {
    const several = [await lateMoney(), await lateMoney()]
    await asMerchant("several", async (page) => {
      await openPage(page, "/paycollect", "[data-testid=attention-item]")
      for (const money of several) await (await onThePage(page, money)).getByTestId("choose").click()
      await page.getByTestId("resolve-chosen").click()
      await page.locator("textarea[name=note]").fill("Refunded in cash")
      await page.getByTestId("select-money").click()
      await page.getByRole("option", { name: t("resolve.money_returned"), exact: true }).click()
      for (const money of several) await colleagueCloses(money)
      await page.getByTestId("resolve-confirm").click()
      await inDrawer(page, t("resolve.some_gone_other", { count: 2 }))
      for (const money of several) await itemOf(page, money).waitFor({ state: "detached" })
      expect(await page.locator("textarea[name=note]").inputValue()).toBe("Refunded in cash")
      await shot(page, "several")
    })
  })

  it.each(["payment", "order", "customer"] as const)(
    "says what a double was for, and on the page of its %s that a colleague closed it",
    async (place) => {
      const double = await doubleMoney({ email: `double-${place}-${language}@example.com`, fee: 182 })
      const item = double.attention[0]!
      const { attention } = await adminApi<AdminPayCollectAttentionResponse>(
        `/paycollect/attention?intent_id=${double.id}`
      )
      const path = {
        payment: `/paycollect/payments/${double.id}`,
        order: `/orders/${attention[0]!.order!.id}`,
        customer: `/customers/${double.customer_id}`,
      }[place]
      await asMerchant(place, async (page) => {
        const shown = page.locator(`[data-reason=${item.reason}]`)
        await openPage(page, path, "[data-testid=refund]")
        const facts = shown.locator("dl")
        await facts.getByText(says("attention_list.of_goods", Number(double.amount))).waitFor()
        await facts.getByText(says("attention_list.of_fee", 182)).waitFor()
        await shown.getByTestId("refund").click()
        await page.getByTestId("refund-continue").click()
        await colleagueCloses(double)
        await page.getByTestId("refund-confirm").click()
        await inDrawer(page, t("refund.error.no_item"))
        await shot(page, `on-${place}`)
      })
    }
  )

  it("says that nothing was booked", async () => {
    const money = await lateMoney()
    const order = await phoneOrder(money)
    await asMerchant("assign", async (page) => {
      const item = await onTheList(page, money)
      await item.getByTestId("assign").click()
      await page
        .getByTestId("assign-order")
        .filter({ hasText: `#${order.display_id}` })
        .click()
      await colleagueCloses(money)
      await page.getByTestId("assign-confirm").click()
      await item.waitFor({ state: "detached" })
      await inDrawer(page, t("assign.refused.no_item"))
      await shot(page, "assign")
    })
  })

  it("shows the order that late money becomes, says that none was made, and makes it", async () => {
    const [closed, money] = [await lateMoney(), await lateMoney()]
    await asMerchant("new-order", async (page) => {
      const refused = await onTheList(page, closed)
      // What nobody saw is not made.
      await page.route("**/new-order", (route) => route.abort())
      await refused.getByTestId("new-order").click()
      await page.getByTestId("new-order-error").waitFor()
      expect(await page.getByTestId("new-order-confirm").isDisabled()).toBe(true)
      await page.keyboard.press("Escape")
      await page.unroute("**/new-order")
      await refused.getByTestId("new-order").click()
      await page.getByTestId("new-order-preview").waitFor()
      await colleagueCloses(closed)
      await page.getByTestId("new-order-confirm").click()
      await refused.waitFor({ state: "detached" })
      await inDrawer(page, t("assign.refused.no_item"))
      await shot(page, "new-order-refused")
      await page.keyboard.press("Escape")

      const item = await onTheList(page, money)
      await item.getByTestId("new-order").click()
      const preview = page.getByTestId("new-order-preview")
      await preview.getByText(t("new_order.total"), { exact: true }).waitFor()
      await preview.getByText(/Yaoundé/).waitFor()
      await shot(page, "new-order")
      await page.setViewportSize({ width: 360, height: 740 })
      await shot(page, "new-order-phone")
      await page.getByTestId("new-order-confirm").click()
      await item.waitFor({ state: "detached" })
      await page.getByTestId("new-order-confirm").waitFor({ state: "detached" })
    })
    const { intent } = await adminApi<{ intent: AdminPayCollectIntent }>(`/paycollect/intents/${money.id}`)
    expect(intent.order_id).toBe(intent.assigned_order_id)
    const { order } = await adminApi<{ order: { payment_status: string } }>(`/orders/${intent.order_id}`)
    expect(order.payment_status).toBe("captured")
  })

  it("says that somebody else resolved it, and keeps the note", async () => {
    const money = await lateMoney()
    await asMerchant("resolve", async (page) => {
      const item = await onTheList(page, money)
      await item.getByTestId("resolve").click()
      await page.locator("textarea[name=note]").fill("Refunded in cash")
      await page.getByTestId("select-money").click()
      await page.getByRole("option", { name: t("resolve.money_returned"), exact: true }).click()
      await colleagueCloses(money)
      await page.getByTestId("resolve-confirm").click()
      await item.waitFor({ state: "detached" })
      await inDrawer(page, t("resolve.gone"))
      expect(await page.locator("textarea[name=note]").inputValue()).toBe("Refunded in cash")
      await shot(page, "resolve")
    })
  })

  it("lists orders that were made since it was opened", async () => {
    const money = await lateMoney()
    await asMerchant("fresh", async (page) => {
      const item = await onTheList(page, money)
      const open = () => item.getByTestId("assign").click()
      const choiceOf = ({ display_id }: { display_id: number }) =>
        page.getByTestId("assign-order").filter({ hasText: `#${display_id}` })
      await open()
      await page.getByRole("dialog").getByRole("searchbox").waitFor()
      await choiceOf(await phoneOrder(money)).waitFor()
      await page.keyboard.press("Escape")
      await page.getByRole("dialog").waitFor({ state: "detached" })
      const later = await phoneOrder(money)
      await open()
      await choiceOf(later).waitFor()
    })
  })
})
