import { minorAmount, WireError } from "../wire/shape"
import { PayCollectClient } from "../client"
import { type ClientConfig, type CreatePaymentIntentRequest } from ".."
import { type PayCollectError } from "../errors"

export const SECRET_KEY = "sk_test_4f9d2c7b1a8e6035"

/** A clock whose sleep is recorded and takes no time: `now` jumps instead. */
export function fakeClock(start = Date.now()) {
  const slept: number[] = []
  let offset = 0
  return {
    slept,
    now: () => start + offset,
    advance: (ms: number) => void (offset += ms),
    sleep: (ms: number) => {
      slept.push(ms)
      offset += ms
      return Promise.resolve()
    },
  }
}

export const client = (baseUrl: string, more: Partial<ClientConfig> = {}) =>
  new PayCollectClient({ environment: "test", baseUrl, secretKey: SECRET_KEY, random: () => 0.5, ...more })

export const request: CreatePaymentIntentRequest = {
  firstname: "Ama",
  lastname: "Nkeng",
  email: "ama.nkeng@example.com",
  amount: minorAmount("10000"),
  currency: "XAF",
  description: "Order cart_01",
  merchant_reference: "cart_01-1",
}

export const intent = {
  id: "pi_123",
  object: "payment_intent",
  amount: "10000",
  currency: "XAF",
  status: "requires_action",
  client_secret: "pi_123_secret_abc",
  payment_ref: "PAY_A1B2",
  merchant_reference: "cart_01-1",
  checkout_url: "https://checkout.example.com/pay/pi_123?client_secret=pi_123_secret_abc",
  customer: { firstname: "Ama", lastname: "Nkeng", email: "ama.nkeng@example.com" },
  metadata: { merchant_reference: "cart_01-1" },
}

export const created = { status_code: 200, response_type: "success", data: intent }

export const verified = {
  status: "success",
  data: { id: "tx_1", status: "succeeded", amount: "10000", currency: "XAF" },
}

/** The error that `promise` must end with. */
export async function failure(promise: Promise<unknown>): Promise<PayCollectError> {
  try {
    await promise
  } catch (error) {
    return error as PayCollectError
  }
  throw new Error("The call was expected to fail")
}

/** The message of the WireError that `work` must end with. */
export function unread(work: () => unknown): string {
  try {
    work()
  } catch (error) {
    if (error instanceof WireError) return error.message
    throw error
  }
  throw new Error("The text was expected to be unreadable")
}
