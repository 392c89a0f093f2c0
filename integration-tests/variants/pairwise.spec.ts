import { AXES } from "./support/variants"
import { pairsOf, pairwise, type Axes } from "./support/pairwise"

/** Looked for one by one, without the generator's own counting. */
function missingIn(axes: Axes, rows: Record<string, string>[]): string[] {
  const shows = (row: Record<string, string>, cell: string) => {
    const [axis = "", choice] = cell.split("=")
    return row[axis] === choice
  }
  return [...pairsOf(axes)].filter(
    (pair) => !rows.some((row) => pair.split(" & ").every((cell) => shows(row, cell)))
  )
}

describe("the pairwise set", () => {
  const rows = pairwise(AXES)

  it("lets every two choices of two traits meet, in about twenty variants", () => {
    expect(pairsOf(AXES).size).toBeGreaterThan(1_500)
    expect(missingIn(AXES, rows)).toEqual([])
    expect(rows.length).toBeLessThanOrEqual(25)
  })

  it("begins with the service as documented, and holds choices that exist", () => {
    expect(Object.values(rows[0]!)).toEqual(Object.values(AXES).map(([first]) => first))
    for (const row of rows) {
      expect(Object.keys(row)).toEqual(Object.keys(AXES))
      for (const [axis, choice] of Object.entries(row))
        expect(AXES[axis as keyof typeof AXES]).toContain(choice)
    }
  })

  it("is the same every time", () => {
    expect(pairwise(AXES)).toEqual(rows)
  })

  it.each<[string, Axes, number]>([
    ["two axes", { a: ["1", "2", "3"], b: ["x", "y"] }, 6],
    ["three axes", { a: ["1", "2"], b: ["x", "y"], c: ["p", "q"] }, 4],
    ["an axis without choice", { a: ["1", "2"], b: ["x", "y"], c: ["only"] }, 4],
  ])("of %s is as small as can be", (_, axes, size) => {
    const small = pairwise(axes)
    expect(missingIn(axes, small)).toEqual([])
    expect(small).toHaveLength(size)
  })
})
