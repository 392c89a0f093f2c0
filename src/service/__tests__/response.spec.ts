import type { Endpoint } from "../endpoints"
import type { FailedCall } from "../failures"
import {
  PayCollectAmbiguousError,
  PayCollectInvalidRequestError,
  PayCollectMalformedResponseError,
  PayCollectNotFoundError,
  PayCollectRateLimitedError,
  PayCollectUnavailableError,
  type PayCollectError,
} from "../errors"
import { headerRequestId, readResponse, UntrustedCheckoutError, type RawResponse } from "../response"
import { WireError } from "../wire/shape"

const NOW = Date.parse("2026-01-01T00:00:00Z")

const endpoint = (more: Partial<Endpoint<unknown>> = {}): Endpoint<unknown> => ({
  operation: "verify_payment",
  method: "GET",
  path: "/x",
  rateClass: "standard",
  credential: "key",
  effect: "decides",
  repeatable: true,
  priority: "customer",
  bare: ["id"],
  parse: (data) => data,
  ...more,
})

function read(
  response: Partial<RawResponse>,
  of: Endpoint<unknown> = endpoint(),
  simulator: "allowed" | "refused" = "refused"
): unknown {
  const { operation, effect } = of
  const call: FailedCall = { operation, effect, environment: "test" }
  return readResponse({ status: 200, headers: {}, body: "", ...response }, of, { call, now: NOW, simulator })
}

function refused(response: Partial<RawResponse>, of?: Endpoint<unknown>): PayCollectError {
  let value: unknown
  try {
    value = read(response, of)
  } catch (error) {
    return error as PayCollectError
  }
  throw new Error(`read as ${JSON.stringify(value)}`)
}

const PAID = { id: "tx_1", status: "succeeded", amount: "10000", currency: "XAF" }
const body = (value: unknown) => JSON.stringify(value)

