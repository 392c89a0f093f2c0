import { type Action, type Turn } from "./actions"
import { type Setting } from "./world"

interface Found {
  /** read after "holds where" */
  happens: string
  setting: Setting
  turns: Turn[]
}

const SHOP: Setting = {
  carts: 1,
  pendingOrders: "wait",
  refunds: "off",
  feeBearer: "merchant",
  reuse: "replay",
  createIntent: "on_session",
  eventsFirst: false,
  stranger: false,
  liesLast: false,
  subtractsRefunds: false,
}

/** Nobody is killed beside. */
export const turns = (...acts: Action[]): Turn[] => acts.map((act) => ({ actions: [act], kill: null }))

const CHARGED_BACK: Turn = {
  actions: [
    { do: "pay", server: 0, cart: 0, provider: 0, comesBack: false },
    { do: "reverse", server: 0, n: 0, amount: null, state: "failed", isTold: true },
  ],
  kill: null,
}

const BY_LINK = {
  do: "pay_by_link",
  server: 0,
  n: 0,
  of: "new",
  provider: 0,
  amount: 1,
  currency: "eur",
  how: "cheaper",
  atCapture: null,
  comesBack: false,
  dies: null,
} satisfies Action

/** The server dies while core takes a completion back: the payment is canceled, its order stands, and a person refunds of it. */
const refundedInCompensation = (amount: number): Turn[] => [
  { actions: [{ do: "stock", cart: 0, inStock: true, breaksLate: true }], kill: { server: 0, after: 0 } },
  {
    actions: [{ do: "pay", server: 0, cart: 0, provider: 0, comesBack: true }],
    kill: { server: 0, after: 58 },
  },
  {
    actions: [
      { do: "refund", server: 0, n: 0, amount, fault: null, dies: null },
      { do: "assign", server: 0, n: 0, order: "by_telephone", twice: false, dies: null },
    ],
    kill: null,
  },
]

