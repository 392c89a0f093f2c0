const { appendFileSync } = require("node:fs")

/** The shop's own code that hears of money, one line an event: all processes of a test write into one file. Core's own belong to a group, ours to none. */
exports.default = async function heard({ event: { data, metadata } }) {
  const by = metadata?.eventGroupId ? "core" : "us"
  appendFileSync(process.env.PAYCOLLECT_SPEC_HEARD, `${JSON.stringify({ id: data.id, by })}\n`)
}

exports.config = { event: "payment.captured", context: { subscriberId: "heard" } }
