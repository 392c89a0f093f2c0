import { classifyLoss, classifyNetworkError, classifyStatus, type Loss } from "../classify"

const create = { operation: "create_payment_intent", effect: "creates" } as const
const confirm = { operation: "confirm_payment_intent", effect: "confirms" } as const
const refund = { operation: "create_refund", effect: "refunds" } as const
const verify = { operation: "verify_payment", effect: "decides" } as const
const list = { operation: "list_customers", effect: "none" } as const

describe("classifyStatus", () => {
  it.each([
    [400, "invalid_request"],
    [401, "unauthorized"],
    [402, "invalid_request"],
    [403, "unauthorized"],
    [404, "not_found"],
    [405, "invalid_request"],
    [409, "conflict"],
    [422, "invalid_request"],
    [429, "rate_limited"],
  ] as const)("%d is %s, whatever was called", (status, code) => {
    for (const endpoint of [create, confirm, refund, verify, list])
      expect(classifyStatus(status, {}, endpoint)).toBe(code)
  })

  it.each([408, 425, 500, 502, 503, 504, 599])("%d is ambiguous where money may have moved", (status) => {
    expect(classifyStatus(status, {}, create)).toBe("ambiguous")
    expect(classifyStatus(status, {}, confirm)).toBe("ambiguous")
    expect(classifyStatus(status, {}, refund)).toBe("ambiguous")
    expect(classifyStatus(status, {}, verify)).toBe("unavailable")
    expect(classifyStatus(status, {}, list)).toBe("unavailable")
  })

  it.each([
    { code: "duplicate_merchant_reference" },
    { code: "reference_already_used" },
    { type: "idempotency_error" },
    { message: "merchant_reference has already been used" },
    { message: "This merchant_reference already exists" },
    { message: "reference must not already exist" },
    { code: "REFERENCE_ALREADY_TAKEN" },
    { code: "alreadyUsed" },
    { code: "already-been-processed" },
    { message: "Already  been  used" },
    { message: "alreadybeenused" },
    { type: "idempotency_error", code: "x", message: "x" },
    { type: "x", code: "duplicate", message: "x" },
  ])("a creation refused with %j is a conflict (U-03)", (body) => {
    expect(classifyStatus(400, body, create)).toBe("conflict")
    expect(classifyStatus(422, body, create)).toBe("conflict")
    for (const other of [confirm, refund, verify, list])
      expect(classifyStatus(400, body, other)).toBe("invalid_request")
  })

  it("other words do not make a conflict", () => {
    expect(
      classifyStatus(400, { code: "amount_too_small", message: "The phone is used wrongly" }, create)
    ).toBe("invalid_request")
  })
})

describe("classifyLoss", () => {
  const losses: Record<Loss, [creating: string, reading: string]> = {
    not_connected: ["unavailable", "unavailable"],
    deadline: ["unavailable", "unavailable"],
    budget: ["unavailable", "unavailable"],
    timeout: ["ambiguous", "unavailable"],
    connection_lost: ["ambiguous", "unavailable"],
    canceled: ["ambiguous", "unavailable"],
    unreadable: ["ambiguous", "malformed_response"],
    redirect: ["ambiguous", "malformed_response"],
    refused_envelope: ["ambiguous", "malformed_response"],
    checkout_address: ["ambiguous", "malformed_response"],
    simulator: ["simulator", "simulator"],
  }

  it.each(Object.entries(losses))("%s is %j", (loss, [creating, reading]) => {
    expect(classifyLoss(loss as Loss, "creates")).toBe(creating)
    expect(classifyLoss(loss as Loss, "confirms")).toBe(creating)
    expect(classifyLoss(loss as Loss, "refunds")).toBe(creating)
    expect(classifyLoss(loss as Loss, "decides")).toBe(reading)
    expect(classifyLoss(loss as Loss, "none")).toBe(reading)
  })
})

describe("classifyNetworkError", () => {
  const refused = { code: "ECONNREFUSED", syscall: "connect" }
  const unreachable = { code: "EHOSTUNREACH", syscall: "connect" }

  it.each<[unknown, Loss]>([
    [refused, "not_connected"],
    [unreachable, "not_connected"],
    [{ code: "ENOTFOUND", syscall: "getaddrinfo" }, "not_connected"],
    [{ code: "EAI_AGAIN" }, "not_connected"],
    [{ code: "ETIMEDOUT", syscall: "connect" }, "not_connected"],
    [{ code: "ETIMEDOUT", errors: [refused, unreachable] }, "not_connected"],
    [{ code: "ETIMEDOUT", cause: { errors: [refused, unreachable] } }, "not_connected"],
    [{ code: "DEPTH_ZERO_SELF_SIGNED_CERT" }, "not_connected"],
    [{ code: "CERT_HAS_EXPIRED" }, "not_connected"],
    [{ code: "ETIMEDOUT" }, "timeout"],
    [{ code: "ECONNABORTED" }, "timeout"],
    [{ code: "ECONNRESET", syscall: "read" }, "connection_lost"],
    [{ code: "EPIPE", syscall: "write" }, "connection_lost"],
    [{ code: "EHOSTUNREACH", syscall: "read" }, "connection_lost"],
    [{ code: "ETIMEDOUT", errors: [refused, { code: "ECONNRESET", syscall: "read" }] }, "timeout"],
    [{ code: "ERR_BAD_RESPONSE", message: "stream has been aborted" }, "connection_lost"],
    [{ code: "ERR_BAD_RESPONSE", message: "maxContentLength size of 1 exceeded" }, "unreadable"],
    [{ code: "HPE_INVALID_CONSTANT" }, "unreadable"],
    [{ code: "Z_DATA_ERROR" }, "unreadable"],
    [{ code: "ERR_CANCELED" }, "canceled"],
    [{ code: "EAI_FAIL", syscall: "getaddrinfo" }, "not_connected"],
    [{ code: "ETIMEDOUT", errors: [] }, "timeout"],
    [{ code: "ETIMEDOUT", errors: [null] }, "timeout"],
    [{ code: "ETIMEDOUT", errors: [], cause: refused }, "not_connected"],
    [{ code: "ETIMEDOUT", cause: null }, "timeout"],
    [{ code: "UNABLE_TO_VERIFY_LEAF_SIGNATURE" }, "not_connected"],
    [{ code: "NOT_CERT_HAS_EXPIRED" }, "connection_lost"],
    [{ code: "NO_Z_DATA_ERROR" }, "connection_lost"],
    [{ code: "ERR_STREAM_PREMATURE_CLOSE" }, "unreadable"],
    [null, "connection_lost"],
    [undefined, "connection_lost"],
    [{}, "connection_lost"],
    ["what", "connection_lost"],
  ])("%j is %s", (error, loss) => {
    expect(classifyNetworkError(error)).toBe(loss)
  })
})