/** Scenarios that once broke the promise, as small as they could be made: a seed names another one as soon as an action is added. */
export const FOUND: Found[] = [
  {
    // Core books a cancel as a refund: nothing is sent for it, and no person has anything left to do.
    happens: "all of an order's payment is reversed, and its order is canceled then",
    setting: { ...SHOP, refunds: "api" },
    turns: turns(
      { do: "pay", server: 1, cart: 0, provider: 0, comesBack: true },
      { do: "wait", ms: 90_000_000 },
      { do: "complete", server: 0, cart: 0, guarded: false },
      { do: "reverse", server: 0, n: 0, amount: null, state: "failed", isTold: true },
      { do: "cancel_order", server: 0, n: 0 }
    ),
  },
  {
    // Found with seed 77120031 of module-1, as its 326th. The ledger counted what one answer left out as given back for good.
    happens: "an answer names less than came, once, while money that came late by a link is assigned",
    setting: SHOP,
    turns: turns(
      {
        do: "pay_by_link",
        server: 0,
        n: 0,
        of: "new",
        provider: 0,
        amount: 0,
        currency: "xaf",
        how: "canceled",
        atCapture: null,
        comesBack: false,
        dies: null,
      },
      { do: "advance", server: 0, n: 0, cause: 0 },
      { do: "lie", server: 0, n: 0, lie: "too_little" },
      { do: "wait", ms: 200_000 },
      { do: "assign", server: 0, n: 0, order: "by_telephone", twice: false, dies: null }
    ),
  },
  {
    // Its refund was counted once more, and a person was asked to send what had been sent.
    happens: "the row of a payment of which a part was refunded is lost, and written anew",
    setting: { ...SHOP, refunds: "api" },
    turns: turns(
      { do: "pay", server: 0, cart: 0, provider: 0, comesBack: true },
      { do: "refund", server: 0, n: 0, amount: 1_000, fault: null, dies: null },
      { do: "lose_row", n: 0 }
    ),
  },
  {
    // Whoever held it found it used, and left it on the list as money that is to be sent back.
    happens:
      "all of a payment goes back that a session had taken when its server died, and its order is paid in cash",
    setting: SHOP,
    turns: turns(
      {
        do: "pay_by_link",
        server: 0,
        n: 0,
        of: "new",
        provider: 0,
        amount: 0,
        currency: "xaf",
        how: "nothing",
        atCapture: null,
        comesBack: true,
        dies: "provider authorized",
      },
      { do: "reverse", server: 0, n: 0, amount: null, state: "failed", isTold: false },
      { do: "counter", server: 0, n: 0 }
    ),
  },
  {
    // Found with seed 20261121 of module-1, as its 702nd. The item of a sum that did not fit stayed when nothing was left of it.
    happens: "a part of a payment goes back before anybody has looked, and then the rest",
    setting: SHOP,
    turns: turns(
      { do: "pay", server: 0, cart: 0, provider: 0, comesBack: false },
      { do: "reverse", server: 0, n: 0, amount: 6_000, state: "failed", isTold: false },
      { do: "advance", server: 0, n: 0, cause: 0 },
      { do: "reverse", server: 0, n: 0, amount: null, state: "charged_back", isTold: true }
    ),
  },
  {
    // Found with seed 20261121 of module-1, as its 890th. What had come was taken for this press, with half of it as the customer's fee.
    happens: "the row of a payment that came for more is lost, and its link is paid by once more",
    setting: { ...SHOP, feeBearer: "customer", reuse: "conflict" },
    turns: turns(BY_LINK, { do: "lose_row", n: 0 }, { ...BY_LINK, of: "known", how: "nothing" }),
  },
  {
    // Found with seed 20261121 of module-1, as its 989th. The cart's next payment got the lost one's reference, and its money was listed a second time.
    happens: "the row of late money that another order has is lost, and its cart is paid once more",
    setting: SHOP,
    turns: turns(
      { do: "pay_amiss", server: 0, cart: 0, how: "late" },
      { do: "assign", server: 0, n: 0, order: "by_telephone", twice: false, dies: null },
      { do: "lose_row", n: 0 },
      { do: "pay_amiss", server: 0, cart: 0, how: "late_for_a_while" }
    ),
  },
  {
    // The same with a cart that costs what came: its order, too, would have been made of it.
    happens: "the row of late money that another order has is lost, and its cart costs again what came",
    setting: SHOP,
    turns: turns(
      { do: "pay_amiss", server: 0, cart: 0, how: "late" },
      { do: "assign", server: 0, n: 0, order: "by_telephone", twice: false, dies: null },
      { do: "lose_row", n: 0 },
      { do: "change_total", server: 0, cart: 0, amount: 0, cutOff: false },
      { do: "pay", server: 0, cart: 0, provider: 0, comesBack: true }
    ),
  },
  {
    // An event looked at the attempt's new row while its create was under way: the row gave way to the lost one's under that look.
    happens: "an event tells of a payment whose row was lost while its cart is paid once more",
    setting: { ...SHOP, pendingOrders: "place" },
    turns: [
      ...turns({ do: "start", server: 0, cart: 0, provider: 0 }, { do: "lose_row", n: 0 }),
      {
        actions: [
          { do: "advance", server: 0, n: 0, cause: 1 },
          { do: "pay_amiss", server: 0, cart: 0, how: "twice" },
        ],
        kill: null,
      },
    ],
  },
  {
    // Found with seed 238901126 of module-1, as its 129th. The row was written anew with what was left, and takings lost what had come.
    happens: "the row of an order's payment that was given back is lost, and the service subtracts refunds",
    setting: { ...SHOP, refunds: "api", subtractsRefunds: true },
    turns: turns(
      { do: "pay", server: 0, cart: 0, provider: 0, comesBack: false },
      { do: "pay", server: 0, cart: 0, provider: 0, comesBack: true },
      { do: "cancel_order", server: 0, n: 0 },
      { do: "refund", server: 0, n: 0, amount: 1_000, fault: null, dies: null },
      { do: "lose_row", n: 0 }
    ),
  },
  {
    // Found with seed 20261123 of module-2, as its 87th. The one answer that was had made an item beside the order that stood.
    happens: "the row of an order's payment is lost, and the answers about it name another one",
    setting: SHOP,
    turns: turns(
      { do: "pay", server: 0, cart: 0, provider: 0, comesBack: true },
      { do: "lie", server: 0, n: 0, lie: "other_payment" },
      { do: "lose_row", n: 0 },
      { do: "advance", server: 0, n: 0, cause: 1 }
    ),
  },
  {
    // Found with seed 239313279 of module-1, as its 902nd. One silence was taken for that of the week in which nobody had asked.
    happens: "late money of a week ago is given to an order, and the service is silent for once",
    setting: SHOP,
    turns: turns(
      { do: "pay_amiss", server: 0, cart: 0, how: "late" },
      { do: "wait", ms: 7 * 86_400_000 },
      { do: "fault", operation: "verify", fault: "refused", times: 2 },
      { do: "assign", server: 0, n: 0, order: "by_telephone", twice: false, dies: null }
    ),
  },
  {
    // Found with seed 241927166 of module-2, as its 242nd. The days on which the store was out counted as the service's silence.
    happens:
      "the store is out for eleven days before an order's payment is written down, and the service is silent for once",
    setting: SHOP,
    turns: turns(
      { do: "pay", server: 0, cart: 0, provider: 0, comesBack: false },
      { do: "complete", server: 0, cart: 0, guarded: false },
      { do: "outage", server: 0, days: 11, says: "nothing" },
      { do: "fault", operation: "verify", fault: "refused", times: 1 }
    ),
  },
  {
    // Found with seed 242060221 of module-1, as its 125th. By the other server's clock the refund came after the row, and was counted once more.
    happens:
      "the row of a payment of which a part was refunded is lost, and written anew by a server whose clock is behind",
    setting: SHOP,
    turns: [
      ...turns({ do: "pay", server: 0, cart: 0, provider: 0, comesBack: true }),
      {
        actions: [{ do: "refund", server: 0, n: 0, amount: 1_000, fault: null, dies: null }],
        kill: { server: 0, after: 2 },
      },
      {
        actions: [
          { do: "clock", server: 1, ahead: -95_000 },
          { do: "lose_row", n: 0 },
        ],
        kill: null,
      },
      ...turns({ do: "advance", server: 1, n: 0, cause: 1 }),
    ],
  },
  {
    // Found with seed 344494297 of module-1, as its 970th. As much was left as had been refunded, which looked like a refund that was not subtracted.
    happens:
      "the rest of late money is reversed after a greater part was refunded, and the service subtracts no refund",
    setting: { ...SHOP, refunds: "api" },
    turns: turns(
      { do: "pay_amiss", server: 0, cart: 0, how: "late" },
      { do: "refund_unapplied", server: 0, n: 0, amount: "6000", clicks: "once", fault: null, dies: null },
      { do: "wait", ms: 7_200_000 },
      { do: "reverse", server: 0, n: 0, amount: null, state: "charged_back", isTold: true }
    ),
  },
  {
    // Found with seed 375903510 of module-1, as its 111th. The rest of the money is in the item; what went back of it was taken for all of it.
    happens:
      "a part is refunded, the row is lost, its order canceled by a server that dies, and the money heard of again",
    setting: { ...SHOP, refunds: "manual" },
    turns: [
      ...turns({ do: "pay_amiss", server: 0, cart: 0, how: "twice" }),
      {
        actions: [{ do: "refund", server: 0, n: 0, amount: 1_000, fault: null, dies: null }],
        kill: { server: 0, after: 3 },
      },
      ...turns({ do: "lose_row", n: 0 }),
      { actions: [{ do: "cancel_order", server: 0, n: 0 }], kill: { server: 1, after: 0 } },
      ...turns({ do: "pay", server: 0, cart: 0, provider: 0, comesBack: false }),
    ],
  },
  {
    // Found with seed 376192188 of module-1, as its 677th. What was seen first counted beside what came instead, although the journal takes it back.
    happens: "a part is reversed before the money is seen, and is there again when it is seen once more",
    setting: SHOP,
    turns: [
      ...turns(
        { do: "pay", server: 0, cart: 0, provider: 0, comesBack: false },
        { do: "reverse", server: 0, n: 0, amount: 6_000, state: "failed", isTold: false }
      ),
      {
        actions: [{ do: "complete", server: 0, cart: 0, guarded: false }],
        kill: { server: 0, after: 13 },
      },
      ...turns(
        { do: "win_back", server: 0, n: 0, isTold: false },
        { do: "at_service", n: 0, status: "succeeded" }
      ),
    ],
  },
  {
    // Found with seed 377184783 of module-1, as its 1,155th. By the clock that was ahead the capture was news for longer than by the job's.
    happens: "a server whose clock is ahead captures, and a link's week passes before the job runs",
    setting: SHOP,
    turns: turns(
      { do: "clock", server: 0, ahead: 95_000 },
      { do: "pay_amiss", server: 0, cart: 0, how: "twice" },
      { do: "link", server: 0, n: 0, does: "make", amount: 0, currency: "xaf", dies: null },
      { ...BY_LINK, amount: 0, currency: "xaf", how: "expired" }
    ),
  },
  {
    // Found with seed 379231805 of module-1, as its 3,799th. The refused attempt has the reference of the lost row, and an event about that one's money
    // made an order of it, beside the one that it was given to.
    happens:
      "late money is given to an order, its row is lost, the next start is refused, and an event tells of the money again",
    setting: SHOP,
    turns: [
      ...turns(
        { do: "pay_amiss", server: 0, cart: 0, how: "late_for_a_while" },
        { do: "complete", server: 0, cart: 0, guarded: false }
      ),
      ...turns(
        { do: "change_region", server: 0, cart: 0, currency: "xaf", amount: 0, cutOff: null },
        { do: "assign", server: 0, n: 0, order: "by_telephone", twice: false, dies: null }
      ),
      { actions: [{ do: "lose_row", n: 0 }], kill: { server: 0, after: 0 } },
      {
        actions: [
          { do: "fault", operation: "create", fault: "refused", times: 1 },
          {
            do: "assign",
            server: 0,
            n: 0,
            order: "dearer",
            twice: false,
            dies: "order's collection created",
          },
        ],
        kill: { server: 0, after: 55 },
      },
      {
        actions: [
          { do: "pay", server: 0, cart: 0, provider: 1, comesBack: false },
          { do: "advance", server: 0, n: 3, cause: 1 },
          { do: "pay_amiss", server: 0, cart: 0, how: "late_for_a_while" },
        ],
        kill: null,
      },
    ],
  },
  {
    // Found with seed 388093449 of module-1, as its 2,745th. The order of a completion that began before the start was refused stood without
    // money, and no job looked at it.
    happens:
      "a cart is completed while its payment finds no connection, by a server that dies before it asks",
    setting: SHOP,
    turns: [
      {
        actions: [
          { ...BY_LINK, amount: 0, currency: "xaf", how: "nothing" },
          { do: "fault", operation: "create", fault: "refused", times: 2 },
        ],
        kill: null,
      },
      {
        actions: [
          { do: "complete", server: 1, cart: 0, guarded: false },
          { do: "pay_amiss", server: 0, cart: 0, how: "twice" },
        ],
        kill: { server: 1, after: 5 },
      },
    ],
  },
  {
    // Found with seed 391399966 of module-1, as its 347th: a check's own. The money is in its item.
    happens:
      "a row is lost and written anew by an answer in another currency, and all of the money goes back unheard",
    setting: { ...SHOP, carts: 2 },
    turns: [
      ...turns({ do: "pay_amiss", server: 0, cart: 1, how: "late" }),
      {
        actions: [
          { do: "lose_row", n: 0 },
          { do: "start", server: 0, cart: 0, provider: 0 },
          {
            ...{ do: "refund_unapplied", server: 0, n: 0, amount: null, clicks: "once" },
            ...{ fault: null, dies: null },
          },
        ],
        kill: null,
      },
      {
        actions: [
          { do: "change_total", server: 0, cart: 0, amount: 0, cutOff: false },
          { do: "lie", server: 0, n: 0, lie: "other_currency" },
        ],
        kill: null,
      },
      {
        actions: [
          { do: "at_service", n: 0, status: "succeeded" },
          { do: "reverse", server: 0, n: 0, amount: null, state: "failed", isTold: false },
        ],
        kill: null,
      },
    ],
  },
  {
    // Found with seed 392409912 of module-1, as its 4,745th: a check's own. Its employee is told that nobody knows what became of the payment, and
    // the order is shown as unpaid.
    happens:
      "all of a payment goes back before it is seen, its row is lost, and its cart is completed meanwhile",
    setting: SHOP,
    turns: [
      {
        actions: [
          { do: "pay", server: 0, cart: 0, provider: 0, comesBack: true },
          { ...BY_LINK, amount: 0, currency: "xaf", how: "nothing", dies: "provider authorized" },
          { do: "refund", server: 0, n: 0, amount: 1_000, fault: null, dies: null },
        ],
        kill: { server: 1, after: 0 },
      },
      {
        actions: [
          { do: "edit", server: 0, n: 0, amount: 6_000 },
          { do: "reverse", server: 0, n: 0, amount: null, state: "charged_back", isTold: false },
        ],
        kill: { server: 0, after: 0 },
      },
      {
        actions: [
          { do: "lose_row", n: 0 },
          { do: "complete", server: 0, cart: 0, guarded: false },
        ],
        kill: null,
      },
    ],
  },
  {
    // Found with seed 396174444 of module-1, as its 2,053rd. The order stood with a part given back, and the rest was an open item, too.
    happens:
      "a part is refunded of a payment that core took back without its order, since its server died over that",
    setting: { ...SHOP, refunds: "manual" },
    turns: [
      ...refundedInCompensation(1_000),
      { actions: [{ do: "cancel_order", server: 0, n: 0 }], kill: null },
    ],
  },
  {
    happens:
      "all is refunded of a payment that core took back without its order, since its server died over that",
    setting: { ...SHOP, refunds: "manual" },
    turns: [...refundedInCompensation(10_000)],
  },
  {
    // Found with seed 401512465 of module-1, as its 2,380th. A gap of the check: the item that has the rest was closed, since that went back, too.
    happens:
      "a part is refunded, the service takes the rest back unheard, and the row is lost before the order is canceled",
    setting: { ...SHOP, refunds: "manual" },
    turns: turns(
      { do: "complete", server: 0, cart: 0, guarded: false },
      { ...BY_LINK, amount: 0, currency: "xaf", how: "nothing", comesBack: true },
      { do: "refund", server: 0, n: 0, amount: 1_000, fault: null, dies: null },
      { do: "reverse", server: 0, n: 0, amount: null, state: "failed", isTold: false },
      { do: "lose_row", n: 0 },
      { do: "complete", server: 0, cart: 0, guarded: false },
      { do: "pay_amiss", server: 0, cart: 0, how: "twice" },
      { do: "cancel_order", server: 0, n: 0 }
    ),
  },
  {
    // Found where most completions were cut off. The order stood unpaid: after the item that told of the money nobody looked at it any more.
    happens:
      "a server dies over a completion before it asks for the money, and all of that goes back before anybody looks again",
    setting: SHOP,
    turns: [
      {
        actions: [{ do: "pay", server: 1, cart: 0, provider: 0, comesBack: true }],
        kill: { server: 1, after: 37 },
      },
      ...turns(
        { do: "reverse", server: 0, n: 0, amount: null, state: "failed", isTold: false },
        { do: "wait", ms: 7_200_000 }
      ),
    ],
  },
  {
    // Found by the same. Each payment's look took the other one's money for the order's.
    happens: "the same with a cart that was paid twice, and both payments go back",
    setting: SHOP,
    turns: [
      {
        actions: [{ do: "pay", server: 0, cart: 0, provider: 0, comesBack: false }],
        kill: { server: 0, after: 19 },
      },
      {
        actions: [{ do: "pay", server: 1, cart: 0, provider: 1, comesBack: true }],
        kill: { server: 1, after: 37 },
      },
      ...turns({ do: "pay_amiss", server: 0, cart: 0, how: "twice" }),
      {
        actions: [
          { do: "reverse", server: 0, n: 1, amount: null, state: "failed", isTold: true },
          { do: "complete", server: 0, cart: 0, guarded: true },
        ],
        kill: { server: 0, after: 28 },
      },
      {
        actions: [{ do: "reverse", server: 0, n: 0, amount: null, state: "failed", isTold: true }],
        kill: { server: 0, after: 13 },
      },
    ],
  },
  {
    // Found where most completions break late: a check's own. The refund is one of the order that was made of its money, and its item says that nobody sent it.
    happens:
      "a refund is cut off of a payment that core took back, and its money makes an order before that is seen",
    setting: SHOP,
    turns: [
      ...turns({ do: "stock", cart: 0, inStock: true, breaksLate: true }),
      ...turns({ do: "pay", server: 1, cart: 0, provider: 0, comesBack: true }),
      { actions: [{ do: "advance", server: 1, n: 0, cause: 1 }], kill: { server: 1, after: 38 } },
      ...turns(
        { do: "refund", server: 0, n: 1, amount: 1_000, fault: null, dies: "refund row created" },
        { do: "stock", cart: 0, inStock: true, breaksLate: false }
      ),
    ],
  },
  {
    // Found where most completions break late: a check's own. What the canceled payment captured is booked once, by the other one.
    happens: "a server dies over taking an order back, and its cart is completed with another session",
    setting: SHOP,
    turns: [
      ...turns({ do: "stock", cart: 0, inStock: true, breaksLate: true }),
      {
        actions: [{ do: "pay", server: 0, cart: 0, provider: 0, comesBack: true }],
        kill: { server: 0, after: 59 },
      },
      {
        actions: [
          { do: "pay_amiss", server: 0, cart: 0, how: "twice" },
          { do: "advance", server: 0, n: 0, cause: 0 },
        ],
        kill: null,
      },
      ...turns({ do: "stock", cart: 0, inStock: true, breaksLate: false }),
    ],
  },
  {
    // Found with seed 402686949 of module-1, as its 1,610th. A start was led to the rest of money that went back in part.
    happens:
      "late money is given to an order that is cut off, its row is lost, a part of it goes back, and its cart is started twice at once",
    setting: SHOP,
    turns: [
      {
        actions: [
          { do: "pay_amiss", server: 0, cart: 0, how: "late_for_a_while" },
          { do: "link", server: 0, n: 0, does: "make", amount: 0, currency: "xaf", dies: null },
          { do: "assign", server: 0, n: 0, order: "by_telephone", twice: false, dies: null },
        ],
        kill: null,
      },
      { actions: [{ do: "lose_row", n: 0 }], kill: null },
      {
        actions: [{ do: "reverse", server: 0, n: 0, amount: 6_000, state: "failed", isTold: false }],
        kill: { server: 0, after: 0 },
      },
      {
        actions: [
          { do: "start", server: 0, cart: 0, provider: 0 },
          { do: "start", server: 1, cart: 0, provider: 0 },
        ],
        kill: null,
      },
      { actions: [{ do: "pay_amiss", server: 0, cart: 0, how: "twice" }], kill: null },
    ],
  },
  {
    // Found with seed 425055772 of module-1, as its 3,655th. Its item said that money had probably come, and stood when none was left.
    happens: "a success that cannot be read goes back",
    setting: { ...SHOP, liesLast: true },
    turns: [
      {
        actions: [{ do: "pay", server: 0, cart: 0, provider: 0, comesBack: true }],
        kill: { server: 1, after: 0 },
      },
      {
        actions: [
          { do: "pay_amiss", server: 0, cart: 0, how: "twice" },
          { ...BY_LINK, amount: 0, currency: "xaf", how: "nothing" },
        ],
        kill: null,
      },
      { actions: [{ do: "lie", server: 0, n: 3, lie: "no_amount" }], kill: null },
      {
        actions: [
          { do: "lie", server: 0, n: 3, lie: "no_status" },
          { do: "reverse", server: 0, n: 3, amount: null, state: "failed", isTold: false },
        ],
        kill: { server: 0, after: 0 },
      },
      ...turns({
        do: "refund_unapplied",
        server: 0,
        n: 0,
        amount: null,
        clicks: "once",
        fault: null,
        dies: null,
      }),
    ],
  },
  {
    // Found with seed 433010752 of module-1, as its 4,611th. It was counted once more in the row, and not in the journal.
    happens: "a refund is refused, and core dies before it forgets it",
    setting: { ...SHOP, refunds: "api" },
    turns: [
      ...turns({
        do: "refund_unapplied",
        server: 0,
        n: 0,
        amount: null,
        clicks: "once",
        fault: "refused",
        dies: null,
      }),
      {
        actions: [
          { do: "pay", server: 0, cart: 0, provider: 0, comesBack: true },
          { do: "lose_row", n: 0 },
        ],
        kill: null,
      },
      {
        actions: [
          { do: "cancel_order", server: 1, n: 0 },
          { ...BY_LINK, server: 1, amount: 0, currency: "xaf", how: "nothing" },
        ],
        kill: { server: 1, after: 42 },
      },
      ...turns({ do: "assign", server: 0, n: 0, order: "by_telephone", twice: false, dies: null }),
    ],
  },
  {
    // Found with seed 434869589 of module-1, as its 842nd. What was more than the order costs now was taken for a fee, and nobody was told.
    happens: "a link's order is made cheaper while it is captured, its row is lost, and it is paid once more",
    setting: { ...SHOP, feeBearer: "customer" },
    turns: [
      {
        actions: [
          { ...BY_LINK, currency: "xaf", how: "dearer", atCapture: "cheaper" },
          { do: "assign", server: 0, n: 0, order: "by_telephone", twice: false, dies: null },
        ],
        kill: null,
      },
      {
        actions: [
          { do: "lose_row", n: 0 },
          {
            do: "refund_unapplied",
            server: 0,
            n: 0,
            amount: null,
            clicks: "once",
            fault: null,
            dies: null,
          },
        ],
        kill: null,
      },
      {
        actions: [{ ...BY_LINK, server: 1, of: "known", amount: 0, currency: "xaf", how: "nothing" }],
        kill: { server: 0, after: 0 },
      },
    ],
  },
  {
    // Found with seed 482345393 of module-1, as its 307th. Core forgot the refund, and an employee was asked to send it.
    happens: "a server stands still before it refuses a refund, and goes on after the job has listed that",
    setting: { ...SHOP, refunds: "off" },
    turns: [
      ...turns({ do: "pay_amiss", server: 0, cart: 0, how: "twice" }),
      {
        actions: [
          { do: "refund", server: 0, n: 0, amount: 1_000, fault: null, dies: "refund row created" },
          { do: "assign", server: 0, n: 0, order: "by_telephone", twice: false, dies: null },
        ],
        kill: null,
        goesOn: 2,
      },
      ...turns(
        { do: "outage", server: 0, days: 1, says: "nothing" },
        { do: "complete", server: 0, cart: 0, guarded: false }
      ),
    ],
  },
  {
    // Found with seed 483917611 of module-1, as its 6022nd. Its row said "refused", and the service was never asked again.
    happens:
      "the row of money that came is lost, its create is refused now, and its event meets an answer in no known state",
    setting: { ...SHOP, refunds: "off" },
    turns: [
      ...turns({ do: "pay", server: 0, cart: 0, provider: 0, comesBack: false }, { do: "wait", ms: 1_000 }),
      {
        actions: [
          { do: "pay_amiss", server: 1, cart: 0, how: "twice" },
          { do: "lose_row", n: 0 },
        ],
        kill: { server: 1, after: 0 },
      },
      {
        actions: [
          { do: "fault", operation: "create", fault: "refused", times: 1 },
          { do: "start", server: 0, cart: 0, provider: 0 },
        ],
        kill: { server: 0, after: 0 },
      },
      {
        actions: [
          { do: "pay_amiss", server: 0, cart: 0, how: "twice" },
          { do: "lie", server: 0, n: 0, lie: "strange_status" },
        ],
        kill: null,
      },
      ...turns({ do: "advance", server: 0, n: 0, cause: 0 }),
    ],
  },
  {
    // Found with seed 510407370 of module-1, as its 792nd. The order of the second payment had both booked.
    happens:
      "a server dies over taking a completion back, its money is reversed, and the cart is paid anew days later",
    setting: SHOP,
    turns: [
      {
        actions: [
          { do: "pay_amiss", server: 0, cart: 0, how: "late_for_a_while" },
          { do: "wait", ms: 1_000 },
          { do: "pay_amiss", server: 0, cart: 0, how: "twice" },
        ],
        kill: null,
      },
      ...turns({ do: "reverse", server: 0, n: 0, amount: null, state: "failed", isTold: false }),
      {
        actions: [
          { do: "pay_amiss", server: 1, cart: 0, how: "twice" },
          { do: "refund", server: 0, n: 0, amount: 1_000, fault: null, dies: null },
          { do: "stock", cart: 0, inStock: true, breaksLate: true },
        ],
        kill: { server: 1, after: 51 },
        goesOn: 2,
        dies: 8,
      },
      ...turns(
        { do: "start", server: 0, cart: 0, provider: 0 },
        { do: "stranger", server: 0, act: "start", n: 0, times: 1 }
      ),
    ],
  },
  {
    // Found with seed 518587484 of module-1, as its 723rd. The row was written anew with the refund, which core forgot then.
    happens:
      "a row is lost and written anew while a server stands still over a refund, which is refused when it goes on",
    setting: SHOP,
    turns: [
      ...turns(
        { do: "pay", server: 0, cart: 0, provider: 0, comesBack: true },
        { do: "reverse", server: 0, n: 0, amount: null, state: "failed", isTold: false },
        { do: "lose_row", n: 0 }
      ),
      {
        actions: [{ do: "refund", server: 0, n: 0, amount: 1_000, fault: null, dies: "refund row created" }],
        kill: null,
        goesOn: 4,
      },
      ...turns({ do: "win_back", server: 0, n: 0, isTold: true }),
    ],
  },
  {
    // It was counted twice there.
    happens:
      "a row is lost and written anew while a server stands still over a refund, which it would send when it goes on",
    setting: { ...SHOP, refunds: "api" },
    turns: [
      ...turns(
        { do: "pay", server: 0, cart: 0, provider: 0, comesBack: true },
        { do: "reverse", server: 0, n: 0, amount: null, state: "failed", isTold: false },
        { do: "lose_row", n: 0 }
      ),
      {
        actions: [{ do: "refund", server: 0, n: 0, amount: 1_000, fault: null, dies: "refund row created" }],
        kill: null,
        goesOn: 4,
      },
      ...turns({ do: "win_back", server: 0, n: 0, isTold: true }),
    ],
  },
  {
    // Found with seed 533694742 of module-1, as its 37th. Nobody was asked about it, and its customer was charged never again.
    happens: "a success that cannot be read is taken back in a word of the service's own",
    setting: SHOP,
    turns: [
      {
        actions: [
          { do: "pay", server: 0, cart: 0, provider: 0, comesBack: false },
          { do: "start", server: 0, cart: 0, provider: 0 },
        ],
        kill: { server: 0, after: 32 },
      },
      ...turns(
        { do: "lie", server: 0, n: 0, lie: "no_amount" },
        { do: "reverse", server: 0, n: 0, amount: null, state: "charged_back", isTold: false }
      ),
      {
        actions: [
          { do: "pay_amiss", server: 0, cart: 0, how: "twice" },
          { do: "advance", server: 0, n: 0, cause: 0 },
        ],
        kill: null,
      },
    ],
  },
  {
    // Found with seed 544082042 of module-1, as its 16,297th: the harness did not know the item that asks about it.
    happens:
      "an untrue answer calls money gone, a refund books that, its server dies, and the money is there again",
    setting: SHOP,
    turns: [
      ...turns(
        { do: "pay", server: 0, cart: 0, provider: 0, comesBack: true },
        { do: "wait", ms: 90_000_000 },
        { do: "lie", server: 0, n: 0, lie: "too_little" }
      ),
      {
        actions: [{ do: "refund", server: 0, n: 0, amount: 1_000, fault: null, dies: "provider refunded" }],
        kill: null,
      },
    ],
  },
  {
    // Found with seed 551124586 of module-1, as its 9,169th: the journal let the first session have less than nothing.
    happens:
      "core dies over taking an order back, and another session of its cart takes the money before that is seen",
    setting: SHOP,
    turns: [
      {
        actions: [{ do: "pay", server: 0, cart: 0, provider: 0, comesBack: false }],
        kill: null,
        dies: 0,
      },
      {
        actions: [{ do: "complete", server: 1, cart: 0, guarded: false }],
        kill: { server: 1, after: 7 },
        goesOn: 4,
      },
      {
        actions: [
          { do: "complete", server: 0, cart: 0, guarded: false },
          { do: "delete_cart", cart: 0 },
        ],
        kill: null,
        dies: 0,
      },
      {
        actions: [
          { do: "change_total", server: 0, cart: 0, amount: 0, cutOff: false },
          { do: "pay_amiss", server: 0, cart: 0, how: "twice" },
        ],
        kill: null,
        dies: 0,
      },
      {
        actions: [
          { do: "pay_amiss", server: 0, cart: 0, how: "twice" },
          { do: "refund", server: 0, n: 0, amount: 1_000, fault: null, dies: null },
        ],
        kill: { server: 1, after: 0 },
      },
      {
        actions: [
          { do: "edit", server: 0, n: 0, amount: 6_000 },
          { do: "cancel_order", server: 0, n: 0 },
        ],
        kill: { server: 0, after: 0 },
      },
    ],
  },
  {
    happens:
      "a person closes late money as sent back by a server that stands still, and its cart is completed meanwhile",
    setting: SHOP,
    turns: [
      {
        actions: [
          { do: "pay_amiss", server: 0, cart: 0, how: "late_for_a_while" },
          { do: "pay_amiss", server: 0, cart: 0, how: "twice" },
          { do: "wait", ms: 1_000 },
        ],
        kill: null,
        dies: 0,
      },
      {
        actions: [
          { do: "resolve", server: 0, n: 0 },
          { do: "complete", server: 0, cart: 0, guarded: false },
          { do: "stranger", server: 0, act: "start", n: 0, times: 1 },
        ],
        kill: { server: 0, after: 0 },
        goesOn: 4,
      },
      {
        actions: [
          { do: "pay_amiss", server: 1, cart: 0, how: "late_for_a_while" },
          { do: "resolve", server: 0, n: 0 },
        ],
        kill: { server: 1, after: 0 },
        goesOn: 4,
      },
    ],
  },
  ...[
    // Medusa and the ledger said two things of it, until somebody closed the item again.
    { then: "", kill: 12, more: [] },
    { then: ", and the money is charged back once more", kill: 12, more: [CHARGED_BACK] },
    { then: ", and the row of the payment is lost", kill: 15, more: turns({ do: "lose_row", n: 0 }) },
    { then: " before it began, and the row is lost", kill: 7, more: turns({ do: "lose_row", n: 0 }) },
  ].map(({ then, kill, more }) => ({
    happens: `a server dies in Medusa's books over money that is there again and that the shop keeps${then}`,
    setting: SHOP,
    turns: [
      ...turns(
        { do: "pay", server: 0, cart: 0, provider: 0, comesBack: true },
        { do: "wait", ms: 7_200_000 },
        { do: "reverse", server: 0, n: 0, amount: null, state: "failed", isTold: true },
        { do: "refund", server: 0, n: 0, amount: 10_000, fault: null, dies: null },
        { do: "wait", ms: 7_200_000 },
        { do: "win_back", server: 0, n: 0, isTold: true }
      ),
      {
        actions: [{ do: "answer_won", server: 1, money: "kept" }],
        kill: { server: 1, after: kill },
      } satisfies Turn,
      ...more,
    ],
  })),
  {
    // Found with seed 587280558 of module-1, as its 8425th. What Medusa had captured was listed once the service had been silent for a week.
    happens:
      "a server dies before it writes down what core captured, and the service is silent for eleven days",
    setting: SHOP,
    turns: [
      ...turns(
        { do: "fault", operation: "verify", fault: "slow", times: 2 },
        { do: "pay_amiss", server: 0, cart: 0, how: "twice" }
      ),
      {
        actions: [
          { do: "at_service", n: 0, status: "succeeded" },
          { do: "pay", server: 1, cart: 0, provider: 0, comesBack: true },
        ],
        kill: { server: 1, after: 43 },
        goesOn: 1,
        dies: 4,
      },
      ...turns({ do: "wait", ms: 1_000 }, { do: "outage", server: 0, days: 11, says: "nothing" }),
    ],
  },
  {
    // Found with seed 638139622 of module-1, as its 5228th. It stayed bound to the order, which could not be paid any more.
    happens:
      "an employee gives money to an order that a link asks for, and the service is silent for eleven days",
    setting: SHOP,
    turns: [
      ...turns(
        { do: "link", server: 0, n: 0, does: "make", amount: 0, currency: "xaf", dies: null },
        { do: "pay_amiss", server: 0, cart: 0, how: "twice" }
      ),
      {
        actions: [
          { do: "outage", server: 0, days: 11, says: "nothing" },
          { do: "assign", server: 0, n: 0, order: "there_is", twice: false, dies: null },
        ],
        kill: null,
      },
    ],
  },
  {
    // Neither an order nor a person had it: answers that say nothing of the money did not count as silence.
    happens: "the service says for eleven days of money that came that it is processing",
    setting: SHOP,
    turns: [
      ...turns(
        { do: "start", server: 0, cart: 0, provider: 0 },
        { do: "at_service", n: 0, status: "succeeded" }
      ),
      { actions: [{ do: "advance", server: 0, n: 0, cause: 0 }], kill: { server: 0, after: 16 } },
      ...turns({ do: "wait", ms: 1_000 }, { do: "outage", server: 0, days: 11, says: "processing" }),
    ],
  },
]
