import { Modules } from "@medusajs/framework/utils"
import { createHmac } from "node:crypto"
import { failAfterCapture } from "../../http/support/core"
import { ADDRESS, ANY_METHOD, nextPerson, type Customer } from "../../http/support/customer"
import { DAY, HOUR, type Merchant, MINUTE } from "../../http/support/merchant"
import { type Store } from "../../http/support/store"
import { toMinorUnits } from "../../../src/payments/money"
import { type PayCollectSessionData } from "../../../src/payments/session-data"
import { type AttentionRow } from "../../../src/modules/paycollect/models/attention"
import { type IntentRow } from "../../../src/modules/paycollect/models/intent"
import { writtenOff } from "../../../src/payments/reversal"
import { journalFaults } from "../../http/support/journal"
import { COMPENSATION_NOTE } from "../../http/support/compensation"
import { keepBackup, refuseKey, switchTo } from "./booted-account"
import { type Act, CLICKS, type DISCOUNTS, type GOODS, LIES, METHODS, type Shop } from "./booted-actions"
import { booksAstray } from "./booted-books"
import { bringAllBack, changeCart, changeOrder, type OrderChange, takeAway } from "./booted-changes"
import { changeGoods } from "./booted-goods"
import { BootedLinks } from "./booted-links"
import { ASSIGNABLE } from "./merchant"

export const WEBHOOK_SECRET = "whsec_of_the_chaos_runs"

/** Codes that together make a cart free. */
const EVERYTHING = ["GOODS", "DELIVERY"]
const hasPromotions = new WeakSet<Store>()

interface PaymentRecord {
  id: string
  reference: string | null
  currency_code: string
  captured: boolean
  returned: boolean
  voided_by_core: boolean
  order_status: string | null
  order_id: string | null
  /** in a collection of the order, and not of the cart: by a link, or given by the merchant */
  elsewhere: boolean
}

type Item = AttentionRow & { subject_id: string }

/** One customer's cart in the booted store, and everybody around it. Other carts of the same store are other scenarios. */
export class BootedScenario {
  readonly customer: Customer
  readonly counts: Record<string, number> = {}
  /** what must not happen at any moment, in words */
  private readonly wrong: string[] = []
  /** orders that the merchant wrote down by telephone, or made of late money; money of the cart may be given to them */
  private readonly phoneOrders: string[] = []
  private readonly links: BootedLinks
  /** of payments whose row was lost once, and of which all or a part went back without the shop */
  private readonly lost = new Set<string>()
  private readonly reversed = new Set<string>()
  /** of those, the ones whose money is there again */
  private readonly wonBack = new Set<string>()
  /** under which names the ledger had payments whose order a restored backup does not have */
  private readonly former = new Set<string>()
  private environment: "test" | "live" = "test"
  /** orders whose goods were changed after they were paid */
  private readonly changed = new Set<string>()
  private elapsed = 0
  /** how often money came for a cart that costs something else by then */
  private late = 0

  constructor(
    readonly store: Store,
    readonly merchant: Merchant
  ) {
    this.customer = store.customer()
    this.links = new BootedLinks(store, merchant, {
      count: (name) => this.count(name),
      later: (ms) => this.later(ms),
      ordersOfCart: () => this.customer.orders(),
      pay: (reference) => this.move(reference, "succeeded"),
      wrong: (what) => void this.wrong.push(what),
    })
  }

  async begin({ createIntent, pendingOrders, refunds }: Shop): Promise<void> {
    await this.wellAgain()
    await switchTo(this, "test")
    this.store.service.control.clearRequests()
    const { test } = this.merchant.paycollect().configuration.given.options
    this.merchant.configure({
      createIntent,
      pendingOrders,
      refunds,
      test: { ...test, webhookSecret: [WEBHOOK_SECRET] },
    })
    const { email, phone } = nextPerson()
    await this.customer.fillCart({ email, address: { ...ADDRESS, phone } })
  }

  /** All at once; only the merchant, one person, does one thing after the other. */
  async turn(acts: Act[]): Promise<void> {
    const isRestored = acts.some((act) => act.do === "restore")
    if (!isRestored) return await this.allAtOnce(acts)
    this.count("did: restore")
    const known = [await this.subjects(), this.phoneOrders.length, this.links.orderIds().length] as const
    const restore = await keepBackup(this)
    await this.allAtOnce(acts.filter(({ do: act }) => !SENDS_MONEY.has(act) && act !== "restore"))
    const references = (await this.atService()).map(({ merchant_reference }) => merchant_reference)
    for (const subject of await this.subjects()) if (!known[0].includes(subject)) this.former.add(subject)
    for (const reference of await restore(references)) this.lost.add(reference)
    this.phoneOrders.length = known[1]
    this.links.forget(known[2])
  }

