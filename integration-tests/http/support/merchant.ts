import { Modules } from "@medusajs/framework/utils"
import { type AxiosResponse } from "axios"
import { admin } from "../../../demo/backend/src/scripts/seed/markets"
import { type MoneyAnswer } from "../../../src/payments/attention-reasons"
import { type AttentionRow } from "../../../src/modules/paycollect/models/attention"
import { type IntentRow } from "../../../src/modules/paycollect/models/intent"
import type PayCollectModuleService from "../../../src/modules/paycollect/service"
import { type PluginOptions } from "../../../src/settings/options-schema"
import { type DueRunNumbers } from "../../../src/orders/advance-due"
import { type AdvanceResult } from "../../../src/orders/advance-result"
import { type Customer } from "./customer"
import { withHeard, type HeardEvent } from "./events"
import { DUE_JOB, takeOffSchedule } from "./jobs"
import { type Store } from "./store"
import { journalFaults } from "./journal"

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

type Group = "service"
/** Of a group only what changes. */
type OptionChanges = Partial<Omit<PluginOptions, Group> & { [G in Group]: Partial<PluginOptions[G]> }>

interface Told extends HeardEvent {
  data: { merchant_reference: string; attention_id?: string; reason?: string }
}

/** What a merchant, and nobody else, sees and does in a store of the tests; and what time and the job do behind their back. */
export interface Merchant {
  /** the module as the store runs it */
  paycollect(): PayCollectModuleService
  /** options for the rest of this test */
  configure(options: OptionChanges): void
  /** lets this much time pass for the module: leases, deadlines, schedule. Nothing waits. */
  later(ms: number): void
  /** for the rest of this test the server's clock is ahead of the database's by this much */
  runAhead(ms: number): void
  get(path: string, more?: { headers: Record<string, string> }): Promise<AxiosResponse>
  post(path: string, body?: unknown): Promise<AxiosResponse>
  delete(path: string): Promise<AxiosResponse>
  /** asks again from nowhere in particular, after the last answer has grown too old to be reused */
  advance(reference: string): Promise<AdvanceResult>
  /** one run of the job, over everything that is due now */
  reconcile(): Promise<DueRunNumbers>
  intent(reference: string): Promise<IntentRow>
  items(reference: string): Promise<AttentionRow[]>
  /** types of an intent's history, oldest first */
  history(reference: string): Promise<string[]>
  /** @param money by default given back by hand, of a refund sent, and of what was won back kept */
  resolve(item: AttentionRow, note: string, money?: MoneyAnswer): Promise<AxiosResponse>
  /** events of this name about this payment */
  told(name: string, reference: string): Told[]
  /** notifications in the dashboard's feed about this payment */
  feed(reference: string): Promise<{ title: string; description: string }[]>
  /** exactly one open item, announced once by event and once in the feed, however often everybody looks again */
  oneItem(reference: string, reason: string): Promise<AttentionRow>
  /** a guest with a filled cart who stands before the hosted checkout */
  guestAtCheckout(
    setup?: Parameters<Customer["fillCart"]>[0]
  ): Promise<{ guest: Customer; reference: string }>
  pay(reference: string): void
}

const answerOf = ({ category, reason }: AttentionRow): MoneyAnswer =>
  category === "money" ? "returned" : reason === "won_back" ? "kept" : "sent"

const merchants = new WeakMap<Store, Merchant>()

