import { z } from "zod"
import { ApiError, invalidRequest, notFound, refuseRequest, type Reply } from "../base/reply"
import { shownRefusal } from "../variant/refusal"
import { intentAnywhere } from "../intents/registry"
import { type ApiRoute, type Call } from "../resources/route"
import { ROUTES } from "../resources/routes"
import { type Fault } from "../state/fault"
import { takeFault } from "./faults"
import { type Environment } from "../state/options"
import { type RequestRecord } from "../state/records"
import { type Simulation } from "../state/simulation"
import { authenticate } from "./authenticate"
import { savedReply, saveReply } from "./idempotency"
import { type Exchange, parseJson, readBody, send } from "./message"
import { matchPath, validate } from "./input"
import { countRequest, rateLimited } from "./rate-limit"
import { recordRequest } from "./request-log"

/** Its path is below the base address. */
interface ApiExchange extends Exchange {
  environment: Environment
}

type Notes = Pick<RequestRecord, "operation" | "reference" | "fault" | "replayed" | "code">

/** Answers one request of the service's interface and records it. */
export async function serveApi(simulation: Simulation, exchange: ApiExchange): Promise<void> {
  const { request, response, environment, path, query } = exchange
  const at = simulation.now()
  const notes: Notes = { operation: null }
  let reply: Reply | null
  try {
    reply = await answer(simulation, exchange, notes)
  } catch (error) {
    reply = refusal(simulation, error, notes)
  }
  recordRequest(simulation, {
    ...notes,
    method: request.method ?? "GET",
    path: query.size > 0 ? `${path}?${query.toString()}` : path,
    status: reply?.status ?? null,
    at,
    environment,
  })
  if (reply) send(response, reply)
  else request.socket.destroy()
}

function refusal(simulation: Simulation, error: unknown, notes: Notes): Reply {
  const known =
    error instanceof ApiError
      ? error
      : new ApiError(500, { type: "api_error", code: "internal_error", message: "The sandbox failed" })
  notes.code = known.details.code
  return shownRefusal(simulation.settings.variant, known, simulation.now())
}

/** @returns null when the connection has to be closed without an answer */
async function answer(simulation: Simulation, exchange: ApiExchange, notes: Notes): Promise<Reply | null> {
  const { request, environment } = exchange
  const text = await readBody(request)
  const { route, params } = findRoute(simulation, exchange)
  notes.operation = route.operation
  notes.reference = referenceOf(simulation, params, text)
  const credential = authenticate(request, { simulation, environment, wanted: route.credential })
  const address = `${environment} ${request.socket.remoteAddress ?? "?"}`
  countRequest(simulation, route.rateClass, [credential, address])

  const fault = takeFault(simulation, route.operation)
  if (fault) notes.fault = fault.kind
  if (fault?.kind === "delay" && !(await simulation.scheduler.sleep(fault.delayMs ?? 1_000))) return null
  if (fault?.kind === "drop_before_processing") return null
  if (fault?.kind === "rate_limit") throw rateLimited(fault.retryAfter ?? 1)
  if (fault?.kind === "status") return failing(simulation, fault)

  const state = simulation.state[environment]
  const body = validate(route.body ?? emptyBody, parseJson(request, text))
  const query = validate(route.query?.(simulation.settings) ?? emptyQuery, queryObject(exchange.query))
  const call = { simulation, environment: state, params, body, query, sessionToken: credential }
  const reply = runOnce(route, call, { exchange, notes })
  if (fault?.kind === "drop_after_processing") return null
  return fault?.kind === "malformed" ? malformed(fault) : reply
}

const emptyBody = z.strictObject({}).optional()
const emptyQuery = z.strictObject({})

function findRoute(simulation: Simulation, { path, request }: ApiExchange) {
  const there = ROUTES.filter((route) => route.enabled?.(simulation.settings) ?? true).flatMap((route) => {
    const params = matchPath(route.path, path)
    return params ? [{ route, params }] : []
  })
  const match = there.find(({ route }) => route.method === request.method)
  if (match) return match
  if (there.length === 0) throw notFound("address")
  throw refuseRequest(405, {
    code: "method_not_allowed",
    message: "This address does not know the method",
    headers: { allow: there.map(({ route }) => route.method).join(", ") },
  })
}

function queryObject(query: URLSearchParams): Record<string, string> {
  const names = [...query.keys()]
  const repeated = names.find((name, index) => names.indexOf(name) !== index)
  if (repeated !== undefined)
    throw invalidRequest("parameter_invalid", `${repeated} is given more than once`, repeated)
  return Object.fromEntries(query)
}

/**
 * Runs the operation, or repeats its first reply for a known Idempotency-Key (U-03). From the look-up to the saved reply nothing
 * waits: two requests under one key can never both run.
 */
function runOnce(
  route: ApiRoute,
  call: Call<unknown, unknown>,
  at: { exchange: ApiExchange; notes: Notes }
): Reply {
  const { simulation, environment } = call
  const { request, path } = at.exchange
  const run = () => {
    try {
      return route.handle(call)
    } catch (error) {
      return refusal(simulation, error, at.notes)
    }
  }
  const key = request.headers["idempotency-key"]
  const isKept = simulation.settings.variant.idempotencyKey === "kept"
  const takesKey = isKept && (request.method === "POST" || request.method === "PATCH")
  if (typeof key !== "string" || !takesKey) return run()

  const fingerprint = `${request.method} ${path} ${JSON.stringify(call.body)}`
  const earlier = savedReply(simulation, environment, { key, fingerprint })
  if (earlier) {
    at.notes.replayed = true
    return earlier
  }
  const reply = run()
  saveReply(simulation, environment, { key, fingerprint, reply })
  return reply
}

/** Which payment a request is about, as the merchant calls it; read leniently, because refused requests are logged too. */
function referenceOf(
  simulation: Simulation,
  params: Record<string, string>,
  body: string
): string | undefined {
  const { merchant_reference, transaction_id } = fieldsOf(body)
  const name = [merchant_reference, transaction_id, params.reference, params.id].find(
    (candidate) => typeof candidate === "string"
  ) as string | undefined
  return name && (intentAnywhere(simulation, name)?.request.merchant_reference ?? name)
}

function fieldsOf(body: string): Record<string, unknown> {
  try {
    return { ...(JSON.parse(body) as object | null) } as Record<string, unknown>
  } catch {
    return {}
  }
}

function failing(simulation: Simulation, fault: Fault): Reply {
  const details = {
    type: "api_error",
    code: "injected_fault",
    message: "The service failed on purpose",
  } as const
  const status = fault.status ?? 500
  if (fault.body !== undefined) return { status, body: fault.body }
  return shownRefusal(simulation.settings.variant, new ApiError(status, details), simulation.now())
}

function malformed(fault: Fault): Reply {
  return { status: 200, body: fault.body ?? '{"status_code":200,"response_type":"success","data":{"id":' }
}
