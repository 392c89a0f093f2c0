import { withSuites } from "./support/suites"
import { initRegion } from "./dashboard/init-region.suite"
import { intents } from "./dashboard/intents.suite"
import { today } from "./dashboard/today.suite"
import { amountBounds } from "./shop/amount-bounds.suite"
import { checkout } from "./shop/checkout.suite"
import { returnLink } from "./shop/return-link.suite"

jest.setTimeout(120_000)

withSuites({ amountBounds, checkout, returnLink, initRegion, intents, today })
