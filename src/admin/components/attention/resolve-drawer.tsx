import { useState } from "react"
import type {
  AdminPayCollectAttentionItem,
  AdminPayCollectResolveItemsResponse,
  PayCollectResolveResult,
} from "../../../types/http"
import { useAction, type ActionNotice } from "../../hooks/action"
import { resolveChosen, useExplanation } from "../../hooks/attention"
import { useTexts } from "../../hooks/format"
import { FormDrawer, type DrawerProps } from "../form-drawer"
import { Subtle } from "../kit"
import { LongTextField } from "../field"

interface ResolveDrawerProps extends DrawerProps {
  /** one at least; what is resolved is fixed when the drawer opens */
  items: AdminPayCollectAttentionItem[]
  onResolved?: () => void
}

/** Closes items with one note that stays in the history of each. What that means for the money is said before it is done. */
export function ResolveDrawer({ items: given, opener, onClose, onResolved }: ResolveDrawerProps) {
  const { t } = useTexts()
  const explanation = useExplanation()
  const [items] = useState(given)
  const [note, setNote] = useState("")
  const several = items.length > 1
  const { isHeldUp, notice } = useResolved()
  const { run, isPending, refusal, refuse } = useAction(resolveChosen, {
    done: (answer) => {
      if (isHeldUp(answer)) {
        refuse(t("resolve.not_now"))
        return undefined
      }
      onResolved?.()
      onClose()
      return notice(answer)
    },
  })
  const submit = () =>
    note.trim()
      ? void run({ ids: items.map(({ id }) => id), note: note.trim() })
      : refuse(t("resolve.note_missing"))
  return (
    <FormDrawer
      title={t(several ? "resolve.title_several" : "resolve.title")}
      description={
        several ? t("attention_list.chosen", { count: items.length }) : explanation(items[0]!).happened
      }
      action={{ label: t("resolve.confirm"), testId: "resolve-confirm", isLoading: isPending }}
      opener={opener}
      onSubmit={submit}
      onClose={onClose}
    >
      <Subtle>
        {t(`resolve.meaning_${items.some(({ category }) => category === "money") ? "money" : "other"}`)}
      </Subtle>
      <LongTextField
        label={t("resolve.note")}
        hint={t("resolve.note_hint")}
        error={refusal}
        name="note"
        rows={5}
        maxLength={1_000}
        autoFocus
        value={note}
        onChange={(typed) => {
          refuse(undefined)
          setNote(typed)
        }}
      />
    </FormDrawer>
  )
}

/** What became of the items that were chosen. */
function useResolved() {
  const { t } = useTexts()
  const counted = ({ results }: AdminPayCollectResolveItemsResponse) => {
    const of = (...wanted: PayCollectResolveResult["result"][]) =>
      results.filter(({ result }) => wanted.includes(result)).length
    return {
      all: results.length,
      done: of("resolved"),
      gone: of("not_open"),
      notNow: of("in_progress", "unfinished", "failed"),
    }
  }
  return {
    /** the one item cannot be resolved at this moment: the drawer stays */
    isHeldUp: (answer: AdminPayCollectResolveItemsResponse) => {
      const { all, notNow } = counted(answer)
      return all === 1 && notNow > 0
    },
    notice: (answer: AdminPayCollectResolveItemsResponse): ActionNotice => {
      const { all, done, gone, notNow } = counted(answer)
      if (done === all) return { title: t("resolve.done") }
      // Told beside the page: by now it shows the item as closed, without this drawer.
      if (all === 1) return { title: t("resolve.gone"), tone: "warning" }
      const parts = [
        done > 0 && t("resolve.some_done", { count: done }),
        gone > 0 && t("resolve.some_gone", { count: gone }),
        notNow > 0 && t("resolve.some_not_now", { count: notNow }),
      ]
      return { title: t("resolve.not_all"), text: parts.filter(Boolean).join(" "), tone: "warning" }
    },
  }
}
