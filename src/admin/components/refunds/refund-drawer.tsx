import { Alert, clx } from "@medusajs/ui"
import { useRef, useState } from "react"
import { ArrowUturnLeft } from "@medusajs/icons"
import { Link } from "react-router-dom"
import type {
  AdminPayCollectAttention,
  AdminPayCollectIntent,
  AdminPayCollectRefundable,
  AdminPayCollectRefundResponse,
  PayCollectRefundReason,
} from "../../../types/http"
import { useAction, type ActionNotice } from "../../hooks/action"
import { RequestError } from "../../hooks/client"
import { normalAmount, toMajor, toMinor, useTexts } from "../../hooks/format"
import { newRefundKey, refundPayment } from "../../hooks/payments"
import { SelectField, TextField, LongTextField } from "../field"
import { FormDrawer, type DrawerProps, DrawerButton } from "../form-drawer"
import { SmallButton, Subtle, Notice } from "../kit"
import type { ActionProps } from "../../hooks/attention"
import { link } from "../section"

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
  const { t, came } = useTexts()
  const wish = useWish(item, refundable)
  const [isConfirming, setConfirming] = useState(false)
  const { run, isPending, refusal } = useSending({ item, payment, refundable, wish, onClose })
  const submit = () => {
    if (isConfirming) return void run()
    if (wish.isGood()) setConfirming(true)
  }
  const sum = wish.amount === null ? "" : came(wish.amount, refundable)
  return (
    <FormDrawer
      title={t("refund.title")}
      description={t("refund.description", { left: came(refundable.left, refundable) })}
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
  const { t, minor, came } = useTexts()
  const { left, currency_code, exponent } = refundable
  const hasFee = payment.fee !== null && payment.fee !== "0"
  return (
    <>
      {exponent === null ? (
        <Subtle>{t("refund.only_all", { amount: came(left, refundable) })}</Subtle>
      ) : (
        <TextField
          label={t("refund.amount", { currency: currency_code.toUpperCase() })}
          hint={[
            t("refund.amount_hint", { left: came(left, refundable) }),
            hasFee && t("refund.fee", { fee: minor(payment.fee!, payment) }),
          ]
            .filter(Boolean)
            .join(" ")}
          name="amount"
          inputMode="decimal"
          value={wish.typed}
          error={wish.isWrong ? t("refund.amount_wrong", { left: came(left, refundable) }) : undefined}
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
      <LongTextField
        label={t("refund.note")}
        hint={t("refund.note_hint")}
        optional
        name="note"
        rows={3}
        maxLength={1_000}
        value={wish.note}
        onChange={wish.setNote}
      />
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
  const { t } = useTexts()
  const isAll = wish.amount === refundable.left
  return (
    <>
      <Notice
        variant="warning"
        testId="refund-summary"
        title={t(`refund.goes_back_${refundable.mode}`, { amount: sum })}
        text={t(isAll ? "refund.closes" : "refund.stays")}
      />
      <Subtle>
        {t("refund.reason")}: {t(`refund.reasons.${wish.reason}`)}
      </Subtle>
      {wish.note.trim() && <Subtle>“{wish.note.trim()}”</Subtle>}
      {error && (
        <Alert variant="error" role="alert" data-testid="refund-error">
          {error}
        </Alert>
      )}
      <div>
        <SmallButton variant="transparent" type="button" onClick={onChange}>
          {t("refund.change")}
        </SmallButton>
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
  const { t, came } = useTexts()
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
        title: t("refund.done", { amount: came(amount, refundable) }),
        text: t(`refund.done_${status}`),
        tone: REFUND_TONES[status],
      }
    },
    refusals: "refund.error",
  })
}

const isDeclined = (refusal: unknown) =>
  refusal instanceof RequestError && refusal.status === 400 && refusal.code !== "in_doubt"

/** Money that no order stands for goes back from where it is seen; while refunds are off it says so, and leads to the setting. */
export function RefundAction({ item, payment, variant }: ActionProps) {
  const { t } = useTexts()
  const { refundable } = payment
  if (!refundable) return null
  const isOff = refundable.mode === "off"
  return (
    <>
      <DrawerButton
        variant={variant}
        disabled={isOff}
        testId="refund"
        drawer={(props) => <RefundDrawer {...{ item, payment, refundable, ...props }} />}
      >
        <ArrowUturnLeft />
        {t("refund.action")}
      </DrawerButton>
      {isOff && (
        <Subtle data-testid="refunds-off">
          {t("refund.off")}{" "}
          <Link className={clx(link, "underline")} to="/settings/paycollect#refunds">
            {t("refund.off_link")}
          </Link>
        </Subtle>
      )}
    </>
  )
}
