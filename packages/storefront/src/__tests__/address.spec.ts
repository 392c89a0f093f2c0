import { isSafeCheckoutUrl, readReturn } from "../address"

describe("isSafeCheckoutUrl", () => {
  it.each([
    "https://checkout.example.com/pi_1?client_secret=x",
    "https://127.0.0.1.example.com/",
    "http://127.0.0.1:4010/checkout/pi_1",
    "http://127.8.9.1/x",
    "http://127.10.200.30/x",
    "http://localhost:4010/checkout/pi_1",
    "http://pay.localhost/x",
    "http://[::1]:4010/x",
  ])("accepts %s", (url) => expect(isSafeCheckoutUrl(url)).toBe(true))

  it.each([
    "http://checkout.example.com/pi_1",
    "http://localhost.example.com/",
    "http://evillocalhost/",
    "http://127.0.0.1.example.com/",
    "http://x.127.0.0.1.example.com/",
    "http://127.example.com/",
    "http://127.0.0.evil/",
    "http://127evil.0.0.1.example.com/",
    "http://128.0.0.1/",
    "http://[::2]/",
    "javascript:alert(1)",
    "javascript://localhost/%0Aalert(1)",
    "javascript://127.0.0.1/%0Aalert(1)",
    "ftp://localhost/",
    "data:text/html,x",
    "//checkout.example.com/x",
    "/checkout",
    "https://",
    "https://user:secret@checkout.example.com/",
    "https://user@checkout.example.com/",
    "https://:secret@checkout.example.com/",
    "http://user@localhost/",
    "",
    undefined,
    null,
    42,
    ["https://checkout.example.com/"],
    new URL("https://checkout.example.com/"),
  ])("refuses %s", (url) => expect(isSafeCheckoutUrl(url)).toBe(false))
})

const NOTHING = { cartId: null, collectionId: null }

describe("readReturn", () => {
  it("reads what the return route adds", () => {
    const address =
      "https://shop.example/cm/order/order_1/confirmed?paycollect_status=success&cart_id=cart_1&order_id=order_1"
    expect(readReturn(address)).toEqual({
      status: "success",
      reason: null,
      cartId: "cart_1",
      collectionId: null,
      orderId: "order_1",
    })
    expect(readReturn(new URL(address))).toEqual(readReturn(address))
  })

  it("keeps the storefront's own parameters apart", () => {
    expect(readReturn("/cm/checkout?step=payment&paycollect_status=failed&cart_id=cart_1")).toEqual({
      status: "failed",
      reason: null,
      cartId: "cart_1",
      collectionId: null,
      orderId: null,
    })
  })

  it("reads what was paid for without a cart", () => {
    const query = "paycollect_status=waiting&payment_collection_id=pay_col_1&order_id=order_1"
    expect(readReturn(`/cm/checkout/waiting?${query}`)).toEqual({
      status: "waiting",
      reason: null,
      cartId: null,
      collectionId: "pay_col_1",
      orderId: "order_1",
    })
  })

  it.each([
    "/cm/checkout?step=payment",
    "/?paycollect_status=paid&cart_id=cart_1",
    "/?paycollect_status=&cart_id=cart_1",
    "/?paycollect_status&cart_id=cart_1",
    "http://[bad",
    "http://[bad?paycollect_status=success",
  ])("finds no return in %s", (address) => expect(readReturn(address)).toBeNull())

  it.each(["declined", "canceled", "expired", "unavailable", "busy", "cart_changed"])(
    "reads why it failed: %s",
    (reason) => {
      const of = (status: string) => readReturn(`/?paycollect_status=${status}&paycollect_reason=${reason}`)
      expect(of("failed")?.reason).toBe(reason)
      expect(of("waiting")?.reason).toBeNull()
    }
  )

  it.each(["not_started", "Your card was stolen", "<b>", "constructor", "", "declined,canceled"])(
    "knows no other reason than its own words: %j",
    (reason) => {
      const address = `/?paycollect_status=failed&paycollect_reason=${encodeURIComponent(reason)}`
      expect(readReturn(address)).toEqual({ status: "failed", reason: null, ...NOTHING, orderId: null })
    }
  )

  it("drops ids that could lead elsewhere", () => {
    const address =
      "/?paycollect_status=waiting&cart_id=..%2F..%2Fadmin&payment_collection_id=..&order_id=a%20b"
    expect(readReturn(address)).toEqual({ status: "waiting", reason: null, ...NOTHING, orderId: null })
  })

  it.each(["/admin", "admin/", "a b", "", "é", "x".repeat(65)])("drops %j as an id", (id) => {
    const address = `/?paycollect_status=waiting&cart_id=${encodeURIComponent(id)}&order_id=order_1`
    expect(readReturn(address)).toEqual({ status: "waiting", reason: null, ...NOTHING, orderId: "order_1" })
  })

  it("takes ids of 64 letters, digits, hyphens and underscores", () => {
    const id = `cart_-${"x".repeat(58)}`
    expect(readReturn(`/?paycollect_status=waiting&cart_id=${id}`)?.cartId).toBe(id)
  })

  it("reads the address of the page when it is given none", () => {
    const place = { href: "https://shop.example/?paycollect_status=success&order_id=order_1" }
    Object.assign(globalThis, { location: place })
    try {
      expect(readReturn()).toEqual({ status: "success", reason: null, ...NOTHING, orderId: "order_1" })
    } finally {
      Reflect.deleteProperty(globalThis, "location")
    }
    expect(readReturn()).toBeNull()
  })
})
