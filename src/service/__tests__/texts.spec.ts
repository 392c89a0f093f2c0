import type { Loss } from "../classify"
import type { MoneyEffect } from "../endpoints"
import { lossError, refusalError, statusError, type FailedCall } from "../failures"
import {
  PayCollectAmbiguousError,
  PayCollectConflictError,
  PayCollectInvalidRequestError,
  PayCollectMalformedResponseError,
  PayCollectNotFoundError,
  PayCollectRateLimitedError,
  PayCollectSimulatorError,
  PayCollectUnauthorizedError,
  PayCollectUnavailableError,
} from "../errors"
import { WireError } from "../wire/shape"

const call = (effect: MoneyEffect): FailedCall => ({
  operation: "verify_payment",
  effect,
  environment: "test",
})

/** What it means for the money when nothing moved, and when something may have. */
const NOTHING: Record<MoneyEffect, string> = {
  creates: "No payment was created.",
  confirms: "The payment was not confirmed.",
  refunds: "No money was refunded.",
  decides: "Whether the payment succeeded is not known: it counts as waiting, neither paid nor failed.",
  none: "No money is involved.",
}
const MAYBE: Partial<Record<MoneyEffect, string>> = {
  creates: "The payment may have been created.",
  confirms: "The payment may have been confirmed and charged.",
  refunds: "The refund may have been sent.",
}
const THEN: Partial<Record<MoneyEffect, string>> = {
  creates:
    "Verify by merchant_reference first; only if it is unknown there, send the identical body again under the same reference.",
  confirms: "Verify the payment before doing anything else.",
  refunds: "Look in the service's dashboard before sending it again.",
}
const EFFECTS = Object.keys(NOTHING) as MoneyEffect[]
const CHECK_ADDRESS = "Check the base address; if it is right, ask the service's support with the request id."

describe("an answer that is lost says what happened, what it means for the money and what to do", () => {
  const answered: Partial<Record<Loss, string>> = {
    unreadable: "the payment service's answer could not be read",
    redirect: "the payment service answered with a redirect, which is never followed",
    refused_envelope: "the payment service's answer says that the call did not succeed",
    checkout_address: "the payment service's checkout address is not one that customers may be sent to",
  }
  const underway: Partial<Record<Loss, string>> = {
    timeout: "the payment service did not answer in time",
    connection_lost: "the connection to the payment service broke off",
    canceled: "the caller canceled the call",
  }
  const neverSent: Partial<Record<Loss, string>> = {
    not_connected: "no connection to the payment service could be made",
    deadline: "the deadline had passed, or the caller had canceled, before the request was sent",
    budget: "the request budget could not be asked, so that the request was not sent",
  }
  const cases = (losses: Partial<Record<Loss, string>>) =>
    Object.entries(losses).flatMap(([loss, text]) =>
      EFFECTS.map((effect) => [loss as Loss, effect, text] as const)
    )

  it.each(cases(neverSent))("%s, %s: nothing was sent", (loss, effect, text) => {
    const error = lossError(loss, call(effect))
    expect(error).toBeInstanceOf(PayCollectUnavailableError)
    expect(error.message).toBe(`verify_payment: ${text}. ${NOTHING[effect]} Try again later.`)
  })

  it.each(cases({ ...answered, ...underway }))("%s, %s: what may have happened", (loss, effect, text) => {
    const error = lossError(loss, call(effect))
    const money = MAYBE[effect] ?? NOTHING[effect]
    const wrong = loss in answered ? CHECK_ADDRESS : "Try again later."
    expect(error.message).toBe(`verify_payment: ${text}. ${money} ${THEN[effect] ?? wrong}`)
    const kind = loss in answered ? PayCollectMalformedResponseError : PayCollectUnavailableError
    expect(error).toBeInstanceOf(MAYBE[effect] ? PayCollectAmbiguousError : kind)
  })

  it.each(EFFECTS)("simulator, %s: the service did nothing", (effect) => {
    const error = lossError("simulator", call(effect))
    expect(error).toBeInstanceOf(PayCollectSimulatorError)
    expect(error.message).toBe(
      `verify_payment: the base address leads to a simulator of the payment service, on this machine or by the mark of its answers, which is not taken for real money. ${NOTHING[effect]} Set the base address of the test environment to the one that the service gave you.`
    )
  })

  it("names what of the answer could not be read, and keeps the facts", () => {
    const cause = new WireError("verified payment", ["id", "amount"])
    const error = lossError("unreadable", call("none"), { cause, statusCode: 200, requestId: "req_1" })
    expect(error.message).toBe(
      `verify_payment: the payment service's answer could not be read (Unreadable verified payment: id, amount). No money is involved. ${CHECK_ADDRESS}`
    )
    expect(error).toMatchObject({ statusCode: 200, requestId: "req_1", cause: { message: cause.message } })
    expect(lossError("unreadable", call("none"), { cause: new Error("x") }).message).not.toContain("(")
  })
})

