import { model } from "@medusajs/framework/utils"

/** One request sent to the service: the sliding log of the budget that all processes share (interface 8). Rows live two minutes. */
const BudgetEntry = model
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

export default BudgetEntry
