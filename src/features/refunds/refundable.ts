import { type MedusaContainer } from "@medusajs/framework/types"
import { moduleOf, queryOf } from "../../payments/module"
import { isAttentionReason } from "../../payments/attention-reasons"
import { refundableOf } from "./rules"
import { type Came } from "../../payments/came"
import { decimalsOf } from "../../orders/records/query"
import { type AttentionRow } from "../../modules/paycollect/models/attention"
import { type IntentRow } from "../../modules/paycollect/models/intent"
import { type AdminPayCollectRefundable } from "../../types/http"

type RefundableShown = Pick<IntentRow, keyof Parameters<typeof refundableOf>[0] | "exponent"> & {
  attention: Pick<AttentionRow, "category" | "status" | "reason">[]
}

/** What may go back of each payment, and how it would; null where nothing may. One reading of the configuration, however many there are. */
export async function withRefundable<T extends RefundableShown>(
  container: MedusaContainer,
  intents: T[]
): Promise<(T & { refundable: AdminPayCollectRefundable | null })[]> {
  const { configuration } = moduleOf(container)
  const { options } = await configuration.current()
  const query = queryOf(container)
  const one = async (intent: T): Promise<AdminPayCollectRefundable | null> => {
    const item = intent.attention.find(({ category, status }) => category === "money" && status === "open")
    const open = item && isAttentionReason(item.reason) ? item.reason : null
    const may = refundableOf(intent as T & Came, open)
    if (typeof may === "string") return null
    const { came, left, currency_code } = may
    const isAsked = currency_code === intent.currency_code
    const exponent = isAsked ? intent.exponent : await decimalsOf(currency_code, query, options)
    return { came: came.toString(), left: left.toString(), currency_code, exponent, mode: options.refunds }
  }
  return await Promise.all(intents.map(async (intent) => ({ ...intent, refundable: await one(intent) })))
}
