import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { format, resolveConfig } from "prettier"
import { doors, namesOf } from "./surface/doors"
import { events, told } from "./surface/events"
import { routes } from "./surface/routes"
import { settings } from "./surface/settings"
import { Source } from "./surface/source"
import { tables } from "./surface/tables"
import { words } from "./surface/words"

jest.setTimeout(120_000)

const shapes = join(__dirname, "surface/shapes.ts")
const source = new Source(shapes)
const FILE = join(__dirname, "surface.json")
const AGAIN = "UPDATE_SURFACE=1 npm test -- src/__tests__/surface.spec.ts --selectProjects unit"

/** What a store, a dashboard, a storefront or a script may hold on to. */
async function surface(): Promise<Record<string, unknown>> {
  const { records, namespaces } = source.shapesOf(shapes)
  return {
    ...routes(),
    events: events(source),
    ...settings(source),
    ...words(source),
    ...(await tables()),
    ...doors(source),
    ...Object.fromEntries(Object.entries(namespaces).map(([name, symbols]) => [name, namesOf(symbols)])),
    records,
  }
}

/** One line for each value: `options.environment: "test"`. */
function linesOf(value: unknown, path = ""): string[] {
  if (typeof value !== "object" || value === null) return [`${path}: ${JSON.stringify(value)}`]
  const named = Array.isArray(value)
    ? value.map((inner): [string, unknown] => ["[]", inner])
    : Object.entries(value).map(([name, inner]): [string, unknown] => [path ? ` › ${name}` : name, inner])
  return named.length > 0
    ? named.flatMap(([name, inner]) => linesOf(inner, `${path}${name}`))
    : [`${path}: none`]
}

describe("the public surface", () => {
  let now: Record<string, unknown>
  let before: Record<string, unknown>

  beforeAll(async () => {
    now = await surface()
    const text = await format(JSON.stringify(now), { ...(await resolveConfig(FILE)), parser: "json" })
    if (process.env.UPDATE_SURFACE) writeFileSync(FILE, text)
    before = existsSync(FILE) ? (JSON.parse(readFileSync(FILE, "utf8")) as Record<string, unknown>) : {}
  })

  it("is what surface.json says", () => {
    const [is, was] = [linesOf(now), linesOf(before)]
    const changes = [
      ...was.filter((line) => !is.includes(line)).map((line) => `- ${line}`),
      ...is.filter((line) => !was.includes(line)).map((line) => `+ ${line}`),
    ]
    if (changes.length > 0)
      throw new Error(
        `The public surface is not what surface.json says:\n\n${changes.join("\n")}\n\nIf you meant that, say so in CHANGELOG.md and write it down: ${AGAIN}`
      )
    expect(now).toEqual(before)
  })
})

const OF_PAYMENT = ["cart_id", "id", "merchant_reference", "order_id", "payment_number"]

describe("the table of events", () => {
  let table: ReturnType<typeof events>
  let names: string[]
  let byTheBus: string[]
  const text = readFileSync(join(__dirname, "../../docs/events.md"), "utf8")
  const rows = [...text.matchAll(/^\| `(paycollect\.[a-z.]+)` \| (.*?) ?\| .+ \|$/gm)].map(
    ([, name = "", adds = ""]) => ({ name, adds: [...adds.matchAll(/`(\w+)`/g)].map(([, field]) => field!) })
  )

  // After the surface: the compiler names the parts of a union in the order in which it met them.
  beforeAll(() => {
    table = events(source)
    ;({ names, byTheBus } = told(source))
  })

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