describe("readResponse", () => {
  it.each([200, 201, 202, 204, 299])("takes the payload of an answer with %d", (status) => {
    expect(read({ status, body: body({ status: "success", data: PAID }) })).toEqual(PAID)
    expect(read({ status, body: body(PAID) })).toEqual(PAID)
  })

  it.each([300, 301, 302, 303, 307, 308, 399])("takes no payload of a redirect: %d", (status) => {
    const error = refused({ status, headers: { "x-request-id": "req_1" }, body: body({ data: PAID }) })
    expect(error).toBeInstanceOf(PayCollectMalformedResponseError)
    expect(error.message).toContain("answered with a redirect, which is never followed.")
    expect(error).toMatchObject({ statusCode: status, requestId: "req_1" })
    const creating = endpoint({ operation: "create_payment_intent", effect: "creates" })
    expect(refused({ status, body: body({ data: PAID }) }, creating)).toBeInstanceOf(PayCollectAmbiguousError)
  })

  it.each([100, 199])("takes no payload of what is no final answer: %d", (status) => {
    const error = refused({ status, body: body({ data: PAID }) })
    expect(error).toMatchObject({ statusCode: status, code: "invalid_request" })
    expect(error.message).toContain(`answered HTTP ${status}.`)
  })

  it("takes no payload of an error, whatever its body says", () => {
    const error = refused({ status: 400, body: body({ status: "success", data: PAID }) })
    expect(error).toBeInstanceOf(PayCollectInvalidRequestError)
    expect(refused({ status: 599, body: body(PAID) })).toBeInstanceOf(PayCollectUnavailableError)
  })

  it.each([
    [404, PayCollectNotFoundError],
    ["404", PayCollectNotFoundError],
    [429, PayCollectRateLimitedError],
    [500, PayCollectUnavailableError],
  ])("reads an envelope with the error status %j as that error", (status_code, kind) => {
    const message = "Reference unknown"
    const error = refused({ body: body({ status_code, message, request_id: "req_2", data: PAID }) })
    expect(error).toBeInstanceOf(kind)
    expect(error).toMatchObject({ statusCode: Number(status_code), requestId: "req_2" })
    expect(error.message).toContain(`answered HTTP ${status_code}, saying "Reference unknown".`)
  })

  it("does not know what a refusing envelope without an error status means", () => {
    const answer = { success: false, code: "not_now", data: PAID }
    const error = refused({ body: body(answer), headers: { "request-id": "req_3" } })
    expect(error).toBeInstanceOf(PayCollectMalformedResponseError)
    expect(error.message).toContain("answer says that the call did not succeed.")
    expect(error).toMatchObject({ statusCode: 200, serviceCode: "not_now", requestId: "req_3" })
  })

  it.each([
    ["", "Unreadable answer: not JSON"],
    ["<html>", "Unreadable answer: not JSON"],
    ['"text"', "Unreadable answer: not an object"],
    ["null", "Unreadable answer: not an object"],
    ['{"hello":1}', "Unreadable answer: data"],
  ])("says what is wrong with %j", (text, problem) => {
    const error = refused({ body: text, headers: { "x-request-id": "req_4" } })
    expect(error).toBeInstanceOf(PayCollectMalformedResponseError)
    expect(error.message).toContain(`could not be read (${problem}).`)
    expect(error).toMatchObject({ statusCode: 200, requestId: "req_4", cause: { message: problem } })
  })

  it("says which fields its parser misses, and nothing of what stands there", () => {
    const parse = () => {
      throw new WireError("verified payment", ["amount"])
    }
    const error = refused({ body: body({ id: "tx_1", request_id: "req_5" }) }, endpoint({ parse }))
    expect(error.message).toContain("could not be read (Unreadable verified payment: amount).")
    expect(error).toMatchObject({ statusCode: 200, requestId: "req_5" })
  })

  it("says that an address is not to be trusted, never the address", () => {
    const parse = () => {
      throw new UntrustedCheckoutError("not below the configured address")
    }
    const error = refused({ body: body(PAID) }, endpoint({ parse }))
    expect(error.message).toContain("checkout address is not one that customers may be sent to.")
    expect(error).toMatchObject({ statusCode: 200, cause: { name: "UntrustedCheckoutError" } })
  })

  it.each([
    ["7", 7000],
    ["Thu, 01 Jan 2026 00:00:20 GMT", 20_000],
    [undefined, undefined],
  ])("reads how long to wait: %s", (header, ms) => {
    expect(refused({ status: 429, headers: { "retry-after": header } }).retryAfterMs).toBe(ms)
  })

  it.each([
    ["", {}],
    [" \r\n", {}],
    ['{"valid":true}', { valid: true }],
    ['{"status":"success","data":{"valid":true}}', { valid: true }],
  ])("takes an answer that may be empty: %j", (text, value) => {
    expect(read({ status: 204, body: text }, endpoint({ bare: "optional" }))).toEqual(value)
  })

  it("takes no answer that may be empty for one that may be anything", () => {
    const ended = endpoint({ bare: "optional" })
    expect(refused({ body: "<html>" }, ended).message).toContain("(Unreadable answer: not JSON)")
    expect(refused({ body: '{"success":false}' }, ended)).toBeInstanceOf(PayCollectMalformedResponseError)
  })
})

describe("an answer with the mark of the sandbox", () => {
  const marked = {
    headers: { "x-paycollect-sandbox": "", "x-request-id": "req_6" },
    body: body({ data: PAID }),
  }

  it("is an answer where simulators are allowed, and none where not", () => {
    expect(read(marked, endpoint(), "allowed")).toEqual(PAID)
    const error = refused(marked)
    expect(error.message).toContain("the base address leads to a simulator of the payment service,")
    expect(error).toMatchObject({ code: "simulator", statusCode: 200, requestId: "req_6" })
  })
})

describe("headerRequestId", () => {
  const of = (headers: Record<string, unknown>) => headerRequestId({ status: 200, headers, body: "" })

  it("finds it under both names, and only words", () => {
    expect(of({ "x-request-id": "req_1", "request-id": "req_2" })).toBe("req_1")
    expect(of({ "request-id": "req_2" })).toBe("req_2")
    expect(of({ "x-request-id": "ama@example.com" })).toBeUndefined()
    expect(of({})).toBeUndefined()
  })
})
