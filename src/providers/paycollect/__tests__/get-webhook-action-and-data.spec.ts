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
    expect(ledger.patches).toEqual([{ due_at: expect.any(Date) }])
    expect(verified).toEqual([])
    expect(intent).toMatchObject({ outcome: "waiting", status: "requires_action" })
  })

  it.each([
    ["looked at within the last minute", {}],
    ["whose money has arrived", { updated_at: LONG_AGO, outcome: "paid" as const }],
  ])("leaves a payment alone %s: anybody may call core's route", async (_, row) => {
    const { provider, ledger } = setup({ decision: PAID, row })
    await provider.getWebhookActionAndData(payload({ data: { merchant_reference: "cart_01-1" } }))
    expect(ledger.patches).toEqual([])
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
    expect(ledger.patches).toEqual([])
  })
})
