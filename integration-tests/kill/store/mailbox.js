const { appendFileSync } = require("node:fs")
const { AbstractNotificationProviderService, ModuleProvider, Modules } = require("@medusajs/framework/utils")

/** Keeps what it is given, one line a message: all processes of a test write into one file. */
class Mailbox extends AbstractNotificationProviderService {
  static identifier = "mailbox"

  async send({ to, data }) {
    appendFileSync(process.env.PAYCOLLECT_SPEC_MAILS, `${JSON.stringify({ to, data })}\n`)
    process.emit("mailed")
    return {}
  }
}

module.exports = ModuleProvider(Modules.NOTIFICATION, { services: [Mailbox] })
