import { type Turn } from "./actions"
import { type Setting } from "./world"

interface Found {
  /** read after "holds where" */
  happens: string
  setting: Setting
  turns: Turn[]
}

/** Scenarios that once broke the promise, as small as they could be made: a seed names another one as soon as an action is added. */
export const FOUND: Found[] = [
  {
    // Found with seed 77120031 of module-1, as its 326th. The ledger counted what one answer left out as given back for good.
    happens: "an answer names less than came, once, while money that came late by a link is assigned",
    setting: {
      carts: 1,
      pendingOrders: "wait",
      refunds: "off",
      feeBearer: "merchant",
      reuse: "replay",
      createIntent: "on_session",
      eventsFirst: false,
      stranger: false,
      liesLast: false,
    },
    turns: [
      {
        actions: [
          {
            do: "pay_by_link",
            server: 0,
            n: 0,
            of: "new",
            provider: 0,
            amount: 0,
            currency: "xaf",
            how: "canceled",
            comesBack: false,
            dies: null,
          },
        ],
        kill: null,
      },
      { actions: [{ do: "advance", server: 0, n: 0, cause: 0 }], kill: null },
      { actions: [{ do: "lie", server: 0, n: 0, lie: "too_little" }], kill: null },
      { actions: [{ do: "wait", ms: 200_000 }], kill: null },
      {
        actions: [{ do: "assign", server: 0, n: 0, order: "by_telephone", twice: false, dies: null }],
        kill: null,
      },
    ],
  },
]
