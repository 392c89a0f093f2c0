import { CheckCircle } from "@medusajs/icons"
import { Button, Text } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import { Link, useSearchParams } from "react-router-dom"
import type { AdminPayCollectIntent } from "../../types/http"
import { useFormat } from "../hooks/format"
import { usePayments } from "../hooks/payments"
import { AttentionItem } from "./attention"
import { EnvironmentBadge } from "./badges"
import { CheckNow } from "./check-now"
import { Pager } from "./plain-table"
import { Empty, LoadFailed, RowSkeletons } from "./states"

const PAGE_SIZE = 10

/** Payments a person has to look at, each with its open items, what they mean and how to close them. */
export function AttentionList() {
  const { t } = useTranslation("paycollect")
  const [params, setParams] = useSearchParams()
  const offset = Number(params.get("attention_offset")) || 0
  const { data, error, refetch, isPending } = usePayments({
    needs_attention: "true",
    order: "-created_at",
    limit: PAGE_SIZE,
    offset,
  })
  if (error) return <LoadFailed error={error} onRetry={() => void refetch()} />
  if (isPending) return <RowSkeletons rows={4} />
  if (data.count === 0)
    return (
      <Empty
        icon={<CheckCircle className="text-ui-fg-subtle" />}
        title={t("attention_list.empty")}
        text={t("attention_list.empty_text")}
      />
    )
  const turn = (to: number) =>
    setParams((before) => {
      if (to === 0) before.delete("attention_offset")
      else before.set("attention_offset", String(to))
      return before
    })
  return (
    <>
      <div className="divide-y">
        {data.intents.map((payment) => (
          <OpenItems key={payment.id} payment={payment} />
        ))}
      </div>
      <Pager offset={offset} limit={PAGE_SIZE} hasMore={offset + PAGE_SIZE < data.count} onChange={turn} />
    </>
  )
}

function OpenItems({ payment }: { payment: AdminPayCollectIntent }) {
  const { t } = useTranslation("paycollect")
  const { minor } = useFormat()
  const open = payment.attention.filter((item) => item.status === "open")
  return (
    <div data-testid="attention-payment">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-6 pt-4">
        <Text size="large" weight="plus">
          {minor(payment.amount, payment)}
        </Text>
        <EnvironmentBadge environment={payment.environment} />
        <Text size="small" className="text-ui-fg-subtle break-all">
          {[
            payment.order_display_id && `#${payment.order_display_id}`,
            payment.customer_email,
            payment.merchant_reference,
          ]
            .filter(Boolean)
            .join(" · ")}
        </Text>
      </div>
      {open.map((item, index) => (
        <AttentionItem
          key={item.id}
          item={item}
          payment={payment}
          actions={
            index === 0 && (
              <>
                <CheckNow payment={payment} />
                <Button size="small" variant="transparent" asChild>
                  <Link to={`/paycollect/payments/${payment.id}`}>{t("attention_list.open_payment")}</Link>
                </Button>
              </>
            )
          }
        />
      ))}
    </div>
  )
}
