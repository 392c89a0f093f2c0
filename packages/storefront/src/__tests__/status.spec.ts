import { getPaymentStatus } from "../status"
import { storeAnswering } from "./support"

async function read(answer: unknown) {
  return getPaymentStatus({ client: storeAnswering(answer).store, cartId: "cart_1" })
}

describe("getPaymentStatus", () => {
  it("asks for the cart, with its id encoded", async () => {
    const { store, requests } = storeAnswering({ status: "none", retry_after_ms: 0 })
    await getPaymentStatus({ client: store, cartId: "../x" })
    expect(requests.map((one) => one.path)).toEqual(["/store/paycollect/carts/..%2Fx/status"])
  })

  it("asks for the collection of an order that has no cart", async () => {
    const { store, requests } = storeAnswering({ status: "none" })
    await getPaymentStatus({ client: store, collectionId: "pay_col_1" })
    expect(requests.map((one) => one.path)).toEqual(["/store/paycollect/carts/pay_col_1/status"])
  })

  it("reads the whole answer", async () => {
    const body = {
      status: "waiting",
      order_id: "order_1",
      payment_number: "JZ1D-7K9P",
      amount: "4968",
      currency_code: "xaf",
      plus_fee: true,
      since: "2026-05-04T10:00:00.000Z",
      under_way: {
        payment_number: "0000-0001",
        amount: "10",
        currency_code: "eur",
        state: "processing",
        provider_id: "pp_paycollect_default",
      },
      still_open: { payment_number: "0000-0004", amount: "9", currency_code: "xaf", plus_fee: true },
      payments: [
        {
          ...{ payment_number: "0000-0002", amount: "5382", currency_code: "xaf", outcome: "returning" },
          without_fee: true,
        },
        { payment_number: "0000-0003", outcome: "on_the_moon" },
      ],
      charged: true,
      support: { phone: "+237 670 00 00 02" },
      refunded: "part",
      checkout_url: "https://pay.example/1",
      retry_after_ms: 2000,
    }
    expect(await read(body)).toEqual({
      status: "waiting",
      reason: null,
      orderId: "order_1",
      paymentNumber: "JZ1D-7K9P",
      amount: "4968",
      currencyCode: "xaf",
      plusFee: true,
      since: "2026-05-04T10:00:00.000Z",
      underWay: {
        paymentNumber: "0000-0001",
        amount: "10",
        currencyCode: "eur",
        plusFee: false,
        since: null,
        processing: true,
        providerId: "pp_paycollect_default",
      },
      stillOpen: {
        paymentNumber: "0000-0004",
        amount: "9",
        currencyCode: "xaf",
        plusFee: true,
        since: null,
      },
      payments: [
        {
          ...{ paymentNumber: "0000-0002", amount: "5382", currencyCode: "xaf", outcome: "returning" },
          withoutFee: true,
        },
        {
          ...{ paymentNumber: "0000-0003", amount: null, currencyCode: null, outcome: "held" },
          withoutFee: false,
        },
      ].map((payment) => expect.objectContaining(payment)),
      charged: true,
      support: { phone: "+237 670 00 00 02" },
      refunded: "part",
      checkoutUrl: "https://pay.example/1",
      retryAfterMs: 2000,
    })
  })

  it("takes an unknown state for undecided and drops an unsafe address", async () => {
    expect(await read({ status: "on_hold", checkout_url: "javascript:alert(1)" })).toEqual({
      status: "waiting",
      reason: null,
      orderId: null,
      paymentNumber: null,
      amount: null,
      currencyCode: null,
      plusFee: false,
      since: null,
      underWay: null,
      stillOpen: null,
      payments: [],
      charged: null,
      support: null,
      refunded: null,
      checkoutUrl: null,
      retryAfterMs: null,
    })
  })

  it.each([
    ["declined", "declined"],
    ["expired", "expired"],
    ["not_started", "not_started"],
    ["Lottery", null],
    [{}, null],
  ])("knows the reason %j as %j", async (reason, known) => {
    expect(await read({ status: "failed", reason })).toMatchObject({ status: "failed", reason: known })
  })

  it.each([null, {}, { status: 1 }, "waiting"])("refuses %j", async (body) => {
    await expect(read(body)).rejects.toMatchObject({ code: "invalid_response" })
  })
})
