import { useUser } from "@medusajs/dashboard/hooks"
import { CheckCircleMiniSolid, SquareTwoStackMini } from "@medusajs/icons"
import { Alert, Badge, Button, IconButton, StatusBadge, Text, Tooltip, clx, toast } from "@medusajs/ui"
import { useState, type ComponentProps, type KeyboardEvent, type MouseEvent, type ReactNode } from "react"
import { Link } from "react-router-dom"
import type { AdminPayCollectIntent, PayCollectSource } from "../../types/http"
import { useAction, type ActionOptions } from "../hooks/action"
import { useKeptFocus } from "../hooks/focus"
import { useTexts } from "../hooks/format"

/** What is said beside or below the main thing. */
export const Subtle = (props: Omit<ComponentProps<typeof Text>, "size" | "className">) => (
  <Text size="small" className="text-ui-fg-subtle text-pretty break-words" {...props} />
)

/** What stands above it. */
export const Strong = (props: Omit<ComponentProps<typeof Text>, "size" | "weight" | "leading">) => (
  <Text size="small" weight="plus" leading="compact" {...props} />
)

interface SmallButtonProps extends Omit<ComponentProps<typeof Button>, "ref" | "size" | "onClick"> {
  testId?: string
  onClick?: (event: MouseEvent<HTMLButtonElement>) => unknown
}

/** Enter that is held is pressed once: by the second time a button may mean something else. */
export function pressOnce(event: KeyboardEvent) {
  const isHeld = event.repeat && event.key === "Enter"
  if (isHeld && !(event.target instanceof HTMLTextAreaElement)) event.preventDefault()
}

/** A button of the dashboard; not the main one of its place unless it says so. */
export function SmallButton({ variant = "secondary", testId, onClick, ...button }: SmallButtonProps) {
  const click = onClick && ((event: MouseEvent<HTMLButtonElement>) => void onClick(event))
  const ref = useKeptFocus(button.isLoading)
  return (
    <Button
      ref={ref}
      size="small"
      variant={variant}
      data-testid={testId}
      onClick={click}
      onKeyDown={pressOnce}
      {...button}
    />
  )
}

interface ActionButtonProps<Answer> extends Omit<SmallButtonProps, "onClick" | "isLoading"> {
  request: () => Promise<Answer>
  /** how it ended, in words */
  says: ActionOptions<Answer>
  /** whether the employee is sure, where that is asked first */
  isSure?: () => Promise<boolean>
}

/** A button that has something done, and says how it ended. */
export function ActionButton<Answer>({ request, says, isSure, ...button }: ActionButtonProps<Answer>) {
  const { run, isPending } = useAction(request, says)
  const press = async () => {
    if (!isSure || (await isSure())) await run()
  }
  return <SmallButton onClick={press} isLoading={isPending} {...button} />
}

/** The darker blue of the kit: its usual one has too little contrast on white. */
const LINK =
  "text-ui-fg-interactive-hover hover:underline focus-visible:shadow-borders-focus rounded outline-none"

/** A link in a text: `to` a page of the dashboard, or by `href` anywhere else. */
export function TextLink({ to, className, ...link }: Omit<ComponentProps<"a">, "ref"> & { to?: string }) {
  const looks = clx(LINK, className)
  return to === undefined ? <a className={looks} {...link} /> : <Link to={to} className={looks} {...link} />
}

export const IN_NEW_TAB = { target: "_blank", rel: "noopener noreferrer" }

export function OpenPayment({ id, variant }: { id: string; variant?: "transparent" }) {
  const { t } = useTexts()
  return (
    <SmallButton variant={variant} asChild>
      <Link to={`/paycollect/payments/${id}`}>{t("attention_list.open_payment")}</Link>
    </SmallButton>
  )
}

interface NoticeProps extends Pick<ComponentProps<typeof Alert>, "variant"> {
  title?: string
  text?: string
  testId?: string
  children?: string
}

/** What an employee should know before anything else. */
export function Notice({ variant, title, text, testId, children }: NoticeProps) {
  return (
    <Alert variant={variant} data-testid={testId}>
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
          size="xsmall"
          variant="transparent"
          type="button"
          className="shrink-0"
          aria-label={t("copy.label", { name })}
          onClick={() => void copy()}
        >
          {copied ? <CheckCircleMiniSolid /> : <SquareTwoStackMini />}
        </IconButton>
      </Tooltip>
      <span role="status" className="sr-only">
        {copied && t("copy.done")}
      </span>
    </span>
  )
}

export type Colour = "green" | "red" | "blue" | "orange" | "grey" | "purple"

export const StateBadge = ({ color, children }: { color: Colour; children: ReactNode }) => (
  <StatusBadge color={color} className="text-nowrap">
    {children}
  </StatusBadge>
)

const STATE_COLOURS: Record<AdminPayCollectIntent["state"], Colour> = {
  creating: "grey",
  unknown: "orange",
  rejected: "red",
  requires_action: "orange",
  processing: "blue",
  succeeded: "green",
  failed: "red",
  canceled: "grey",
  discrepancy: "red",
  refunding: "orange",
  partly_refunded: "purple",
  refunded: "grey",
  reversed: "red",
}

/** The state of a payment as the server derives it: what went back, and what is not the money that was asked for, is never shown as paid. */
export function PaymentStatus({ state }: Pick<AdminPayCollectIntent, "state">) {
  const { t } = useTexts()
  return <StateBadge color={STATE_COLOURS[state] ?? "grey"}>{t(`status.${state}`)}</StateBadge>
}

export const PaymentBadges = ({
  state,
  environment,
}: Pick<AdminPayCollectIntent, "state" | "environment">) => (
  <>
    <PaymentStatus state={state} />
    <EnvironmentBadge environment={environment} />
  </>
)

export function EnvironmentBadge({ environment }: { environment: "test" | "live" }) {
  const { t } = useTexts()
  return (
    <Badge size="2xsmall" color={environment === "live" ? "green" : "orange"}>
      {t(`environment.${environment}`)}
    </Badge>
  )
}

export function SourceBadge({ source }: { source: PayCollectSource }) {
  const { t } = useTexts()
  return (
    <Badge size="2xsmall" color={source === "dashboard" ? "blue" : "grey"}>
      {t(`source.${source}`)}
    </Badge>
  )
}

/** Who did it: an admin by name, or the plugin by itself. */
export function PersonName({ id }: { id: string }) {
  const { t } = useTexts()
  const isAdmin = id.startsWith("user_")
  const { user } = useUser(id, undefined, { enabled: isAdmin, retry: false })
  if (!isAdmin) return <>{id === "paycollect" ? t("person.itself") : id}</>
  const name = [user?.first_name, user?.last_name].filter(Boolean).join(" ")
  return <>{t("person.by", { name: name || user?.email || id })}</>
}
