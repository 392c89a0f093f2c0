import { Badge, Text } from "@medusajs/ui"
import type { ReactNode } from "react"
import type { AdminPayCollectAttentionItem } from "../../../types/http"
import { useTexts } from "../../hooks/format"
import { useAttention, useExplanation, useHasBothEnvironments } from "../../hooks/payments"
import { DrawerButton } from "../drawer"
import { EnvironmentBadge, PersonName, Subtle } from "../kit"
import { Loaded } from "../section"
import { AttentionActions, type ActionName } from "./attention-actions"
import { AttentionFacts, ItemDetails } from "./attention-facts"
import { ResolveDrawer } from "./resolve-drawer"

interface AttentionItemProps {
  item: AdminPayCollectAttentionItem
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
  const hasBoth = useHasBothEnvironments()
  return (
    <div
      className="flex flex-col gap-y-3 px-6 py-4"
      role="group"
      aria-label={`${item.payment.payment_number}: ${happened}`}
      data-row=""
      data-testid="attention-item"
      data-reason={item.reason}
    >
      <div className="flex flex-wrap items-center gap-2">
        {choice}
        <Badge size="2xsmall" color={!isOpen ? "grey" : item.category === "notice" ? "blue" : "orange"}>
          {t(`category.${item.category}`)}
        </Badge>
        {hasBoth && <EnvironmentBadge environment={item.payment.environment} />}
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
            <DrawerButton testId="resolve" drawer={<ResolveDrawer items={[item]} />}>
              {t("resolve.action")}
            </DrawerButton>
          </div>
        </>
      ) : (
        <ResolutionLine {...item} />
      )}
    </div>
  )
}

function ResolutionLine({ resolved_by, resolved_at, note, data }: AdminPayCollectAttentionItem) {
  const { date, noted, known } = useTexts()
  const answer = data?.money ? known(`resolve.money_${data.money as string}`) : null
  return (
    <Subtle asChild>
      <div>
        {answer && <div>{answer}</div>}
        {note && <div>{noted(note)}</div>}
        {resolved_by && <PersonName id={resolved_by} />}
        {resolved_at && <span className="text-ui-fg-subtle"> · {date(resolved_at)}</span>}
      </div>
    </Subtle>
  )
}

interface ItemsOfProps extends Pick<AttentionItemProps, "without"> {
  payment: { id: string }
  status?: AdminPayCollectAttentionItem["status"]
}

const OF_PAYMENT: readonly ActionName[] = ["check_now", "open_payment"]

/** Of one payment, open ones first; on a page that has its other actions already, unless it says otherwise. */
export function ItemsOf({ payment: { id }, status, without = OF_PAYMENT }: ItemsOfProps) {
  return (
    <Loaded of={useAttention({ intent_id: id, status, limit: 100 })} rows={2}>
      {({ attention }) =>
        (["open", "resolved"] as const)
          .flatMap((wanted) => attention.filter((item) => item.status === wanted))
          .map((item) => <AttentionItem key={item.id} item={item} without={without} />)
      }
    </Loaded>
  )
}
