import { readFileSync } from "node:fs"
import { type Browser, type BrowserContext, type Page } from "playwright-core"
import { type AdminPayCollectIntentsResponse, type AdminPayCollectSettingsBody } from "../../src/types/http"
import { desktop, launchBrowser, onNewPage, screenshot } from "./support/browser"
import { comeBack, orderOf, startPayment } from "./support/buyer"
import { adminApi, followTo, merchantsBrowser, openPage, untilPauseIsOver } from "./support/dashboard"
import { inBrowser } from "./support/demo"
import { clearFaults, injectFault, moveState, overrideVerify } from "./support/service"
import { textsOf, type Language } from "./support/texts"

jest.setTimeout(240_000)

/** Answers of the kind that these tests provoke; the browser writes each into its console. */
const PROVOKED = [/status of (400|404|429|500)/]

const year = () => String(new Date().getFullYear())

const find = async (reference: string) =>
  (await adminApi<AdminPayCollectIntentsResponse>(`/paycollect/intents?q=${reference}`)).intents[0]!

/** What verify says does not fit what was asked for: an item on the list. */
async function paymentWithDiscrepancy(): Promise<string> {
  const purchase = await startPayment({ provider: "card" })
  await overrideVerify(purchase.reference, { amount: "1" })
  await moveState(purchase.reference, "succeeded")
  await comeBack(purchase)
  return purchase.reference
}

