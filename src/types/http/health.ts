import { type Environment } from "../../service/config"
import { type CheckId } from "../../settings/health-checks"
import { type AdminPayCollectCheckResponse } from "./settings"

/** One line of the health page and of `npx medusa-payment-paycollect doctor`. The dashboard translates by `id`. */
export interface PayCollectCheck {
  id: CheckId
  /** `choice`: a default that works, for a person to look at once */
  status: "ok" | "choice" | "warning" | "error"
  /** in English, for operators and logs */
  message: string
  /** facts for the translated text */
  values?: Record<string, string | number>
}

/** `GET /admin/paycollect/connection`. */
export interface AdminPayCollectConnectionResponse {
  /** no customer can pay: starts of payments fail since then, for minutes, or the key is refused; `code` as in a connection check */
  outage: { environment: Environment; code: string; since: string } | null
}

/** `GET /admin/paycollect/health`. No secrets. */
export interface AdminPayCollectHealthResponse {
  health: {
    /** of this plugin */
    version: string
    environment: Environment
    missing_options: string[]
    /** for a shopkeeper; `because`: the ids of the checks that say why */
    headline: {
      /** `test`: they can, and no real money moves */
      customers_can_pay: { answer: "yes" | "test" | "no"; because: CheckId[] }
      /** `later`: not at once, but within minutes */
      payments_come_in: { answer: "yes" | "later" | "no"; because: CheckId[] }
    }
    checks: PayCollectCheck[]
    /** last answer to any call of this process, and the last *Check connection* */
    connection: AdminPayCollectCheckResponse["check"] | null
    budget: {
      rate_class: "standard" | "creation"
      used: number
      limit: number
      paused_until: string | null
      breaker: string
    }[]
    reconcile: {
      last_run: {
        started_at: string
        duration_ms: number
        checked: number
        outcomes: Record<string, number>
        more: boolean
      } | null
    }
    webhook: {
      enabled: boolean
      last_seen: { at: string; known: boolean } | null
      /** events whose signature fits no secret; any stranger can send such. `headers`: names of signature headers of the last one */
      refused: { count: number; last_at: string; headers: string[] } | null
      /** signed events about payments that nothing in this store is of: of another shop, or of records that are gone */
      foreign_events: { day: string; today: number; total: number; at: string } | null
    }
    needs_attention_count: number
  }
}
