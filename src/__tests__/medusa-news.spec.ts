import { readFileSync } from "node:fs"
import { join } from "node:path"

const news = import("../../scripts/lib/medusa-news.mjs")

describe("the newest Medusa", () => {
  it.each([
    [["2.21.2", "2.22.0-snapshot-20260911212358", "2.9.9"], "2.22.0-snapshot-20260911212358"],
    [["2.22.0", "2.22.0-snapshot-20260911212358"], "2.22.0"],
    [["2.22.0-snapshot-20260911212358", "2.22.0-preview-20260912000000"], "2.22.0-preview-20260912000000"],
    [["2.100.0", "2.21.2", "main", "2.22"], "2.100.0"],
    [[], undefined],
  ])("of %j is %s", async (versions, newest) => {
    const { newestOf } = await news
    expect(newestOf(versions)).toBe(newest)
    expect(newestOf([...versions].reverse())).toBe(newest)
  })

  it("is none where no later one is published than that of this tree", async () => {
    const { isNewer } = await news
    expect(isNewer("2.21.2", "2.21.2")).toBe(false)
    expect(isNewer("2.21.2-preview-20260912000000", "2.21.2")).toBe(false)
    expect(isNewer("2.22.0-snapshot-20260911212358", "2.21.2")).toBe(true)
  })
})

describe("what a run beside it says", () => {
  const passed = { ring: "promise", ok: true, counts: "400 passed" }
  const failed = { ring: "http", ok: false, counts: "3 FAILED in 1 files" }

  it("is news, and fails nothing, where a ring fails beside that Medusa alone", async () => {
    const { verdictOf } = await news
    const { code, lines } = verdictOf("2.22.0-snapshot-1", [passed, { ...failed, failsHere: false }])
    expect(code).toBe(0)
    expect(lines).toEqual([expect.stringMatching(/^NEWS {3}http: .* 2\.22\.0-snapshot-1 .*3 FAILED/)])
  })

  it("is an error of ours where it fails with the tree's own Medusa, too", async () => {
    const { verdictOf } = await news
    const other = { ...failed, ring: "package", failsHere: false }
    const { code, lines } = verdictOf("2.22.0-snapshot-1", [{ ...failed, failsHere: true }, other])
    expect(code).toBe(1)
    expect(lines).toEqual([
      expect.stringMatching(/^ERROR {2}http: /),
      expect.stringMatching(/^NEWS {3}package: /),
    ])
  })

  it("is no news where all passed", async () => {
    const { verdictOf } = await news
    expect(verdictOf("2.22.0", [passed])).toEqual({ code: 0, lines: ["No news: Medusa 2.22.0 is fit."] })
  })
})

it("runs at night", () => {
  const root = join(__dirname, "../..")
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    scripts: Record<string, string>
  }
  expect(scripts["test:medusa-news"]).toBe("node scripts/medusa-versions.mjs newest --news")
  expect(readFileSync(join(root, ".github/workflows/nightly.yml"), "utf8")).toContain(
    "npm run test:medusa-news"
  )
})
