import { type Knex } from "@medusajs/framework/mikro-orm/knex"
import { type CallOptions } from "../../../src/service"
import { RequestBudget } from "../../../src/service/budget"
import { SharedState } from "../../../src/service/shared-state"
import { type VirtualClock } from "./process"

/** The cart of somebody who wants nothing but trouble. Whoever pays for it all the same is a customer like all others. */
export const STRANGER = "cart_stranger"
export const isVisitors = (reference: string) => reference.startsWith(`${STRANGER}-`)

/** What a stranger can do to a shop: with a cart of their own, and with events that nobody signed. */
export const VISITOR_ACTS = ["start", "return", "complete", "forged_event", "core_hook"] as const
export type VisitorAct = (typeof VISITOR_ACTS)[number]

const LIMITS = { standard: 60, creation: 20 }
const WINDOW_MS = 63_000
/** With fewer than these of their own in a minute, customers have to find room: half of what the service allows. */
const CUSTOMERS = { standard: LIMITS.standard / 2, creation: LIMITS.creation / 2 }

interface Sent {
  at: number
  creation: boolean
}

/** The real request budget before the stand-in of the service, and whom it kept from paying. */
export class Gate {
  private readonly budget: RequestBudget
  private sent: Sent[] = []

  constructor(
    knex: Knex,
    private readonly clock: VirtualClock,
    private readonly wrong: string[]
  ) {
    this.budget = new RequestBudget(knex, new SharedState(knex), {
      configuration: { given: { options: { service: { budget: LIMITS } } } },
      clock,
    })
  }

  async create(reference: string, call: CallOptions = {}): Promise<void> {
    try {
      await this.acquire("creation", "create_payment_intent", call)
    } catch (error) {
      if (!isVisitors(reference) && this.isRoomFor("standard") && this.isRoomFor("creation"))
        this.wrong.push(`${reference} was not started: a stranger has used up the requests`)
      throw error
    }
    this.note(reference, true)
  }

  async verify(reference: string, call: CallOptions = {}): Promise<void> {
    await this.acquire("standard", "verify_payment", call)
    this.note(reference, false)
  }

  private async acquire(
    rateClass: keyof typeof LIMITS,
    operation: string,
    { priority = "customer", deadline = this.clock.now() + 24_000 }: CallOptions
  ): Promise<void> {
    await this.budget.acquire(rateClass, { priority, deadline, operation })
  }

  private isRoomFor(rateClass: keyof typeof LIMITS): boolean {
    const counted = this.sent.filter(
      ({ at, creation }) => at > this.clock.now() - WINDOW_MS && (creation || rateClass === "standard")
    )
    return counted.length < CUSTOMERS[rateClass]
  }

  private note(reference: string, creation: boolean): void {
    if (!isVisitors(reference)) this.sent.push({ at: this.clock.now(), creation })
  }
}
