import { type Page } from "playwright-core"
import { store } from "./buyer"
import { demo } from "./demo"

export const guest = {
  email: "guest@example.com",
  "first-name": "Mireille",
  "last-name": "Atangana",
  phone: "670000002",
  address: "Carrefour Bastos, face à la pharmacie",
  city: "Yaoundé",
}

/** From the shop's first page to a cart with one product. `country`: which of the demo's markets, for example "cm" */
export async function fillCart(page: Page, country: string): Promise<void> {
  await page.goto(`${demo!.store}/${country}`)
  await page.getByTestId("product-card").first().click()
  await page.getByTestId("add-to-cart").click()
  await page.getByTestId("see-cart").click()
  await page.getByTestId("cart-line").waitFor()
}

/** The same cart without the way to it, for a guest whose browser has none yet: what comes before the checkout is looked at once. */
export async function openFilledCart(page: Page): Promise<void> {
  const { regions } = await store<{ regions: { id: string; currency_code: string }[] }>("/regions")
  const region_id = regions.find(({ currency_code }) => currency_code === "xaf")!.id
  const { products } = await store<{ products: { variants: { id: string }[] }[] }>(
    `/products?limit=1&region_id=${region_id}`
  )
  const { cart } = await store<{ cart: { id: string } }>("/carts", {
    region_id,
    shipping_address: { country_code: "cm" },
    // As the shop makes one: in another language its lines would take more room, or less, as soon as she looks.
    locale: await page.evaluate(() => (navigator.language.startsWith("fr") ? "fr-FR" : "en-GB")),
    items: [{ variant_id: products[0]!.variants[0]!.id, quantity: 1 }],
  })
  // Once: afterwards the shop knows better than this script, which runs on every page.
  await page.addInitScript((id) => {
    if (!localStorage.getItem("given_cart")) {
      localStorage.setItem("given_cart", id)
      localStorage.setItem("hauts_plateaux_cart", id)
    }
  }, cart.id)
  await page.goto(`${demo!.store}/cm/cart`)
}

/** Fills in the checkout. `method`: "mobile-money" or "card"; ends when the store has the total of it. */
export async function fillCheckout(page: Page, method: string, who: typeof guest = guest): Promise<void> {
  await page.getByTestId("go-to-checkout").click()
  for (const [field, value] of Object.entries(who)) await page.getByTestId(`checkout-${field}`).fill(value)
  await page.getByTestId("delivery-option").first().check()
  await chooseMethod(page, method)
}

export async function chooseMethod(page: Page, method: string): Promise<void> {
  await page.locator(`#payment input[value="pp_paycollect-${method}_default"]`).check()
  await page.locator("[data-testid=pay]:enabled").waitFor()
}

/** Ends on the hosted checkout. @returns the payment's merchant reference, as it is shown there */
export async function pay(page: Page): Promise<string> {
  await page.getByTestId("pay").click()
  await page.waitForURL(`${demo!.sandbox}/checkout/**`)
  return page.getByTestId("reference").innerText()
}

/** Shown on the order page, for example 1. */
export async function orderNumber(page: Page, country: string): Promise<number> {
  await page.waitForURL(`${demo!.store}/${country}/order/*/confirmed?**`)
  const text = await page.getByTestId("order-number").innerText()
  return Number(text.replace("#", ""))
}
