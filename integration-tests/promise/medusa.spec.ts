import { withSuites } from "../http/support/suites"
import { behaviour } from "./medusa/behaviour.suite"
import { completion } from "./medusa/completion.suite"
import { locks } from "./medusa/locks.suite"
import { records } from "./medusa/records.suite"
import { sessions } from "./medusa/sessions.suite"

jest.setTimeout(120_000)

withSuites({ behaviour, completion, locks, records, sessions })
