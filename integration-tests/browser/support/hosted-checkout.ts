import { type Page } from "playwright-core"

/** On the hosted checkout of the sandbox: asks for mobile money; the phone is not answered yet. */
export async function askByMobileMoney(page: Page, operator: "mtn" | "orange"): Promise<void> {
  await page.getByTestId(`method-${operator}`).click()
  await page.getByTestId("pay").click()
  await page.getByTestId("sent-to").waitFor()
}

/** What the customer does on the phone. */
export async function answerOnPhone(page: Page, answer: "confirm" | "decline" | "wait"): Promise<void> {
  await page.getByTestId(answer).click()
}

/** Pays by the first of the sandbox's test cards, which is accepted. */
export async function payByCard(page: Page): Promise<void> {
  await page.getByTestId("method-card").click()
  await page.locator("[data-card]").first().click()
  await page.getByTestId("pay").click()
}

/** Once the outcome is known; without it the customer is sent back after some seconds. */
export async function backToShop(page: Page): Promise<void> {
  await page.getByTestId("back-to-shop").click()
}
