import { withSuites } from "../http/support/suites"
import { linkedPayments } from "./links/linked-payments.suite"
import { payLink } from "./links/pay-link.suite"
import { payLinkCart } from "./links/pay-link-cart.suite"

jest.setTimeout(120_000)

withSuites({ linkedPayments, payLink, payLinkCart })
