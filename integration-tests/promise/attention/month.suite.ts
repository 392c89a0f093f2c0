import { CARD, MOBILE_MONEY } from "../../http/support/customer"
import { withSignedEvents } from "../../http/support/events"
import { DAY, HOUR, MINUTE, withMerchant } from "../../http/support/merchant"
import { OrderDesk } from "../../http/support/orders"
import { type Suite } from "../../http/support/suites"
import { type MoneyAnswer } from "../../../src/payments/attention-reasons"
import { type AdminPayCollectTakingsResponse, type AdminPayCollectTakingsSums } from "../../../src/types/http"

const TAKINGS = "/admin/paycollect/takings"
const ZONE = "Africa/Douala"
const FIGURES = ["amount", "fees", "refunded", "returned", "kept", "net"] as const
type Figures = Record<string, bigint>
type Line = Record<string, string>

/** A month of a shop in Douala, as its accountant closes it. */
export const month: Suite = (store) => {
  const merchant = withMerchant(store)
  const sendEvent = withSignedEvents(store, merchant)
  const desk = new OrderDesk(store, merchant)

  // A month that has not begun. There is no summer time in Douala: midnight is 23:00 UTC.
  const today = new Date()
  const midnightOf = (months: number) =>
    Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + months, 1) - HOUR
  const dayOf = (at: number) => new Date(at + HOUR).toISOString().slice(0, 10)
  const [begins, ends] = [midnightOf(2), midnightOf(3)]
  const range = { from: dayOf(begins), to: dayOf(ends - 1), time_zone: ZONE }
  const until = (at: number) => merchant.later(at - merchant.paycollect().clock.now())
  const onDay = (day: number) => until(begins + day * DAY - 12 * HOUR)

  const minor = (currency: string, major: string) =>
    BigInt(Math.round(Number(major || "0") * (currency.toLowerCase() === "eur" ? 100 : 1)))
  const csv = async (path: string): Promise<Line[]> => {
    const { data } = await merchant.get(path)
    const [names, ...records] = (data as string)
      .replace(/^\uFEFF/, "")
      .trimEnd()
      .split("\r\n")
      .map((line) => line.split(",").map((cell) => cell.replaceAll('"', "")))
    return records.map((cells) => Object.fromEntries(names!.map((name, index) => [name, cells[index]!])))
  }
  const file = async (of: Record<string, string> = range) =>
    await csv(`${TAKINGS}/export?${new URLSearchParams({ ...of, dialect: "en" }).toString()}`)
  const page = async (of: Record<string, string> = range): Promise<AdminPayCollectTakingsResponse> =>
    (await merchant.get(`${TAKINGS}?${new URLSearchParams(of).toString()}`)).data
  const added = (sums: Figures[]): Figures => {
    const all: Figures = {}
    for (const [name, sum] of sums.flatMap((one) => Object.entries(one))) all[name] = (all[name] ?? 0n) + sum
    return Object.fromEntries(Object.entries(all).filter(([, sum]) => sum !== 0n))
  }
  const figuresOf = (sums: AdminPayCollectTakingsSums[]) =>
    added(
      sums.map((sum) =>
        Object.fromEntries(
          FIGURES.map((name) => [`${sum.currency_code} ${name}`, minor(sum.currency_code, sum[name])])
        )
      )
    )
  const figuresOfLines = (lines: Line[]) =>
    added(
      lines.map((line) => {
        const currency = line.currency!.toLowerCase()
        const cells = {
          ...{ amount: line.amount, fees: line.customer_fee, refunded: line.refunded, net: line.net },
          ...{ returned: line.kind === "cash_refund" ? line.refunded : "0", kept: line.kept },
        }
        return Object.fromEntries(
          FIGURES.map((name) => [`${currency} ${name}`, minor(currency, cells[name] ?? "0")])
        )
      })
    )

  const atCheckout = async (currency: "xaf" | "eur" = "xaf") => {
    merchant.later(MINUTE)
    const guest = store.customer()
    await guest.fillCart({
      currency,
      quantity: 2,
      email: `awa+${merchant.paycollect().clock.now()}@example.com`,
    })
    const { merchant_reference } = await guest.startPayment(currency === "eur" ? CARD : MOBILE_MONEY)
    return { guest, reference: merchant_reference }
  }
  const bought = async (currency: "xaf" | "eur" = "xaf", fee = 0n) => {
    const { guest, reference } = await atCheckout(currency)
    const asked = BigInt((await merchant.intent(reference)).amount)
    if (fee > 0n) store.service.control.overrideVerify(reference, { amount: String(asked + fee) })
    merchant.pay(reference)
    await guest.comeBack(reference)
    const [orderId] = await guest.orders()
    const { amount } = await merchant.intent(reference)
    return { reference, orderId: orderId!, amount: BigInt(amount) }
  }
  const late = async () => {
    const { guest, reference } = await atCheckout()
    await guest.changeQuantity(5)
    merchant.pay(reference)
    await merchant.advance(reference)
    const { id, amount } = await merchant.intent(reference)
    return { reference, id, amount: BigInt(amount) }
  }
  const other = async (more: bigint) => {
    const { guest, reference } = await atCheckout()
    const { amount } = await merchant.intent(reference)
    store.service.control.overrideVerify(reference, { amount: String(BigInt(amount) + more) })
    merchant.pay(reference)
    await guest.comeBack(reference)
    expect(await desk.openReasons(reference)).toEqual(["amount_discrepancy"])
    return { reference, amount: BigInt(amount), more }
  }
  const done = ({ status, data }: { status: number; data: { message?: string } }) =>
    expect([status, data.message]).toEqual([200, undefined])
  const close = async (reference: string, money: MoneyAnswer) => {
    for (const item of await desk.openItems(reference))
      done(await merchant.resolve(item, "As the till says", money))
  }
  const refund = async (reference: string, amount: bigint, refunds: "api" | "manual", decimals = 0) => {
    merchant.later(MINUTE)
    merchant.configure({ refunds })
    done(await desk.refund(reference, Number(amount) / 10 ** decimals))
  }

  it("is the same by page, days, file, journal and service, and stays what it was when it is over", async () => {
    const { notifications } = (await merchant.paycollect().configuration.current()).options
    merchant.configure({ notifications: { ...notifications, time_zone: ZONE } })

    until(begins - 20 * MINUTE)
    const keptLater = await late()
    until(begins - 2 * MINUTE)
    const before = await bought()
    until(begins + MINUTE)
    const first = await bought()

    onDay(3)
    const card = await bought("eur")
    await refund(card.reference, card.amount / 3n, "api", 2)
    onDay(5)
    await refund(card.reference, card.amount - card.amount / 3n, "api", 2)
    merchant.configure({ feeBearer: "customer" })
    const withFee = await bought("xaf", 120n)
    merchant.configure({ feeBearer: "merchant" })
    onDay(6)
    const toSend = await bought()
    await refund(toSend.reference, toSend.amount / 4n, "manual")
    onDay(7)
    const lost = await bought()
    merchant.later(2 * MINUTE)
    store.service.control.overrideVerify(lost.reference, { status: "charged_back" })
    expect(await sendEvent(lost.reference, "payment.reversed")).toBe(200)
    onDay(9)
    store.service.control.overrideVerify(lost.reference)
    expect(await sendEvent(lost.reference, "payment.succeeded")).toBe(200)
    const [kept, returned] = [await late(), await late()]
    await close(returned.reference, "returned")
    onDay(10)
    await close(kept.reference, "kept")
    onDay(11)
    const assignedLater = await late()
    const byLink = await desk.payByLink(await desk.byTelephone(2_500))
    done(await desk.payAtTheCounter(await desk.byTelephone(9_000)))
    onDay(13)
    const [more, less] = [await other(700n), await other(-300n)]
    onDay(14)
    const canceledLater = await bought()
    onDay(15)
    await close(keptLater.reference, "kept")
    until(ends - 3 * MINUTE)
    const last = await bought()
    until(ends + MINUTE)
    const after = await bought()

    const lines = await file()
    const figures = figuresOfLines(lines)
    const of = (reference: string) =>
      lines.filter(({ merchant_reference }) => merchant_reference === reference)
    expect([before, after].flatMap(({ reference }) => of(reference))).toEqual([])
    expect([first, last].map(({ reference }) => of(reference).map(({ date }) => date))).toEqual([
      [range.from],
      [range.to],
    ])
    expect(figures).toEqual(figuresOf((await page()).totals))
    expect(figures).toMatchObject({
      "xaf kept": keptLater.amount + kept.amount,
      "xaf returned": returned.amount,
      "xaf fees": 120n,
      "eur refunded": card.amount,
    })
    for (let at = begins; at < ends; at += DAY) {
      const day = { from: dayOf(at), to: dayOf(at), time_zone: ZONE }
      const ofDay = figuresOfLines(lines.filter(({ date }) => date === day.from))
      expect([day.from, ofDay]).toEqual([day.from, figuresOf((await page(day)).totals)])
    }
    // Whose it is, and of which order, is what the store knows by now.
    const booked = (all: Line[]) =>
      all.map(({ order_number: _, customer_name: __, customer_email: ___, ...line }) => line)
    const closed = { lines: booked(lines), totals: figures }

    // What is done in the month after is a matter of that month.
    until(ends + 2 * DAY)
    await close(toSend.reference, "returned")
    merchant.later(MINUTE)
    const order = await desk.byTelephone(Number(assignedLater.amount))
    done(await desk.assign(assignedLater.id, order))
    merchant.configure({ refunds: "api" })
    merchant.later(MINUTE)
    done(await merchant.post(`/admin/orders/${canceledLater.orderId}/cancel`))

    expect({ lines: booked(await file()), totals: figuresOf((await page()).totals) }).toEqual(closed)
    const next = { from: dayOf(ends), to: dayOf(ends + 5 * DAY), time_zone: ZONE }
    const nextLines = await file(next)
    expect(figuresOfLines(nextLines)).toEqual(figuresOf((await page(next)).totals))
    const ofNext = (reference: string) =>
      nextLines.flatMap(({ merchant_reference, kind, refunded, tax }) =>
        merchant_reference === reference ? [[kind, refunded, tax]] : []
      )
    const quarter = (toSend.amount / 4n).toString()
    expect(ofNext(toSend.reference).sort()).toEqual([
      ["cash_refund", quarter, ""],
      ["refund", `-${quarter}`, ""],
    ])
    const { tax } = await merchant.intent(canceledLater.reference)
    expect(Number(tax)).toBeGreaterThan(0)
    expect(of(canceledLater.reference).map((line) => line.tax)).toEqual([tax])
    expect(ofNext(canceledLater.reference)).toEqual([["refund", canceledLater.amount.toString(), `-${tax}`]])
    expect(of(card.reference).reduce((sum, line) => sum + Number(line.tax), 0)).toBe(0)

    // All that came and went, to the last unit: by the journal, and by the service with what went over the till.
    const all = { from: dayOf(begins - DAY), to: next.to, time_zone: ZONE }
    const shown = figuresOf((await page(all)).totals)
    const payments = await csv("/admin/paycollect/intents/export?status=succeeded")
    const differing = payments.filter(({ came }) => came !== "")
    expect(
      differing
        .map(({ merchant_reference, came, came_currency }) => [merchant_reference, came, came_currency])
        .sort()
    ).toEqual(
      [more, less].map(({ reference, amount, more }) => [reference, String(amount + more), "XAF"]).sort()
    )
    const service = { xaf: 0n, eur: 0n }
    for (const { status, currency, amount, refunded, reversed } of store.service.control.intents()) {
      if (status !== "succeeded") continue
      service[currency.toLowerCase() as "xaf" | "eur"] +=
        BigInt(amount) - BigInt(refunded) - BigInt(reversed ?? 0)
    }
    const cash = returned.amount + toSend.amount / 4n
    const differingCame = differing.reduce((sum, { came }) => sum + BigInt(came!), 0n)
    expect([...of(withFee.reference), ...of(byLink)].map((line) => [line.customer_fee, line.net])).toEqual([
      ["120", withFee.amount.toString()],
      ["0", "2500"],
    ])
    expect({
      xaf: shown["xaf net"]! + differingCame,
      eur: shown["eur net"] ?? 0n,
    }).toEqual({ xaf: service.xaf + more.more + less.more - cash, eur: service.eur })
    const { rows } = await store.db.raw<{ rows: { currency: string; net: string }[] }>(
      `select paycollect_entry.currency_code as currency, sum(case when from_account = 'service' and to_account <> 'fee' then paycollect_entry.amount::numeric else 0 end
         - coalesce(went_back::numeric, 0))::text as net from paycollect_entry join paycollect_intent on id = intent_id and outcome = 'paid' group by 1`
    )
    expect(Object.fromEntries(rows.map(({ currency, net }) => [currency, BigInt(net)]))).toEqual({
      xaf: shown["xaf net"],
      eur: 0n,
    })
  }, 180_000)
}
