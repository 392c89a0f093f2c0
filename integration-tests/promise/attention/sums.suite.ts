import { type AxiosResponse } from "axios"
import { ANY_METHOD, CARD, Customer, MOBILE_MONEY, nextPerson } from "../../http/support/customer"
import { withSignedEvents } from "../../http/support/events"
import { HOUR, MINUTE, withMerchant } from "../../http/support/merchant"
import { loseRowOf } from "../../http/support/orphans"
import { OrderDesk } from "../../http/support/orders"
import { type Suite } from "../../http/support/suites"
import { type AttentionRow } from "../../../src/modules/paycollect/models/attention"
import { PAYMENT_STATES, REFUND_STATES } from "../../../src/features/payment-state"
import {
  type AdminPayCollectAttentionItem,
  type AdminPayCollectIntent,
  type AdminPayCollectListedRefund,
  type AdminPayCollectTakingsResponse,
} from "../../../src/types/http"

/** More of them by hand: `PAYCOLLECT_SUMS=200`. */
const PAYMENTS = Number(process.env.PAYCOLLECT_SUMS ?? 42)
const CURRENCIES = ["xaf", "xof", "eur"] as const
type Currency = (typeof CURRENCIES)[number]

/** What went back of one payment, in minor units, as the person who did it would write it down. */
interface GivenBack {
  /** by the service */
  refunded: bigint
  /** from the till: the service knows nothing of it */
  cash: bigint
  reversed: bigint
  /** paid beyond the amount: a fee, but for what of it was refunded */
  beyond?: bigint
  /** closed as the shop's: all of it is counted, and named */
  kept: bigint
  /** of the cash nobody has said so yet: it is a refund that is still to be sent */
  isUnsaid?: true
  /** not what was asked for: in no takings, but in the entries and the list of refunds */
  isLeftOut?: true
}
interface Paid {
  reference: string
  currency: Currency
  /** minor units */
  amount: bigint
  decimals: number
}
type Ended = Paid & GivenBack
const NOTHING_BACK: GivenBack = { refunded: 0n, cash: 0n, reversed: 0n, kept: 0n }

type Sums = Record<Currency, bigint>
const NO_SUMS: Sums = { xaf: 0n, xof: 0n, eur: 0n }
const add = (sums: Sums, currency: Currency, amount: bigint): Sums => ({
  ...sums,
  [currency]: sums[currency] + amount,
})

/** Of an amount in major units. */
const minorOf = (currency: Currency, major: string) =>
  BigInt(Math.round(Number(major) * (currency === "eur" ? 100 : 1)))

/** As the French file says it. */
const WORDS = { refund: "remboursement", cash_refund: "rendu autrement", reversal: "repris par le service" }

