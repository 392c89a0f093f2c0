import { withSuites } from "./support/suites"
import { amountBounds } from "./shop/amount-bounds.suite"
import { checkout } from "./shop/checkout.suite"
import { returnLink } from "./shop/return-link.suite"

jest.setTimeout(120_000)

withSuites({ amountBounds, checkout, returnLink })
