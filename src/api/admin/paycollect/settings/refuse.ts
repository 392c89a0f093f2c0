import { type MedusaResponse } from "@medusajs/framework/http"
import { SettingsRefused } from "../../../../modules/paycollect/settings/refused"

/** Answered here, because Medusa's error handler keeps the message and drops the list of fields. Anything else is its business. */
export function refuse(res: MedusaResponse, error: unknown): void {
  if (!(error instanceof SettingsRefused)) throw error
  const { type, message, errors } = error
  res.status(400).json({ type, message, errors })
}
