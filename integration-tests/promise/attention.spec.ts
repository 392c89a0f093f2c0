import { withSuites } from "../http/support/suites"
import { items } from "./attention/items.suite"
import { list } from "./attention/list.suite"
import { month } from "./attention/month.suite"
import { search } from "./attention/search.suite"
import { sums } from "./attention/sums.suite"
import { takings } from "./attention/takings.suite"

jest.setTimeout(180_000)

withSuites({ items, list, month, search, sums, takings })
