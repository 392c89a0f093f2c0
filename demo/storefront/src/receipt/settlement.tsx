import { useShop } from "../shop/context"
import type { Receipt } from "../shop/receipt"

/** What the customer really paid, with the fee, what went back, and why the fee did not: the store can only refund what it got. */
export function Settlement({ receipt, currency }: { receipt: Receipt; currency: string }) {
  const { t, price } = useShop()
  const { payments, refunded } = receipt
  if (payments.length === 0) {
    return null
  }
  const isFeeKnown = payments.every(({ fee }) => fee !== null)
  const fee = payments.reduce((sum, one) => sum + (one.fee ?? 0), 0)
  const paid = payments.reduce((sum, one) => sum + one.amount, fee)
  return (
    <div className="totals settlement">
      <dl>
        {fee > 0 && (
          <div>
            <dt>{t.paymentFee}</dt>
            <dd data-testid="paid-fee">{price(fee, currency)}</dd>
          </div>
        )}
        <div className="strong">
          <dt>{t.paidAmount}</dt>
          <dd data-testid="paid-amount">{price(paid, currency)}</dd>
        </div>
        {refunded > 0 && (
          <div className="strong">
            <dt>{t.refundedAmount}</dt>
            <dd data-testid="refunded-amount">−{price(refunded, currency)}</dd>
          </div>
        )}
      </dl>
      {!isFeeKnown && <p className="faint">{t.feesApart}</p>}
      {refunded > 0 && fee > 0 && (
        <p className="faint" data-testid="fee-kept">
          {t.feeKept}
        </p>
      )}
    </div>
  )
}