  private async allAtOnce(acts: Act[]): Promise<void> {
    this.links.isAlone = acts.length === 1
    for (const act of acts.filter(comesFirst)) await this.perform(act)
    const beside = acts.filter((act) => !isMerchants(act) && !comesFirst(act))
    const lanes = [...beside.map((act) => [act]), acts.filter(isMerchants)]
    await Promise.all(
      lanes.map(async (lane) => {
        for (const act of lane) await this.perform(act)
      })
    )
    for (const act of acts) if (act.do === "refuse_key") await this.takeKeyAgain(act.ms)
  }

  /** Meanwhile the job asks in vain. */
  private async takeKeyAgain(ms: number): Promise<void> {
    await this.letJobsRun([4 * MINUTE, ms])
    this.store.service.control.clearFaults()
  }

  private async perform(act: Act): Promise<unknown> {
    const { customer, merchant } = this
    const { control } = this.store.service
    this.count(`did: ${act.do}`)
    switch (act.do) {
      case "start":
        return await this.start(METHODS[act.method]!)
      case "pay":
        return await this.pay(METHODS[act.method]!, act.comesBack)
      case "change_total":
        return await customer.changeQuantity(act.quantity).catch(refused)
      case "change_region":
        return await customer.changeRegion(act.currency).catch(refused)
      case "discount":
        return await this.discount(act.off)
      case "silence":
        return await this.silence()
      case "rush":
        return await this.rush()
      case "two_employees":
        return await this.twoEmployees(act)
      case "change_cart":
        return this.count(`cart: ${act.how} ${(await changeCart(this, act.how)) ? "changed" : "refused"}`)
      case "change_order":
        return await this.changeOrder(act.how)
      case "take_away":
        return await takeAway(this.store, act.what)
      case "refuse_key":
        return refuseKey(this, act.status)
      case "switch":
        return await this.switchTo(act.to)
      case "complete":
        return this.count(`complete: ${(await customer.complete()).data.type ?? "refused"}`)
      case "poll":
        return this.count(`status: ${(await customer.status().catch(refused))?.status ?? "gone"}`)
      case "job":
        return await merchant.reconcile()
      case "delete_cart":
        return await this.deleteCart()
      case "break_late":
        return failAfterCapture(1)
      case "wait":
        return this.later(act.ms)
      case "stock":
        return await this.setStock(act.quantity)
      case "fault":
        return control.injectFault({ operation: act.operation, times: act.times, ...act.fault })
      case "refund":
        return await this.refund(act.amount)
      case "refund_unapplied":
        return await this.sendBack(act.amount)
      case "assign":
        return await this.book()
      case "make_order":
        return await this.makeOrders()
      case "cancel_order":
        await this.links.cancel()
        return await Promise.all(
          (await customer.orders()).map((id) => merchant.post(`/admin/orders/${id}/cancel`))
        )
      case "make_link":
        return await this.links.make(act)
      case "show_link":
        return await this.links.show(act)
      case "revoke_link":
        return await this.links.revoke(act)
      case "open_link":
        return await this.links.open(act)
      case "pay_by_link":
        return await this.links.pay(act)
      case "pay_by_link_amiss":
        return await this.links.payAmiss(act)
      case "edit_order":
        return await this.links.edit(act)
      case "take_cash":
        return await this.links.takeCash(act)
      case "change_goods":
        return await this.changeGoods(act.how)
      case "lose_row":
        return await this.loseRow(act.n)
      case "clock":
        return merchant.runAhead(act.ahead)
      case "restore":
        return undefined
      case "resolve":
        return await Promise.all(
          (await this.openItems()).map((item) => merchant.resolve(item, "by hand", act.money ?? undefined))
        )
      default: {
        const references = (await this.atService()).map(({ merchant_reference }) => merchant_reference)
        const reference = references[act.n % Math.max(1, references.length)]
        return reference && (await this.about(reference, act))
      }
    }
  }

  /** Its time is over: what Medusa wrote down meanwhile was written by the time of day, by which the next one begins. */
  end(): void {
    this.merchant.runAhead(0)
    this.merchant.later(-this.elapsed)
  }

  private later(ms: number): void {
    this.elapsed += ms
    this.merchant.later(ms)
  }

  /** Two tabs, the way back, both webhooks, an employee and the job, as soon as the money is there. */
  private async rush(): Promise<void> {
    const reference = await this.begunBy(await this.start(ANY_METHOD), ANY_METHOD)
    if (!reference) return
    this.move(reference, "succeeded")
    const acts = (["complete", "complete", "poll", "job"] as const).map((name): Act => ({ do: name }))
    const looks = (["come_back", "webhook", "core_webhook", "check_now"] as const).map((name) =>
      this.about(reference, { do: name, n: 0 })
    )
    await Promise.all([...acts.map((act) => this.perform(act)), ...looks])
  }

