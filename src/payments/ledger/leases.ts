import { type Knex } from "@medusajs/framework/mikro-orm/knex"
import { columns, STATE, table, INTENT } from "../../tables"
import { type IntentRow } from "../../modules/paycollect/models/intent"
import { factsOf, type Source } from "../source"
import { endedRefunds, type EndedRefunds } from "./entries"
import { silentSince } from "./history"
import { noteGone } from "./item-moves"
import { LedgerRows, leaseTime, Statements, type CallLease, type Lease } from "./rows"

const facts = columns(STATE)

type Release = () => Promise<void>

/**
 * The lease of an order, as other leases are: had when no other process's is running, freed by time. In a row of the shared state, since an
 * order that money of another cart is booked on may have no payment of its own.
 */
export class OrderLeases extends Statements {
  /** @returns what frees it, its owner's only; null while another process holds it */
  async take(orderId: string, leaseMs: number): Promise<Release | null> {
    const at = this.date()
    const id = `advancing_${orderId}`
    const until = this.epochMs(leaseMs)
    const [taken] = await table(this.knex, STATE)
      .insert({
        ...{ id, created_at: at, updated_at: at },
        value: this.knex.raw("jsonb_build_object('until', ?)", [until]),
      })
      .onConflict("id")
      .merge(["value", "updated_at"])
      .whereRaw(`(${STATE}.${facts.value}->>'until')::float8 <= ?`, [this.epochMs()])
      .returning("value")
    if (!taken) return null
    const { until: ends } = taken.value as { until: number }
    return async () => {
      await table(this.knex, STATE)
        .where({ id })
        .whereRaw(`${facts.value}->>'until' = ?`, [String(ends)])
        .delete()
    }
  }

  private epochMs(offsetMs = 0): Knex.Raw {
    return this.knex.raw("(extract(epoch from ?) * 1000)::bigint", [
      leaseTime(this.knex, this.clock, offsetMs),
    ])
  }
}

const intents = columns(INTENT)

/** Longer than the longest honest completion (30 s of waiting for the cart lock, then the work): a lease ends only with its owner. */
const ADVANCE_LEASE_MS = 90_000
const LEASE_POLL_MS = 200

/** Patience of a process that wants to hold money. */
interface Wait {
  /** ms; 0, the default, is one try */
  wait?: number
  /** held, too: an order that money of other carts is booked on, and that may have none of its own */
  orderId?: string
}

/**
 * A lease is a column of a row: taken only when no other process's is running, freed by time when its owner dies. No transaction stays
 * open while the owner works.
 */
export class LedgerLeases extends LedgerRows {
  private readonly orders = new OrderLeases(this.knex, this.clock)

  /** @returns the row, or null while another process holds the lease */
  async claim(id: string, lease: CallLease, leaseMs: number): Promise<IntentRow | null> {
    return await this.take(id, lease, leaseMs)
  }

  async release(claimed: IntentRow, lease: CallLease): Promise<void> {
    await this.endLease(claimed, lease)
  }

  /**
   * The lease of a question, which is remembered with it: from now on the payment counts as asked for, whatever comes back.
   * @param seen the row by which it was decided that it may be asked for
   * @returns the row; null while another process asks, when one has asked since `seen`, or when the question that was under way in `seen`
   * was answered meanwhile
   */
  async claimToAsk(seen: IntentRow, source: Source, leaseMs: number): Promise<IntentRow | null> {
    const now = this.date()
    const claim = table(this.knex, INTENT)
      .where({ id: seen.id })
      .andWhere((unleased) =>
        unleased
          .whereNull("verify_lease_until")
          .orWhere("verify_lease_until", "<=", leaseTime(this.knex, this.clock))
      )
    if (seen.asked_at) claim.where("asked_at", "<", new Date(new Date(seen.asked_at).getTime() + 1))
    else claim.whereNull("asked_at")
    // Of a question under way, `seen` knows no answer: the row has to be read again before it may be asked anew.
    if (seen.verify_lease_until) claim.where("verify_lease_until", seen.verify_lease_until)
    const isReturn = source.by === "return"
    const { pause, isNews } = factsOf(source)
    if (isReturn) claim.whereNull("returned_at")
    const [row] = await claim
      .update({
        verify_lease_until: leaseTime(this.knex, this.clock, leaseMs),
        asked_at: now,
        told_at: null,
        asks: isNews ? 1 : this.knex.raw(`${intents.asks} + 1`),
        ...((isReturn || pause === "visit") && { watched_at: now }),
        ...(isReturn && { returned_at: now }),
      })
      .returning("*")
    return row ?? null
  }

