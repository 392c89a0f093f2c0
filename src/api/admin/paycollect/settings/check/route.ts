import { type ApiRoute } from "../../../../requests"
import { paycollectOf } from "../../../../../modules/paycollect"
import { readCheckBody } from "../../../../../features/settings-page/body"
import { type AdminPayCollectCheckResponse } from "../../../../../types/http"
import { refuseSave } from "../shown"

/**
 * `POST /admin/paycollect/settings/check` with `{environment?}`: one harmless authenticated call with what is in force, or the answer to the last
 * one where that is less than a minute old and nothing was changed since. Answers 200 whatever the service says; `check.code` tells.
 */
export const POST: ApiRoute<AdminPayCollectCheckResponse> = async (req, res) => {
  const { connection } = paycollectOf(req.scope)
  try {
    const { environment } = readCheckBody(req.body)
    res.json({ check: await connection.recent(environment) })
  } catch (error) {
    refuseSave(res, error)
  }
}
