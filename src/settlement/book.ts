import { type MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils"
import { whyNotBookable, whyNotPayable, type NoBooking } from "../domain/booking"
import { isLeftover } from "../domain/plan/unpaid"
import { type IntentRow } from "../modules/paycollect/models/intent"
import { orderById, subjectsOfOrder } from "../store/lookups"
import { openChanges } from "../store/snapshot"
import { wentBack } from "./went-back"
import { settle, type SettleResult } from "./settle"
import { moduleOf } from "../payments/module"

const WAIT_MS = 10_000

export type BookingRefusalCode = NoBooking | "reversed" | "being_settled" | "not_done"

const MEANING: Record<BookingRefusalCode, string> = {
  booked: "This payment was given to an order before",
  no_item: "Only a payment with an open item that says that it came late or twice can be booked on an order",
  refunded: "A part of this payment went back to the customer, and only a whole one can be booked",
  other_environment: "This payment is of the other environment than the store is in",
  no_order: "There is no such order",
  draft: "The order is still a draft: convert it first",
  canceled: "The order is canceled",
  other_currency: "The order is in another currency",
  open_change:
    "A change of the order is open (an edit, return, exchange or claim): confirm or cancel it first",
  owes_less: "The order owes less than this payment",
  busy: "Another payment is being booked on this order at this moment: try again in a minute",
  reversed: "The service says that this money went back already: an item of its own says so",
  being_settled:
    "The payment or the order is being worked on at this moment, or was a moment ago: try again in a few minutes",
  not_done: "The order changed while the payment was being booked on it",
}

/** Nothing of the money changed. NOT_ALLOWED (400), NOT_FOUND (404) for `no_order`; the dashboard has a text for each code. */
export class BookingRefusal extends MedusaError {
  constructor(code: BookingRefusalCode) {
    const { NOT_ALLOWED, NOT_FOUND } = MedusaError.Types
    super(
      code === "no_order" ? NOT_FOUND : NOT_ALLOWED,
      `${MEANING[code]}. Nothing was booked, and the payment is as it was.`,
      `paycollect_booking_${code}`
    )
  }
}

interface Booking {
  order_id: string
  /** the employee's id */
  by: string
}

/**
 * An employee gives money that came to an order: bound under the lease of all money that it touches, then settled like any other. A repeat for
 * the same order goes on with it; a process that dies over it leaves it to the job.
 * @returns `succeeded` when the order has it; `waiting` when the job finishes it
 * @throws BookingRefusal with a code `paycollect_booking_...`
 */
export async function book(
  container: MedusaContainer,
  { merchant_reference, subject_id }: Pick<IntentRow, "merchant_reference" | "subject_id">,
  booking: Booking
): Promise<SettleResult> {
  const { ledger } = moduleOf(container)
  const { order_id } = booking
  const listed = (await ledger.byReference(merchant_reference))!
  if (await wentBack(container, listed, "admin")) throw new BookingRefusal("reversed")
  const ofOrder = await subjectsOfOrder(container.resolve(ContainerRegistrationKeys.QUERY), order_id)
  const options = { wait: WAIT_MS, orderId: order_id }
  const begun = await ledger.whileSettling([subject_id, ...ofOrder], options, async () => {
    const row = (await ledger.byReference(merchant_reference))!
    if (row.booking_order_id !== order_id) await bind(container, row, booking)
  })
  if (!begun.held) throw new BookingRefusal("being_settled")

  const result = await settle(container, { reference: merchant_reference, cause: "book", priority: "admin" })
  const row = (await ledger.byReference(merchant_reference))!
  if (row.booking_order_id === order_id) return result
  throw new BookingRefusal((await whyNot(container, row, order_id)) ?? "not_done")
}

async function bind(container: MedusaContainer, row: IntentRow, { order_id, by }: Booking): Promise<void> {
  const { bookings } = moduleOf(container)
  const hindrance = await whyNot(container, row, order_id)
  if (hindrance) throw new BookingRefusal(hindrance)
  if (!(await bookings.bind(row.id, order_id, by))) throw new BookingRefusal("being_settled")
}

async function whyNot(
  container: MedusaContainer,
  row: IntentRow,
  orderId: string
): Promise<NoBooking | null> {
  const { attention, bookings, configuration, clock } = moduleOf(container)
  const open = await attention.openFor(row.id)
  const reasons = open.map(({ reason }) => reason)
  const ofMoney = whyNotBookable(row, reasons, await configuration.current())
  if (ofMoney) return ofMoney
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const [order, changes, other] = await Promise.all([
    orderById(query, orderId),
    openChanges(query, [{ id: orderId }]),
    bookings.onOrder(orderId),
  ])
  const openChange = changes.some((change) => !isLeftover(change, clock.now()))
  return whyNotPayable(row, order, { openChange, busy: other !== null })
}
