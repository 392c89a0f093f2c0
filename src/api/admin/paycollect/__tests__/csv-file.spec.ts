import fc from "fast-check"
import { csvRecord } from "../csv-file"

/** RFC 4180, read by its grammar and not by the writer's idea of it. */
function parse(text: string): string[][] {
  const records: string[][] = []
  let rest = text
  while (rest !== "") {
    const record: string[] = []
    for (;;) {
      const [field, , end] =
        /^(?:"((?:[^"]|"")*)"|[^",\r\n]*)(,|\r\n)/.exec(rest) ??
        (() => {
          throw new Error(`not RFC 4180: ${rest}`)
        })()
      const bare = field.slice(0, -end!.length)
      record.push(bare.startsWith('"') ? bare.slice(1, -1).replaceAll('""', '"') : bare)
      rest = rest.slice(field.length)
      if (end === "\r\n") break
    }
    records.push(record)
  }
  return records
}

const SIGNS = ["=", "+", "-", "@", "＝", "＋", "－", "＠", "−"]
const SEPARATORS = [",", ";", "\t", "|", "\n", "\r", "\r\n", "\u2028"]
const hostile = fc
  .array(
    fc.constantFrom(
      ...SIGNS,
      ...SEPARATORS,
      " ",
      "\u00a0",
      "\u200b",
      "\ufeff",
      "\u3000",
      '"',
      "'",
      "a",
      "1",
      "1+1"
    ),
    { maxLength: 12 }
  )
  .map((parts) => parts.join(""))
const cells = fc.oneof(
  hostile,
  fc.string({ unit: "binary" }),
  fc.constantFrom('"', ",", "\r\n", "=1+1", "\ta", 'a"b,c\nd', "-90", "12.50")
)

/** What a program may take away before it looks at a cell, and what it takes for a formula then. */
const asSeen = (piece: string) => piece.replace(/^[\s\p{Cf}"]+/u, "").replace(/["\s]+$/, "")
const isFormula = (piece: string) =>
  new RegExp(`^[${SIGNS.join("").replace("-", "\\-")}]`, "u").test(asSeen(piece))

/** Cells as programs make them that split at their own separator, whether they know quotes or not. */
function* splitAsTheyDo(file: string): Generator<string> {
  for (const separator of [",", ";", "\t", "|"]) {
    for (const line of file.split(/\r\n|[\n\r\u0085\u2028\u2029\v\f]/)) yield* line.split(separator)
    // Of a quote that does not begin a cell they make a sign like any other.
    yield* (
      file.match(new RegExp(`(?<=^|[${separator}\r\n])(?:"(?:[^"]|"")*"|[^${separator}\r\n])+`, "g")) ?? []
    )
  }
}

describe("csvRecord", () => {
  it("writes what RFC 4180 reads back, whatever the cells hold", () => {
    const guardless = (rows: string[][]) => rows.map((row) => row.map((cell) => cell.replaceAll("'", "")))
    fc.assert(
      fc.property(fc.array(fc.array(cells, { minLength: 1 }), { minLength: 1 }), (rows) => {
        expect(guardless(parse(rows.map((row) => csvRecord(row)).join("")))).toEqual(guardless(rows))
      })
    )
    const harmless = fc.string({ unit: fc.constantFrom('"', ",", ";", "\n", "a", "é", "'", " ", "1") })
    fc.assert(
      fc.property(fc.array(harmless, { minLength: 1 }), (row) => {
        expect(parse(csvRecord(row))).toEqual([row.map((cell) => cell.replace(/^(?=\n)/, "'"))])
      })
    )
  })

  it("lets no cell begin as a formula, whatever a program splits at and passes over", () => {
    fc.assert(
      fc.property(fc.array(cells, { minLength: 1 }), (row) => {
        // Each file of ours begins its lines with a text: split elsewhere, a line that begins with a number is no number.
        for (const piece of splitAsTheyDo(csvRecord(["2026-11-24", ...row])))
          expect(isFormula(piece)).toBe(false)
      }),
      { numRuns: 1_000 }
    )
    expect(csvRecord(["=HYPERLINK(1)", "+237670", "-1+1", "@sum", "\tx", "a=b"])).toBe(
      `"'=HYPERLINK(1)","'+237670","'-1+1","'@sum","'\tx","a=b"\r\n`
    )
  })

  it.each([
    ["a;=1+1", `"a;'=1+1"`],
    ["a|@sum", `"a|'@sum"`],
    ["a\t+1", `"a\t'+1"`],
    ["a\n-1", `"a\n'-1"`],
    ["\u00a0=1", `"'\u00a0=1"`],
    ["\u200b \u3000＝1", `"'\u200b \u3000＝1"`],
    ['"=1', `"'""=1"`],
    ['a;"=1', `"a;'""=1"`],
    ["a - b", `"a - b"`],
    ["ama+1@example.com", `"ama+1@example.com"`],
  ])("guards %j", (cell, written) => {
    expect(csvRecord([cell])).toBe(`${written}\r\n`)
  })

  it("leaves amounts below zero numbers, which a spreadsheet adds up, and quotes every text, of digits, too", () => {
    const [less, part, order] = ["-90", "-12.50", "12"].map((number) => ({ number }))
    expect(csvRecord([less, part, order, "-90", "12.50", "-", "-1e9", "--1", "-1\n", "a"])).toBe(
      `-90,-12.50,12,"'-90","12.50","'-","'-1e9","'--1","'-1\n","a"\r\n`
    )
  })

  it("writes French numbers and cells, and guards them as well", () => {
    const french = { separator: ";", point: "," } as const
    const [part, order] = ["-12.50", "12"].map((number) => ({ number }))
    expect(csvRecord(["a", part, order, null, "12.50", "=1;+1", "x,-1"], french)).toBe(
      `"a";-12,50;12;;"12.50";"'=1;'+1";"x,'-1"\r\n`
    )
    fc.assert(
      fc.property(fc.array(cells, { minLength: 1 }), (row) => {
        for (const piece of splitAsTheyDo(csvRecord(["2026-11-24", ...row], french)))
          expect(isFormula(piece)).toBe(false)
      }),
      { numRuns: 1_000 }
    )
  })

  it("leaves out what is not there", () => {
    expect(csvRecord(["a", null, undefined, ""])).toBe('"a",,,\r\n')
  })
})
