import { type Browser, type Page } from "playwright-core"
import { desktop, launchBrowser } from "./support/browser"
import { store } from "./support/buyer"
import { adminApi } from "./support/dashboard"
import { decide, demo, inBrowser, requestsOf } from "./support/demo"
import { answerOnPhone, askByMobileMoney, backToShop } from "./support/hosted-checkout"
import { fillCheckout, openFilledCart, orderNumber, pay } from "./support/shop"
import { smallPhone, visit } from "./support/visitor"

/** Several pages of a busy machine; each single wait has a shorter limit of its own. */
jest.setTimeout(180_000)

const WORDS = {
  fr: {
    canceled: "Le paiement a été annulé",
    failed: "Rien n’a été commandé",
    busy: "Beaucoup de clients paient en ce moment",
    long: "C’est plus long que d’habitude",
    look: "Cherchez la demande sur votre téléphone",
    waits: /[Uu]n paiement de [\d\u202f\u00a0 ]+XAF/,
    ask: "Demandez à la boutique",
  },
  en: {
    canceled: "The payment was canceled",
    failed: "Nothing has been ordered",
    busy: "Many people are paying right now",
    long: "This takes longer than usual",
    look: "Look for the request on your phone",
    waits: /payment of XAF\s[\d,]+/,
    ask: "Ask the shop",
  },
}
const VISITORS = [
  { name: "trust-phone-fr", ...smallPhone, locale: "fr-CM", words: WORDS.fr },
  { name: "trust-desktop-en", ...desktop, locale: "en-GB", words: WORDS.en },
]

