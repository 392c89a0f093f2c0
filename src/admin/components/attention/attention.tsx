import { Badge, Text } from "@medusajs/ui"
import type { ReactNode } from "react"
import type { AdminPayCollectAttentionItem, AdminPayCollectIntent } from "../../../types/http"
import { useAttention, useExplanation } from "../../hooks/attention"
import { useTexts } from "../../hooks/format"
import { AttentionActions, type ActionName } from "./attention-actions"
import { AttentionFacts, ItemDetails } from "./attention-facts"
import { EnvironmentBadge, PersonName } from "../badges"
import { DrawerButton } from "../form-drawer"
import { ResolveDrawer } from "./resolve-drawer"
import { Section } from "../section"
import { Loaded } from "../states"
import { Subtle } from "../kit"

type AttentionItem = AdminPayCollectAttentionItem

interface AttentionItemProps {
  item: AttentionItem
  /** actions that the page around it has already */
  without?: readonly ActionName[]
  /** before everything else: what chooses it in a list */
  choice?: ReactNode
}

/** One item with its explanation and facts, and what can be done about it. */
export function AttentionItem({ item, without, choice }: AttentionItemProps) {
  const { t, date } = useTexts()
  const { happened, money, action } = useExplanation()(item)
  const isOpen = item.status === "open"
  return (
    <div className="flex flex-col gap-y-3 px-6 py-4" data-testid="attention-item" data-reason={item.reason}>
      <div className="flex flex-wrap items-center gap-2">
        {choice}
        <Badge size="2xsmall" color={!isOpen ? "grey" : item.category === "notice" ? "blue" : "orange"}>
          {t(`category.${item.category}`)}
        </Badge>
        <EnvironmentBadge environment={item.payment.environment} />
        {!isOpen && (
          <Badge size="2xsmall" color="green">
            {t("attention_list.resolved")}
          </Badge>
        )}
        <Subtle>{date(item.created_at)}</Subtle>
      </div>
      <div className="flex flex-col gap-y-1">
        <Text size="small" weight="plus">
          {happened}
        </Text>
        <Subtle>{money}</Subtle>
      </div>
      <AttentionFacts item={item} />
      <ItemDetails item={item} />
      {isOpen ? (
        <>
          <Text size="small" className="text-ui-fg-base">
            <span className="font-medium">{t("attention_list.what_to_do")}</span> {action}
          </Text>
          <div className="flex flex-wrap items-center gap-2">
            <AttentionActions {...{ item, without }} payment={item.payment} />
            <DrawerButton
              variant="secondary"
              testId="resolve"
              drawer={(props) => <ResolveDrawer items={[item]} {...props} />}
            >
              {t("resolve.action")}
            </DrawerButton>
          </div>
        </>
      ) : (
        <ResolutionLine item={item} />
      )}
    </div>
  )
}

function ResolutionLine({ item }: { item: AttentionItem }) {
  const { date } = useTexts()
  const isOurs = item.resolved_by === "paycollect"
  return (
    <Subtle asChild>
      <div>
        {!isOurs && item.note && <div>“{item.note}”</div>}
        {item.resolved_by && <PersonName id={item.resolved_by} />}
        {item.resolved_at && <span className="text-ui-fg-subtle"> · {date(item.resolved_at)}</span>}
      </div>
    </Subtle>
  )
}

interface ItemsOfProps {
  payment: Pick<AdminPayCollectIntent, "id">
  status?: AttentionItem["status"]
}

/** Of one payment, on a page that has its other actions already. */
export function ItemsOf({ payment: { id }, status }: ItemsOfProps) {
  const openFirst = (items: AttentionItem[]) =>
    (["open", "resolved"] as const).flatMap((wanted) => items.filter((item) => item.status === wanted))
  return (
    <Loaded of={useAttention({ intent_id: id, status, limit: 100 })} rows={2}>
      {({ attention }) =>
        openFirst(attention).map((item) => (
          <AttentionItem key={item.id} item={item} without={["check_now", "open_payment"]} />
        ))
      }
    </Loaded>
  )
}

/** Items of one payment as a card of their own. */
export function AttentionCard({ payment }: { payment: AdminPayCollectIntent }) {
  const { t } = useTexts()
  if (payment.attention.length === 0) return null
  return (
    <Section title={t("attention_list.title")}>
      <ItemsOf payment={payment} />
    </Section>
  )
}
