import { ArrowUturnLeft } from "@medusajs/icons"
import { Alert } from "@medusajs/ui"
import { useEffect, useRef, useState } from "react"
import type * as Http from "../../../types/http"
import { useAction, type ActionNotice } from "../../hooks/action"
import { RequestError } from "../../hooks/client"
import { normalAmount, toMajor, toMinor, useTexts } from "../../hooks/format"
import { excessOf, newRefundKey, refundPayment, type ActionProps } from "../../hooks/payments"
import { DrawerButton, FormDrawer, useDrawers } from "../drawer"
import { SelectField, TextField } from "../field"
import { Notice, SmallButton, Subtle, TextLink } from "../kit"

const REASON_CHOICES: Http.PayCollectRefundReason[] = [
  "requested_by_customer",
  "duplicate",
  "fraudulent",
  "other",
]
const REFUND_TONES: Record<Http.AdminPayCollectRefundResponse["refund"]["status"], ActionNotice["tone"]> = {
  sent: "success",
  due: "info",
  pending: "info",
  unknown: "warning",
}

interface RefundDrawerProps extends Pick<ActionProps, "item" | "payment"> {
  /** when the drawer was opened: where less is left by now, the server says so */
  refundable: Http.AdminPayCollectRefundable
}

/** How much, why; then what goes back is shown once more, and only then does it go. */
function RefundDrawer({ item, payment, refundable }: RefundDrawerProps) {
  const { t, came } = useTexts()
  const wish = useWish(item, refundable, excessOf(payment))
  const [isConfirming, setConfirming] = useState(false)
  const { run, isPending, refusal } = useSending({ item, payment, refundable, wish })
  const submit = () => {
    if (isConfirming) return void run()
    if (wish.isGood()) setConfirming(true)
  }
  const sum = wish.amount === null ? "" : came(wish.amount, refundable)
  return (
    <FormDrawer
      title={t("refund.title")}
      description={t(refundable.of_fee ? "refund.description_fee" : "refund.description", {
        left: came(refundable.left, refundable),
      })}
      action={{
        label: isConfirming ? t("refund.confirm", { amount: sum }) : t("refund.continue"),
        testId: isConfirming ? "refund-confirm" : "refund-continue",
        isLoading: isPending,
      }}
      onSubmit={submit}
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
function useWish(
  item: ActionProps["item"],
  { came, left, exponent }: Http.AdminPayCollectRefundable,
  excess: string | null
) {
  // What is too much, where nothing went back yet; else all that is left.
  const first = excess !== null && left === came ? excess : left
  const [typed, setTyped] = useState(exponent === null ? "" : toMajor(first, exponent))
  const [reason, setReason] = useState<Http.PayCollectRefundReason>(
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

interface WishProps {
  refundable: Http.AdminPayCollectRefundable
  wish: ReturnType<typeof useWish>
}

function Wish({ payment, refundable, wish }: WishProps & Pick<ActionProps, "payment">) {
  const { t, minor, came } = useTexts()
  const { currency_code, exponent } = refundable
  const left = came(refundable.left, refundable)
  const excess = excessOf(payment)
  const isGoods = !refundable.of_fee && payment.fee !== null && payment.fee !== "0"
  const fee = isGoods && minor(payment.fee!, payment)
  return (
    <>
      {exponent === null ? (
        <Subtle>{t("refund.only_all", { amount: left })}</Subtle>
      ) : (
        <TextField
          label={t("refund.amount", { currency: currency_code.toUpperCase() })}
          hint={[
            t("refund.amount_hint", { left }),
            excess && t("refund.excess", { amount: minor(excess, payment) }),
            fee && t("refund.fee", { fee }),
          ]
            .filter(Boolean)
            .join(" ")}
          name="amount"
          inputMode="decimal"
          autoFocus
          value={wish.typed}
          error={wish.isWrong ? t("refund.amount_wrong", { left }) : undefined}
          onChange={wish.setTyped}
        />
      )}
      <SelectField
        label={t("refund.reason")}
        name="reason"
        value={wish.reason}
        values={REASON_CHOICES}
        text={(value) => t(`refund.reasons.${value}`)}
        onChange={wish.setReason}
      />
      <TextField
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

interface ConfirmationProps extends WishProps {
  sum: string
  error?: string
  onChange: () => void
}

function Confirmation({ sum, refundable, wish, error, onChange }: ConfirmationProps) {
  const { t } = useTexts()
  const note = wish.note.trim()
  // Read before anything can be pressed.
  const summary = useRef<HTMLDivElement>(null)
  useEffect(() => summary.current?.focus(), [])
  return (
    <>
      <div ref={summary} tabIndex={-1} className="outline-none">
        <Notice
          variant="warning"
          testId="refund-summary"
          title={t(`refund.goes_back_${refundable.mode}`, { amount: sum })}
          text={t(
            `refund.${wish.amount === refundable.left ? "closes" : "stays"}${refundable.of_fee ? "_fee" : ""}`
          )}
        />
      </div>
      <Subtle>{t("refund.reason_is", { reason: t(`refund.reasons.${wish.reason}`) })}</Subtle>
      {note && <Subtle>“{note}”</Subtle>}
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
function useSending({ item, payment, refundable, wish }: RefundDrawerProps & WishProps) {
  const { t, came } = useTexts()
  const { close } = useDrawers()
  const key = useRef(newRefundKey())
  const { currency_code, exponent } = refundable
  const send = async () => {
    const note = wish.note.trim()
    try {
      return await refundPayment(payment.id, {
        ...(exponent !== null && {
          amount: toMajor(wish.amount!, exponent),
          left: toMajor(refundable.left, exponent),
        }),
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
      close()
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
        drawer={<RefundDrawer {...{ item, payment, refundable }} />}
      >
        <ArrowUturnLeft />
        {t("refund.action")}
      </DrawerButton>
      {isOff && (
        <Subtle data-testid="refunds-off">
          {t("refund.off")}{" "}
          <TextLink className="underline" to="/settings/paycollect#refunds">
            {t("refund.off_link")}
          </TextLink>
        </Subtle>
      )}
    </>
  )
}
