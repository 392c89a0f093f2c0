import { type IntentRow } from "../models/intent"

/** Open: it may still bring money and may be shown to the customer again. */
export function isOpen(row: IntentRow): boolean {
  return (
    ["creating", "unknown", "requires_action", "processing"].includes(row.status) &&
    row.outcome !== "mismatch" &&
    row.outcome !== "failed"
  )
}
