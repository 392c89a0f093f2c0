import { type MedusaContainer } from "@medusajs/framework/types"
import { contactForService } from "../../../../payments/customer"
import { mailable } from "../../../../features/payment-links/mail"
import {
  readLinkSubject,
  type LinkSubjectIds,
  type LinkReading,
} from "../../../../features/payment-links/read"
import { datesOf, pick } from "../../../../features/shown"
import { decimalsOf } from "../../../../orders/records/query"
import { queryOf } from "../../../../payments/module"
import { paycollectOf } from "../../../../modules/paycollect"
import { type LinkRow } from "../../../../modules/paycollect/models/link"
import { type AdminPayCollectLink } from "../../../../types/http"

/** Links of one order or cart as its merchant may see them; never the digest. */
export async function shownLinks(
  container: MedusaContainer,
  ids: LinkSubjectIds,
  rows: LinkRow[]
): Promise<AdminPayCollectLink[]> {
  if (rows.length === 0) return []
  const { links } = paycollectOf(container)
  const judge = await readLinkSubject(container, ids)
  return await Promise.all(
    rows.map(async (row) => {
      const reading = judge(row)
      const { state, facts, order, active } = reading
      const { email, phone_digits } = contactForService(facts?.customer ?? {})
      const isUsable = (!row.revoked_at && state.kind !== "expired") || !!row.paid_at
      return {
        ...pick(row, "id", "cart_id", "created_by", "revoked_by"),
        ...datesOf(row, "mailed_at", "asked_at", "expires_at", "paid_at", "created_at", "revoked_at"),
        order_id: row.order_id ?? order?.order.id ?? null,
        order_number: facts?.display_id ?? null,
        // Where no key opens its address it can be seen and withdrawn all the same.
        url: isUsable
          ? await links.tokenOf(row.id).then(
              (token) => active.payAddress(token),
              () => null
            )
          : null,
        state: state.kind,
        ...(await sumsOf(container, row, reading)),
        missing: state.kind === "lacking" ? reading.lacks : [],
        customer: { email, phone_digits },
        mail: mailable(container, reading),
      }
    })
  )
}

/** A cart may be in another currency by now than when it was asked for: both sums are of the one in which it can be paid. */
async function sumsOf(
  container: MedusaContainer,
  { amount, currency_code }: LinkRow,
  { state, facts, exponent, active }: LinkReading
): Promise<Pick<AdminPayCollectLink, "owed" | "amount" | "currency_code" | "exponent">> {
  const owed = state.kind === "payable" ? state.owed.toString() : null
  if (!facts || facts.currency_code === currency_code) return { owed, amount, currency_code, exponent }
  if (owed) return { owed, amount: owed, currency_code: facts.currency_code, exponent }
  const decimals = await decimalsOf(currency_code, queryOf(container), active.options)
  return { owed, amount, currency_code, exponent: decimals ?? exponent }
}
