import { RadioGroup, Text } from "@medusajs/ui"
import { useEffect, useState } from "react"
import type { AdminPayCollectAssignableOrder } from "../../../types/http"
import { useAction } from "../../hooks/action"
import { assignPayment, useAssignableOrders } from "../../hooks/payments"
import type { ActionProps } from "../../hooks/attention"
import { useTexts } from "../../hooks/format"
import { DrawerButton, FormDrawer, type DrawerProps } from "../form-drawer"
import { LoadFailed, RowSkeletons } from "../states"
import { Subtle } from "../kit"
import { TextField } from "../field"

type AssignedPayment = ActionProps["payment"]
type ChoiceOfOrder = AdminPayCollectAssignableOrder

/** Typing asks for orders after a pause of this. */
const TYPING_PAUSE_MS = 300

/** Gives money that came late or twice to an order that owes it. */
export function AssignToOrder({ payment, variant }: ActionProps) {
  const { t } = useTexts()
  return (
    <DrawerButton
      variant={variant}
      testId="assign"
      drawer={(props) => <AssignDrawer payment={payment} {...props} />}
    >
      {t("assign.action")}
    </DrawerButton>
  )
}

/** Which order, and what it means for the money, before it is done: a booking is not taken back. */
function AssignDrawer({ payment, opener, onClose }: DrawerProps & { payment: AssignedPayment }) {
  const { t, minor } = useTexts()
  const [chosen, setChosen] = useState<string>()
  const assign = (order_id: string) => assignPayment(payment.id, { order_id })
  const { run, isPending, refusal, refuse } = useAction(assign, {
    done: ({ result }) => {
      onClose()
      return result.status === "succeeded"
        ? { title: t("assign.done") }
        : { title: t("assign.waiting"), tone: "info" }
    },
    refusals: "assign.refused",
  })
  return (
    <FormDrawer
      title={t("assign.title", { amount: minor(payment.amount, payment) })}
      description={t("assign.meaning")}
      action={{ label: t("assign.confirm"), testId: "assign-confirm", isLoading: isPending }}
      opener={opener}
      onSubmit={() => (chosen ? void run(chosen) : refuse(t("assign.choose")))}
      onClose={onClose}
    >
      <Orders
        payment={payment}
        chosen={chosen}
        onChoose={(id) => {
          refuse(undefined)
          setChosen(id)
        }}
      />
      {refusal && (
        <Text size="small" className="text-ui-fg-error" role="alert" data-testid="assign-error">
          {refusal}
        </Text>
      )}
    </FormDrawer>
  )
}

interface OrdersProps {
  payment: AssignedPayment
  chosen: string | undefined
  onChoose: (id: string | undefined) => void
}

function Orders({ payment, chosen, onChoose }: OrdersProps) {
  const { t } = useTexts()
  const [typed, setTyped] = useState("")
  const q = useAfterPause(typed.trim())
  const { data, error, refetch } = useAssignableOrders(payment.id, q)
  return (
    <>
      <TextField
        label={t("assign.search")}
        hint={t("assign.search_hint")}
        type="search"
        autoFocus
        autoComplete="off"
        maxLength={128}
        value={typed}
        onChange={(text) => {
          onChoose(undefined)
          setTyped(text)
        }}
        // The form's own button books.
        onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
      />
      {error && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {!error && !data && <RowSkeletons rows={2} />}
      {data?.orders.length === 0 && (
        <Subtle role="status">{t(q ? "assign.none_found" : "assign.none")}</Subtle>
      )}
      {data && data.orders.length > 0 && (
        <RadioGroup value={chosen ?? ""} onValueChange={onChoose} aria-label={t("assign.orders")}>
          {data.orders.map((order) => (
            <Choice key={order.id} order={order} payment={payment} />
          ))}
        </RadioGroup>
      )}
    </>
  )
}

function Choice({ order, payment }: { order: ChoiceOfOrder; payment: AssignedPayment }) {
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

function useAfterPause(value: string): string {
  const [last, setLast] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setLast(value), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return last
}