  /** At the same moment, about the same money; where there is none of which a person decides, it comes first. */
  private async twoEmployees({ one, other }: Act & { do: "two_employees" }): Promise<void> {
    if (!(await this.openMoney())) await this.payLate()
    this.links.isAlone = false
    this.count(`at once: ${[one, other].sort().join(", ")}`)
    await Promise.all([this.perform(CLICKS[one]), this.perform(CLICKS[other])])
  }

  private async changeOrder(how: OrderChange): Promise<void> {
    if ((await this.customer.orders()).length === 0) await this.pay(ANY_METHOD, true)
    const [id] = await this.customer.orders()
    if (!id) return
    if (how === "dearer" || how === "cheaper" || how === "credit_line") this.changed.add(id)
    const isDone = await changeOrder(this, id, how)
    this.count(`order: ${how} ${isDone ? "done" : "refused"}`)
  }

  /** The service keeps the references of each environment by themselves: one that is used in both would be two payments. */
  private async switchTo(to: "test" | "live"): Promise<void> {
    if (to === this.environment || this.lost.size > 0) return
    this.environment = to
    await switchTo(this, to)
    this.count(`switched to: ${to}`)
  }

  private async loseRow(n: number): Promise<void> {
    if (this.counts["switched to: live"]) return
    const { rows } = await this.store.db.raw(
      `select id, merchant_reference from paycollect_intent i where subject_id = any(?)
        and not exists (select 1 from paycollect_refund r where r.intent_id = i.id) order by created_at, id`,
      [await this.subjects()]
    )
    const row = (rows as { id: string; merchant_reference: string }[])[n % Math.max(1, rows.length)]
    if (!row) return
    // What was answered already may still be heard of: who writes about the row then waits, and finds none.
    await this.store.db.transaction(async (all) => {
      await all.raw("select from paycollect_intent where id = ? for update", [row.id])
      for (const table of ["attention", "entry", "intent_event", "intent_session"])
        await all.raw(`delete from paycollect_${table} where intent_id = ?`, [row.id])
      await all.raw("delete from paycollect_intent where id = ?", [row.id])
    })
    // Of one that the service never heard of it has nothing to repeat.
    if (this.store.service.control.intent(row.merchant_reference)) this.lost.add(row.merchant_reference)
    this.count("row lost")
  }

  private async reverse(reference: string, amount: string | null): Promise<void> {
    const { control } = this.store.service
    const { status, amount: asked, reversed, refunded } = control.intent(reference)!
    const left = BigInt(asked) - BigInt(reversed) - BigInt(refunded)
    if (status !== "succeeded" || left <= BigInt(amount ?? 0)) return
    control.reverse(reference, { ...(amount !== null && { amount }), webhook: false })
    this.reversed.add(reference)
    this.count(`reversed: ${amount === null ? "all that was left" : "a part"}`)
    await this.hook(reference, WEBHOOK_SECRET, "payment.reversed")
  }

  /** The bank says that it was the customer's after all. Before that, it took the money back. */
  private async winBack(reference: string): Promise<void> {
    if (!this.reversed.has(reference)) await this.reverse(reference, null)
    if (!this.reversed.has(reference) || this.wonBack.has(reference)) return
    this.wonBack.add(reference)
    this.later(2 * HOUR)
    this.sayWon(reference)
    this.count("won back")
    await this.hook(reference, WEBHOOK_SECRET)
  }

  /** Without refunds of the store's, which the service may or may not have subtracted. */
  private isUntold(intent: IntentRow, items: Item[]): boolean {
    const { id, merchant_reference: reference, outcome, refunded, applied_at, closed_as } = intent
    if (!this.wonBack.has(reference) || this.lost.has(reference) || outcome !== "paid") return false
    const isHeard = applied_at || closed_as === "returned"
    if (!isHeard || refunded !== "0" || writtenOff(intent) <= 0n) return false
    return !items.some(({ intent_id, reason }) => intent_id === id && reason === "won_back")
  }

  private sayWon(reference: string): void {
    const { control } = this.store.service
    const { amount, refunded } = control.intent(reference)!
    const left = (BigInt(amount) - BigInt(refunded)).toString()
    control.overrideVerify(reference, { status: "succeeded", amount: left })
  }

  private async discount(off: (typeof DISCOUNTS)[number]): Promise<void> {
    const { customer } = this
    const promotions = `/store/carts/${customer.cartId}/promotions`
    if (off === "nothing") {
      await customer.send("delete", promotions, { promo_codes: ["TEN", ...EVERYTHING] }).catch(refused)
      return
    }
    await this.makePromotions()
    const promo_codes = off === "everything" ? EVERYTHING : ["TEN"]
    const answer = await customer.send("post", promotions, { promo_codes }).catch(refused)
    if (answer?.data?.cart?.total === 0) this.count("cart: free")
  }

