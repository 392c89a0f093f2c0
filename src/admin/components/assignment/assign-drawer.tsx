import { Button, Input, RadioGroup, Text, toast } from "@medusajs/ui"
import { useEffect, useRef, useState, type RefObject } from "react"
import { useTranslation } from "react-i18next"
import type { AdminPayCollectAssignableOrder } from "../../../types/http"
import { RequestError } from "../../hooks/client"
import { useFormat } from "../../hooks/format"
import { useAssign, useAssignableOrders } from "../../hooks/assignment"
import type { ActionProps } from "../../hooks/attention"
import { Field } from "../field"
import { FormDrawer } from "../form-drawer"
import { LoadFailed, RowSkeletons, useErrorText } from "../states"

type AssignedPayment = ActionProps["payment"]
type ChoiceOfOrder = AdminPayCollectAssignableOrder

/** Typing asks for orders after a pause of this. */
const TYPING_PAUSE_MS = 300

/** Gives money that came late or twice to an order that owes it. */
export function AssignToOrder({ payment, variant }: ActionProps) {
  const { t } = useTranslation("paycollect")
  const [choosing, setChoosing] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  return (
    <>
      <Button
        ref={opener}
        size="small"
        variant={variant}
        onClick={() => setChoosing(true)}
        data-testid="assign"
      >
        {t("assign.action")}
      </Button>
      {choosing && <AssignDrawer {...{ payment, opener, onClose: () => setChoosing(false) }} />}
    </>
  )
}

interface AssignDrawerProps {
  payment: AssignedPayment
  opener: RefObject<HTMLElement>
  onClose: () => void
}

/** Which order, and what it means for the money, before it is done: a booking is not taken back. */
function AssignDrawer({ payment, opener, onClose }: AssignDrawerProps) {
  const { t } = useTranslation("paycollect")
  const { minor } = useFormat()
  const refusal = useRefusal()
  const [chosen, setChosen] = useState<string>()
  const [error, setError] = useState<string>()
  const { mutateAsync, isPending } = useAssign(payment.id)
  const submit = async () => {
    if (!chosen) return setError(t("assign.choose"))
    try {
      const { result } = await mutateAsync({ order_id: chosen })
      onClose()
      if (result.status === "succeeded") toast.success(t("assign.done"))
      else toast.info(t("assign.waiting"))
    } catch (reason) {
      setError(refusal(reason))
    }
  }
  return (
    <FormDrawer
      title={t("assign.title", { amount: minor(payment.amount, payment) })}
      description={t("assign.meaning")}
      action={{ label: t("assign.confirm"), testId: "assign-confirm", isLoading: isPending }}
      opener={opener}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Orders
        payment={payment}
        chosen={chosen}
        onChoose={(id) => {
          setError(undefined)
          setChosen(id)
        }}
      />
      {error && (
        <Text size="small" className="text-ui-fg-error" role="alert" data-testid="assign-error">
          {error}
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
  const { t } = useTranslation("paycollect")
  const [typed, setTyped] = useState("")
  const q = useSettled(typed.trim())
  const { data, error, refetch } = useAssignableOrders(payment.id, q)
  return (
    <>
      <Field label={t("assign.search")} hint={t("assign.search_hint")}>
        {(ids) => (
          <Input
            {...ids}
            type="search"
            autoFocus
            autoComplete="off"
            maxLength={128}
            value={typed}
            onChange={(event) => {
              onChoose(undefined)
              setTyped(event.target.value)
            }}
            // The form's own button books.
            onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
          />
        )}
      </Field>
      {error && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {!error && !data && <RowSkeletons rows={2} />}
      {data?.orders.length === 0 && (
        <Text size="small" className="text-ui-fg-subtle text-pretty" role="status">
          {t(q ? "assign.none_found" : "assign.none")}
        </Text>
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
  const { t } = useTranslation("paycollect")
  const { minor, date } = useFormat()
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

/** Why the server would not, in the merchant's language. */
function useRefusal() {
  const { t, i18n } = useTranslation("paycollect")
  const text = useErrorText()
  return (error: unknown): string => {
    const key = error instanceof RequestError && error.code ? `assign.refused.${error.code}` : null
    return key && i18n.exists(key, { ns: "paycollect" }) ? t(key) : text(error)
  }
}

function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
