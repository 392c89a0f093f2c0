import { type Browser, type Page } from "playwright-core"
import { desktop, launchBrowser } from "./support/browser"
import { adminApi } from "./support/dashboard"
import { decide, demo, inBrowser, requestsOf } from "./support/demo"
import { answerOnPhone, askByMobileMoney, backToShop, payByCard } from "./support/hosted-checkout"
import { paymentOf } from "./support/money"
import { chooseMethod, fillCheckout, openFilledCart, orderNumber, pay } from "./support/shop"
import { smallPhone, visit } from "./support/visitor"

jest.setTimeout(180_000)

const VISITORS = [
  {
    ...smallPhone,
    locale: "fr-CM",
    name: "second-charge-phone-fr",
    words: {
      open: /Un paiement de .* est en cours\. Si vous payez les deux, vous serez débité deux fois\./,
      held: /Nous avons reçu .* pour le panier d’avant.* Vous payez de nouveau en entier\./,
      several: "Nous avons reçu 2 paiements.",
      looked: /La boutique examine .* \(paiement [0-9A-Z]{4}-[0-9A-Z]{4}\)\./,
      returning: /\(sans les frais\) vous seront rendus/,
      decline: /Une demande précédente attend peut-être sur votre téléphone : refusez-la/,
    },
  },
  {
    ...desktop,
    locale: "en-GB",
    name: "second-charge-desktop-en",
    words: {
      open: /You have a payment of .* open\. If you pay both, you are charged twice\./,
      held: /We hold .* for the cart as it was; .* You pay in full again\./,
      several: "We received 2 payments.",
      looked: /The shop looks at .* \(payment [0-9A-Z]{4}-[0-9A-Z]{4}\)\./,
      returning: /\(without the fee\) will be given back/,
      decline: /An earlier request may wait on your phone: decline it/,
    },
  },
]

