import { z } from "zod"
import { invalidRequest, notFound, ok } from "../base/reply"
import { activeMethods, findMethod, type MethodType } from "../base/catalogue"
import { exponentOf, feeOf, isCurrencyCode } from "../base/currency"
import { shownFields } from "../variant/shown"
import { defineRoute } from "./route"

const countryCode = z.string().regex(/^[A-Z]{2}$/, "must be a two-letter ISO 3166 code in capitals")

/** Interface 4.7 with the record of U-11. A country without methods has an empty list. */
const list = defineRoute("list_payment_methods", "GET /payment-methods", {
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

/** Interface 4.7 with the breakdown of U-09 and, unless the variant says otherwise, numbers of smallest units (U-22). */
const fee = defineRoute("calculate_fee", "GET /payment-methods/fee/:payment_method/:currency/:amount", {
  query: ({ queryNames }) =>
    z.strictObject({
      [queryNames.country]: countryCode.optional(),
      [queryNames.cardType]: z.enum(["local", "international"]).optional(),
    }),
  handle({ simulation, params, query }) {
    const type = methodType(params.payment_method!)
    const { cardType } = simulation.settings.queryNames
    if (!type) throw notFound("payment method")
    if (!isCurrencyCode(params.currency!))
      throw invalidRequest("parameter_invalid", "currency: must be an ISO 4217 code in capitals", "currency")
    const { variant } = simulation.settings
    const decimals = variant.feeUnit === "major" ? exponentOf(params.currency!) : 0
    const amount = readUnits(params.amount!, decimals)
    if (type !== "card" && query[cardType] !== undefined)
      throw invalidRequest("parameter_unknown", `${cardType} belongs to card only`, cardType)
    const charged = feeOf(amount, type, query[cardType] === "international" ? "international" : "local")
    const shown = (units: bigint) => {
      const text = writeUnits(units, decimals)
      return variant.feeAmounts === "text" ? text : Number(text)
    }
    const data = {
      amount: shown(amount),
      currency: params.currency,
      fee: shown(charged),
      total_payable: shown(amount + charged),
    }
    return ok({ status: "success", data: shownFields(variant, data, ["amount", "currency"]) })
  },
})

/** Smallest units of an amount with at most so many decimals. @throws ApiError */
function readUnits(text: string, decimals: number): bigint {
  const [, whole = "", fraction = ""] = /^(\d{1,15})(?:\.(\d+))?$/.exec(text) ?? []
  const units = whole && fraction.length <= decimals ? BigInt(whole + fraction.padEnd(decimals, "0")) : 0n
  if (units > 0n && !/^0\d/.test(text)) return units
  const unit = decimals > 0 ? `with at most ${decimals} decimals` : "and whole"
  throw invalidRequest("parameter_invalid", `amount: must be positive ${unit}`, "amount")
}

function writeUnits(units: bigint, decimals: number): string {
  const digits = units.toString().padStart(decimals + 1, "0")
  const whole = digits.length - decimals
  return decimals > 0 ? `${digits.slice(0, whole)}.${digits.slice(whole)}` : digits
}

export const paymentMethodRoutes = [list, fee]
