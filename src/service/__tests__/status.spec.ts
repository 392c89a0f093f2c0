import fc from "fast-check"
import { isServiceStatus, meaningOf, SERVICE_STATUSES, STATUS_MEANING } from "../status"

describe("the status table", () => {
  it("has the five states of interface 3 and no other", () => {
    expect(Object.keys(STATUS_MEANING).sort()).toEqual([...SERVICE_STATUSES].sort())
    expect(SERVICE_STATUSES).toEqual(["requires_action", "processing", "succeeded", "failed", "canceled"])
  })

  it("lets only succeeded mean money", () => {
    expect(SERVICE_STATUSES.filter((status) => meaningOf(status) === "paid")).toEqual(["succeeded"])
  })

  it.each([
    undefined,
    null,
    4,
    ["succeeded"],
    "",
    "pending",
    "SUCCEEDED",
    "succeeded ",
    "constructor",
    "__proto__",
    "toString",
  ])("takes %p for waiting (U-20)", (status) => {
    expect(isServiceStatus(status)).toBe(false)
    expect(meaningOf(status as string | undefined)).toBe("waiting")
  })

  it("never takes a state outside the five for paid or failed", () => {
    fc.assert(
      fc.property(fc.string(), (status) => {
        fc.pre(!(SERVICE_STATUSES as readonly string[]).includes(status))
        expect(meaningOf(status)).toBe("waiting")
      })
    )
  })
})
