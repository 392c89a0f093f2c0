import { useState } from "react"
import type { AdminPayCollectAttentionItem, AdminPayCollectResolveItemsResponse } from "../../../types/http"
import { useAction, type ActionNotice } from "../../hooks/action"
import { useTexts } from "../../hooks/format"
import { resolveChosen, useExplanation } from "../../hooks/payments"
import { FormDrawer, useDrawers } from "../drawer"
import { TextField } from "../field"
import { Subtle } from "../kit"

interface ResolveDrawerProps {
  /** one at least */
  items: AdminPayCollectAttentionItem[]
  onResolved?: () => void
}

/** Closes items with one note that stays in the history of each. What that means for the money is said before it is done. */
export function ResolveDrawer({ items, onResolved }: ResolveDrawerProps) {
  const { t } = useTexts()
  const { close } = useDrawers()
  const explanation = useExplanation()
  const whatIsOpen = useWhatIsOpen()
  const [note, setNote] = useState("")
  const several = items.length > 1
  const { run, isPending, refusal, refuse } = useAction(resolveChosen, {
    done: (answer): ActionNotice | void => {
      const left = whatIsOpen(answer)
      // None of them was: the drawer stays, with what was typed.
      if (left && left.done === 0) return refuse(left.text)
      onResolved?.()
      close()
      return left
        ? { title: t("resolve.not_all"), text: left.text, tone: "warning" }
        : { title: t("resolve.done") }
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
      onSubmit={submit}
    >
      <Subtle>
        {t(`resolve.meaning_${items.some(({ category }) => category === "money") ? "money" : "other"}`)}
      </Subtle>
      <TextField
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

/** Of the items that were chosen: how many were closed, and of the others in words why they were not; nothing when all were. */
function useWhatIsOpen() {
  const { t } = useTexts()
  return ({ results }: AdminPayCollectResolveItemsResponse) => {
    const done = results.filter(({ result }) => result === "resolved").length
    const gone = results.filter(({ result }) => result === "not_open").length
    const notNow = results.length - done - gone
    if (done === results.length) return null
    if (results.length === 1) return { done, text: t(gone ? "resolve.gone" : "resolve.not_now") }
    const parts = [
      done > 0 && t("resolve.some_done", { count: done }),
      gone > 0 && t("resolve.some_gone", { count: gone }),
      notNow > 0 && t("resolve.some_not_now", { count: notNow }),
    ]
    return { done, text: parts.filter(Boolean).join(" ") }
  }
}
