import { readFileSync } from "node:fs"
import { isTested, TESTED_MEDUSA, testedRange } from "../medusa-versions"

const range = { first: "2.21.2", last: "2.23.0" }

describe("the range of Medusa that the checks were run on", () => {
  it.each([
    ["2.21.2", true],
    ["2.21.10", true],
    ["2.22.0", true],
    ["2.23.0", true],
    ["2.21.1", false],
    ["2.9.9", false],
    ["2.23.1", false],
    ["2.100.0", false],
    ["3.21.5", false],
    ["1.22.0", false],
    ["2.22.0-preview-20260101", false],
    ["2.22", false],
    ["v2.22.0", false],
    ["latest", false],
    ["", false],
  ])("holds %p: %p", (version, held) => {
    expect(isTested(version, range)).toBe(held)
  })

  it("counts majors of two digits as numbers, too", () => {
    const wide = { first: "9.0.0", last: "10.1.0" }
    expect(["9.9.9", "10.1.0", "10.1.1", "8.9.9"].map((version) => isTested(version, wide))).toEqual([
      true,
      true,
      false,
      false,
    ])
  })

  it("is written as people read it", () => {
    expect([testedRange(range), testedRange({ first: "2.21.2", last: "2.21.2" })]).toEqual([
      "2.21.2 to 2.23.0",
      "2.21.2",
    ])
  })

  it("holds the one that is installed here, and the least that the package asks for", () => {
    const installed = JSON.parse(readFileSync(require.resolve("@medusajs/medusa/package.json"), "utf8"))
    expect(isTested(installed.version)).toBe(true)
    const { peerDependencies } = jest.requireActual<{ peerDependencies: Record<string, string> }>(
      "../../../../package.json"
    )
    expect(peerDependencies["@medusajs/medusa"]).toBe(`~${TESTED_MEDUSA.first}`)
  })
})
