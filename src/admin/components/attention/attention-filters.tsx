import type { AdminPayCollectAttention, AdminPayCollectAttentionQuery } from "../../../types/http"
import { useAddress } from "../../hooks/address"
import { useTexts } from "../../hooks/format"
import { useHasBothEnvironments } from "../../hooks/payments"
import { SelectField } from "../field"
import { FOR_REASON } from "./attention-actions"

type Kind = AdminPayCollectAttention["category"]

/** `satisfies` keeps the list complete: a new kind has to be added here. */
const KINDS = Object.keys({ money: 1, order: 1, refund: 1, notice: 1 } satisfies Record<Kind, 1>)

/** By their names in the address: what can be chosen, and the keys of its name and of each. */
const FILTERS = [
  ["attention_status", ["closed"], "field.status", (value: string) => `attention_list.${value}`],
  ["attention_kind", KINDS, "field.kind", (value: string) => `category.${value}`],
  [
    "attention_reason",
    Object.keys(FOR_REASON),
    "field.reason",
    (value: string) => `attention_reason.${value}`,
  ],
  ["attention_environment", ["test", "live"], "field.environment", (value: string) => `environment.${value}`],
] as const

/** As the route takes them, and whether there are any. */
export function useAttentionFilters() {
  const { oneOf } = useAddress()
  const [status, category, reason, environment] = FILTERS.map(([name, values]) => oneOf<string>(name, values))
  const query = { status: status ?? "open", category, reason, environment } as AdminPayCollectAttentionQuery
  return { query, isFiltered: Boolean(status ?? category ?? reason ?? environment) }
}

/** Open or closed, by kind, reason and environment; kept in the address. */
export function AttentionFilters() {
  const { t } = useTexts()
  const { oneOf, set } = useAddress()
  const hasBoth = useHasBothEnvironments()
  const shown = FILTERS.filter(([name]) => hasBoth || name !== "attention_environment")
  return (
    <div className="grid grid-cols-1 gap-4 border-b px-6 py-4 sm:grid-cols-2 lg:grid-cols-4">
      {shown.map(([name, values, label, keyOf]) => (
        <SelectField
          key={name}
          label={t(label)}
          name={name}
          value={oneOf<string>(name, values) ?? ""}
          values={values}
          text={(value) => t(keyOf(value))}
          all={t(name === "attention_status" ? "attention_list.open" : "attention_list.all")}
          onChange={(value) =>
            set({ ...(KINDS_OF.has(name) && OTHER_KIND), attention_offset: 0, [name]: value })
          }
        />
      ))}
    </div>
  )
}

/** A reason is of one kind: an employee who chooses either is done with the other. */
const KINDS_OF = new Set<string>(["attention_kind", "attention_reason"])
const OTHER_KIND = { attention_kind: "", attention_reason: "" }
