import { FAILED, FORGED_DATA, DISCREPANCY, OUR_DATA, PAID, SESSION_KEYS, setup, WAITING } from "./support"

describe("getPaymentStatus", () => {
  it.each([
    ["paid", PAID, "captured"],
    ["waiting", WAITING, "pending"],
    ["failed", FAILED, "error"],
    ["a discrepancy", DISCREPANCY, "pending"],
  ])("translates %s", async (_, decision, status) => {
    const { provider, verified } = setup({ decision })
    const answer = await provider.getPaymentStatus({ data: OUR_DATA })
    expect(answer.status).toBe(status)
    expect(Object.keys(answer.data!).sort()).toEqual(SESSION_KEYS)
    expect(verified).toEqual([["status", undefined]])
  })

  it("answers from the ledger, not from the data", async () => {
    const { data, status } = await setup({ decision: WAITING }).provider.getPaymentStatus({
      data: FORGED_DATA,
    })
    expect(status).toBe("pending")
    expect(data).toMatchObject({
      status: "requires_action",
      amount: "10000",
      service_intent_id: "pi_01",
      environment: "test",
    })
  })

  it.each([
    undefined,
    {},
    { merchant_reference: "cart_02-1" },
    { merchant_reference: { $ne: null } },
    { merchant_reference: "' or 1=1" },
  ])("knows nothing of %p", async (data) => {
    const { provider, verified } = setup({ decision: PAID })
    await expect(provider.getPaymentStatus({ data })).rejects.toMatchObject({
      type: "not_found",
      message: "This payment is not in PayCollect's records; nothing was changed.",
    })
    expect(verified).toEqual([])
  })
})
