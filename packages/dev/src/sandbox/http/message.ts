import { type IncomingMessage, type ServerResponse } from "node:http"
import { invalidRequest, refuseRequest, type Reply } from "../base/reply"

/** A request on its way to an answer. */
export interface Exchange {
  request: IncomingMessage
  response: ServerResponse
  /** Starts with "/". */
  path: string
  query: URLSearchParams
}

const MAX_BODY_BYTES = 1024 * 1024

export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    // Read on to the end all the same: closing early would reach the caller as a broken connection, not as 413.
    if (size <= MAX_BODY_BYTES) chunks.push(chunk)
  }
  if (size > MAX_BODY_BYTES)
    throw refuseRequest(413, { code: "body_too_large", message: "The body is larger than 1 MiB" })
  return Buffer.concat(chunks).toString("utf8")
}

function contentType(request: IncomingMessage): string {
  return (request.headers["content-type"] ?? "").split(";", 1)[0]!.trim().toLowerCase()
}

/** @returns undefined for an empty body */
export function parseJson(request: IncomingMessage, text: string): unknown {
  if (text === "") return undefined
  if (contentType(request) !== "application/json")
    throw refuseRequest(415, {
      code: "unsupported_media_type",
      message: "Bodies are sent with Content-Type: application/json",
    })
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw invalidRequest("invalid_json", "The body is not JSON")
  }
}

export function isForm(request: IncomingMessage): boolean {
  return contentType(request) === "application/x-www-form-urlencoded"
}

export function send(response: ServerResponse, reply: Reply): void {
  const text = typeof reply.body === "string" ? reply.body : JSON.stringify(reply.body)
  response.writeHead(reply.status, {
    "content-type": "application/json; charset=utf-8",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    // Whatever it plays, it says what it is: a store that takes real money must not believe it.
    "x-paycollect-sandbox": "1",
    ...reply.headers,
    "content-length": Buffer.byteLength(text).toString(),
  })
  response.end(text)
}
