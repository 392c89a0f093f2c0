import { type InferTypeOf } from "@medusajs/framework/types"
import { model } from "@medusajs/framework/utils"

/**
 * The journal: one line for each move of a payment's money between two accounts (`payments/ledger/entries.ts` names them). Only ever added to,
 * and in the statement that changes the payment's row, whose balances are its sums.
 */
const Entry = model
  .define(
    { name: "paycollect_entry", tableName: "paycollect_entry" },
    {
      intent_id: model.text().primaryKey(),
      /** what moved it: the same move is never written twice */
      key: model.text().primaryKey(),
      from_account: model.text(),
      to_account: model.text(),
      /** smallest unit of the currency that came, which need not be the one that was asked for */
      amount: model.text(),
      currency_code: model.text(),
      /** what the move adds to the sum of money that went back, with its sign; null where that stays as it was */
      went_back: model.text().nullable(),
      /** why we looked */
      source: model.text().nullable(),
    }
  )
  .indexes([
    { on: ["created_at"], where: { went_back: { $ne: null } } },
    {
      on: ["created_at"],
      name: "IDX_paycollect_entry_told",
      where:
        "(to_account in ('refunded', 'refunded_by_hand', 'returned') or to_account like 'order:%' or to_account like 'collection:%')",
    },
  ])

export type EntryRow = InferTypeOf<typeof Entry>

export default Entry
