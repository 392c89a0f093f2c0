import { ANY_METHOD } from "../../http/support/customer"
import { HOUR } from "../../http/support/merchant"
import { type Act, FAULTS, GOODS, METHODS, OPERATIONS, type Shop } from "./booted-actions"
import { AMISS } from "./booted-links"

const SHOPS: Shop[] = [
  { createIntent: "on_session", pendingOrders: "wait", refunds: "api" },
  { createIntent: "on_redirect", pendingOrders: "place", refunds: "manual" },
  { createIntent: "on_session", pendingOrders: "place", refunds: "off" },
]
const method = METHODS.indexOf(ANY_METHOD)
const PAID: Act[] = [{ do: "pay", method, comesBack: true }]

/** What can happen to a link, to goods and to a request is too much for chance to name all of it within sixty scenarios. */
const OF_EACH_SHOP = (
  [
    [PAID, [{ do: "cancel_order" }]],
    [PAID, [{ do: "reverse", n: 0, amount: null }]],
    [PAID, [{ do: "reverse", n: 0, amount: "100" }], [{ do: "refund", amount: 100 }]],
    [PAID, [{ do: "lose_row", n: 0 }]],
    ...AMISS.map((how): Act[][] => [[{ do: "pay_by_link_amiss", n: 0, method, how }]]),
    ...GOODS.map((how): Act[][] => [PAID, [{ do: "change_goods", how }], [{ do: "refund", amount: 100 }]]),
    ...FAULTS.map((fault, index): Act[][] => [
      [{ do: "fault", operation: OPERATIONS[index % 2]!, fault, times: 1 }],
      PAID,
      [{ do: "cancel_order" }],
    ]),
    // Money of what costs nothing any more, and of what costs something else, each becomes an order of its own.
    ...(["discount", "change_total"] as const).map((change): Act[][] => [
      [{ do: "pay", method, comesBack: false }],
      [change === "discount" ? { do: change, off: "everything" } : { do: change, quantity: 3 }],
      [{ do: "complete" }],
      [{ do: "come_back", n: 0 }],
      [{ do: "make_order" }],
    ]),
    [
      [{ do: "pay", method, comesBack: false }],
      [{ do: "silence" }],
      [{ do: "poll" }],
      [{ do: "make_order" }],
    ],
    [[{ do: "start", method }], [{ do: "take_away", what: "goods" }], [{ do: "rush" }]],
    [
      [{ do: "refuse_key", status: 401, ms: HOUR }, ...PAID],
      [{ do: "two_employees", one: "book", other: "make" }],
    ],
    [
      [{ do: "start", method }],
      [{ do: "switch", to: "live" }],
      PAID,
      [{ do: "change_order", how: "dearer" }],
    ],
    [[{ do: "change_cart", how: "log_in" }], [{ do: "restore" }, ...PAID]],
    [
      PAID,
      [{ do: "reverse", n: 0, amount: null }],
      [{ do: "refund", amount: null }],
      [{ do: "win_back", n: 0 }],
    ],
    [PAID, [{ do: "win_back", n: 0 }], [{ do: "check_now", n: 0 }], [{ do: "resolve", money: "kept" }]],
    // Found with seed 238901571: core took back on paper what it had captured, and showed the order that was made after that as refunded.
    [[{ do: "break_late" }, ...PAID]],
    [
      [{ do: "stock", quantity: 0 }, ...PAID],
      [{ do: "lie", n: 0, lie: "too_little" }],
      [{ do: "stock", quantity: 1_000 }],
    ],
  ] satisfies Act[][][]
).map((turns, index): [Shop, Act[][]] => [SHOPS[index % SHOPS.length]!, turns])

/** Found with seed 604003128: what an exchange made an order owe could not be paid for ever, as its first payment was never confirmed. */
const NEVER_CONFIRMED: Act[][] = [
  [{ do: "start", method: 0 }],
  [{ do: "at_service", n: 0, status: "processing" }],
  [{ do: "pay", method: 1, comesBack: true }],
  [{ do: "change_goods", how: "exchange" }],
  [{ do: "make_link", n: 0, of: "cart", days: 7 }],
  [{ do: "show_link", n: 0 }],
]

export const EXAMPLES: [Shop, Act[][]][] = [...OF_EACH_SHOP, [SHOPS[0]!, NEVER_CONFIRMED]]
