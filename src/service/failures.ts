import { classifyLoss, classifyStatus, type ErrorBody, type Loss } from "./classify"
import type { Environment } from "./config"
import type { MoneyEffect, Operation } from "./endpoints"
import * as errors from "./errors"
import { type FailureCode, type PayCollectError, type PayCollectErrorFacts } from "./errors"
import { excerpt } from "./redact"
import { WireError } from "./wire/shape"

/** The call that failed, as far as its error needs it. */
export interface FailedCall {
  operation: Operation
  effect: MoneyEffect
  environment: Environment
}

const ERRORS: Record<FailureCode, new (facts: PayCollectErrorFacts) => PayCollectError> = {
  unauthorized: errors.PayCollectUnauthorizedError,
  invalid_request: errors.PayCollectInvalidRequestError,
  conflict: errors.PayCollectConflictError,
  not_found: errors.PayCollectNotFoundError,
  rate_limited: errors.PayCollectRateLimitedError,
  unavailable: errors.PayCollectUnavailableError,
  ambiguous: errors.PayCollectAmbiguousError,
  malformed_response: errors.PayCollectMalformedResponseError,
  simulator: errors.PayCollectSimulatorError,
}

const HAPPENED: Record<Loss, string> = {
  not_connected: "no connection to the payment service could be made",
  timeout: "the payment service did not answer in time",
  connection_lost: "the connection to the payment service broke off",
  unreadable: "the payment service's answer could not be read",
  redirect: "the payment service answered with a redirect, which is never followed",
  refused_envelope: "the payment service's answer says that the call did not succeed",
  checkout_address: "the payment service's checkout address is not one that customers may be sent to",
  simulator:
    "the base address leads to a simulator of the payment service, on this machine or by the mark of its answers, which is not taken for real money",
  canceled: "the caller canceled the call",
  deadline: "the deadline had passed, or the caller had canceled, before the request was sent",
  budget: "the request budget could not be asked, so that the request was not sent",
}

const NO_HARM: Record<MoneyEffect, string> = {
  creates: "No payment was created.",
  confirms: "The payment was not confirmed.",
  refunds: "No money was refunded.",
  decides: "Whether the payment succeeded is not known: it counts as waiting, neither paid nor failed.",
  none: "No money is involved.",
}

const AMBIGUOUS: Record<MoneyEffect, string> = {
  ...NO_HARM,
  creates: "The payment may have been created.",
  confirms: "The payment may have been confirmed and charged.",
  refunds: "The refund may have been sent.",
}

function moneyMeaning(code: FailureCode, effect: MoneyEffect): string {
  if (code === "ambiguous") {
    return AMBIGUOUS[effect]
  }
  if (code === "conflict" && effect === "creates") {
    return "This call created no new payment; an earlier one under the same reference may exist and may be paid."
  }
  return NO_HARM[effect]
}

function nextStep(code: FailureCode, call: FailedCall, retryAfterMs: number | undefined): string {
  switch (code) {
    case "unauthorized":
      return `Check that the secret key belongs to the ${call.environment} environment and its base address, and was not rotated.`
    case "invalid_request":
      return "Correct the request: unchanged it would be refused again."
    case "conflict":
      return "Verify by merchant_reference, and use what is there only if amount and currency are the same."
    case "not_found":
      return call.effect === "decides"
        ? "Shortly after creation this is normal; later check the reference and the environment."
        : "Check the identifier, the environment and the base address."
    case "rate_limited":
      return `Try again after ${Math.ceil((retryAfterMs ?? 0) / 1000) || "a few"} seconds.`
    case "unavailable":
      return "Try again later."
    case "ambiguous":
      return call.effect === "creates"
        ? "Verify by merchant_reference first; only if it is unknown there, send the identical body again under the same reference."
        : call.effect === "refunds"
          ? "Look in the service's dashboard before sending it again."
          : "Verify the payment before doing anything else."
    case "simulator":
      return `Set the base address of the ${call.environment} environment to the one that the service gave you.`
    case "malformed_response":
      return "Check the base address; if it is right, ask the service's support with the request id."
  }
}

function build(code: FailureCode, happened: string, call: FailedCall, facts: Partial<PayCollectErrorFacts>) {
  const { operation, effect } = call
  const sentences = [happened, moneyMeaning(code, effect), nextStep(code, call, facts.retryAfterMs)]
  return new ERRORS[code]({ ...facts, operation, message: sentences.join(" ") })
}

/** The error for an answer that did not come or could not be used. */
export function lossError(
  loss: Loss,
  call: FailedCall,
  facts: Partial<PayCollectErrorFacts> = {}
): PayCollectError {
  const detail = facts.cause instanceof WireError ? ` (${facts.cause.message})` : ""
  const happened = `${call.operation}: ${HAPPENED[loss]}${detail}.`
  return build(classifyLoss(loss, call.effect), happened, call, facts)
}

/** The error for an error status; `body` is what the answer says of itself, redacted here. */
export function statusError(
  status: number,
  body: ErrorBody,
  call: FailedCall & { retryAfterMs?: number }
): PayCollectError {
  const where = body.param === undefined ? "" : ` (field ${body.param})`
  const words = body.message === undefined ? "" : `, saying "${excerpt(body.message)}"`
  const happened = `${call.operation}: the payment service answered HTTP ${status}${where}${words}.`
  return build(classifyStatus(status, body, call), happened, call, {
    statusCode: status,
    serviceCode: body.code,
    requestId: body.requestId,
    retryAfterMs: call.retryAfterMs,
  })
}

/** The error for a request that the client itself does not send. */
export function refusalError(call: FailedCall, problem: string): PayCollectError {
  return build("invalid_request", `${call.operation}: ${problem} No request was sent.`, call, {})
}
