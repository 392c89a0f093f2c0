import { EVENT_SECRET } from "../http/support/events"
import { withSuites } from "../http/support/suites"
import { crossings } from "./placed/crossings.suite"
import { limits } from "./placed/limits.suite"
import { pendingOrders } from "./placed/pending-orders.suite"

jest.setTimeout(120_000)

withSuites(
  { crossings, limits, pendingOrders },
  { options: { pendingOrders: "place" }, sandbox: { webhookSecret: EVENT_SECRET } }
)