  private async makePromotions(): Promise<void> {
    if (hasPromotions.has(this.store)) return
    hasPromotions.add(this.store)
    for (const [code, target_type] of Object.entries({ GOODS: "items", DELIVERY: "shipping_methods" })) {
      const method = { type: "percentage", target_type, allocation: "each", value: 100, max_quantity: 100 }
      const promotion = { code, type: "standard", status: "active", application_method: method }
      await this.merchant.post("/admin/promotions", promotion)
    }
  }

  /** The service says nothing about any payment for more than a week. */
  private async silence(): Promise<void> {
    const { control } = this.store.service
    control.injectFault({ operation: "verify_payment", kind: "status", status: 503, times: 10_000 })
    await this.letJobsRun([4 * MINUTE, HOUR, DAY, 8 * DAY, 4 * MINUTE])
    control.clearFaults()
  }

  private async changeGoods(how: (typeof GOODS)[number]): Promise<void> {
    // Who has bought nothing yet buys first.
    if ((await this.customer.orders()).length === 0) await this.pay(ANY_METHOD, true)
    const [id] = await this.customer.orders()
    if (!id) return
    this.changed.add(id)
    const isDone = await changeGoods(this, id, how)
    this.count(`goods: ${how} ${isDone ? "asked for" : "refused"}`)
  }

  /** The service repeats what was not answered well. */
  private async repeat(reference: string, type: string): Promise<void> {
    const answers: number[] = []
    while (answers.length < 5) {
      this.later(2 * MINUTE)
      const { status } = await this.hook(reference, WEBHOOK_SECRET, type)
      if (status === 200) return
      answers.push(status)
    }
    this.wrong.push(`an event about ${reference} was answered ${answers.join(", ")}`)
  }

  /** Everything that breaks the promise about this cart, in words. */
  async violations(): Promise<string[]> {
    const found = [...this.wrong]
    const payments = await this.payments()
    const items = await this.items()
    const { rows: intents } = await this.store.db.raw(
      "select * from paycollect_intent where subject_id = any(?)",
      [await this.subjects()]
    )
    for (const { merchant_reference: reference, status, refunded } of await this.atService()) {
      const intent = (intents as IntentRow[]).find((row) => row.merchant_reference === reference)
      if (!intent) found.push(`${reference} exists at the service and not in the ledger`)
      else if (BigInt(refunded) > BigInt(intent.refunded))
        found.push(`${refunded} of ${reference} went back, and the ledger knows of ${intent.refunded}`)
      const own = payments.filter((payment) => payment.reference === reference)
      const standing = own.filter((payment) => stands(payment))
      const open = items.filter(
        (item) => item.intent_id === intent?.id && item.category === "money" && item.status === "open"
      )
      const places =
        standing.length +
        own.filter(({ returned }) => returned).length +
        open.length +
        (intent?.closed_at ? 1 : 0)
      // The service was silent until the schedule ended, and the merchant was told to look: that notice is where this money is.
      const isToldOf = items.some(
        (item) => item.intent_id === intent?.id && item.reason === "unknown_outcome_expired"
      )
      const isToLookFor = places === 0 && isToldOf && intent?.outcome !== "paid"
      const { amount, reversed } = this.store.service.control.intent(reference)!
      const isGone =
        reversed !== "0" &&
        !this.wonBack.has(reference) &&
        BigInt(amount) <= BigInt(reversed) + BigInt(refunded)
      if (isGone && open.length > 0) found.push(`all of ${reference} went back, and an item of it is open`)
      if (intent && this.isUntold(intent, items))
        found.push(`what was written off of ${reference} is there again, and nobody was told`)
      const isSeen = !isGone || intent?.outcome === "paid"
      if (status === "succeeded" && places !== 1 && !isToLookFor && (isSeen || places > 1))
        found.push(`money of ${reference} is in ${places} places`)
      if (status !== "succeeded" && standing.length + open.length > 0)
        found.push(
          `${reference} is ${status}, and ${standing.length} payments and ${open.length} items speak of money`
        )
    }
    found.push(...(await this.wrongOrders(payments, items)), ...(await this.wrongPhoneOrders()))
    found.push(...(await this.links.violations()))
    const orders = [...(await this.customer.orders()), ...this.phoneOrders, ...this.links.orderIds()]
    const unedited = [...this.phoneOrders, ...this.links.unedited()]
    found.push(...(await booksAstray(this.store, orders, unedited)))
    const own = await this.subjects()
    const isOwn = (fault: string) => own.some((subject) => fault.startsWith(`${subject}-`))
    found.push(...(await journalFaults(this.store.db)).filter(isOwn))
    return found
  }

