import { type ApiRoute } from "../../../requests"
import { type AdminPayCollectHealthResponse } from "../../../../types/http"
import { health } from "../../../../features/health/health"

/** `GET /admin/paycollect/health`: every check with its outcome, and the numbers behind them. Sends the service nothing. No secrets. */
export const GET: ApiRoute<AdminPayCollectHealthResponse> = async (req, res) => {
  res.json({ health: await health(req.scope) })
}
