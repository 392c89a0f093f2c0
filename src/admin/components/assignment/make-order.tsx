import { Button } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import { useAction } from "../../hooks/action"
import { makeOrderNow } from "../../hooks/assignment"
import type { ActionProps } from "../../hooks/attention"

/** What Medusa says, in English, by what is in it. */
const SAID: [RegExp, string][] = [
  [/inventory|not enough stock/i, "make_order.said_stock"],
  [/shipping/i, "make_order.said_shipping"],
  [/lock/i, "make_order.said_busy"],
]

/** One more try to make the order of money that came, with the reason where it fails. */
export function MakeOrder({ payment, variant }: ActionProps) {
  const { t } = useTranslation("paycollect")
  const why = (said: string | undefined) => {
    if (!said) return t("make_order.said_nothing")
    const known = SAID.find(([pattern]) => pattern.test(said))
    const storeSaid = t("detail.store_said", { error: said })
    return known ? `${t(known[1])} ${storeSaid}` : storeSaid
  }
  const { run, isPending } = useAction(() => makeOrderNow(payment.id), {
    done: ({ result }) =>
      result.status === "succeeded"
        ? { title: t("make_order.done") }
        : { title: t("make_order.failed"), text: why(result.said), tone: "warning" },
    failed: t("make_order.failed"),
    refusals: "make_order.refused",
  })
  return (
    <Button
      size="small"
      variant={variant}
      onClick={() => void run()}
      isLoading={isPending}
      data-testid="make-order"
    >
      {t("make_order.action")}
    </Button>
  )
}
