import { type MedusaContainer } from "@medusajs/framework/types"
import { contactForService } from "../../../../payments/customer"
import { cartLacks } from "../../../../features/payment-links/cart-rules"
import { mailable } from "../../../../features/payment-links/mail"
import {
  readLinkSubject,
  type LinkSubjectIds,
  type LinkReading,
} from "../../../../features/payment-links/read"
import { iso } from "../../../requests"
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
      const { id, order_id, cart_id, amount, currency_code, created_by, revoked_by } = row
      return {
        id,
        order_id: order_id ?? order?.order.id ?? null,
        order_number: facts?.display_id ?? null,
        cart_id,
        url: isUsable ? active.payAddress(await links.tokenOf(id)) : null,
        state: state.kind,
        owed: state.kind === "payable" ? state.owed.toString() : null,
        missing: missingOf(reading),
        amount,
        currency_code,
        exponent,
        customer: { email, phone_digits },
        mail: mailable(container, reading),
        mailed_at: iso(row.mailed_at),
        asked_at: iso(row.asked_at),
        expires_at: iso(row.expires_at),
        paid_at: iso(row.paid_at),
        created_by,
        created_at: iso(row.created_at),
        revoked_at: iso(row.revoked_at),
        revoked_by,
      }
    })
  )
}

function missingOf({ state, cart, active }: LinkReading): AdminPayCollectLink["missing"] {
  return state.kind === "lacking" && cart ? cartLacks(cart.needs, active.options.fallbackCustomerName) : []
}
