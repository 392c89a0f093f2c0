import { check } from "../health-checks"

describe("a check of the health page", () => {
  it("says in words, with its values filled in, what the page and doctor show", () => {
    expect(check("connection_failed", { environment: "live", at: "monday", code: "invalid_key" })).toEqual({
      id: "connection_failed",
      status: "error",
      message: expect.stringContaining(
        "in the live environment on monday and did not take the call: invalid_key."
      ),
      values: { environment: "live", at: "monday", code: "invalid_key" },
    })
  })

  it("names every value of its text, a zero and an empty one included", () => {
    expect(check("due_overdue", { count: 0, at: "" }).message).toBe(
      "0 payments should have been looked after since ."
    )
  })

  it("counts one thing in the singular", () => {
    expect(check("due_overdue", { count: 1, at: "noon" }).message).toBe(
      "1 payment should have been looked after since noon."
    )
  })

  it("has no values where its text needs none", () => {
    const said = check("migrations_ok")
    expect(said).toStrictEqual({ id: "migrations_ok", status: "ok", message: expect.any(String) })
  })

  it("refuses to show a text with a gap", () => {
    expect(() => check("due_overdue", { count: 1 })).toThrow("due_overdue needs the value at")
    expect(() => check("due_overdue")).toThrow("due_overdue needs the value count")
  })
})
