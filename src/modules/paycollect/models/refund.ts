import { type InferTypeOf } from "@medusajs/framework/types"
import { model } from "@medusajs/framework/utils"
import Intent from "./intent"

/**
 * - `begun`: counted in the payment's `refunded`, and nothing more is known; one that stays here was cut off.
 * - `due`: a person sends it. `sent`, `pending`, `unknown`: what the service answered.
 * - `not_sent`: the service refused it, or was not asked; it is counted no more.
 */
export const REFUND_STATUSES = ["begun", "due", "sent", "pending", "unknown", "not_sent"] as const
export type RefundStatus = (typeof REFUND_STATUSES)[number]

/**
 * Money that no order stands for, refunded by an employee from the dashboard. Refunds of orders are Medusa's records, and are not here.
 * Written before the service is called, in one statement with the sum and the history.
 */
const Refund = model
  .define(
    { name: "paycollect_refund", tableName: "paycollect_refund" },
    {
      id: model.id({ prefix: "pcref" }).primaryKey(),
      /** made by the caller, once for each refund that is meant: the same one is never sent twice */
      key: model.text(),
      /** smallest unit of the currency that came, which need not be the one that was asked for */
      amount: model.text(),
      currency_code: model.text(),
      mode: model.enum(["manual", "api"]),
      status: model.enum([...REFUND_STATUSES]).default("begun"),
      reason: model.text(),
      note: model.text().nullable(),
      /** why it was not sent */
      failure: model.text().nullable(),
      created_by: model.text(),
      intent: model.belongsTo(() => Intent, { mappedBy: "refunds" }),
    }
  )
  .indexes([
    { on: ["intent_id", "key"], unique: true },
    { on: ["created_at"], where: { status: "begun" } },
  ])

export type RefundRow = Omit<InferTypeOf<typeof Refund>, "intent"> & { intent_id: string }
export default Refund
