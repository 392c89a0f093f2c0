import { type ProviderSendNotificationDTO } from "@medusajs/framework/types"
import { AbstractNotificationProviderService } from "@medusajs/framework/utils"
import { keep, mailFile } from "./mails"

/** Sends nothing: keeps what it is given in a file, which the page /mails shows. */
export class MailboxNotificationService extends AbstractNotificationProviderService {
  static override identifier = "mailbox"

  override send({
    to,
    channel,
    template,
    content,
    data,
  }: ProviderSendNotificationDTO): Promise<{ id: string }> {
    const at = new Date().toISOString()
    const { subject = "", text = "", html = "" } = content ?? {}
    keep(mailFile(), { at, to, channel, template, subject, text, html, data: data ?? {} })
    return Promise.resolve({ id: at })
  }
}
