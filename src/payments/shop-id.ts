import { randomUUID } from "node:crypto"
import { type Knex } from "@medusajs/framework/mikro-orm/knex"
import { type Clock } from "../service/config"
import { SharedState } from "../service/shared-state"

const SHOP_ID_KEY = "shop"
/** A database that was restored under a running server brings its own name along, and counts soon. */
const SHOP_ID_KEEP_MS = 60_000

/**
 * The random name of this shop's database. It goes with every payment to the service, which repeats it in its events: so a payment whose
 * record was lost is told from another shop's under the same account. No secret, and no proof of anything.
 */
export class ShopId {
  private readonly state: SharedState
  private known: { id: string; until: number } | null = null

  constructor(
    knex: Knex,
    private readonly clock: Clock
  ) {
    this.state = new SharedState(knex)
  }

  /** Made with the tables; where it was deleted since, by the first who asks: of processes that ask at the same time all get the same. */
  async id(): Promise<string> {
    const now = this.clock.now()
    if (this.known && now < this.known.until) return this.known.id
    const { id } =
      (await this.state.get<{ id: string }>(SHOP_ID_KEY)) ??
      (await this.state.once(SHOP_ID_KEY, { id: `shop_${randomUUID().replaceAll("-", "")}` }))
    this.known = { id, until: now + SHOP_ID_KEEP_MS }
    return id
  }
}