inBrowser("a customer who may be charged twice", () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(async () => {
    await adminApi("/paycollect/settings", { refunds: null })
    await browser.close()
  })

  const created = async (reference: string) => (await requestsOf(reference, "create_payment_intent")).length
  const question = (page: Page) => page.locator("dialog.question")
  const pressPay = async (page: Page) => {
    await page.getByTestId("delivery-option").first().waitFor()
    await page.locator("[data-testid=pay]:enabled").click()
  }

  it.each(VISITORS)(
    "is asked while a payment waits on her phone, and told of two ($name)",
    async (visitor) => {
      const { words, ...options } = visitor
      await visit(browser, options, async ({ tab, look }) => {
        const page = await tab()
        await openFilledCart(page)
        await fillCheckout(page, "mobile-money")
        const first = await pay(page)
        await askByMobileMoney(page, "mtn")

        // She comes back to the checkout, and takes another method.
        await page.goto(`${demo!.store}/cm/checkout`)
        await chooseMethod(page, "card")
        await pressPay(page)
        await question(page).getByText(words.open).waitFor()
        expect(await question(page).locator("[data-part=continue]").getAttribute("href")).toContain(
          "/checkout/pi_"
        )
        await look(page, "1-question")
        expect(await created(first)).toBe(1)
        await page.keyboard.press("Escape")
        await page.locator("[data-testid=waiting] [data-state=waiting]").waitFor()

        await page.goto(`${demo!.store}/cm/cart`)
        await page.getByTestId("payment-under-way").locator("a[href*='/checkout/pi_']").waitFor()
        await page.getByTestId("go-to-checkout").click()
        await chooseMethod(page, "card")
        await pressPay(page)
        await question(page).locator("[data-part=pay]").click()
        await page.waitForURL(`${demo!.sandbox}/checkout/**`)
        await payByCard(page)
        await backToShop(page)
        expect(await orderNumber(page, "cm")).toBeGreaterThan(0)
        const received = page.getByTestId("received-payments")
        await received.getByText(words.decline).waitFor()

        await decide(first, "succeeded")
        await expectItem(first)
        await page.reload()
        await received.getByText(words.several).waitFor()
        await received.getByText(words.looked).waitFor()
        expect(await received.getByText(words.decline).count()).toBe(0)
        await look(page, "2-receipt")

        await adminApi("/paycollect/settings", { refunds: "manual" })
        const { id } = await paymentOf(first)
        await adminApi(`/paycollect/intents/${id}/refund`, { reason: "duplicate" })
        await page.reload()
        await received.getByText(words.returning).waitFor()
        await look(page, "3-returning")
        expect(await created(first)).toBe(2)
      })
    }
  )

  it.each(VISITORS)(
    "is asked, too, before another phone number makes another payment of it ($name)",
    async (visitor) => {
      const { words, ...options } = visitor
      await visit(browser, { ...options, name: `${options.name}-number` }, async ({ tab, look }) => {
        const page = await tab()
        await openFilledCart(page)
        await fillCheckout(page, "mobile-money")
        const first = await pay(page)
        await page.goto(`${demo!.store}/cm/checkout`)
        await chooseMethod(page, "mobile-money")
        // As she left it: the same payment, and no question.
        await pressPay(page)
        await page.waitForURL(`${demo!.sandbox}/checkout/**`)
        expect(await page.getByTestId("reference").innerText()).toBe(first)

        await page.goto(`${demo!.store}/cm/checkout`)
        await chooseMethod(page, "mobile-money")
        await page.getByTestId("checkout-phone").fill("6 70 99 88 77")
        await pressPay(page)
        await question(page).getByText(words.open).waitFor()
        expect(await question(page).locator("[data-part=continue]").getAttribute("href")).toContain(
          "/checkout/pi_"
        )
        await look(page, "1-question")
        expect(await created(first)).toBe(1)
        await question(page).locator("[data-part=pay]").click()
        await page.waitForURL(`${demo!.sandbox}/checkout/**`)
        expect(await page.getByTestId("reference").innerText()).not.toBe(first)
        expect(await created(first)).toBe(2)
      })
    }
  )

  it.each(VISITORS)(
    "is asked, too, where the cart that she pays for is another by now ($name)",
    async (visitor) => {
      const { words, ...options } = visitor
      await visit(browser, { ...options, name: `${options.name}-changed` }, async ({ tab, look }) => {
        const page = await tab()
        await openFilledCart(page)
        await fillCheckout(page, "mobile-money")
        const first = await pay(page)
        await askByMobileMoney(page, "mtn")
        await page.goto(`${demo!.store}/cm/cart`)
        await page.getByTestId("payment-under-way").waitFor()
        const line = page.getByTestId("cart-line")
        const place = (await line.boundingBox())!.y
        await page.getByTestId("quantity-more").click()
        await question(page).locator("[data-part=change]").click()
        await page.locator("[data-testid=quantity]", { hasText: "2" }).waitFor()
        await page.getByTestId("payment-outdated").getByText(words.decline).waitFor()
        // Her finger is still on it.
        expect((await line.boundingBox())!.y).toBe(place)
        await look(page, "1-cart")

        await page.getByTestId("go-to-checkout").click()
        await chooseMethod(page, "card")
        await pressPay(page)
        await question(page).getByText(words.open).waitFor()
        expect(await question(page).locator("[data-part=continue]").count()).toBe(0)
        await look(page, "2-question")
        expect(await created(first)).toBe(1)
        await question(page).locator("[data-part=wait]").click()
        await page.locator("[data-testid=waiting]").getByText(words.decline).waitFor()
        await look(page, "3-waiting")

        await page.goto(`${demo!.store}/cm/checkout`)
        await chooseMethod(page, "card")
        await pressPay(page)
        await question(page).locator("[data-part=pay]").click()
        await page.waitForURL(`${demo!.sandbox}/checkout/**`)
        await payByCard(page)
        await backToShop(page)
        expect(await orderNumber(page, "cm")).toBeGreaterThan(0)
        await page.getByTestId("received-payments").getByText(words.decline).waitFor()
        await look(page, "4-receipt")
        expect(await created(first)).toBe(2)
      })
    }
  )

  it.each(VISITORS)("pays anew after late money once she says so: no dead end ($name)", async (visitor) => {
    const { words, ...options } = visitor
    await visit(browser, { ...options, name: `${options.name}-late` }, async ({ tab, look }) => {
      const page = await tab()
      await openFilledCart(page)
      await fillCheckout(page, "mobile-money")
      const first = await pay(page)
      await askByMobileMoney(page, "orange")
      const other = await tab()
      await other.goto(`${demo!.store}/cm/cart`)
      await other.getByTestId("payment-under-way").waitFor()
      await other.getByTestId("quantity-more").click()
      await question(other).locator("[data-part=change]").click()
      await other.locator("[data-testid=quantity]", { hasText: "2" }).waitFor()
      // The warning was for the cart as it was.
      await other.getByTestId("payment-under-way").waitFor({ state: "detached" })

      await answerOnPhone(page, "confirm")
      await backToShop(page)
      await page.locator("[data-testid=waiting] [data-state=attention]").waitFor()
      await page.goto(`${demo!.store}/cm/checkout`)
      await page.getByTestId("payment-attention").waitFor()
      await pressPay(page)
      await question(page).getByText(words.held).waitFor()
      await look(page, "1-question")
      expect(await created(first)).toBe(1)
      await question(page).locator("[data-part=pay]").click()
      await page.waitForURL(`${demo!.sandbox}/checkout/**`)
      await askByMobileMoney(page, "mtn")
      await answerOnPhone(page, "wait")
      await backToShop(page)
      await page.locator("[data-testid=waiting] [data-state=waiting]").getByText(words.looked).waitFor()
      await look(page, "2-waiting")
      await decide(`${first.slice(0, first.lastIndexOf("-"))}-2`, "succeeded")
      expect(await orderNumber(page, "cm")).toBeGreaterThan(0)
      await page.getByTestId("received-payments").getByText(words.looked).waitFor()
      await look(page, "3-receipt")
      expect(await created(first)).toBe(2)
    })
  })

  /** The event of the second money is on its way to the store. */
  async function expectItem(reference: string): Promise<void> {
    const deadline = Date.now() + 30_000
    let open = 0
    while (open === 0 && Date.now() < deadline) {
      open = (await paymentOf(reference)).attention.filter(({ status }) => status === "open").length
      if (open === 0) await new Promise((resolve) => setTimeout(resolve, 200))
    }
    expect(open).toBe(1)
  }
})
