import { type Books, type CoreTables, type CreditLine, type Order } from "./core-state"
import { type ServerProcess, type VirtualClock } from "./process"

/** What a refusal of core looks like to a customer; anything else that escapes is a crash. */
export class Refused extends Error {}

export interface Booking {
  amount: number
  reference_id: string
}

export const newBooks = (): Books => ({ version: 1, transactions: [], kept: { 1: 0 }, credits: [] })

/**
 * Core's order module as one process runs it: what it writes of an order's money after that moved. As in the pinned version it reads the sum that
 * it keeps, and writes it a moment later: what came in between is not in it.
 */
export class OrderBooks {
  constructor(
    private readonly tables: CoreTables,
    private readonly clock: VirtualClock,
    private readonly process: ServerProcess
  ) {}

  /** Core's step, which leaves out what is booked already; the module does not look. */
  async book(orderId: string | null, bookings: Booking[]): Promise<void> {
    const booked = this.tables.orders.get(orderId ?? "")?.books.transactions ?? []
    const isNew = ({ reference_id }: Booking) => !booked.some((each) => each.reference_id === reference_id)
    const missing = bookings.filter(isNew)
    if (missing.length > 0) await this.add(orderId, missing)
  }

  private async add(orderId: string | null, bookings: Booking[]): Promise<void> {
    const books = this.tables.orders.get(orderId ?? "")?.books
    if (!books) return
    const { version } = books
    const kept = books.kept[version]!
    await this.process.pause("kept sum read")
    const created_at = new Date(this.clock.now())
    books.transactions.push(
      ...bookings.map((each) => ({ ...each, id: this.tables.id("ordtrx"), version, created_at }))
    )
    books.kept[version] = kept + sumOf(bookings)
    await this.process.pause("money booked")
  }

  /** A completion that failed: what it booked is deleted, and the kept sum follows a moment later. */
  async unbook(orderId: string, references: string[]): Promise<void> {
    await this.remove(orderId, ({ reference_id }) => references.includes(reference_id))
  }

  private async remove(orderId: string, isMeant: (booked: Books["transactions"][number]) => boolean) {
    const { books } = this.tables.orders.get(orderId)!
    const gone = sumOf(books.transactions.filter(isMeant))
    books.transactions = books.transactions.filter((each) => !isMeant(each))
    await this.process.pause("money unbooked")
    books.kept[books.version]! -= gone
  }

  /** What was paid too much before a refund: that much of it needs no credit line. Core reads it once, at its beginning. */
  overpaidBefore(orderId: string | null): number {
    const order = this.tables.orders.get(orderId ?? "")
    return order ? Math.max(0, -owedBy(order)) : 0
  }

  /** After the refund: of what the order would ask for again now a credit line is made, by what it owed before. */
  async bookRefund(
    orderId: string | null,
    { id, amount }: { id: string; amount: number },
    overpaid: number
  ): Promise<void> {
    await this.book(orderId, [{ amount: -amount, reference_id: id }])
    const order = this.tables.orders.get(orderId ?? "")
    if (!order || amount <= overpaid) return
    const change = this.begin(order.id, "credit_line")
    const line = { amount: amount - overpaid, reference: "payment_collection", reference_id: "pay_col_first" }
    this.tables.changes.get(change.id)!.credits.push(line)
    await this.process.pause("credit line noted")
    await this.confirm(change.id)
    const { transactions } = order.books
    const since = transactions.slice(transactions.findIndex(({ reference_id }) => reference_id === id))
    order.wasPaidBetween ||= since.some((booked) => booked.amount > 0)
  }

  /** @throws Refused while another change of the order is open */
  begin(order_id: string, change_type: "edit" | "credit_line"): { id: string; version: number } {
    if ([...this.tables.changes.values()].some((change) => change.order_id === order_id))
      throw new Refused("the order has an open change")
    const id = this.tables.id("ordch")
    const created_at = new Date(this.clock.now())
    this.tables.changes.set(id, { id, order_id, change_type, created_at, credits: [] })
    return { id, version: this.tables.orders.get(order_id)!.books.version + 1 }
  }

  /** @param price what the order costs from now on, where an edit says so */
  async confirm(id: string, price?: number): Promise<void> {
    const change = this.tables.changes.get(id)
    const order = this.tables.orders.get(change?.order_id ?? "")
    if (!change || !order) throw new Refused("the change is gone")
    const kept = sumOf(order.books.transactions)
    await this.process.pause("change is confirmed")
    order.books.version++
    order.books.kept[order.books.version] = kept
    const metadata = { created_in_version: order.books.version }
    order.books.credits.push(...change.credits.map((line) => ({ ...line, metadata })))
    if (price !== undefined) order.amount = price
    this.tables.changes.delete(id)
    await this.process.pause("change confirmed")
  }

  /** The service that Medusa registers, as far as the plugin calls it. */
  module() {
    return {
      addOrderTransactions: async (bookings: (Record<keyof Booking, string> & { order_id: string })[]) => {
        for (const { order_id, amount, reference_id } of bookings)
          await this.add(order_id, [{ amount: Number(amount), reference_id }])
      },
      deleteOrderTransactions: async (ids: string[]) => {
        for (const { id } of [...this.tables.orders.values()])
          await this.remove(id, (booked) => ids.includes(booked.id))
      },
      listOrderSummaries: ({ order_id }: { order_id: string }) => {
        const { version, kept } = this.tables.orders.get(order_id)!.books
        const totals = { transaction_total: kept[version]!, pending_difference: 0 }
        return Promise.resolve([{ id: `${order_id} ${version}`, totals }])
      },
      updateOrderSummaries: (summaries: { id: string; totals: { transaction_total: number } }[]) => {
        for (const { id, totals } of summaries) {
          const [orderId, version] = id.split(" ")
          this.tables.orders.get(orderId!)!.books.kept[Number(version)] = totals.transaction_total
        }
        return Promise.resolve()
      },
      createOrderChange: ({ order_id }: { order_id: string }) =>
        Promise.resolve(this.begin(order_id, "credit_line")),
      addOrderAction: (actions: (Record<keyof CreditLine, string> & { order_change_id: string })[]) => {
        for (const { order_change_id, amount, reference, reference_id } of actions)
          this.tables.changes
            .get(order_change_id)!
            .credits.push({ amount: Number(amount), reference, reference_id })
        return Promise.resolve()
      },
      confirmOrderChange: (id: string) => this.confirm(id),
      cancelOrderChange: (ids: string[]) => {
        for (const id of ids) this.tables.changes.delete(id)
        return Promise.resolve()
      },
    }
  }
}

/** What it costs, without what core credited, less what is booked. */
export function owedBy({ amount, books }: Order): number {
  return amount - sumOf(books.credits) - sumOf(books.transactions)
}

const sumOf = (bookings: readonly { amount: number }[]) =>
  bookings.reduce((sum, { amount }) => sum + amount, 0)
