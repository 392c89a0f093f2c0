import { Button, Text } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { PayCollectFee } from "../../../types/http"
import { subtract, useFormat, useKnownText } from "../../hooks/format"
import { PlainTable, type TableColumn } from "../plain-table"

/** What the merchant gets of it; unknown where the service gives no fee. */
const arrives = (fee: PayCollectFee) => {
  if (fee.fee === null) return null
  return fee.fee_bearer === "merchant" ? subtract(fee.amount, fee.fee) : fee.amount
}

/** `total` is the service's sum of amount and fee; who pays no fee pays the amount. */
const customerPays = (fee: PayCollectFee) => {
  if (fee.error) return null
  return fee.fee_bearer === "merchant" ? fee.amount : fee.total
}

/** Why a row has no numbers. */
function useFeeProblem() {
  const { t } = useTranslation("paycollect")
  const { seconds } = useFormat()
  const known = useKnownText()
  return ({ code, message, retry_after_ms }: NonNullable<PayCollectFee["error"]>) => {
    if (retry_after_ms !== undefined) return t("fees.try_again", { time: seconds(retry_after_ms) })
    return known(`error.${code}`) ?? message
  }
}

/** A card has two prices. */
export function useFeeName() {
  const { t } = useTranslation("paycollect")
  return ({ name, card_type }: PayCollectFee) =>
    card_type ? `${name} · ${t(`card_type.${card_type}`)}` : name
}

export function useFeeColumns(): TableColumn<PayCollectFee>[] {
  const { t } = useTranslation("paycollect")
  const { money } = useFormat()
  const shown = (value: string | null, fee: PayCollectFee) =>
    value === null ? t("general.none") : money(value, fee.currency_code)
  return [
    { id: "fee", title: t("field.fee"), align: "right", cell: (fee) => shown(fee.fee, fee) },
    {
      id: "total",
      title: t("fees.customer_pays"),
      align: "right",
      cell: (fee) => shown(customerPays(fee), fee),
    },
    { id: "arrives", title: t("fees.arrives"), align: "right", cell: (fee) => shown(arrives(fee), fee) },
  ]
}

export function FeeTable({
  fees,
  onChart,
}: {
  fees: PayCollectFee[]
  onChart: (fee: PayCollectFee) => void
}) {
  const { t } = useTranslation("paycollect")
  const problem = useFeeProblem()
  const numbers = useFeeColumns()
  const nameOf = useFeeName()
  const columns: TableColumn<PayCollectFee>[] = [
    {
      id: "method",
      title: t("field.method"),
      cell: (fee) => (
        <span className="flex max-w-40 flex-col whitespace-normal py-2 sm:max-w-none">
          <span>{nameOf(fee)}</span>
          {fee.error && (
            <Text size="xsmall" className="text-ui-fg-error max-w-80 whitespace-normal" role="status">
              {problem(fee.error)}
            </Text>
          )}
          {fee.stale && (
            <Text size="xsmall" className="text-ui-fg-subtle max-w-80 whitespace-normal" role="status">
              {t("fees.stale")}
            </Text>
          )}
        </span>
      ),
    },
    ...numbers,
    {
      id: "chart",
      title: "",
      align: "right",
      cell: (fee) => (
        <Button
          size="small"
          variant="transparent"
          aria-label={t("fees.chart_label", { method: nameOf(fee) })}
          disabled={fee.error !== undefined}
          onClick={() => onChart(fee)}
        >
          {t("fees.chart")}
        </Button>
      ),
    },
  ]
  return (
    <PlainTable
      caption={t("fees.results")}
      columns={columns}
      rows={fees}
      getId={(fee) => `${fee.payment_method}-${fee.card_type ?? ""}`}
    />
  )
}