  /** What happened to this cart's money, for whoever has to find out why. */
  async story(): Promise<string[]> {
    const { rows } = await this.store.db.raw(
      `select e.created_at, i.merchant_reference, e.type, e.cause, e.data from paycollect_intent_event e
       join paycollect_intent i on i.id = e.intent_id where i.subject_id = any(?) order by e.created_at, e.id`,
      [await this.subjects()]
    )
    return [...rows, ...(await this.payments()), ...(await this.items())].map((row) => JSON.stringify(row))
  }

  /** A customer who comes back afterwards, pays and gets an order, unless a person has to decide first. */
  async blocked(): Promise<string[]> {
    const byLink = await this.links.blocked(() => this.letJobsRun([2 * MINUTE]))
    return [...byLink, ...(await this.blockedCart())]
  }

  private async blockedCart(): Promise<string[]> {
    const { customer } = this
    const { rows } = await this.store.db.raw("select deleted_at from cart where id = ?", [customer.cartId])
    if (rows[0].deleted_at || (await customer.orders()).length > 0 || (await this.openMoney())) return []
    await this.setStock(1_000)
    // A move to another region that was cut off left the cart without its address and delivery.
    await customer.enterDelivery().catch(refused)
    await this.discount("nothing")
    let answer = await this.pay(ANY_METHOD, true)
    if (answer?.status === 401) {
      // Her account is not in the database that was restored: she does as she is told.
      customer.logOut()
      answer = await this.pay(ANY_METHOD, true)
    }
    await this.letJobsRun([2 * MINUTE])
    if ((await customer.orders()).length > 0 || (await this.openMoney())) return []
    return [`the cart is blocked: ${JSON.stringify(answer?.data ?? null)}`]
  }

  /** The accidents end, nobody comes back but the job, and time goes by until the schedule is over. */
  async heal(): Promise<void> {
    await this.wellAgain()
    for (const { merchant_reference } of await this.atService())
      this.store.service.control.overrideVerify(merchant_reference)
    for (const reference of this.wonBack) this.sayWon(reference)
    this.merchant.runAhead(0)
    await this.catchUp()
    for (const reference of this.lost) await this.repeat(reference, "payment.succeeded")
    await this.letJobsRun([4 * MINUTE])
    for (const reference of this.reversed)
      await this.repeat(reference, this.wonBack.has(reference) ? "payment.succeeded" : "payment.reversed")
    await this.letJobsRun([4 * MINUTE, HOUR, DAY + HOUR, 4 * MINUTE, 8 * DAY, 4 * MINUTE, 4 * MINUTE])
  }

  /**
   * Core writes when an order moved by the machine's time, which the time of a run is days ahead of: the job, which looks at what moved since it ran
   * last, would see none of them, as no job of a shop does.
   */
  private async catchUp(): Promise<void> {
    const orders = [...(await this.customer.orders()), ...this.phoneOrders, ...this.links.orderIds()]
    const now = new Date(this.merchant.paycollect().clock.now())
    await this.store.db.raw('update "order" set updated_at = ? where id = any(?)', [now, orders])
  }

  /** What became of it all, for the counts of a run. */
  async tally(): Promise<void> {
    for (const { reason } of await this.items()) {
      this.count("items for a person")
      this.count(`attention: ${reason}`)
    }
    for (const { captured } of await this.payments())
      this.count(captured ? "payments: captured" : "payments: undone")
    const { rows } = await this.store.db.raw(`select status from "order" where id = any(?)`, [
      await this.customer.orders(),
    ])
    for (const { status } of rows as { status: string }[]) this.count(`orders: ${status}`)
    for (const { status } of await this.atService()) this.count(`payments at the service: ${status}`)
    await this.links.tally()
  }

  /** The faults that struck, by the sandbox's own log. */
  struck(): Record<string, number> {
    const struck: Record<string, number> = {}
    for (const { operation, fault } of this.store.service.control.requests()) {
      if (!fault) continue
      for (const name of [`struck: ${fault}`, `fault ${operation}: ${fault}`])
        struck[name] = (struck[name] ?? 0) + 1
    }
    return struck
  }

  private async letJobsRun(steps: number[]): Promise<void> {
    for (const ms of steps) {
      this.later(ms)
      let runs = 0
      while ((await this.merchant.reconcile()).checked > 0)
        if (++runs > 20) throw new Error("the job never comes to an end")
    }
  }

  private async wellAgain(): Promise<void> {
    this.store.service.control.clearFaults()
    failAfterCapture(0)
    await bringAllBack(this.store)
    await this.setStock(1_000)
  }

