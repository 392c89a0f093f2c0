import { type Delivery, type PreparedEvent } from "./event"
import { type Fault } from "./fault"
import { type Intent } from "./intent"
import { type Environment } from "./options"
import {
  type Customer,
  type CustomerSession,
  type Refund,
  type RequestRecord,
  type SavedReply,
} from "./records"

/** The data of one environment; test and live never see each other's (interface 5, rule 5). */
export interface EnvironmentState {
  environment: Environment
  intents: Map<string, Intent>
  /** merchant_reference and payment_ref -> intent. */
  references: Map<string, Intent>
  customers: Map<string, Customer>
  sessions: Map<string, CustomerSession>
  refunds: Refund[]
  /** Idempotency-Key -> first reply; one secret key per environment, so this is also "scoped to the key" (U-03). */
  replies: Map<string, SavedReply>
}

/** All memory of a sandbox. Nothing else of it holds data between two requests. */
export interface SandboxState {
  test: EnvironmentState
  live: EnvironmentState
  faults: Fault[]
  requests: RequestRecord[]
  /** Bucket name -> times of the requests that counted, oldest first. */
  rateWindows: Map<string, number[]>
  deliveries: Delivery[]
  /** Held back by `events: "late"`. */
  lateEvents: PreparedEvent[]
}

function emptyEnvironment(environment: Environment): EnvironmentState {
  return {
    environment,
    intents: new Map(),
    references: new Map(),
    customers: new Map(),
    sessions: new Map(),
    refunds: [],
    replies: new Map(),
  }
}

export function emptyState(): SandboxState {
  return {
    test: emptyEnvironment("test"),
    live: emptyEnvironment("live"),
    faults: [],
    requests: [],
    rateWindows: new Map(),
    deliveries: [],
    lateEvents: [],
  }
}
