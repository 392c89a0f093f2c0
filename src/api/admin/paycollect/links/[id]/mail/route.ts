import { type MedusaResponse } from "@medusajs/framework/http"
import { notFound } from "../../../../../../payments/errors"
import { type ApiRoute } from "../../../../../requests"
import { sendLink } from "../../../../../../features/payment-links/mail"
import { type AdminPayCollectLinkMailResponse } from "../../../../../../types/http"
import { shownLinks } from "../../shown"

const MAIL_MEANING = {
  not_payable: "Nothing can be paid by this link now: nothing was sent.",
  no_provider: "The store's Notification Module has no provider for e-mails: nothing was sent.",
  no_address: "Order or cart have no e-mail address: nothing was sent.",
  refused:
    "The store's notification provider refused the mail: it was not sent. Its settings, or the address, may be wrong.",
  unanswered:
    "The store's notification provider gave no answer: the mail may have been sent. Ask the customer before it is sent again.",
} as const

/**
 * `POST /admin/paycollect/links/:id/mail`: sends a link to the customer's e-mail through the store's Notification Module, once a minute at
 * most: a repeat within it is `just_before`, and sends nothing. 409 with a `code` where it cannot be sent, 502 (`refused`) or 504
 * (`unanswered`) when the provider does not take it.
 */
export const POST: ApiRoute<unknown> = async (req, res) => {
  const sent = await sendLink(req.scope, req.params.id!)
  if (!sent) throw notFound("id names no payment link; nothing was sent.")
  const { mailed, link: row } = sent
  if (mailed !== "sent" && mailed !== "just_before") return refuseMail(res, mailed)
  const [link] = await shownLinks(req.scope, row, [row])
  res.json({ mailed, link: link! } satisfies AdminPayCollectLinkMailResponse)
}

const MAIL_STATUS: Partial<Record<string, number>> = { refused: 502, unanswered: 504 }

function refuseMail(res: MedusaResponse, code: keyof typeof MAIL_MEANING): void {
  res.status(MAIL_STATUS[code] ?? 409).json({ type: "not_allowed", code, message: MAIL_MEANING[code] })
}
