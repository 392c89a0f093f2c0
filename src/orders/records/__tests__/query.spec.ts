import { askGraph, cartById, type CurrencyOptions, decimalsOf } from "../query"
import { storeOf } from "./medusa"

/** A store with these currencies, which can be changed by hand, and what it was asked for. */
function store(decimals: Record<string, number>) {
  const currency = Object.entries(decimals).map(([code, decimal_digits]) => ({ code, decimal_digits }))
  const { query, asked } = storeOf({ currency })
  return {
    query,
    codes: () => asked.map(({ filters }) => (filters as { code: string }).code),
    set: (code: string, decimal_digits: number) => currency.push({ code, decimal_digits }),
    change: (code: string, decimal_digits: number) =>
      Object.assign(
        currency.find((each) => each.code === code)!,
        { decimal_digits }
      ),
  }
}

const options = (currencyExponents: Record<string, number> = {}) =>
  ({ service: { currencyExponents } }) as CurrencyOptions

it("asks nothing with a filter that has no value: all records would match", async () => {
  const { query, codes } = store({ xaf: 0 })
  const ask = (filters?: object) => askGraph(query, "currency", "code", filters)
  await expect(ask({ code: undefined })).rejects.toThrow("currency: a filter without a value")
  expect(codes()).toEqual([])
  expect(await ask({ code: "xaf" })).toHaveLength(1)
})

it.each([
  [{ skip: 0, take: 2 }, { take: 2 }],
  [
    { skip: 2, take: 2 },
    { skip: 2, take: 2 },
  ],
])(
  "asks for the page %j as %j: Medusa counts all records where it is to leave some out",
  async (page, sent) => {
    const graph = jest.fn((_: { pagination?: object }) => Promise.resolve({ data: [] }))
    await askGraph({ graph } as never, "currency", "code", undefined, page)
    expect(graph.mock.calls[0]![0].pagination).toEqual(sent)
  }
)

it.each([
  [0, "joined"],
  [10, "joined"],
  [11, undefined],
])("reads a cart of %i lines %s: joined, its lists multiply one another", async (lines, strategy) => {
  const line_item = Array.from({ length: lines }, () => ({ cart_id: "cart_1" }))
  const graph = jest.fn(({ entity }: { entity: string }) =>
    Promise.resolve({ data: entity === "cart" ? [{ id: "cart_1" }] : line_item })
  )
  expect(await cartById({ graph } as never, "cart_1", "id total")).toEqual({ id: "cart_1" })
  expect(graph).toHaveBeenLastCalledWith(expect.objectContaining({ entity: "cart", strategy }))
})

describe("decimalsOf", () => {
  beforeEach(() => jest.useFakeTimers())
  afterEach(() => jest.useRealTimers())

  it("asks a store once a minute, so that a change by hand counts after that", async () => {
    const { query, codes, change } = store({ xaf: 0 })
    expect(await decimalsOf("xaf", query, options())).toBe(0)
    change("xaf", 2)
    jest.advanceTimersByTime(59_999)
    expect(await decimalsOf("xaf", query, options())).toBe(0)
    expect(codes()).toEqual(["xaf"])
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
    const { query, set } = store({})
    expect(await decimalsOf("xyz", query, options())).toBeNull()
    set("xyz", 1)
    expect(await decimalsOf("xyz", query, options())).toBe(1)
  })
})
