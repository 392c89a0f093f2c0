import { Button, Drawer, Text, Textarea, toast } from "@medusajs/ui"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import type { AdminPayCollectAttention, AdminPayCollectIntent } from "../../types/http"
import { useResolve } from "../hooks/payments"
import { Field } from "./field"
import { useErrorText } from "./states"

interface ResolveDrawerProps {
  item: AdminPayCollectAttention
  payment: AdminPayCollectIntent
  happened: string
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Closes an item with a note that stays in the history. What that means for the money is said before it is done. */
export function ResolveDrawer({ item, payment, happened, open, onOpenChange }: ResolveDrawerProps) {
  const { t } = useTranslation("paycollect")
  const text = useErrorText()
  const [note, setNote] = useState("")
  const [error, setError] = useState<string>()
  const { mutate, isPending } = useResolve(payment.id)
  const submit = () => {
    if (!note.trim()) return setError(t("resolve.note_missing"))
    mutate(
      { attention_id: item.id, note: note.trim() },
      {
        onSuccess: () => {
          onOpenChange(false)
          toast.success(t("resolve.done"))
        },
        onError: (refusal) => setError(text(refusal)),
      }
    )
  }
  return (
    <Drawer open={open} onOpenChange={onOpenChange}>
      <Drawer.Content>
        <Drawer.Header>
          <Drawer.Title>{t("resolve.title")}</Drawer.Title>
          <Drawer.Description className="text-pretty">{happened}</Drawer.Description>
        </Drawer.Header>
        <form
          className="flex flex-1 flex-col overflow-hidden"
          onSubmit={(event) => {
            event.preventDefault()
            submit()
          }}
        >
          <Drawer.Body className="flex flex-1 flex-col gap-y-6 overflow-y-auto">
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
          </Drawer.Body>
          <Drawer.Footer>
            <Drawer.Close asChild>
              <Button size="small" variant="secondary" type="button">
                {t("actions.cancel")}
              </Button>
            </Drawer.Close>
            <Button size="small" type="submit" isLoading={isPending} data-testid="resolve-confirm">
              {t("resolve.confirm")}
            </Button>
          </Drawer.Footer>
        </form>
      </Drawer.Content>
    </Drawer>
  )
}
