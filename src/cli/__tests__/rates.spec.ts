import fc from "fast-check"
import { UsageError } from "../command"
import { readOrders, REGION_CODES } from "../region/orders"
import { converted, ratesInto } from "../region/rates"

describe("prices in another currency", () => {
  it.each([
    ["10", "655.957", 0, "6560"],
    ["0.01", "655.957", 0, "7"],
    ["19.99", "655.957", 0, "13113"],
    [1e21, "655.957", 0, "655957000000000000000000"],
    ["9007199254740993.37", "1", 2, "9007199254740993.37"],
    ["10", "150.25", 2, "1502.50"],
    ["1.005", "1", 2, "1.01"],
    ["0", "655.957", 0, "0"],
    [{ value: "3.5" }, "2", 0, "7"],
  ])("%j at %s with %d decimals is %s", (amount, rate, exponent, expected) => {
    expect(converted(amount, rate, exponent)).toBe(expected)
  })

  it("is off by half a smallest unit at most", () => {
    const cents = fc.bigInt({ min: 0n, max: 10n ** 15n })
    fc.assert(
      fc.property(cents, (amount) => {
        const text = `${amount / 100n}.${String(amount % 100n).padStart(2, "0")}`
        const exact = amount * 655957n // in 1/100,000 franc
        const off = BigInt(converted(text, "655.957", 0)) * 100_000n - exact
        expect(off <= 50_000n && off > -50_000n).toBe(true)
      })
    )
  })

  it("knows the CFA francs' treaties and no other rate", () => {
    expect([...ratesInto("xaf", new Map())]).toEqual([
      ["eur", "655.957"],
      ["xof", "1"],
    ])
    expect([...ratesInto("xof", new Map([["usd", "600"]]))]).toEqual([
      ["eur", "655.957"],
      ["xaf", "1"],
      ["usd", "600"],
    ])
    expect([...ratesInto("kes", new Map())]).toEqual([])
  })
})

describe("--region", () => {
  it("takes the countries of the service, in any case and once", () => {
    expect(readOrders(["cm", "CM", "ci"], [])).toMatchObject([
      { country: "cm", name: "Cameroon", currency: "xaf", deliveryPrice: "0" },
      { country: "ci", currency: "xof" },
    ])
    expect(REGION_CODES).toEqual(expect.arrayContaining(["cm", "ci", "sn", "ke"]))
    const [kenya] = readOrders(["ke"], ["EUR=150.5", "usd=129"], "300")
    expect([...kenya!.rates]).toEqual([
      ["eur", "150.5"],
      ["usd", "129"],
    ])
  })

  it("takes a rate for each of several currencies, and one for all countries of one", () => {
    const rates = readOrders(["cm", "ke", "ug"], ["kes:eur=150", "UGX:EUR=4200"]).map((order) => order.rates)
    expect(rates.map((each) => [...each])).toEqual([[], [["eur", "150"]], [["eur", "4200"]]])
    const central = readOrders(["cm", "ga"], ["usd=600"], "1500")
    expect(central.map((order) => [order.rates.get("usd"), order.deliveryPrice])).toEqual([
      ["600", "1500"],
      ["600", "1500"],
    ])
  })

  it("shows the franc's rate to nobody who sells in another currency", () => {
    expect(() => readOrders(["ke"], ["150"])).toThrow("in KES, such as eur=<KES for one euro>")
    expect(() => readOrders(["cm"], ["150"])).toThrow("in XAF, such as eur=655.957")
    expect(() => readOrders(["cm", "ke"], ["eur=150"])).toThrow("such as kes:eur=150")
  })

  it.each([
    [["cm", "ke"], ["ugx:eur=4200"], "0"],
    [["cm", "ke"], [], "1500"],
    [["fr"], [], "0"],
    [["xx"], [], "0"],
    [["ke"], ["150"], "0"],
    [["ke"], ["eur=0"], "0"],
    [["ke"], ["eur=-1"], "0"],
    [["ke"], ["kes=1"], "0"],
    [["ke", "cm"], ["eur=150"], "0"],
    [[], ["eur=150"], "0"],
    [["ke"], [], "-5"],
    [["ke"], [], "1,000"],
  ] as [string[], string[], string][])(
    "%j with --rate %j and --delivery-price %s is refused",
    (regions, rates, price) => {
      expect(() => readOrders(regions, rates, price)).toThrow(UsageError)
    }
  )
})
