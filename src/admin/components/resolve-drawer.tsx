import { Text, Textarea, toast } from "@medusajs/ui"
import { useState, type RefObject } from "react"
import { useTranslation } from "react-i18next"
import type { AdminPayCollectAttention, AdminPayCollectIntent } from "../../types/http"
import { RequestError } from "../hooks/client"
import { useResolve } from "../hooks/payments"
import { Field } from "./field"
import { FormDrawer } from "./form-drawer"
import { useErrorText } from "./states"

/** Of the route, whose own texts are English; what the form lets through it refuses for these reasons only. */
const REFUSALS: Record<number, string> = { 400: "resolve.not_now", 404: "resolve.gone" }

interface ResolveDrawerProps {
  item: AdminPayCollectAttention
  payment: AdminPayCollectIntent
  happened: string
  opener: RefObject<HTMLElement>
  onClose: () => void
}

/** Closes an item with a note that stays in the history. What that means for the money is said before it is done. */
export function ResolveDrawer({ item, payment, happened, opener, onClose }: ResolveDrawerProps) {
  const { t } = useTranslation("paycollect")
  const text = useErrorText()
  const [note, setNote] = useState("")
  const [error, setError] = useState<string>()
  const { mutateAsync, isPending } = useResolve(payment.id)
  const submit = async () => {
    if (!note.trim()) return setError(t("resolve.note_missing"))
    try {
      // Not by callbacks of `mutate`, which are dropped when the resolved item leaves the page.
      await mutateAsync({ attention_id: item.id, note: note.trim() })
      onClose()
      toast.success(t("resolve.done"))
    } catch (refusal) {
      const known = refusal instanceof RequestError && REFUSALS[refusal.status]
      setError(known ? t(known) : text(refusal))
    }
  }
  return (
    <FormDrawer
      title={t("resolve.title")}
      description={happened}
      action={{ label: t("resolve.confirm"), testId: "resolve-confirm", isLoading: isPending }}
      opener={opener}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Text size="small" className="text-ui-fg-subtle text-pretty">
        {t(`resolve.meaning_${item.category === "money" ? "money" : "other"}`)}
      </Text>
      <Field label={t("resolve.note")} hint={t("resolve.note_hint")} error={error}>
        {(ids) => (
          <Textarea
            {...ids}
            name="note"
            rows={5}
            maxLength={1_000}
            autoFocus
            value={note}
            onChange={(event) => {
              setError(undefined)
              setNote(event.target.value)
            }}
          />
        )}
      </Field>
    </FormDrawer>
  )
}