  private async start(method: string) {
    const answer = await this.customer.tryToPay(method).catch(refused)
    for (const { amount, currency_code, data } of answer?.data?.payment_collection?.payment_sessions ?? [])
      if (data.amount && data.amount !== toMinorUnits(amount, currency_code === "eur" ? 2 : 0).toString())
        this.wrong.push(`a session of ${amount} ${currency_code} was given a payment of ${data.amount}`)
    return answer
  }

  private async pay(method: string, comesBack: boolean) {
    const answer = await this.start(method)
    const reference = await this.begunBy(answer, method)
    if (!reference) return answer
    this.move(reference, "succeeded")
    return comesBack ? await this.customer.comeBack(reference) : answer
  }

  private async begunBy(answer: Awaited<ReturnType<BootedScenario["start"]>>, method: string) {
    const session = answer?.data?.payment_collection?.payment_sessions?.find(
      (each: { provider_id: string }) => each.provider_id === method
    )
    return session && (await this.referenceOf(session.data))
  }

  /** With `on_redirect` a payment has a reference when its customer goes to pay. */
  private async referenceOf(data: PayCollectSessionData): Promise<string | undefined> {
    if (data.merchant_reference || !data.checkout_url) return data.merchant_reference ?? undefined
    const { headers } = await this.customer.goToPay(data.checkout_url)
    const address = String(headers.location)
    this.count(`went to pay: ${/return|checkout\?step/.exec(address)?.[0] ?? "hosted checkout"}`)
    return (await this.atService()).find(
      ({ checkout_url, merchant_reference }) =>
        checkout_url === address || address.endsWith(`/return/${merchant_reference}`)
    )?.merchant_reference
  }

  private async about(reference: string, act: Act): Promise<unknown> {
    switch (act.do) {
      case "at_service":
        return this.move(reference, act.status)
      case "reverse":
        return await this.reverse(reference, act.amount)
      case "win_back":
        return await this.winBack(reference)
      case "lie":
        return this.store.service.control.overrideVerify(reference, LIES[act.lie])
      case "come_back":
        return await this.customer.comeBack(reference)
      case "check_now":
        return await this.merchant.post(
          `/admin/paycollect/intents/${(await this.merchant.intent(reference))?.id}/verify`
        )
      case "webhook":
        return await this.hook(reference, WEBHOOK_SECRET)
      case "forged_webhook": {
        const { status } = await this.hook(reference, "whsec_of_nobody")
        if (status !== 401) throw new Error(`a forged webhook was answered with ${status}`)
        return
      }
      case "core_webhook":
        return await this.store.api.post("/hooks/payment/paycollect_default", eventOf(reference))
    }
  }

  private async hook(reference: string, secret: string, event_type = "payment.succeeded") {
    // The service repeats what the payment was made with.
    const { metadata } = this.store.service.control.intent(reference)!.request
    const body = JSON.stringify({ event_type, data: { metadata } })
    const signature = createHmac("sha256", secret).update(body).digest("hex")
    const headers = { "content-type": "application/json", "x-service-signature": `sha256=${signature}` }
    return await this.store.api.post("/hooks/paycollect", body, { headers })
  }

  private move(reference: string, status: "succeeded" | "processing" | "failed" | "canceled"): void {
    const { control } = this.store.service
    const now = control.intent(reference)?.status
    if (now === "requires_action" || now === "processing") control.moveState(reference, status)
  }

  private async refund(amount: number | null): Promise<void> {
    for (const { id, captured } of await this.payments()) {
      if (!captured) continue
      const answer = await this.merchant.post(
        `/admin/payments/${id}/refund`,
        amount === null ? {} : { amount }
      )
      this.count(answer.status === 200 ? "refund: recorded" : "refund: refused")
    }
  }

  /** Each payment that an open item is about goes back, or a part of it. */
  private async sendBack(amount: number | null): Promise<void> {
    for (const { intent_id, category } of await this.openItems()) {
      if (category !== "money") continue
      const { status } = await this.merchant.post(`/admin/paycollect/intents/${intent_id}/refund`, {
        reason: "other",
        ...(amount !== null && { amount: String(amount) }),
      })
      this.count(status === 200 ? "sent back: done" : "sent back: refused")
    }
  }

  /** Money that came late, twice or after a cancel is given to an order of just that sum, or of a little more. */
  private async book(): Promise<void> {
    for (const { intent_id, reason } of await this.openItems()) {
      if (!ASSIGNABLE.includes(reason)) continue
      const { rows } = await this.store.db.raw(
        `select i.amount, i.currency_code, i.exponent, l.order_id from paycollect_intent i
         left join order_payment_collection l on l.payment_collection_id = i.subject_id where i.id = ?`,
        [intent_id]
      )
      const { amount, currency_code, exponent, order_id } = rows[0]
      const bookOn = async (id: string) =>
        (await this.merchant.post(`/admin/paycollect/intents/${intent_id}/assign`, { order_id: id })).status
      // What was paid by a link is its order's, if that still owes so much.
      if (order_id && (await bookOn(order_id)) === 200) {
        this.count("assigned: on its link's order")
        continue
      }
      const byPhone = await this.phoneOrder(Number(amount) / 10 ** exponent, currency_code)
      const status = byPhone ? await bookOn(byPhone) : undefined
      this.count(status === 200 ? "assigned: done" : "assigned: refused")
    }
  }

