/** Where the store sells: a region each, with its taxes, providers and delivery prices (major units). */
export interface MarketSeed {
  name: string
  currency_code: "xaf" | "xof" | "eur"
  /** country -> VAT in percent */
  countries: Record<string, { name: string; rate: number }>
  pricesIncludeTax: boolean
  providers: string[]
  delivery: { standard: number; express: number }
}

const anyMethod = "pp_paycollect_default"
const mobileMoney = "pp_paycollect-mobile-money_default"
const card = "pp_paycollect-card_default"

export const markets: MarketSeed[] = [
  {
    name: "Cameroon",
    currency_code: "xaf",
    countries: { cm: { name: "TVA Cameroun", rate: 19.25 } },
    pricesIncludeTax: true,
    providers: [mobileMoney, card, anyMethod],
    delivery: { standard: 1200, express: 2800 },
  },
  {
    name: "Côte d’Ivoire",
    currency_code: "xof",
    countries: { ci: { name: "TVA Côte d’Ivoire", rate: 18 } },
    pricesIncludeTax: false,
    providers: [mobileMoney, card, anyMethod],
    delivery: { standard: 2400, express: 5200 },
  },
  {
    name: "Europe",
    currency_code: "eur",
    countries: {
      fr: { name: "TVA France", rate: 20 },
      de: { name: "USt. Deutschland", rate: 19 },
      be: { name: "TVA Belgique", rate: 21 },
      it: { name: "IVA Italia", rate: 22 },
      es: { name: "IVA España", rate: 21 },
    },
    pricesIncludeTax: true,
    providers: [card, anyMethod],
    delivery: { standard: 12, express: 24.9 },
  },
]

export const admin = { email: "admin@paycollect.example", password: "paycollect-demo" }

export const shopper = {
  email: "customer@paycollect.example",
  password: "paycollect-demo",
  first_name: "Aïcha",
  last_name: "Ngono",
  phone: "+237670000001",
  address: {
    address_1: "12 Rue des Écoles",
    city: "Douala",
    province: "Littoral",
    postal_code: "00237",
    country_code: "cm",
  },
}
