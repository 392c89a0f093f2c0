import { PAID, setup } from "./support"

const LONG_AGO = new Date(0)
const payload = (data: unknown) => ({ data: data as Record<string, unknown>, rawData: "", headers: {} })

describe("getWebhookActionAndData", () => {
  it.each([
    ["by its reference", { data: { merchant_reference: "cart_01-1", status: "succeeded" } }],
    ["by the reference in its metadata (U-07)", { data: { metadata: { merchant_reference: "cart_01-1" } } }],
  ])("marks a known payment due, %s, and asks core for nothing", async (_, body) => {
    const { provider, ledger, verified, intent } = setup({ decision: PAID, row: { updated_at: LONG_AGO } })
    await expect(provider.getWebhookActionAndData(payload(body))).resolves.toEqual({
      action: "not_supported",
    })
    expect(ledger.looks).toEqual([expect.any(Number)])
    expect(verified).toEqual([])
    expect(intent).toMatchObject({ outcome: "waiting", status: "requires_action" })
  })

  it("marks one that was looked at just now due a minute later: anybody may call core's route, and no news may be lost", async () => {
    const updated_at = new Date()
    const { provider, ledger } = setup({ decision: PAID, row: { updated_at, outcome: "failed" } })
    await provider.getWebhookActionAndData(payload({ data: { merchant_reference: "cart_01-1" } }))
    expect(ledger.looks).toEqual([updated_at.getTime() + 60_000])
  })

  it("leaves a payment alone whose money has arrived", async () => {
    const { provider, ledger } = setup({ decision: PAID, row: { updated_at: LONG_AGO, outcome: "paid" } })
    await provider.getWebhookActionAndData(payload({ data: { merchant_reference: "cart_01-1" } }))
    expect(ledger.looks).toEqual([])
  })

  it.each<unknown>([
    undefined,
    null,
    "succeeded",
    [],
    {},
    { data: null },
    { data: "cart_01-1" },
    { data: { metadata: null } },
    { data: { merchant_reference: "cart_02-1" } },
    { data: { merchant_reference: { $ne: "" } } },
    { data: { merchant_reference: "../cart_01-1" } },
  ])("changes nothing for %j", async (body) => {
    const { provider, ledger } = setup({ decision: PAID })
    await expect(provider.getWebhookActionAndData(payload(body))).resolves.toEqual({
      action: "not_supported",
    })
    expect(ledger.looks).toEqual([])
  })
})
