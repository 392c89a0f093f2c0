import { useDebouncedSearch } from "@medusajs/dashboard/hooks"
import { RadioGroup, Text } from "@medusajs/ui"
import { useState } from "react"
import type { AdminPayCollectAssignableOrder } from "../../../types/http"
import { useAction } from "../../hooks/action"
import { useTexts } from "../../hooks/format"
import { assignPayment, useAssignableOrders, type ActionProps } from "../../hooks/payments"
import { DrawerButton, FormDrawer, useDrawers } from "../drawer"
import { TextField } from "../field"
import { Subtle } from "../kit"
import { Loaded } from "../section"

type OfPayment = Pick<ActionProps, "payment">

/** Gives money that came late or twice to an order that owes it. */
export function AssignToOrder({ payment, variant }: ActionProps) {
  const { t } = useTexts()
  return (
    <DrawerButton variant={variant} testId="assign" drawer={<AssignDrawer payment={payment} />}>
      {t("assign.action")}
    </DrawerButton>
  )
}

/** Which order, and what it means for the money, before it is done: a booking is not taken back. */
function AssignDrawer({ payment }: OfPayment) {
  const { t, minor } = useTexts()
  const { close } = useDrawers()
  const [chosen, setChosen] = useState("")
  const assign = (order_id: string) => assignPayment(payment.id, { order_id })
  const { run, isPending, refusal, refuse } = useAction(assign, {
    done: ({ result }) => {
      close()
      return result.status === "succeeded"
        ? { title: t("assign.done") }
        : { title: t("assign.waiting"), tone: "info" }
    },
    refusals: "assign.refused",
  })
  const choose = (id: string) => {
    refuse(undefined)
    setChosen(id)
  }
  return (
    <FormDrawer
      title={t("assign.title", { amount: minor(payment.amount, payment) })}
      description={t("assign.meaning")}
      action={{ label: t("assign.confirm"), testId: "assign-confirm", isLoading: isPending }}
      onSubmit={() => (chosen ? void run(chosen) : refuse(t("assign.choose")))}
    >
      <Orders payment={payment} chosen={chosen} onChoose={choose} />
      {refusal && (
        <Text size="small" className="text-ui-fg-error" role="alert" data-testid="assign-error">
          {refusal}
        </Text>
      )}
    </FormDrawer>
  )
}

interface OrdersProps extends OfPayment {
  /** id of an order */
  chosen: string
  onChoose: (id: string) => void
}

function Orders({ payment, chosen, onChoose }: OrdersProps) {
  const { t } = useTexts()
  const { searchValue, onSearchValueChange, query = "" } = useDebouncedSearch()
  const q = query.trim()
  return (
    <>
      <TextField
        label={t("assign.search")}
        hint={t("assign.search_hint")}
        type="search"
        autoFocus
        autoComplete="off"
        maxLength={128}
        value={searchValue}
        onChange={(text) => {
          onChoose("")
          onSearchValueChange(text)
        }}
        // The form's own button books.
        onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
      />
      <Loaded of={useAssignableOrders(payment.id, q)} rows={2}>
        {({ orders }) =>
          orders.length === 0 ? (
            <Subtle role="status">{t(q ? "assign.none_found" : "assign.none")}</Subtle>
          ) : (
            <RadioGroup value={chosen} onValueChange={onChoose} aria-label={t("assign.orders")}>
              {orders.map((order) => (
                <Choice key={order.id} order={order} payment={payment} />
              ))}
            </RadioGroup>
          )
        }
      </Loaded>
    </>
  )
}

function Choice({ order, payment }: OfPayment & { order: AdminPayCollectAssignableOrder }) {
  const { t, minor, date } = useTexts()
  const { display_id, customer_name, email, blocker, open, same_customer, created_at } = order
  const facts = [
    t("assign.owes", { amount: minor(open, payment) }),
    same_customer && t("assign.same_customer"),
    date(created_at),
    blocker && t(`assign.refused.${blocker}`),
  ]
  return (
    <RadioGroup.ChoiceBox
      value={order.id}
      disabled={blocker !== null}
      label={[display_id === null ? order.id : `#${display_id}`, customer_name ?? email]
        .filter(Boolean)
        .join(" · ")}
      description={facts.filter(Boolean).join(" · ")}
      className="break-words"
      data-testid="assign-order"
    />
  )
}
