import { type Browser, type Page } from "playwright-core"
import { desktop, launchBrowser } from "./support/browser"
import { adminApi } from "./support/dashboard"
import { demo, inBrowser, shopper } from "./support/demo"
import { backToShop, payByCard } from "./support/hosted-checkout"
import { chooseMethod, fillCart, fillCheckout, openFilledCart, orderNumber, pay } from "./support/shop"
import { smallPhone, visit } from "./support/visitor"

jest.setTimeout(120_000)

const phoneFr = { name: "phone-fr", isPhone: true, ...smallPhone, locale: "fr-CM" }
const phoneEn = { name: "phone-en", isPhone: true, ...smallPhone, locale: "en-GB" }
const desktopFr = { name: "desktop-fr", isPhone: false, ...desktop, locale: "fr-FR" }
const desktopEn = { name: "desktop-en", isPhone: false, ...desktop, locale: "en-GB" }

/** Of an amount without decimals, for example "5 142 FCFA". */
const digits = (text: string) => Number(text.replace(/\D/g, ""))
const shown = async (page: Page, testId: string) => digits(await page.getByTestId(testId).innerText())

async function logIn(page: Page): Promise<void> {
  await page.goto(`${demo!.store}/cm/account`)
  await page.getByTestId("account-email").fill(shopper.email)
  await page.getByTestId("account-password").fill(shopper.password)
  await page.getByTestId("account-submit").click()
  await page.getByTestId("logout").waitFor()
}

/** As the merchant does on the order's page. `amount` in major units */
async function refund(orderId: string, amount: number): Promise<void> {
  interface Collections {
    order: { payment_collections: { payments: { id: string }[] }[] }
  }
  const { order } = await adminApi<Collections>(`/orders/${orderId}?fields=*payment_collections.payments`)
  await adminApi("/paycollect/settings", { refunds: "api" })
  await adminApi(`/payments/${order.payment_collections[0]!.payments[0]!.id}/refund`, { amount })
}

