import { errorName } from "../../service/errors"
import { type INotificationModuleService, type MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { publish } from "../../orders/emit"
import { contactForService, greetingOf } from "../../payments/customer"
import { type NotificationOptions } from "../../settings/notification-options"
import { recipientOf, addressKind } from "../../settings/addresses"
import { type AdminPayCollectLink } from "../../types/http"
import { type LinkRow } from "../../modules/paycollect/models/link"
import { type PayCollectLinkMailData } from "../../types/notifications"
import { NOTICE_DEADLINE_MS, hasProviderFor } from "../../orders/records/notification-channels"
import { within } from "../../service/config"
import { ownShop } from "../../orders/records/lookups"
import { composeLinkMail } from "./mail-text"
import { readLink, type LinkReading } from "./read"
import { moduleOf, loggerOf, queryOf } from "../../payments/module"
import { type LinksModule } from "./rows"

const TYPED_EMAIL = "email"
const LINK_RESOURCE = "paycollect_link"
const HIDDEN = "[removed]"

/** Medusa's module can change its records, which its type does not say. */
type NotificationRecords = INotificationModuleService & {
  updateNotifications(change: { id: string; data: object }): Promise<unknown>
}

const DEFAULT_TEMPLATE = "paycollect-payment-link"

/**
 * - `sent`: the provider took it; `just_before`: it did within the last minute, and nothing more was sent;
 * - `refused`: it did not; `unanswered`: it is not known whether it went out.
 */
type Mailed = "sent" | "just_before" | "refused" | "unanswered"

/** Whether a link can be sent by the store itself, and what is missing. */
export function mailable(
  container: MedusaContainer,
  { facts, active }: LinkReading
): AdminPayCollectLink["mail"] {
  if (hasProviderFor(container, channelOf(active.options.notifications)) === false) return "no_provider"
  return addressOfMail(facts) === null ? "no_address" : "possible"
}

type NotMailed = "not_payable" | Exclude<AdminPayCollectLink["mail"], "possible">

/** The link `id` to its customer, where something can be paid by it now. @returns null for an unknown id */
export async function sendLink(
  container: MedusaContainer,
  id: string
): Promise<{ mailed: Mailed | NotMailed; link: LinkRow } | null> {
  const { links } = moduleOf<LinksModule>(container)
  const link = await links.byId(id)
  if (!link) return null
  const reading = await readLink(container, link)
  const { state } = reading
  if (state.kind !== "payable") return { mailed: "not_payable", link }
  const how = mailable(container, reading)
  if (how !== "possible") return { mailed: how, link }
  const mailed = await mailLink(container, link, { ...reading, state })
  return { mailed, link: (await links.byId(id)) ?? link }
}

/**
 * Sends a link that can be paid to its customer, in her language, through the store's Notification Module. At most once a minute, whatever
 * processes do: the row's time is taken first. One that was cut off may have been sent, and can be sent again a minute later by a person.
 */
async function mailLink(
  container: MedusaContainer,
  link: LinkRow,
  reading: LinkReading & { state: { kind: "payable"; owed: bigint } }
): Promise<Mailed> {
  const { links } = moduleOf<LinksModule>(container)
  const { notifications } = reading.active.options
  const { data, content } = composeLinkMail(await mailOf(container, link, reading))
  const to = addressOfMail(reading.facts)!
  const at = await links.takeMail(link.id)
  if (!at) return "just_before"
  const template = notifications.templates.payment_link
  const module = container.resolve(Modules.NOTIFICATION)
  const mailed = await within(NOTICE_DEADLINE_MS, async () => {
    const sending = module.createNotifications({
      to,
      channel: channelOf(notifications),
      template: template ?? DEFAULT_TEMPLATE,
      // A provider would take the content for more than its own template.
      ...(!template && { content }),
      data,
      trigger_type: "paycollect.link.mailed",
      resource_id: link.id,
      resource_type: LINK_RESOURCE,
      idempotency_key: `paycollect:${link.id}:${at.getTime()}`,
    })
    // Core writes it once more when the provider has answered, however long that took.
    await sending.finally(() => hideAddresses(container, link.id))
    return "sent" as const
  }).catch(async (error: unknown) => {
    // A provider's message may repeat the address, and the link.
    loggerOf(container).warn(
      `paycollect: the mail with payment link ${link.id} was refused: ${errorName(error)}`
    )
    await links.unmailed(link, at)
    return "refused" as const
  })
  const { id, order_id, cart_id } = link
  if (mailed === "sent") await publish(container, "paycollect.link.sent", { id, order_id, cart_id }, id)
  return mailed
}

/** Medusa keeps what a provider was given, and shows it to employees who may read notifications: the address, by which each of them could pay, is taken out. */
async function hideAddresses(container: MedusaContainer, linkId: string): Promise<void> {
  const module = container.resolve(Modules.NOTIFICATION) as NotificationRecords
  try {
    const kept = await module.listNotifications({ resource_id: linkId }, { order: { created_at: "DESC" } })
    for (const { id, data } of kept) {
      const { url } = data as Partial<PayCollectLinkMailData>
      if (url && url !== HIDDEN)
        await module.updateNotifications({
          id,
          data: JSON.parse(JSON.stringify(data).replaceAll(url, HIDDEN)) as object,
        })
    }
  } catch (error) {
    const text = `paycollect: the address of payment link ${linkId} stands in Medusa's record of its mail`
    loggerOf(container).warn(`${text}: ${errorName(error)}`)
  }
}

async function mailOf(
  container: MedusaContainer,
  { id, expires_at }: LinkRow,
  { state, facts, exponent, active }: LinkReading & { state: { owed: bigint } }
) {
  const { notifications } = active.options
  const [shop, token] = await Promise.all([
    ownShop(queryOf(container)),
    moduleOf<LinksModule>(container).links.tokenOf(id),
  ])
  const [, spoken] = /^(en|fr)\b/i.exec(facts!.locale ?? "") ?? []
  const language = (spoken?.toLowerCase() as "en" | "fr" | undefined) ?? notifications.language
  return {
    language,
    url: `${active.payAddress(token)}?lang=${language}`,
    shop: shop.name,
    francs: shop.francs,
    firstName: greetingOf(facts!.customer) ?? null,
    orderNumber: facts!.display_id,
    owed: state.owed,
    currency_code: facts!.currency_code,
    exponent,
    expiresAt: new Date(expires_at),
    timeZone: notifications.time_zone,
  }
}

/** The channel of the merchant's messages where that is one for e-mails: one for telephones has no address here. */
function channelOf({ channel }: NotificationOptions): string {
  return addressKind(channel) === "phone numbers with +country prefix" ? TYPED_EMAIL : channel
}

function addressOfMail(facts: LinkReading["facts"]): string | null {
  const { email } = contactForService(facts?.customer ?? {})
  return email && recipientOf(TYPED_EMAIL, email)
}
