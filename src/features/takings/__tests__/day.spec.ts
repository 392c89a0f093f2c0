import { byCurrency } from "../day"

describe("a day's sums", () => {
  const counted = { started: 1, succeeded: 1, waiting: 0, attention: 0, paid: 1 }
  const sum = {
    ...{ period: "today", currency_code: "ugx", provider_id: "pp_paycollect_default", ...counted },
    ...{ amount: 0n, fees: 0n, refunded: 0n, returned: 0n, kept: 0n },
  }

  it.each([
    ["that came", { exponent: 2, amount: 12_500n }, 0, 2],
    ["that went back", { exponent: 0, refunded: 125n }, 2, 0],
    ["that is none", { exponent: 0 }, 2, 2],
  ])("have the decimals of the money %s, whatever those of what waits are", (_, of, waits, exponent) => {
    const waiting = { currency_code: "ugx", exponent: waits, waiting: 1 }
    expect(byCurrency([{ ...sum, ...of }], [waiting])).toMatchObject([{ exponent, waiting: 1, today: of }])
  })
})
