import { type Browser, type Page } from "playwright-core"
import { desktop, launchBrowser } from "./support/browser"
import { store } from "./support/buyer"
import { adminApi, untilPauseIsOver } from "./support/dashboard"
import { demo, inBrowser } from "./support/demo"
import { clearFaults, injectFault } from "./support/service"
import { chooseMethod, fillCheckout, openFilledCart } from "./support/shop"
import { smallPhone, visit } from "./support/visitor"

jest.setTimeout(180_000)

const VISITORS = [
  {
    ...smallPhone,
    locale: "fr-CM",
    name: "ways-phone-fr",
    words: {
      fee: /^plus des frais de paiement, à partir de ([\d ]+) XAF$/,
      takes: "jusqu’à 1 000 XAF",
      outside:
        "Ce moyen de paiement accepte jusqu’à 1 000 XAF. Choisissez un autre moyen de paiement. Rien n’a été débité.",
      tooFast: "Beaucoup de clients paient en ce moment. Réessayez dans un instant. Rien n’a été débité.",
      notSetUp:
        "Le paiement n’a pas pu commencer. Choisissez un autre moyen de paiement ou demandez à la boutique. Rien n’a été débité.",
    },
  },
  {
    ...desktop,
    locale: "en-GB",
    name: "ways-desktop-en",
    words: {
      fee: /^plus a payment fee, from XAF ([\d,]+)$/,
      takes: "up to XAF 1,000",
      outside:
        "This way to pay takes up to XAF 1,000. Please choose another way to pay. Nothing was charged.",
      tooFast: "Many people are paying right now. Please try again in a moment. Nothing was charged.",
      notSetUp:
        "The payment could not be started. Please choose another way to pay or ask the shop. Nothing was charged.",
    },
  },
]

inBrowser("ways to pay", () => {
  let browser: Browser
  const phone = "+237 6 70 00 00 02"
  const bound = (rule: string | null) =>
    adminApi("/paycollect/settings", { amounts: { "paycollect-mobile-money": rule } })
  beforeAll(async () => {
    browser = await launchBrowser()
    await adminApi("/paycollect/settings", { support: { phone } })
  })
  afterEach(async () => {
    await clearFaults()
    await bound(null)
    await untilPauseIsOver()
  })
  afterAll(async () => {
    await adminApi("/paycollect/settings", { support: { phone: null } })
    await browser.close()
  })

  const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, " ").trim()
  const cartId = (page: Page) => page.evaluate(() => localStorage.getItem("hauts_plateaux_cart"))

  it.each(VISITORS)("cost a fee of which the cart says the least ($name)", async ({ words, ...options }) => {
    await visit(browser, { ...options, name: `${options.name}-cart` }, async ({ tab, look }) => {
      const page = await tab()
      await openFilledCart(page)
      const line = page.locator(".summary [data-part=fees] p")
      await line.waitFor()
      const { fees } = await store<{ fees: { fee: string }[] }>(
        `/paycollect/fee-preview?cart_id=${await cartId(page)}`
      )
      const [, least] = words.fee.exec(plain(await line.innerText())) ?? []
      expect(Number(least?.replace(/[ ,]/g, ""))).toBe(Math.min(...fees.map(({ fee }) => Number(fee))))
      expect(await line.count()).toBe(1)
      await look(page, "1-fee")
    })
  })

  it.each(VISITORS)(
    "that do not take the amount are shown with what they take, and no error is like another ($name)",
    async ({ words, ...options }) => {
      await visit(browser, { ...options, name: `${options.name}-refused` }, async ({ tab, look }) => {
        const page = await tab()
        await openFilledCart(page)
        await fillCheckout(page, "mobile-money")
        // What the page knows is older than what the shop takes.
        await bound("XAF -1000")
        const error = page.getByTestId("payment-error")
        const refusedWith = async (text: string) => {
          const answer = page.waitForResponse(
            (one) => one.url().endsWith("/payment-sessions") && one.request().method() === "POST"
          )
          await page.locator("[data-testid=pay]:enabled").click()
          expect(await (await answer).json()).toMatchObject({ refusal: { charged: false } })
          await error.filter({ hasText: text.slice(0, 30) }).waitFor()
          const [said, ...more] = plain(await error.innerText()).split("\n")
          expect(said).toBe(text)
          // It takes its place above the button that she pressed, however long the answer took.
          await page.evaluate(async () => {
            await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted, 100)))
            Object.assign(window, { layoutJumps: [] })
          })
          // Nothing beside it but how to reach the shop: no sentence of the store's in another language.
          expect(more.filter(Boolean)).toEqual([expect.stringMatching(/^(Ask|Demandez)/), phone])
        }
        await refusedWith(words.outside)
        await look(page, "1-outside")

        await page.reload()
        const mobile = page.locator("#payment [data-part=method]").first()
        await mobile.locator("[data-part=outside]").waitFor()
        expect(plain(await mobile.locator("[data-part=outside]").innerText())).toBe(words.takes)
        expect(await mobile.locator("input").isDisabled()).toBe(true)
        await look(page, "2-bounded")

        await chooseMethod(page, "card")
        // Longer than the kit waits for room.
        await injectFault({ operation: "create_payment_intent", kind: "rate_limit", retryAfter: 7, times: 9 })
        await refusedWith(words.tooFast)
        await look(page, "3-too-fast")

        const code = "paycollect_not_set_up"
        const refusal = { status: 503, code, message: "Not now", charged: false, support: { phone } }
        await page.route("**/payment-sessions", (route) =>
          route.request().method() === "POST"
            ? route.fulfill({ json: { refusal }, headers: { "access-control-allow-origin": demo!.store } })
            : route.continue()
        )
        await refusedWith(words.notSetUp)
        await look(page, "4-not-set-up")
      })
    }
  )
})
