import { Alert, Button, Text, Textarea } from "@medusajs/ui"
import { useRef, useState } from "react"
import { useTranslation } from "react-i18next"
import type {
  AdminPayCollectAttention,
  AdminPayCollectIntent,
  AdminPayCollectRefundable,
  AdminPayCollectRefundResponse,
  PayCollectRefundReason,
} from "../../../types/http"
import { useAction, type ActionNotice } from "../../hooks/action"
import { RequestError } from "../../hooks/client"
import { normalAmount, toMajor, toMinor, useFormat } from "../../hooks/format"
import { newRefundKey, refundPayment } from "../../hooks/payments"
import { Field, SelectField, TextField } from "../field"
import { FormDrawer, type DrawerProps } from "../form-drawer"

const REASON_CHOICES: PayCollectRefundReason[] = ["requested_by_customer", "duplicate", "fraudulent", "other"]
const REFUND_TONES: Record<AdminPayCollectRefundResponse["refund"]["status"], ActionNotice["tone"]> = {
  sent: "success",
  due: "info",
  pending: "info",
  unknown: "warning",
}
interface RefundDrawerProps extends DrawerProps {
  item: AdminPayCollectAttention
  payment: Omit<AdminPayCollectIntent, "attention">
  refundable: AdminPayCollectRefundable
}

/** How much, why; then what goes back is shown once more, and only then does it go. */
export function RefundDrawer({ item, payment, refundable, opener, onClose }: RefundDrawerProps) {
  const { t } = useTranslation("paycollect")
  const shown = useShown(refundable)
  const wish = useWish(item, refundable)
  const [isConfirming, setConfirming] = useState(false)
  const { run, isPending, refusal } = useSending({ item, payment, refundable, wish, onClose })
  const submit = () => {
    if (isConfirming) return void run()
    if (wish.isGood()) setConfirming(true)
  }
  const sum = wish.amount === null ? "" : shown(wish.amount)
  return (
    <FormDrawer
      title={t("refund.title")}
      description={t("refund.description", { left: shown(refundable.left) })}
      action={{
        label: isConfirming ? t("refund.confirm", { amount: sum }) : t("refund.continue"),
        testId: isConfirming ? "refund-confirm" : "refund-continue",
        isLoading: isPending,
      }}
      opener={opener}
      onSubmit={submit}
      onClose={onClose}
    >
      {isConfirming ? (
        <Confirmation {...{ sum, refundable, wish }} error={refusal} onChange={() => setConfirming(false)} />
      ) : (
        <Wish {...{ payment, refundable, wish }} />
      )}
    </FormDrawer>
  )
}

/** An amount in smallest units as it is shown; of a currency whose decimals are not known as it came. */
function useShown({ currency_code, exponent }: AdminPayCollectRefundable) {
  const { minor, whole } = useFormat()
  return (amount: string) =>
    exponent === null
      ? `${whole(amount)} ${currency_code.toUpperCase()}`
      : minor(amount, { currency_code, exponent })
}

/** What the employee fills in. `amount` in smallest units; null while it is none that may go back. */
function useWish(item: AdminPayCollectAttention, { left, exponent }: AdminPayCollectRefundable) {
  const [typed, setTyped] = useState(exponent === null ? "" : toMajor(left, exponent))
  const [reason, setReason] = useState<PayCollectRefundReason>(
    item.reason === "duplicate_payment" ? "duplicate" : "requested_by_customer"
  )
  const [note, setNote] = useState("")
  const [isTold, setTold] = useState(false)
  const units = exponent === null ? left : toMinor(normalAmount(typed), exponent)
  const amount = units !== null && BigInt(units) > 0n && BigInt(units) <= BigInt(left) ? units : null
  return {
    ...{ typed, reason, note, amount, setReason, setNote },
    setTyped: (value: string) => {
      setTold(false)
      setTyped(value)
    },
    isWrong: isTold && amount === null,
    isGood: () => {
      setTold(true)
      return amount !== null
    },
  }
}
type WishState = ReturnType<typeof useWish>

