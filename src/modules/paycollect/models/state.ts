import { model } from "@medusajs/framework/utils"

/** Small facts that all processes share: pauses after a 429, the last run of the reconcile job, the last webhook seen. */
export const State = model.define(
  { name: "paycollect_state", tableName: "paycollect_state" },
  {
    id: model.text().primaryKey(),
    value: model.json(),
  }
)

/** One request sent to the service: the sliding log of the budget that all processes share (interface 8). Rows live two minutes. */
export const BudgetEntry = model
  .define(
    { name: "paycollect_budget_entry", tableName: "paycollect_budget_entry" },
    {
      id: model.id({ prefix: "pcreq" }).primaryKey(),
      rate_class: model.enum(["standard", "creation"]),
      priority: model.text(),
      sent_at: model.dateTime(),
    }
  )
  .indexes([{ on: ["sent_at"] }])
