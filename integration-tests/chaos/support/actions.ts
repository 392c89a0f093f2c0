import fc from "fast-check"
import { type Currency } from "./core-state"
import { VISITOR_ACTS, type VisitorAct } from "./untrusted-visitor"
import {
  FAULTS,
  LIES,
  REVERSED_STATES,
  type Fault,
  type Lie,
  type Operation,
  type ServiceIntent,
} from "./service"

export const SERVERS = 2
export const AMOUNTS = [10_000, 12_000] as const
export const PROVIDERS = ["pp_paycollect_default", "pp_paycollect-card_default"] as const
export const CAUSES = ["return", "webhook", "watched", "admin"] as const
/** Twice; late, for a cart that costs something else by then; and so, but that it costs again what was paid soon after. */
export const AMISS = ["twice", "late", "late_for_a_while"] as const
/** What a merchant does with payment links. */
export const WITH_LINK = ["make", "make_of_cart", "renew", "revoke"] as const
/** What happens between the moment the customer of a link sees the hosted page and the moment she pays there. */
export const BETWEEN = [
  ...(["nothing", "two_phones", "revoked", "expired"] as const),
  ...(["dearer", "cheaper", "canceled", "cash"] as const),
] as const
/** The same at the moment when its money is captured. */
export const AT_CAPTURE = ["cash", "dearer", "cheaper", "canceled", "refund"] as const
/** What the service says of every payment while it does not say whether the money is there. */
export const OUTAGES = ["nothing", "processing"] as const
/** How far the clock of a server is ahead of all others, in ms. */
export const CLOCKS_AHEAD = [-95_000, -20_000, 20_000, 95_000] as const
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export interface Click {
  /** server, counted from the act's own */
  on: number
  /** which of the act's two keys, and whose */
  key: 1 | 2
}

/** Who presses a button at the same moment. */
export const CLICKS: Record<"once" | "double_click" | "repeated" | "two_employees", Click[]> = {
  once: [{ on: 0, key: 1 }],
  double_click: [
    { on: 0, key: 1 },
    { on: 0, key: 1 },
  ],
  /** the answer got lost, and the browser asked again, somewhere else */
  repeated: [
    { on: 0, key: 1 },
    { on: 1, key: 1 },
  ],
  two_employees: [
    { on: 0, key: 1 },
    { on: 1, key: 2 },
  ],
}

/** Where the server of such an act dies now and then: a kill that may strike anywhere seldom strikes there. */
export const DEATHS = {
  refund_unapplied: [
    "refunds.begin done",
    "refund is sent",
    "refund processed, answer on its way",
    "refunds.ended",
  ],
  refund: ["refund row created", "provider refunded", "money booked", "credit line noted"],
  assign: [
    "assignments.begin done",
    "order's collection created",
    "assignments.assignCollection done",
    "session row created",
    "provider authorized",
  ],
  link: ["draft is converted", "draft converted", "links.ask done"],
  pay_by_link: [
    "order's collection created",
    "order's collection linked",
    "links.payIn done",
    "session row created",
    "create processed, answer on its way",
    "provider authorized",
  ],
} as const

