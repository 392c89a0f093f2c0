import { request } from "node:http"

const ADDRESS = {
  first_name: "Mireille",
  last_name: "Essomba",
  address_1: "4 Avenue Kennedy",
  city: "Yaoundé",
  country_code: "cm",
  phone: "6 70 12 34 56",
}

/** The same from another address of this machine, which fetch does not choose. */
const fetchFrom =
  (localAddress) =>
  (url, { body, ...options }) =>
    new Promise((resolve, reject) => {
      const sent = request(url, { ...options, localAddress }, async (answer) => {
        const parts = []
        for await (const part of answer) parts.push(part)
        const { location, "content-type": contentType } = answer.headers
        const headers = new Headers({
          ...(location && { location }),
          ...(contentType && { "content-type": contentType }),
        })
        resolve({
          status: answer.statusCode,
          headers,
          text: () => Promise.resolve(Buffer.concat(parts).toString()),
        })
      })
      sent.on("error", reject).end(body)
    })

/** Guests of the store API. What does not go as it should throws: a bench of refusals would be a fast one. */
export class Shopper {
  #shop
  #carts = 0
  #shippingOption

  #fetch

  /** @param localAddress that it sends from */
  constructor({ localAddress, ...shop }) {
    this.#shop = shop
    this.#fetch = localAddress ? fetchFrom(localAddress) : fetch
  }

  /** The same shop from another address of this machine. */
  from(localAddress) {
    return new Shopper({ ...this.#shop, localAddress })
  }

  /** A cart that only has to be paid. @returns cartId, collectionId */
  async fillCart() {
    const { articles, regionId } = this.#shop
    const number = ++this.#carts
    const { cart } = await this.#post("/store/carts", {
      region_id: regionId,
      email: `mireille+${number}@example.com`,
      shipping_address: ADDRESS,
      // Customers who come at once buy different things: none waits for another one's reservation.
      items: [{ variant_id: articles[number % articles.length], quantity: 2 }],
    })
    this.#shippingOption ??= (
      await this.#send("GET", `/store/shipping-options?cart_id=${cart.id}`)
    ).body.shipping_options[0].id
    await this.#post(`/store/carts/${cart.id}/shipping-methods`, { option_id: this.#shippingOption })
    const { payment_collection } = await this.#post("/store/payment-collections", { cart_id: cart.id })
    return { cartId: cart.id, collectionId: payment_collection.id }
  }

  /** What a payment of the cart would say changes, and not what it costs. */
  async changeEmail({ cartId }, email) {
    await this.#post(`/store/carts/${cartId}`, { email })
  }

  /** The fees of all ways to pay. @returns status and body */
  async fees({ cartId }) {
    return await this.#send("GET", `/store/paycollect/fee-preview?cart_id=${cartId}`)
  }

  /** What can be paid with in the shop's country. @returns status and body */
  async methods() {
    return await this.#send("GET", `/store/paycollect/payment-methods?country_code=${ADDRESS.country_code}`)
  }

  /** @returns the session's data */
  async start({ collectionId }, { id, trace }) {
    const path = `/store/payment-collections/${collectionId}/payment-sessions`
    const { payment_collection } = await this.#post(path, { provider_id: id }, trace)
    const [session] = payment_collection.payment_sessions
    if (session.provider_id !== id) throw new Error(`${id}: another session`)
    return session.data
  }

  async complete({ cartId }, { trace }) {
    const answer = await this.#post(`/store/carts/${cartId}/complete`, {}, trace)
    if (answer.type !== "order") throw new Error(`no order: ${JSON.stringify(answer.error)}`)
  }

  /** What a page that waits is told. @returns status, order_id, retry_after_ms */
  async status({ cartId }) {
    const { status, body } = await this.#send("GET", `/store/paycollect/carts/${cartId}/status`)
    if (status !== 200) throw new Error(`status: ${status} ${JSON.stringify(body)}`)
    return body
  }

  /** One request to one address that any visitor can send to. @returns the status of the answer */
  async knock(door, { cartId, collectionId, session }) {
    const doors = {
      return: ["GET", `/paycollect/return/${session?.merchant_reference}`],
      complete: ["POST", `/store/carts/${cartId}/complete`, {}],
      status: ["GET", `/store/paycollect/carts/${cartId}/status`],
      session: [
        "POST",
        `/store/payment-collections/${collectionId}/payment-sessions`,
        { provider_id: "pp_paycollect_default" },
      ],
    }
    const [method, path, body] = doors[door]
    return (await this.#send(method, path, { body })).status
  }

  /** By the link that the service was given. */
  async open(link) {
    const { pathname } = new URL(link)
    return (await this.#send("GET", pathname)).location
  }

  /** As the hosted checkout sends the customer back; the order is made on the way. */
  async comeBack({ merchant_reference }, { trace }) {
    const { status, location } = await this.#send("GET", `/paycollect/return/${merchant_reference}`, {
      trace,
    })
    if (!location?.includes("paycollect_status=success")) throw new Error(`no order: ${status} ${location}`)
  }

  async #post(path, body, trace) {
    const answer = await this.#send("POST", path, { body, trace })
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body
  }

  async #send(method, path, { body, trace } = {}) {
    const { origin, publishableKey } = this.#shop
    const response = await this.#fetch(origin + path, {
      method,
      redirect: "manual",
      headers: {
        "x-publishable-api-key": publishableKey,
        ...(body && { "content-type": "application/json" }),
        ...(trace && { "x-trace": trace }),
      },
      body: body && JSON.stringify(body),
    })
    const text = await response.text()
    const isJson = response.headers.get("content-type")?.includes("json")
    return {
      status: response.status,
      location: response.headers.get("location"),
      body: isJson ? JSON.parse(text) : text,
    }
  }
}
