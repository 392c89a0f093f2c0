import assert from "node:assert/strict"
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { chromium } from "playwright-core"
import { root } from "../paths.mjs"

const screenshots = join(root, "artifacts/screenshots")
const flags = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"]
/** A page that is asked for the first time is rendered then, on a machine that may be busy. */
const patienceMs = 60_000

const sizes = {
  desktop: { viewport: { width: 1280, height: 900 } },
  phone: { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
}

const address = {
  "first-name": "Mireille",
  "last-name": "Atangana",
  address: "Carrefour Bastos",
  "postal-code": "00237",
  city: "Yaoundé",
  email: "guest@example.com",
  phone: "670000002",
}

/** A customer with a browser of her own. A failure leaves `starter-<name>-failed.png`. */
async function asCustomer(browser, { name, size }, visit) {
  const context = await browser.newContext(sizes[size])
  context.setDefaultTimeout(patienceMs)
  const page = await context.newPage()
  const look = (title, fullPage = true) =>
    page.screenshot({
      path: join(screenshots, `starter-${name}-${size}-${title}.png`),
      fullPage,
      animations: "disabled",
    })
  try {
    return await visit({ page, look, context })
  } catch (error) {
    await look("failed").catch(() => undefined)
    throw error
  } finally {
    await context.close()
  }
}

async function fillCart(page, { origin, product }) {
  await page.goto(`${origin}/cm/products/${product}`)
  const options = page.getByTestId("product-options")
  await page.getByTestId("add-product-button").first().waitFor()
  for (const option of await options.all()) await option.getByTestId("option-button").first().click()
  await page.getByTestId("add-product-button").and(page.locator(":enabled")).click()
  await page.getByTestId("nav-cart-link").filter({ hasText: "(1)" }).waitFor()
}

async function fillCheckout(page, { origin }) {
  await page.goto(`${origin}/cm/cart`)
  await page.getByTestId("checkout-button").click()
  for (const [field, value] of Object.entries(address))
    await page.getByTestId(`shipping-${field}-input`).fill(value)
  await page.getByTestId("shipping-country-select").selectOption("cm")
  await page.getByTestId("submit-address-button").click()
  await page.waitForURL("**/checkout?step=delivery")
  await page.getByTestId("delivery-option-radio").first().click()
  await page.locator("[data-testid=submit-delivery-option-button]:enabled").click()
  await page.waitForURL("**/checkout?step=payment")
}

/** From the payment step to the hosted checkout, over the review. */
async function pay(page, { sandbox }, method) {
  const choice = page.getByRole("radio", { name: method, exact: true })
  await choice.click()
  await page.locator("[data-testid=submit-payment-button]:enabled").click()
  await page.waitForURL("**step=review**")
  const button = page.locator("[data-testid=submit-order-button]:enabled")
  await button.getByText(/FCFA/).waitFor()
  await page.waitForLoadState("networkidle")
  return async () => {
    await button.click()
    await page.waitForURL(`${sandbox}/checkout/**`)
  }
}

async function askByMobileMoney(page) {
  await page.getByTestId("method-mtn").click()
  await page.getByTestId("pay").click()
  await page.getByTestId("sent-to").waitFor()
}

/** By the link, or by itself: an ended payment leads back after some seconds. */
async function backToShop(page, { origin }) {
  const link = page.getByTestId("back-to-shop").click({ timeout: 5_000 })
  await Promise.all([link.catch(() => undefined), page.waitForURL(`${origin}/**`)])
}

/** The link by which the service sends customers back, whatever browser they are in. */
const returnLink = ({ backend }, reference) => `${backend}/paycollect/return/${reference}`

/** What is decided on the phone while no page of the service is open. */
async function confirmOnPhone({ sandbox }, reference) {
  const answer = await fetch(`${sandbox}/_control/intents/${reference}/state`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ status: "succeeded" }),
  })
  assert.equal(answer.status, 200)
}

/** What the thank-you page has to be: whole, uncovered, of a cart that the shop has forgotten. */
async function assertThanks(page, { origin, method }) {
  await page.waitForURL(`${origin}/cm/order/*/confirmed`)
  await page.getByText("Your order was placed successfully.").waitFor()
  assert.match(await page.title(), /^Order Confirmed/)
  assert.equal(await page.getByTestId("payment-method").innerText(), method)
  assert.equal(await page.getByTestId("nav-cart-link").innerText(), "Cart (0)")
  // The drop-down would open after the page is there, and stay for five seconds.
  await page.waitForTimeout(1_500)
  assert.equal(await page.getByTestId("nav-cart-dropdown").isVisible(), false, "the cart covers the page")
}

