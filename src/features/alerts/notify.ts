import { errorName } from "../../service/errors"
import { createHash } from "node:crypto"
import { type MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { type NotificationOptions } from "../../settings/notification-options"
import { summaryDay } from "./rules"
import { recipientOf } from "../../settings/addresses"
import { type ActiveOptions } from "../../settings/active-configuration"
import { type NoticeRow } from "../../modules/paycollect/models/notice"
import { type AlertsModule } from "./rows"
import { NOTICE_DEADLINE_MS, hasProviderFor } from "../../orders/records/notification-channels"
import { within } from "../../service/config"
import { withStoreFacts } from "../../orders/records/merchant-facts"
import { compose, feedNote, MOST_WRITTEN, type Message } from "./compose"
import { batchOf, composeConnection, connectionNote, newsOf, type ConnectionNews } from "./connection"
import { ownShop } from "../../orders/records/lookups"
import { moduleOf, queryOf, loggerOf } from "../../payments/module"

interface Recipient {
  /** by which a row finds its address again */
  digest: string
  address: string
}

/**
 * Tells the merchant what is to be told: new items, the summary of the day, and what was refused and is tried again. Called after each
 * new item and by the job, in any number of processes: each message is sent once. Never throws because of a provider.
 *
 * @param summary also the day's, where it is due: the job's business, so that no new item comes with a summary about itself
 *
 * At most once: a message whose sending was cut off by a kill, or that a provider never answered, may have arrived and is not sent again;
 * its items are in the next summary. One that the provider refused has not arrived, and is tried again.
 */
export async function notify(container: MedusaContainer, { summary = false } = {}): Promise<void> {
  const { notices, configuration, clock } = moduleOf<AlertsModule>(container)
  await notices.oneAtATime(async () => {
    const { options } = await configuration.current()
    const recipients = recipientsOf(container, options.notifications)
    const digests = recipients.map(({ digest }) => digest)
    // Their event shows them, too: where it was lost, this does.
    for (const { id } of await notices.gather(digests)) await showItem(container, id)
    const day = summary && summaryDay(clock.now(), options.notifications)
    if (day && digests.length > 0) await notices.summarise(day, digests)
    await sendDue(container, options, recipients)
  })
}

/** That customers cannot pay, or can again: a row for each recipient, which {@link notify} sends, and a note in the feed. Told twice it is one. */
export async function announce(container: MedusaContainer, news: ConnectionNews): Promise<void> {
  const { notices, configuration } = moduleOf<AlertsModule>(container)
  const { notifications } = (await configuration.current()).options
  const digests = recipientsOf(container, notifications).map(({ digest }) => digest)
  await notices.announce(news.kind, batchOf(news), digests)
  await showInFeed(container, { id: `paycollect:${batchOf(news)}`, ...connectionNote(news, notifications) })
}

/** One item in the dashboard's feed, in the language of the messages; shown once however often it is told. */
export async function showItem(container: MedusaContainer, attentionId: string): Promise<void> {
  const { notices, configuration } = moduleOf<AlertsModule>(container)
  const { options } = await configuration.current()
  const item = await notices.item(attentionId)
  if (!item) return
  const { francs } = await ownShop(queryOf(container))
  await showInFeed(container, { id: attentionId, ...feedNote(item, options.notifications.language, francs) })
}

/** No recipient where the store cannot send by this channel. */
function recipientsOf(container: MedusaContainer, { channel, recipients }: NotificationOptions): Recipient[] {
  if (recipients.length === 0 || hasProviderFor(container, channel) === false) return []
  return recipients.flatMap((typed) => {
    const address = recipientOf(channel, typed)
    if (address === null) return []
    const digest = createHash("sha256").update(`${channel}:${address}`).digest("hex").slice(0, 32)
    return [{ digest, address }]
  })
}

async function sendDue(
  container: MedusaContainer,
  options: ActiveOptions,
  recipients: Recipient[]
): Promise<void> {
  const { notices } = moduleOf<AlertsModule>(container)
  // Recipients of one batch read the same message.
  const messages = new Map<string, Promise<Message | null>>()
  const messageOf = (notice: NoticeRow) => {
    const known = messages.get(notice.batch) ?? writeMessage(container, options, notice)
    messages.set(notice.batch, known)
    return known
  }
  for (let due = await notices.claimDue(); due.length > 0; due = await notices.claimDue()) {
    await Promise.all(
      due.map(async (notice) => {
        const recipient = recipients.find(({ digest }) => digest === notice.recipient)
        const message = recipient && (await messageOf(notice))
        if (!recipient || !message) return await notices.finish(notice, "dropped")
        await sendNotice(container, options.notifications, { notice, to: recipient.address, message })
      })
    )
  }
}

/** @returns null when nothing of it is open any more */
async function writeMessage(
  container: MedusaContainer,
  options: ActiveOptions,
  notice: NoticeRow
): Promise<Message | null> {
  const { notices, attention } = moduleOf<AlertsModule>(container)
  const { admin } = container.resolve(ContainerRegistrationKeys.CONFIG_MODULE)
  const { backendUrl, notifications } = options
  const dashboard = backendUrl ? `${backendUrl}${admin?.path ?? "/app"}` : null
  const news = newsOf(notice)
  if (news) return composeConnection(news, { ...notifications, dashboard })
  const { kind, batch } = notice
  const isNew = kind === "new_items"
  const items = isNew ? await notices.itemsOf(batch) : await notices.openItems(MOST_WRITTEN)
  if (items.length === 0) return null
  const count = isNew ? items.length : await attention.countOpen()
  const written = items.slice(0, MOST_WRITTEN)
  const payments = written.map(({ intent }) => intent)
  const facts = await withStoreFacts(queryOf(container), payments)
  const numbered = written.map((item, index) => ({
    ...item,
    order_number: facts[index]?.order_display_id ?? null,
  }))
  const { francs } = await ownShop(queryOf(container))
  return compose(kind, numbered, count, { ...notifications, dashboard, francs })
}

async function sendNotice(
  container: MedusaContainer,
  { channel, templates }: NotificationOptions,
  { notice, to, message: { data, content } }: { notice: NoticeRow; to: string; message: Message }
): Promise<void> {
  const { notices } = moduleOf<AlertsModule>(container)
  const module = container.resolve(Modules.NOTIFICATION)
  const name = `${notice.id}:${notice.tries}`
  const template = templates[notice.kind]
  const outcome = await within(NOTICE_DEADLINE_MS, async () => {
    const [same] = await module.listNotifications({ resource_id: name })
    if (same) return OUTCOMES[same.status]
    await module.createNotifications({
      to,
      channel,
      template: template ?? `paycollect-${notice.kind.replace("_", "-")}`,
      // A provider would take the content for more than its own template.
      ...(!template && { content }),
      data,
      trigger_type: "paycollect.needs_attention",
      resource_id: name,
      resource_type: "paycollect_notice",
      // Unique in Medusa's table: a process that was paused for minutes and comes too late is refused there.
      idempotency_key: `paycollect:${name}`,
    })
    return "sent"
  }).catch((error: unknown) => {
    // A provider's message may repeat the address.
    loggerOf(container).warn(
      `paycollect: a message by ${channel} about what needs attention was refused: ${errorName(error)}`
    )
    return "refused" as const
  })
  if (outcome === "refused") await notices.refused(notice)
  // No answer: the row stays taken, and who finds it due again sees what Medusa wrote down of it.
  else if (outcome !== "unanswered") await notices.finish(notice, outcome)
}

/** What an earlier life of this try left in Medusa's own record. */
const OUTCOMES = { success: "sent", pending: "cut_off", failure: "refused" } as const

interface FeedNote {
  /** what is told twice under one id is shown once */
  id: string
  title: string
  description: string
}

/** Shows a note in the dashboard's feed. Never throws: a store may run without the Notification Module or without a feed. */
export async function showInFeed(
  container: MedusaContainer,
  { id, title, description }: FeedNote
): Promise<void> {
  try {
    await container.resolve(Modules.NOTIFICATION).createNotifications({
      to: "",
      channel: "feed",
      template: "admin-ui",
      idempotency_key: id,
      data: { title, description },
    })
  } catch (error) {
    loggerOf(container).debug(`paycollect: no dashboard notification: ${errorName(error)}`)
  }
}
