import { Alert, Button, Text, IconButton, Tooltip, toast } from "@medusajs/ui"
import type { ComponentProps } from "react"
import { Link } from "react-router-dom"
import { CheckCircleMiniSolid, SquareTwoStackMini } from "@medusajs/icons"
import { useState } from "react"
import { useTexts } from "../hooks/format"

/** What is said beside or below the main thing. */
export const Subtle = (props: Omit<ComponentProps<typeof Text>, "size" | "className">) => (
  <Text size="small" className="text-ui-fg-subtle text-pretty break-words" {...props} />
)

/** What stands above it. */
export const Strong = (props: Omit<ComponentProps<typeof Text>, "size" | "weight" | "leading">) => (
  <Text size="small" weight="plus" leading="compact" {...props} />
)

interface SmallButtonProps extends Omit<ComponentProps<typeof Button>, "size" | "onClick"> {
  testId?: string
  onClick?: () => unknown
}

/** A button of the dashboard; not the main one of its place unless it says so. */
export function SmallButton({ variant = "secondary", testId, onClick, ...button }: SmallButtonProps) {
  const click = onClick && (() => void onClick())
  return <Button size="small" variant={variant} data-testid={testId} onClick={click} {...button} />
}

/** To the page of a payment. */
export function OpenPayment({ id, variant }: { id: string; variant?: "transparent" }) {
  const { t } = useTexts()
  return (
    <SmallButton variant={variant} asChild>
      <Link to={`/paycollect/payments/${id}`}>{t("attention_list.open_payment")}</Link>
    </SmallButton>
  )
}

interface NoticeProps extends Pick<ComponentProps<typeof Alert>, "variant" | "role"> {
  title?: string
  text?: string
  testId?: string
  children?: string
}

/** What an employee should know before anything else. */
export function Notice({ title, text, testId, children, ...alert }: NoticeProps) {
  return (
    <Alert {...alert} data-testid={testId}>
      {title && <Strong className="break-words">{title}</Strong>}
      {text && <Subtle>{text}</Subtle>}
      {children && (
        <Text size="small" className="text-pretty">
          {children}
        </Text>
      )}
    </Alert>
  )
}

/** A value in one line with a button that copies it. `name`: what it is, for people who hear the page */
export function Copyable({ value, name }: { value: string; name: string }) {
  const { t } = useTexts()
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
