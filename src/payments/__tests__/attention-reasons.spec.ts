import { ATTENTION_REASONS, isAttentionReason } from "../attention-reasons"

describe("reasons for attention", () => {
  it.each(Object.keys(ATTENTION_REASONS))("knows %s", (reason) => {
    expect(isAttentionReason(reason)).toBe(true)
  })

  it.each(["", "paid", "PAID_WITHOUT_ORDER", "toString", "constructor", "__proto__"])(
    "does not know %j",
    (reason) => {
      expect(isAttentionReason(reason)).toBe(false)
    }
  )
})
