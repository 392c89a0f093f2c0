import { type Browser } from "playwright-core"
import { asVisitor, desktop, launchBrowser, phone, screenshot } from "./support/browser"
import { adminApi, logIn, openOrder } from "./support/dashboard"
import { demo, inBrowser, requestsOf } from "./support/demo"
import { answerOnPhone, askByMobileMoney, backToShop, payByCard } from "./support/hosted-checkout"
import { chooseMethod, fillCart, fillCheckout, guest, orderNumber, pay } from "./support/shop"

/** Several pages of a busy machine; each single wait has a shorter limit of its own. */
jest.setTimeout(240_000)

inBrowser("paying in the demo shop", () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser.close())

  it("turns the mobile money of a guest with a phone and no e-mail into an order that the dashboard shows as paid", async () => {
    let number = 0
    let reference = ""
    await asVisitor(browser, { name: "mobile-money", ...phone, locale: "fr-CM" }, async (page) => {
      await page.goto(`${demo!.store}/cm`)
      await page.getByTestId("product-card").first().waitFor()
      await screenshot(page, "shop-phone-fr")
      await fillCart(page, "cm")
      await screenshot(page, "cart-phone-fr")
      await fillCheckout(page, "mobile-money", { ...guest, email: "" })
      await page.getByText("Nous utilisons le +237 6 70 00 00 02.").waitFor()
      await screenshot(page, "checkout-phone-fr")
      reference = await pay(page)
      await screenshot(page, "hosted-checkout-phone-fr")
      const shown = await page.getByTestId("description").innerText()
      const paymentNumber = /[0-9A-Z]{4}-[0-9A-Z]{4}/.exec(shown)![0]
      await askByMobileMoney(page, "mtn")
      await screenshot(page, "hosted-confirm-on-phone-fr")
      await answerOnPhone(page, "confirm")
      await page.getByTestId("receipt").waitFor()
      await screenshot(page, "hosted-receipt-phone-fr")

      number = await orderNumber(page, "cm")
      expect(number).toBeGreaterThan(0)
      expect(await page.getByTestId("order-paid").getAttribute("data-paid")).toBe("true")
      expect(await page.getByTestId("payment-number").innerText()).toBe(paymentNumber)
      expect(await page.getByTestId("total").innerText()).toMatch(/FCFA|XAF/)
      expect(await page.getByText("@").count()).toBe(0)
      await screenshot(page, "order-phone-fr")
      await page.locator("[data-testid=cart-count][data-empty]").waitFor({ state: "attached" })
    })

    const [created, ...moreCreated] = await requestsOf(reference, "create_payment_intent")
    const [verified, ...moreVerified] = await requestsOf(reference, "verify_payment")
    expect([created?.status, verified?.status]).toEqual([200, 200])
    expect([...moreCreated, ...moreVerified]).toEqual([])
    expect(verified?.reference).toBe(created?.reference)
    type Reached = { display_id: number; email: string | null; shipping_address: { phone: string } }
    const { orders } = await adminApi<{ orders: Reached[] }>(
      "/orders?fields=display_id,email,shipping_address.phone&order=-created_at&limit=20"
    )
    expect(orders.find(({ display_id }) => display_id === number)).toMatchObject({
      email: null,
      shipping_address: { phone: guest.phone },
    })

    await asVisitor(browser, { name: "dashboard", ...desktop, locale: "en-GB" }, async (page) => {
      await logIn(page)
      await openOrder(page, number)
      await page.getByText("Captured").first().waitFor()
      await screenshot(page, "dashboard-order")
      expect(await page.getByText("Capture payment").count()).toBe(0)
    })
  })

  it("lets a customer whose phone said no pay the same cart by card", async () => {
    let first = ""
    let second = ""
    await asVisitor(browser, { name: "decline-then-card", ...desktop, locale: "en-GB" }, async (page) => {
      await fillCart(page, "cm")
      await screenshot(page, "cart-desktop-en")
      await fillCheckout(page, "mobile-money")
      first = await pay(page)
      await askByMobileMoney(page, "orange")
      await answerOnPhone(page, "decline")
      await page.getByTestId("outcome").waitFor()
      await screenshot(page, "hosted-declined-desktop-en")
      await backToShop(page)

      await page.getByTestId("payment-failed").waitFor()
      await page.getByTestId("delivery-option").first().waitFor()
      await screenshot(page, "checkout-failed-desktop-en")
      expect(await page.getByTestId("checkout-email").inputValue()).toBe("guest@example.com")

      await chooseMethod(page, "card")
      second = await pay(page)
      await screenshot(page, "hosted-card-desktop-en")
      await payByCard(page)
      await page.getByTestId("receipt").waitFor()
      await backToShop(page)

      expect(await orderNumber(page, "cm")).toBeGreaterThan(0)
      expect(await page.getByTestId("order-paid").getAttribute("data-paid")).toBe("true")
      await screenshot(page, "order-desktop-en")
    })

    expect(second).not.toBe(first)
    const created = await requestsOf(first, "create_payment_intent")
    expect(created.map(({ reference }) => reference)).toEqual([first, second])
  })
})