  /** Of money that no order can be made of by itself, of what was bought with it. Where there is none, it comes for a cart that costs something else. */
  private async makeOrders(): Promise<void> {
    if (!(await this.openMoney())) await this.payLate()
    for (const { intent_id, category } of await this.openItems()) {
      if (category !== "money") continue
      const { status, data } = await this.merchant.post(`/admin/paycollect/intents/${intent_id}/new-order`)
      const id = data?.result?.order_id as string | undefined
      this.count(status === 200 && id ? "order of late money: made" : "order of late money: refused")
      const known = [...this.phoneOrders, ...(await this.customer.orders()), ...this.links.orderIds()]
      if (status === 200 && id && !known.includes(id)) this.phoneOrders.push(id)
    }
  }

  private async payLate(): Promise<void> {
    await this.pay(ANY_METHOD, false)
    await this.customer.changeQuantity(2 + ++this.late).catch(refused)
    for (const { merchant_reference } of await this.atService())
      await this.customer.comeBack(merchant_reference)
  }

  /** @returns undefined where the store takes no order: its channel is gone */
  private async phoneOrder(price: number, currency: "xaf" | "xof" | "eur"): Promise<string | undefined> {
    // No tax is known there, so that the order costs what was said.
    const address = { first_name: "Awa", last_name: "Essomba", phone: "670123456", country_code: "td" }
    const { data } = await this.merchant.post("/admin/draft-orders", {
      region_id: this.store.regionId(currency),
      email: "mireille@example.com",
      shipping_address: address,
      billing_address: address,
      items: [{ title: "By telephone", unit_price: price, quantity: 1 }],
      shipping_methods: [],
    })
    const id = data.draft_order?.id as string | undefined
    if (!id) return undefined
    await this.merchant.post(`/admin/draft-orders/${id}/convert-to-order`)
    this.phoneOrders.push(id)
    return id
  }

  /** Paid with one payment, or not at all. */
  private async wrongPhoneOrders(): Promise<string[]> {
    const found: string[] = []
    for (const id of this.phoneOrders) {
      const { captured, refunded, total, payment_status } = await this.store.moneyOf(id)
      // What core refunds it takes off the order by a credit line.
      const costs = BigInt(total) + BigInt(refunded)
      if (captured !== "0" && BigInt(captured) !== costs)
        found.push(`an order by telephone of ${costs} is ${payment_status} with ${captured}`)
    }
    return found
  }

  private async deleteCart(): Promise<void> {
    const { rows } = await this.store.db.raw("select completed_at from cart where id = ?", [
      this.customer.cartId,
    ])
    if (!rows[0].completed_at)
      await this.store.container().resolve(Modules.CART).softDeleteCarts([this.customer.cartId])
  }

  /** Beyond what the orders of the scenarios before have reserved for good. */
  private async setStock(quantity: number): Promise<void> {
    await this.store.db.raw(
      `update inventory_level set stocked_quantity = reserved_quantity + :quantity,
        raw_stocked_quantity = jsonb_build_object('value', (reserved_quantity + :quantity)::text, 'precision', 20)`,
      { quantity }
    )
  }

  private async wrongOrders(all: PaymentRecord[], allItems: Item[]): Promise<string[]> {
    const found: string[] = []
    const orders = await this.customer.orders()
    const payments = all.filter(({ elsewhere, order_id }) => !elsewhere || orders.includes(order_id ?? ""))
    const subjects = await this.subjects(orders)
    const items = allItems.filter(({ subject_id }) => subjects.includes(subject_id))
    const { rows } = await this.store.db.raw(
      `select id, status, currency_code from "order" where id = any(?)`,
      [orders]
    )
    const open = (rows as { id: string; status: string; currency_code: string }[]).filter(
      ({ status }) => status !== "canceled"
    )
    if (open.length > 1) found.push(`${open.length} orders`)
    for (const { id, currency_code } of open) {
      if (payments.some(({ returned }) => returned) || this.changed.has(id)) continue
      const { captured, total, payment_status } = await this.store.moneyOf(id)
      const told = items.some(({ category }) => category === "money")
      if (captured === "0" && told && payment_status !== "captured") continue
      if (payments.some((payment) => stands(payment) && payment.currency_code !== currency_code))
        found.push(`an order in ${currency_code} was paid in another currency`)
      const back = payments.some((payment) => payment.voided_by_core && payment.order_status !== null)
      if (BigInt(captured) !== BigInt(total) && !back)
        found.push(`an order of ${total} is ${payment_status} with ${captured}`)
    }
    return found
  }

