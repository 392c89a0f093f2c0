import { model } from "@medusajs/framework/utils"
import Intent from "./intent"

/** Append-only history of an intent: what happened, why we looked, and the facts (never names, phones, e-mails or addresses). */
const IntentEvent = model.define(
  { name: "paycollect_intent_event", tableName: "paycollect_intent_event" },
  {
    id: model.id({ prefix: "pcevt" }).primaryKey(),
    type: model.text(),
    cause: model.text().nullable(),
    data: model.json().nullable(),
    intent: model.belongsTo(() => Intent, { mappedBy: "events" }),
  }
)

export default IntentEvent