async function assertReason(page, { role, words }) {
  const notice = page.getByTestId("paycollect-notice")
  await notice.getByText(words).waitFor()
  assert.equal(await notice.getAttribute("role"), role)
  await page.getByTestId("submit-payment-button").waitFor()
  assert.match(await page.title(), /^Checkout/)
}

const declined = { role: "alert", words: "The payment was declined." }
const canceled = { role: "status", words: "The payment was canceled." }

/** Declined on the phone, told why, paid the second time; the checkout's address, opened again, leads to the order. */
async function buyAfterDecline({ page, look }, shop) {
  await fillCart(page, shop)
  await fillCheckout(page, shop)
  await look("1-payment")
  let leave = await pay(page, shop, "Mobile money")
  await look("2-review")
  await leave()
  await askByMobileMoney(page)
  await page.getByTestId("decline").click()
  await backToShop(page, shop)
  await assertReason(page, declined)
  await look("3-declined", false)
  leave = await pay(page, shop, "Mobile money")
  assert.equal(await page.getByTestId("paycollect-notice").count(), 0)
  await leave()
  await askByMobileMoney(page)
  await page.getByTestId("confirm").click()
  await backToShop(page, shop)
  await assertThanks(page, { ...shop, method: "Mobile money" })
  await look("4-order", false)
  const order = page.url()
  await page.goto(`${shop.origin}/cm/checkout?step=review`)
  await page.waitForURL(order)
}

/** Canceled on the hosted page; the link of the return goes on in another browser, where it is paid by card. */
async function buyAfterCancel(browser, { page, look }, { name, size, ...shop }) {
  await fillCart(page, shop)
  await fillCheckout(page, shop)
  const leave = await pay(page, shop, "Mobile money")
  await look("2-review")
  await leave()
  const reference = await page.getByTestId("reference").innerText()
  await page.getByTestId("cancel").click()
  await backToShop(page, shop)
  await assertReason(page, canceled)
  await look("3-canceled", false)
  await asCustomer(browser, { name: `${name}-other`, size }, async (other) => {
    await other.page.goto(returnLink(shop, reference))
    await assertReason(other.page, canceled)
    const leaveAgain = await pay(other.page, shop, "Card")
    await leaveAgain()
    await other.page.getByTestId("method-card").click()
    await other.page.locator("[data-card]").first().click()
    await other.page.getByTestId("pay").click()
    await backToShop(other.page, shop)
    await assertThanks(other.page, { ...shop, method: "Card" })
    await other.look("4-order", false)
  })
}

/** Goes back before the phone was answered: the waiting page leads on by itself once it is. */
async function buyByWaiting({ page, look }, shop) {
  await fillCart(page, shop)
  await fillCheckout(page, shop)
  const leave = await pay(page, shop, "Mobile money")
  await leave()
  const reference = await page.getByTestId("reference").innerText()
  await askByMobileMoney(page)
  await page.goto(returnLink(shop, reference))
  await page.waitForURL("**/checkout/waiting?**")
  await page.locator("[data-state=waiting]").getByText("FCFA").waitFor()
  await look("5-waiting", false)
  await confirmOnPhone(shop, reference)
  await assertThanks(page, { ...shop, method: "Mobile money" })
  await look("6-order", false)
}

/** @param shop `{name, origin, backend, sandbox, product}`: the storefront, the three origins, and the handle of what is bought */
export async function buy(executablePath, shop) {
  mkdirSync(screenshots, { recursive: true })
  const browser = await chromium.launch({ executablePath, args: flags })
  try {
    const { name } = shop
    await asCustomer(browser, { name, size: "desktop" }, (customer) => buyAfterDecline(customer, shop))
    await asCustomer(browser, { name, size: "phone" }, (customer) =>
      buyAfterCancel(browser, customer, { ...shop, size: "phone" })
    )
    await asCustomer(browser, { name, size: "phone" }, (customer) => buyByWaiting(customer, shop))
  } finally {
    await browser.close()
  }
}
