import { Alert, Button, Text, Textarea, toast } from "@medusajs/ui"
import { useRef, useState, type RefObject } from "react"
import { useTranslation } from "react-i18next"
import type {
  AdminPayCollectAttention,
  AdminPayCollectIntent,
  AdminPayCollectRefundable,
  AdminPayCollectRefundResponse,
  PayCollectRefundReason,
} from "../../../types/http"
import { RequestError } from "../../hooks/client"
import { normalAmount, toMajor, toMinor, useFormat } from "../../hooks/format"
import { newRefundKey, useRefund } from "../../hooks/payments"
import { Field, SelectField, TextField } from "../field"
import { FormDrawer } from "../form-drawer"
import { useErrorText } from "../states"
import { described } from "../toasts"

const REASON_CHOICES: PayCollectRefundReason[] = ["requested_by_customer", "duplicate", "fraudulent", "other"]
const REFUND_TONES: Record<
  AdminPayCollectRefundResponse["refund"]["status"],
  "success" | "info" | "warning"
> = {
  sent: "success",
  due: "info",
  pending: "info",
  unknown: "warning",
}
/** A sentence or two: longer to read than "saved". */
const SHOWN_MS = 10_000

interface RefundDrawerProps {
  item: AdminPayCollectAttention
  payment: Omit<AdminPayCollectIntent, "attention">
  refundable: AdminPayCollectRefundable
  opener: RefObject<HTMLElement>
  onClose: () => void
}

/** How much, why; then what goes back is shown once more, and only then does it go. */
export function RefundDrawer({ item, payment, refundable, opener, onClose }: RefundDrawerProps) {
  const { t } = useTranslation("paycollect")
  const shown = useShown(refundable)
  const wish = useWish(item, refundable)
  const [isConfirming, setConfirming] = useState(false)
  const { send, isPending, error } = useSending({ item, payment, refundable, wish, onClose })
  const submit = () => {
    if (isConfirming) return void send()
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
        <Confirmation {...{ sum, refundable, wish, error }} onChange={() => setConfirming(false)} />
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
  const text = useRefundRefusal()
  const shown = useShown(refundable)
  const key = useRef(newRefundKey())
  const [error, setError] = useState<string>()
  const { mutateAsync, isPending } = useRefund(payment.id)
  const { currency_code, exponent } = refundable
  const send = async () => {
    setError(undefined)
    const note = wish.note.trim()
    const amount = exponent === null ? {} : { amount: toMajor(wish.amount!, exponent) }
    try {
      // Not by callbacks of `mutate`, which are dropped when the item leaves the page.
      const { refund } = await mutateAsync({
        ...amount,
        ...(note && { note }),
        ...{ currency_code, reason: wish.reason, attention_id: item.id, key: key.current },
      })
      onClose()
      const toastText = { ...described(t(`refund.done_${refund.status}`)), duration: SHOWN_MS }
      toast[REFUND_TONES[refund.status]](t("refund.done", { amount: shown(refund.amount) }), toastText)
    } catch (refusal) {
      if (refusal instanceof RequestError && refusal.status === 400 && !isInDoubt(refusal))
        key.current = newRefundKey()
      setError(text(refusal))
    }
  }
  return { send, isPending, error }
}

const isInDoubt = ({ code }: RequestError) => code === "in_doubt"

/** The route's own texts are English; each of its codes has a text here, and what the service said is added. */
function useRefundRefusal() {
  const { t, i18n } = useTranslation("paycollect")
  const text = useErrorText()
  return (error: unknown): string => {
    if (!(error instanceof RequestError)) return t("refund.error.offline")
    const key = `refund.error.${error.code}`
    if (!error.code || !i18n.exists(key, { ns: "paycollect" })) return text(error)
    return t(key, { said: error.message })
  }
}