  /**
   * The budget had no place, or there is no key: nothing was sent, and the payment is as it was `before` it was claimed. The lease ends.
   * @param source whose news stay to be asked about
   */
  async notAsked(
    claimed: IntentRow,
    { asked_at, asks, returned_at, told_at }: IntentRow,
    source: Source
  ): Promise<IntentRow> {
    const { id, verify_lease_until } = claimed
    const told = factsOf(source).isNews ? this.date() : told_at
    const [row] = await table(this.knex, INTENT)
      .where({ id, verify_lease_until })
      .update({ verify_lease_until: null, asked_at, asks, returned_at, told_at: told })
      .returning("*")
    return row ?? claimed
  }

  /** The service said of money that came what is left of it. @param asked epoch ms; the lease of the question, if any, ends */
  async confirmed({ id, verify_lease_until }: IntentRow, asked: number): Promise<IntentRow> {
    const [row] = await table(this.knex, INTENT)
      .where({ id })
      .update({
        verified_at: new Date(asked),
        verify_lease_until: this.knex.raw(`nullif(${intents.verify_lease_until}, ?::timestamptz)`, [
          verify_lease_until,
        ]),
      })
      .returning("*")
    return row!
  }

  /** As {@link endedRefunds}. @param by epoch ms */
  async endedRefunds(id: string, by: number): Promise<EndedRefunds> {
    return await endedRefunds(this.knex, id, new Date(by))
  }

  /** As {@link noteGone}. */
  async noteGone(id: string, gone: string | null): Promise<void> {
    await noteGone(this.knex, this.date(), id, gone)
  }

  /** Since when the service says nothing about money that is asked about; epoch ms. */
  async silentSince(intent: IntentRow): Promise<number> {
    return await silentSince(this.knex, intent, this.clock.now())
  }

  /**
   * Works while no other process advances, cancels or resolves the money of a cart (or, without a cart, a payment collection). Not while
   * core holds its cart, which advancing waits for: never in a provider's method.
   * @param subjectIds the cart or collection, or several of them
   */
  async whileHolding<T>(
    subjectIds: string | string[],
    options: Wait,
    work: () => Promise<T>
  ): Promise<{ held: true; value: T } | { held: false }> {
    const release = await this.hold([subjectIds].flat(), options)
    if (!release) return { held: false }
    try {
      return { held: true, value: await work() }
    } finally {
      await release()
    }
  }

  /**
   * The same for work that ends later than its caller: all money of these carts (or collections), or none of it. Those that no payment
   * was ever started for hold none, and are skipped.
   * @returns what frees it again; null when one could not be had in time
   */
  async hold(subjectIds: string[], { wait = 0, orderId }: Wait = {}): Promise<(() => Promise<void>) | null> {
    const deadline = this.clock.now() + wait
    const held: Release[] = []
    const release = async () => {
      for (const unleased of held.splice(0)) await unleased()
    }
    const take = async (one: () => Promise<Release | null>) => {
      for (;;) {
        const unleased = await one()
        if (unleased) return held.push(unleased) > 0
        if (this.clock.now() >= deadline) break
        await this.clock.sleep(LEASE_POLL_MS)
      }
      await release()
      return false
    }
    // In one order everywhere: of two processes that want the same, neither may hold what the other waits for.
    for (const subjectId of [...new Set(subjectIds)].sort()) {
      const id = await this.firstAttempt(subjectId)
      if (id && !(await take(() => this.takeAdvancing(id)))) return null
    }
    if (orderId && !(await take(() => this.orders.take(orderId, ADVANCE_LEASE_MS)))) return null
    return release
  }

  /** The lease of a subject is held on this row: two attempts that were both paid must not make two orders, whatever locks the cart. */
  private async firstAttempt(subjectId: string): Promise<string | undefined> {
    const first = await this.intents.where({ subject_id: subjectId }).orderBy("attempt").first("id")
    return first?.id
  }

  private async takeAdvancing(id: string): Promise<Release | null> {
    const row = await this.take(id, "advance_lease_until", ADVANCE_LEASE_MS)
    return row && (() => this.endLease(row, "advance_lease_until"))
  }

  private async take(id: string, lease: Lease, leaseMs: number): Promise<IntentRow | null> {
    const [row] = await table(this.knex, INTENT)
      .where({ id })
      .andWhere((unleased) =>
        unleased.whereNull(lease).orWhere(lease, "<=", leaseTime(this.knex, this.clock))
      )
      .update({ [lease]: leaseTime(this.knex, this.clock, leaseMs) } as Partial<Record<Lease, Knex.Raw>>)
      .returning("*")
    return row ?? null
  }

  /** Only by its owner: a lease that ended while its owner was slow may be another process's now. */
  private async endLease(claimed: IntentRow, lease: Lease): Promise<void> {
    await table(this.knex, INTENT)
      .where({ id: claimed.id })
      .where(lease, claimed[lease])
      .update({ [lease]: null } as Partial<IntentRow>)
  }
}
