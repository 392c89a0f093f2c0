import { withSuites } from "../http/support/suites"
import { customerMessages } from "./messages/customer-messages.suite"
import { events } from "./messages/events.suite"
import { noEmail } from "./messages/no-email.suite"
import { notifications } from "./messages/notifications.suite"
import { outage } from "./messages/outage.suite"
import { payLinkMail } from "./messages/pay-link-mail.suite"
import { workflows } from "./messages/workflows.suite"

jest.setTimeout(120_000)

withSuites(
  { customerMessages, events, noEmail, notifications, outage, payLinkMail, workflows },
  { mails: true, options: { encryptionKey: "a".repeat(64) } }
)
