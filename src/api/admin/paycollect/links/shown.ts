import { type MedusaContainer } from "@medusajs/framework/types"
import { contactForService } from "../../../../payments/customer"
import { cartLacks } from "../../../../features/payment-links/cart-rules"
import { mailable } from "../../../../features/payment-links/mail"
import {
  readLinkSubject,
  type LinkSubjectIds,
  type LinkReading,
} from "../../../../features/payment-links/read"
import { datesOf, pick } from "../../../../features/shown"
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
      const { state, facts, order, exponent, active } = reading
      const { email, phone_digits } = contactForService(facts?.customer ?? {})
      const isUsable = (!row.revoked_at && state.kind !== "expired") || !!row.paid_at
      return {
        ...pick(row, "id", "cart_id", "amount", "currency_code", "created_by", "revoked_by"),
        ...datesOf(row, "mailed_at", "asked_at", "expires_at", "paid_at", "created_at", "revoked_at"),
        order_id: row.order_id ?? order?.order.id ?? null,
        order_number: facts?.display_id ?? null,
        url: isUsable ? active.payAddress(await links.tokenOf(row.id)) : null,
        state: state.kind,
        owed: state.kind === "payable" ? state.owed.toString() : null,
        missing: missingOf(reading),
        exponent,
        customer: { email, phone_digits },
        mail: mailable(container, reading),
      }
    })
  )
}

function missingOf({ state, cart, active }: LinkReading): AdminPayCollectLink["missing"] {
  return state.kind === "lacking" && cart ? cartLacks(cart.needs, active.options.fallbackCustomerName) : []
}
