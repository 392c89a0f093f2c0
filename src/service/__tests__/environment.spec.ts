import { environmentsFrom, isTestInLive } from "../environment"

describe("money of the test environment", () => {
  it.each([
    ["test", "live", true],
    ["test", "test", false],
    ["live", "live", false],
    ["live", "test", false],
  ] as const)("of a %s payment, in a %s store, is test money: %p", (payment, store, isPlay) => {
    expect(isTestInLive({ environment: payment }, { environment: store })).toBe(isPlay)
  })
})

it("both environments are looked at, the chosen one first", () => {
  expect([environmentsFrom("live"), environmentsFrom("test")]).toEqual([
    ["live", "test"],
    ["test", "live"],
  ])
})