inBrowser.each<Language>(["en", "fr"])("the merchant's dashboard in %s", (language) => {
  const t = textsOf(language)
  let browser: Browser
  let merchant: BrowserContext
  beforeAll(async () => {
    browser = await launchBrowser()
    merchant = await merchantsBrowser(browser, { ...desktop, language })
  })
  afterAll(() => browser?.close())
  afterEach(clearFaults)

  const asMerchant = (name: string, visit: (page: Page) => Promise<void>) =>
    onNewPage(merchant, { name: `admin-${name}-${language}`, consoleMay: PROVOKED }, visit)
  const shot = (page: Page, name: string) => screenshot(page, `admin-${name}-${language}`)
  /** On the narrowest phone nothing of ours is wider than the screen. */
  const narrow = async (page: Page, name: string, look?: () => Promise<void>) => {
    await page.setViewportSize({ width: 360, height: 780 })
    await page.waitForTimeout(300)
    const width = await page.evaluate(() => document.querySelector("main")!.scrollWidth)
    expect(width).toBeLessThanOrEqual(360)
    await look?.()
    await shot(page, `${name}-narrow`)
    await page.setViewportSize(desktop.viewport)
  }
  const choose = async (page: Page, select: string, option: string) => {
    await page.getByTestId(`select-${select}`).click()
    await page.getByRole("option", { name: option, exact: true }).click()
  }

  it("shows what needs attention with its count and facts, and closes it with a note", async () => {
    const { payment_number, merchant_reference } = await find(await paymentWithDiscrepancy())
    await asMerchant("attention", async (page) => {
      await openPage(page, "/paycollect", "[data-testid=attention-item]")
      const { needs_attention_count } = await adminApi<AdminPayCollectIntentsResponse>("/paycollect/intents")
      expect(await page.getByTestId("attention-count").innerText()).toBe(String(needs_attention_count))

      const item = page.getByTestId("attention-item").filter({ hasText: payment_number })
      for (const part of ["happened", "money", "action"])
        await item.getByText(t(`attention.amount_discrepancy.${part}`)).waitFor()
      expect(await item.locator("dl").innerText()).toMatch(/\b1\s*(FCFA|XAF)|(FCFA|XAF)\s*1\b/)
      await item.getByText("Mireille Essomba").waitFor()
      const phone = "+237 6 70 12 34 56"
      const links = [
        [t("contact.call", { phone }), "tel:+237670123456"],
        [t("contact.whatsapp", { phone }), "https://wa.me/237670123456"],
        [t("contact.mail", { email: "mireille@example.com" }), "mailto:mireille@example.com"],
      ] as const
      for (const [name, href] of links)
        expect(await item.getByRole("link", { name, exact: true }).getAttribute("href")).toBe(href)
      const atService = item.getByRole("link", { name: t("attention_list.service_dashboard") })
      expect(await atService.getAttribute("href")).toContain(merchant_reference)
      const buttons = item.locator("[data-testid=check-now], [data-testid=resolve]")
      expect(await buttons.first().getAttribute("data-testid")).toBe("check-now")
      expect(await item.getByRole("button").last().getAttribute("data-testid")).toBe("resolve")
      await shot(page, "attention")
      await narrow(page, "attention")

      await item.getByTestId("resolve").click()
      await page.getByTestId("resolve-confirm").click()
      await page.getByText(t("resolve.note_missing")).waitFor()
      await page.locator("textarea[name=note]").fill("Refunded by hand")
      await page.getByTestId("resolve-confirm").click()
      await page.getByText(t("resolve.money_missing")).waitFor()
      await choose(page, "money", t("resolve.money_returned"))
      await shot(page, "resolve-drawer")
      await page.getByTestId("resolve-confirm").click()
      await item.waitFor({ state: "detached" })

      const { id, attention } = await find(merchant_reference)
      expect(attention).toMatchObject([{ status: "resolved", note: "Refunded by hand" }])
      expect((await find(merchant_reference)).closed_as).toBe("returned")
      await openPage(page, `/paycollect/payments/${id}`, "[data-event=attention_resolved]")
      await page.getByText(t("attention_list.resolved"), { exact: true }).first().waitFor()
      const closed = page
        .getByTestId("attention-item")
        .getByText(t("resolve.money_returned"), { exact: true })
      await closed.waitFor()
      expect(await page.getByTestId("resolve").count()).toBe(0)
    })
  })

  it("filters what needs attention, and closes several at once; one of them somebody had closed", async () => {
    const references = [
      await paymentWithDiscrepancy(),
      await paymentWithDiscrepancy(),
      await paymentWithDiscrepancy(),
    ]
    const [one, two, left] = await Promise.all(references.map(find))
    await asMerchant("attention-several", async (page) => {
      await openPage(page, "/paycollect", "[data-testid=attention-item]")
      await choose(page, "attention_kind", t("category.notice"))
      await page.waitForURL((address) => address.searchParams.get("attention_kind") === "notice")
      await page.locator("[data-reason=amount_discrepancy]").first().waitFor({ state: "detached" })
      await choose(page, "attention_reason", t("attention_reason.amount_discrepancy"))
      await page.waitForURL(
        (address) => address.searchParams.get("attention_reason") === "amount_discrepancy"
      )
      expect(new URL(page.url()).searchParams.has("attention_kind")).toBe(false)

      const item = (payment: { payment_number: string }) =>
        page.getByTestId("attention-item").filter({ hasText: payment.payment_number })
      // The newest is first.
      await item(left!).waitFor()
      expect(await page.getByTestId("attention-item").first().innerText()).toContain(left!.payment_number)
      for (const payment of [one!, two!]) await item(payment).getByTestId("choose").click()
      await page
        .getByTestId("chosen")
        .getByText(t("attention_list.chosen_other", { count: 2 }))
        .waitFor()
      await shot(page, "attention-chosen")
      await narrow(page, "attention-chosen")
      await adminApi(`/paycollect/intents/${one!.id}/resolve`, {
        attention_id: one!.attention[0]!.id,
        note: "By Awa",
        money: "returned",
      })
      await page.getByTestId("resolve-chosen").click()
      await page.getByText(t("resolve.title_several")).waitFor()
      await page.locator("textarea[name=note]").fill("Refunded by hand")
      await choose(page, "money", t("resolve.money_kept"))
      await page.getByTestId("resolve-confirm").click()
      await page.getByText(t("resolve.not_all")).waitFor()
      await page.getByText(t("resolve.some_gone_one", { count: 1 })).waitFor()
      for (const payment of [one!, two!]) await item(payment).waitFor({ state: "detached" })
      expect(await item(left!).count()).toBe(1)
      expect(await page.getByTestId("chosen").count()).toBe(0)
      const notes = await Promise.all(
        references.map(async (reference) => (await find(reference)).attention[0]!.note)
      )
      expect(notes).toEqual(["By Awa", "Refunded by hand", null])
    })
  })

  it("says in the merchant's language that somebody else resolved an item", async () => {
    const { id, attention } = await find(await paymentWithDiscrepancy())
    await asMerchant("attention", async (page) => {
      await openPage(page, `/paycollect/payments/${id}`, "[data-testid=resolve]")
      await page.getByTestId("resolve").click()
      await page.locator("textarea[name=note]").fill("Refunded by hand")
      await choose(page, "money", t("resolve.money_returned"))
      await adminApi(`/paycollect/intents/${id}/resolve`, {
        attention_id: attention[0]!.id,
        note: "By Awa",
        money: "returned",
      })
      await page.getByTestId("resolve-confirm").click()
      await page.getByText(t("resolve.gone")).waitFor()
      await shot(page, "resolve-gone")
    })
  })

  it("finds a payment by its reference, asks the service about it, and leads to its order", async () => {
    const { reference } = await startPayment({ email: `check-${language}@example.com` })
    await moveState(reference, "succeeded")
    await asMerchant("check-now", async (page) => {
      await openPage(page, "/paycollect?tab=all", "tbody tr")
      await page.locator("input[type=search]").fill(reference)
      await page.waitForURL((address) => address.searchParams.get("q") === reference)
      await page.locator("tbody tr").first().click()
      await page.waitForURL("**/paycollect/payments/*")
      await page.getByText(t("status.requires_action"), { exact: true }).first().waitFor()

      const told = { method: "mobile_money", operator: "MTN", declined: "never shown of paid money" }
      const transaction = {
        id: "txn_1",
        exponent: null,
        created_at: null,
        paycollect_intent_id: null,
        ...told,
      }
      await page.route("**/admin/paycollect/transactions/*", (route) =>
        route.fulfill({ json: { transaction } })
      )
      await page.getByTestId("check-now").click()
      await page.getByText(t("check_now.succeeded")).waitFor()
      await page.locator("[data-event=applied]").waitFor()
      await page.getByText(`${t("method_type.mobile_money")} · MTN`, { exact: true }).waitFor()
      expect(await page.getByText(told.declined).count()).toBe(0)
      await page.getByText(t("cause.admin")).first().waitFor()
      await shot(page, "checked")

      const { order_display_id, order_id } = await find(reference)
      await page.getByRole("link", { name: `#${order_display_id}`, exact: true }).click()
      await page.waitForURL(`**/orders/${order_id}`)
      await page.getByTestId("order-payment").getByText(t("status.succeeded"), { exact: true }).waitFor()
    })
  })

  it("filters, sorts and exports the list", async () => {
    const [failed, waiting] = await Promise.all([
      startPayment({ email: `failed-${language}@example.com` }),
      startPayment({ email: `waits-${language}@example.com` }),
    ])
    await moveState(failed.reference, "failed")
    await comeBack(failed)
    await asMerchant("list", async (page) => {
      const filter = encodeURIComponent(JSON.stringify(["failed"]))
      await openPage(page, `/paycollect?tab=all&state=${filter}&order=-amount`, "tbody tr")
      await page.getByText(`failed-${language}@example.com`).first().waitFor()
      for (const name of ["filter", "sort"])
        await page
          .getByRole("button", { name: t(`toolbar.${name}`), exact: true })
          .first()
          .waitFor()
      await narrow(page, "list", async () => {
        await page.locator("tbody td").first().getByText(`failed-${language}@example.com`).waitFor()
        const pager = page.locator("main .justify-between button").last()
        const { x, width } = (await pager.boundingBox())!
        expect(x + width).toBeLessThanOrEqual(360)
      })
      expect(await page.getByText(`waits-${language}@example.com`).count()).toBe(0)
      await shot(page, "filtered")

      const [file] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name: t("payments.export") }).click(),
      ])
      const lines = readFileSync(await file.path(), "utf8")
        .trim()
        .split(/\r?\n/)
      expect(file.suggestedFilename()).toMatch(/\.csv$/)
      expect(lines.some((line) => line.includes(failed.reference))).toBe(true)
      expect(lines.some((line) => line.includes(waiting.reference))).toBe(false)

      await openPage(page, "/paycollect?tab=all&q=cart_that_is_nowhere", "h1")
      await page.getByText(t("payments.no_match")).waitFor()
      await page.route("**/admin/paycollect/intents?*", (route) => route.fulfill({ status: 500, json: {} }))
      await page.reload()
      await page.getByTestId("load-failed").waitFor()
      await page.unroute("**/admin/paycollect/intents?*")
      await page.getByRole("button", { name: t("states.retry") }).click()
      await page.getByText(t("payments.no_match")).waitFor()
    })
  })

  it("shows on an order what PayCollect did for it, and nothing on other orders", async () => {
    const [purchase, other] = await Promise.all([
      startPayment({ email: `order-${language}@example.com` }),
      orderWithoutUs(),
    ])
    await moveState(purchase.reference, "succeeded")
    const order = await orderOf(purchase)
    // Applied at once, and not by the job of the next minute.
    await comeBack(purchase)
    await asMerchant("order", async (page) => {
      await openPage(page, `/orders/${order.id}`, "[data-testid=order-payment]")
      const card = page.getByTestId("order-payment")
      for (const text of [purchase.reference, t("environment.test"), t("fee_bearer.customer")])
        await card.getByText(text, { exact: true }).first().waitFor()
      await card.getByTestId("order-timeline").click()
      await card.locator("[data-event=applied]").waitFor()
      await card.getByTestId("check-now").click()
      await page.getByText(t("check_now.succeeded")).waitFor()
      expect(await page.getByText(t("check_now.succeeded")).count()).toBe(1)
      await shot(page, "order-timeline")

      const answered = page.waitForResponse((answer) => answer.url().includes("/admin/paycollect/intents?"))
      await openPage(page, `/orders/${other}`, "h1, h2")
      await answered
      await page.waitForTimeout(300)
      expect(await card.count()).toBe(0)
    })
  })

  it("shows on a region what the service offers, what of it is not switched on, and where it offers nothing", async () => {
    const { regions } = await adminApi<{
      regions: { id: string; currency_code: string; payment_providers: { id: string }[] }[]
    }>("/regions?fields=id,currency_code,*payment_providers")
    const region = regions.find(({ currency_code }) => currency_code === "eur")!
    await asMerchant("region", async (page) => {
      await openPage(page, `/settings/regions/${region.id}`, "[data-testid=region-methods]")
      await page.getByTestId("table-row").first().waitFor()
      // Cards are switched on, and nothing else is offered there.
      expect(await page.getByTestId("region-unused").count()).toBe(0)

      const wallet = { code: "mtn", name: "MTN", type: "mobile_money", currencies: ["EUR"] }
      await page.route("**/admin/paycollect/payment-methods?*", (route) =>
        route.fulfill({
          json: { payment_methods: route.request().url().endsWith("country_code=fr") ? [wallet] : [] },
        })
      )
      await page.reload()
      await page.getByTestId("region-unused").getByText(t("method.mobile_money")).waitFor()
      const without = await page.getByTestId("region-without").innerText()
      expect(without).toContain(language === "en" ? "Germany" : "Allemagne")
      expect(without).not.toContain("France")
      await shot(page, "region-unused")
    })
  })

  it("shows fees side by side and draws one method when asked; a row that fails or is old says so", async () => {
    await asMerchant("fees", async (page) => {
      await openPage(page, "/paycollect/fees", "[data-testid=fees-submit]:enabled")
      const country = page.getByTestId("select-country")
      expect(await country.innerText()).toBe(language === "en" ? "Cameroon" : "Cameroun")
      expect(await page.getByTestId("select-currency").innerText()).toBe("XAF")
      await page.locator("input[name=amount]").fill("nothing")
      await page.getByTestId("fees-submit").click()
      await page.getByText(t("fees.amount_invalid")).waitFor()
      await page.locator("input[name=amount]").fill("10,5")
      await page.getByTestId("fees-submit").click()
      await page.getByText(t("fees.amount_refused", { currency: "XAF" })).waitFor()

      await page.locator("input[name=amount]").fill("10 000")
      await page.getByTestId("fees-submit").click()
      await page.getByTestId("table-row").first().waitFor()
      expect(await page.getByTestId("table-row").count()).toBeGreaterThan(2)
      expect(await page.getByTestId("fee-chart").count()).toBe(0)
      await page.getByTestId("table-row").first().getByRole("button").click()
      await page.getByTestId("fee-chart").waitFor()
      expect(await page.getByTestId("fee-bar").count()).toBe(5)

      const other = language === "en" ? "777" : "888"
      // One row is known before: a page that has none says that it failed as a whole.
      const known = `amount=${other}&currency_code=xaf&country_code=cm&payment_method=mtn`
      const status = await page.evaluate(
        async (query) => (await fetch(`/admin/paycollect/fee-preview?${query}`)).status,
        known
      )
      expect(status).toBe(200)
      // Longer than a preview waits for room.
      await injectFault({ operation: "calculate_fee", kind: "rate_limit", retryAfter: 7 })
      await page.locator("input[name=amount]").fill(other)
      await page.getByTestId("fees-submit").click()
      const problem = t("fees.try_again", { time: "" }).split(".")[0]!
      await page.getByText(problem).first().waitFor()
      await shot(page, "fees-refused")

      const row = {
        payment_method: "mtn_momo",
        name: "MTN MoMo",
        currency_code: "xaf",
        fee_bearer: "customer",
      }
      const old = { ...row, amount: "555", fee: "9", total: "564", details: {}, stale: true }
      await page.route("**/admin/paycollect/fee-preview?*", (route) =>
        route.fulfill({
          json: {
            fees: [old, { ...old, payment_method: "orange_money", name: "Orange Money", stale: undefined }],
          },
        })
      )
      await page.locator("input[name=amount]").fill("555")
      await page.getByTestId("fees-submit").click()
      await page.getByText(t("fees.stale")).waitFor()
      expect(await page.getByText(t("fees.stale")).count()).toBe(1)
      await shot(page, "fees-stale")
    })
    await untilPauseIsOver()
  })

  it("looks up what the service has on record", async () => {
    const { reference } = await startPayment({ email: `records-${language}@example.com` })
    const { id, service_intent_id } = await find(reference)
    await asMerchant("records", async (page) => {
      await openPage(page, "/paycollect/records", "[data-testid=table-row]")
      const search = async (text: string) => {
        await page.locator("input[name=customer-search]").fill(text)
        await page.getByTestId("customer-submit").click()
        await page.waitForURL((address) => address.searchParams.get("q") === text)
      }
      await search("nobody-at-all")
      await page.getByText(t("records.nobody")).waitFor()
      await search("essom")
      await page.getByTestId("table-row").first().getByText("Mireille Essomba").waitFor()
      await narrow(page, "customers")
      await page.getByTestId("table-row").first().getByRole("link").click()
      await page.waitForURL("**/records/customers/*")
      await page.getByRole("heading", { name: t("records.billing") }).waitFor()

      await followTo(page, "/paycollect/records?tab=transaction", "[data-testid=empty]")
      await page.locator("input[name=transaction-id]").fill("txn_unknown")
      await page.getByTestId("transaction-submit").click()
      await page.getByText(t("records.transaction_unknown"), { exact: true }).waitFor()
      await page.locator("input[name=transaction-id]").fill(service_intent_id!)
      await page.getByTestId("transaction-submit").click()
      await page.getByTestId("transaction").getByText(reference).first().waitFor()
      await page
        .getByTestId("transaction")
        .getByText(/(FCFA|XAF)/)
        .waitFor()
      await page.getByRole("link", { name: t("attention_list.open_payment") }).click()
      await page.waitForURL(`**/paycollect/payments/${id}`)

      await followTo(page, "/paycollect/records?tab=methods", "[data-testid=table-row]")
      await choose(page, "country", "Côte d’Ivoire")
      await page.waitForURL((address) => address.searchParams.get("country") === "ci")
      await page.getByTestId("table-row").first().waitFor()
    })
  })

  it("says how the store is, and checks the connection", async () => {
    await asMerchant("health", async (page) => {
      await openPage(page, "/paycollect/health", "[data-testid=headline]")
      const headlines = page.getByTestId("headline")
      await headlines.first().getByText(t("health.customers_can_pay_test")).waitFor()
      expect(await headlines.count()).toBe(2)
      expect(await page.getByTestId("check").first().isVisible()).toBe(false)
      await shot(page, "health-headline")
      await page.getByTestId("health-details").locator("summary").click()
      expect(await page.getByTestId("check").count()).toBeGreaterThan(5)
      await page.locator("[data-check=test_in_production]").getByText(t("check.test_in_production")).waitFor()
      await page.getByTestId("check-connection-test").click()
      await page.getByTestId("connection").getByText(t("connection.ok")).waitFor()
      expect(await page.getByRole("meter").count()).toBe(2)
    })
  })

  it("says on its pages that nobody can pay, and leads to the key", async () => {
    await asMerchant("outage", async (page) => {
      const outage = { environment: "test", code: "invalid_key", since: new Date().toISOString() }
      await page.route("**/admin/paycollect/connection", (route) => route.fulfill({ json: { outage } }))
      for (const [path, shows] of [
        ["/paycollect/takings", "[data-testid=outage]"],
        ["/paycollect/health", "[data-testid=headline]"],
        ["/paycollect", "[data-testid=outage]"],
      ] as const) {
        await openPage(page, path, shows)
        await page.getByTestId("outage").getByText(t("connection.invalid_key")).waitFor()
      }
      await shot(page, "outage")
      await page.getByTestId("outage").getByRole("link").click()
      await page.waitForURL("**/settings/paycollect")
      await page.unroute("**/admin/paycollect/connection")
    })
  })

  describe("settings", () => {
    const restore: AdminPayCollectSettingsBody = {
      environment: null,
      confirm_live: true,
      description: null,
      storefront_url: null,
      refunds: null,
      test: { secret_key: null, webhook_secret: null, base_url: null },
      live: { secret_key: null, base_url: null },
      notifications: { channel: null, recipients: null, language: null, time_zone: null, summary_hour: null },
      support: { email: null, phone: null, whatsapp: null },
    }
    afterEach(() => adminApi("/paycollect/settings", restore))

    const edit = async (page: Page, section: string) => {
      await page.getByRole("button", { name: t("settings.menu", { section }) }).click()
      await page.getByRole("menuitem").first().click()
      await page.getByRole("dialog").waitFor()
    }
    const save = (page: Page) => page.getByTestId("settings-save").click()
    const saved = (page: Page) => page.getByRole("dialog").waitFor({ state: "detached" })

    it("refuses what does not fit at its field, and shows a secret by its tail only", async () => {
      const secret = `sk_test_${"Kb7".repeat(8)}wxyz`
      await asMerchant("settings-keys", async (page) => {
        const answers: string[] = []
        page.on("response", (answer) => {
          if (answer.url().includes("/admin/"))
            void answer.text().then(
              (text) => answers.push(text),
              () => undefined
            )
        })
        await openPage(page, "/settings/paycollect", "[data-setting=description]")
        await edit(page, t("settings.keys_test"))
        await page.locator("input[name='test.secret_key']").fill("sk_live_0123456789abcdefghijklmn")
        await page.locator("input[name='test.base_url']").fill("http://pay.example.com/v1")
        await save(page)
        await page.locator("input[name='test.secret_key'][aria-invalid]").waitFor()
        expect(await page.locator("[role=dialog] [role=alert]").count()).toBeGreaterThan(0)
        await shot(page, "settings-refused")

        await page.locator("input[name='test.base_url']").fill("")
        await page.locator("input[name='test.secret_key']").fill(secret)
        await page.locator("input[name='test.add_webhook_secret']").fill("whsec_added_in_the_dashboard_1")
        await save(page)
        // Tried at the service, which does not know it.
        await page.getByTestId("key-not-taken").getByText(t("connection.invalid_key")).waitFor()
        await shot(page, "settings-key-not-taken")
        await page.getByTestId("save-unchecked").click()
        await saved(page)
        await page.getByText(t("source.dashboard"), { exact: true }).first().waitFor()
        expect(await page.locator("[data-setting=secret_key]").first().innerText()).toMatch(/wxyz$/)
        const change = await page.getByTestId("settings-change").first().innerText()
        for (const part of [t("setting.secret_key"), t("setting.webhook_secret"), "Demo Merchant", year()])
          expect(change).toContain(part)
        expect(`${await page.content()}${answers.join()}`).not.toContain(secret)

        await page.getByTestId("check-connection-test").click()
        await page.getByTestId("connection").getByText(t("connection.invalid_key")).waitFor()
        await shot(page, "settings-wrong-key")

        await page.getByTestId("check-webhook").click()
        await page.getByTestId("webhook-check").getByText(t("webhook_check.ok")).waitFor()
        await page.getByTestId("webhook-check").scrollIntoViewIfNeeded()
        await shot(page, "settings-webhook-check")
        await narrow(page, "settings-webhook-check")

        await page
          .getByRole("button", { name: t("settings.menu", { section: t("settings.keys_test") }) })
          .click()
        await page.getByRole("menuitem", { name: t("settings.remove_key") }).click()
        await page.getByRole("alertdialog").getByRole("button").last().click()
        await page.waitForFunction(
          () => !document.querySelector("[data-setting=secret_key]")?.textContent?.endsWith("wxyz")
        )
        await page.getByTestId("check-connection-test").click()
        await page.getByTestId("connection").getByText(t("connection.ok")).waitFor()
      })
    })

    it("asks before it goes live, and says what live lacks", async () => {
      await asMerchant("settings-live", async (page) => {
        await openPage(page, "/settings/paycollect", "[data-testid=switch-environment]")
        // Without a live key there is nothing to be sure of.
        await page.getByTestId("switch-environment").click()
        await page.getByText(t("settings.not_saved")).waitFor()
        await page.getByText(t("setting.secret_key")).last().waitFor()
        expect(await page.getByRole("alertdialog").count()).toBe(0)
        await shot(page, "settings-not-live")

        await edit(page, t("settings.keys_live"))
        await page.locator("input[name='live.secret_key']").fill(`sk_live_${"Qm4".repeat(8)}`)
        await page.locator("input[name='live.base_url']").fill("https://pay.example.com/v1")
        await save(page)
        await page.getByTestId("save-unchecked").click()
        await saved(page)
        const goLive = async () => {
          await page.getByTestId("switch-environment").click()
          await page.getByRole("alertdialog").getByRole("button").last().click()
        }
        await page.getByTestId("switch-environment").click()
        await page.getByRole("alertdialog").getByText(t("settings.to_live_text")).waitFor()
        await shot(page, "settings-live-prompt")
        await page.getByRole("alertdialog").getByRole("button").first().click()
        await page.getByRole("alertdialog").waitFor({ state: "detached" })
        await goLive()
        await page.getByTestId("switch-environment").getByText(t("settings.to_test")).waitFor()
        await shot(page, "settings-live")
        await goLive()
        await page.getByTestId("switch-environment").getByText(t("settings.to_live")).waitFor()
      })
    })

    it("changes how the store behaves, and takes the default again", async () => {
      await asMerchant("settings-behaviour", async (page) => {
        await openPage(page, "/settings/paycollect", "[data-setting=description]")
        await edit(page, t("settings.behaviour"))
        await page.locator("input[name=description]").fill("Boutique {reference}")
        await choose(page, "refunds", t("refunds.off"))
        await shot(page, "settings-behaviour")
        await save(page)
        await saved(page)
        expect(await page.locator("[data-setting=description]").innerText()).toBe("Boutique {reference}")
        expect(await page.locator("[data-setting=refunds]").innerText()).toBe(t("refunds.off"))

        await edit(page, t("settings.behaviour"))
        await page.locator("input[name=description]").fill("")
        await save(page)
        await saved(page)
        expect(await page.locator("[data-setting=description]").innerText()).not.toContain("Boutique")

        await edit(page, t("settings.addresses"))
        await page.locator("input[name=storefront_url]").fill("ftp://shop")
        await save(page)
        await page.locator("input[name=storefront_url][aria-invalid]").waitFor()
      })
    })

    it("takes how customers reach the shop, and refuses what is no number or address", async () => {
      await asMerchant("settings-support", async (page) => {
        await openPage(page, "/settings/paycollect", "[data-setting=support_phone]")
        await edit(page, t("settings.support"))
        const field = (name: string) => page.locator(`input[name='support.${name}']`)
        await field("whatsapp").fill("https://wa.me/237670000009")
        await field("phone").fill("670000002")
        await field("email").fill("boutique")
        await save(page)
        for (const name of ["whatsapp", "phone", "email"])
          await page.locator(`input[name='support.${name}'][aria-invalid]`).waitFor()
        await shot(page, "settings-support-refused")
        await field("whatsapp").fill("+237670000009")
        await field("phone").fill("+237 670 00 00 02")
        await field("email").fill("boutique@example.com")
        await save(page)
        await saved(page)
        expect(await page.locator("[data-setting=support_whatsapp]").innerText()).toBe("+237 6 70 00 00 09")
        await page.locator("[data-setting=support_email]").scrollIntoViewIfNeeded()
        await shot(page, "settings-support")
        await narrow(page, "settings-support")
      })
    })

    it.each(["light", "dark"] as const)(
      "tells who hears of what needs attention, refuses what is no address, and says when nothing can be sent (%s)",
      async (colorScheme) => {
        const name = colorScheme === "light" ? "settings-notifications" : "settings-notifications-dark"
        await asMerchant(name, async (page) => {
          // Medusa asks for it when it starts.
          await page.emulateMedia({ colorScheme })
          await openPage(page, "/settings/paycollect", "[data-testid=notification-settings]")
          const section = page.getByTestId("notification-settings")
          await section.scrollIntoViewIfNeeded()
          await section.getByText("owner@paycollect.example").waitFor()
          expect(await page.getByTestId("no-provider").count()).toBe(0)
          await edit(page, t("settings.notifications"))
          const recipients = page.locator("input[name='notifications.recipients']")
          await recipients.fill("owner@paycollect.example, nobody")
          await page.locator("input[name='notifications.time_zone']").fill("Africa/Nowhere")
          await page.locator("input[name='notifications.summary_hour']").fill("24")
          await save(page)
          for (const field of ["recipients", "time_zone", "summary_hour"])
            await page.locator(`input[name='notifications.${field}'][aria-invalid]`).waitFor()
          await shot(page, `${name}-refused`)

          await recipients.fill("owner@paycollect.example, cashier@paycollect.example")
          await page.locator("input[name='notifications.time_zone']").fill("Africa/Abidjan")
          await page.locator("input[name='notifications.summary_hour']").fill("7")
          await choose(page, "notifications.language", t("language.fr"))
          await save(page)
          await saved(page)
          await section.getByText("owner@paycollect.example, cashier@paycollect.example").waitFor()
          expect(await page.locator("[data-setting=language]").innerText()).toBe(t("language.fr"))
          await shot(page, name)

          await edit(page, t("settings.notifications"))
          await page.locator("input[name='notifications.channel']").fill("sms")
          await recipients.fill("+237 699 00 11 22")
          await save(page)
          await saved(page)
          await page.getByTestId("no-provider").waitFor()
          await section.scrollIntoViewIfNeeded()
          await shot(page, `${name}-no-provider`)
          await narrow(page, `${name}-no-provider`)
        })
      }
    )

    it("is read-only where the server has no encryption key", async () => {
      await asMerchant("settings-read-only", async (page) => {
        await page.route("**/admin/paycollect/settings", async (route) => {
          const body = (await (await route.fetch()).json()) as { settings: object }
          const settings = { ...body.settings, editable: false, read_only_reason: "no_encryption_key" }
          await route.fulfill({ json: { settings } })
        })
        await openPage(page, "/settings/paycollect", "[data-testid=read-only]")
        await page.getByText(t("settings.no_encryption_key")).waitFor()
        expect(await page.getByTestId("switch-environment").count()).toBe(0)
        for (const section of ["keys_test", "keys_live", "behaviour", "notifications", "addresses"]) {
          const name = t("settings.menu", { section: t(`settings.${section}`) })
          expect(await page.getByRole("button", { name }).count()).toBe(0)
        }
        await shot(page, "settings-read-only")
      })
    })
  })
})

/** An order that a merchant wrote by hand: no payment of ours stands behind it. */
async function orderWithoutUs(): Promise<string> {
  const { regions } = await adminApi<{ regions: { id: string }[] }>("/regions?limit=1")
  const { sales_channels } = await adminApi<{ sales_channels: { id: string }[] }>("/sales-channels?limit=1")
  const { draft_order } = await adminApi<{ draft_order: { id: string } }>("/draft-orders", {
    region_id: regions[0]!.id,
    sales_channel_id: sales_channels[0]!.id,
    email: "by-hand@example.com",
    items: [{ title: "By hand", unit_price: 100, quantity: 1 }],
  })
  await adminApi(`/draft-orders/${draft_order.id}/convert-to-order`, {})
  return draft_order.id
}