inBrowser("the checkout of the demo shop", () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(async () => {
    await adminApi("/paycollect/settings", { refunds: null })
    await browser?.close()
  })
  const as = ({ name, isPhone: _, ...visitor }: typeof phoneFr | typeof desktopEn, flow: string) => ({
    ...visitor,
    name: `${flow}-${name}`,
  })

  it.each([phoneFr, phoneEn, desktopFr, desktopEn])(
    "never names less on the button than is charged ($name)",
    async (visitor) => {
      await visit(browser, as(visitor, "button"), async ({ context, tab, look, forgive }) => {
        const page = await tab()
        await openFilledCart(page)
        await fillCheckout(page, "mobile-money")
        const amount = page.locator("[data-testid=pay] [data-part=amount]")
        const later = page.locator("[data-testid=pay] [data-part=plus-fee]")
        await page.locator(".fees p").nth(1).waitFor()
        expect(digits(await amount.innerText())).toBe(
          digits(await page.locator(".fees p").nth(1).innerText())
        )
        expect(digits(await amount.innerText())).toBeGreaterThan(await shown(page, "total"))
        await look(page, "1-exact")
        await chooseMethod(page, "card")
        await page
          .getByTestId("pay")
          .getByText(/from|à partir de/)
          .waitFor()
        expect(digits(await amount.innerText())).toBeGreaterThan(await shown(page, "total"))
        expect(await later.count()).toBe(0)
        await look(page, "2-from")

        forgive(/fee-preview/)
        await context.route("**/store/paycollect/fee-preview**", (route) => route.abort())
        // What was told of the same total still stands.
        await chooseMethod(page, "mobile-money")
        expect(await later.count()).toBe(0)
        await page.reload()
        await page.locator("[data-testid=pay]:enabled").waitFor()
        await later.getByText(/plus the payment fee|plus les frais de paiement/).waitFor()
        expect(digits(await amount.innerText())).toBe(await shown(page, "total"))
        await look(page, "3-not-known")
      })
    }
  )

  it.each([phoneFr, desktopEn])("knows a customer's addresses, lines and codes ($name)", async (visitor) => {
    await visit(browser, as(visitor, "known"), async ({ tab, look }) => {
      const page = await tab()
      await logIn(page)
      await fillCart(page, "cm")
      await page.getByTestId("go-to-checkout").click()
      await page.getByTestId("checkout-saved").waitFor()
      expect(await page.getByTestId("checkout-address").inputValue()).toBe("12 Rue des Écoles")
      expect(await page.getByTestId("keep-address").count()).toBe(0)

      const lines = page.getByTestId("summary-lines")
      expect(await lines.evaluate((element) => (element as HTMLDetailsElement).open)).toBe(!visitor.isPhone)
      if (visitor.isPhone) await lines.locator("summary").click()
      await page.getByTestId("summary-line").waitFor()
      await page.getByTestId("promo-code").fill("bienvenue10")
      await page.getByTestId("promo-code").press("Enter")
      await page.getByTestId("promo-applied").waitFor()
      await page.getByTestId("total-discount").waitFor()
      await page.getByTestId("delivery-option").first().check()
      await page.locator(".totals[aria-busy=false]").waitFor()
      await page.getByTestId("total-delivery").filter({ hasText: /\d/ }).waitFor()
      expect(digits(await page.getByTestId("delivery-price").first().innerText())).toBe(
        await shown(page, "total-delivery")
      )
      await chooseMethod(page, "card")
      await page.locator(".fees p").first().waitFor()
      await look(page, "1-filled")

      await page.getByTestId("checkout-saved").selectOption("")
      expect(await page.getByTestId("checkout-address").inputValue()).toBe("")
      await page.getByTestId("keep-address").waitFor()
      await look(page, "2-another-address")
    })
  })

  it.each([phoneEn, desktopFr])(
    "says what is wrong with a number or a postal code ($name)",
    async (visitor) => {
      await visit(browser, as(visitor, "checked"), async ({ context, tab, look }) => {
        const page = await tab()
        await openFilledCart(page)
        await fillCheckout(page, "mobile-money")
        const phone = page.getByTestId("checkout-phone")
        await phone.fill("6700")
        await page.getByTestId("pay").click()
        await page.getByText(/phone number is too short|téléphone est trop court/).waitFor()
        await look(page, "1-too-short")
        await phone.fill("6700000020000")
        await page.getByTestId("pay").click()
        await page.getByText(/phone number is too long|téléphone est trop long/).waitFor()
        await phone.fill("570000002")
        await page.getByTestId("pay").click()
        await page.getByText(/check the phone number|Vérifiez le numéro/).waitFor()
        await phone.fill("6 70-00.00 02")
        await page.getByText(/(We use|Nous utilisons le) \+237 6 70 00 00 02\./).waitFor()
        await look(page, "1-as-used")
        await phone.fill("+33 6 12 34 56 78")
        await page.getByText(/another country: France|autre pays : France/).waitFor()

        await page.goto(`${demo!.store}/ci/checkout`)
        // The cart moves to the region first, and its deliveries follow.
        await page
          .getByTestId("delivery-price")
          .filter({ hasText: /2.?832/ })
          .first()
          .waitFor()
        await page.getByTestId("delivery-option").first().check()
        await page.getByTestId("total-delivery").filter({ hasText: /\d/ }).waitFor()
        await page.locator(".totals[aria-busy=false]").waitFor()
        expect(digits(await page.getByTestId("delivery-price").first().innerText())).toBe(
          await shown(page, "total-delivery")
        )
        await page.locator("#payment [data-part=operators]", { hasText: "Moov Money" }).first().waitFor()
        expect(await page.locator("#payment input").count()).toBe(2)
        await look(page, "2-ivory-coast")

        // What the service does not offer in the country is no choice.
        await context.route("**/store/paycollect/payment-methods**", async (route) => {
          const card = { code: "card", name: "Visa / Mastercard", type: "card" }
          await route.fulfill({ response: await route.fetch(), json: { payment_methods: [card] } })
        })
        await page.goto(`${demo!.store}/fr/checkout`)
        await page
          .getByTestId("delivery-price")
          .filter({ hasText: /12[.,]00/ })
          .first()
          .waitFor()
        await page.getByTestId("delivery-option").first().check()
        await page.waitForFunction(() => document.querySelectorAll("#payment input").length === 1)
        await page.getByTestId("checkout-phone").fill("06 12 34 56 78")
        await page.getByTestId("checkout-postal-code").fill("")
        await page.locator("[data-testid=pay]:enabled").click()
        await page.locator("#field-postal_code-error").waitFor()
        await look(page, "3-postal-code")
      })
    }
  )

  it.each([phoneFr, desktopEn])("keeps a receipt that stays true ($name)", async (visitor) => {
    await visit(browser, as(visitor, "receipt"), async ({ tab, look }) => {
      const page = await tab()
      await logIn(page)
      await fillCart(page, "cm")
      await fillCheckout(page, "card")
      await pay(page)
      await payByCard(page)
      await backToShop(page)
      const number = await orderNumber(page, "cm")
      const orderId = /order\/(order_\w+)/.exec(page.url())![1]!
      const total = await shown(page, "total")
      const paid = await shown(page, "paid-amount")
      expect(paid).toBe(total + (await shown(page, "paid-fee")))
      await page.getByTestId("paid-on").waitFor()
      expect(await page.getByTestId("payment-number").innerText()).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/)
      await look(page, "1-paid")

      const stands = async (state: string, refunded: number) => {
        await page.reload()
        await page.locator(`[data-state=${state}]`).waitFor()
        expect([await shown(page, "total"), await shown(page, "paid-amount")]).toEqual([total, paid])
        expect(await shown(page, "refunded-amount")).toBe(refunded)
        await page.getByTestId("fee-kept").waitFor()
        const wide = () => document.documentElement.scrollWidth - document.documentElement.clientWidth
        expect(await page.evaluate(wide)).toBe(0)
      }
      await refund(orderId, 100)
      await stands("partly_refunded", 100)
      await look(page, "2-partly-refunded")
      await refund(orderId, total - 100)
      await stands("refunded", total)
      await look(page, "3-refunded")

      await page.getByTestId("account-link").click()
      const row = page.getByTestId("order-row").filter({ hasText: `#${number}` })
      await row.locator("[data-state=refunded]").waitFor()
      expect(digits((await row.innerText()).split("\n")[1]!)).toBe(total)
      await look(page, "4-orders")

      await adminApi(`/orders/${orderId}/cancel`, {})
      await page.goBack()
      await stands("canceled_refunded", total)
      const back = page.getByTestId("received-payments").getByText(/given back|rendus/)
      // Without the fee, which the receipt says is not given back.
      expect((await back.innerText()).replace(/[\s,.]/g, "")).toContain(`${total}`)
      expect(digits(await page.getByTestId("order-state-text").innerText())).toBe(total)
      await look(page, "5-canceled")
    })
  })
})
