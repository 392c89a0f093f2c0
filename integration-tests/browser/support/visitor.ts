import { type Browser, type BrowserContext, type BrowserContextOptions, type Page } from "playwright-core"
import { violations } from "./accessibility"
import { screenshot } from "./browser"

/** The smallest phone that is still sold in numbers. */
export const smallPhone = {
  viewport: { width: 360, height: 740 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
}

const PATIENCE_MS = 30_000
/** Of all pages that a tab showed, together; what moves right after the customer touched something does not count. */
const MAX_LAYOUT_SHIFT = 0.01

export interface Visitor {
  context: BrowserContext
  /** Opens another tab. Errors in its console fail the visit. */
  tab(): Promise<Page>
  /** Takes a screenshot and looks at the page as it is: accessibility, layout, width. */
  look(page: Page, step: string): Promise<void>
  /** Console errors that a step makes on purpose, for example requests while offline. */
  forgive(pattern: RegExp): void
}

/**
 * Somebody with a browser of their own. Every tab must stay without errors in its console, and every page that is looked at without
 * accessibility violations of level A and AA, without sideways scrolling, and without a layout that jumps.
 */
export async function visit(
  browser: Browser,
  { name, ...options }: BrowserContextOptions & { name: string },
  act: (visitor: Visitor) => Promise<void>
): Promise<void> {
  const context = await browser.newContext({ reducedMotion: "reduce", ...options })
  context.setDefaultTimeout(PATIENCE_MS)
  await context.addInitScript(watchLayout)
  const errors: string[] = []
  const forgiven: RegExp[] = []
  context.on("weberror", (error) => errors.push(`not caught: ${error.error().message}`))
  context.on("console", (message) => {
    if (message.type() === "error") errors.push(`${message.text()} (${message.location().url})`)
  })
  const visitor: Visitor = {
    context,
    tab: () => context.newPage(),
    forgive: (pattern) => void forgiven.push(pattern),
    look: (page, step) => lookAt(page, `storefront-${name}-${step}`),
  }
  try {
    await act(visitor)
    expect(errors.filter((error) => !forgiven.some((pattern) => pattern.test(error)))).toEqual([])
  } catch (error) {
    for (const [index, page] of context.pages().entries()) {
      await screenshot(page, `failed-storefront-${name}-${index}`).catch(() => undefined)
    }
    throw error
  } finally {
    await context.close()
  }
}

async function lookAt(page: Page, name: string): Promise<void> {
  await page.evaluate(() => window.scrollTo(0, 0))
  await screenshot(page, name)
  const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  const jumps = await page.evaluate(() => (window as unknown as Watched).layoutJumps)
  const shift = jumps.reduce((sum, jump) => sum + jump.value, 0)
  expect({
    page: name,
    sideways: Math.max(sideways, 0),
    jumps: shift > MAX_LAYOUT_SHIFT ? jumps : [],
  }).toEqual({ page: name, sideways: 0, jumps: [] })
  expect({ page: name, violations: await violations(page) }).toEqual({ page: name, violations: [] })
}

interface Watched {
  layoutJumps: { value: number; moved: string[] }[]
}

interface LayoutShift {
  value: number
  hadRecentInput: boolean
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
}

/** Runs in the page, before its own scripts. */
function watchLayout(): void {
  const scope = window as unknown as Watched
  scope.layoutJumps = []
  const described = ({ node, previousRect: from, currentRect: to }: LayoutShift["sources"][0]) => {
    const element = node instanceof Element ? node : node?.parentElement
    const name = element ? `${element.tagName.toLowerCase()}.${element.className}` : "?"
    return `${name} ${from.y}+${from.height} -> ${to.y}+${to.height}`
  }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as unknown as LayoutShift[]) {
      if (!entry.hadRecentInput) {
        scope.layoutJumps.push({ value: entry.value, moved: entry.sources.map(described) })
      }
    }
  }).observe({ type: "layout-shift", buffered: true })
}
