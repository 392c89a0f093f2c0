import { type MedusaRequest, type MedusaResponse } from "@medusajs/framework/http"
import { storeOf } from "../../orders/records/__tests__/medusa"

interface Call {
  id: string
  body?: unknown
  /** Medusa's records, by entity */
  records: Record<string, object | object[]>
  /** what else the request's container holds, our module among it */
  services: Record<string, unknown>
}

/** A request to a guard, and what became of it: whether core may go on, or what was answered. */
export function calling({ id, body, records, services }: Call) {
  const { query, asked } = storeOf(records)
  const container: Record<string, unknown> = { query, ...services }
  const scope = { resolve: (name: string) => container[name] }
  const req = { params: { id }, body, scope, auth_context: { actor_id: "user_01" } }
  const afterwards: (() => void)[] = []
  const answer: { status?: number; json?: unknown } = {}
  const res = {
    once: (event: string, then: () => void) => event === "finish" && afterwards.push(then),
    status: (status: number) =>
      Object.assign(res, { json: (json: unknown) => Object.assign(answer, { status, json }) }),
  }
  const next = jest.fn()
  return {
    req: req as unknown as MedusaRequest,
    res: res as unknown as MedusaResponse,
    next,
    asked,
    answer,
    scope,
    /** The answer went out. */
    finish: () => afterwards.forEach((then) => then()),
  }
}
