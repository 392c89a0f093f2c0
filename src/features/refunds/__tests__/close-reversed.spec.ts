import { type IntentRow } from "../../../modules/paycollect/models/intent"
import { closeReversed } from "../medusa-refund"

const AT = new Date("2026-11-20T12:00:00Z")

/** @param left what went back without the store and no refund has booked, in smallest units */
async function closed(left: bigint, by?: Date) {
  const resolved: string[] = []
  const item = { id: "pcatt_1", reason: "reversed", created_at: AT }
  const paycollect = {
    attention: {
      openFor: async () => [{ id: "pcatt_0", reason: "refund_due" }, item],
      resolve: async (id: string) => void resolved.push(id),
    },
    ledger: { byId: async () => ({ reversed: (700n + left).toString(), reversed_booked: "700" }) },
  }
  const container = { resolve: () => paycollect } as never
  // As it was read before the refund was booked.
  const intent = { id: "pcint_1", reversed: "700", reversed_booked: "0" } as IntentRow
  await closeReversed({ container, intent }, by)
  return resolved
}

describe("the item of money that went back without the store", () => {
  it("is closed once a refund has booked all of that", async () => {
    expect(await closed(0n)).toEqual(["pcatt_1"])
    expect(await closed(0n, AT)).toEqual(["pcatt_1"])
  })

  it("stays open where more of it went meanwhile, of which it tells", async () => {
    expect(await closed(1n)).toEqual([])
  })

  it("stays open where it was opened after that", async () => {
    expect(await closed(0n, new Date(AT.getTime() - 1))).toEqual([])
  })
})