inBrowser("a customer who begins to doubt", () => {
  let browser: Browser
  const support = { email: "boutique@example.com", phone: "+237 670 00 00 02", whatsapp: "+237 670 00 00 09" }
  beforeAll(async () => {
    browser = await launchBrowser()
    await adminApi("/paycollect/settings", { support })
  })
  afterAll(async () => {
    await adminApi("/paycollect/settings", { support: { email: null, phone: null, whatsapp: null } })
    await browser.close()
  })

  const readyToPay = async (page: Page) => {
    await openFilledCart(page)
    await fillCheckout(page, "mobile-money")
  }
  const notice = (page: Page) => page.getByTestId("payment-failed")

  it.each(VISITORS)(
    "reads why the payment did not go through, and only in known words ($name)",
    async (visitor) => {
      const { words, ...options } = visitor
      await visit(browser, { ...options, name: `${options.name}-reason` }, async ({ tab, look }) => {
        const page = await tab()
        await readyToPay(page)
        await pay(page)
        await page.getByTestId("cancel").click()
        await page.getByTestId("outcome").waitFor()
        await backToShop(page)
        await notice(page).getByText(words.canceled).waitFor()
        // The shop's contacts ask for it.
        expect(await notice(page).locator("[data-part=number]").innerText()).toMatch(
          /[0-9A-Z]{4}-[0-9A-Z]{4}$/
        )
        // What she did herself is no error.
        expect(await notice(page).getAttribute("class")).toBe("notice info")
        await page.getByTestId("delivery-option").first().waitFor()
        await look(page, "1-canceled")

        const arrive = async (reason: string) => {
          await page.goto(`${demo!.store}/cm/checkout?paycollect_status=failed&paycollect_reason=${reason}`)
          await notice(page).waitFor()
          await page.getByTestId("delivery-option").first().waitFor()
          return notice(page).innerText()
        }
        expect(await arrive("busy")).toContain(words.busy)
        await look(page, "2-busy")
        const typed = await arrive(encodeURIComponent("Call <b>+237 699</b> to pay"))
        expect(typed).toContain(words.canceled)
        expect(typed).not.toMatch(/699|Call/)
      })
    }
  )

  it.each(VISITORS)("is told what to do when it takes longer than usual ($name)", async (visitor) => {
    const { words, ...options } = visitor
    await visit(browser, { ...options, name: `${options.name}-long` }, async ({ tab, look }) => {
      const page = await tab()
      await readyToPay(page)
      const name = await pay(page)
      await askByMobileMoney(page, "mtn")
      await answerOnPhone(page, "wait")
      await page.clock.install()
      await backToShop(page)
      const waiting = page.getByTestId("waiting")
      await waiting.locator("[data-part=continue]").waitFor()
      expect(await waiting.locator("[data-part=amount]").innerText()).toMatch(/\d/)
      expect(await waiting.locator("[data-part=number]").innerText()).toMatch(/[0-9A-Z]{4}-[0-9A-Z]{4}$/)
      expect(await waiting.locator(".to-shop").count()).toBe(0)
      await page.clock.runFor(91_000)
      await waiting.getByText(words.long).waitFor()
      await waiting.getByText(words.look).waitFor()
      await waiting.locator(".to-shop").waitFor()
      expect(await waiting.getByTestId("new-cart").isVisible()).toBe(false)
      await look(page, "1-longer-than-usual")
      await decide(name, "succeeded")
      await page.clock.runFor(15_000)
      expect(await orderNumber(page, "cm")).toBeGreaterThan(0)
    })
  })

  it.each(VISITORS)(
    "is asked before a change takes a payment its purpose, and goes on shopping ($name)",
    async (visitor) => {
      const { words, ...options } = visitor
      await visit(browser, { ...options, name: `${options.name}-cart` }, async ({ tab, look }) => {
        const page = await tab()
        await readyToPay(page)
        const name = await pay(page)
        await askByMobileMoney(page, "mtn")

        const other = await tab()
        await other.goto(`${demo!.store}/cm/cart`)
        await other.getByTestId("payment-under-way").getByText(words.waits).waitFor()
        await look(other, "1-cart")
        const more = other.getByTestId("quantity-more")
        const question = other.locator("dialog.question")
        await more.click()
        await question.getByText(words.waits).waitFor()
        await look(other, "2-question")
        await question.locator("[data-part=wait]").click()
        await other.locator("[data-testid=waiting] [data-state=waiting]").waitFor()
        await other.goto(`${demo!.store}/cm/cart`)
        await other.getByTestId("cart-line").waitFor()
        expect(await other.getByTestId("quantity").innerText()).toContain("1")
        await more.click()
        await question.locator("[data-part=change]").click()
        await other.locator("[data-testid=quantity]", { hasText: "2" }).waitFor()
        await other.locator(".totals[aria-busy=false]").waitFor()

        await answerOnPhone(page, "confirm")
        await backToShop(page)
        const looked = page.locator("[data-testid=waiting] [data-state=attention]")
        await looked.waitFor()
        expect(await looked.locator("[data-part=amount]").innerText()).toMatch(/\d/)
        expect(await looked.locator("[data-part=since]").innerText()).toMatch(/20\d\d/)
        await looked.getByText(words.ask).waitFor()
        expect(await looked.locator("[data-part=contact] a").count()).toBe(3)
        await look(page, "3-attention")
        await other.goto(`${demo!.store}/cm/checkout`)
        await other.getByTestId("payment-attention").locator("[data-part=contact]").waitFor()
        await other.getByTestId("delivery-option").first().waitFor()
        await other.locator("[data-testid=pay]:enabled").click()
        await question.locator("[data-part=pay]").waitFor()
        await question.locator("[data-part=wait]").click()
        expect(await question.count()).toBe(0)
        await look(other, "4-checkout")

        await page.getByTestId("new-cart").click()
        await page.getByTestId("product-card").first().click()
        await page.getByTestId("add-to-cart").click()
        await page.getByTestId("see-cart").click()
        await page.locator("[data-testid=quantity]", { hasText: "1" }).waitFor()
        await fillCheckout(page, "mobile-money")
        expect(await page.getByTestId("payment-attention").count()).toBe(0)
        await look(page, "5-new-cart")
        // The old cart's money was asked for once, and stays with the merchant's item.
        expect(await requestsOf(name, "create_payment_intent")).toHaveLength(1)
      })
    }
  )

  it.each(VISITORS)(
    "is asked before a promo code, or another country, by whatever way ($name)",
    async (visitor) => {
      const { words, ...options } = visitor
      await visit(browser, { ...options, name: `${options.name}-moves` }, async ({ tab, look }) => {
        const page = await tab()
        await readyToPay(page)
        await pay(page)
        await page.goto(`${demo!.store}/cm/cart`)
        const question = page.locator("dialog.question")
        const waits = async () => {
          await question.getByText(words.waits).waitFor()
          await question.locator("[data-part=wait]").click()
          await page.waitForURL(`${demo!.store}/cm/checkout/waiting?**`)
          await page.goto(`${demo!.store}/cm/cart`)
          await page.getByTestId("cart-line").waitFor()
          expect(await page.getByTestId("total").innerText()).toContain("XAF")
        }
        await page.getByTestId("promo-code").fill("WELCOME")
        await page.getByTestId("promo-apply").click()
        await waits()
        await page.getByTestId("region-select").selectOption({ label: "Europe · EUR" })
        await look(page, "1-region")
        await waits()
        // By a link, or the back button: the page is another country's already, the cart is not.
        await page.goto(`${demo!.store}/fr/cart`)
        await waits()
        await page.getByTestId("region-select").selectOption({ label: "Europe · EUR" })
        await question.locator("[data-part=change]").click()
        await page.waitForURL(`${demo!.store}/*/cart`)
        await page.getByTestId("total").filter({ hasText: "€" }).waitFor()
        expect(await question.count()).toBe(0)
      })
    }
  )

  it("is asked before another country of the region, and the address stays as it was while she waits", async () => {
    await visit(browser, { ...desktop, locale: "en-GB", name: "trust-address" }, async ({ tab }) => {
      const page = await tab()
      const cartId = await europeanPayment()
      await page.addInitScript((id) => localStorage.setItem("hauts_plateaux_cart", id), cartId)
      await page.goto(`${demo!.store}/fr/checkout`)
      await page.getByTestId("checkout-country").selectOption("de")
      const question = page.locator("dialog.question")
      await question.getByText(/a payment of/i).waitFor()
      await page.keyboard.press("Escape")
      await page.waitForURL(`${demo!.store}/fr/checkout/waiting?**`)
      const read = async () =>
        (await store<{ cart: { shipping_address: { country_code: string } } }>(`/carts/${cartId}`)).cart
      expect((await read()).shipping_address.country_code).toBe("fr")
      await page.goto(`${demo!.store}/fr/checkout`)
      await page.getByTestId("checkout-country").selectOption("de")
      await question.locator("[data-part=change]").click()
      await page.getByTestId("delivery-option").first().waitFor()
      expect(await page.getByTestId("checkout-country").inputValue()).toBe("de")
    })
  })
})

