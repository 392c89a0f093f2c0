import { Failure } from "../steps.mjs"

const admin = { email: "merchant@paycollect.example", password: "only-for-this-check" }
/** Whom the plain app's own script makes an admin. */
export const adminEnv = { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password }

/**
 * JSON over HTTP; any answer but 2xx is a failure that shows it.
 * @param visit how the store is reached: in the manner of `fetch`
 */
export function caller(origin, headers, visit = fetch) {
  return async (method, path, body) => {
    const answer = await visit(origin + path, {
      method,
      headers: { "content-type": "application/json", ...headers },
      body: body && JSON.stringify(body),
      signal: AbortSignal.timeout(30_000),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Failure(`${method} ${path} answers ${answer.status}: ${text.slice(0, 500)}`)
    return JSON.parse(text)
  }
}

/** @returns a token of the admin */
async function logIn(origin, visit) {
  const { token } = await caller(origin, {}, visit)("POST", "/auth/user/emailpass", admin)
  return token
}

/**
 * Signs the admin in as the dashboard does.
 * @returns the cookie of the session as it was set; undefined where none was, which Medusa does without a word where the request was not https
 */
export async function signIn(origin, visit = fetch) {
  const authorization = `Bearer ${await logIn(origin, visit)}`
  const answer = await visit(`${origin}/auth/session`, { method: "POST", headers: { authorization } })
  if (!answer.ok) throw new Failure(`POST /auth/session answers ${answer.status}: ${await answer.text()}`)
  return answer.headers.getSetCookie().find((cookie) => cookie.startsWith("connect.sid="))
}

/** What `init --region cm` made of the plain app: its region, its product with a price there, and the shop's key. */
async function shopOf(asAdmin) {
  const { regions } = await asAdmin("GET", "/admin/regions?fields=id,currency_code,*countries")
  const { products } = await asAdmin("GET", "/admin/products?fields=id,*variants")
  const { api_keys } = await asAdmin("GET", "/admin/api-keys?type=publishable")
  const region = regions.find(({ countries }) => countries.some(({ iso_2 }) => iso_2 === "cm"))
  if (region?.currency_code !== "xaf") throw new Failure("there is no region for Cameroon in XAF")
  return {
    publishableKey: api_keys.find(({ title }) => title === "shop").token,
    regionId: region.id,
    variantId: products[0].variants[0].id,
  }
}

const provider_id = "pp_paycollect_default"
const address = {
  first_name: "Mireille",
  last_name: "Atangana",
  address_1: "Bastos",
  city: "Yaoundé",
  country_code: "cm",
  phone: "+237670000002",
}
const guest = { email: "guest@example.com", shipping_address: address, billing_address: address }

/** A cart with a payment session of the plugin that is not paid yet. */
async function makeCart(asShopper, { regionId, variantId }) {
  const { cart } = await asShopper("POST", "/store/carts", {
    ...guest,
    region_id: regionId,
    items: [{ variant_id: variantId, quantity: 1 }],
  })
  const { shipping_options } = await asShopper("GET", `/store/shipping-options?cart_id=${cart.id}`)
  await asShopper("POST", `/store/carts/${cart.id}/shipping-methods`, { option_id: shipping_options[0].id })
  const collections = "/store/payment-collections"
  const { payment_collection } = await asShopper("POST", collections, { cart_id: cart.id })
  const withSession = await asShopper("POST", `${collections}/${payment_collection.id}/payment-sessions`, {
    provider_id,
  })
  const { id, data } = withSession.payment_collection.payment_sessions[0]
  return { cartId: cart.id, sessionId: id, reference: data.merchant_reference }
}

const pay = (sandbox, { reference }) =>
  caller(sandbox.origin)("POST", `/_control/intents/${reference}/state`, { status: "succeeded" })

/** The address of the shop names the order; where there is no shop, a page of the server says that there is one. */
async function orderOf(back, asAdmin) {
  if (back.status !== 200) return /order_id=(\w+)/.exec(back.headers.get("location"))?.[1]
  const isOrdered = (await back.text()).includes("your order is confirmed")
  const { orders } = await asAdmin("GET", "/admin/orders?order=-created_at&limit=1&fields=id")
  return isOrdered ? orders[0]?.id : undefined
}

/**
 * A guest buys the product and pays it in the sandbox.
 * @param how `visit`: in the manner of `fetch`; `headers` of one who is signed in to the dashboard
 * @returns total in whole XAF, and the payment's reference @throws Failure unless the return leads to an order whose payment is captured
 */
export async function buyFirst(origin, sandbox, { visit = fetch, headers } = {}) {
  const asAdmin = caller(origin, headers ?? { authorization: `Bearer ${await logIn(origin)}` }, visit)
  const { publishableKey, ...shop } = await shopOf(asAdmin)
  const asShopper = caller(origin, { "x-publishable-api-key": publishableKey }, visit)
  const cart = await makeCart(asShopper, shop)
  await pay(sandbox, cart)
  const back = await visit(`${origin}/paycollect/return/${cart.reference}`, { redirect: "manual" })
  const orderId = await orderOf(back, asAdmin)
  if (!orderId) throw new Failure(`the return from the checkout answers ${back.status}, without an order`)
  const { order } = await asAdmin("GET", `/admin/orders/${orderId}?fields=+currency_code`)
  if (order.payment_status !== "captured" || order.currency_code !== "xaf")
    throw new Failure(`the first order is ${order.payment_status}, in ${order.currency_code}`)
  return { total: order.total, reference: cart.reference }
}

/**
 * The merchant writes a draft by telephone and sends its link, by which the customer pays in the sandbox.
 * @throws Failure unless the order is captured
 */
export async function payByLink(origin, sandbox) {
  const asAdmin = caller(origin, { authorization: `Bearer ${await logIn(origin)}` })
  const { regionId } = await shopOf(asAdmin)
  const items = [{ title: "By telephone", unit_price: 1_500, quantity: 1 }]
  const draft = { ...guest, region_id: regionId, items, shipping_methods: [] }
  const { draft_order } = await asAdmin("POST", "/admin/draft-orders", draft)
  const of = { order_id: draft_order.id, convert_draft: true }
  const { link } = await asAdmin("POST", "/admin/paycollect/links", of)
  const body = new URLSearchParams({ provider_id })
  const pressed = await fetch(link.url, { method: "POST", redirect: "manual", body })
  const [, id] = /\/checkout\/(pi_\w+)/.exec(pressed.headers.get("location")) ?? []
  if (!id) throw new Failure(`the page of a payment link answers ${pressed.status}, without a checkout`)
  await pay(sandbox, { reference: id })
  const { intent } = await caller(sandbox.origin)("GET", `/_control/intents/${id}`)
  await fetch(`${origin}/paycollect/return/${intent.merchant_reference}`, { redirect: "manual" })
  const { order } = await asAdmin("GET", `/admin/orders/${draft_order.id}`)
  if (order.payment_status !== "captured")
    throw new Failure(`an order paid by link is ${order.payment_status}`)
}

/** @returns a token of a new customer with an account */
async function registerCustomer(origin, asShopper) {
  const login = { email: "regular@example.com", password: "only-for-this-check" }
  const asAnyone = caller(origin)
  const { token: registration } = await asAnyone("POST", "/auth/customer/emailpass/register", login)
  const asRegistered = { ...asShopper, authorization: `Bearer ${registration}` }
  await caller(origin, asRegistered)("POST", "/store/customers", { email: login.email })
  return (await asAnyone("POST", "/auth/customer/emailpass", login)).token
}

/**
 * What the calls of `routes.mjs` are about: a paid and an unpaid cart, and who asks.
 * @returns headers of each kind of caller, the two carts, and the sandbox
 */
export async function makeFacts(origin, sandbox) {
  const asAdmin = { authorization: `Bearer ${await logIn(origin)}` }
  const { publishableKey, ...shop } = await shopOf(caller(origin, asAdmin))
  const asShopper = { "x-publishable-api-key": publishableKey }
  const unpaid = await makeCart(caller(origin, asShopper), shop)
  const paid = await makeCart(caller(origin, asShopper), shop)
  await pay(sandbox, paid)
  const asCustomer = { ...asShopper, authorization: `Bearer ${await registerCustomer(origin, asShopper)}` }
  const headers = { anyone: {}, shopper: asShopper, customer: asCustomer, admin: asAdmin }
  return { headers, unpaid, paid, sandbox }
}
