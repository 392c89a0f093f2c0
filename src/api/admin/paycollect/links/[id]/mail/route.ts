import { type MedusaResponse } from "@medusajs/framework/http"
import { notFound } from "../../../../../../payments/errors"
import { type ApiRoute } from "../../../../../requests"
import { mailable, mailLink } from "../../../../../../features/payment-links/mail"
import { readLink } from "../../../../../../features/payment-links/read"
import { paycollectOf } from "../../../../../../modules/paycollect"
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
  const { links } = paycollectOf(req.scope)
  const row = await links.byId(req.params.id!)
  if (!row) throw notFound("id names no payment link; nothing was sent.")
  const reading = await readLink(req.scope, row)
  const { state } = reading
  if (state.kind !== "payable") return refuseMail(res, 409, "not_payable")
  const how = mailable(req.scope, reading)
  if (how !== "possible") return refuseMail(res, 409, how)
  const mailed = await mailLink(req.scope, row, { ...reading, state })
  if (mailed === "refused" || mailed === "unanswered")
    return refuseMail(res, mailed === "refused" ? 502 : 504, mailed)
  const [link] = await shownLinks(req.scope, row, [(await links.byId(row.id)) ?? row])
  res.json({ mailed, link: link! } satisfies AdminPayCollectLinkMailResponse)
}

function refuseMail(res: MedusaResponse, status: number, code: keyof typeof MAIL_MEANING): void {
  res.status(status).json({ type: "not_allowed", code, message: MAIL_MEANING[code] })
}
