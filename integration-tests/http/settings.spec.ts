import { withSuites } from "./support/suites"
import { health } from "./settings/health.suite"
import { ENCRYPTION_KEY, saved } from "./settings/saved.suite"
import { simulator } from "./settings/simulator.suite"

jest.setTimeout(120_000)

// The first of health sees a store whose connection was never checked.
withSuites({ health, saved, simulator }, { options: { encryptionKey: ENCRYPTION_KEY } })
