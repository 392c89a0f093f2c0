import { type ApiRoute } from "../../../requests"
import { paycollectOf } from "../../../../modules/paycollect"
import { type AdminPayCollectSettingsResponse } from "../../../../types/http"
import { notifyChange, shownSettings, refuseSave } from "./shown"

/** `GET /admin/paycollect/settings`: what is in force and where each value comes from. Secrets by their last characters only. */
export const GET: ApiRoute<AdminPayCollectSettingsResponse> = async (req, res) => {
  res.json({ settings: await shownSettings(req.scope) })
}

/**
 * `POST /admin/paycollect/settings`: changes the fields that are sent; `null` removes. Answers 400 with `{type, message, errors}` and
 * changes nothing when anything is refused. A secret key is tried at the service first; one that it does not take is refused with `check`,
 * unless `save_unchecked` is sent. No workflow: its engine would write the input, secrets included, to the database.
 */
export const POST: ApiRoute<AdminPayCollectSettingsResponse> = async (req, res) => {
  const { settings } = paycollectOf(req.scope)
  let check: AdminPayCollectSettingsResponse["check"]
  try {
    check = await settings.tryKeys(req.body)
    const change = await settings.save(req.body, req.auth_context.actor_id)
    if (change) await notifyChange(req.scope, change)
  } catch (error) {
    return refuseSave(res, error)
  }
  res.json({ settings: await shownSettings(req.scope), check })
}
