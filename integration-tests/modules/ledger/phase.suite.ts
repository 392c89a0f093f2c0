import { may, mayNow, phaseOf, TRANSITIONS, type Phased, type Transition } from "../../../src/payments/phase"
import { INTENT } from "../../../src/tables"
import { openDatabase, type Database } from "../support/database"

const AT = new Date("2026-11-01T00:00:00Z")
const TIMES = [null, AT]

/** All that a row can say of where its payment is. */
const ROWS: Phased[] = ["none", "waiting", "paid", "discrepancy", "failed"].flatMap((outcome) =>
  TIMES.flatMap((applied_at) =>
    TIMES.flatMap((closed_at) =>
      TIMES.flatMap((next_step_at) =>
        TIMES.flatMap((listed_at) =>
          [null, "order_1"].map((assigned_order_id) => {
            return { outcome, applied_at, closed_at, next_step_at, listed_at, assigned_order_id }
          })
        )
      )
    )
  )
)

describe("the phase of a payment", () => {
  let database: Database
  beforeAll(async () => {
    database = await openDatabase()
  })
  afterAll(() => database.close())

  it.each(Object.keys(TRANSITIONS) as Transition[])(
    "is the same in SQL where it may %s",
    async (transition) => {
      const values = ROWS.map(
        () => "(?::int, ?::text, ?::timestamptz, ?::timestamptz, ?::timestamptz, ?::timestamptz, ?::text)"
      ).join(", ")
      const bindings = ROWS.flatMap((row, n) => [
        ...[n, row.outcome, row.applied_at, row.closed_at, row.next_step_at],
        row.listed_at,
        row.assigned_order_id ?? null,
      ])
      const { rows } = await database.knex.raw<{ rows: { n: number }[] }>(
        `select n from (values ${values}) as ${INTENT} (n, outcome, applied_at, closed_at, next_step_at, listed_at, assigned_order_id)
       where ${mayNow(transition)} order by n`,
        bindings as never
      )
      const expected = ROWS.flatMap((row, n) => (may(transition, row) ? [n] : []))
      expect(rows.map(({ n }) => n)).toEqual(expected)
      expect(expected.length).toBeGreaterThan(0)
    }
  )

  it("has rows in each of them", () => {
    expect(new Set(ROWS.map(phaseOf)).size).toBe(10)
  })
})
