import { Text, Textarea, toast } from "@medusajs/ui"
import { useState, type RefObject } from "react"
import { useTranslation } from "react-i18next"
import type { AdminPayCollectAttentionItem, PayCollectResolveResult } from "../../../types/http"
import { useResolveItems, useExplanation } from "../../hooks/attention"
import { Field } from "../field"
import { FormDrawer } from "../form-drawer"
import { useErrorText } from "../states"
import { described } from "../toasts"

type ResolveResult = PayCollectResolveResult["result"]

/** Several sentences are longer to read than "saved". */
const SHOWN_MS = 10_000

interface ResolveDrawerProps {
  /** one at least; what is resolved is fixed when the drawer opens */
  items: AdminPayCollectAttentionItem[]
  opener: RefObject<HTMLElement>
  onClose: () => void
  onResolved?: () => void
}

/** Closes items with one note that stays in the history of each. What that means for the money is said before it is done. */
export function ResolveDrawer({ items: given, opener, onClose, onResolved }: ResolveDrawerProps) {
  const { t } = useTranslation("paycollect")
  const text = useErrorText()
  const explanation = useExplanation()
  const [items] = useState(given)
  const [note, setNote] = useState("")
  const [error, setError] = useState<string>()
  const { mutateAsync, isPending } = useResolveItems()
  const several = items.length > 1
  const submit = async () => {
    if (!note.trim()) return setError(t("resolve.note_missing"))
    try {
      // Not by callbacks of `mutate`, which are dropped when the resolved items leave the page.
      const { results } = await mutateAsync({ ids: items.map(({ id }) => id), note: note.trim() })
      const of = (...wanted: ResolveResult[]) =>
        results.filter(({ result }) => wanted.includes(result)).length
      const [done, gone, notNow] = [of("resolved"), of("not_open"), of("in_progress", "unfinished", "failed")]
      if (notNow > 0 && !several) return setError(t("resolve.not_now"))
      onResolved?.()
      onClose()
      if (done === results.length) return void toast.success(t("resolve.done"))
      // Told beside the page: by now it shows the item as closed, without this drawer.
      if (!several) return void toast.warning(t("resolve.gone"), { duration: SHOWN_MS })
      const parts = [
        done > 0 && t("resolve.some_done", { count: done }),
        gone > 0 && t("resolve.some_gone", { count: gone }),
        notNow > 0 && t("resolve.some_not_now", { count: notNow }),
      ]
      const more = { ...described(parts.filter(Boolean).join(" ")), duration: SHOWN_MS }
      toast.warning(t("resolve.not_all"), more)
    } catch (refusal) {
      setError(text(refusal))
    }
  }
  return (
    <FormDrawer
      title={t(several ? "resolve.title_several" : "resolve.title")}
      description={
        several ? t("attention_list.chosen", { count: items.length }) : explanation(items[0]!).happened
      }
      action={{ label: t("resolve.confirm"), testId: "resolve-confirm", isLoading: isPending }}
      opener={opener}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Text size="small" className="text-ui-fg-subtle text-pretty">
        {t(`resolve.meaning_${items.some(({ category }) => category === "money") ? "money" : "other"}`)}
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
