import { invalidData, notFound } from "../../../../payments/errors"
import { queryOf } from "../../../../payments/module"
import { toMinorAmount } from "../../../../payments/money"
import { paycollectOf } from "../../../../modules/paycollect"
import { amountsFor } from "../../../../orders/amount-bounds"
import { decimalsOf } from "../../../../orders/records/query"
import { priceOfCart } from "../../../../orders/records/lookups"
import { countryOf } from "../../../../orders/records/place"
import { sendFees } from "../../../fee-rows"
import { type StorePayCollectFeePreviewResponse } from "../../../../types/http"
import { answering } from "../../../service-errors"
import { type cartFeesQuery } from "../../../requests"

/**
 * `GET /store/paycollect/fee-preview?cart_id=&payment_method=`: fees for what the cart costs now, in its country. Tells of the cart
 * nothing but total and currency. 404 for an unknown cart, 400 `paycollect_unknown_method` for a method that nothing names.
 */
export const GET = answering<StorePayCollectFeePreviewResponse, typeof cartFeesQuery>(
  "store",
  async (req, res) => {
    const { cart_id, ...rest } = req.validatedQuery
    const { configuration, fees } = paycollectOf(req.scope)
    const query = queryOf(req.scope)
    const cart = await priceOfCart(query, cart_id)
    if (!cart) throw notFound("cart_id: there is no such cart")
    const { options } = await configuration.current()
    const exponent = await decimalsOf(cart.currency_code, query, options)
    if (exponent === null) {
      throw invalidData(`The currency ${cart.currency_code.toUpperCase()} is not known.`)
    }
    const amount = toMinorAmount(cart.amount, exponent)
    const country = (await countryOf(query, "cart", cart_id)) ?? undefined
    // Nothing to pay has no fee, and without a country there is no list of methods to ask.
    const isAsked = amount !== "0" && (rest.payment_method !== undefined || country !== undefined)
    const { currency_code } = cart
    const rows = isAsked
      ? await fees.rows({ ...rest, amount, currency_code, exponent, country_code: country })
      : []
    const amounts = amountsFor(options, BigInt(amount), { currency_code, exponent })
    sendFees(res, rows, "store", amounts)
  }
)