  private async payments(): Promise<PaymentRecord[]> {
    const { cartId } = this.customer
    const { rows } = await this.store.db.raw(PAYMENTS, { cartId, subjects: await this.subjects() })
    return rows as PaymentRecord[]
  }

  private async items(): Promise<Item[]> {
    const { rows } = await this.store.db.raw(
      "select a.*, i.subject_id from paycollect_attention a join paycollect_intent i on i.id = a.intent_id where i.subject_id = any(?)",
      [await this.subjects()]
    )
    return rows as Item[]
  }

  private async openItems(): Promise<Item[]> {
    return (await this.items()).filter(({ status }) => status === "open")
  }

  /** About money of the cart. */
  private async openMoney(): Promise<boolean> {
    return (await this.openItems()).some(
      ({ category, subject_id }) => category === "money" && subject_id === this.customer.cartId
    )
  }

  /** Under which names the ledger has this scenario's payments: its cart, and the collections of orders that are paid by links. */
  private async subjects(orders?: string[]): Promise<string[]> {
    const { rows } = await this.store.db.raw(
      "select payment_collection_id as id from order_payment_collection where order_id = any(?)",
      [orders ?? this.links.orderIds()]
    )
    return [this.customer.cartId, ...this.former, ...(rows as { id: string }[]).map(({ id }) => id)]
  }

  private async atService() {
    const subjects = await this.subjects()
    return this.store.service.control
      .intents()
      .filter(({ merchant_reference }) => subjects.some((each) => merchant_reference.startsWith(`${each}-`)))
  }

  private count(name: string): void {
    this.counts[name] = (this.counts[name] ?? 0) + 1
  }
}

/** The payments that core booked for a cart, or of its money elsewhere. Core's own booking-back after a failed completion gives nothing back. */
const PAYMENTS = `
  select p.id, p.currency_code, p.data->>'merchant_reference' as reference, p.captured_at is not null and p.canceled_at is null as captured,
    exists (select 1 from refund r where r.payment_id = p.id and r.deleted_at is null and r.note is distinct from '${COMPENSATION_NOTE}') as returned,
    exists (select 1 from refund r where r.payment_id = p.id and r.deleted_at is null and r.note = '${COMPENSATION_NOTE}') as voided_by_core,
    (select o.status from order_payment_collection l join "order" o on o.id = l.order_id
      where l.payment_collection_id = p.payment_collection_id and l.deleted_at is null limit 1) as order_status,
    (select l.order_id from order_payment_collection l
      where l.payment_collection_id = p.payment_collection_id and l.deleted_at is null limit 1) as order_id,
    c.cart_id is null as elsewhere
  from payment p left join cart_payment_collection c on c.payment_collection_id = p.payment_collection_id
  where p.deleted_at is null and (c.cart_id = :cartId
    or p.data->>'merchant_reference' in (select merchant_reference from paycollect_intent where subject_id = any(:subjects)))`

/** Money that Medusa shows as captured for an order that is not canceled. */
function stands({ captured, returned, voided_by_core, order_status }: PaymentRecord): boolean {
  return captured && !returned && !voided_by_core && order_status !== null && order_status !== "canceled"
}

/** Or settles it by hand: after a restored backup a person has to do it again. */
const SENDS_MONEY = new Set<Act["do"]>([
  ...(["refund", "refund_unapplied", "cancel_order", "resolve", "two_employees"] as const),
])

const MERCHANTS = new Set<Act["do"]>([
  ...(["refund", "refund_unapplied", "cancel_order", "resolve", "assign", "make_order"] as const),
  ...(["make_link", "show_link", "revoke_link", "edit_order", "take_cash", "change_goods"] as const),
  ...(["two_employees", "change_order"] as const),
])

/** A database that fails over ends every connection first, and no server is at the same work for days. */
function comesFirst(act: Act): boolean {
  return (
    act.do === "lose_row" ||
    act.do === "silence" ||
    act.do === "refuse_key" ||
    act.do === "switch" ||
    (act.do === "pay_by_link_amiss" && act.how === "expired")
  )
}

function isMerchants(act: Act): boolean {
  return MERCHANTS.has(act.do)
}

function eventOf(reference: string) {
  return { event_type: "payment.succeeded", data: { metadata: { merchant_reference: reference } } }
}

/** A store that says no over HTTP has kept the promise; a broken test has not. */
function refused(error: unknown): undefined {
  if (!(error instanceof Error) || !/: [45]\d\d /.test(error.message)) throw error
}
