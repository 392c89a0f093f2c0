import { SettingsRefused } from "../../../../features/settings-page/refused"
import { refusing, type Refused } from "../../../service-errors"

/** Answered here, because Medusa's error handler keeps the message and drops the list of fields. Anything else is its business. */
export function refuseSave(res: Refused, error: unknown): void {
  if (!(error instanceof SettingsRefused)) throw error
  const { type, message, errors } = error
  refusing(res).status(400).json({ type, message, errors })
}