/** One for each store: suites that share a store share its clock and what it told. */
export function withMerchant(store: Store): Merchant {
  const known = merchants.get(store)
  if (known) return known
  const events = withHeard(store, [
    "paycollect.intent.applied",
    "paycollect.intent.failed",
    "paycollect.attention.opened",
  ]) as Told[]
  let token: string | undefined
  let ahead = 0
  let fast = 0
  let undo: (() => void)[] = []

  const paycollect = () => store.container().resolve<PayCollectModuleService>("paycollect")
  const run = async <T>(workflow: string, input: object) => {
    const { result } = await store
      .container()
      .resolve(Modules.WORKFLOW_ENGINE)
      .run(workflow, { input: input as never })
    return result as T
  }
  const headers = async () => {
    token ??= (await store.api.post("/auth/user/emailpass", admin)).data.token as string
    return { authorization: `Bearer ${token}` }
  }
  const until = async <T>(read: () => T | Promise<T>, good: (value: T) => boolean) => {
    let value = await read()
    for (let tries = 0; tries < 100 && !good(value); tries++) {
      await new Promise((resolve) => setTimeout(resolve, 20))
      value = await read()
    }
    return value
  }

  beforeAll(async () => {
    // The store's own minute must not run into the middle of a test.
    takeOffSchedule(DUE_JOB)
    // Nor leave anything behind, where it struck while the store was started.
    await store.db.raw(
      "delete from paycollect_state where id in ('last_due_run', 'last_refund_look', 'last_balance_look')"
    )
    Object.assign(paycollect().clock, {
      now: () => Date.now() + ahead + fast,
      database: () => Date.now() + ahead,
    })
  })
  beforeEach(() => {
    for (const rateClass of ["standard", "creation"] as const)
      paycollect().budget.observe(rateClass, { outcome: "ok", status: 200 })
    paycollect().budget.observe("standard", { operation: "calculate_fee", outcome: "ok", status: 200 })
  })
  afterEach(async () => {
    for (const set of undo.reverse()) set()
    undo = []
    ahead = 0
    fast = 0
    expect(await journalFaults(store.db)).toEqual([])
  })

  const merchant: Merchant = {
    paycollect,
    configure(changes) {
      // Over whatever is in force; the configuration itself never changes.
      const { configuration } = paycollect()
      const before = configuration.current
      const current = async () => {
        const active = await before.call(configuration)
        return Object.create(active, {
          options: {
            enumerable: true,
            value: {
              ...active.options,
              ...changes,
              service: { ...active.options.service, ...changes.service },
            },
          },
        }) as typeof active
      }
      undo.push(() => Object.assign(configuration, { current: before }))
      Object.assign(configuration, { current })
      if (!changes.service?.budget) return
      // The request budget keeps to the options as given.
      const { service } = configuration.given.options
      const { budget } = service
      undo.push(() => Object.assign(service, { budget }))
      Object.assign(service, { budget: changes.service.budget })
    },
    later(ms) {
      ahead += ms
    },
    runAhead(ms) {
      fast = ms
    },
    get: async (path, more) =>
      await store.api.get(path, { headers: { ...(await headers()), ...more?.headers } }),
    post: async (path, body = {}) => await store.api.post(path, body, { headers: await headers() }),
    delete: async (path) => await store.api.delete(path, { headers: await headers() }),
    async advance(reference) {
      merchant.later(4_000)
      return await run<AdvanceResult>("paycollect-advance-intent", { reference })
    },
    reconcile: async () => await run<DueRunNumbers>("paycollect-advance-due", {}),
    intent: async (reference) => (await paycollect().ledger.byReference(reference))!,
    async items(reference) {
      const { rows } = await store.db.raw(
        "select a.* from paycollect_attention a join paycollect_intent i on i.id = a.intent_id where i.merchant_reference = ? order by a.created_at",
        [reference]
      )
      return rows as AttentionRow[]
    },
    async history(reference) {
      const { rows } = await store.db.raw(
        "select e.type from paycollect_intent_event e join paycollect_intent i on i.id = e.intent_id where i.merchant_reference = ? order by e.created_at, e.id",
        [reference]
      )
      return (rows as { type: string }[]).map(({ type }) => type)
    },
    resolve: async (item, note, money = answerOf(item)) =>
      await merchant.post(`/admin/paycollect/intents/${item.intent_id}/resolve`, {
        attention_id: item.id,
        note,
        money,
      }),
    told: (name, reference) =>
      events.filter((event) => event.name === name && event.data.merchant_reference === reference),
    async feed(reference) {
      const { rows } = await store.db.raw(
        "select n.data from notification n join paycollect_attention a on a.id = n.idempotency_key join paycollect_intent i on i.id = a.intent_id where n.channel = 'feed' and i.merchant_reference = ?",
        [reference]
      )
      return (rows as { data: { title: string; description: string } }[]).map(({ data }) => data)
    },
    async oneItem(reference, reason) {
      const items = await merchant.items(reference)
      expect(items).toMatchObject([{ reason, status: "open" }])
      await until(
        () => merchant.feed(reference),
        (shown) => shown.length > 0
      )
      await merchant.advance(reference)
      await store.api.get(`/paycollect/return/${reference}`)
      await merchant.post(`/admin/paycollect/intents/${items[0]!.intent_id}/verify`)

      expect(await merchant.items(reference)).toMatchObject([{ id: items[0]!.id, status: "open" }])
      expect(merchant.told("paycollect.attention.opened", reference)).toMatchObject([
        { data: { attention_id: items[0]!.id, reason } },
      ])
      expect(await merchant.feed(reference)).toHaveLength(1)
      return items[0]!
    },
    async guestAtCheckout(setup) {
      const guest = store.customer()
      await guest.fillCart(setup)
      const { merchant_reference } = await guest.startPayment()
      return { guest, reference: merchant_reference }
    },
    pay: (reference) => void store.service.control.moveState(reference, "succeeded"),
  }
  merchants.set(store, merchant)
  return merchant
}
