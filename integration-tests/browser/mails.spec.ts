import { type Browser, type Locator, type Page } from "playwright-core"
import { violations } from "./support/accessibility"
import { asVisitor, desktop, launchBrowser, phone, screenshot } from "./support/browser"
import { comeBack, startPayment, store } from "./support/buyer"
import { adminApi } from "./support/dashboard"
import { demo, inBrowser } from "./support/demo"
import { lateMoney } from "./support/money"
import { moveState, overrideVerify } from "./support/service"

jest.setTimeout(240_000)

inBrowser("the demo's mails", () => {
  let browser: Browser
  beforeAll(async () => void (browser = await launchBrowser()))
  afterAll(() => browser?.close())

  /** Customers get mails, too: with a link that other specs send. */
  const merchantsAddress = "owner@paycollect.example"
  const mailsThere = async (): Promise<boolean> =>
    (await (await fetch(`${demo!.backend}/mails`)).text()).includes(merchantsAddress)

  it("are what the store sent to its merchant: of a payment that does not fit, with amount, number and link", async () => {
    const purchase = await startPayment({ provider: "card" })
    await overrideVerify(purchase.reference, { amount: "1" })
    await moveState(purchase.reference, "succeeded")
    await comeBack(purchase)
    for (let tries = 0; tries < 100 && !(await mailsThere()); tries++)
      await new Promise((resolve) => setTimeout(resolve, 200))

    for (const [name, options] of [
      ["mails-desktop", desktop],
      ["mails-phone", { ...phone, colorScheme: "dark" as const }],
    ] as const)
      await asVisitor(browser, { name, ...options, consoleMay: [] }, async (page) => {
        await page.goto(`${demo!.backend}/mails`)
        const mail = page.getByTestId("mail").filter({ hasText: merchantsAddress }).last()
        await mail.waitFor()
        expect(await mail.getByRole("heading").innerText()).toMatch(
          /\[test\] .*XAF.*[0-9A-Z]{4}-[0-9A-Z]{4}$/
        )
        const written = mail.frameLocator("iframe")
        await written.getByText("Open in the dashboard").first().waitFor()
        expect(await written.getByRole("link").first().getAttribute("href")).toMatch(
          /\/app\/paycollect\/payments\/pcint_\w+$/
        )
        const width = await page.evaluate(() => document.documentElement.scrollWidth)
        expect(width).toBeLessThanOrEqual(options.viewport.width)
        await screenshot(page, `demo-${name}`)
      })
  })

  /** The store's job sends it within a minute. */
  const mailTo = async (page: Page, email: string, subject: string): Promise<Locator> => {
    const mail = page.getByTestId("mail").filter({ hasText: email }).filter({ hasText: subject })
    await page.goto(`${demo!.backend}/mails`)
    for (let tries = 0; tries < 45 && (await mail.count()) === 0; tries++) {
      await page.waitForTimeout(2_000)
      await page.goto(`${demo!.backend}/mails`)
    }
    return mail
  }

  /** One run of the job mails to all of them. */
  describe("to customers", () => {
    const CAME = { fr: "est arrivé", en: "was received" }
    const payments = {} as Record<keyof typeof CAME, Awaited<ReturnType<typeof lateMoney>>>
    const languages = ["fr", "en"] as const

    beforeAll(async () => {
      for (const locale of languages) {
        payments[locale] = await lateMoney({ email: `late-${locale}@example.com`, locale })
        const purchase = await startPayment({ email: `receipt-${locale}@example.com`, provider: "card" })
        await store(`/carts/${purchase.cartId}`, { locale })
        await moveState(purchase.reference, "succeeded")
        await comeBack(purchase)
      }
      await asVisitor(browser, { name: "late", ...desktop, consoleMay: [/404 /] }, async (page) => {
        for (const locale of languages)
          expect(await (await mailTo(page, `late-${locale}@example.com`, CAME[locale])).count()).toBe(1)
      })
      for (const { id, attention } of Object.values(payments))
        await adminApi(`/paycollect/intents/${id}/resolve`, {
          attention_id: attention[0]!.id,
          note: "From the till",
          money: "returned",
        })
    })

    it.each([
      ["fr", phone, "vous ont été rendus"],
      ["en", desktop, "was given back to you"],
    ] as const)(
      "tell one in %s that her money came and is looked at, and then that it was given back",
      async (locale, look, back) => {
        const email = `late-${locale}@example.com`
        await asVisitor(browser, { name: `late-${locale}`, ...look, consoleMay: [/404 /] }, async (page) => {
          for (const [subject, name] of [
            [back, "returned"],
            [CAME[locale], "received"],
          ] as const) {
            const mail = await mailTo(page, email, subject)
            expect(await mail.getByRole("heading").innerText()).toMatch(new RegExp(`\\d.* ${subject}$`))
            const written = mail.frameLocator("iframe")
            await written.getByText("Mireille").first().waitFor()
            const text = await written.locator("body").innerText()
            expect(text).toContain(payments[locale].payment_number)
            // It tells, and leads nowhere; nothing of where she lives is in it.
            expect(await written.getByRole("link").count()).toBe(0)
            expect(text).not.toMatch(/Kennedy|Yaoundé|670123/)
            await screenshot(page, `demo-mail-${name}-${locale}`)
          }
        })
      }
    )

    it.each([
      ["fr", phone, "Votre reçu", "Paiement reçu"],
      ["en", desktop, "Your receipt", "Payment received"],
    ] as const)(
      "are her receipt to one in %s, whose page shows nothing of her",
      async (locale, look, link, title) => {
        // The address that is not quite hers, and the icon of a page that has none.
        const consoleMay = [/404 /]
        await asVisitor(browser, { name: `receipt-${locale}`, ...look, consoleMay }, async (page) => {
          const mail = await mailTo(page, `receipt-${locale}@example.com`, link)
          const written = mail.frameLocator("iframe")
          await written.getByText("Mireille").first().waitFor()
          await screenshot(page, `demo-receipt-mail-${locale}`)
          const address = await written.getByRole("link", { name: link }).getAttribute("href")
          await page.goto(`${address}?lang=${locale}`)
          await page.getByRole("heading", { name: title }).waitFor()
          expect(await page.locator("main").innerText()).not.toMatch(
            /Mireille|Essomba|Kennedy|670123|receipt-/
          )
          expect(await violations(page)).toEqual([])
          await screenshot(page, `demo-receipt-page-${locale}`)
          await page.goto(address!.replace(/.$/, "-"))
          expect(await page.getByRole("heading", { name: title }).count()).toBe(0)
        })
      }
    )
  })
})
