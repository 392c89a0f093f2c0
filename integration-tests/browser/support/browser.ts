import { mkdirSync } from "node:fs"
import { join } from "node:path"
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
  chromium,
} from "playwright-core"
import { demo } from "./demo"

const screenshots = join(__dirname, "../../../artifacts/screenshots")

/** The machine may be busy and the dashboard is large; every wait is for something that appears. */
const PATIENCE_MS = 45_000

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
]

export const phone = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
}
export const desktop = { viewport: { width: 1280, height: 900 } }

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: demo!.chromium, args: FLAGS })
}

interface Visitor extends BrowserContextOptions {
  name: string
  /** language of the dashboard, which does not follow the browser's */
  language?: "en" | "fr"
  /** what the browser may write to its console beside answers that the test provokes; without it the console is not looked at */
  consoleMay?: RegExp[]
}

/** The dashboard loads flags from a CDN, which a machine without network does not reach. */
const NOISE = [/flag|net::ERR_/i]

/**
 * A visitor who was never here before. A failure leaves `failed-<name>.png`; an error that a page did not catch is a
 * failure too, and so is an error in the console where `consoleMay` is given.
 */
export async function asVisitor(
  browser: Browser,
  { name, language, consoleMay, ...options }: Visitor,
  visit: (page: Page) => Promise<void>
): Promise<void> {
  const context = await newContext(browser, { language, ...options })
  try {
    await onNewPage(context, { name, consoleMay }, visit)
  } finally {
    await context.close()
  }
}

/** A browser of somebody's own: what they have stored, and what their browser keeps of the pages they saw. */
export async function newContext(
  browser: Browser,
  { language, ...options }: Omit<Visitor, "name" | "consoleMay">
): Promise<BrowserContext> {
  const context = await browser.newContext(options)
  context.setDefaultTimeout(PATIENCE_MS)
  if (language) await context.addInitScript((chosen) => localStorage.setItem("lng", chosen), language)
  return context
}

/** A visit in a tab that ends with it; fails as `asVisitor` says. */
export async function onNewPage(
  context: BrowserContext,
  { name, consoleMay }: Pick<Visitor, "name" | "consoleMay">,
  visit: (page: Page) => Promise<void>
): Promise<void> {
  const page = await context.newPage()
  const errors: string[] = []
  page.on("pageerror", (error) => errors.push(error.message))
  if (consoleMay) {
    page.on("console", (message) => {
      const text = `${message.text()} ${message.location().url}`
      if (message.type() === "error" && ![...NOISE, ...consoleMay].some((known) => known.test(text)))
        errors.push(text)
    })
  }
  try {
    await visit(page)
    expect(errors).toEqual([])
  } catch (error) {
    await screenshot(page, `${FAILED}${name}`).catch(() => undefined)
    throw error
  } finally {
    await page.close()
  }
}

const FAILED = "failed-"

/** artifacts/screenshots/<name>.png, the whole page. In the checks, where nobody looks at them, only of what failed. */
export async function screenshot(page: Page, name: string): Promise<void> {
  if (process.env.CI && !name.startsWith(FAILED)) return
  mkdirSync(screenshots, { recursive: true })
  await page.screenshot({ path: join(screenshots, `${name}.png`), fullPage: true, animations: "disabled" })
}
