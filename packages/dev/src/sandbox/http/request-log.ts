import { type Environment, type OperationName } from "../state/options"
import { type RequestRecord } from "../state/records"
import { type Simulation } from "../state/simulation"

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
