import { Button, toast } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import { RequestError } from "../../hooks/client"
import { useOrderNow } from "../../hooks/assignment"
import type { ActionProps } from "../../hooks/attention"
import { useErrorText } from "../states"
import { described } from "../toasts"

/** A sentence or two: longer to read than "saved". */
const SHOWN_MS = 10_000

/** What Medusa says, in English, by what is in it. */
const SAID: [RegExp, string][] = [
  [/inventory|not enough stock/i, "make_order.said_stock"],
  [/shipping/i, "make_order.said_shipping"],
  [/lock/i, "make_order.said_busy"],
]

/** One more try to make the order of money that came, with the reason where it fails. */
export function MakeOrder({ payment, variant }: ActionProps) {
  const { t } = useTranslation("paycollect")
  const text = useErrorText()
  const { mutateAsync, isPending } = useOrderNow(payment.id)
  const why = (said: string | undefined) => {
    if (!said) return t("make_order.said_nothing")
    const known = SAID.find(([pattern]) => pattern.test(said))
    const storeSaid = t("detail.store_said", { error: said })
    return known ? `${t(known[1])} ${storeSaid}` : storeSaid
  }
  const refused = (error: unknown) =>
    error instanceof RequestError && error.code === "no_item" ? t("make_order.not_missing") : text(error)
  // Not by callbacks of `mutate`, which are dropped when the order takes the item off the page.
  const make = () =>
    mutateAsync().then(
      ({ result }) =>
        result.status === "succeeded"
          ? toast.success(t("make_order.done"))
          : toast.warning(t("make_order.failed"), { ...described(why(result.said)), duration: SHOWN_MS }),
      (error) => toast.error(t("make_order.failed"), described(refused(error)))
    )
  return (
    <Button
      size="small"
      variant={variant}
      onClick={() => void make()}
      isLoading={isPending}
      data-testid="make-order"
    >
      {t("make_order.action")}
    </Button>
  )
}
