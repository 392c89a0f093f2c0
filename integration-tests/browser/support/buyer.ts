import { demo } from "./demo"

interface Config {
  publishableKey: string
}

interface Purchase {
  cartId: string
  reference: string
}

let known: string | undefined

/** Of the demo's store. */
export async function publishableKey(): Promise<string> {
  const config = async () => (await (await fetch(`${demo!.store}/config.json`)).json()) as Config
  return (known ??= (await config()).publishableKey)
}

/** A route of the store API, as a guest. */
export async function store<T>(path: string, body?: object): Promise<T> {
  const answer = await fetch(`${demo!.backend}/store${path}`, {
    method: body ? "POST" : "GET",
    headers: { "content-type": "application/json", "x-publishable-api-key": await publishableKey() },
    body: body && JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as T
}

let market: Promise<{ regionId: string; variantId: string }> | undefined

async function cameroon() {
  const { regions } = await store<{ regions: { id: string; currency_code: string }[] }>("/regions")
  const regionId = regions.find(({ currency_code }) => currency_code === "xaf")!.id
  const { products } = await store<{ products: { variants: { id: string }[] }[] }>(
    `/products?limit=1&region_id=${regionId}`
  )
  return { regionId, variantId: products[0]!.variants[0]!.id }
}

/** A guest in Cameroon who filled in everything but the way to pay. @returns the cart's id */
export async function readyCart({ email = "mireille@example.com", quantity = 1 } = {}): Promise<string> {
  const { regionId, variantId } = await (market ??= cameroon())
  const address = {
    first_name: "Mireille",
    last_name: "Essomba",
    address_1: "4 Avenue Kennedy",
    city: "Yaoundé",
    phone: "670123456",
    country_code: "cm",
  }
  const { cart } = await store<{ cart: { id: string } }>("/carts", {
    region_id: regionId,
    email,
    shipping_address: address,
  })
  await store(`/carts/${cart.id}/line-items`, { variant_id: variantId, quantity })
  const { shipping_options } = await store<{ shipping_options: { id: string }[] }>(
    `/shipping-options?cart_id=${cart.id}`
  )
  await store(`/carts/${cart.id}/shipping-methods`, { option_id: shipping_options[0]!.id })
  return cart.id
}

/** The same guest before the hosted checkout. Over the store API: the dashboard needs payments, not clicks. */
export async function startPayment({
  email = "mireille@example.com",
  quantity = 1,
  provider = "mobile-money",
} = {}): Promise<Purchase> {
  return await startPaymentOf(await readyCart({ email, quantity }), provider)
}

/** Of one cart more than one, by another way to pay each. */
export async function startPaymentOf(cartId: string, provider: string): Promise<Purchase> {
  const { payment_collection } = await store<{ payment_collection: { id: string } }>("/payment-collections", {
    cart_id: cartId,
  })
  const paid = await store<{
    payment_collection: { payment_sessions: { data: { merchant_reference: string } }[] }
  }>(`/payment-collections/${payment_collection.id}/payment-sessions`, {
    provider_id: `pp_paycollect-${provider}_default`,
  })
  return {
    cartId,
    reference: paid.payment_collection.payment_sessions[0]!.data.merchant_reference,
  }
}

/** The order's number once the store has made one of the cart. */
export async function orderOf({ cartId }: Purchase): Promise<{ id: string; display_id: number }> {
  const done = await store<{ order: { id: string; display_id: number } }>(`/carts/${cartId}/complete`, {})
  return done.order
}

/** What happens when the customer comes back from the hosted checkout: the store asks the service. */
export async function comeBack({ reference }: Purchase): Promise<void> {
  await fetch(`${demo!.backend}/paycollect/return/${reference}`, { redirect: "manual" })
}
