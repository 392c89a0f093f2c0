import { type Browser, type BrowserContext, type BrowserContextOptions, type Page } from "playwright-core"
import { type AdminPayCollectHealthResponse } from "../../../src/types/http"
import { newContext, screenshot } from "./browser"
import { admin, demo } from "./demo"

export async function logIn(page: Page): Promise<void> {
  await page.goto(`${demo!.backend}/app/login`)
  await page.locator("input[name=email]").fill(admin.email)
  await page.locator("input[name=password]").fill(admin.password)
  await page.locator("button[type=submit]").click()
  await page.waitForURL((address) => !address.pathname.endsWith("/login"))
}

/** The merchant's browser, logged in over the API: one for many visits, because it keeps the dashboard's files. */
export async function merchantsBrowser(
  browser: Browser,
  options: BrowserContextOptions & { language: "en" | "fr" }
): Promise<BrowserContext> {
  const context = await newContext(browser, options)
  const headers = { authorization: `Bearer ${await adminToken()}` }
  const answer = await context.request.post(`${demo!.backend}/auth/session`, { headers })
  if (!answer.ok()) throw new Error(`no session: ${answer.status()}`)
  return context
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

/**
 * Goes on within the dashboard, as its links do: nothing is loaded anew. The page that is left stays until the code of the next one is
 * there, and may show the same things: only what was not there before counts as arrived.
 */
export async function followTo(page: Page, path: string, shows: string): Promise<void> {
  await page.evaluate(
    ({ to, shows }) => {
      document.querySelectorAll(shows).forEach((element) => element.setAttribute("data-left", ""))
      history.pushState({}, "", to)
      dispatchEvent(new PopStateEvent("popstate", { state: {} }))
    },
    { to: `/app${path}`, shows }
  )
  await page.waitForURL(`**/app${path}`)
  await page.locator(`:is(${shows}):not([data-left])`).first().waitFor()
  await page.locator("[data-testid=loading]").waitFor({ state: "detached" })
}

let token: string | undefined

async function adminToken(): Promise<string> {
  if (token) return token
  const answer = await fetch(`${demo!.backend}/auth/user/emailpass`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(admin),
  })
  return (token = ((await answer.json()) as { token: string }).token)
}

/** A route of the admin API, as the merchant. @throws when it refuses */
export async function adminApi<T>(path: string, body?: object): Promise<T> {
  const answer = await fetch(`${demo!.backend}/admin${path}`, {
    method: body ? "POST" : "GET",
    headers: { "content-type": "application/json", authorization: `Bearer ${await adminToken()}` },
    body: body && JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as T
}

/** What was agreed on by telephone in the shop's own currency: nothing of it is paid. @returns the id of the draft, and of its order */
export async function draftOrder(item: {
  title: string
  unit_price: number
  quantity: number
}): Promise<string> {
  const { regions } = await adminApi<{ regions: { id: string; currency_code: string }[] }>("/regions")
  const address = { first_name: "Mireille", last_name: "Essomba", phone: "670123456", country_code: "cm" }
  const { draft_order } = await adminApi<{ draft_order: { id: string } }>("/draft-orders", {
    region_id: regions.find(({ currency_code }) => currency_code === "xaf")!.id,
    email: "mireille@example.com",
    shipping_address: address,
    billing_address: address,
    items: [item],
    shipping_methods: [],
  })
  return draft_order.id
}

/** After the service asked for a pause: who comes next shall find none. */
export async function untilPauseIsOver(): Promise<void> {
  const isPaused = async () =>
    (await adminApi<AdminPayCollectHealthResponse>("/paycollect/health")).health.budget.some(
      ({ paused_until }) => paused_until !== null
    )
  while (await isPaused()) await pause()
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 500))

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
