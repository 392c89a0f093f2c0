import { type CurrencyOptions } from "../currency"
import { decimalsOf } from "../currency"
import { type Query } from "../query"

/** A store with these currencies, and how often it was asked for one. */
function store(currencies: Record<string, number>) {
  const asked: string[] = []
  const graph = async ({ filters: { code } }: { filters: { code: string } }) => {
    asked.push(code)
    return { data: code in currencies ? [{ decimal_digits: currencies[code] }] : [] }
  }
  return { asked, currencies, query: { graph } as unknown as Query }
}

const options = (currencyExponents: Record<string, number> = {}) => ({ currencyExponents }) as CurrencyOptions

describe("decimalsOf", () => {
  beforeEach(() => jest.useFakeTimers())
  afterEach(() => jest.useRealTimers())

  it("asks a store once a minute, so that a change by hand counts after that", async () => {
    const { query, asked, currencies } = store({ xaf: 0 })
    expect(await decimalsOf("xaf", query, options())).toBe(0)
    currencies.xaf = 2
    jest.advanceTimersByTime(59_999)
    expect(await decimalsOf("xaf", query, options())).toBe(0)
    expect(asked).toEqual(["xaf"])
    jest.advanceTimersByTime(1)
    expect(await decimalsOf("xaf", query, options())).toBe(2)
  })

  it("keeps currencies apart, and stores", async () => {
    const [one, other] = [store({ xaf: 0, tnd: 3 }), store({ xaf: 2 })]
    const ask = async (code: string, { query }: typeof one) => await decimalsOf(code, query, options())
    expect([await ask("xaf", one), await ask("tnd", one), await ask("xaf", other)]).toEqual([0, 3, 2])
    expect([await ask("xaf", one), await ask("tnd", one), await ask("xaf", other)]).toEqual([0, 3, 2])
  })

  it("takes an override at once, the 0 of one included", async () => {
    const { query } = store({ eur: 2 })
    expect(await decimalsOf("eur", query, options())).toBe(2)
    expect(await decimalsOf("eur", query, options({ eur: 0 }))).toBe(0)
    expect(await decimalsOf("eur", query, options())).toBe(2)
  })

  it("asks again for a currency that was not there", async () => {
    const { query, currencies } = store({})
    expect(await decimalsOf("xyz", query, options())).toBeNull()
    currencies.xyz = 1
    expect(await decimalsOf("xyz", query, options())).toBe(1)
  })
})
