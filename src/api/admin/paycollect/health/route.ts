import { type AuthenticatedMedusaRequest, type MedusaResponse } from "@medusajs/framework/http"
import { type AdminPayCollectHealthResponse } from "../../../../types/http"
import { health } from "../../../../features/health/health"

/** `GET /admin/paycollect/health`: every check with its outcome, and the numbers behind them. Sends the service nothing. No secrets. */
export async function GET(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse<AdminPayCollectHealthResponse>
): Promise<void> {
  res.json({ health: await health(req.scope) })
}
