import fc from "fast-check"
import { createHmac } from "node:crypto"
import { ANY_METHOD, CARD, MOBILE_MONEY, type Customer } from "../http/support/customer"
import { DAY, HOUR, MINUTE, withMerchant } from "../http/support/merchant"
import { withStore } from "../http/support/store"
import { type IntentRow } from "../../src/modules/paycollect/models/intent"
import { budget, Report } from "./support/report"

const WEBHOOK_SECRET = "whsec_of_the_chaos_runs"
const METHODS = [MOBILE_MONEY, CARD, ANY_METHOD]
/** As many as fit: the time decides, and this many at least. */
const MINUTES = budget.minutes || 4
const AT_LEAST = Number(process.env.CHAOS_BOOTED_RUNS ?? 100)

type Act =
  | { do: "start"; method: number }
  | { do: "quantity"; quantity: number }
  | { do: "complete" | "poll" | "job" }
  | { do: "at_service"; n: number; status: "succeeded" | "processing" | "failed" | "canceled" }
  | { do: "come_back" | "webhook" | "forged"; n: number }
  | { do: "wait"; ms: number }
  | { do: "fault"; operation: "create_payment_intent" | "verify_payment"; kind: number; times: number }

const FAULTS = [
  { kind: "drop_after_processing" },
  { kind: "drop_before_processing" },
  { kind: "status", status: 503 },
  { kind: "malformed" },
  { kind: "rate_limit", retryAfter: 1 },
] as const

const n = fc.nat(2)
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant("start" as const), method: fc.nat(2) }) },
  fc.record({ do: fc.constant("quantity" as const), quantity: fc.integer({ min: 1, max: 3 }) }),
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constantFrom("complete" as const, "poll" as const, "job" as const) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("at_service" as const),
      n,
      status: fc.constantFrom("succeeded", "succeeded", "processing", "failed", "canceled"),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom("come_back" as const, "webhook" as const, "forged" as const),
      n,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("wait" as const), ms: fc.constantFrom(5_000, MINUTE, HOUR) }),
  },
  fc.record({
    do: fc.constant("fault" as const),
    operation: fc.constantFrom("create_payment_intent" as const, "verify_payment" as const),
    kind: fc.nat(FAULTS.length - 1),
    times: fc.integer({ min: 1, max: 3 }),
  })
)
/** Each turn's acts happen at once: other tabs, the service's webhook, the job. */
const turns = fc.array(fc.array(act, { minLength: 1, maxLength: 3 }), { minLength: 2, maxLength: 7 })

jest.setTimeout(budget.timeoutMs)

withStore(
  {
    sandbox: { webhookSecret: WEBHOOK_SECRET },
    options: {
      test: { webhookSecret: WEBHOOK_SECRET } as never,
      budget: { standard: 100_000, creation: 100_000 },
    },
  },
  (store) => {
    const merchant = withMerchant(store)
    const report = new Report("booted")
    afterAll(() => report.print())

    const references = (customer: Customer) =>
      store.service.control
        .intents()
        .map(({ request }) => String(request.merchant_reference))
        .filter((reference) => reference.startsWith(customer.cartId))

    async function perform(customer: Customer, each: Act): Promise<unknown> {
      const { control } = store.service
      const chosen = "n" in each ? references(customer)[each.n] : undefined
      switch (each.do) {
        case "start":
          return await customer.tryToPay(METHODS[each.method]).catch(refused)
        case "quantity":
          return await customer.changeQuantity(each.quantity).catch(refused)
        case "complete":
          return await customer.complete()
        case "poll":
          return await customer.status()
        case "job":
          return await merchant.reconcile()
        case "wait":
          return merchant.later(each.ms)
        case "fault":
          report.count(`fault ${each.operation}: ${FAULTS[each.kind]!.kind}`, each.times)
          return control.injectFault({ operation: each.operation, times: each.times, ...FAULTS[each.kind]! })
      }
      if (!chosen) return
      switch (each.do) {
        case "at_service": {
          const now = control.intent(chosen)!.status
          return now === "requires_action" || now === "processing"
            ? control.moveState(chosen, each.status)
            : undefined
        }
        case "come_back":
          return await customer.comeBack(chosen)
        case "webhook":
        case "forged":
          return await hint(chosen, each.do === "forged")
      }
    }

    async function hint(reference: string, forged: boolean): Promise<void> {
      const body = JSON.stringify({
        event_type: "payment.succeeded",
        data: { metadata: { merchant_reference: reference } },
      })
      const secret = forged ? "whsec_of_nobody" : WEBHOOK_SECRET
      const signature = createHmac("sha256", secret).update(body).digest("hex")
      const headers = { "content-type": "application/json", "x-service-signature": `sha256=${signature}` }
      const { status } = await store.api.post("/hooks/paycollect", body, { headers })
      if (forged) expect(status).toBe(401)
    }

    async function heal(): Promise<void> {
      store.service.control.clearFaults()
      for (const ms of [4 * MINUTE, HOUR, DAY, 8 * DAY]) {
        merchant.later(ms)
        for (let run = 0; run < 10 && (await merchant.reconcile()).looked_at > 0; run++);
      }
    }

    async function broken(customer: Customer): Promise<string[]> {
      const found: string[] = []
      const orders = await customer.orders()
      if (orders.length > 1) found.push(`${orders.length} orders`)
      const paid = references(customer).filter(
        (reference) => store.service.control.intent(reference)!.status === "succeeded"
      )
      const { rows } = await store.db.raw(
        "select i.merchant_reference, i.order_id, (select count(*)::int from paycollect_attention a where a.intent_id = i.id and a.category = 'money' and a.status = 'open') as open from paycollect_intent i where i.cart_id = ?",
        [customer.cartId]
      )
      for (const reference of paid) {
        const row = (rows as (IntentRow & { open: number })[]).find(
          (each) => each.merchant_reference === reference
        )
        const places = (row?.order_id ? 1 : 0) + (row?.open ?? 0)
        if (places !== 1) found.push(`money of ${reference} is in ${places} places`)
      }
      const unpaid = rows.filter((row: IntentRow) => row.order_id && !paid.includes(row.merchant_reference))
      if (unpaid.length > 0) found.push("an order of a payment that never succeeded")
      report.count("orders made", orders.length)
      report.count("payments that succeeded", paid.length)
      for (const order of orders) {
        const money = await store.moneyOf(order)
        if (money.payment_status !== "captured" || money.captured !== money.total)
          found.push(`an order of ${money.total} shown as ${money.payment_status} with ${money.captured}`)
      }
      return found
    }

    it("holds in a booted store, over HTTP", async () => {
      const until = Date.now() + MINUTES * MINUTE
      let runs = 0
      await report.check(
        fc.asyncProperty(turns, async (chosen) => {
          if (runs++ >= AT_LEAST && Date.now() > until) return
          const customer = store.customer()
          await customer.fillCart()
          for (const acts of chosen) await Promise.all(acts.map((each) => perform(customer, each)))
          await heal()
          const found = await broken(customer)
          report.ran({ kills: {}, service: { injected: {} } })
          if (found.length > 0) throw new Error(found.join("; "))
        })
      )
    })
  }
)

/** A store that says no over HTTP has kept the promise; a broken test has not. */
function refused(error: unknown): void {
  if (!(error instanceof Error) || !/: [45]\d\d /.test(error.message)) throw error
}
