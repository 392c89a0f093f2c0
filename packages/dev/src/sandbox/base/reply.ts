export interface Reply {
  status: number
  /** Sent as JSON; a string is sent as it is, with the content type of `headers`. */
  body: unknown
  headers?: Record<string, string>
}

export const ok = (body: unknown): Reply => ({ status: 200, body })

/** A form post answered by a page: the browser fetches it with GET, so a reload posts nothing twice. */
export const seeOther = (location: string): Reply => ({ status: 303, body: "", headers: { location } })

export function html(body: string, status = 200, headers: Record<string, string> = {}): Reply {
  return { status, body, headers: { "content-type": "text/html; charset=utf-8", ...headers } }
}

/** The types of U-04. */
export type ApiErrorType =
  | "api_error"
  | "card_error"
  | "idempotency_error"
  | "invalid_request_error"
  | "authentication_error"
  | "rate_limit_error"

export interface ApiErrorDetails {
  type: ApiErrorType
  code: string
  message: string
  /** The field that is wrong, dotted for nested ones. Its value is never repeated. */
  param?: string
  headers?: Record<string, string>
}

/** A refusal; becomes `{error: {type, code, message, param, request_id}}` (U-04). */
export class ApiError extends Error {
  override readonly name = "ApiError"

  constructor(
    readonly status: number,
    readonly details: ApiErrorDetails
  ) {
    super(details.message)
  }

  body(requestId: string) {
    const { type, code, message, param } = this.details
    return { error: { type, code, message, param: param ?? null, request_id: requestId } }
  }
}

export function invalidRequest(code: string, message: string, param?: string): ApiError {
  return refuseRequest(400, { code, message, ...(param ? { param } : {}) })
}

export const refuseRequest = (status: number, details: Omit<ApiErrorDetails, "type">) =>
  new ApiError(status, { type: "invalid_request_error", ...details })

export const notFound = (what: string) =>
  refuseRequest(404, { code: "resource_missing", message: `No such ${what}` })

export function unauthorized(code: string, message: string, status: 401 | 403 = 401): ApiError {
  return new ApiError(status, { type: "authentication_error", code, message })
}