/** A payment that a guest in France opened a moment ago. @returns the cart's id */
async function europeanPayment(): Promise<string> {
  const { regions } = await store<{ regions: { id: string; currency_code: string }[] }>("/regions")
  const region_id = regions.find(({ currency_code }) => currency_code === "eur")!.id
  const { products } = await store<{ products: { variants: { id: string }[] }[] }>(
    `/products?limit=1&region_id=${region_id}`
  )
  const { cart } = await store<{ cart: { id: string } }>("/carts", {
    region_id,
    email: "camille@example.com",
    shipping_address: {
      ...{ first_name: "Camille", last_name: "Durand", phone: "+33612345678" },
      ...{ address_1: "3 rue des Lilas", city: "Lyon", postal_code: "69003", country_code: "fr" },
    },
    items: [{ variant_id: products[0]!.variants[0]!.id, quantity: 1 }],
  })
  const { shipping_options } = await store<{ shipping_options: { id: string }[] }>(
    `/shipping-options?cart_id=${cart.id}`
  )
  await store(`/carts/${cart.id}/shipping-methods`, { option_id: shipping_options[0]!.id })
  const { payment_collection } = await store<{ payment_collection: { id: string } }>("/payment-collections", {
    cart_id: cart.id,
  })
  await store(`/payment-collections/${payment_collection.id}/payment-sessions`, {
    provider_id: "pp_paycollect-card_default",
  })
  return cart.id
}
