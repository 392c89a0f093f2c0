import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { type Browser, type Page } from "playwright-core"
import { asVisitor, desktop, launchBrowser, phone } from "./support/browser"
import { logIn, openOrder } from "./support/dashboard"
import { inBrowser } from "./support/demo"
import { answerOnPhone, askByMobileMoney } from "./support/hosted-checkout"
import { fillCart, fillCheckout, orderNumber, pay } from "./support/shop"

jest.setTimeout(240_000)

const PICTURE = join(__dirname, "../../docs/images/demo.png")
/**
 * What the pages of the picture say, without what differs from one purchase to the next. Words are all that is compared: colours, sizes and places
 * are drawn a little differently by each browser, so who changes those makes the picture anew.
 */
const SAID = join(__dirname, "support/picture.txt")

/** Width and height of a frame in the picture. */
const PHONE = { width: 310, height: 596 }
const DASHBOARD = { width: 740, height: 596 }

const shaped = ({ width, height }: typeof PHONE, wide: number) => ({
  viewport: { width: wide, height: Math.round((wide / width) * height) },
})

interface Part {
  title: string
  image: string
  text: string
}

inBrowser("the picture of the README", () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser.close())

  // Run `UPDATE_PICTURE=1 npm test -- integration-tests/browser/picture.spec.ts --selectProjects browser` when this is red, and look at what it made.
  it("says what the shop, the hosted checkout and the dashboard say", async () => {
    const parts: Part[] = []
    const keep = async (page: Page, title: string, part: string) => {
      const image = (await page.screenshot({ animations: "disabled" })).toString("base64")
      // Full of ids, and read by specs of its own.
      await page
        .getByTestId("order-payment")
        .evaluateAll((widgets) => widgets.forEach((each) => each.remove()))
      parts.push({ title, image, text: masked(await page.locator(part).innerText()) })
    }
    let number = 0
    const buyer = { ...phone, ...shaped(PHONE, 390), locale: "en-GB" }
    await asVisitor(browser, { name: "picture-shop", ...buyer }, async (page) => {
      await fillCart(page, "cm")
      await fillCheckout(page, "mobile-money")
      await page.getByTestId("pay").filter({ hasText: /\d/ }).waitFor()
      await page.getByText("shown on the next page").waitFor({ state: "detached" })
      await page.getByText("Payment fee: ").first().waitFor()
      await page.getByTestId("delivery-option").first().evaluate(scrolledTo)
      await keep(page, "1 Your storefront", "main")
      await pay(page)
      await page.getByTestId("reference").waitFor()
      await keep(page, "2 Hosted checkout", "body")
      await askByMobileMoney(page, "mtn")
      await answerOnPhone(page, "confirm")
      number = await orderNumber(page, "cm")
    })
    const merchant = { ...desktop, ...shaped(DASHBOARD, 1100), locale: "en-GB", timezoneId: "UTC" }
    await asVisitor(browser, { name: "picture-order", ...merchant }, async (page) => {
      await logIn(page)
      await openOrder(page, number)
      await page.getByText("Captured").first().waitFor()
      await page.getByText("Order placed").waitFor()
      await page.getByTestId("order-payment").waitFor()
      await keep(page, "3 The order in the dashboard", "main")
    })

    const said = parts.map(({ title, text }) => `# ${title}\n${text}\n`).join("\n")
    if (process.env.UPDATE_PICTURE) {
      writeFileSync(PICTURE, await drawn(browser, parts))
      writeFileSync(SAID, said)
    }
    expect(said).toBe(readFileSync(SAID, "utf8"))
  })
})

function scrolledTo(element: Element): void {
  window.scrollTo({ top: element.getBoundingClientRect().top + window.scrollY - 90 })
}

/** Sums, stock, sizes, numbers of orders and payments, references, dates and times: other specs of the ring change the shop, too. */
function masked(text: string): string {
  return text
    .replace(/[\u00a0\u202f]/g, " ")
    .replace(/(FCFA|XAF) [\d,]+( XAF)?( to (FCFA|XAF) [\d,]+)?/g, "$1 …")
    .replace(/(Not a|A)llocated/g, "(stock)")
    .replace(/\b\d+ k?g\b|(?<=COFFEE-)\d+/g, "(size)")
    .replace(/\d+ keys/g, "… keys")
    .replace(/cart_\S+/g, "cart_…")
    .replace(/\b[0-9A-Z]{4}-[0-9A-Z]{4}\b/g, "….")
    .replace(/#\w+/g, "#…")
    .replace(/(Order|Payment) (?=[0-9A-Z]*\d)[0-9A-Z]{8}\b/g, "$1 …")
    .replace(
      /\b\d{1,2} \w{3},? \d{4},?( \d\d:\d\d(:\d\d)?)?|\b\w{3} \d{1,2}, \d{4},? \d{1,2}:\d\d [AP]M/g,
      "(date)"
    )
    .replace(/less than a minute ago|\d+ minutes? ago|Just now/gi, "(ago)")
    .replace(/\n\s*\n+/g, "\n")
    .trim()
}

async function drawn(browser: Browser, parts: Part[]): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: 1500, height: 700 } })
  const frames = parts.map(({ title, image }, index) => {
    const { width, height } = index < 2 ? PHONE : DASHBOARD
    const frame =
      index < 2
        ? "border:6px solid #2a2a28;border-radius:22px"
        : "border:1px solid #b5b2a8;border-radius:10px"
    return `<figure><img style="${frame}" width="${width}" height="${height}" src="data:image/png;base64,${image}"><figcaption>${title}</figcaption></figure>`
  })
  await page.setContent(
    `<style>body{margin:0;background:#ebe8df;display:flex;gap:28px;padding:28px;font-family:sans-serif}
    figure{margin:0;text-align:center}figcaption{margin-top:12px;font-size:21px;font-weight:bold;color:#333}img{display:block}</style>${frames.join("")}`,
    { waitUntil: "load" }
  )
  const picture = await page.screenshot()
  await page.close()
  return picture
}