function Wish({
  payment,
  refundable,
  wish,
}: Pick<RefundDrawerProps, "payment" | "refundable"> & { wish: WishState }) {
  const { t } = useTranslation("paycollect")
  const { minor } = useFormat()
  const shown = useShown(refundable)
  const { left, currency_code, exponent } = refundable
  const hasFee = payment.fee !== null && payment.fee !== "0"
  return (
    <>
      {exponent === null ? (
        <Text size="small" className="text-ui-fg-subtle text-pretty">
          {t("refund.only_all", { amount: shown(left) })}
        </Text>
      ) : (
        <TextField
          label={t("refund.amount", { currency: currency_code.toUpperCase() })}
          hint={[
            t("refund.amount_hint", { left: shown(left) }),
            hasFee && t("refund.fee", { fee: minor(payment.fee!, payment) }),
          ]
            .filter(Boolean)
            .join(" ")}
          name="amount"
          inputMode="decimal"
          value={wish.typed}
          error={wish.isWrong ? t("refund.amount_wrong", { left: shown(left) }) : undefined}
          onChange={wish.setTyped}
        />
      )}
      <SelectField
        label={t("refund.reason")}
        name="reason"
        value={wish.reason}
        options={REASON_CHOICES.map((value) => ({ value, label: t(`refund.reasons.${value}`) }))}
        onChange={(value) => wish.setReason(value as PayCollectRefundReason)}
      />
      <Field label={t("refund.note")} hint={t("refund.note_hint")} optional>
        {(ids) => (
          <Textarea
            {...ids}
            name="note"
            rows={3}
            maxLength={1_000}
            value={wish.note}
            onChange={(event) => wish.setNote(event.target.value)}
          />
        )}
      </Field>
    </>
  )
}

interface ConfirmationProps {
  sum: string
  refundable: AdminPayCollectRefundable
  wish: WishState
  error?: string
  onChange: () => void
}

function Confirmation({ sum, refundable, wish, error, onChange }: ConfirmationProps) {
  const { t } = useTranslation("paycollect")
  const isAll = wish.amount === refundable.left
  return (
    <>
      <Alert variant="warning" data-testid="refund-summary">
        <Text size="small" weight="plus" leading="compact">
          {t(`refund.goes_back_${refundable.mode}`, { amount: sum })}
        </Text>
        <Text size="small" className="text-ui-fg-subtle text-pretty">
          {t(isAll ? "refund.closes" : "refund.stays")}
        </Text>
      </Alert>
      <Text size="small" className="text-ui-fg-subtle">
        {t("refund.reason")}: {t(`refund.reasons.${wish.reason}`)}
      </Text>
      {wish.note.trim() && (
        <Text size="small" className="text-ui-fg-subtle break-words">
          “{wish.note.trim()}”
        </Text>
      )}
      {error && (
        <Alert variant="error" role="alert" data-testid="refund-error">
          {error}
        </Alert>
      )}
      <div>
        <Button size="small" variant="transparent" type="button" onClick={onChange}>
          {t("refund.change")}
        </Button>
      </div>
    </>
  )
}

/** Under one key until the service has declined it: a request that is repeated because its answer got lost sends nothing twice. */
function useSending({
  item,
  payment,
  refundable,
  wish,
  onClose,
}: Omit<RefundDrawerProps, "opener"> & { wish: WishState }) {
  const { t } = useTranslation("paycollect")
  const shown = useShown(refundable)
  const key = useRef(newRefundKey())
  const { currency_code, exponent } = refundable
  const send = async () => {
    const note = wish.note.trim()
    const amount = exponent === null ? {} : { amount: toMajor(wish.amount!, exponent) }
    try {
      return await refundPayment(payment.id, {
        ...amount,
        ...(note && { note }),
        ...{ currency_code, reason: wish.reason, attention_id: item.id, key: key.current },
      })
    } catch (refusal) {
      if (isDeclined(refusal)) key.current = newRefundKey()
      throw refusal
    }
  }
  return useAction(send, {
    done: ({ refund: { amount, status } }) => {
      onClose()
      return {
        title: t("refund.done", { amount: shown(amount) }),
        text: t(`refund.done_${status}`),
        tone: REFUND_TONES[status],
      }
    },
    refusals: "refund.error",
  })
}

const isDeclined = (refusal: unknown) =>
  refusal instanceof RequestError && refusal.status === 400 && refusal.code !== "in_doubt"
