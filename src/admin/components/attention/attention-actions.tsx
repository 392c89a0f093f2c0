import { ArrowUpRightOnBox } from "@medusajs/icons"
import type { ComponentType } from "react"
import type { AdminPayCollectAttention } from "../../../types/http"
import { useTexts } from "../../hooks/format"
import { makeOrderNow, orderName, type ActionProps } from "../../hooks/payments"
import { AssignToOrder } from "../assignment/assign-drawer"
import { NewOrder } from "../assignment/new-order-drawer"
import { ActionButton, IN_NEW_TAB, OpenPayment, SmallButton } from "../kit"
import { CheckNow } from "../payment/check-now"
import { RefundAction } from "../refunds/refund-drawer"

type ItemReason = AdminPayCollectAttention["reason"]

interface Action {
  Component: ComponentType<ActionProps>
  /** an item that it can do nothing about does not show it */
  applies?: (given: Pick<ActionProps, "item" | "payment">) => boolean
}

export type ActionName =
  "make_order" | "assign" | "new_order" | "refund" | "check_now" | "service_dashboard" | "open_payment"

const isAllThere: Action["applies"] = ({ payment }) => payment.refunded === "0" && !payment.assigned_order_id

/** What can be done about an item besides resolving it. */
const ACTIONS: Partial<Record<ActionName, Action>> = {
  make_order: { Component: MakeOrder },
  assign: { Component: AssignToOrder, applies: isAllThere },
  new_order: { Component: NewOrder, applies: isAllThere },
  refund: { Component: RefundAction, applies: ({ payment }) => payment.refundable !== null },
  check_now: { Component: CheckNow },
  service_dashboard: {
    Component: ServiceDashboard,
    applies: ({ payment }) => Boolean(payment.service_dashboard_url),
  },
  open_payment: { Component: ({ payment }) => <OpenPayment id={payment.id} variant="transparent" /> },
}

/** The safe or most useful first. What every item has comes after these, and *Resolve* last of all. */
export const FOR_REASON: Record<ItemReason, ActionName[]> = {
  paid_without_order: ["make_order", "new_order", "assign", "refund", "check_now"],
  late_payment: ["assign", "new_order", "refund", "check_now"],
  duplicate_payment: ["refund", "assign", "new_order", "check_now"],
  paid_after_cancel: ["refund", "new_order", "assign", "check_now"],
  amount_discrepancy: ["check_now", "refund"],
  currency_discrepancy: ["check_now", "refund"],
  unreadable_success: ["check_now"],
  reference_discrepancy: ["check_now"],
  environment_discrepancy: ["refund"],
  unknown_payment: ["assign", "new_order", "refund", "check_now"],
  order_without_payment: ["check_now"],
  unpaid_order_kept: ["check_now"],
  refund_due: ["service_dashboard"],
  refund_pending: ["service_dashboard"],
  refund_unknown: ["service_dashboard"],
  reversed: ["service_dashboard", "check_now"],
  won_back: ["service_dashboard", "check_now"],
  order_overpaid: [],
  order_unbalanced: ["check_now"],
  unexpected_fee: ["service_dashboard", "refund", "check_now"],
  unknown_outcome_expired: ["check_now"],
}
const FOR_ALL: ActionName[] = ["service_dashboard", "open_payment"]

interface AttentionActionsProps extends Pick<ActionProps, "item" | "payment"> {
  /** what the page around the item has already */
  without?: readonly ActionName[]
}

/** Buttons of one open item, in the order of the table above. */
export function AttentionActions({ item, payment, without = [] }: AttentionActionsProps) {
  // An item of a later version of the server has a reason that is not in the table.
  const names = new Set([...(FOR_REASON[item.reason] ?? ["check_now"]), ...FOR_ALL])
  const shown = [...names].flatMap((name) => {
    const action = without.includes(name) ? undefined : ACTIONS[name]
    return action && (action.applies?.({ item, payment }) ?? true) ? { name, ...action } : []
  })
  return shown.map(({ name, Component }, index) => (
    <Component key={name} {...{ item, payment }} variant={index === 0 ? "primary" : "secondary"} />
  ))
}

/** The service's own page of the payment: where a refund is seen, and made where the store sends none. */
function ServiceDashboard({ payment, variant }: ActionProps) {
  const { t } = useTexts()
  return (
    <SmallButton variant={variant} asChild>
      <a href={payment.service_dashboard_url!} {...IN_NEW_TAB}>
        {t("attention_list.service_dashboard")}
        <ArrowUpRightOnBox />
      </a>
    </SmallButton>
  )
}

/** What Medusa says, in English, by what is in it. */
const SAID: [RegExp, string][] = [
  [/inventory|not enough stock/i, "make_order.said_stock"],
  [/shipping/i, "make_order.said_shipping"],
  [/lock/i, "make_order.said_busy"],
]

/** One more try to make the order of money that came, with the reason where it fails. */
function MakeOrder({ payment, variant }: ActionProps) {
  const { t } = useTexts()
  const why = (said: string | undefined) => {
    if (!said) return t("make_order.said_nothing")
    const known = SAID.find(([pattern]) => pattern.test(said))
    const storeSaid = t("detail.store_said", { error: said })
    return known ? `${t(known[1])} ${storeSaid}` : storeSaid
  }
  return (
    <ActionButton
      variant={variant}
      testId="make-order"
      request={() => makeOrderNow(payment.id)}
      says={{
        done: ({ result, intent }) =>
          result.status === "succeeded"
            ? { title: t("make_order.done", { order: orderName(intent) }) }
            : { title: t("make_order.failed"), text: why(result.said), tone: "warning" },
        failed: t("make_order.failed"),
        refusals: "make_order.refused",
      }}
    >
      {t("make_order.action")}
    </ActionButton>
  )
}
