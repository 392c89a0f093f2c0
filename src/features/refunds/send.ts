import { PayCollectAmbiguousError, PayCollectError, PayCollectNotFoundError } from "../../service/errors"
import { type Clock, type CreateRefundRequest } from "../../service"
import { type PayCollectClient } from "../../service/client"
import { type IntentRow } from "../../modules/paycollect/models/intent"

/**
 * What the service made of a refund (U-14). `unknown`: it may have been sent, and must not be sent again before a person looked.
 * `not_sent`: no money moves; `unsupported` where the service has no refunds at all.
 */
export type RefundAnswer =
  { status: "sent" | "pending" | "unknown" } | { status: "not_sent"; because: string; unsupported: boolean }

/** The process that sends a refund has ended, is dead, or sends it no more. */
export const REFUND_CUT_OFF_MS = 5 * 60_000

interface CalledRefund {
  id: string
  amount: bigint
  begun: number
}

/** By which name the service knows money that came (U-23); null when it told none. */
export function transactionOf({ verified, service_intent_id }: IntentRow): string | null {
  return (verified as { id?: string } | null)?.id ?? service_intent_id
}

/**
 * The one call that sends money back, asked for through Medusa or here; counted in the ledger by its caller before. Sent once: that the service
 * keeps to an idempotency key is not in the interface.
 * @param refund `id`: what tells refunds of one payment apart, and the same in every try; `begun`: epoch ms, before it was counted
 */
export async function callRefund(
  client: Pick<PayCollectClient, "createRefund">,
  intent: IntentRow,
  { id, amount, reason, begun }: Pick<CreateRefundRequest, "reason"> & CalledRefund,
  clock: Pick<Clock, "now">
): Promise<RefundAnswer> {
  // This process stood still. Another one told a person that it may have been sent; she found that it was not, and may have sent it.
  const isCutOff = () => clock.now() - begun >= REFUND_CUT_OFF_MS
  if (isCutOff()) return { status: "unknown" }
  const request = { transaction_id: transactionOf(intent)!, amount: amount.toString(), reason }
  const notSent = (because: string, unsupported = false): RefundAnswer =>
    isCutOff() ? { status: "unknown" } : { status: "not_sent", because, unsupported }
  try {
    const key = `${intent.merchant_reference}-${id}`
    const { status } = await client.createRefund(request, key)
    if (status === "failed") return notSent("the payment service declined the refund")
    return { status: status === "succeeded" ? "sent" : (status ?? "unknown") }
  } catch (error) {
    if (error instanceof PayCollectAmbiguousError) return { status: "unknown" }
    if (!(error instanceof PayCollectError)) return notSent("an unexpected error")
    return notSent(error.message, error instanceof PayCollectNotFoundError || error.statusCode === 405)
  }
}
