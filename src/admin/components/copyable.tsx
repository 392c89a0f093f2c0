import { CheckCircleMiniSolid, SquareTwoStackMini } from "@medusajs/icons"
import { IconButton, Tooltip, toast } from "@medusajs/ui"
import { useState } from "react"
import { useTranslation } from "react-i18next"

/** A value in one line with a button that copies it. `name`: what it is, for people who hear the page */
export function Copyable({ value, name }: { value: string; name: string }) {
  const { t } = useTranslation("paycollect")
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value)
      setCopied(true)
      setTimeout(() => setCopied(false), 2_000)
    } catch {
      toast.error(t("copy.failed"))
    }
  }
  return (
    <span className="flex min-w-0 max-w-full items-center gap-x-1">
      <span className="txt-compact-small min-w-0 break-all font-mono text-xs">{value}</span>
      <Tooltip content={copied ? t("copy.done") : t("copy.action")}>
        <IconButton
          size="2xsmall"
          variant="transparent"
          type="button"
          aria-label={t("copy.label", { name })}
          onClick={() => void copy()}
        >
          {copied ? <CheckCircleMiniSolid /> : <SquareTwoStackMini />}
        </IconButton>
      </Tooltip>
    </span>
  )
}
