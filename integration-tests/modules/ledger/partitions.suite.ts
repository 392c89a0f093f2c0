import { readFileSync } from "node:fs"
import { join } from "node:path"
import { IntentLedger } from "../../../src/payments/ledger/ledger"
import { openDatabase, type Database } from "../support/database"
import { newCartId, newIntent } from "../support/instance"

const PAGE = readFileSync(join(__dirname, "../../../docs/deploy.md"), "utf8")
const [, DOCUMENTED = ""] = /^```sql title="partitions"\n([^]*?)^```$/m.exec(PAGE) ?? []

describe("a history that is kept by month, as docs/deploy.md says", () => {
  let database: Database
  beforeAll(async () => {
    database = await openDatabase()
  })
  afterAll(() => database.close())

  /** The ledger at this time; rows get it as their date. */
  const ledgerAt = (day: string) => {
    const now = () => Date.parse(day)
    return new IntentLedger(database.knex, { now, database: now, sleep: async () => undefined })
  }
  const rows = async <Row>(sql: string, values: string[] = []) =>
    (await database.knex.raw<{ rows: Row[] }>(sql, values)).rows
  const silent = { type: "verify_failed" } as const

  it("takes every line, also of a month that nobody made a table for, and is read as a whole", async () => {
    const old = (await ledgerAt("2026-12-15").insert(newIntent(newCartId()), 15_000))!
    await ledgerAt("2026-12-15").change(old.id, {}, silent)
    await database.knex.raw(DOCUMENTED)

    for (const day of ["2026-12-31", "2027-01-15", "2027-03-15"]) {
      await ledgerAt(day).change(old.id, {}, silent)
      await ledgerAt(day).insert(newIntent(newCartId()), 15_000)
    }
    const places = await rows(
      `select tableoid::regclass::text as place, count(*)::int as lines from paycollect_intent_event group by 1 order by 1`
    )
    expect(places).toEqual([
      { place: "paycollect_intent_event_2027_01", lines: 2 },
      { place: "paycollect_intent_event_before", lines: 4 },
      { place: "paycollect_intent_event_rest", lines: 2 },
    ])
    expect(await ledgerAt("2027-03-20").silentSince(old)).toBe(Date.parse("2026-12-15"))
  })

  it("finds the lines of a payment by an index in each of its tables, and takes none without a payment", async () => {
    const indexed = await rows<{ place: string }>(
      `select indrelid::regclass::text as place from pg_index where indisvalid and pg_get_indexdef(indexrelid) like '%(intent_id) WHERE (deleted_at IS NULL)'`
    )
    const ofHistory = indexed.filter(({ place }) => place.startsWith("paycollect_intent_event"))
    expect(ofHistory).toHaveLength(4)
    const orphan = rows(
      "insert into paycollect_intent_event (id, type, intent_id, created_at) values ('pcevt_1', 'created', 'pcint_none', '2027-01-02')"
    )
    await expect(orphan).rejects.toThrow("foreign key")
  })
})
