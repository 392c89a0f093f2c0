import { parsePhoneNumberFromString } from "libphonenumber-js"
import { type MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { errorName } from "../../service/errors"
import { within } from "../../service/config"
import { greetingOf, sentContact, type CustomerFacts } from "../../payments/customer"
import { cameForGoods, type Came } from "../../payments/came"
import { formatPaymentNumber } from "../../payments/names"
import { CUSTOMER_MESSAGES } from "../../modules/paycollect/models/notice"
import { type IntentRow } from "../../modules/paycollect/models/intent"
import { loggerOf, moduleOf, queryOf } from "../../payments/module"
import { NOTICE_DEADLINE_MS, hasProviderFor } from "../../orders/records/notification-channels"
import { shopName } from "../../orders/records/lookups"
import { payerOfCollection, sellsIn, type Payer } from "../../orders/records/payer"
import { addressKind, recipientOf } from "../../settings/addresses"
import { messagesWanted, type MessageOptions } from "../../settings/notification-options"
import { type ActiveConfiguration } from "../../settings/active-configuration"
import { type CustomerMessage, composeCustomerMessage } from "./compose"
import { type Happening, type MessagesModule } from "./rows"

/**
 * Tells customers what became of their money, as far as the option `messages` says so: it came and is looked at, it went back, an order is
 * paid. Only of payments that the service said succeeded, and only by the contact that was sent to it with the payment. At most once: a
 * message is taken before it is sent, whatever a provider makes of it. Called by the job, in any number of processes. Never throws because
 * of a provider.
 */
export async function messageCustomers(container: MedusaContainer): Promise<void> {
  const { messages, configuration, ledger } = moduleOf<MessagesModule>(container)
  const active = await configuration.current()
  const wanted = messagesWanted(active.options.messages)
  const kinds = CUSTOMER_MESSAGES.filter((kind) => wanted.includes(kind))
  if (kinds.length === 0 || hasProviderFor(container, active.options.messages.channel) === false) return
  const due = await messages.due(kinds)
  const rows = new Map((await ledger.byIds(due.map((each) => each.intent_id))).map((row) => [row.id, row]))
  for (const happening of due) {
    const row = rows.get(happening.intent_id)
    if (row && isToldOf(happening, row) && row.environment === active.environment)
      await tellCustomer(container, { happening, row, active })
  }
}

interface CustomerTelling {
  happening: Happening
  row: IntentRow
  active: ActiveConfiguration
}

/** The service said that it succeeded, and how much came; an order of another cart may be another customer's. */
function isToldOf({ kind }: Happening, row: IntentRow): boolean {
  if (!row.contact || cameForGoods(row as IntentRow & Came) === null) return false
  return kind !== "receipt" || (row.applied_at !== null && !row.assigned_order_id)
}

async function tellCustomer(
  container: MedusaContainer,
  { happening, row, active }: CustomerTelling
): Promise<void> {
  const { messages } = moduleOf<MessagesModule>(container)
  const payer = await payerOfCollection(queryOf(container), row.payment_collection_id)
  const to = payer && (await contactOf(container, { row, payer, options: active.options.messages }))
  if (!to) return
  const message = await messageOf(container, { happening, row, active, payer })
  const id = await messages.claim(happening, to.digest)
  if (!id) return
  const { data, content } = composeCustomerMessage(message)
  const { channel } = active.options.messages
  const template = active.options.notifications.templates[happening.kind]
  const outcome = await within(NOTICE_DEADLINE_MS, async () => {
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
  if (outcome !== "unanswered") await messages.ended(id, outcome)
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

async function messageOf(
  container: MedusaContainer,
  { happening: { kind, back }, row, active, payer }: CustomerTelling & { payer: Payer }
): Promise<CustomerMessage> {
  const { returnProofs } = moduleOf<MessagesModule>(container)
  const came = cameForGoods(row as IntentRow & Came)!
  const isReceipt = kind === "receipt"
  const token = isReceipt ? await returnProofs.receipt(row.id) : null
  return {
    kind,
    language: payer.language ?? active.options.notifications.language,
    shop: await shopName(queryOf(container)),
    firstName: payer.people.flatMap((facts) => greetingOf(facts) ?? [])[0] ?? null,
    paymentNumber: formatPaymentNumber(row.payment_number),
    orderNumber: isReceipt ? payer.orderNumber : null,
    amount: back ? BigInt(back.amount) : came.amount + BigInt(row.outcome === "paid" ? (row.fee ?? 0) : 0),
    currency_code: (back ?? came).currency_code.toLowerCase(),
    exponent: row.exponent,
    environment: row.environment,
    url: token && active.receiptAddress(token),
  }
}
