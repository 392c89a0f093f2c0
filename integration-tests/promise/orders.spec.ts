import { withSuites } from "../http/support/suites"
import { assignment } from "./orders/assignment.suite"
import { canceledOrders } from "./orders/canceled-orders.suite"
import { changedOrders } from "./orders/changed-orders.suite"
import { currencies } from "./orders/currencies.suite"
import { customers } from "./orders/customers.suite"
import { journalOrders } from "./orders/journal-orders.suite"
import { newOrder } from "./orders/new-order.suite"
import { storeChanges } from "./orders/store-changes.suite"

jest.setTimeout(120_000)

withSuites({
  assignment,
  canceledOrders,
  changedOrders,
  currencies,
  customers,
  journalOrders,
  newOrder,
  storeChanges,
})
