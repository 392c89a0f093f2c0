jest.mock("../admin/hooks/client", () => ({}))
jest.mock("@medusajs/dashboard/hooks", () => ({
  useDate: () => ({}),
  useStore: () => ({ store: { supported_currencies: [] } }),
}))
jest.mock("react-i18next", () => ({
  useTranslation: () => ({
    t: (key: string) => key,
    i18n: { language: "en", exists: () => true },
  }),
}))
import { useExplanation } from "../admin/hooks/payments"
import type { AdminPayCollectAttention, AdminPayCollectIntent } from "../types/http"

type Payment = Pick<AdminPayCollectIntent, "outcome" | "refunded" | "refundable">

describe("what an item tells a person to do", () => {
  const late = { reason: "late_payment", category: "money" } as AdminPayCollectAttention
  const refundable = { left: "30" } as Payment["refundable"]
  const whole: Payment = { outcome: "paid", refunded: "0", refundable }
  const part: Payment = { ...whole, refunded: "70" }
  const rest = expect.stringContaining("attention_list.rest")
  const usual = (reason: string) => expect.stringContaining(`attention.${reason}.action`)

  it.each<[string, Partial<AdminPayCollectAttention>, Payment, unknown]>([
    ["names what may become of whole money", {}, whole, usual("late_payment")],
    ["names only the refund of the rest, once a part went back", {}, part, rest],
    ["is as ever where no more may be refunded", {}, { ...part, refundable: null }, usual("late_payment")],
    [
      "is as ever where another sum came, of which too much went back",
      { reason: "amount_discrepancy" },
      { ...part, outcome: "discrepancy" },
      usual("amount_discrepancy"),
    ],
    [
      "is as ever for a refund to send",
      { reason: "refund_due", category: "refund" },
      part,
      usual("refund_due"),
    ],
  ])("%s", (_what, item, payment, action) => {
    expect(useExplanation()({ ...late, ...item, payment }).action).toEqual(action)
  })
})
