import { Text } from "@medusajs/ui"
import type { AdminPayCollectNewOrderPreview } from "../../../types/http"
import { useAction, useErrorText } from "../../hooks/action"
import { useTexts } from "../../hooks/format"
import { makeNewOrder, orderName, useNewOrder, type ActionProps } from "../../hooks/payments"
import { DrawerButton, FormDrawer, useDrawers } from "../drawer"
import { Strong, Subtle } from "../kit"
import { RowSkeletons } from "../section"

/** Makes the order that late or double money was for. */
export function NewOrder({ payment, variant }: ActionProps) {
  const { t } = useTexts()
  return (
    <DrawerButton variant={variant} testId="new-order" drawer={<NewOrderDrawer payment={payment} />}>
      {t("new_order.action")}
    </DrawerButton>
  )
}

/** The order as it would be, before it is made. */
function NewOrderDrawer({ payment }: Pick<ActionProps, "payment">) {
  const { t, minor } = useTexts()
  const { close } = useDrawers()
  const text = useErrorText()
  const { data, error } = useNewOrder(payment.id)
  const { run, isPending, refusal } = useAction(() => makeNewOrder(payment.id), {
    done: ({ result, intent }) => {
      close()
      const order = orderName(intent)
      return result.status === "succeeded"
        ? { title: t("new_order.done", { order }) }
        : { title: t("new_order.waiting", { order }), tone: "info" }
    },
    refusals: "assign.refused",
  })
  // Asked anew once the order is made, the preview is refused: that is no news of the money.
  const why = refusal ?? (error && !data && text(error, "assign.refused"))
  return (
    <FormDrawer
      title={t("new_order.title", { amount: minor(payment.amount, payment) })}
      description={t("new_order.meaning")}
      action={{
        label: t("new_order.confirm"),
        testId: "new-order-confirm",
        isLoading: isPending,
        isDisabled: !data,
      }}
      onSubmit={() => void run()}
    >
      {data ? <Preview order={data} payment={payment} /> : !error && <RowSkeletons rows={3} />}
      {why && (
        <Text size="small" className="text-ui-fg-error" role="alert" data-testid="new-order-error">
          {why}
        </Text>
      )}
    </FormDrawer>
  )
}

interface PreviewProps extends Pick<ActionProps, "payment"> {
  order: AdminPayCollectNewOrderPreview
}

function Preview({ order, payment }: PreviewProps) {
  const { t, minor } = useTexts()
  const { lines, delivery, total, by_name, order_id, email, shipping_address: to } = order
  const shown = to && { ...to, country_code: to.country_code?.toUpperCase() }
  const parts = PARTS.map((keys) => keys.flatMap((key) => shown?.[key] ?? []).join(" "))
  const address = [...parts, email].filter(Boolean).join(", ")
  const sumOf = (price: string, quantity = 1) => minor((BigInt(price) * BigInt(quantity)).toString(), payment)
  return (
    <div className="flex flex-col gap-y-3" data-testid="new-order-preview">
      {order_id && <Subtle>{t("new_order.again")}</Subtle>}
      {by_name && <Subtle>{t("new_order.by_name")}</Subtle>}
      <ul className="flex flex-col gap-y-2">
        {lines.map(({ name, quantity, price, available, short }, index) => (
          <li key={index}>
            <PricedRow name={t("new_order.line", { quantity, name })} sum={sumOf(price, quantity)} />
            {short && (
              <Text size="small" className="text-ui-fg-error">
                {t("new_order.short", { available })}
              </Text>
            )}
          </li>
        ))}
        {delivery.map(({ name, price }, index) => (
          <li key={`delivery-${index}`}>
            <PricedRow name={name} sum={sumOf(price)} />
          </li>
        ))}
      </ul>
      <div className="border-ui-border-base border-t pt-3">
        <PricedRow name={t("new_order.total")} sum={sumOf(total)} />
      </div>
      <Subtle>{to ? t("new_order.goes_to", { address }) : t("new_order.goes_nowhere")}</Subtle>
    </div>
  )
}

/** Each part of an address, with commas between. */
const PARTS = [
  ...[["first_name", "last_name"], ["company"], ["address_1"], ["address_2"]],
  ...[["postal_code", "city"], ["province"], ["country_code"], ["phone"]],
] as (keyof NonNullable<AdminPayCollectNewOrderPreview["shipping_address"]>)[][]

function PricedRow({ name, sum }: { name: string; sum: string }) {
  return (
    <div className="flex items-baseline justify-between gap-x-4">
      <Text size="small" className="min-w-0 break-words">
        {name}
      </Text>
      <Strong>{sum}</Strong>
    </div>
  )
}
