import { withSuites } from "../http/support/suites"
import { orphanRows } from "./money-back/orphan-rows.suite"
import { orphans } from "./money-back/orphans.suite"
import { refundUnapplied } from "./money-back/refund-unapplied.suite"
import { refunds } from "./money-back/refunds.suite"
import { reversed } from "./money-back/reversed.suite"
import { wonBack } from "./money-back/won-back.suite"

jest.setTimeout(120_000)

withSuites({ orphanRows, orphans, refundUnapplied, refunds, reversed, wonBack })
