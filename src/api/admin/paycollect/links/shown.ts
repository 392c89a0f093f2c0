import { type MedusaContainer } from "@medusajs/framework/types"
import { contactOf } from "../../../../domain/customer"
import { readOrder } from "../../../../links/read"
import { paycollectOf } from "../../../../modules/paycollect"
import { type LinkRow } from "../../../../modules/paycollect/models/link"
import { type AdminPayCollectLink } from "../../../../types/http"

/** Links of one order as its merchant may see them; never the digest. */
export async function shownLinks(
  container: MedusaContainer,
  orderId: string,
  rows: LinkRow[]
): Promise<AdminPayCollectLink[]> {
  if (rows.length === 0) return []
  const { links } = paycollectOf(container)
  const order = await readOrder(container, orderId)
  return await Promise.all(
    rows.map(async (row) => {
      const { state, facts, exponent, active } = order.judge(row)
      const { email, phone_digits } = contactOf(facts?.customer ?? {})
      const isUsable = (!row.revoked_at && state.kind !== "expired") || !!row.paid_at
      const { id, order_id, amount, currency_code, created_by, revoked_by } = row
      return {
        id,
        order_id,
        url: isUsable ? active.payAddress(await links.tokenOf(id)) : null,
        state: state.kind,
        owed: state.kind === "payable" ? state.owed.toString() : null,
        amount,
        currency_code,
        exponent,
        customer: { email, phone_digits },
        asked_at: iso(row.asked_at)!,
        expires_at: iso(row.expires_at)!,
        paid_at: iso(row.paid_at),
        created_by,
        created_at: iso(row.created_at)!,
        revoked_at: iso(row.revoked_at),
        revoked_by,
      }
    })
  )
}

const iso = (date: Date | string | null) => date && new Date(date).toISOString()
