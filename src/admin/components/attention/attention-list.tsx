import { CheckCircle } from "@medusajs/icons"
import { Checkbox, Label, Text } from "@medusajs/ui"
import { useRef, useState } from "react"
import type { AdminPayCollectAttentionItem } from "../../../types/http"
import { useAddress } from "../../hooks/address"
import { useTexts } from "../../hooks/format"
import { useAttention, useExplanation } from "../../hooks/payments"
import { useDrawers } from "../drawer"
import { SmallButton } from "../kit"
import { Empty, Loaded } from "../section"
import { Filters, Pager } from "../table"
import { AttentionItem } from "./attention"
import { AttentionFilters, useAttentionFilters } from "./attention-filters"
import { ResolveDrawer } from "./resolve-drawer"

const ITEMS_PAGE = 20

/** What a person has to look at, newest first, with the filters over it. */
export function AttentionItems() {
  const { t } = useTexts()
  const { offset: offsetOf, set } = useAddress()
  const offset = offsetOf("attention_offset")
  const filters = useAttentionFilters()
  const query = { ...filters.query, limit: ITEMS_PAGE, offset }
  return (
    <Loaded of={useAttention(query)} rows={4}>
      {({ attention, count }) => (
        <>
          <Filters areUsed={filters.isFiltered}>
            <AttentionFilters />
          </Filters>
          {count === 0 && !filters.isFiltered ? (
            <Empty
              icon={<CheckCircle className="text-ui-fg-subtle" />}
              title={t("attention_list.empty")}
              text={t("attention_list.empty_text")}
            />
          ) : attention.length === 0 ? (
            <Empty title={t("attention_list.no_match")} text={t("payments.no_match_text")} />
          ) : query.status === "closed" ? (
            <div className="divide-y">
              {attention.map((item) => (
                <AttentionItem key={item.id} item={item} />
              ))}
            </div>
          ) : (
            // Anew with every page and filter: nothing is resolved that is not seen.
            <Items key={JSON.stringify(query)} items={attention} />
          )}
          <Pager
            offset={offset}
            limit={ITEMS_PAGE}
            hasMore={offset + ITEMS_PAGE < count}
            onChange={(to) => set({ attention_offset: to })}
          />
        </>
      )}
    </Loaded>
  )
}

function Items({ items }: { items: AdminPayCollectAttentionItem[] }) {
  const { t } = useTexts()
  const explanation = useExplanation()
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const { open } = useDrawers()
  const all = useRef<HTMLButtonElement>(null)
  const chosen = items.filter(({ id }) => ids.has(id))
  const isAll = chosen.length === items.length
  const choose = (which: AdminPayCollectAttentionItem[], on: boolean) => {
    const others = [...ids].filter((id) => !which.some((item) => item.id === id))
    setIds(new Set(on ? [...others, ...which.map(({ id }) => id)] : others))
  }
  const resolve = () =>
    open(<ResolveDrawer items={chosen} onResolved={() => setIds(new Set())} />, all.current)
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b px-6 py-3">
        <Checkbox
          ref={all}
          id="attention-all"
          checked={isAll ? true : chosen.length > 0 ? "indeterminate" : false}
          onCheckedChange={(on) => choose(items, on === true)}
          data-testid="choose-all"
        />
        <Label htmlFor="attention-all" size="small">
          {t("attention_list.choose_all")}
        </Label>
        {/* Before there is anything to say: a region that comes with its text is not read. */}
        <span role="status" className="sr-only">
          {chosen.length > 0 && t("attention_list.chosen", { count: chosen.length })}
        </span>
      </div>
      <div className={chosen.length > 0 ? "divide-y pb-16" : "divide-y"}>
        {items.map((item) => (
          <AttentionItem
            key={item.id}
            item={item}
            choice={
              <Checkbox
                checked={ids.has(item.id)}
                onCheckedChange={(on) => choose([item], on === true)}
                aria-label={t("attention_list.choose", {
                  number: item.payment.payment_number,
                  what: explanation(item).happened,
                })}
                data-testid="choose"
              />
            }
          />
        ))}
      </div>
      {chosen.length > 0 && <ChosenBar count={chosen.length} onResolve={resolve} />}
    </>
  )
}

/** At the foot of the window while anything is chosen. */
function ChosenBar({ count, onResolve }: { count: number; onResolve: () => void }) {
  const { t } = useTexts()
  return (
    <div className="pointer-events-none fixed inset-x-0 bottom-6 z-10 flex justify-center px-4">
      <div
        className="bg-ui-bg-base shadow-elevation-flyout pointer-events-auto flex items-center gap-x-4 rounded-lg px-4 py-3"
        role="region"
        aria-label={t("attention_list.chosen_label")}
        data-testid="chosen"
      >
        <Text size="small">{t("attention_list.chosen", { count })}</Text>
        <SmallButton onClick={onResolve} testId="resolve-chosen" variant="primary">
          {t("resolve.action")}
        </SmallButton>
      </div>
    </div>
  )
}
