import { ArrowUturnLeft } from "@medusajs/icons"
import { Button, Text, clx } from "@medusajs/ui"
import { useRef, useState } from "react"
import { useTranslation } from "react-i18next"
import { Link } from "react-router-dom"
import type { ActionProps } from "../../hooks/attention"
import { link } from "../section"
import { RefundDrawer } from "./refund-drawer"

/** Money that no order stands for goes back from where it is seen; while refunds are off it says so, and leads to the setting. */
export function RefundAction({ item, payment, variant }: ActionProps) {
  const { t } = useTranslation("paycollect")
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const { refundable } = payment
  if (!refundable) return null
  const isOff = refundable.mode === "off"
  return (
    <>
      <Button
        ref={opener}
        size="small"
        variant={variant}
        disabled={isOff}
        onClick={() => setOpen(true)}
        data-testid="refund"
      >
        <ArrowUturnLeft />
        {t("refund.action")}
      </Button>
      {isOff && (
        <Text size="small" className="text-ui-fg-subtle text-pretty" data-testid="refunds-off">
          {t("refund.off")}{" "}
          <Link className={clx(link, "underline")} to="/settings/paycollect#refunds">
            {t("refund.off_link")}
          </Link>
        </Text>
      )}
      {isOpen && <RefundDrawer {...{ item, payment, refundable, opener, onClose: () => setOpen(false) }} />}
    </>
  )
}
