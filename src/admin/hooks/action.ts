import { toast, usePrompt } from "@medusajs/ui"
import { useMutation, useQueryClient, type QueryKey } from "@tanstack/react-query"
import { useState } from "react"
import { RequestError } from "./client"
import { useTexts } from "./format"

/** One sentence or more is longer to read than "saved". */
const LONG_MS = 10_000

/** Whatever may have changed with a payment: our lists and details, and the store's order pages. */
const ALL_LISTS: QueryKey[] = [["paycollect"], ["orders"]]

/** The kit puts toasts without a description where the buttons of a drawer are. */
const AWAY = { position: "top-right" } as const

export interface ActionNotice {
  title: string
  text?: string
  /** `success` unless it says another */
  tone?: "success" | "info" | "warning" | "error"
}

export interface ActionOptions<Answer> {
  /** what to say of the answer, when anything; closing what asked for it is done here too */
  done?: (answer: Answer) => ActionNotice | undefined | void
  /** title of a notice that it was refused; without it the refusal is for the page to show */
  failed?: string
  /** the group of texts that has one for each code of a refusal, or what to say of one */
  refusals?: string | ((error: unknown) => string)
  /** asked anew, also after a refusal: the payment may be in another state than the page shows */
  refreshes?: QueryKey[]
}

/** What an employee can have done: asked once, said how it ended, and the lists that show it refreshed. */
export function useAction<Answer, Body = void>(
  request: (body: Body) => Promise<Answer>,
  { done, failed, refusals, refreshes = ALL_LISTS }: ActionOptions<Answer> = {}
) {
  const client = useQueryClient()
  const text = useErrorText()
  const [refusal, refuse] = useState<string>()
  const { mutateAsync, isPending, data, error, reset } = useMutation<Answer, RequestError, Body>({
    mutationFn: request,
    onSettled: async () => {
      for (const queryKey of refreshes) await client.invalidateQueries({ queryKey })
    },
  })
  const run = async (body: Body) => {
    refuse(undefined)
    // Not by callbacks of `mutate`, which are dropped when the answer takes the button off the page.
    await mutateAsync(body).then(
      (answer) => showNotice(done?.(answer)),
      (cause: unknown) => {
        const why = typeof refusals === "function" ? refusals(cause) : text(cause, refusals)
        if (failed) showRefusal(failed, why)
        else refuse(why)
      }
    )
  }
  return { run, isPending, data, error, reset, refusal, refuse }
}

export const showRefusal = (title: string, why: string) =>
  void toast.error(title, { description: why, ...AWAY })

function showNotice(notice: ActionNotice | undefined | void) {
  if (!notice) return
  const { title, text, tone = "success" } = notice
  const isLong = tone === "warning" || text !== undefined
  toast[tone](title, { ...(text && { description: text }), ...AWAY, ...(isLong && { duration: LONG_MS }) })
}

/** What went wrong, in words of the merchant's language where we have them; of a refusal with a code by the group of texts that is named. */
export function useErrorText() {
  const { t, seconds, known } = useTexts()
  return (error: unknown, group?: string): string => {
    if (!(error instanceof RequestError)) return (group && known(`${group}.offline`)) ?? t("states.offline")
    const refused = group && error.code && known(`${group}.${error.code}`, { said: error.message })
    if (refused) return refused
    if (error.status === 429)
      return error.retryAfterMs
        ? t("states.busy", { time: seconds(error.retryAfterMs) })
        : t("states.busy_unknown")
    return error.status === 403 ? t("states.forbidden") : error.message
  }
}

interface ConfirmOptions {
  /** of the button that goes on; the text `<key>_confirm` unless given */
  confirmText?: string
  variant?: "danger" | "confirmation"
}

/** Asks whether an employee is sure, by the texts `<key>_title` and `<key>_text`; what had the focus has it again. */
export function useConfirm() {
  const { t } = useTexts()
  const prompt = usePrompt()
  return async (key: string, { confirmText = t(`${key}_confirm`), variant }: ConfirmOptions = {}) => {
    const opener = document.activeElement
    const isSure = await prompt({
      title: t(`${key}_title`),
      description: t(`${key}_text`),
      confirmText,
      cancelText: t("actions.cancel"),
      variant,
    })
    if (opener instanceof HTMLElement) opener.focus()
    return isSure
  }
}
