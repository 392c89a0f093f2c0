import { type Browser, type BrowserContext, type Page } from "playwright-core"
import { type AdminPayCollectLink, type AdminPayCollectLinkResponse } from "../../src/types/http"
import { resultPage } from "../../src/features/written"
import { keyboardProblems, violations } from "./support/accessibility"
import { asVisitor, desktop, launchBrowser, onNewPage, phone, screenshot } from "./support/browser"
import { startPayment } from "./support/buyer"
import { adminApi, draftOrder, merchantsBrowser, openPage } from "./support/dashboard"
import { demo, inBrowser } from "./support/demo"
import { moveState } from "./support/service"
import { textsOf } from "./support/texts"

jest.setTimeout(240_000)

const SMALL = { ...phone, viewport: { width: 360, height: 780 } }
/** The language of one look, the colours and the size of the other. */
const LOOKS = [
  { language: "fr", colorScheme: "light", locale: "fr-CM", ...SMALL },
  { language: "en", colorScheme: "dark", locale: "en-GB", ...desktop },
] as const

const WORDS = {
  en: {
    pay: /^Pay /,
    goOn: "Go on by mobile money",
    anew: /^Pay .* by card all the same$/,
    asked: "A payment of this is already open.",
    paid: "Payment received",
    mobileMoney: /by mobile money$/,
    declined: "The last try did not succeed",
    waiting: "Your payment is being confirmed",
    test: "Test mode: no money moves.",
    once: "please do not pay a second time",
    returned: "Payment being confirmed",
  },
  fr: {
    pay: /^Payer /,
    goOn: "Continuer par mobile money",
    anew: /^Payer .* par carte quand même$/,
    asked: "Un paiement est déjà en cours.",
    paid: "Paiement reçu",
    mobileMoney: /par mobile money$/,
    declined: "Le dernier essai n’a pas abouti",
    waiting: "Votre paiement est en cours de confirmation",
    test: "Mode test : aucun argent ne bouge.",
    once: "ne payez pas une deuxième fois",
    returned: "Paiement en cours de confirmation",
  },
}

const draft = () => draftOrder({ title: "Panier de la semaine", unit_price: 6_500, quantity: 2 })

const linkOf = async (order_id: string): Promise<AdminPayCollectLink & { url: string }> => {
  const { link } = await adminApi<AdminPayCollectLinkResponse>("/paycollect/links", {
    order_id,
    convert_draft: true,
  })
  return { ...link, url: link.url! }
}

