/** What a customer does on the pages of the hosted checkout, as its forms send it. */
async function post(
  checkoutUrl: string,
  page: "pay" | "outcome",
  fields: Record<string, string>
): Promise<void> {
  const address = new URL(checkoutUrl)
  address.pathname += `/${page}`
  const { status } = await fetch(address, {
    method: "POST",
    body: new URLSearchParams(fields),
    redirect: "manual",
  })
  expect([page, status]).toEqual([page, 303])
}

/** From here the payment is under way; nothing is decided before the phone is answered. */
export const askPhone = (checkoutUrl: string) =>
  post(checkoutUrl, "pay", { method: "mtn", phone: "670123456" })

export const answerPhone = (checkoutUrl: string, outcome: "confirm" | "decline") =>
  post(checkoutUrl, "outcome", { outcome })

export async function payByPhone(checkoutUrl: string): Promise<void> {
  await askPhone(checkoutUrl)
  await answerPhone(checkoutUrl, "confirm")
}

export const payByCard = (checkoutUrl: string) =>
  post(checkoutUrl, "pay", {
    method: "card",
    card_number: "4242424242424242",
    card_expiry: `12/${(new Date().getFullYear() + 2) % 100}`,
    card_cvc: "123",
    card_name: "Mireille Essomba",
  })
