import { readFileSync } from "node:fs"
import { join } from "node:path"
import { events, told } from "./surface/events"
import { Source } from "./surface/source"

jest.setTimeout(60_000)

const OF_PAYMENT = ["cart_id", "id", "merchant_reference", "order_id", "payment_number"]

describe("the table of events", () => {
  const source = new Source(join(__dirname, "surface/shapes.ts"))
  const table = events(source)
  const { names, byTheBus } = told(source)
  const text = readFileSync(join(__dirname, "../../docs/events.md"), "utf8")
  const rows = [...text.matchAll(/^\| `(paycollect\.[a-z.]+)` \| (.*?) ?\| .+ \|$/gm)].map(
    ([, name = "", adds = ""]) => ({ name, adds: [...adds.matchAll(/`(\w+)`/g)].map(([, field]) => field!) })
  )

  it("names just what the code tells, and nothing goes to the bus but by the functions that take its names", () => {
    expect(names).toEqual(Object.keys(table).sort())
    expect(byTheBus).toEqual(["src/orders/emit.ts"])
  })

  it("is documented whole, with the fields that each event has beside the payment's", () => {
    expect(rows.map(({ name }) => name)).toEqual(Object.keys(table))
    for (const { name, adds } of rows) {
      const isOfPayment = OF_PAYMENT.every((field) => table[name]!.includes(field))
      const more = table[name]!.filter((field) => !isOfPayment || !OF_PAYMENT.includes(field))
      expect([name, [...adds].filter((field) => !isOfPayment || field !== "id").sort()]).toEqual([name, more])
    }
  })

  it("holds what Medusa's own subscribers may rely on", () => {
    expect(Object.keys(table)).toEqual(
      expect.arrayContaining([
        ...["started", "applied", "failed", "refunded", "reversed"].map(
          (word) => `paycollect.intent.${word}`
        ),
        ...["opened", "closed"].map((word) => `paycollect.attention.${word}`),
        ...["created", "paid", "sent", "revoked"].map((word) => `paycollect.link.${word}`),
        ...["lost", "restored"].map((word) => `paycollect.connection.${word}`),
      ])
    )
  })
})
