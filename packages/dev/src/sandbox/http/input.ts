import { type z } from "zod"
import { type ApiError, invalidRequest } from "../base/reply"

/** @throws ApiError naming the first wrong field; values are never repeated, they may be personal. */
export function validate<Output>(schema: z.ZodType<Output>, value: unknown): Output {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw asApiError(result.error.issues[0]!)
}

function asApiError(issue: z.core.$ZodIssue): ApiError {
  const param = issue.path.map(String).join(".")
  if (issue.code === "unrecognized_keys") {
    const field = [...issue.path.map(String), issue.keys[0]].join(".")
    return invalidRequest("parameter_unknown", `${field} is not a parameter of this operation`, field)
  }
  if (
    issue.code === "invalid_type" &&
    issue.input === undefined &&
    issue.message.endsWith("received undefined")
  )
    return invalidRequest("parameter_missing", `${param || "body"} is required`, param || "body")
  return invalidRequest("parameter_invalid", `${param || "body"}: ${issue.message}`, param || "body")
}

/** @param address method and path, such as `GET /intents/:ref` @returns as `matchPath`, null for another method too */
export function matchAddress(address: string, method: string | undefined, path: string) {
  const [wanted, pattern = ""] = address.split(" ")
  return wanted === method ? matchPath(pattern, path) : null
}

/** @returns the path parameters, or null when `path` is another address or cannot be decoded */
export function matchPath(pattern: string, path: string): Record<string, string> | null {
  const wanted = pattern.split("/")
  const given = path.split("/")
  if (wanted.length !== given.length) return null
  const params: Record<string, string> = {}
  for (const [index, segment] of wanted.entries()) {
    const value = decode(given[index]!)
    if (value === null || value === "") {
      if (segment !== given[index]) return null
    } else if (segment.startsWith(":")) {
      params[segment.slice(1)] = value
    } else if (segment !== value) {
      return null
    }
  }
  return params
}

function decode(segment: string): string | null {
  try {
    return decodeURIComponent(segment)
  } catch {
    return null
  }
}
