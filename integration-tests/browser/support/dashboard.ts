import { type Page } from "playwright-core"
import { screenshot } from "./browser"
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

/** A page of the dashboard, once what it is about is there. `path`: below `/app`; `shows`: a selector */
export async function openPage(page: Page, path: string, shows: string): Promise<void> {
  await page.goto(`${demo!.backend}/app${path}`)
  await page.locator(shows).first().waitFor()
  await page.locator("[data-testid=loading]").waitFor({ state: "detached" })
}

let token: string | undefined

/** A route of the admin API, as the merchant. */
export async function adminApi<T>(path: string, body?: object): Promise<T> {
  if (!token) {
    const answer = await fetch(`${demo!.backend}/auth/user/emailpass`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(admin),
    })
    token = ((await answer.json()) as { token: string }).token
  }
  const answer = await fetch(`${demo!.backend}/admin${path}`, {
    method: body ? "POST" : "GET",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    body: body && JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as T
}

/** The dashboard scrolls inside of its window: for a picture of the whole page the window grows. */
export async function wholeShot(page: Page, name: string): Promise<void> {
  const { width, height } = page.viewportSize()!
  const needed = await page.evaluate(() => {
    const heights = [...document.querySelectorAll("main, main *")].map((element) => element.scrollHeight)
    return Math.max(0, ...heights) + 120
  })
  await page.setViewportSize({ width, height: Math.min(Math.max(height, needed), 4_000) })
  await page.waitForTimeout(300)
  await screenshot(page, name)
  await page.setViewportSize({ width, height })
}
