jest.mock("@medusajs/dashboard/hooks", () => ({}))
jest.mock("@tanstack/react-query", () => ({}))
jest.mock("../admin/hooks/client", () => ({}))
import { homeRegion } from "../admin/hooks/store"

const region = (id: string, currency_code: string, ...providers: string[]) => ({
  id,
  currency_code,
  payment_providers: providers.map((provider) => ({ id: provider })),
})

const OURS = "pp_paycollect_default"
const europe = region("europe", "eur", "pp_system_default")
const kenya = region("kenya", "kes", OURS)
const cameroon = region("cameroon", "xaf", "pp_system_default", "pp_paycollect-card_default")

describe("the region in which the fee preview begins", () => {
  it("can be paid in, although the store's default one, or its default currency's, cannot", () => {
    expect(homeRegion([europe, kenya, cameroon], "europe", "eur")).toBe(kenya)
  })

  it("is the default one of those that can, else one with the default currency", () => {
    expect(homeRegion([europe, kenya, cameroon], "cameroon", "kes")).toBe(cameroon)
    expect(homeRegion([europe, kenya, cameroon], null, "xaf")).toBe(cameroon)
  })

  it("is the likeliest of all where none can be paid in yet, and none where there is none", () => {
    const congo = { ...region("congo", "xaf"), payment_providers: null }
    expect(homeRegion([congo, europe], "europe", "xaf")).toBe(europe)
    expect(homeRegion([europe, congo], null, "xaf")).toBe(congo)
    expect(homeRegion([], "europe", "eur")).toBeUndefined()
  })
})
