import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { type Diagnosis } from "../../../src/cli/doctor"
import { type AdminPayCollectOrphansResponse } from "../../../src/types/http"
import { doctorOf } from "../../http/support/doctor"
import { loseRowOf, startElsewhere } from "../../http/support/orphans"
import { withMerchant } from "../../http/support/merchant"
import { type Suite } from "../../http/support/suites"

export const orphans: Suite = (store) => {
  const merchant = withMerchant(store)
  const look = async (body: object) => {
    const { status, data } = await merchant.post("/admin/paycollect/orphans", body)
    expect([status, data.message]).toEqual([200, undefined])
    return data as AdminPayCollectOrphansResponse
  }
  const orphanAndPaid = async () => {
    const { guest, reference } = await merchant.guestAtCheckout()
    await loseRowOf(store, await merchant.intent(reference))
    merchant.pay(reference)
    return { guest, reference }
  }
  const verifies = () => store.calls("verify_payment").length

  it("finds payments without a record among what was pasted, and makes their orders", async () => {
    const kept = await merchant.guestAtCheckout()
    const { guest, reference } = await orphanAndPaid()
    const unpaid = await merchant.guestAtCheckout()
    await loseRowOf(store, await merchant.intent(unpaid.reference))
    const stranger = await startElsewhere(store, "cart_01ANOTHERSHOP-1")
    const gone = `${guest.cartId}-9`
    const pasted = [kept.reference, `"${reference}";4200`, unpaid.reference, stranger, `see ${gone}.`].join(
      "\n"
    )

    const found = await look({ pasted })
    expect(found).toMatchObject({ checked: 5, known: 1 })
    expect(found.payments.map(({ found, status }) => [found, status])).toEqual([
      ["recovered", "succeeded"],
      ["recovered", "waiting"],
      ["foreign", null],
      ["not_found", null],
    ])
    expect(await guest.orders()).toHaveLength(1)
    expect(await unpaid.guest.orders()).toEqual([])
    expect(found.payments[0]!.intent_id).toBe((await merchant.intent(reference)).id)
    // What is known, or another shop's, was not asked about.
    const asked = store.service.control
      .requests({ operation: "verify_payment" })
      .map((request) => request.reference)
    expect(new Set(asked)).toEqual(new Set([reference, unpaid.reference, gone]))
    expect(await look({ pasted: reference })).toEqual({ checked: 1, known: 1, payments: [] })
  })

  it("finds what the store itself asked for since a date", async () => {
    const { guest, reference } = await orphanAndPaid()
    expect(await look({ since: "2100-01-01" })).toEqual({ checked: 0, known: 0, payments: [] })
    const found = await look({ since: "2026-01-01" })
    expect(found.payments).toMatchObject([{ reference, found: "recovered", status: "succeeded" }])
    expect(await guest.orders()).toHaveLength(1)
  })

  it("looks for all that was pasted at once: a thousand references of another shop cost as many questions as one", async () => {
    const { guest, reference } = await orphanAndPaid()
    const asked = jest.spyOn(store.container().resolve(ContainerRegistrationKeys.QUERY), "graph")
    const strangers = (count: number) =>
      Array.from({ length: count }, (_, n) => `cart_01ANOTHERSHOP-${n + 1} pay_col_01ANOTHERSHOP${n}-1`)
    const found = async (count: number) => {
      asked.mockClear()
      const { payments } = await look({ pasted: strangers(count).join(" ") })
      expect(new Set(payments.map((each) => each.found))).toEqual(new Set(["foreign"]))
      return [payments.length, asked.mock.calls.length]
    }
    const [, one] = await found(1)
    expect(await found(500)).toEqual([1_000, one])
    asked.mockRestore()
    // Money that stands in an order of another name, and nothing else is left of it.
    const paid = await merchant.guestAtCheckout()
    merchant.pay(paid.reference)
    await paid.guest.comeBack(paid.reference)
    await store.db.raw(`update payment set data = data || '{"merchant_reference":"cart_01ELSEWHERE-1"}'`)
    const named = await look({ pasted: "cart_01ELSEWHERE-1 cart_01ELSEWHERE-2" })
    expect(named.payments.map((each) => each.found)).toEqual(["not_found", "foreign"])
    const { payments } = await look({ pasted: [...strangers(20), reference].join(" ") })
    expect(payments.at(-1)).toMatchObject({ reference, found: "recovered", status: "succeeded" })
    expect(await guest.orders()).toHaveLength(1)
  })

  it("makes an item of what nothing here is of only when a person says that all are this shop's", async () => {
    const reference = await startElsewhere(store, "cart_01LOSTWITHTHEBACKUP-1")
    merchant.pay(reference)
    expect((await look({ pasted: reference })).payments).toMatchObject([{ found: "foreign" }])
    expect(verifies()).toBe(0)
    const { payments } = await look({ pasted: reference, all_ours: true })
    expect(payments).toMatchObject([{ found: "recovered", status: "attention" }])
    expect(await merchant.items(reference)).toMatchObject([{ reason: "unknown_payment", status: "open" }])
  })

  it("asks about twenty at a time, and leaves the rest for the next look", async () => {
    const references = Array.from({ length: 25 }, (_, n) => `cart_01NOBODY-${n + 1}`)
    const { payments } = await look({ pasted: references.join(" "), all_ours: true })
    const counts = ["not_found", "left"].map((kind) => payments.filter(({ found }) => found === kind).length)
    expect([counts, verifies()]).toEqual([[20, 5], 20])
  })

  it("says what could not be asked, and changes nothing then", async () => {
    const { reference } = await orphanAndPaid()
    store.service.control.injectFault({ operation: "verify_payment", kind: "status", status: 500 })
    expect((await look({ pasted: reference })).payments).toMatchObject([
      { found: "not_asked", intent_id: null },
    ])
    expect(await merchant.paycollect().ledger.byReference(reference)).toBeNull()
  })

  it.each([
    [{}, "paste references, or give a date in since"],
    [{ pasted: "  " }, "paste references"],
    [{ pasted: 7 }, "pasted: "],
    [{ pasted: "x".repeat(50_001) }, "pasted: "],
    [{ pasted: "a\u0000b" }, "pasted: must not hold a zero character"],
    [{ since: "yesterday" }, "since: must be an ISO 8601 date"],
    [{ since: "2026-01-01", all_ours: "yes" }, "all_ours: "],
    [{ pasted: "cart_1-1", ask: true }, "ask"],
  ])("refuses %j", async (body, message) => {
    const { status, data } = await merchant.post("/admin/paycollect/orphans", body)
    expect([status, data.type]).toEqual([400, "invalid_data"])
    expect(data.message).toContain(message)
    expect(verifies()).toBe(0)
  })

  describe("npx medusa-payment-paycollect doctor --since", () => {
    const doctor = async (args: string[], input?: string) => {
      const { databaseUrl } = store.container().resolve(ContainerRegistrationKeys.CONFIG_MODULE).projectConfig
      return await doctorOf(databaseUrl!, args, input)
    }

    it("lists what is lost without asking anybody, and with --online leaves it to the server's job", async () => {
      const { guest, reference } = await orphanAndPaid()
      const told = await doctor(["--since", "2026-01-01"], "and cart_01ANOTHERSHOP-1, too")
      expect(told.stdout).toContain("2 references looked at, 0 on record")
      expect(told.stdout).toContain(`${reference}  lost; add --online`)
      expect(told.stdout).toContain("cart_01ANOTHERSHOP-1  nothing in this store is of it")
      expect([told.code, store.calls()]).toEqual([0, []])
      expect(await merchant.paycollect().ledger.byReference(reference)).toBeNull()

      const { stdout } = await doctor(["--since", "2100-01-01", "--online", "--json"], reference)
      const { orphans: lost } = JSON.parse(stdout) as Diagnosis
      expect(lost).toMatchObject({ checked: 1, known: 0, findings: [{ reference, found: "recovered" }] })
      expect(await guest.orders()).toEqual([])
      merchant.later(60_000)
      expect(await merchant.reconcile()).toMatchObject({ outcomes: { succeeded: 1 } })
      expect(await guest.orders()).toHaveLength(1)
    })

    it.each([
      [["--since", "yesterday"], "--since takes a date"],
      [["--since", "2026-13-45"], "--since takes a date"],
      [["--all-ours"], "--all-ours goes with --since"],
    ])("refuses %j", async (args, message) => {
      const { code, stderr } = await doctor(args)
      expect([code, stderr]).toEqual([2, expect.stringContaining(message)])
    })
  })
}
