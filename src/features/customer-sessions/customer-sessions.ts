import {
  PayCollectMalformedResponseError,
  PayCollectRateLimitedError,
  PayCollectUnauthorizedError,
} from "../../service/errors"
import { type CustomerSession } from "../../service"
import { type PayCollectClient } from "../../service/client"
import { MINUTE_MS, type Clock } from "../../service/config"
import { type Configuration } from "../../settings/configuration"

/** A customer of the store, logged in: the store's id and the e-mail it knows. */
export interface SessionOwner {
  id: string
  email: string
}

type SessionState =
  | { kind: "valid"; expires_at?: string }
  /** unknown, expired or revoked */
  | { kind: "ended" }
  /** alive, and another customer's as far as the service tells (U-16) */
  | { kind: "foreign" }

/** Calls per customer and minute, and in this process: no one account may use up what all shoppers share. */
const MOST_PER_MINUTE = 10
const SESSION_DEADLINE_MS = 8_000

/**
 * Sessions of the service for logged-in customers (interface 4.4). A token is a credential: it is handed to its owner and kept nowhere,
 * neither stored nor logged.
 */
export class CustomerSessions {
  private readonly calls = new Map<string, number[]>()

  constructor(
    private readonly configuration: Configuration,
    private readonly clock: Clock
  ) {}

  /** @throws PayCollectError; PayCollectRateLimitedError also when this customer asked too often */
  async create(owner: SessionOwner): Promise<CustomerSession> {
    const operation = "create_session"
    this.count(owner, operation)
    const session = await (await this.client()).createCustomerSession(owner.email, this.limits())
    if (!isOfAnother(session.customer_email, owner)) return session
    throw new PayCollectMalformedResponseError({
      operation,
      message: `${operation}: the service answered with a session of another customer. It was given to nobody, and no money moved; tell the service's support.`,
    })
  }

  /** @throws PayCollectError when the service cannot be asked */
  async state(owner: SessionOwner, token: string): Promise<SessionState> {
    this.count(owner, "validate_session")
    return await this.look(owner, token)
  }

  /** Ends a session of this customer; one that has ended already is left as it is, another customer's, too. */
  async revoke(owner: SessionOwner, token: string): Promise<SessionState> {
    this.count(owner, "revoke_session")
    const state = await this.look(owner, token)
    if (state.kind === "valid") await (await this.client()).revokeCustomerSession(token, this.limits())
    return state
  }

  private async look(owner: SessionOwner, token: string): Promise<SessionState> {
    try {
      const answer = await (await this.client()).validateCustomerSession(token, this.limits())
      const { customer_email: email, expires_at, valid } = answer
      if (valid === false) return { kind: "ended" }
      if (isOfAnother(email, owner)) return { kind: "foreign" }
      return { kind: "valid", ...(typeof expires_at === "string" && { expires_at }) }
    } catch (error) {
      if (error instanceof PayCollectUnauthorizedError) return { kind: "ended" }
      throw error
    }
  }

  private async client(): Promise<PayCollectClient> {
    const active = await this.configuration.current()
    return active.client(active.environment)
  }

  private limits() {
    return { deadline: this.clock.now() + SESSION_DEADLINE_MS }
  }

  private count({ id }: SessionOwner, operation: string): void {
    const now = this.clock.now()
    for (const [customer, times] of this.calls) {
      if ((times.at(-1) ?? 0) <= now - MINUTE_MS) this.calls.delete(customer)
    }
    const recent = (this.calls.get(id) ?? []).filter((at) => at > now - MINUTE_MS)
    if (recent.length >= MOST_PER_MINUTE) {
      throw new PayCollectRateLimitedError({
        operation,
        retryAfterMs: recent[0]! + MINUTE_MS - now,
        message: `${operation}: this customer asked ${MOST_PER_MINUTE} times within a minute. Nothing was sent.`,
      })
    }
    this.calls.set(id, [...recent, now])
  }
}

/** Where the service says whose it is (U-16). */
function isOfAnother(email: unknown, owner: SessionOwner): boolean {
  return typeof email === "string" && spelled(email) !== spelled(owner.email)
}

/** As e-mails are compared. */
export const spelled = (email: string) => email.trim().toLowerCase()