/** What one of the people, machines or accidents around the shop does. `server` is who answers; `n` picks among what exists. */
export type Action =
  | { do: "start"; server: number; cart: number; provider: number }
  | { do: "pay"; server: number; cart: number; provider: number; comesBack: boolean }
  | { do: "pay_amiss"; server: number; cart: number; how: (typeof AMISS)[number] }
  | { do: "change_total"; server: number; cart: number; amount: number; cutOff: boolean }
  | {
      do: "change_region"
      server: number
      cart: number
      currency: Currency
      amount: number
      cutOff: "prices" | "collection" | null
    }
  | { do: "complete"; server: number; cart: number; guarded: boolean }
  | { do: "at_service"; n: number; status: ServiceIntent["status"] }
  | { do: "advance"; server: number; n: number; cause: number }
  | { do: "core_hook"; server: number; n: number }
  | { do: "job"; server: number }
  | { do: "wait"; ms: number }
  | { do: "outage"; server: number; days: number; says: (typeof OUTAGES)[number] }
  | { do: "fault"; operation: Operation; fault: Fault; times: number }
  | { do: "lie"; server: number; n: number; lie: Lie }
  | { do: "stock"; cart: number; inStock: boolean; breaksLate: boolean }
  | { do: "delete_cart"; cart: number }
  | { do: "cancel_order"; server: number; n: number }
  | {
      do: "refund"
      server: number
      n: number
      amount: number
      fault: (typeof FAULTS)["refund"][number] | null
      dies: (typeof DEATHS)["refund"][number] | null
    }
  | {
      do: "reverse"
      server: number
      n: number
      /** major units; null: all that is left */
      amount: number | null
      state: ServiceIntent["reversal"]["state"]
      /** by an event, at once */
      isTold: boolean
    }
  | { do: "win_back"; server: number; n: number; isTold: boolean }
  | { do: "counter"; server: number; n: number }
  | { do: "edit"; server: number; n: number; amount: number }
  | { do: "lose_row"; n: number }
  | { do: "clock"; server: number; ahead: number }
  | { do: "resolve"; server: number; n: number }
  /** what became of money that the books had as gone and that is there again */
  | { do: "answer_won"; server: number; money: "returned" | "kept" }
  | {
      do: "refund_unapplied"
      server: number
      n: number
      /** major units; null: all that is left */
      amount: string | null
      clicks: keyof typeof CLICKS
      fault: (typeof FAULTS)["refund"][number] | null
      dies: (typeof DEATHS)["refund_unapplied"][number] | null
    }
  | {
      do: "assign"
      server: number
      n: number
      order: "by_telephone" | "dearer" | "there_is"
      twice: boolean
      dies: (typeof DEATHS)["assign"][number] | null
    }
  | {
      do: "link"
      server: number
      n: number
      does: (typeof WITH_LINK)[number]
      amount: number
      currency: Currency
      dies: (typeof DEATHS)["link"][number] | null
    }
  | {
      do: "pay_by_link"
      server: number
      n: number
      of: "new" | "known"
      provider: number
      amount: number
      currency: Currency
      how: (typeof BETWEEN)[number]
      atCapture: (typeof AT_CAPTURE)[number] | null
      comesBack: boolean
      dies: (typeof DEATHS)["pay_by_link"][number] | null
    }
  | { do: "go_live" }
  | { do: "stranger"; server: number; act: VisitorAct; n: number; times: number }

/**
 * Some at once; `kill` ends a server at its n-th point from here, and it is started again afterwards. With `goesOn` it was only suspended, while another
 * one took its place: so many turns later it goes on where it stood, with `dies` for so many points only.
 */
export interface Turn {
  actions: Action[]
  kill: { server: number; after: number } | null
  goesOn?: number | null
  dies?: number | null
}

const server = fc.nat(SERVERS - 1)
const cart = fc.nat(1)
const n = fc.nat(3)
const currency = fc.constantFrom<Currency[]>("xaf", "xaf", "eur")
const one = <T extends Action["do"]>(name: T) => fc.constant(name)
const often = (weight: number, arbitrary: fc.Arbitrary<Action>) => ({ weight, arbitrary })
const fault = <O extends Operation>(operation: O) =>
  fc.record({
    do: one("fault"),
    operation: fc.constant(operation),
    fault: fc.constantFrom<Fault[]>(...FAULTS[operation]),
    times: fc.integer({ min: 1, max: 4 }),
  })

