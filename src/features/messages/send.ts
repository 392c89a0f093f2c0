import { parsePhoneNumberFromString } from "libphonenumber-js"
import { type MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { errorName } from "../../service/errors"
import { within } from "../../service/config"
import { greetingOf, sentContact, type CustomerFacts } from "../../payments/customer"
import { cameForGoods, isFeeKept, type Came } from "../../payments/came"
import { formatPaymentNumber } from "../../payments/names"
import { CUSTOMER_MESSAGES } from "../../modules/paycollect/models/notice"
import { type IntentRow } from "../../modules/paycollect/models/intent"
import { loggerOf, moduleOf, queryOf } from "../../payments/module"
import { hasProviderFor } from "../../orders/records/notification-channels"
import { ownShop } from "../../orders/records/lookups"
import { decimalsOfCame } from "../../orders/records/query"
import { payerOfCollection, sellsIn, type Payer } from "../../orders/records/payer"
import { addressKind, recipientOf } from "../../settings/addresses"
import { messagesWanted, type MessageOptions } from "../../settings/notification-options"
import { type ActiveConfiguration } from "../../settings/active-configuration"
import { type CustomerMessage, composeCustomerMessage } from "./compose"
import { type Happening, type MessagesModule, type Passed } from "./rows"

/**
 * Tells customers what became of their money, as far as the option `messages` says so: it came and is looked at, it went back, an order is
 * paid. Only of payments that the service said succeeded, and only by the contact that was sent to it with the payment. At most once: a
 * message is taken before it is sent, whatever a provider makes of it. Called by the job, in any number of processes. Never throws because
 * of a provider, nor of what is wrong with one payment.
 *
 * The job's next run, with the merchant's alerts, begins only after this one: what is left then, or comes after a message that was not
 * answered in time, waits for it.
 */
export async function messageCustomers(
  container: MedusaContainer,
  { allMs, oneMs } = MESSAGES_MAY_TAKE
): Promise<void> {
  const end = performance.now() + allMs
  const { messages, configuration, ledger } = moduleOf<MessagesModule>(container)
  const active = await configuration.current()
  const wanted = messagesWanted(active.options.messages)
  const kinds = CUSTOMER_MESSAGES.filter((kind) => wanted.includes(kind))
  if (kinds.length === 0 || hasProviderFor(container, active.options.messages.channel) === false) return
  const passed: Passed = {}
  const told = new Set<string>()
  // Payments of which nothing can be told hold up no others: the next page begins behind them.
  for (;;) {
    const due = await messages.due(kinds, passed)
    if (due.length === 0) return
    const rows = new Map((await ledger.byIds(due.map((each) => each.intent_id))).map((row) => [row.id, row]))
    for (const happening of due) {
      // The last one that is begun has its time, too: a message that is cut off counts as told.
      if (performance.now() + oneMs > end) return
      if (told.has(happening.batch)) continue
      const row = rows.get(happening.intent_id)
      const isTold = row && isToldOf(happening, row) && row.environment === active.environment
      const answer = isTold && (await tellCustomer(container, { happening, row, active, oneMs }))
      if (answer === "unanswered") return
      if (answer === "told") told.add(happening.batch)
      else passed[happening.kind] = (passed[happening.kind] ?? 0) + 1
    }
  }
}

/** All messages of one run, and each of them. */
const MESSAGES_MAY_TAKE = { allMs: 30_000, oneMs: 10_000 }

interface CustomerTelling {
  happening: Happening
  row: IntentRow
  active: ActiveConfiguration
  /** how long the provider may take with it */
  oneMs: number
}

/** The service said that it succeeded, and how much came; an order of another cart may be another customer's. */
function isToldOf({ kind }: Happening, row: IntentRow): boolean {
  if (!row.contact || cameForGoods(row as IntentRow & Came) === null) return false
  return kind !== "receipt" || (row.applied_at !== null && !row.assigned_order_id)
}

/** `told`: no look finds it again. Nothing: it was not, and the next run tries again. */
async function tellCustomer(
  container: MedusaContainer,
  telling: CustomerTelling
): Promise<"told" | "unanswered" | void> {
  return await claimAndSend(container, telling).catch((error: unknown) => {
    // Those behind her get theirs. What was thrown may quote what she typed.
    loggerOf(container).warn(`paycollect: a message to a customer was not made: ${errorName(error)}`)
  })
}

async function claimAndSend(
  container: MedusaContainer,
  { happening, row, active, oneMs }: CustomerTelling
): Promise<"told" | "unanswered" | void> {
  const { messages } = moduleOf<MessagesModule>(container)
  const payer = await payerOfCollection(queryOf(container), row.payment_collection_id)
  const to = payer && (await contactOf(container, { row, payer, options: active.options.messages }))
  if (!to) return
  const message = await messageOf(container, { happening, row, active, payer })
  const id = message && (await messages.claim(happening, to.digest))
  if (!id) return
  const { data, content } = composeCustomerMessage(message)
  const { channel } = active.options.messages
  const template = active.options.notifications.templates[happening.kind]
  const outcome = await within(oneMs, async () => {
    await container.resolve(Modules.NOTIFICATION).createNotifications({
      to: to.address,
      channel,
      template: template ?? `paycollect-${happening.kind.replaceAll("_", "-")}`,
      // A provider would take the content for more than its own template.
      ...(!template && { content }),
      data,
      trigger_type: `paycollect.${happening.kind}`,
      resource_id: id,
      resource_type: "paycollect_notice",
      idempotency_key: `paycollect:${id}`,
    })
    return "sent" as const
  }).catch((error: unknown) => {
    // A provider's message may repeat the address.
    loggerOf(container).warn(`paycollect: a message to a customer was refused: ${errorName(error)}`)
    return "failed" as const
  })
  if (outcome === "unanswered") return outcome
  await messages.ended(id, outcome)
  return "told"
}

/**
 * The address that the service was given with this payment, found again among what the store has of its customer by its digest: one that was
 * changed, or erased, since is none. null: she is told nothing.
 */
async function contactOf(
  container: MedusaContainer,
  { row, payer, options: { channel } }: { row: IntentRow; payer: Payer; options: MessageOptions }
): Promise<{ address: string; digest: string } | null> {
  const { returnProofs } = moduleOf<MessagesModule>(container)
  const isPhone = addressKind(channel) === "phone numbers with +country prefix"
  const name = isPhone ? "phone" : "email"
  const digest = (row.contact as Record<typeof name, string | null> | null)?.[name]
  if (!digest) return null
  for (const facts of payer.people) {
    const sent = contactsOf(facts).flatMap((contact) => contact[name] ?? [])
    for (const one of sent) {
      if ((await returnProofs.markOf(one)) !== digest) continue
      const address = recipientOf(channel, isPhone ? `+${one}` : one)
      const country = isPhone ? parsePhoneNumberFromString(`+${one}`)?.country : undefined
      if (!address || (isPhone && !(await sellsIn(queryOf(container), country)))) return null
      return { address, digest }
    }
  }
  return null
}

/** Each place where a cart or an order names a contact: what was sent may stand behind one that was added since. */
const contactsOf = ({ email, billing_address, shipping_address, customer }: CustomerFacts) =>
  [
    { email },
    { customer },
    { billing_address, shipping_address },
    { shipping_address },
    { customer: customer && { ...customer, country_code: shipping_address?.country_code } },
  ].map((facts) => sentContact(facts))

/** null where another currency came than was asked for and its decimals are not known: no sum is better than a wrong one. */
async function messageOf(
  container: MedusaContainer,
  { happening: { kind, back }, row, active, payer }: Omit<CustomerTelling, "oneMs"> & { payer: Payer }
): Promise<CustomerMessage | null> {
  const { returnProofs } = moduleOf<MessagesModule>(container)
  const came = cameForGoods(row as IntentRow & Came)!
  const currency_code = (back ?? came).currency_code.toLowerCase()
  const exponent = await decimalsOfCame(currency_code, row, queryOf(container), active.options)
  if (exponent === null) return null
  const isReceipt = kind === "receipt"
  const { name: shop, francs } = await ownShop(queryOf(container))
  const token = isReceipt ? await returnProofs.receipt(row.id) : null
  return {
    kind,
    language: payer.language ?? active.options.notifications.language,
    shop,
    francs,
    firstName: payer.people.flatMap((facts) => greetingOf(facts) ?? [])[0] ?? null,
    paymentNumber: formatPaymentNumber(row.payment_number),
    orderNumber: isReceipt ? payer.orderNumber : null,
    amount: back ? BigInt(back.amount) : came.amount + BigInt(row.outcome === "paid" ? (row.fee ?? 0) : 0),
    isFeeKept: !isReceipt && isFeeKept(row),
    currency_code,
    exponent,
    environment: row.environment,
    url: token && active.receiptAddress(token),
  }
}
