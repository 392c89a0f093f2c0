import { announce } from "../../../src/features/alerts/notify"
import runJob from "../../../src/jobs/paycollect-notify"
import { nextPerson } from "../../http/support/customer"
import { withMails } from "../../http/support/mails"
import { MINUTE, withMerchant } from "../../http/support/merchant"
import { type Suite } from "../../http/support/suites"

const PATH = "/admin/paycollect/connection"

export const outage: Suite = (store) => {
  const merchant = withMerchant(store)
  const { tell, mails, job, noMoreToday, anotherProcess } = withMails(store, merchant)
  const told = () => mails().map(({ data, to }) => [data.kind, to])
  const outage = async () => (await merchant.get(PATH)).data.outage
  const bells = async () =>
    (
      await store.db.raw(
        "select data->>'title' as title from notification where channel = 'feed' and idempotency_key like 'paycollect:connection%' order by created_at"
      )
    ).rows.map(({ title }: { title: string }) => title)
  const startBy = async (setup: Parameters<typeof merchant.guestAtCheckout>[0]) =>
    await merchant.guestAtCheckout(setup).catch(() => undefined)
  /** Of another customer each time. */
  const start = async () => {
    const { email, phone } = nextPerson()
    return await startBy({ email, address: { phone } })
  }
  const refuse = (times = 99) => {
    for (const operation of ["create_payment_intent", "list_customers"] as const)
      store.service.control.injectFault({ operation, kind: "status", status: 401, times })
  }
  beforeEach(async () => {
    tell({ recipients: ["owner@shop.example.com"] })
    await noMoreToday()
  })

  it("a refused key is told within two minutes: one banner, one mail and one bell; and when it is over, one of each", async () => {
    await job()
    expect(await outage()).toBeNull()
    refuse()
    await start()
    expect(await outage()).toBeNull()
    await job()
    expect(await outage()).toEqual({ environment: "test", code: "invalid_key", since: expect.any(String) })
    for (const minute of [1, 2, 3]) {
      merchant.later(minute * MINUTE)
      await start()
      await Promise.all([job(), runJob(anotherProcess())])
    }
    expect(told()).toEqual([["connection_lost", "owner@shop.example.com"]])
    expect(mails()[0]).toMatchObject({
      template: "paycollect-connection-lost",
      subject: expect.stringContaining("Nobody can pay since"),
      text: expect.stringContaining("The service does not accept the key."),
      data: { connection: { environment: "test", code: "invalid_key" } },
    })
    expect(mails()[0]!.text).toContain("https://backend.paycollect.example/app/paycollect/health")
    expect(await bells()).toEqual([expect.stringContaining("Nobody can pay since")])

    store.service.control.clearFaults()
    merchant.later(MINUTE)
    await Promise.all([job(), runJob(anotherProcess())])
    await job()
    expect(await outage()).toBeNull()
    expect(told()).toEqual([
      ["connection_lost", "owner@shop.example.com"],
      ["connection_restored", "owner@shop.example.com"],
    ])
    expect(await bells()).toEqual([expect.any(String), expect.stringContaining("Customers can pay again")])
  })

  it("a key that the service does not know, saved all the same: one of each, and the right one ends it", async () => {
    const save = async (secret_key: string | null) =>
      await merchant.post("/admin/paycollect/settings", { test: { secret_key }, save_unchecked: true })
    expect((await save("sk_test_mistyped_0000")).status).toBe(200)
    for (let half = 0; half < 4; half++) {
      await start()
      await job()
      merchant.later(MINUTE / 2)
    }
    expect(await outage()).toMatchObject({ environment: "test", code: "invalid_key" })
    const connectionMails = () => told().filter(([kind]) => String(kind).startsWith("connection_"))
    expect(connectionMails()).toEqual([["connection_lost", "owner@shop.example.com"]])
    expect(await bells()).toEqual([expect.stringContaining("Nobody can pay since")])

    expect((await save(store.service.testSecretKey)).status).toBe(200)
    for (let half = 0; half < 4; half++) {
      await job()
      merchant.later(MINUTE / 2)
    }
    expect(await outage()).toBeNull()
    expect(connectionMails().map(([kind]) => kind)).toEqual(["connection_lost", "connection_restored"])
    expect(await bells()).toHaveLength(2)
    expect(await start()).toBeDefined()
  })

  it("starts that fail for minutes are told though the service answers other questions; a start that goes well ends it", async () => {
    store.service.control.injectFault({
      operation: "create_payment_intent",
      kind: "status",
      status: 500,
      times: 99,
    })
    for (const minute of [0, 1, 2, 3]) {
      merchant.later(minute * MINUTE)
      await start()
      await job()
    }
    expect(await outage()).toMatchObject({ code: "unreachable" })
    const { data } = await merchant.get("/admin/paycollect/health")
    expect(data.health.checks).toContainEqual(
      expect.objectContaining({ id: "starts_failing", status: "error" })
    )
    merchant.later(MINUTE)
    await job()
    expect(await outage()).toMatchObject({ code: "unreachable" })
    store.service.control.clearFaults()
    merchant.later(2 * MINUTE)
    expect(await start()).toBeDefined()
    await job()
    expect(await outage()).toBeNull()
    expect(told().map(([kind]) => kind)).toEqual(["connection_lost", "connection_restored"])
  })

  it("two customers who cannot pay, twenty minutes apart, are enough while nothing answers meanwhile", async () => {
    for (const operation of ["create_payment_intent", "list_customers"] as const)
      store.service.control.injectFault({ operation, kind: "status", status: 500, times: 99 })
    await start()
    for (let minute = 0; minute < 20; minute += 5) {
      await job()
      merchant.later(5 * MINUTE)
    }
    expect(told()).toEqual([])
    await start()
    await job()
    expect(told()).toEqual([["connection_lost", "owner@shop.example.com"]])
  })

  it("what the service answers to one customer alone is no outage, however many carts she fills; another customer's makes it one", async () => {
    const fail = () =>
      store.service.control.injectFault({
        operation: "create_payment_intent",
        kind: "status",
        status: 500,
        times: 9,
      })
    for (let minute = 0; minute < 6; minute++) {
      merchant.later(MINUTE)
      fail()
      await startBy({ email: "stranger@example.com" })
      await job()
    }
    const { rows } = await store.db.raw(
      "select count(distinct subject_id)::int as carts from paycollect_intent where status = 'unknown'"
    )
    expect(rows[0].carts).toBeGreaterThan(2)
    expect([await outage(), told(), await bells()]).toEqual([null, [], []])
    merchant.later(MINUTE)
    fail()
    await start()
    await job()
    expect(told()).toEqual([["connection_lost", "owner@shop.example.com"]])
  })

  it("a single failure, and a customer whom the service says no to, are nothing that anybody is told", async () => {
    refuse(1)
    await start()
    store.service.control.clearFaults()
    await job()
    store.service.control.injectFault({
      operation: "create_payment_intent",
      kind: "status",
      status: 500,
      times: 1,
    })
    await start()
    for (const minute of [1, 3, 20]) {
      merchant.later(minute * MINUTE)
      await job()
    }
    for (const minute of [1, 2, 3, 4]) {
      store.service.control.injectFault({
        operation: "create_payment_intent",
        kind: "status",
        status: 400,
        times: 1,
      })
      merchant.later(minute * MINUTE)
      await start()
      await job()
    }
    expect([await outage(), told(), await bells()]).toEqual([null, [], []])
  })

  it("told twice, by a process that died in between, it is one mail and one bell", async () => {
    const news = {
      kind: "connection_lost",
      environment: "live",
      code: "invalid_key",
      since: "2026-01-31T08:00:00.000Z",
    } as const
    await announce(store.container(), news)
    await announce(anotherProcess(), news)
    await job()
    expect(told()).toEqual([["connection_lost", "owner@shop.example.com"]])
    expect(await bells()).toHaveLength(1)
  })
}
