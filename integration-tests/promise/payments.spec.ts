import { withSuites } from "../http/support/suites"
import { dueRun } from "./payments/due-run.suite"
import { journalPayments } from "./payments/journal-payments.suite"
import { payAnew } from "./payments/pay-anew.suite"
import { rareStates } from "./payments/rare-states.suite"
import { restored } from "./payments/restored.suite"
import { restoredOrders } from "./payments/restored-orders.suite"
import { reuse } from "./payments/reuse.suite"
import { switched } from "./payments/switched.suite"
import { webhook } from "./payments/webhook.suite"
import { webhookBody } from "./payments/webhook-body.suite"

jest.setTimeout(120_000)

withSuites({
  dueRun,
  journalPayments,
  payAnew,
  rareStates,
  restored,
  restoredOrders,
  reuse,
  switched,
  webhook,
  webhookBody,
})
