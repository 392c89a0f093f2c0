import { intentRow } from "../../../../payments/__tests__/rows"
import { type FeeRow } from "../../../../features/fees/fees"
import { type AttentionRow } from "../../../../modules/paycollect/models/attention"
import { type RefundRow } from "../../../../modules/paycollect/models/refund"
import { resolveOptions } from "../../../../settings/options"
import { shownFee } from "../../../fee-rows"
import { shownItem } from "../../../../features/shown"
import { shownEvent, shownIntent, shownRefund, shownResult } from "../intent-view"
import { shownCustomer, shownCustomerDetail, shownTransaction } from "../record-views"
import { shownTakings, shownTotals } from "../takings/sums"
import { INTENT_FIELDS } from "../validators"

/** What a later migration, or the service, adds to a record. */
const TOMORROW = { column_of_tomorrow: "not to be seen" }
const AT = new Date("2026-01-31T12:00:00.123Z")
const { service } = resolveOptions({}, {})
const NO_LINK = { service }

const item: AttentionRow = {
  id: "pcatt_01",
  category: "money",
  reason: "late_payment",
  key: "",
  status: "open",
  data: { amount: "1" },
  note: null,
  resolved_by: null,
  resolved_at: null,
  notified_at: null,
  notice: null,
  intent_id: "pcint_01",
  created_at: AT,
  updated_at: AT,
  deleted_at: null,
  ...TOMORROW,
}
const refundable = { came: "1", left: "1", currency_code: "xaf", exponent: 0, mode: "api" } as const
const facts = { order_display_id: 12, customer_id: "cus_01", customer_email: "ama@example.com" }
const intent = {
  ...{ ...intentRow({ request: { email: "ama@example.com" } }), ...facts, ...TOMORROW },
  attention: [item],
  refundable,
}
const event = { id: "pcevt_01", type: "paid", cause: null, data: { amount: "1" }, intent_id: "pcint_01" }
const dates = { created_at: AT, updated_at: AT, deleted_at: null }
const refund = {
  ...{ id: "pcref_01", amount: "1", currency_code: "xaf", status: "sent", reason: "other", ...dates },
  ...{ failure: "in words of the service", ...TOMORROW },
} as unknown as RefundRow
const person = { firstname: "Ama", lastname: "Nkeng", email: "ama@example.com", phone: "+237650000001" }
const customer = {
  ...{ id: "cus_01", ...person, balance: "-5", active: true, created_at: 1_800_000_000, ...TOMORROW },
  billing: [
    { name: "Ama", email: "a@example.com", ...TOMORROW, address: { city: "Douala", ...TOMORROW } },
  ] as never,
}
const sums = {
  ...{ currency_code: "xaf", provider_id: "pp_paycollect_default", exponent: 0, period: "2026-01-31" },
  ...{
    started: 1,
    succeeded: 1,
    waiting: 0,
    attention: 0,
    paid: 1,
    amount: 1n,
    fees: 0n,
    returned: 0n,
    kept: 0n,
    refunded: 0n,
  },
  ...TOMORROW,
}
const fee: FeeRow = {
  ...{ payment_method: "momo", name: "MoMo", currency_code: "xaf", amount: "100", fee: "2", total: "102" },
  ...{ fee_bearer: "customer" as const, details: {}, ...TOMORROW },
  error: { ...{ code: "unavailable", message: "No answer." }, ...TOMORROW },
}

describe("what a merchant is shown", () => {
  it.each([
    ["of a payment", shownIntent(intent, NO_LINK)],
    ["of an item", shownItem(item)],
    ["of its history", shownEvent({ ...event, ...dates, ...TOMORROW })],
    ["of a refund", shownRefund(refund)],
    [
      "of advancing",
      shownResult({ status: "waiting", reason: null, cart_id: null, order_id: null, ...TOMORROW }),
    ],
    ["of a customer of the service", shownCustomer(customer)],
    ["of a customer with billing", shownCustomerDetail(customer)],
    [
      "of a transaction",
      shownTransaction(
        { id: "tx_01", object: "transaction", customer: { ...person, ...TOMORROW }, ...TOMORROW },
        { intent: null, exponent: null }
      ),
    ],
    ["of a fee", shownFee(fee, "admin")],
    ["of takings", [...shownTakings([sums]), ...shownTotals([sums], [])]],
  ])("%s is what is named, and no column of tomorrow", (_, shown) => {
    expect(JSON.stringify(shown)).not.toMatch(/tomorrow|not to be seen/)
  })

  it("of a payment is every field that a list may be asked for, and no other", () => {
    const names = INTENT_FIELDS.map((field) => field.replace(".*", ""))
    expect(Object.keys(shownIntent(intent, NO_LINK)).sort()).toEqual(names.sort())
    expect(JSON.stringify(shownIntent({ ...intent, ...facts, customer_email: null }, NO_LINK))).not.toMatch(
      /ama@example|client_secret|fingerprint|lease_until/
    )
  })

  it("has the values of the record, with dates as ISO 8601", () => {
    expect(
      shownIntent(
        { ...intent, paid_at: AT },
        { service: { ...service, dashboardUrl: "https://s.example/{id}" } }
      )
    ).toMatchObject({
      payment_number: "JZ1D-7K9P",
      amount: "10000",
      refundable,
      state: "requires_action",
      paid_at: "2026-01-31T12:00:00.123Z",
      applied_at: null,
      service_dashboard_url: "https://s.example/pi_01",
      attention: [
        { id: "pcatt_01", reason: "late_payment", data: { amount: "1" }, created_at: AT.toISOString() },
      ],
    })
    expect(shownCustomerDetail(customer)).toMatchObject({
      ...person,
      billing: [{ address: { city: "Douala" } }],
    })
  })
})
