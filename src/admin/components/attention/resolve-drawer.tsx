import { useState } from "react"
import { MONEY_ANSWERS, type MoneyAnswer } from "../../../payments/attention-reasons"
import type { AdminPayCollectAttentionItem, AdminPayCollectResolveItemsResponse } from "../../../types/http"
import { useAction, type ActionNotice } from "../../hooks/action"
import { useTexts } from "../../hooks/format"
import { resolveChosen, useExplanation } from "../../hooks/payments"
import { FormDrawer, useDrawers } from "../drawer"
import { SelectField, TextField } from "../field"
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
  const money = useMoneyChoice(items)
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
  const submit = () => {
    const isMade = money.isMade()
    if (!note.trim()) return refuse(t("resolve.note_missing"))
    if (isMade) void run({ ids: items.map(({ id }) => id), note: note.trim(), ...money.told })
  }
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
      {money.field}
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

/** What became of their money, which the books follow: asked where a person has to say it. */
function useMoneyChoice(items: AdminPayCollectAttentionItem[]) {
  const { t } = useTexts()
  const choices = moneyChoices(items)
  const [money, setMoney] = useState<MoneyAnswer | "">("")
  const [isMissing, setMissing] = useState(false)
  return {
    told: money !== "" && { money },
    isMade: () => {
      const isOpen = choices.length > 0 && money === ""
      setMissing(isOpen)
      return !isOpen
    },
    field: choices.length > 0 && (
      <SelectField
        label={t("resolve.money")}
        error={isMissing ? t("resolve.money_missing") : undefined}
        name="money"
        value={money}
        values={choices}
        text={(value) => t(`resolve.money_${value}`)}
        onChange={setMoney}
      />
    ),
  }
}

/** What each of them that asks has among its answers. */
function moneyChoices(items: AdminPayCollectAttentionItem[]): MoneyAnswer[] {
  const asked = items.map(({ answers }) => answers).filter((answers) => answers.length > 0)
  return MONEY_ANSWERS.filter((answer) => asked.length > 0 && asked.every((each) => each.includes(answer)))
}

/** Of the items that were chosen: how many were closed, and of the others in words why they were not; nothing when all were. */
function useWhatIsOpen() {
  const { t } = useTexts()
  return ({ results }: AdminPayCollectResolveItemsResponse) => {
    const done = results.filter(({ result }) => result === "resolved").length
    const gone = results.filter(({ result }) => result === "not_open").length
    const notNow = results.length - done - gone
    if (done === results.length) return null
    if (results.length === 1) {
      const isUnsaid = results[0]!.result === "not_said"
      return { done, text: t(`resolve.${gone ? "gone" : isUnsaid ? "money_missing" : "not_now"}`) }
    }
    const parts = [
      done > 0 && t("resolve.some_done", { count: done }),
      gone > 0 && t("resolve.some_gone", { count: gone }),
      notNow > 0 && t("resolve.some_not_now", { count: notNow }),
    ]
    return { done, text: parts.filter(Boolean).join(" ") }
  }
}
