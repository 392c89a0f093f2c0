import { type z } from "zod"
import { type Reply } from "../base/reply"
import { type EnvironmentState } from "../state/memory"
import { type OperationName } from "../state/options"
import { type Settings } from "../state/settings"
import { type Simulation } from "../state/simulation"

/** One validated request. */
export interface Call<Body, Query> {
  simulation: Simulation
  environment: EnvironmentState
  params: Record<string, string>
  body: Body
  query: Query
  /** Set for routes whose credential is a session token. */
  sessionToken: string
}

/** What the server needs to know of an operation; everything else is the same for all of them. */
export interface ApiRoute<Body = unknown, Query = unknown> {
  operation: OperationName
  method: string
  /** Below the base address; `:name` is one path segment. */
  path: string
  /** `bearer_key`: the secret key as Bearer and in no other header (interface 4.4). */
  credential: "secret_key" | "bearer_key" | "session_token"
  /** Interface 8. */
  rateClass: "standard" | "creation"
  /** Absent: the body must be empty or `{}`. */
  body?: z.ZodType<Body>
  /** Absent: no query parameter is known. A function, because two names are configurable (U-10). */
  query?: (settings: Settings) => z.ZodType<Query>
  /** Absent: always there. */
  enabled?: (settings: Settings) => boolean
  handle(call: Call<Body, Query>): Reply
}

type Named = "operation" | "method" | "path"
type Usual = "credential" | "rateClass"

/**
 * Keeps the types of body and query inside the route and hands the server one common type.
 * @param address method and path
 * @param route takes the secret key and counts as `standard` unless it says otherwise
 */
export function defineRoute<Body, Query>(
  operation: OperationName,
  address: `${"GET" | "POST" | "PATCH"} /${string}`,
  route: Omit<ApiRoute<Body, Query>, Named | Usual> & Partial<Pick<ApiRoute, Usual>>
): ApiRoute {
  const [method, path] = address.split(" ")
  const whole = { credential: "secret_key", rateClass: "standard", ...route, operation, method, path }
  return whole as unknown as ApiRoute
}
