import { withSuites } from "./support/suites"
import { badInput } from "./service/bad-input.suite"
import { checkoutLink } from "./service/checkout-link.suite"
import { customerSession } from "./service/customer-session.suite"
import { feePreview } from "./service/fee-preview.suite"
import { records } from "./service/records.suite"

jest.setTimeout(120_000)

withSuites(
  { badInput, checkoutLink, customerSession, feePreview, records },
  { options: { service: { requestTimeoutMs: 1_000 } }, caching: true, customerSessions: true }
)
