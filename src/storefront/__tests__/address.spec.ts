import { isSafeCheckoutUrl, readReturn } from "../address"

describe("isSafeCheckoutUrl", () => {
  it.each([
    "https://checkout.example.com/pi_1?client_secret=x",
    "http://127.0.0.1:4010/checkout/pi_1",
    "http://127.8.9.1/x",
    "http://localhost:4010/checkout/pi_1",
    "http://pay.localhost/x",
    "http://[::1]:4010/x",
  ])("accepts %s", (url) => expect(isSafeCheckoutUrl(url)).toBe(true))

  it.each([
    "http://checkout.example.com/pi_1",
    "http://localhost.example.com/",
    "http://127.0.0.1.example.com/",
    "javascript:alert(1)",
    "data:text/html,x",
    "//checkout.example.com/x",
    "/checkout",
    "https://user:secret@checkout.example.com/",
    "",
    undefined,
    42,
  ])("refuses %s", (url) => expect(isSafeCheckoutUrl(url)).toBe(false))
})

describe("readReturn", () => {
  it("reads what the return route adds", () => {
    const address =
      "https://shop.example/cm/order/order_1/confirmed?paycollect_status=success&cart_id=cart_1&order_id=order_1"
    expect(readReturn(address)).toEqual({ status: "success", cartId: "cart_1", orderId: "order_1" })
    expect(readReturn(new URL(address))).toEqual(readReturn(address))
  })

  it("keeps the storefront's own parameters apart", () => {
    expect(readReturn("/cm/checkout?step=payment&paycollect_status=failed&cart_id=cart_1")).toEqual({
      status: "failed",
      cartId: "cart_1",
      orderId: null,
    })
  })

  it.each(["/cm/checkout?step=payment", "/?paycollect_status=paid&cart_id=cart_1", "http://[bad"])(
    "finds no return in %s",
    (address) => expect(readReturn(address)).toBeNull()
  )

  it("drops ids that could lead elsewhere", () => {
    const address = "/?paycollect_status=waiting&cart_id=..%2F..%2Fadmin&order_id=a%20b"
    expect(readReturn(address)).toEqual({ status: "waiting", cartId: null, orderId: null })
  })

  it("needs no window", () => {
    expect(readReturn()).toBeNull()
  })
})
