import { type Browser, type Page } from "playwright-core"
import { desktop, launchBrowser } from "./support/browser"
import { store } from "./support/buyer"
import { adminApi, draftOrder, merchantsBrowser, openPage } from "./support/dashboard"
import { decide, demo, inBrowser } from "./support/demo"
import { answerOnPhone, askByMobileMoney, backToShop } from "./support/hosted-checkout"
import { chooseMethod, orderNumber, pay } from "./support/shop"
import { smallPhone, visit } from "./support/visitor"

/** Several pages of a busy machine; each single wait has a shorter limit of its own. */
jest.setTimeout(240_000)

const VISITORS = [
  {
    name: "order-payment-phone-fr",
    ...smallPhone,
    locale: "fr-CM",
    words: {
      title: /^Payer la commande #\d+$/,
      again: "La commande attend toujours son paiement.",
      paid: "Il n’y a plus rien à payer ici.",
      unknown: "Nous ne trouvons pas ce paiement.",
      canceled: "La boutique a annulé cette commande.",
    },
  },
  {
    name: "order-payment-desktop-en",
    ...desktop,
    locale: "en-GB",
    words: {
      title: /^Pay for order #\d+$/,
      again: "The order still waits for its payment.",
      paid: "There is nothing left to pay here.",
      unknown: "We cannot find this payment.",
      canceled: "The shop canceled this order.",
    },
  },
]

interface Owing {
  orderId: string
  collectionId: string
}

/** An order that was agreed on by telephone, and the payment collection that asks for its money. */
async function owingOrder(): Promise<Owing> {
  const orderId = await draftOrder({ title: "Panier de la semaine", unit_price: 6_500, quantity: 2 })
  await adminApi(`/draft-orders/${orderId}/convert-to-order`, {})
  const { payment_collection } = await adminApi<{ payment_collection: { id: string } }>(
    "/payment-collections",
    {
      order_id: orderId,
      amount: 13_000,
    }
  )
  return { orderId, collectionId: payment_collection.id }
}

const path = ({ orderId, collectionId }: Owing) => `/payment-collection/${collectionId}?order_id=${orderId}`

inBrowser("what an order still asks for", () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(async () => await browser?.close())

  it("has its address in the dashboard, by Medusa's own button", async () => {
    const owing = await owingOrder()
    const merchant = await merchantsBrowser(browser, { language: "en", ...desktop })
    await merchant.grantPermissions(["clipboard-read", "clipboard-write"], { origin: demo!.backend })
    const page = await merchant.newPage()
    await openPage(page, `/orders/${owing.orderId}`, "[aria-label^=CopyPaymentLink]")
    await page.locator("[aria-label^=CopyPaymentLink]").click()
    const copied = new URL(await page.evaluate(() => navigator.clipboard.readText()))
    expect(copied.origin).toBe("http://localhost:8000")
    expect(copied.pathname + copied.search).toBe(path(owing))
  })

  it.each(VISITORS)("is paid by that address, and by no other cart ($name)", async (visitor) => {
    const { words, ...options } = visitor
    const owing = await owingOrder()
    await visit(browser, options, async ({ tab, look, forgive }) => {
      const page = await tab()
      await page.goto(demo!.store + path(owing))
      await page.getByRole("heading", { name: words.title }).waitFor()
      expect(page.url()).toBe(`${demo!.store}/cm${path(owing)}`)
      expect(await page.getByTestId("left-to-pay").innerText()).toMatch(/13.000/)
      await chooseMethod(page, "mobile-money")
      await look(page, "1-owed")

      await pay(page)
      await page.getByTestId("cancel").click()
      await page.getByTestId("outcome").waitFor()
      await backToShop(page)
      await page.getByTestId("payment-failed").getByText(words.again).waitFor()
      expect(new URL(page.url()).pathname).toBe(`/cm/payment-collection/${owing.collectionId}`)
      await look(page, "2-canceled")

      await chooseMethod(page, "mobile-money")
      const reference = await pay(page)
      expect(reference).toBe(`${owing.collectionId}-2`)
      await askByMobileMoney(page, "mtn")
      await answerOnPhone(page, "wait")
      await backToShop(page)
      await page.locator("[data-testid=waiting] [data-state=waiting]").waitFor()
      await look(page, "3-waiting")

      // The link in a second tab says that a payment is open, and does not ask for another.
      const other = await tab()
      await other.goto(demo!.store + path(owing))
      await other.getByTestId("payment-open").waitFor()
      await look(other, "4-open")

      await decide(reference, "succeeded")
      expect(await orderNumber(page, "cm")).toBeGreaterThan(0)
      expect(await page.getByTestId("order-paid").getAttribute("data-state")).toBe("paid")
      await look(page, "5-receipt")

      forgive(/status of 400/)
      await other.goto(demo!.store + path(owing))
      await other.getByRole("heading", { name: words.paid }).waitFor()
      await look(other, "6-paid")
      await other.getByTestId("see-order").click()
      expect(await orderNumber(other, "cm")).toBeGreaterThan(0)
    })
  })

  it.each(VISITORS)("is asked of nobody where there is nothing to pay ($name)", async (visitor) => {
    const { words, ...options } = visitor
    const [owing, another] = [await owingOrder(), await owingOrder()]
    const canceled = await owingOrder()
    await adminApi(`/orders/${canceled.orderId}/cancel`, {})
    await visit(browser, { ...options, name: `${options.name}-ends` }, async ({ tab, look, forgive }) => {
      forgive(/status of 40[04]/)
      const page = await tab()
      const ends = async (address: string, title: string) => {
        await page.goto(`${demo!.store}${address}`)
        await page.getByRole("heading", { name: title, exact: true }).waitFor()
        expect(await page.getByTestId("pay").count()).toBe(0)
      }
      await ends(path({ ...owing, collectionId: "pay_col_unknown" }), words.unknown)
      await look(page, "1-unknown")
      await ends(path({ ...owing, orderId: "order_unknown" }), words.unknown)
      await ends(path({ ...owing, collectionId: another.collectionId }), words.unknown)
      await ends(`/payment-collection/${owing.collectionId}`, words.unknown)
      await ends(path({ ...owing, orderId: encodeURIComponent("../orders?limit=9") }), words.unknown)
      await ends(path({ ...owing, collectionId: encodeURIComponent("<b>x</b>") }), words.unknown)
      await ends(path({ ...owing, collectionId: "x".repeat(4_000) }), words.unknown)
      await ends(path(canceled), words.canceled)
      await look(page, "2-canceled")
      // Nothing that anybody types makes the shop say that something was paid.
      await ends(`/payment-collection/pay_col_unknown?order_id=x&paycollect_status=success`, words.unknown)
      await staysUsable(page)
    })
    await expect(
      store(`/payment-collections/${canceled.collectionId}/payment-sessions`, {
        provider_id: "pp_paycollect-mobile-money_default",
      })
    ).rejects.toThrow(/: 400/)
  })
})

/** An address that no browser writes leads to the shop, not to an empty page. */
async function staysUsable(page: Page): Promise<void> {
  await page.goto(`${demo!.store}/cm/payment-collection/%E0%A4%A`)
  await page.getByTestId("home-link").waitFor()
}
