import { resolveOptions } from "../../../settings/options"
import { pricesByMultiple } from "../prices"
import { storeOf } from "./medusa"

const CURRENCIES = [
  { code: "xaf", decimal_digits: 0 },
  { code: "eur", decimal_digits: 2 },
  { code: "usd", decimal_digits: 2 },
]
const price = (currency_code: string, amount: unknown, id = 0) => ({ id, currency_code, amount })
const lookedAt = async (amounts: object, prices: object[]) => {
  const { query, asked } = storeOf({ price: prices, currency: CURRENCIES })
  const found = await pricesByMultiple(query, resolveOptions({ amounts }, {}))
  return { found, asked: asked.filter(({ entity }) => entity === "price").length }
}

describe("pricesByMultiple", () => {
  it("counts what is no multiple, exactly, in each currency that has one", async () => {
    const amounts = { paycollect: { xaf: { multiple: "5" }, eur: { multiple: "0.05" } } }
    const xaf = [1003, "1005.0", { value: "1005.5" }, { numeric: 0 }, "9007199254740993"]
    const eur = ["0.15", "0.150000001", 0.11]
    const { found } = await lookedAt(amounts, [
      ...xaf.map((amount) => price("xaf", amount)),
      ...eur.map((amount) => price("eur", amount)),
      price("usd", "0.01"),
    ])
    expect(found).toEqual([
      { currency_code: "xaf", multiple: "5", looked: 5, odd: 3 },
      { currency_code: "eur", multiple: "0.05", looked: 3, odd: 2 },
    ])
  })

  it("asks once for what several ways to pay say, and nothing for a currency without a multiple, or without prices", async () => {
    const xaf = { xaf: { multiple: "5" } }
    const amounts = {
      paycollect: xaf,
      "paycollect-card": xaf,
      "paycollect-mobile-money": { usd: { min: "1" } },
    }
    expect(await lookedAt(amounts, [price("usd", "1.01")])).toEqual({ found: [], asked: 1 })
    expect(await lookedAt({}, [price("xaf", 3)])).toEqual({ found: [], asked: 0 })
  })

  it("looks at the newest ones only, however many there are", async () => {
    const amounts = { paycollect: { xaf: { multiple: "5" } } }
    const prices = Array.from({ length: 1_000 }, (_, id) => price("xaf", id < 990 ? 3 : 5, id))
    const { found } = await lookedAt(amounts, prices)
    expect(found).toEqual([{ currency_code: "xaf", multiple: "5", looked: 300, odd: 290 }])
  })
})
