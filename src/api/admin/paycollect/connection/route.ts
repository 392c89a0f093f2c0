import { type ApiRoute } from "../../../requests"
import { paycollectOf } from "../../../../modules/paycollect"
import { type AdminPayCollectConnectionResponse } from "../../../../types/http"

/** `GET /admin/paycollect/connection`: whether customers can pay, as every page of the dashboard asks. Sends the service nothing. */
export const GET: ApiRoute<AdminPayCollectConnectionResponse> = async (req, res) => {
  const { outages, configuration } = paycollectOf(req.scope)
  const outage = await outages.current((await configuration.current()).environment)
  res.json({ outage: outage && { environment: outage.environment, code: outage.code, since: outage.since } })
}
