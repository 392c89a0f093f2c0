import { type Browser, type Page } from "playwright-core"
import { type AdminPayCollectIntentsResponse } from "../../src/types/http"
import { asVisitor, desktop, launchBrowser, phone } from "./support/browser"
import { comeBack, orderOf, startPayment } from "./support/buyer"
import { adminApi, logIn, openPage, wholeShot } from "./support/dashboard"
import { demo } from "./support/demo"
import { moveState, overrideVerify } from "./support/service"

jest.setTimeout(400_000)

const inBrowser = demo ? describe : describe.skip

/** What the visitors of the tour look at: each state a payment can be in, an order, a region, a customer of the service. */
interface Shown {
  paid: string
  mismatch: string
  order: string
  region: string
  customer: string
  transaction: string
}

async function fillTheStore(): Promise<Shown> {
  const paid = await startPayment({ email: "aicha@example.com" })
  await moveState(paid.reference, "succeeded")
  const order = await orderOf(paid)
  const mismatch = await startPayment({ quantity: 2, provider: "card" })
  await overrideVerify(mismatch.reference, { amount: "1" })
  await moveState(mismatch.reference, "succeeded")
  await comeBack(mismatch)
  const declined = await startPayment({ email: "paul@example.com" })
  await moveState(declined.reference, "failed")
  await comeBack(declined)
  await startPayment({ email: "waiting@example.com", quantity: 3 })

  const found = async (reference: string) =>
    (await adminApi<AdminPayCollectIntentsResponse>(`/paycollect/intents?q=${reference}`)).intents[0]!
  const { regions } = await adminApi<{ regions: { id: string; currency_code: string }[] }>("/regions")
  const { customers } = await adminApi<{ customers: { id: string }[] }>("/paycollect/customers?limit=1")
  const intent = await found(paid.reference)
  return {
    paid: intent.id,
    mismatch: (await found(mismatch.reference)).id,
    order: order.id,
    region: regions.find(({ currency_code }) => currency_code === "xaf")!.id,
    customer: customers[0]!.id,
    transaction: intent.intent_id!,
  }
}

inBrowser("the dashboard, looked at", () => {
  let browser: Browser
  let shown: Shown
  beforeAll(async () => {
    browser = await launchBrowser()
    shown = await fillTheStore()
  })
  afterAll(() => browser?.close())

  const tour = async (page: Page, name: string) => {
    const visit = async (path: string, shows: string, title: string) => {
      await openPage(page, path, shows)
      await wholeShot(page, `admin-${name}-${title}`)
    }
    await logIn(page)
    await visit("/paycollect", "[data-testid=attention-item]", "attention")
    await visit("/paycollect?tab=all", "tbody tr", "payments")
    await visit(`/paycollect/payments/${shown.paid}`, "[data-testid=timeline]", "payment-paid")
    await visit(`/paycollect/payments/${shown.mismatch}`, "[data-testid=attention-item]", "payment-mismatch")
    await visit(`/orders/${shown.order}`, "[data-testid=order-payment]", "order")
    await visit(`/settings/regions/${shown.region}`, "[data-testid=table-row]", "region")
    await visit("/paycollect/records?tab=customers", "[data-testid=table-row]", "customers")
    await visit(`/paycollect/records/customers/${shown.customer}`, "h1", "customer")
    await visit(
      `/paycollect/records?tab=transaction&id=${shown.transaction}`,
      "[data-testid=transaction]",
      "transaction"
    )
    await visit("/paycollect/records?tab=methods", "[data-testid=table-row]", "methods")
    await visit("/paycollect/health", "[role=meter]", "health")
    await visit("/settings/paycollect", "[data-setting=description]", "settings")

    await openPage(page, "/paycollect/fees", "[data-testid=fees-submit]:enabled")
    await page.getByTestId("fees-submit").click()
    await page.getByTestId("table-row").first().waitFor()
    await page.getByTestId("table-row").first().getByRole("button").click()
    await page.getByTestId("fee-chart").waitFor()
    await wholeShot(page, `admin-${name}-fees`)
  }

  it.each([
    ["en-desktop-light", { ...desktop, language: "en", colorScheme: "light" }],
    ["fr-desktop-dark", { ...desktop, language: "fr", colorScheme: "dark" }],
    ["fr-phone-light", { ...phone, language: "fr", colorScheme: "light" }],
    ["en-phone-dark", { ...phone, language: "en", colorScheme: "dark" }],
  ] as const)("shows every page without an error: %s", async (name, visitor) => {
    await asVisitor(browser, { ...visitor, name, consoleMay: [] }, (page) => tour(page, name))
  })
})
