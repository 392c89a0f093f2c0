import { useEffect, useRef, type ReactNode } from "react"
import { useTexts } from "../../hooks/format"

const nameless = (button: Element) =>
  !button.textContent?.trim() && (!button.hasAttribute("aria-label") || button.hasAttribute("data-named"))

/**
 * Medusa's table gives no names to its icon buttons, nor to itself: people who hear the page get them here, as often as the table renders its buttons
 * anew. A button of the kit that has a name keeps it.
 */
export function NamedToolbar({ children }: { children: ReactNode }) {
  const { t } = useTexts()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const table = box.current!
    const name = (button: Element, label: string) => {
      button.setAttribute("aria-label", label)
      button.setAttribute("data-named", "")
    }
    const give = () => {
      const buttons = [...table.querySelectorAll("button")].filter(nameless)
      const menus = buttons.filter((button) => button.matches("[aria-haspopup=menu]"))
      // In the toolbar filters come before the order; what else has no text takes a filter away.
      menus.forEach((button, index) => name(button, t(index === 0 ? "toolbar.filter" : "toolbar.sort")))
      for (const button of buttons) if (!menus.includes(button)) name(button, t("toolbar.remove_filter"))
      table.querySelector("table")?.setAttribute("aria-label", t("payments.all"))
      for (const picture of table.querySelectorAll("[role=img]:not([aria-label])")) {
        picture.removeAttribute("role")
        picture.setAttribute("aria-hidden", "true")
      }
    }
    give()
    const rendered = new MutationObserver(give)
    rendered.observe(table, { childList: true, subtree: true })
    return () => rendered.disconnect()
  }, [t])
  return (
    // The pager is one line that is wider than a phone: its last button would be cut off.
    <div
      ref={box}
      className="[&_.flex-shrink-0.justify-between]:flex-wrap [&_.flex-shrink-0.justify-between_p]:whitespace-nowrap"
    >
      {children}
    </div>
  )
}
