import { type Page } from "playwright-core"
import { admin, demo } from "./demo"

export async function logIn(page: Page): Promise<void> {
  await page.goto(`${demo!.backend}/app/login`)
  await page.locator("input[name=email]").fill(admin.email)
  await page.locator("input[name=password]").fill(admin.password)
  await page.locator("button[type=submit]").click()
  await page.waitForURL((address) => !address.pathname.endsWith("/login"))
}

/** From the list of orders into one. `number`: as the customer was told it */
export async function openOrder(page: Page, number: number): Promise<void> {
  await page.goto(`${demo!.backend}/app/orders`)
  await page.getByText(`#${number}`, { exact: true }).first().click()
  await page.waitForURL("**/app/orders/order_*")
  await page.getByRole("heading", { name: `#${number}` }).waitFor()
}
