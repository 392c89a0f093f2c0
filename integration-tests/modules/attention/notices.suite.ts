import { AttentionList } from "../../../src/payments/ledger/items"
import { Notices } from "../../../src/features/alerts/rows"
import { startSandbox, type Sandbox } from "../../../packages/dev/src/sandbox"
import { openDatabase, type Database } from "../support/database"
import { instance, newCartId, startInput, type TestClock } from "../support/instance"

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const TWO = ["digest-a", "digest-b"]

describe("messages about what needs attention", () => {
  let database: Database
  let service: Sandbox
  let shop: ReturnType<typeof instance>
  let list: AttentionList
  let clock: TestClock
  /** two processes */
  let notices: Notices
  let others: Notices

  beforeAll(async () => {
    database = await openDatabase()
    service = await startSandbox({ rateLimits: false })
    shop = instance(database.knex, service)
    clock = shop.clock
    list = new AttentionList(database.knex, clock)
    notices = new Notices(database.knex, clock)
    others = new Notices(database.connect({ min: 0, max: 4 }), clock)
  })
  afterAll(async () => {
    await service.close()
    await database.close()
  })
  afterEach(async () => {
    await notices.gather([])
    await database.knex("paycollect_notice").delete()
    await database.knex("paycollect_attention").update({ status: "resolved" })
  })

  const openItem = async (): Promise<string> => {
    const { id } = await shop.startPayment.findOrCreate(startInput(newCartId()))
    return (await list.open({ intent_id: id, reason: "late_payment" }))!.id
  }
  const both = <T>(work: (process: Notices) => Promise<T>) =>
    Promise.all([notices, others, notices, others, notices, others].map(work))
  const rows = () => database.knex("paycollect_notice").orderBy(["created_at", "recipient"])

  it("are one per recipient, however many processes look at once", async () => {
    const ids = [await openItem(), await openItem()]
    const taken = (await both((process) => process.gather(TWO))).flat()
    expect(taken.map(({ id }) => id).sort()).toEqual(ids.sort())
    expect(new Set(taken.map(({ notice }) => notice)).size).toBe(1)
    expect(await rows()).toMatchObject(
      TWO.map((recipient) => ({ recipient, batch: taken[0]!.notice, kind: "new_items", outcome: "waiting" }))
    )
    expect((await notices.itemsOf(taken[0]!.notice!)).map(({ id, intent }) => [id, !!intent.amount])).toEqual(
      ids.map((id) => [id, true])
    )
    expect(await notices.gather(TWO)).toEqual([])
  })

  it("are handed to one process each, and to another one after five minutes", async () => {
    await openItem()
    await notices.gather(TWO)
    const claimed = (await both((process) => process.claimDue())).flat()
    expect(claimed.map(({ recipient }) => recipient).sort()).toEqual(TWO)
    const [kept, lost] = claimed
    await notices.finish(kept!, "sent")

    clock.advance(5 * MINUTE)
    const [again, ...more] = await others.claimDue()
    expect([again, more]).toMatchObject([{ id: lost!.id, tries: 0 }, []])
    // The process that was paused meanwhile has lost it, whatever it found.
    await notices.refused(lost!)
    await notices.finish(lost!, "sent")
    expect(await rows()).toContainEqual(
      expect.objectContaining({ id: lost!.id, tries: 0, outcome: "waiting" })
    )
    await others.finish(again!, "cut_off")
    expect((await rows()).map(({ outcome, send_at }) => [outcome, send_at]).sort()).toEqual([
      ["cut_off", null],
      ["sent", null],
    ])
  })

  it("that a provider refuses are tried five times in all, and counted for the health page", async () => {
    expect(await notices.failures()).toBeNull()
    await openItem()
    await notices.gather(["digest-a"])
    for (const pause of [0, 2 * MINUTE, 10 * MINUTE, HOUR, 6 * HOUR]) {
      if (pause > 0) {
        clock.advance(pause - 1_000)
        expect(await notices.claimDue()).toEqual([])
        clock.advance(1_000)
      }
      const [due] = await notices.claimDue()
      await notices.refused(due!)
    }
    clock.advance(12 * HOUR)
    expect(await notices.claimDue()).toEqual([])
    expect(await rows()).toMatchObject([{ tries: 5, outcome: "failed", send_at: null }])
    expect(await notices.failures()).toMatchObject({ count: 1 })
    clock.advance(13 * HOUR)
    expect(await notices.failures()).toBeNull()
  })

  it("are few in a burst: three at once, then one in a quarter of an hour about all that came", async () => {
    const batches = async () => new Set((await rows()).map(({ batch }) => batch)).size
    for (let item = 0; item < 3; item++) {
      await openItem()
      expect(await notices.gather(TWO)).toHaveLength(1)
      clock.advance(MINUTE)
    }
    for (let item = 0; item < 4; item++) {
      await openItem()
      expect((await both((process) => process.gather(TWO))).flat()).toEqual([])
    }
    clock.advance(14 * MINUTE)
    expect((await both((process) => process.gather(TWO))).flat()).toHaveLength(4)
    expect(await batches()).toBe(4)
  })

  it("leave out what was dealt with while it was gathered", async () => {
    const [id, closed] = [await openItem(), await openItem()]
    await list.resolve(closed, { note: "seen at once", resolved_by: "user_1" })
    expect((await notices.gather(TWO)).map((item) => item.id)).toEqual([id])
    expect(await database.knex("paycollect_attention").where({ id: closed }).first()).toMatchObject({
      notified_at: expect.any(Date),
      notice: null,
    })
  })

  it("are not made up for when nobody was to be told", async () => {
    await openItem()
    expect(await notices.gather([])).toHaveLength(1)
    expect(await notices.gather(TWO)).toEqual([])
    expect(await rows()).toEqual([])
  })

  it("are one summary a day, of all processes, and none when nothing is open", async () => {
    expect((await both((process) => process.summarise("2026-11-20", TWO))).filter(Boolean)).toEqual([])
    await openItem()
    expect(await notices.summarise("2026-11-20", TWO)).toBe(false)
    for (const day of ["2026-11-21", "2026-11-22"]) {
      const taken = await both((process) => process.summarise(day, TWO))
      expect(taken.filter(Boolean)).toHaveLength(1)
    }
    // A time zone further west: that day had its summary.
    expect(await notices.summarise("2026-11-21", TWO)).toBe(false)
    expect((await rows()).map(({ batch, kind, recipient }) => [batch, kind, recipient])).toEqual([
      ["daily_summary:2026-11-21", "daily_summary", "digest-a"],
      ["daily_summary:2026-11-21", "daily_summary", "digest-b"],
      ["daily_summary:2026-11-22", "daily_summary", "digest-a"],
      ["daily_summary:2026-11-22", "daily_summary", "digest-b"],
    ])
    expect(await notices.openItems(20)).toHaveLength(1)
  })

  it("are forgotten a month after they are over", async () => {
    await openItem()
    await notices.gather(TWO)
    const [over] = await notices.claimDue()
    await notices.finish(over!, "sent")
    clock.advance(29 * DAY)
    await notices.forgetOld()
    expect(await rows()).toHaveLength(2)
    clock.advance(2 * DAY)
    await notices.forgetOld()
    expect((await rows()).map(({ outcome }) => outcome)).toEqual(["waiting"])
  })

  it("need one run for all that come while one works", async () => {
    let runs = 0
    let atOnce = 0
    const work = async () => {
      runs++
      expect(++atOnce).toBe(1)
      await new Promise((resolve) => setTimeout(resolve, 20))
      atOnce--
    }
    await Promise.all(Array.from({ length: 100 }, () => notices.oneAtATime(work)))
    expect(runs).toBe(2)
    await notices.oneAtATime(work)
    expect(runs).toBe(3)
    await expect(notices.oneAtATime(() => Promise.reject(new Error("no database")))).rejects.toThrow(
      "no database"
    )
    await notices.oneAtATime(work)
    expect(runs).toBe(4)
  })

  it("that nobody can pay are one per recipient, and one that was refused is not sent any more once they can", async () => {
    await both((process) => process.announce("connection_lost", "connection_lost/live/invalid_key/1", TWO))
    const [one, another] = await notices.claimDue()
    await notices.finish(one!, "sent")
    await notices.refused(another!)
    await both((process) => process.announce("connection_restored", "connection_restored/live/ok/1", TWO))
    clock.advance(HOUR)
    const due = await notices.claimDue()
    expect(due.map(({ kind }) => kind)).toEqual(["connection_restored", "connection_restored"])
    const told = await database.knex("paycollect_notice").where({ kind: "connection_lost" }).pluck("outcome")
    expect(told.sort()).toEqual(["dropped", "sent"])
  })
})
