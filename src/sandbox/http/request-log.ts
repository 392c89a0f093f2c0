import { type Simulation } from "../simulation"
import { type Environment, type OperationName } from "../types"
import { type FAULT_KINDS } from "./faults"

/** One request of the service's interface. No header, body or credential is ever kept here. */
export interface RequestRecord {
  /** Null for an address or method that is no operation. */
  operation: OperationName | null
  method: string
  /** Below the base address, with the query. */
  path: string
  /** Null when the connection was closed without an answer. */
  status: number | null
  /** Epoch milliseconds at which it arrived. */
  at: number
  environment: Environment
  /** The merchant_reference it was about, where one is known. */
  reference?: string
  /** The code of a refusal. */
  code?: string
  fault?: (typeof FAULT_KINDS)[number]
  /** Answered from the Idempotency-Key, without running the operation. */
  replayed?: true
}

export interface RequestFilter {
  operation?: OperationName | undefined
  reference?: string | undefined
  environment?: Environment | undefined
}

export function recordRequest(simulation: Simulation, record: RequestRecord): void {
  const { requests } = simulation.state
  requests.push(record)
  if (requests.length > simulation.settings.requestLogSize) requests.shift()
}

/** In the order of the answers. */
export function filterRequests(simulation: Simulation, filter: RequestFilter = {}): RequestRecord[] {
  return simulation.state.requests
    .filter((record) => filter.operation === undefined || record.operation === filter.operation)
    .filter((record) => filter.reference === undefined || record.reference === filter.reference)
    .filter((record) => filter.environment === undefined || record.environment === filter.environment)
    .map((record) => ({ ...record }))
}
