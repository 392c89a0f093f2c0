import { model } from "@medusajs/framework/utils"

/** Small facts that all processes share: pauses after a 429, the last run of the reconcile job, the last webhook seen. */
const State = model.define(
  { name: "paycollect_state", tableName: "paycollect_state" },
  {
    id: model.text().primaryKey(),
    value: model.json(),
  }
)

export default State
