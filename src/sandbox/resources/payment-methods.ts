import { z } from "@medusajs/framework/zod"
import { invalidRequest, notFound } from "../api-error"
import { activeMethods, findMethod, type MethodType } from "../catalogue"
import { isCurrencyCode } from "../currency"
import { feeOf } from "../fees"
import { defineRoute } from "../http/api-route"
import { ok } from "../http/message"

const countryCode = z.string().regex(/^[A-Z]{2}$/, "must be a two-letter ISO 3166 code in capitals")

/** Interface 4.7 with the record of U-11. A country without methods has an empty list. */
const list = defineRoute({
  operation: "list_payment_methods",
  methods: ["GET"],
  path: "/payment-methods",
  credential: "secret_key",
  rateClass: "standard",
  query: ({ queryNames }) => z.strictObject({ [queryNames.country]: countryCode.optional() }),
  handle({ simulation, query }) {
    const country = query[simulation.settings.queryNames.country]
    const data = activeMethods(country).map(({ method, countries }) => ({
      id: `pm_${method.code}`,
      code: method.code,
      name: method.name,
      type: method.type,
      currencies: [...new Set(countries.map((place) => place.currency))],
      countries: countries.map((place) => place.code),
      logo: null,
    }))
    return ok({ status: "success", data })
  },
})

/** A family code or the code of one method (U-25). */
function methodType(code: string): MethodType | null {
  return code === "mobile_money" ? "mobile_money" : (findMethod(code)?.type ?? null)
}

/** Interface 4.7 with the breakdown of U-09 (numbers) and the smallest unit of U-22. */
const fee = defineRoute({
  operation: "calculate_fee",
  methods: ["GET"],
  path: "/payment-methods/fee/:payment_method/:currency/:amount",
  credential: "secret_key",
  rateClass: "standard",
  query: ({ queryNames }) =>
    z.strictObject({
      [queryNames.country]: countryCode.optional(),
      [queryNames.cardType]: z.enum(["local", "international"]).optional(),
    }),
  handle({ simulation, params, query }) {
    const type = methodType(params.payment_method!)
    const { cardType } = simulation.settings.queryNames
    if (!type) throw notFound("payment method")
    if (!isCurrencyCode(params.currency!)) {
      throw invalidRequest("parameter_invalid", "currency: must be an ISO 4217 code in capitals", "currency")
    }
    if (!/^[1-9]\d{0,14}$/.test(params.amount!)) {
      throw invalidRequest(
        "parameter_invalid",
        "amount: must be a positive integer in the smallest unit",
        "amount"
      )
    }
    if (type !== "card" && query[cardType] !== undefined) {
      throw invalidRequest("parameter_unknown", `${cardType} belongs to card only`, cardType)
    }
    const amount = BigInt(params.amount!)
    const charged = feeOf(amount, type, query[cardType] === "international" ? "international" : "local")
    return ok({
      status: "success",
      data: {
        amount: Number(amount),
        currency: params.currency,
        fee: Number(charged),
        total_payable: Number(amount + charged),
      },
    })
  },
})

export const paymentMethodRoutes = [list, fee]
