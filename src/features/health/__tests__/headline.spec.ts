import { type Check, type CheckId } from "../../../settings/health-checks"
import { headlineOf } from "../headline"

const checksOf = (...ids: CheckId[]): Check[] => ids.map((id) => ({ id, status: "ok", message: "" }))

it.each<[string, CheckId[], "yes" | "no", CheckId[]]>([
  ["all is well", ["configured", "starts_ok", "provider_ok"], "yes", []],
  ["the key is not set", ["not_configured"], "no", ["not_configured"]],
  ["no region offers it", ["provider_in_no_region", "starts_ok"], "no", ["provider_in_no_region"]],
  ["starts fail", ["starts_failing", "breaker_open"], "no", ["starts_failing", "breaker_open"]],
  ["a check of its own failed once", ["connection_failed", "rate_limit_paused"], "yes", []],
])("customers can pay, or cannot: %s", (_, ids, answer, because) => {
  expect(headlineOf(checksOf(...ids), "live").customers_can_pay).toEqual({ answer, because })
  const inTest = headlineOf(checksOf(...ids), "test").customers_can_pay
  expect(inTest).toEqual({ answer: answer === "yes" ? "test" : "no", because })
})

it.each<[string, CheckId[], "yes" | "later" | "no", CheckId[]]>([
  ["all is well", ["reconcile_ok", "webhook_seen", "due_ok"], "yes", []],
  ["no event comes", ["reconcile_ok", "webhook_never_seen"], "later", ["webhook_never_seen"]],
  ["some are late", ["due_overdue"], "later", ["due_overdue"]],
  ["the job stands still", ["reconcile_stale", "webhook_silent"], "no", ["reconcile_stale"]],
  ["many wait", ["due_backlog", "webhook_seen"], "no", ["due_backlog"]],
])("payments come in by themselves, or do not: %s", (_, ids, answer, because) => {
  expect(headlineOf(checksOf(...ids), "live").payments_come_in).toEqual({ answer, because })
})
