import { invalidData } from "../../../../payments/errors"
import { queryOf } from "../../../../payments/module"
import { exactMinorAmount } from "../../../../payments/money"
import { paycollectOf } from "../../../../modules/paycollect"
import { decimalsOf } from "../../../../orders/records/query"
import { sendFees } from "../../../fee-rows"
import { type AdminPayCollectFeePreviewResponse } from "../../../../types/http"
import { answering } from "../../../service-errors"
import { type feePreviewQuery } from "../validators"

/**
 * `GET /admin/paycollect/fee-preview`: what the service would charge, per method. `amount` in major units.
 * 400 naming the field for an unknown currency and for an amount with more decimals than the currency has.
 */
export const GET = answering<AdminPayCollectFeePreviewResponse, typeof feePreviewQuery>(
  "admin",
  async (req, res) => {
    const { amount, currency_code, ...rest } = req.validatedQuery
    const { configuration, fees } = paycollectOf(req.scope)
    const exponent = await decimalsOf(
      currency_code.toLowerCase(),
      queryOf(req.scope),
      (await configuration.current()).options
    )
    if (exponent === null)
      throw invalidData(`currency_code: the store knows no currency ${currency_code.toUpperCase()}`)
    const minor = exactMinorAmount(amount, exponent)
    if (minor === null) {
      const most = exponent === 0 ? "without decimals" : `with at most ${exponent} decimals`
      throw invalidData(`amount: must be more than 0, and ${most} in ${currency_code.toUpperCase()}`)
    }
    sendFees(res, await fees.rows({ ...rest, currency_code, exponent, amount: minor }), "admin")
  }
)
