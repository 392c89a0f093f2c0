import { useSearchParams } from "react-router-dom"
import type { AdminPayCollectAttention, AdminPayCollectAttentionQuery } from "../../../types/http"
import { SelectField } from "../field"
import { FOR_REASON } from "./attention-actions"
import { useTexts } from "../../hooks/format"

type FilteredReason = AdminPayCollectAttention["reason"]
type Kind = AdminPayCollectAttention["category"]

/** `satisfies` keeps the list complete: a new kind has to be added here. */
const KIND_FILTERS = Object.keys({ money: 1, order: 1, refund: 1, notice: 1 } satisfies Record<Kind, 1>)
const REASON_FILTERS = Object.keys(FOR_REASON)

const ALL_ITEMS = "all"
const FILTER_NAMES = {
  kind: "attention_kind",
  reason: "attention_reason",
  environment: "attention_environment",
}
type Filter = keyof typeof FILTER_NAMES

/** What the address asks for, which may be anything that was typed there: only what there is counts. */
function useChosen() {
  const [params] = useSearchParams()
  const chosen = (name: Filter, of: string[]) => of.find((each) => each === params.get(FILTER_NAMES[name]))
  return {
    kind: chosen("kind", KIND_FILTERS) as Kind | undefined,
    reason: chosen("reason", REASON_FILTERS) as FilteredReason | undefined,
    environment: chosen("environment", ["test", "live"]) as "test" | "live" | undefined,
  }
}

/** The filters as the route takes them, and whether there are any. */
export function useAttentionFilters(): AdminPayCollectAttentionQuery & { isFiltered: boolean } {
  const { kind, reason, environment } = useChosen()
  return { category: kind, reason, environment, isFiltered: Boolean(kind ?? reason ?? environment) }
}

/** By kind, reason and environment; kept in the address. */
export function AttentionFilters() {
  const { t } = useTexts()
  const [, setParams] = useSearchParams()
  const chosen = useChosen()
  const choose = (name: Filter, value: string) =>
    setParams((before) => {
      before.delete("attention_offset")
      // A reason is of one kind: an employee who chooses either is done with the other.
      if (name !== "environment")
        for (const other of ["kind", "reason"] as const) before.delete(FILTER_NAMES[other])
      if (value === ALL_ITEMS) before.delete(FILTER_NAMES[name])
      else before.set(FILTER_NAMES[name], value)
      return before
    })
  const lists = [
    ["kind", t("field.kind"), KIND_FILTERS, (value: string) => t(`category.${value}`)],
    ["reason", t("field.reason"), REASON_FILTERS, (value: string) => t(`attention_reason.${value}`)],
    ["environment", t("field.environment"), ["test", "live"], (value: string) => t(`environment.${value}`)],
  ] as const
  return (
    <div className="grid grid-cols-1 gap-4 border-b px-6 py-4 sm:grid-cols-3">
      {lists.map(([name, label, values, text]) => (
        <SelectField
          key={name}
          label={label}
          name={FILTER_NAMES[name]}
          value={chosen[name] ?? ALL_ITEMS}
          options={[
            { value: ALL_ITEMS, label: t("attention_list.all") },
            ...values.map((value) => ({ value, label: text(value) })),
          ]}
          onChange={(value) => choose(name, value)}
        />
      ))}
    </div>
  )
}
