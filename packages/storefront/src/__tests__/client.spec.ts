import { callStore, createStoreClient } from "../client"
import { PayCollectStorefrontError } from "../errors"
import { refused, storeAnswering } from "./support"

function answering(body: string, init: ResponseInit = {}) {
  return jest.fn(async (..._args: Parameters<typeof fetch>) => new Response(body, init))
}

describe("createStoreClient", () => {
  it("sends the publishable key, the token and a JSON body", async () => {
    const fetch = answering("{}")
    const { client } = createStoreClient({
      baseUrl: "https://api.example/base/",
      publishableKey: "pk_x",
      token: () => "customer",
      fetch,
    })
    await client.fetch("/store/a", { method: "POST", body: { b: 1 } })
    const [url, init] = fetch.mock.calls[0] ?? []
    expect(url).toBe("https://api.example/base/store/a")
    expect(init).toMatchObject({
      method: "POST",
      body: '{"b":1}',
      headers: {
        "x-publishable-api-key": "pk_x",
        authorization: "Bearer customer",
        "content-type": "application/json",
      },
    })
  })

  it("sends no authorization without a token", async () => {
    const fetch = answering("{}")
    const options = { baseUrl: "https://api.example", publishableKey: "pk_x", token: () => null, fetch }
    await createStoreClient(options).client.fetch("/store/a")
    expect(Object.keys(fetch.mock.calls[0]?.[1]?.headers ?? {})).toEqual(["x-publishable-api-key"])
  })

  it.each(["POST", "DELETE"] as const)(
    "says of a %s without a body, too, that it is JSON",
    async (method) => {
      const fetch = answering("{}")
      const options = { baseUrl: "https://api.example", publishableKey: "pk_x", fetch }
      await createStoreClient(options).client.fetch("/store/a", { method })
      expect(fetch.mock.calls[0]?.[1]).toMatchObject({
        method,
        headers: { "content-type": "application/json" },
      })
      expect(fetch.mock.calls[0]?.[1]?.body).toBeUndefined()
    }
  )

  it.each([
    [400, "request"],
    [404, "request"],
    [408, "server"],
    [429, "rate_limited"],
    [500, "server"],
  ])("names a %i %s and keeps the store's message", async (status, code) => {
    const fetch = answering('{"type":"x","message":"Because","retry_after_ms":3000}', { status })
    const { client } = createStoreClient({ baseUrl: "https://api.example", publishableKey: "pk_x", fetch })
    await expect(client.fetch("/store/a")).rejects.toMatchObject({
      code,
      status,
      message: "Because",
      retryAfterMs: 3000,
    })
  })

  it("keeps all that the store says of a refusal", async () => {
    const said = {
      code: "paycollect_amount_bounds",
      message: "Too much",
      charged: false,
      details: { max: "5000", currency_code: "xaf" },
      support: { phone: "+237 670 00 00 02" },
    }
    const fetch = answering(JSON.stringify(said), { status: 400 })
    const { client } = createStoreClient({ baseUrl: "https://api.example", publishableKey: "pk_x", fetch })
    await expect(client.fetch("/store/a")).rejects.toMatchObject({
      code: "request",
      storeCode: "paycollect_amount_bounds",
      charged: false,
      bounds: { max: "5000", currencyCode: "xaf" },
      support: { phone: "+237 670 00 00 02" },
    })
  })

  it("has words of its own where the store has none", async () => {
    const fetch = answering("<html>", { status: 502 })
    const { client } = createStoreClient({ baseUrl: "https://api.example", publishableKey: "pk_x", fetch })
    await expect(client.fetch("/store/a")).rejects.toMatchObject({
      code: "server",
      message: "The store answered 502",
      bounds: null,
    })
  })

  it("refuses an answer that is not JSON", async () => {
    const fetch = answering("<html>")
    const { client } = createStoreClient({ baseUrl: "https://api.example", publishableKey: "pk_x", fetch })
    await expect(client.fetch("/store/a")).rejects.toMatchObject({ code: "invalid_response" })
  })
})

describe("callStore", () => {
  it("turns an unanswered request into a network error and ends it", async () => {
    let signal: AbortSignal | undefined
    const { store } = storeAnswering((request: { signal?: AbortSignal }) => {
      signal = request.signal
      return new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal?.reason)))
    })
    const call = callStore(store, "/store/a", { timeoutMs: 5 })
    await expect(call).rejects.toMatchObject({ code: "network" })
    expect(signal?.aborted).toBe(true)
  })

  it("throws the caller's own reason when the caller aborts", async () => {
    const controller = new AbortController()
    const { store } = storeAnswering(() => {
      controller.abort(new Error("left the page"))
      throw new DOMException("aborted", "AbortError")
    })
    const call = callStore(store, "/store/a", { timeoutMs: 1000, signal: controller.signal })
    await expect(call).rejects.toThrow("left the page")
  })

  it("reads errors of the js-sdk", async () => {
    const { store } = storeAnswering(refused(400, "Missing: phone"))
    const error: unknown = await callStore(store, "/store/a", { timeoutMs: 1000 }).catch((e: unknown) => e)
    expect(error).toBeInstanceOf(PayCollectStorefrontError)
    expect(error).toMatchObject({ code: "request", status: 400, message: "Missing: phone" })
  })
})