const action: fc.Arbitrary<Action> = fc.oneof(
  often(10, fc.record({ do: one("start"), server, cart, provider: fc.nat(1) })),
  often(14, fc.record({ do: one("pay"), server, cart, provider: fc.nat(1), comesBack: fc.boolean() })),
  often(14, fc.record({ do: one("pay_amiss"), server, cart, how: fc.constantFrom(...AMISS) })),
  often(
    6,
    fc.record({
      do: one("change_total"),
      server,
      cart,
      amount: fc.nat(1),
      cutOff: fc.constantFrom(false, false, true),
    })
  ),
  often(
    3,
    fc.record({
      do: one("change_region"),
      server,
      cart,
      currency: fc.constantFrom("xaf", "eur"),
      amount: fc.nat(1),
      cutOff: fc.constantFrom(null, null, "prices", "collection"),
    })
  ),
  often(12, fc.record({ do: one("complete"), server, cart, guarded: fc.boolean() })),
  often(
    10,
    fc.record({
      do: one("at_service"),
      n,
      status: fc.constantFrom("succeeded", "succeeded", "succeeded", "processing", "failed", "canceled"),
    })
  ),
  often(8, fc.record({ do: one("advance"), server, n, cause: fc.nat(CAUSES.length - 1) })),
  often(1, fc.record({ do: one("core_hook"), server, n })),
  often(4, fc.record({ do: one("job"), server })),
  often(
    6,
    fc.record({
      do: one("wait"),
      ms: fc.constantFrom(1_000, 4_000, 20_000, 70_000, 200_000, 20 * MINUTE, HOUR, DAY + HOUR),
    })
  ),
  often(
    1,
    fc.record({
      do: one("outage"),
      server,
      days: fc.constantFrom(1, 11),
      says: fc.constantFrom(...OUTAGES),
    })
  ),
  often(4, fault("create")),
  often(3, fault("verify")),
  often(
    4,
    fc.record({
      do: one("lie"),
      server,
      n,
      lie: fc.constantFrom("too_much", ...(Object.keys(LIES) as Lie[])),
    })
  ),
  often(4, fc.record({ do: one("stock"), cart, inStock: fc.boolean(), breaksLate: fc.boolean() })),
  often(2, fc.record({ do: one("delete_cart"), cart })),
  often(4, fc.record({ do: one("cancel_order"), server, n })),
  often(
    8,
    fc.record({
      do: one("refund"),
      server,
      n,
      amount: fc.constantFrom(1_000, ...AMOUNTS),
      fault: fc.constantFrom(null, null, null, null, ...FAULTS.refund),
      dies: fc.constantFrom(null, null, null, null, ...DEATHS.refund),
    })
  ),
  often(
    6,
    fc.record({
      do: one("reverse"),
      server,
      n,
      amount: fc.constantFrom(null, null, 1_000, 6_000),
      state: fc.constantFrom(...REVERSED_STATES),
      isTold: fc.boolean(),
    })
  ),
  often(3, fc.record({ do: one("win_back"), server, n, isTold: fc.boolean() })),
  often(4, fc.record({ do: one("counter"), server, n })),
  often(4, fc.record({ do: one("edit"), server, n, amount: fc.constantFrom(6_000, 10_000, 15_000) })),
  often(4, fc.record({ do: one("lose_row"), n })),
  often(2, fc.record({ do: one("clock"), server, ahead: fc.constantFrom(...CLOCKS_AHEAD) })),
  often(2, fc.record({ do: one("resolve"), server, n })),
  often(3, fc.record({ do: one("answer_won"), server, money: fc.constantFrom("returned", "kept") })),
  often(
    16,
    fc.record({
      do: one("refund_unapplied"),
      server,
      n,
      amount: fc.constantFrom(null, null, "1000", "6000", String(AMOUNTS[0]), String(AMOUNTS[1])),
      clicks: fc.constantFrom("once", "once", ...(Object.keys(CLICKS) as (keyof typeof CLICKS)[])),
      fault: fc.constantFrom(null, null, null, null, ...FAULTS.refund),
      dies: fc.constantFrom(null, null, null, null, null, null, ...DEATHS.refund_unapplied),
    })
  ),
  often(
    16,
    fc.record({
      do: one("assign"),
      server,
      n,
      order: fc.constantFrom("by_telephone", "dearer", "there_is"),
      twice: fc.constantFrom(false, false, true),
      dies: fc.constantFrom(null, null, null, null, null, null, ...DEATHS.assign),
    })
  ),
  often(
    5,
    fc.record({
      do: one("link"),
      server,
      n,
      does: fc.constantFrom(...WITH_LINK),
      amount: fc.nat(1),
      currency,
      dies: fc.constantFrom(null, null, null, null, ...DEATHS.link),
    })
  ),
  often(
    16,
    fc.record({
      do: one("pay_by_link"),
      server,
      n,
      of: fc.constantFrom("new", "known"),
      provider: fc.nat(1),
      amount: fc.nat(1),
      currency,
      how: fc.constantFrom(...BETWEEN),
      atCapture: fc.constantFrom(null, null, null, null, ...AT_CAPTURE),
      comesBack: fc.boolean(),
      dies: fc.constantFrom(null, null, null, null, null, null, ...DEATHS.pay_by_link),
    })
  ),
  often(1, fc.record({ do: one("go_live") })),
  often(
    8,
    fc.record({
      do: one("stranger"),
      server,
      act: fc.constantFrom(...VISITOR_ACTS),
      n,
      times: fc.integer({ min: 1, max: 5 }),
    })
  )
)

export const turn: fc.Arbitrary<Turn> = fc.record({
  actions: fc.oneof(
    { weight: 3, arbitrary: fc.array(action, { minLength: 1, maxLength: 1 }) },
    { weight: 2, arbitrary: fc.array(action, { minLength: 2, maxLength: 3 }) }
  ),
  kill: fc.oneof(
    { weight: 3, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.record({ server, after: fc.oneof(fc.nat(12), fc.nat(60)) }) }
  ),
  goesOn: fc.constantFrom(null, null, 1, 2, 4),
  dies: fc.oneof(fc.constant(null), fc.nat(12)),
})
