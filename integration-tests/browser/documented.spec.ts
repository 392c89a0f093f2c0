import { readFileSync } from "node:fs"
import { join } from "node:path"
import { build } from "esbuild"
import { type Browser, type Page } from "playwright-core"
import { launchBrowser } from "./support/browser"
import { publishableKey, readyCart, startPayment } from "./support/buyer"
import { decide, demo, inBrowser } from "./support/demo"
import { answerOnPhone, askByMobileMoney, backToShop } from "./support/hosted-checkout"
import { orderNumber } from "./support/shop"
import { smallPhone, visit } from "./support/visitor"

jest.setTimeout(120_000)

const root = join(__dirname, "../..")
const kit = join(root, "packages/storefront/dist")

/** What readers are told to paste, with the addresses and the key of the demo in place of the examples. */
async function documented(document: string, file: string): Promise<string> {
  const text = readFileSync(join(root, document), "utf8")
  const block = new RegExp(`^\`\`\`\\w+ title="${file}".*\\n([^]*?)^\`\`\``, "m").exec(text)
  if (!block) throw new Error(`${document} has no ${file}`)
  return block[1]!
    .replaceAll("http://localhost:9000", demo!.backend)
    .replaceAll("pk_...", await publishableKey())
}

async function bundle(source: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: source, loader: "tsx", resolveDir: root },
    alias: {
      "medusa-payment-paycollect-storefront": join(kit, "index.mjs"),
      "medusa-payment-paycollect-storefront/react": join(kit, "react/index.mjs"),
      "medusa-payment-paycollect-storefront/react/waiting": join(kit, "react/waiting.mjs"),
    },
    bundle: true,
    format: "esm",
    jsx: "automatic",
    charset: "utf8",
    define: { "process.env.NODE_ENV": '"production"' },
    write: false,
  })
  return outputFiles[0]!.text
}

const page = (
  script: string
) => `<!doctype html><html lang="fr"><head><meta charset="utf-8"><title>Shop</title></head>
<body><main id="root"></main><script type="module">${script}</script></body></html>`

/** Shows `html` at an address of the shop, whose origin the store lets in. */
async function open(tab: Page, html: string, query = ""): Promise<void> {
  await tab.route("**/favicon.ico", (route) => route.fulfill({ status: 204 }))
  await tab.goto(`${demo!.store}/config.json${query}`)
  await tab.setContent(html)
}

const payOnPhone = async (tab: Page) => {
  await tab.waitForURL(`${demo!.sandbox}/checkout/**`)
  await askByMobileMoney(tab, "mtn")
  await answerOnPhone(tab, "confirm")
  await backToShop(tab)
}

inBrowser("what README and docs tell to paste", () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser?.close())
  const visitor = (name: string) => ({ name: `documented-${name}`, ...smallPhone, locale: "fr-CM" })

  it("pays a cart in three lines", async () => {
    const cartId = await readyCart()
    const script = await bundle(
      `${await documented("docs/install.md", "src/docs/install/pay.ts")}\nvoid pay(${JSON.stringify(cartId)})`
    )
    await visit(browser, visitor("pay"), async ({ tab }) => {
      const phone = await tab()
      await open(phone, page(script))
      await payOnPhone(phone)
      expect(await orderNumber(phone, "cm")).toBeGreaterThan(0)
    })
  })

  it("waits on a page of React components", async () => {
    const { cartId, reference } = await startPayment()
    const script = await bundle(`${await documented("docs/install.md", "src/docs/install/waiting.tsx")}
      import { createRoot } from "react-dom/client"
      createRoot(document.getElementById("root")!).render(<WaitingPage />)`)
    await visit(browser, visitor("waiting"), async ({ tab }) => {
      const phone = await tab()
      await open(phone, page(script), `?paycollect_status=waiting&cart_id=${cartId}`)
      await phone.locator("[data-state=waiting] [data-part=continue]").waitFor()
      await decide(reference, "succeeded")
      await phone.waitForURL(`${demo!.store}/cm/order/order_*/confirmed`)
      await phone.getByTestId("order-number").waitFor()
    })
  })

  it("pays and waits without any package", async () => {
    const cartId = await readyCart()
    const html = await documented("docs/storefront.md", "plain.html")
    await visit(browser, visitor("plain"), async ({ tab }) => {
      const phone = await tab()
      await open(phone, html.replace("cart_...", cartId))
      await phone.locator("#pay").click()
      await payOnPhone(phone)
      await orderNumber(phone, "cm")
      await open(phone, html, `?cart_id=${cartId}`)
      await phone.waitForURL(`${demo!.store}/order/order_*/confirmed`, { waitUntil: "commit" })
    })
  })
})
