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
const emptyEnvironment = (environment: Environment) => ({
  environment,
  intents: new Map<string, Intent>(),
  /** merchant_reference and payment_ref -> intent. */
  references: new Map<string, Intent>(),
  customers: new Map<string, Customer>(),
  sessions: new Map<string, CustomerSession>(),
  refunds: [] as Refund[],
  /** Idempotency-Key -> first reply; one secret key per environment, so this is also "scoped to the key" (U-03). */
  replies: new Map<string, SavedReply>(),
})

/** All memory of a sandbox. Nothing else of it holds data between two requests. */
export const emptyState = () => ({
  test: emptyEnvironment("test"),
  live: emptyEnvironment("live"),
  faults: [] as Fault[],
  requests: [] as RequestRecord[],
  /** Bucket name -> times of the requests that counted, oldest first. */
  rateWindows: new Map<string, number[]>(),
  deliveries: [] as Delivery[],
  /** Held back by `events: "late"`. */
  lateEvents: [] as PreparedEvent[],
})

export type EnvironmentState = ReturnType<typeof emptyEnvironment>
export type SandboxState = ReturnType<typeof emptyState>
