import { type AuthenticatedMedusaRequest, type MedusaResponse } from "@medusajs/framework/http"
import { PAYCOLLECT_MODULE } from "../../../../modules/paycollect"
import type PayCollectModuleService from "../../../../modules/paycollect/service"

/** `GET /admin/paycollect/health`: configuration, budget and breakers, the job's last run, the last webhook, open items. No secrets. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const { configuration, budget, state, attention } =
    req.scope.resolve<PayCollectModuleService>(PAYCOLLECT_MODULE)
  const active = await configuration.current()
  const [budgets, reconcile, webhook, open] = await Promise.all([
    budget.view(),
    state.get<object>("last_reconcile"),
    state.get<object>("webhook_last_seen"),
    attention.countOpen(),
  ])
  res.json({
    health: {
      environment: active.environment,
      missing_options: active.missing,
      budget: budgets,
      reconcile: { enabled: active.options.reconcile, last_run: reconcile },
      webhook: {
        enabled: active.webhookSecrets.length > 0 || active.options.webhook.unsignedHints,
        last_seen: webhook,
      },
      needs_attention_count: open,
    },
  })
}
