import { withSuites } from "./support/suites"
import { initRegion } from "./dashboard/init-region.suite"
import { intents } from "./dashboard/intents.suite"
import { today } from "./dashboard/today.suite"

jest.setTimeout(120_000)

withSuites({ initRegion, intents, today })
