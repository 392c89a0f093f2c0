import type { ReactNode } from "react"
import type { AdminPayCollectListedRefund, PayCollectBackKind } from "../../../types/http"
import { useAddress } from "../../hooks/address"
import { useTexts } from "../../hooks/format"
import { useHasBothEnvironments, useWentBack } from "../../hooks/payments"
import { SelectField } from "../field"
import { EnvironmentBadge, PersonName, StateBadge, type Colour } from "../kit"
import { Empty, Loaded } from "../section"
import { Filters, Pager, PlainTable, Stacked } from "../table"

const REFUNDS_PAGE = 20
const BACK_KINDS: PayCollectBackKind[] = ["refund", "cash_refund", "reversal"]
const REFUND_COLOURS: Record<AdminPayCollectListedRefund["state"], Colour> = {
  ...{ begun: "blue", due: "orange", pending: "blue", unknown: "orange" },
  ...{ not_sent: "grey", done: "green", won_back: "green" },
}

/** Each time that money went back, the last first. */
export function WentBackTable() {
  const { t } = useTexts()
  const { oneOf, offset: offsetOf, set } = useAddress()
  const [kind, offset] = [oneOf("refund_kind", BACK_KINDS), offsetOf("refund_offset")]
  const columns = useRefundColumns()
  return (
    <Loaded of={useWentBack({ kind, limit: REFUNDS_PAGE, offset })} rows={4}>
      {({ refunds, count }) => (
        <>
          <Filters areUsed={kind !== undefined}>
            <div className="grid grid-cols-1 border-b px-6 py-4 sm:grid-cols-2 lg:grid-cols-4">
              <SelectField
                label={t("field.kind")}
                name="refund_kind"
                value={kind ?? ""}
                values={BACK_KINDS}
                text={(value) => t(`went_back.kind.${value}`)}
                all={t("attention_list.all")}
                onChange={(value) => set({ refund_kind: value, refund_offset: 0 })}
              />
            </div>
          </Filters>
          {refunds.length === 0 ? (
            <Empty title={t("went_back.empty")} />
          ) : (
            <PlainTable
              caption={t("went_back.title")}
              columns={columns}
              rows={refunds}
              getId={({ id, at }) => `${id} ${at}`}
              href={({ payment }) => `/paycollect/payments/${payment.id}`}
            />
          )}
          <Pager
            offset={offset}
            limit={REFUNDS_PAGE}
            hasMore={offset + REFUNDS_PAGE < count}
            onChange={(to) => set({ refund_offset: to })}
          />
        </>
      )}
    </Loaded>
  )
}

function useRefundColumns() {
  const { t, date, came } = useTexts()
  const hasBoth = useHasBothEnvironments()
  const column = (title: string, cell: (refund: AdminPayCollectListedRefund) => ReactNode) => ({
    title: t(title),
    cell,
  })
  return [
    column("field.number", ({ payment: { payment_number, customer_name, order_display_id } }) => (
      <Stacked width="max-w-32" below={[order_display_id ? `#${order_display_id}` : null, customer_name]}>
        <span className="font-mono text-xs">{payment_number}</span>
      </Stacked>
    )),
    { ...column("field.amount", (refund) => came(refund.amount, refund)), align: "right" as const },
    column("field.status", ({ state, kind, payment }) => (
      <span className="flex flex-col items-start gap-y-1 py-1">
        {t(`went_back.kind.${kind}`)}
        <StateBadge color={REFUND_COLOURS[state]}>{t(`went_back.state.${state}`)}</StateBadge>
        {hasBoth && <EnvironmentBadge environment={payment.environment} />}
      </span>
    )),
    column("went_back.at", ({ at }) => date(at)),
    column("went_back.by", ({ by }) => (by ? <PersonName id={by} /> : t("went_back.by_service"))),
    column("went_back.of", ({ came_as }) => t(`went_back.came_as.${came_as}`)),
  ]
}
