import { Badge, Button, Text } from "@medusajs/ui"
import { useRef, useState, type ReactNode } from "react"
import { useTranslation } from "react-i18next"
import type { AdminPayCollectAttention, AdminPayCollectIntent } from "../../types/http"
import { useFormat } from "../hooks/format"
import { Person } from "./person"
import { ResolveDrawer } from "./resolve-drawer"
import { Section } from "./section"

type Item = AdminPayCollectAttention

/** The three sentences of an item: translated by its reason, the server's English for a reason this build does not know. */
function useExplanation() {
  const { t, i18n } = useTranslation("paycollect")
  return (item: Item) => {
    const text = (part: "happened" | "money" | "action") => {
      const key = `attention.${item.reason}.${part}`
      return i18n.exists(key, { ns: "paycollect" }) ? t(key) : (item.explanation?.[part] ?? item.reason)
    }
    return { happened: text("happened"), money: text("money"), action: text("action") }
  }
}

/** Facts of an item that are no text of ours: sums, a refund, what the store said. */
function Facts({ item, payment }: { item: Item; payment: AdminPayCollectIntent }) {
  const { t, i18n } = useTranslation("paycollect")
  const { minor, sum } = useFormat()
  /** the dashboard's word for a state of the service, or the service's own */
  const word = (status = "") =>
    i18n.exists(`status.${status}`, { ns: "paycollect" }) ? t(`status.${status}`) : status
  const data = (item.data ?? {}) as Record<string, string | undefined>
  const facts = [
    data.asked &&
      data.answered &&
      t("detail.asked_answered", { asked: sum(data.asked, payment), answered: sum(data.answered, payment) }),
    data.came &&
      t("detail.reversed", {
        came: sum(data.came, payment),
        refunded: sum(data.refunded ?? "", payment),
        status: word(data.status),
        left: data.left ? `, ${sum(data.left, payment)}` : "",
      }),
    data.amount && t("detail.refund_amount", { amount: minor(data.amount, payment) }),
    data.fee && t("detail.fee", { amount: minor(data.fee, payment) }),
    data.error && t("detail.store_said", { error: data.error }),
  ].filter(Boolean)
  if (facts.length === 0) return null
  return (
    <Text size="small" className="text-ui-fg-subtle break-words">
      {facts.join(" · ")}
    </Text>
  )
}

interface AttentionItemProps {
  item: Item
  payment: AdminPayCollectIntent
  /** beside the button that resolves it */
  actions?: ReactNode
}

/** One item with its explanation, and the way to close it. */
export function AttentionItem({ item, payment, actions }: AttentionItemProps) {
  const { t } = useTranslation("paycollect")
  const { date } = useFormat()
  const [resolving, setResolving] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const { happened, money, action } = useExplanation()(item)
  const isOpen = item.status === "open"
  return (
    <div className="flex flex-col gap-y-3 px-6 py-4" data-testid="attention-item" data-reason={item.reason}>
      <div className="flex flex-wrap items-center gap-2">
        <Badge size="2xsmall" color={!isOpen ? "grey" : item.category === "notice" ? "blue" : "orange"}>
          {t(`category.${item.category}`)}
        </Badge>
        {!isOpen && (
          <Badge size="2xsmall" color="green">
            {t("attention_list.resolved")}
          </Badge>
        )}
        <Text size="small" className="text-ui-fg-subtle">
          {date(item.created_at)}
        </Text>
      </div>
      <div className="flex flex-col gap-y-1">
        <Text size="small" weight="plus">
          {happened}
        </Text>
        <Text size="small" className="text-ui-fg-subtle">
          {money}
        </Text>
        <Facts item={item} payment={payment} />
      </div>
      {isOpen ? (
        <>
          <Text size="small" className="text-ui-fg-base">
            <span className="font-medium">{t("attention_list.what_to_do")}</span> {action}
          </Text>
          {item.provisional && (
            <Text size="small" className="text-ui-fg-subtle">
              {t("attention_list.provisional")}
            </Text>
          )}
          <div className="flex flex-wrap items-center gap-2">
            <Button ref={opener} size="small" onClick={() => setResolving(true)} data-testid="resolve">
              {t("resolve.action")}
            </Button>
            {actions}
          </div>
          {resolving && (
            <ResolveDrawer {...{ item, payment, happened, opener, onClose: () => setResolving(false) }} />
          )}
        </>
      ) : (
        <Resolution item={item} />
      )}
    </div>
  )
}

function Resolution({ item }: { item: Item }) {
  const { date } = useFormat()
  const isOurs = item.resolved_by === "paycollect"
  return (
    <Text size="small" className="text-ui-fg-subtle break-words" asChild>
      <div>
        {!isOurs && item.note && <div>“{item.note}”</div>}
        {item.resolved_by && <Person id={item.resolved_by} />}
        {item.resolved_at && <span className="text-ui-fg-subtle"> · {date(item.resolved_at)}</span>}
      </div>
    </Text>
  )
}

/** Open items of one payment as a card of their own. */
export function AttentionCard({ payment }: { payment: AdminPayCollectIntent }) {
  const { t } = useTranslation("paycollect")
  const open = payment.attention.filter((item) => item.status === "open")
  const closed = payment.attention.filter((item) => item.status === "resolved")
  if (open.length + closed.length === 0) return null
  return (
    <Section title={t("attention_list.title")}>
      {[...open, ...closed].map((item) => (
        <AttentionItem key={item.id} item={item} payment={payment} />
      ))}
    </Section>
  )
}
