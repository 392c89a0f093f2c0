import { generateEntityId } from "@medusajs/framework/utils"
import { CUSTOMER_MESSAGES, type CustomerMessageKind } from "../../modules/paycollect/models/notice"
import { ATTENTION, columns, ENTRY, NOTICE, rowsOf, table } from "../../tables"
import { DAY_MS, HOUR_MS } from "../../service/config"
import { lockState } from "../../service/shared-state"
import { type ReturnProofs } from "../../payments/return-address"
import { IS_SENT } from "../../payments/ledger/entries"
import { GIVEN_BEFORE } from "../../payments/ledger/won-back"
import { Statements } from "../../payments/ledger/rows"
import { type PaymentsModule } from "../../payments/module"

const items = columns(ATTENTION)
const moves = columns(ENTRY)
const customerRows = columns(NOTICE)

/** What a customer is told of. `batch`: its name, by which it is told once. */
export interface Happening {
  kind: CustomerMessageKind
  batch: string
  intent_id: string
  /** of money that went back, in smallest units of the currency that came */
  back?: { amount: string; currency_code: string }
}

/** How many happenings of each kind were read, and nothing could be told of them. */
export type Passed = Partial<Record<CustomerMessageKind, number>>

/** What is older is no news: a store that was out for longer, or whose messages were off, sends no mail about it. */
const NEWS_MS = HOUR_MS
const MOST_HAPPENINGS = 100
const MOST_A_DAY = 3
const CLAIMS = "customer_messages"

/** Money that came, or is there again, after its item was closed moves to `returned`, too, without a person who gave it back. */
const GIVEN_BACK = `(${IS_SENT} and ${moves.key} not like '${GIVEN_BEFORE}:%'
  or ${moves.to_account} = 'returned' and ${moves.key} like 'closed:%')`

/** Messages to customers: one row for each, written before it is sent. */
export class CustomerMessages extends Statements {
  /** What no message was made of yet, oldest first; a page of each kind. */
  async due(kinds: readonly CustomerMessageKind[], passed: Passed): Promise<Happening[]> {
    return (await Promise.all(kinds.map((kind) => this.happened(kind, passed[kind] ?? 0)))).flat()
  }

  /**
   * Takes a message, of all processes in one: a process that dies over it loses it.
   * @param recipient digest of the contact
   * @returns the row's id; null where it was taken before, and where she had three within a day
   */
  async claim({ kind, batch }: Happening, recipient: string): Promise<string | null> {
    return await this.knex.transaction(async (trx) => {
      // Two messages to one contact at once would both find room.
      await lockState(trx, CLAIMS)
      const today = await rowsOf(trx, NOTICE)
        .where({ recipient })
        .whereIn("kind", CUSTOMER_MESSAGES)
        .where("created_at", ">", this.date(-DAY_MS))
        .select<{ id: string }[]>("id")
      if (today.length >= MOST_A_DAY) return null
      const now = this.date()
      const id = generateEntityId("", "pcntc")
      const [row] = await table(trx, NOTICE)
        .insert({ id, batch, kind, recipient, outcome: "cut_off", created_at: now, updated_at: now })
        .onConflict(
          trx.raw(
            `(${customerRows.batch}, ${customerRows.recipient}) where ${customerRows.deleted_at} is null`
          )
        )
        .ignore()
        .returning("id")
      return row ? id : null
    })
  }

  /** What the provider made of it. One that it refused is not tried again. */
  async ended(id: string, outcome: "sent" | "failed"): Promise<void> {
    const tries = outcome === "failed" ? 1 : 0
    await table(this.knex, NOTICE).where({ id }).update({ outcome, tries, updated_at: this.date() })
  }

  private async happened(kind: CustomerMessageKind, passed: number): Promise<Happening[]> {
    const since = this.date(-NEWS_MS)
    if (kind === "payment_received") {
      const held = await rowsOf(this.knex, ATTENTION)
        .where({ status: "open", category: "money" })
        .where("created_at", ">", since)
        .whereNotExists(this.toldAs(kind, [`${ATTENTION}.${items.intent_id}`]))
        .orderBy(["created_at", "id"])
        .offset(passed)
        .limit(MOST_HAPPENINGS)
        .select<{ intent_id: string }[]>("intent_id")
      return held.map(({ intent_id }) => ({ kind, intent_id, batch: `${kind}:${intent_id}` }))
    }
    const isBack = kind === "payment_returned"
    const moved = rowsOf(this.knex, ENTRY)
      .where("created_at", ">", since)
      .whereNotExists(
        this.toldAs(kind, [`${ENTRY}.${moves.intent_id}`, ...(isBack ? [`${ENTRY}.${moves.key}`] : [])])
      )
      .orderBy(["created_at", "intent_id", "key"])
      .offset(passed)
      .limit(MOST_HAPPENINGS)
    const found = isBack
      ? moved.whereRaw(`${GIVEN_BACK} and ${moves.amount} <> '0'`)
      : moved
          .whereRaw(`(${moves.to_account} like 'order:%' or ${moves.to_account} like 'collection:%')`)
          .whereRaw(`${moves.from_account} not like 'refunding:%'`)
    return (await found).map(({ intent_id, key, amount, currency_code }) => ({
      kind,
      intent_id,
      batch: [kind, intent_id, ...(isBack ? [key] : [])].join(":"),
      ...(isBack && { back: { amount, currency_code } }),
    }))
  }

  /** Of more than are read at once the later ones have their turn: those that were told are none of them. @param columns of its batch */
  private toldAs(kind: CustomerMessageKind, columns: readonly string[]) {
    const batch = columns.map(() => "':' || ??").join(" || ")
    return rowsOf(this.knex, NOTICE)
      .whereRaw(`?? = ? || ${batch}`, [`${NOTICE}.${customerRows.batch}`, kind, ...columns])
      .select("id")
  }
}

export interface MessagesModule extends PaymentsModule {
  readonly messages: CustomerMessages
  readonly returnProofs: Pick<ReturnProofs, "markOf" | "receipt">
}
