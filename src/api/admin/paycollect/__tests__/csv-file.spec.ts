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

const cells = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom('"', ",", "\r\n", "=1+1", "\ta", 'a"b,c\nd')
)

describe("csvRecord", () => {
  it("writes what RFC 4180 reads back, whatever the cells hold", () => {
    fc.assert(
      fc.property(fc.array(fc.array(cells, { minLength: 1 }), { minLength: 1 }), (rows) => {
        const read = parse(rows.map(csvRecord).join(""))
        expect(read.map((row) => row.map((cell) => cell.replace(/^'(?=[=+\-@\t\r\n])/, "")))).toEqual(rows)
      })
    )
  })

  it("lets no cell begin as a formula", () => {
    fc.assert(
      fc.property(fc.array(cells, { minLength: 1 }), (row) => {
        for (const cell of parse(csvRecord(row))[0]!)
          expect(cell).not.toMatch(/^(?!-\d+(\.\d+)?$)[=+\-@\t\r\n]/)
      })
    )
    expect(csvRecord(["=HYPERLINK(1)", "+237670", "-1+1", "@sum", "\tx", "a=b"])).toBe(
      "'=HYPERLINK(1),'+237670,'-1+1,'@sum,'\tx,a=b\r\n"
    )
  })

  it("leaves amounts below zero numbers, which a spreadsheet adds up", () => {
    expect(csvRecord(["-90", "-12.50", "-", "-1e9", "--1", "-1.", "-1\n"])).toBe(
      "-90,-12.50,'-,'-1e9,'--1,'-1.,\"'-1\n\"\r\n"
    )
  })

  it("leaves out what is not there", () => {
    expect(csvRecord(["a", null, undefined, ""])).toBe("a,,,\r\n")
  })
})