/** The same sums by four ways: the takings' page, their file, the journal's entries, and what the service has. */
export const sums: Suite = (store) => {
  const merchant = withMerchant(store)
  const sendEvent = withSignedEvents(store, merchant)
  const desk = new OrderDesk(store, merchant)

  const majorOf = ({ decimals }: Paid, minor: bigint) => Number(minor) / 10 ** decimals

  /** A refusal says why. */
  const isDone = ({ status, data }: AxiosResponse) =>
    expect([status, data.code, data.message]).toEqual([200, undefined, undefined])

  const paidBy = async (reference: string, currency: Currency): Promise<Paid> => {
    const { amount, exponent } = await merchant.intent(reference)
    return { reference, currency, amount: BigInt(amount), decimals: exponent }
  }
  const atCheckout = async (currency: Currency) => {
    const guest = new Customer(store)
    const { email, phone } = nextPerson()
    await guest.fillCart({ currency, quantity: 2, email, address: { phone } })
    const session = await guest.startPayment(currency === "eur" ? CARD : MOBILE_MONEY)
    return { guest, reference: session.merchant_reference }
  }
  const bought = async (currency: Currency) => {
    const { guest, reference } = await atCheckout(currency)
    merchant.pay(reference)
    await guest.comeBack(reference)
    return await paidBy(reference, currency)
  }
  /** Its customer changed her cart before she paid. */
  const late = async (currency: Currency) => {
    const { guest, reference } = await atCheckout(currency)
    await guest.changeQuantity(5)
    merchant.pay(reference)
    await merchant.advance(reference)
    return await paidBy(reference, currency)
  }
  /** An order of the same articles, of which nothing was paid yet. */
  const owing = async (currency: Currency) => {
    // Orders have the database's time, and the hours of many payments add up to days.
    merchant.configure({ pendingOrders: "place", pendingOrderExpiryHours: 168 })
    const { guest, reference } = await atCheckout(currency)
    desk.silently(reference, "processing")
    const { data } = await guest.complete()
    expect(data).toMatchObject({ type: "order" })
    desk.silently(reference, "failed")
    await merchant.advance(reference)
    return data.order.id as string
  }
  const refunded = async (paid: Paid, minor: bigint, refunds: "api" | "manual") => {
    merchant.configure({ refunds })
    isDone(await desk.refund(paid.reference, majorOf(paid, minor)))
    return minor
  }
  const chargedBack = async (paid: Paid, minor?: bigint) => {
    const { reference } = paid
    const part = minor === undefined ? { status: "charged_back" as const } : { amount: minor.toString() }
    store.service.control.reverse(reference, { ...part, webhook: false })
    merchant.later(2 * MINUTE)
    expect(await sendEvent(reference, "payment.reversed")).toBe(200)
  }

  const closedAs = async ({ id, intent_id }: AttentionRow, money: "returned" | "kept") => {
    const body = { attention_id: id, note: "By hand", money }
    isDone(await merchant.post(`/admin/paycollect/intents/${intent_id}/resolve`, body))
  }

  /** A backup was restored that had nothing of it, and somebody looked for it. */
  const lostAndFound = async ({ reference }: Paid) => {
    await loseRowOf(store, await merchant.intent(reference))
    const { data } = await merchant.post("/admin/paycollect/orphans", { pasted: reference })
    expect(data.payments).toMatchObject([{ reference, found: "recovered" }])
  }
  /** All of a list, page by page. */
  const allOf = async <T>(path: string, name: string): Promise<T[]> => {
    const all: T[] = []
    for (let count = 1; all.length < count;) {
      const { data } = await merchant.get(`${path}limit=100&offset=${all.length}`)
      all.push(...data[name])
      count = data.count
    }
    return all
  }

  /** Two payments of one cart. @returns what the order has, and what it does not need, with its row's id */
  const twice = async (currency: Currency) => {
    const { guest, reference } = await atCheckout(currency)
    const second = (await guest.startPayment(ANY_METHOD)).merchant_reference
    for (const each of [reference, second]) merchant.pay(each)
    for (const each of [reference, second]) await guest.comeBack(each)
    const both = [await paidBy(reference, currency), await paidBy(second, currency)]
    const open = await Promise.all(both.map((each) => desk.openReasons(each.reference)))
    const double = open.findIndex((reasons) => reasons.includes("duplicate_payment"))
    const [first, money] = [both[1 - double]!, both[double]!]
    return { first: { ...first, ...NOTHING_BACK }, money, id: (await merchant.intent(money.reference)).id }
  }
  /** More than was asked for, and the shop bears the fee. */
  const overpaid = async (currency: Currency) => {
    const { guest, reference } = await atCheckout(currency)
    const { id, amount } = await merchant.intent(reference)
    const excess = BigInt(amount) / 2n
    store.service.control.overrideVerify(reference, { amount: String(BigInt(amount) + excess) })
    merchant.pay(reference)
    await guest.comeBack(reference)
    expect(await desk.openReasons(reference)).toEqual(["amount_discrepancy"])
    const paid = await paidBy(reference, currency)
    const came = {
      ...paid,
      ...NOTHING_BACK,
      amount: paid.amount + excess,
      beyond: excess,
      isLeftOut: true,
    } as const
    return { came, excess, id }
  }

  const FATES: Record<string, (currency: Currency) => Promise<Ended | Ended[] | null>> = {
    kept: async (currency) => ({ ...(await bought(currency)), ...NOTHING_BACK }),
    "never paid": async (currency) => {
      const { guest, reference } = await atCheckout(currency)
      store.service.control.moveState(reference, "failed")
      await guest.comeBack(reference)
      return null
    },
    "refunded in two parts": async (currency) => {
      const paid = await bought(currency)
      const [first, second] = [paid.amount / 3n, paid.amount / 7n]
      await refunded(paid, first, "api")
      return { ...paid, ...NOTHING_BACK, refunded: first + (await refunded(paid, second, "api")) }
    },
    "given back from the till": async (currency) => {
      const paid = await bought(currency)
      const cash = await refunded(paid, paid.amount / 4n, "manual")
      return { ...paid, ...NOTHING_BACK, cash, isUnsaid: true }
    },
    "charged back in part, and the rest refunded": async (currency) => {
      const paid = await bought(currency)
      const part = paid.amount / 5n
      await chargedBack(paid, part)
      merchant.later(2 * HOUR)
      merchant.configure({ refunds: "api" })
      // All of it in Medusa, of which the service is to send what it still has.
      await refunded(paid, paid.amount, "api")
      return { ...paid, ...NOTHING_BACK, reversed: part, refunded: paid.amount - part }
    },
    "charged back": async (currency) => {
      const paid = await bought(currency)
      await chargedBack(paid)
      return { ...paid, ...NOTHING_BACK, reversed: paid.amount }
    },
    "charged back, and won": async (currency) => {
      const paid = await bought(currency)
      const { reference } = paid
      merchant.later(2 * MINUTE)
      store.service.control.overrideVerify(reference, { status: "charged_back" })
      expect(await sendEvent(reference, "payment.reversed")).toBe(200)
      expect(await merchant.intent(reference)).toMatchObject({ reversed: String(paid.amount) })
      merchant.later(2 * HOUR)
      store.service.control.overrideVerify(reference)
      expect(await sendEvent(reference, "payment.succeeded")).toBe(200)
      return { ...paid, ...NOTHING_BACK }
    },
    "refunded in part, lost, found, and given back from the till": async (currency) => {
      const paid = await bought(currency)
      const cash = await refunded(paid, paid.amount / 3n, "manual")
      await lostAndFound(paid)
      merchant.later(20 * MINUTE)
      await merchant.reconcile()
      expect(await desk.openReasons(paid.reference)).toEqual(["refund_unknown"])
      for (const item of await desk.openItems(paid.reference)) await closedAs(item, "returned")
      return { ...paid, ...NOTHING_BACK, cash }
    },
    "late, lost, found, and given back from the till": async (currency) => {
      const paid = await late(currency)
      await lostAndFound(paid)
      for (const item of await desk.openItems(paid.reference)) await closedAs(item, "returned")
      return { ...paid, ...NOTHING_BACK, cash: paid.amount }
    },
    "much more than the fee, refunded by itself": async (currency) => {
      merchant.configure({ feeBearer: "customer", refunds: "api" })
      const { guest, reference } = await atCheckout(currency)
      const { id, amount } = await merchant.intent(reference)
      const excess = BigInt(amount) / 2n
      store.service.control.overrideVerify(reference, { amount: String(BigInt(amount) + excess) })
      merchant.pay(reference)
      await guest.comeBack(reference)
      merchant.configure({ feeBearer: "merchant" })
      const part = excess / 3n
      const paid = { ...(await paidBy(reference, currency)), ...NOTHING_BACK }
      const major = majorOf(paid, part).toString()
      isDone(await desk.refundFromList(id, { amount: major }))
      return { ...paid, amount: paid.amount + part, refunded: part, beyond: excess }
    },
    "late, and given to an order": async (currency) => {
      const paid = await late(currency)
      const { id } = await merchant.intent(paid.reference)
      isDone(await desk.assign(id, await owing(currency)))
      return { ...paid, ...NOTHING_BACK }
    },
    "late, and refunded": async (currency) => {
      const paid = await late(currency)
      const { id } = await merchant.intent(paid.reference)
      merchant.configure({ refunds: "api" })
      isDone(await desk.refundFromList(id))
      return { ...paid, ...NOTHING_BACK, refunded: paid.amount }
    },
    "given back from the till, as its item says": async (currency) => {
      const paid = await bought(currency)
      const cash = await refunded(paid, paid.amount / 6n, "manual")
      for (const item of await desk.openItems(paid.reference)) await closedAs(item, "returned")
      return { ...paid, ...NOTHING_BACK, cash }
    },
    "late, and given back from the till": async (currency) => {
      const paid = await late(currency)
      for (const item of await desk.openItems(paid.reference)) await closedAs(item, "returned")
      return { ...paid, ...NOTHING_BACK, cash: paid.amount }
    },
    "late, a part refunded, and the rest kept": async (currency) => {
      const paid = await late(currency)
      merchant.configure({ refunds: "api" })
      const { id } = await merchant.intent(paid.reference)
      const part = paid.amount / 3n
      isDone(await desk.refundFromList(id, { amount: majorOf(paid, part).toString() }))
      for (const item of await desk.openItems(paid.reference)) await closedAs(item, "kept")
      return { ...paid, ...NOTHING_BACK, refunded: part, kept: paid.amount - part }
    },
    "paid twice, and the second refunded": async (currency) => {
      const { first, money, id } = await twice(currency)
      merchant.configure({ refunds: "api" })
      isDone(await desk.refundFromList(id))
      return [first, { ...money, ...NOTHING_BACK, refunded: money.amount }]
    },
    "paid twice, and the second given back from the till": async (currency) => {
      const { first, money } = await twice(currency)
      for (const item of await desk.openItems(money.reference)) await closedAs(item, "returned")
      return [first, { ...money, ...NOTHING_BACK, cash: money.amount }]
    },
    "paid too much, and just that refunded": async (currency) => {
      const { came, excess, id } = await overpaid(currency)
      merchant.configure({ refunds: "api" })
      const amount = majorOf(came, excess).toString()
      isDone(await desk.refundFromList(id, { amount }))
      for (const item of await desk.openItems(came.reference)) await closedAs(item, "kept")
      return { ...came, refunded: excess }
    },
    "paid too much, and not looked at yet": async (currency) => (await overpaid(currency)).came,
    "late, and kept": async (currency) => {
      const paid = await late(currency)
      for (const item of await desk.openItems(paid.reference)) await closedAs(item, "kept")
      return { ...paid, ...NOTHING_BACK, kept: paid.amount }
    },
  }

  /** What the list of payments and its file say: what came of each, with its fee, less what went back, by its state. */
  async function isInPayments(ended: Ended[], net: Sums): Promise<void> {
    const ours = new Set(ended.map(({ reference }) => reference))
    const listed = async (query: string) =>
      (await allOf<AdminPayCollectIntent>(`/admin/paycollect/intents?${query}&`, "intents")).filter(
        ({ merchant_reference }) => ours.has(merchant_reference)
      )
    const sum = (payments: AdminPayCollectIntent[], of: (payment: AdminPayCollectIntent) => bigint) =>
      payments.reduce((sums, each) => add(sums, each.currency_code as Currency, of(each)), NO_SUMS)
    const all = await listed("status=succeeded")
    expect(all.map(({ merchant_reference }) => merchant_reference).sort()).toEqual([...ours].sort())
    const back = (await Promise.all(REFUND_STATES.map((state) => listed(`status=${state}`)))).flat()
    const shown = await Promise.all(PAYMENT_STATES.map((state) => listed(`state=${state}`)))
    const inState = PAYMENT_STATES.map((state) => all.filter((each) => each.state === state).length)
    expect(shown.map(({ length }) => length)).toEqual(inState)
    const isBack = ({ refunded }: AdminPayCollectIntent) => refunded !== "0"
    const named = (payments: AdminPayCollectIntent[]) =>
      payments.map(({ id, state }) => `${id} ${state}`).sort()
    expect(named(back)).toEqual(named(all.filter(isBack)))
    expect(new Set(all.filter((each) => !isBack(each)).map(({ state }) => state))).toEqual(
      new Set(["succeeded"])
    )
    const gone = ended.reduce(
      (sums, { currency, refunded, cash, reversed }) => add(sums, currency, refunded + cash + reversed),
      NO_SUMS
    )
    expect(sum(back, ({ refunded }) => BigInt(refunded))).toEqual(gone)
    expect(
      sum(all, ({ amount, fee, refunded }) => BigInt(amount) + BigInt(fee ?? 0) - BigInt(refunded))
    ).toEqual(net)

    const text: string = (await merchant.get("/admin/paycollect/intents/export?status=succeeded")).data
    const [heading, ...records] = text
      .trim()
      .split("\r\n")
      .map((line) =>
        line
          .replace(/^\uFEFF/, "")
          .replaceAll(`"`, "")
          .split(",")
      )
    const cell = (record: string[], name: string) => record[heading!.indexOf(name)]!
    const file = records.reduce((sums, record) => {
      if (!ours.has(cell(record, "merchant_reference"))) return sums
      const currency = cell(record, "currency").toLowerCase() as Currency
      const minor = (name: string) => minorOf(currency, cell(record, name) || "0")
      return add(sums, currency, minor("amount") + minor("fee") - minor("refunded"))
    }, NO_SUMS)
    expect(file).toEqual(net)

    const open = await allOf<AdminPayCollectAttentionItem>(
      "/admin/paycollect/attention?status=open&",
      "attention"
    )
    const needy = await allOf<AdminPayCollectIntent>(
      "/admin/paycollect/intents?needs_attention=true&",
      "intents"
    )
    expect(needy.map(({ id }) => id).sort()).toEqual(
      [...new Set(open.map(({ payment }) => payment.id))].sort()
    )
    const isMoney = (id: string) =>
      open.some(({ category, payment }) => category === "money" && payment.id === id)
    expect(all.filter(({ id, state }) => isMoney(id) && state === "refunded")).toEqual([])
  }

  it(
    `of ${PAYMENTS} payments in three currencies are the same in takings, file, entries and at the service`,
    async () => {
      const fates = Object.entries(FATES)
      const all: Ended[] = []
      for (let count = 0; count < PAYMENTS; count++) {
        const currency = CURRENCIES[Math.floor(count / fates.length) % CURRENCIES.length]!
        // Each has a minute of the service's budget: past it a refund or a booking is put off, and answers 400.
        merchant.later(MINUTE)
        const payment = await fates[count % fates.length]![1](currency)
        all.push(...[payment ?? []].flat())
      }
      const ended = all.filter(({ isLeftOut }) => !isLeftOut)
      const leftOut = all.filter(({ isLeftOut }) => isLeftOut)

      const held = (of: Ended[]) =>
        of.reduce(
          (sums, { currency, amount, refunded, cash, reversed }) =>
            add(sums, currency, amount - refunded - cash - reversed),
          NO_SUMS
        )
      const [written, everything] = [held(ended), held(all)]
      expect(Object.values(written).every((sum) => sum > 0n)).toBe(true)

      const sumOf = (of: (one: Ended) => bigint, among = ended) =>
        among.reduce((sums, one) => add(sums, one.currency, of(one)), NO_SUMS)

      const { data } = await merchant.get("/admin/paycollect/takings")
      const shown = (name: "net" | "kept" | "fees") =>
        (data as AdminPayCollectTakingsResponse).totals.reduce((sums, { currency_code, ...total }) => {
          const currency = currency_code as Currency
          return add(sums, currency, minorOf(currency, total[name]))
        }, NO_SUMS)
      const takings = shown("net")
      const text: string = (await merchant.get("/admin/paycollect/takings/export?dialect=fr")).data
      const [heading, ...records] = text
        .replace(/^\uFEFF/, "")
        .trim()
        .split("\r\n")
        .map((line) => line.replaceAll(`"`, "").split(";"))
      const cell = (record: string[], name: string) => record[heading!.indexOf(name)]!
      const inFile = (which: (record: string[]) => boolean, column: string) =>
        records.filter(which).reduce((sums, record) => {
          const currency = cell(record, "Devise").toLowerCase() as Currency
          return add(sums, currency, minorOf(currency, cell(record, column).replace(",", ".")))
        }, NO_SUMS)
      const file = inFile(() => true, "Net")
      const ofKind = (kind: string) => inFile((record) => cell(record, "Nature") === kind, "Remboursé")
      expect([shown("kept"), ofKind("repris par le service")]).toEqual([
        sumOf(({ kept }) => kept),
        sumOf(({ reversed }) => reversed),
      ])
      expect([ofKind("remboursement"), ofKind("rendu autrement")]).toEqual([
        sumOf(({ refunded, cash, isUnsaid }) => refunded + (isUnsaid ? cash : 0n)),
        sumOf(({ cash, isUnsaid }) => (isUnsaid ? 0n : cash)),
      ])
      const together = (sums: Sums, other: Sums) =>
        CURRENCIES.reduce((all, currency) => add(all, currency, other[currency]), sums)

      const inList = async (kind: string) => {
        const path = `/admin/paycollect/refunds?kind=${kind}&`
        const refunds = await allOf<AdminPayCollectListedRefund>(path, "refunds")
        return refunds.reduce(
          (sums, { currency_code, amount }) => add(sums, currency_code as Currency, BigInt(amount)),
          NO_SUMS
        )
      }
      for (const [kind, word] of Object.entries(WORDS)) {
        const beside = sumOf(({ refunded }) => (kind === "refund" ? refunded : 0n), leftOut)
        expect([kind, await inList(kind)]).toEqual([kind, together(ofKind(word), beside)])
      }

      await isInPayments(ended, together(takings, shown("fees")))

      const { rows } = await store.db.raw<{ rows: { currency: Currency; sum: string }[] }>(
        `select lower(currency_code) as currency,
         sum(case when to_account ~ '^(unapplied|closed|kept|session:|reserved:|order:|collection:)' then amount::numeric else 0 end
           - case when from_account ~ '^(unapplied|closed|kept|session:|reserved:|order:|collection:)' then amount::numeric else 0 end)::text as sum
       from paycollect_entry group by 1`
      )
      const entries = rows.reduce((sums, { currency, sum }) => add(sums, currency, BigInt(sum)), NO_SUMS)
      const cashOf = new Map(all.map(({ reference, cash }) => [reference, cash]))
      const beyond = new Map(all.map(({ reference, ...each }) => [reference, each.beyond ?? 0n]))
      const fees = shown("fees")
      const service = store.service.control
        .intents()
        .filter(({ status }) => status === "succeeded")
        .reduce((sums, { merchant_reference, currency, amount, refunded, reversed }) => {
          const came = BigInt(amount) + (beyond.get(merchant_reference) ?? 0n)
          const left = came - BigInt(refunded) - BigInt(reversed ?? 0)
          return add(sums, currency.toLowerCase() as Currency, left - (cashOf.get(merchant_reference) ?? 0n))
        }, NO_SUMS)

      for (const currency of CURRENCIES) service[currency] -= fees[currency]

      expect({ takings, file, entries, service }).toEqual({
        takings: written,
        file: written,
        entries: everything,
        service: everything,
      })
    },
    60_000 + PAYMENTS * 10_000
  )
}
