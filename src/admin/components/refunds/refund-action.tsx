import { ArrowUturnLeft } from "@medusajs/icons"
import { Text, clx } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import { Link } from "react-router-dom"
import type { ActionProps } from "../../hooks/attention"
import { DrawerButton } from "../form-drawer"
import { link } from "../section"
import { RefundDrawer } from "./refund-drawer"

/** Money that no order stands for goes back from where it is seen; while refunds are off it says so, and leads to the setting. */
export function RefundAction({ item, payment, variant }: ActionProps) {
  const { t } = useTranslation("paycollect")
  const { refundable } = payment
  if (!refundable) return null
  const isOff = refundable.mode === "off"
  return (
    <>
      <DrawerButton
        variant={variant}
        disabled={isOff}
        testId="refund"
        drawer={(props) => <RefundDrawer {...{ item, payment, refundable, ...props }} />}
      >
        <ArrowUturnLeft />
        {t("refund.action")}
      </DrawerButton>
      {isOff && (
        <Text size="small" className="text-ui-fg-subtle text-pretty" data-testid="refunds-off">
          {t("refund.off")}{" "}
          <Link className={clx(link, "underline")} to="/settings/paycollect#refunds">
            {t("refund.off_link")}
          </Link>
        </Text>
      )}
    </>
  )
}