describe("an error status says the same", () => {
  const text = (status: number, effect: MoneyEffect, retryAfterMs?: number) =>
    statusError(status, {}, { ...call(effect), retryAfterMs }).message

  it.each<[number, MoneyEffect, unknown, string]>([
    [
      401,
      "none",
      PayCollectUnauthorizedError,
      "Check that the secret key belongs to the test environment and its base address, and was not rotated.",
    ],
    [
      403,
      "creates",
      PayCollectUnauthorizedError,
      "Check that the secret key belongs to the test environment and its base address, and was not rotated.",
    ],
    [
      400,
      "creates",
      PayCollectInvalidRequestError,
      "Correct the request: unchanged it would be refused again.",
    ],
    [404, "none", PayCollectNotFoundError, "Check the identifier, the environment and the base address."],
    [404, "refunds", PayCollectNotFoundError, "Check the identifier, the environment and the base address."],
    [
      404,
      "decides",
      PayCollectNotFoundError,
      "Shortly after creation this is normal; later check the reference and the environment.",
    ],
    [
      409,
      "refunds",
      PayCollectConflictError,
      "Verify by merchant_reference, and use what is there only if amount and currency are the same.",
    ],
    [503, "decides", PayCollectUnavailableError, "Try again later."],
  ])("%d, %s", (status, effect, kind, next) => {
    const error = statusError(status, {}, call(effect))
    expect(error).toBeInstanceOf(kind)
    expect(error.message).toBe(
      `verify_payment: the payment service answered HTTP ${status}. ${NOTHING[effect]} ${next}`
    )
    expect(error.statusCode).toBe(status)
  })

  it("that an earlier payment may stand under the reference of a refused creation", () => {
    expect(text(409, "creates")).toBe(
      "verify_payment: the payment service answered HTTP 409. This call created no new payment; an earlier one under the same reference may exist and may be paid. Verify by merchant_reference, and use what is there only if amount and currency are the same."
    )
  })

  it.each(["creates", "confirms", "refunds"] as const)("that a 500 may have done its work: %s", (effect) => {
    expect(text(500, effect)).toBe(
      `verify_payment: the payment service answered HTTP 500. ${MAYBE[effect]} ${THEN[effect]}`
    )
  })

  it.each([
    [undefined, "a few"],
    [0, "a few"],
    [1, "1"],
    [1000, "1"],
    [1001, "2"],
  ])("how long to wait after 429: %s ms are %s seconds", (ms, seconds) => {
    const error = statusError(429, {}, { ...call("none"), retryAfterMs: ms })
    expect(error).toBeInstanceOf(PayCollectRateLimitedError)
    expect(error.retryAfterMs).toBe(ms)
    expect(error.message).toBe(
      `verify_payment: the payment service answered HTTP 429. No money is involved. Try again after ${seconds} seconds.`
    )
  })

  it("the service's own words, redacted, its field, code and request id", () => {
    const body = { message: "Bad\n ama@example.com", param: "email", code: "bad_email", requestId: "req_1" }
    const error = statusError(422, body, call("creates"))
    expect(error.message).toBe(
      'verify_payment: the payment service answered HTTP 422 (field email), saying "Bad [removed]". No payment was created. Correct the request: unchanged it would be refused again.'
    )
    expect(error.toJSON()).toEqual({
      name: "PayCollectInvalidRequestError",
      code: "invalid_request",
      operation: "verify_payment",
      message: error.message,
      statusCode: 422,
      serviceCode: "bad_email",
      requestId: "req_1",
      retryAfterMs: undefined,
    })
  })
})

it("a call that the client refuses says that nothing was sent", () => {
  const error = refusalError(call("creates"), "missing or invalid: amount.")
  expect(error).toBeInstanceOf(PayCollectInvalidRequestError)
  expect(error.message).toBe(
    "verify_payment: missing or invalid: amount. No request was sent. No payment was created. Correct the request: unchanged it would be refused again."
  )
})
