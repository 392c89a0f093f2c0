import { CAPTURE_TOLD_MS, Captures } from "../../../src/payments/ledger/captures"
import { IntentLedger } from "../../../src/payments/ledger/ledger"
import { openDatabase, type Database } from "../support/database"
import { newCartId, newIntent, TestClock } from "../support/instance"

const DAY = 24 * 3_600_000

describe("captures that subscribers are told of", () => {
  let database: Database
  let clock: TestClock
  beforeAll(async () => {
    database = await openDatabase()
  })
  afterAll(() => database.close())
  beforeEach(async () => {
    clock = new TestClock()
    await database.knex("paycollect_intent").update({ applied_at: null })
  })

  const aProcess = () => new Captures(database.knex, clock)
  /** Money that was applied so long ago. */
  const applied = async (ago: number) => {
    const row = (await new IntentLedger(database.knex, clock).insert(newIntent(newCartId()), 15_000))!
    const at = { applied_at: new Date(clock.now() - ago) }
    await database.knex("paycollect_intent").where({ id: row.id }).update(at)
    return row
  }

  it("are claimed by one of all processes that want to tell of one at once, and never again", async () => {
    const { id } = await applied(CAPTURE_TOLD_MS)
    const [one, other] = [aProcess(), aProcess()]
    const claims = [one, other, one, other, one, other].map((captures) => captures.claim(id))
    expect((await Promise.all(claims)).filter(Boolean)).toHaveLength(1)
    clock.advance(DAY)
    expect([await one.claim(id), await other.claim(id)]).toEqual([false, false])
    expect(await one.untold()).toEqual([])
  })

  it("are the job's once more where they could not be told, that one alone", async () => {
    const [one, other] = [await applied(CAPTURE_TOLD_MS), await applied(CAPTURE_TOLD_MS)]
    for (const { id } of [one, other]) expect(await aProcess().claim(id)).toBe(true)
    await aProcess().unclaim(one.id)
    expect((await aProcess().untold()).map(({ id }) => id)).toEqual([one.id])
    expect([await aProcess().claim(one.id), await aProcess().claim(other.id)]).toEqual([true, false])
  })

  it("are claimed by nobody where core told first, and one of both wins where they come at once", async () => {
    const core = await applied(CAPTURE_TOLD_MS)
    expect(await aProcess().noted(core.merchant_reference)).toBe(true)
    expect(await aProcess().claim(core.id)).toBe(false)
    const both = await applied(CAPTURE_TOLD_MS)
    const won = await Promise.all([
      aProcess().claim(both.id),
      aProcess().noted(both.merchant_reference),
      aProcess().claim(both.id),
    ])
    expect(won.filter(Boolean)).toHaveLength(1)
  })

  it("are core's for a moment, and the job's from then on for a week, the oldest first", async () => {
    const [old, young] = [await applied(CAPTURE_TOLD_MS + 1_000), await applied(CAPTURE_TOLD_MS - 1_000)]
    await applied(8 * DAY)
    expect(await aProcess().claim(young.id)).toBe(false)
    expect((await aProcess().untold()).map(({ id }) => id)).toEqual([old.id])
    clock.advance(2_000)
    expect((await aProcess().untold()).map(({ id }) => id)).toEqual([old.id, young.id])
    expect(await aProcess().claim(young.id)).toBe(true)
  })

  it("are not told of where core took the money back meanwhile", async () => {
    const { id } = await applied(CAPTURE_TOLD_MS)
    await database.knex("paycollect_intent").where({ id }).update({ applied_at: null })
    expect([await aProcess().claim(id), await aProcess().untold()]).toEqual([false, []])
  })
})
