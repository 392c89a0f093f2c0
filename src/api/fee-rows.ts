import { type MedusaResponse } from "@medusajs/framework/http"
import { type FeeRow } from "../features/fees/fees"
import { type PayCollectFee, type StorePayCollectFeePreviewResponse } from "../types/http"
import { pick } from "../features/shown"
import { sendRateLimited, textOfError, type Reader } from "./service-errors"

/**
 * Rows as far as they could be had; 429 when the budget left no room for a single one. A customer of a merchant who bears the fee is told so
 * even then: she pays the amount, whatever the fee is.
 */
export function sendFees(
  res: MedusaResponse<StorePayCollectFeePreviewResponse>,
  rows: FeeRow[],
  reader: Reader,
  amounts?: StorePayCollectFeePreviewResponse["amounts"]
): void {
  const waits = rows.flatMap(({ error }) =>
    error?.code === "rate_limited" ? [error.retry_after_ms ?? 60_000] : []
  )
  const isOwed = reader === "admin" || rows.some(({ fee_bearer }) => fee_bearer === "customer")
  if (isOwed && rows.length > 0 && waits.length === rows.length)
    return sendRateLimited(res, Math.max(...waits))
  res.json({ fees: rows.map((row) => shownFee(row, reader)), ...(amounts && { amounts }) })
}

export function shownFee(row: FeeRow, reader: Reader): PayCollectFee {
  const { error, details } = row
  return {
    ...pick(row, "payment_method", "name", "card_type", "currency_code"),
    ...pick(row, "amount", "fee", "total", "fee_bearer", "stale"),
    // What else the service says of a fee is between it and the merchant.
    details: reader === "admin" ? details : {},
    ...(error && {
      error: {
        code: error.code,
        message: textOfError({ ...error, retryAfterMs: error.retry_after_ms }, reader),
        retry_after_ms: error.retry_after_ms,
      },
    }),
  }
}
