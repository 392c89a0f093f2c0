import { type Logger } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { PayCollectRateLimitedError } from "../../service/errors"
import { toMedusaError } from "../errors"
import { warnRefusedStart } from "../refused-starts"

const full = new PayCollectRateLimitedError({ operation: "create_payment_intent", message: "It is used up." })

describe("starts that are refused", () => {
  beforeEach(() => jest.useFakeTimers())
  afterEach(() => jest.useRealTimers())

  const logged = () => {
    const lines: string[] = []
    return { lines, logger: { warn: (line: string) => lines.push(line) } as unknown as Logger }
  }

  it("are one line a minute and one with how many more there were, of each kind", () => {
    const { lines, logger } = logged()
    for (let start = 0; start < 1_000; start++) {
      warnRefusedStart(logger, `session ${start}`, full)
      warnRefusedStart(logger, `link ${start}`, toMedusaError(full))
    }
    warnRefusedStart(logger, "session 7", new MedusaError("not_allowed", "It is paid."))
    const first = [
      "paycollect: no payment started for session 0: It is used up.",
      "paycollect: no payment started for session 7: It is paid.",
    ]
    expect(lines).toEqual(first)
    jest.advanceTimersByTime(59_999)
    expect(lines).toEqual(first)
    jest.advanceTimersByTime(1)
    const count = "paycollect: 1999 more starts were refused within the minute after that, too: too_fast"
    expect(lines).toEqual([...first, count])

    warnRefusedStart(logger, "session 8", full)
    expect(lines.at(-1)).toBe("paycollect: no payment started for session 8: It is used up.")
  })

  it("quote nothing of an error that is not ours", () => {
    const { lines, logger } = logged()
    warnRefusedStart(logger, "session 1", new TypeError("sk_live_secret is no function"))
    expect(lines).toEqual(["paycollect: no payment started for session 1: TypeError"])
  })
})
