import { model } from "@medusajs/framework/utils"
import Intent from "./intent"

/**
 * Which intent pays a payment session. One intent may serve several sessions (core re-creates sessions freely); a session has one.
 * The id is the session's own: `authorizePayment` is told nothing else that a browser could not have written.
 */
const IntentSession = model.define(
  { name: "paycollect_intent_session", tableName: "paycollect_intent_session" },
  {
    id: model.text().primaryKey(),
    intent: model.belongsTo(() => Intent, { mappedBy: "sessions" }),
  }
)

export default IntentSession
