export type MethodCode = "mtn" | "orange" | "moov" | "airtel" | "mpesa" | "card"
export type MethodType = "mobile_money" | "card"

export interface Method {
  code: MethodCode
  name: string
  type: MethodType
}

export interface Country {
  /** ISO 3166, two letters. */
  code: string
  names: { en: string; fr: string }
  currency: string
  /** International prefix without "+"; numbers of the checkout start with it. */
  dialCode: string
  operators: MethodCode[]
}

export const METHODS: Record<MethodCode, Method> = {
  mtn: { code: "mtn", name: "MTN MoMo", type: "mobile_money" },
  orange: { code: "orange", name: "Orange Money", type: "mobile_money" },
  moov: { code: "moov", name: "Moov Money", type: "mobile_money" },
  airtel: { code: "airtel", name: "Airtel Money", type: "mobile_money" },
  mpesa: { code: "mpesa", name: "M-Pesa", type: "mobile_money" },
  card: { code: "card", name: "Visa / Mastercard", type: "card" },
}

const country = (
  [code, currency, dialCode]: [string, string, string],
  [en, fr]: [string, string],
  operators: MethodCode[]
): Country => ({ code, currency, dialCode, names: { en, fr }, operators })

/** The first country of a currency is the one the checkout proposes when the phone number does not tell. */
export const COUNTRIES: Country[] = [
  country(["CM", "XAF", "237"], ["Cameroon", "Cameroun"], ["mtn", "orange"]),
  country(["GA", "XAF", "241"], ["Gabon", "Gabon"], ["airtel", "moov"]),
  country(["CG", "XAF", "242"], ["Congo", "Congo"], ["mtn", "airtel"]),
  country(["TD", "XAF", "235"], ["Chad", "Tchad"], ["airtel", "moov"]),
  country(["CF", "XAF", "236"], ["Central African Republic", "Centrafrique"], ["orange"]),
  country(["CI", "XOF", "225"], ["Côte d’Ivoire", "Côte d’Ivoire"], ["orange", "mtn", "moov"]),
  country(["SN", "XOF", "221"], ["Senegal", "Sénégal"], ["orange"]),
  country(["BJ", "XOF", "229"], ["Benin", "Bénin"], ["mtn", "moov"]),
  country(["TG", "XOF", "228"], ["Togo", "Togo"], ["moov"]),
  country(["ML", "XOF", "223"], ["Mali", "Mali"], ["orange", "moov"]),
  country(["BF", "XOF", "226"], ["Burkina Faso", "Burkina Faso"], ["orange", "moov"]),
  country(["NE", "XOF", "227"], ["Niger", "Niger"], ["airtel", "moov"]),
  country(["GH", "GHS", "233"], ["Ghana", "Ghana"], ["mtn", "airtel"]),
  country(["KE", "KES", "254"], ["Kenya", "Kenya"], ["mpesa", "airtel"]),
  country(["UG", "UGX", "256"], ["Uganda", "Ouganda"], ["mtn", "airtel"]),
  country(["TZ", "TZS", "255"], ["Tanzania", "Tanzanie"], ["mpesa", "airtel"]),
  country(["RW", "RWF", "250"], ["Rwanda", "Rwanda"], ["mtn", "airtel"]),
  country(["ZM", "ZMW", "260"], ["Zambia", "Zambie"], ["mtn", "airtel"]),
  country(["NG", "NGN", "234"], ["Nigeria", "Nigéria"], ["mtn", "airtel"]),
  country(["FR", "EUR", "33"], ["France", "France"], []),
  country(["BE", "EUR", "32"], ["Belgium", "Belgique"], []),
  country(["DE", "EUR", "49"], ["Germany", "Allemagne"], []),
]

/** Where mobile money can be paid in this currency. */
export function mobileMoneyCountries(currency: string): Country[] {
  return COUNTRIES.filter((candidate) => candidate.currency === currency && candidate.operators.length > 0)
}

export function findMethod(code: string): Method | undefined {
  return Object.values(METHODS).find((method) => method.code === code)
}

/** Methods active in a country, or everywhere; cards work in every currency. */
export function activeMethods(countryCode?: string): { method: Method; countries: Country[] }[] {
  const countries = COUNTRIES.filter(
    (candidate) => countryCode === undefined || candidate.code === countryCode
  )
  return Object.values(METHODS)
    .map((method) => ({
      method,
      countries: countries.filter((place) => method.type === "card" || place.operators.includes(method.code)),
    }))
    .filter((entry) => entry.countries.length > 0)
}

/** Codes that `payment_method_types` takes: a family or one operator (U-25). */
export function isMethodTypeCode(code: string): boolean {
  return code === "mobile_money" || Object.hasOwn(METHODS, code)
}

/** Whether an intent's `payment_method_types` lets this method through; absent allows all. */
export function allowsMethod(types: string[] | undefined, method: Method): boolean {
  return types === undefined || types.includes(method.type) || types.includes(method.code)
}