inBrowser.each(LOOKS)("a payment link in $language, $colorScheme", ({ language, ...look }) => {
  const words = WORDS[language]
  const t = textsOf(language)
  let browser: Browser
  let merchant: BrowserContext
  beforeAll(async () => {
    browser = await launchBrowser()
    merchant = await merchantsBrowser(browser, { ...look, language })
  })
  afterAll(async () => await browser?.close())

  const asCustomer = (name: string, visit: (page: Page) => Promise<void>) =>
    asVisitor(browser, { name: `pay-link-${name}-${language}`, consoleMay: [], ...look }, visit)
  const shot = (page: Page, name: string) => screenshot(page, `pay-link-${name}-${language}`)
  /** At the hosted checkout, by the button of the page. */
  const press = async (page: Page) => {
    await page.getByRole("button", { name: words.pay }).click()
    await page.waitForURL(/\/checkout\/pi_/)
  }
  const isWide = (page: Page) =>
    page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)

  it("is one small request without a script, accessible, and leads by its button to the hosted checkout and back to its receipt", async () => {
    const orderId = await draft()
    const link = await linkOf(orderId)
    await asCustomer("pay", async (page) => {
      const requests: string[] = []
      page.on("request", (request) => void requests.push(request.url()))
      const answer = await page.goto(link.url)
      expect((await answer!.body()).length).toBeLessThan(30_000)
      expect(requests.filter((url) => !url.endsWith("/favicon.ico"))).toEqual([link.url])
      expect(await page.locator("script").count()).toBe(0)
      const shift = await page.evaluate(
        () =>
          new Promise<number>((resolve) => {
            let sum = 0
            new PerformanceObserver((list) => {
              for (const entry of list.getEntries()) sum += (entry as unknown as { value: number }).value
            }).observe({ type: "layout-shift", buffered: true })
            setTimeout(() => resolve(sum), 500)
          })
      )
      expect(shift).toBe(0)
      expect(await violations(page)).toEqual([])
      expect(await isWide(page)).toBe(false)
      await shot(page, "payable")
      expect(await keyboardProblems(page, "main")).toEqual([])

      await press(page)
      const first = await referenceOf(orderId)
      await moveState(first, "failed")
      await page.goto(`${demo!.backend}/paycollect/return/${first}`)
      await page.getByText(words.declined).waitFor()
      expect(page.url()).toBe(link.url)
      await shot(page, "declined")

      await press(page)
      const second = await referenceOf(orderId)
      expect(second).not.toBe(first)
      await moveState(second, "processing")
      await page.goto(`${demo!.backend}/paycollect/return/${second}`)
      await page.getByRole("heading", { name: words.waiting }).waitFor()
      expect(await violations(page)).toEqual([])
      expect(await isWide(page)).toBe(false)
      await shot(page, "waiting")
      await moveState(second, "succeeded")
      // By itself: nothing is pressed.
      await page.getByRole("heading", { name: words.paid }).waitFor()
      expect(await violations(page)).toEqual([])
      await shot(page, "paid")
    })
  })

  it("tells of an open payment before another is begun beside it, and does what is answered", async () => {
    await withTwoWays(async () => {
      const orderId = await draft()
      const link = await linkOf(orderId)
      await asCustomer("asks", async (page) => {
        const pressed = async (name: string | RegExp) => {
          await page.getByRole("button", { name }).click()
          await page.waitForURL(/\/checkout\/pi_/)
          return await referenceOf(orderId)
        }
        /** She goes back without having paid: her phone may be asked, and she is told before she presses anything. */
        const comesToAsk = async () => {
          await page.goto(link.url)
          await page.getByText(words.asked).waitFor()
          // Neither a reload nor the language loses the question.
          await page.reload()
          await page.locator("header a").click()
          await page.goBack()
          await page.getByText(words.asked).waitFor()
        }
        await page.goto(link.url)
        const first = await pressed(words.mobileMoney)
        await page.goBack()
        await comesToAsk()
        expect(await page.getByRole("button").allInnerTexts()).toEqual([
          words.goOn,
          expect.stringMatching(words.anew),
        ])
        expect(await violations(page)).toEqual([])
        expect(await isWide(page)).toBe(false)
        expect(await keyboardProblems(page, "main")).toEqual([])
        await shot(page, "asks")
        expect(await pressed(words.goOn)).toBe(first)

        await comesToAsk()
        const second = await pressed(words.anew)
        expect(second).not.toBe(first)
        await moveState(second, "succeeded")
        await page.goto(`${demo!.backend}/paycollect/return/${second}`)
        await page.getByRole("heading", { name: words.paid }).waitFor()
        await shot(page, "asked-paid")
      })
    })
  })

  it("is paid in a browser without scripts: its page waits and comes to its receipt by itself", async () => {
    const orderId = await draft()
    const link = await linkOf(orderId)
    const context = await browser.newContext({ ...look, javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(link.url)
    await page.getByText(words.test).waitFor()
    await press(page)
    const reference = await referenceOf(orderId)
    await moveState(reference, "processing")
    await page.goto(`${demo!.backend}/paycollect/return/${reference}`)
    await page.getByRole("heading", { name: words.waiting }).waitFor()
    await shot(page, "without-scripts-waiting")
    await moveState(reference, "succeeded")
    await page.getByRole("heading", { name: words.paid }).waitFor()
    await shot(page, "without-scripts-paid")
    await context.close()
  })

  it("and the return of any payment are read without scripts: the shop's page says that nothing is to be paid twice, the plugin's own needs none", async () => {
    const { reference } = await startPayment()
    await moveState(reference, "processing")
    const context = await browser.newContext({ ...look, javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(`${demo!.backend}/paycollect/return/${reference}`)
    await page.waitForURL(`${demo!.store}/cm/checkout/waiting?**`)
    const said = page.locator(`noscript [lang=${language}]`).getByText(words.once)
    expect((await said.boundingBox())!.y).toBeLessThan(300)
    await shot(page, "without-scripts-returned")

    // What the same route answers where the shop has no storefront.
    const own = resultPage("waiting", { language, number: "JZ1D-7K9P" })
    expect(own).not.toContain("<script")
    await page.setContent(own)
    await page.getByRole("heading", { name: words.returned }).waitFor()
    await page.getByText("JZ1D-7K9P").waitFor()
    const { x, width } = (await page.locator("main").boundingBox())!
    expect(x + width).toBeLessThan(look.viewport.width)
    await shot(page, "without-scripts-own")
    await context.close()
  })

  it("makes an order of a draft, and leads to it", async () => {
    const orderId = await draft()
    await onNewPage(merchant, { name: `pay-link-draft-${language}`, consoleMay: [] }, async (page) => {
      await openPage(page, `/draft-orders/${orderId}`, "[data-testid=make-link]")
      await page.getByTestId("make-link").click()
      await page
        .getByRole("alertdialog")
        .getByRole("button", { name: t("link.draft_confirm") })
        .click()
      await page.waitForURL(`**/app/orders/${orderId}`)
      await page.getByTestId("payment-link").getByText(t("link.state.payable")).waitFor()
    })
  })

  it("is made, shown again and withdrawn on the order's page; the customer then reads why", async () => {
    const orderId = await draft()
    await adminApi(`/draft-orders/${orderId}/convert-to-order`, {})
    await onNewPage(merchant, { name: `pay-link-order-${language}`, consoleMay: [] }, async (page) => {
      const card = "[data-testid=payment-link]"
      await openPage(page, `/orders/${orderId}`, card)
      await page.locator(`${card} [data-testid=make-link]`).click()
      await page.locator(card).getByText(t("link.state.payable")).waitFor()
      // The button is at work until the card was read again.
      await page.locator(`${card} [data-testid=make-link]:enabled`).waitFor()
      const url = await page.locator(card).getByText("/paycollect/pay/").innerText()
      const copy = page
        .locator(card)
        .getByRole("button", { name: t("copy.label", { name: t("link.copy_name") }) })
      expect((await copy.boundingBox())!.width).toBeGreaterThanOrEqual(20)

      const { order } = await adminApi<{ order: { display_id: number } }>(`/orders/${orderId}`)
      await page.locator(`${card} [data-testid=whatsapp]`).click()
      const message = page.locator("textarea[name=message]")
      const written = await message.inputValue()
      for (const part of [url, `${order.display_id}`, "503", "Hauts Plateaux"])
        expect(written).toContain(part)
      await message.fill(`${written} Merci !`)
      await shot(page, "whatsapp")
      // WhatsApp itself is nobody's test.
      await page.context().route("https://wa.me/**", (route) => route.fulfill({ body: "" }))
      const opened = page.waitForEvent("popup")
      await page.getByTestId("whatsapp-send").click()
      const address = new URL((await opened).url())
      expect(address.pathname).toBe("/237670123456")
      expect(address.searchParams.get("text")).toBe(`${written} Merci !`)
      await (await opened).close()
      expect(await violations(page, { include: [card] })).toEqual([])
      await page.locator(card).scrollIntoViewIfNeeded()
      await page.mouse.move(1, 1)
      await page.waitForTimeout(400)
      await page.locator(card).screenshot({ path: `artifacts/screenshots/pay-link-card-${language}.png` })
      await page.locator(`${card} [data-testid=revoke-link]`).click()
      await page
        .getByRole("alertdialog")
        .getByRole("button", { name: t("link.revoke") })
        .click()
      await page.locator(card).getByText(t("link.state.revoked")).waitFor()
      // A browser writes an answer of 410 into its console.
      const revoked = { name: `pay-link-revoked-${language}`, consoleMay: [/status of 410/], ...look }
      await asVisitor(browser, revoked, async (customer) => {
        const answer = await customer.goto(url)
        expect(answer!.status()).toBe(410)
        expect(await violations(customer)).toEqual([])
        await shot(customer, "revoked")
      })
    })
  })
})

/** While the shop's region offers each way to pay by a button of its own. */
async function withTwoWays(act: () => Promise<void>): Promise<void> {
  type Region = { id: string; currency_code: string; payment_providers: { id: string }[] }
  const { regions } = await adminApi<{ regions: Region[] }>(
    "/regions?fields=id,currency_code,payment_providers.id"
  )
  const region = regions.find(({ currency_code }) => currency_code === "xaf")!
  const offer = (payment_providers: string[]) => adminApi(`/regions/${region.id}`, { payment_providers })
  const before = region.payment_providers.map(({ id }) => id)
  try {
    await offer(["pp_paycollect-mobile-money_default", "pp_paycollect-card_default"])
    await act()
  } finally {
    await offer(before)
  }
}

/** Of the newest payment of an order that has no cart. */
async function referenceOf(orderId: string): Promise<string> {
  const { order } = await adminApi<{ order: { payment_collections: { id: string }[] } }>(
    `/orders/${orderId}?fields=payment_collections.id`
  )
  const { intents } = await adminApi<{ intents: { merchant_reference: string }[] }>(
    `/paycollect/intents?q=${order.payment_collections[0]!.id}&order=-created_at`
  )
  return intents[0]!.merchant_reference
}
