import { isPlayMoney } from "../environment"

describe("money of the test environment", () => {
  it.each([
    ["test", "live", true],
    ["test", "test", false],
    ["live", "live", false],
    ["live", "test", false],
  ] as const)("of a %s payment, in a %s store, is play money: %p", (payment, store, isPlay) => {
    expect(isPlayMoney({ environment: payment }, { environment: store })).toBe(isPlay)
  })
})
