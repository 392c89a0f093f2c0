import { Failure } from "../steps.mjs"

const admin = { email: "merchant@paycollect.example", password: "only-for-this-check" }

/** JSON over HTTP; any answer but 2xx is a failure that shows it. */
function caller(origin, headers) {
  return async (method, path, body) => {
    const answer = await fetch(origin + path, {
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

/** @returns a token of a new admin user, who was made by `medusa user` before the store started */
export async function logIn(origin) {
  const { token } = await caller(origin)("POST", "/auth/user/emailpass", admin)
  return token
}

export const adminArguments = ["user", "--email", admin.email, "--password", admin.password]

/** One product for XAF in a region with our provider, and a publishable key. */
async function makeShop(asAdmin) {
  const { sales_channels } = await asAdmin("GET", "/admin/sales-channels")
  const channel = sales_channels[0].id
  const { api_key } = await asAdmin("POST", "/admin/api-keys", { title: "shop", type: "publishable" })
  await asAdmin("POST", `/admin/api-keys/${api_key.id}/sales-channels`, { add: [channel] })
  const { region } = await asAdmin("POST", "/admin/regions", {
    name: "Cameroon",
    currency_code: "xaf",
    countries: ["cm"],
    payment_providers: ["pp_paycollect_default"],
  })
  const { product } = await asAdmin("POST", "/admin/products", {
    title: "Basket",
    status: "published",
    sales_channels: [{ id: channel }],
    options: [{ title: "Size", values: ["One"] }],
    variants: [
      {
        title: "One",
        options: { Size: "One" },
        manage_inventory: false,
        prices: [{ currency_code: "xaf", amount: 4500 }],
      },
    ],
  })
  return { publishableKey: api_key.token, regionId: region.id, variantId: product.variants[0].id }
}

/** A cart with a payment session of the plugin that nobody has paid yet. */
async function makeCart(asShopper, { regionId, variantId }) {
  const name = { first_name: "Mireille", last_name: "Atangana" }
  const address = {
    ...name,
    address_1: "Bastos",
    city: "Yaoundé",
    country_code: "cm",
    phone: "+237670000002",
  }
  const { cart } = await asShopper("POST", "/store/carts", {
    region_id: regionId,
    email: "guest@example.com",
    shipping_address: address,
    billing_address: address,
    items: [{ variant_id: variantId, quantity: 1 }],
  })
  const collections = "/store/payment-collections"
  const { payment_collection } = await asShopper("POST", collections, { cart_id: cart.id })
  const withSession = await asShopper("POST", `${collections}/${payment_collection.id}/payment-sessions`, {
    provider_id: "pp_paycollect_default",
  })
  const { id, data } = withSession.payment_collection.payment_sessions[0]
  return { cartId: cart.id, sessionId: id, reference: data.merchant_reference }
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
  const { publishableKey, ...shop } = await makeShop(caller(origin, asAdmin))
  const asShopper = { "x-publishable-api-key": publishableKey }
  const unpaid = await makeCart(caller(origin, asShopper), shop)
  const paid = await makeCart(caller(origin, asShopper), shop)
  await caller(sandbox.origin)("POST", `/_control/intents/${paid.reference}/state`, { status: "succeeded" })
  const asCustomer = { ...asShopper, authorization: `Bearer ${await registerCustomer(origin, asShopper)}` }
  const headers = { anyone: {}, shopper: asShopper, customer: asCustomer, admin: asAdmin }
  return { headers, unpaid, paid, sandbox }
}
