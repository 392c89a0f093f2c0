import { Button, Drawer, Heading } from "@medusajs/ui"
import {
  createContext,
  useContext,
  useMemo,
  useRef,
  useState,
  type ComponentProps,
  type FormEvent,
  type ReactElement,
  type ReactNode,
} from "react"
import { useConfirm } from "../hooks/action"
import { focusPlaceOf, useKeptFocus } from "../hooks/focus"
import { useTexts } from "../hooks/format"
import { SmallButton, pressOnce } from "./kit"

interface Drawers {
  /** `opener` has the focus again when the drawer is closed */
  open: (drawer: ReactElement, opener: HTMLElement | null) => void
  close: () => void
  giveFocusBack: { current: () => void }
}

const DrawersContext = createContext<Drawers | null>(null)

export function useDrawers(): Drawers {
  const drawers = useContext(DrawersContext)
  if (!drawers) throw new Error("A drawer is opened where no DrawerHost is around it")
  return drawers
}

/**
 * Around a page or a widget: its drawers stand here, and not with what opens them. An item that leaves the page, because a colleague closed
 * it meanwhile, leaves its drawer open: what was typed stays, and what the server refuses is read in it.
 */
export function DrawerHost({ children }: { children: ReactNode }) {
  const [drawer, setDrawer] = useState<ReactElement | null>(null)
  const giveFocusBack = useRef(() => {})
  const drawers = useMemo(
    () => ({
      giveFocusBack,
      open: (next: ReactElement, by: HTMLElement | null) => {
        giveFocusBack.current = focusPlaceOf(by)
        setDrawer(next)
      },
      close: () => setDrawer(null),
    }),
    []
  )
  return (
    <DrawersContext.Provider value={drawers}>
      {children}
      {drawer}
    </DrawersContext.Provider>
  )
}

interface DrawerButtonProps extends Omit<ComponentProps<typeof SmallButton>, "onClick"> {
  /** is shown what was known when it was opened */
  drawer: ReactElement
}

export function DrawerButton({ drawer, ...button }: DrawerButtonProps) {
  const { open } = useDrawers()
  return <SmallButton onClick={(event) => open(drawer, event.currentTarget)} {...button} />
}

/** At its first field; the kit's drawer begins at the button that closes it, and gives that no name. */
function beginAtField(event: Event) {
  const drawer = event.currentTarget as HTMLElement
  const field = drawer.querySelector<HTMLElement>("form :is(input, textarea, [role=combobox])")
  if (!field) return
  event.preventDefault()
  field.focus()
}

/** A key or a click that may be a slip asks before it takes away what was typed. */
function useTypedText() {
  const { close } = useDrawers()
  const confirm = useConfirm()
  const isTyped = useRef(false)
  const ask = async () => (await confirm("form.leave")) && close()
  return {
    keepTyped: (event: Event) => {
      if (!isTyped.current) return
      event.preventDefault()
      // At once it would hear the same key, and be answered by it.
      setTimeout(() => void ask())
    },
    onInput: ({ target }: FormEvent) => {
      if (!(target instanceof HTMLInputElement) || target.type !== "search") isTyped.current = true
    },
  }
}

interface FormDrawerProps {
  title: string
  description: string
  /** the main button */
  action: { label: string; testId: string; isLoading?: boolean; isDisabled?: boolean }
  /** text of the button that leaves it; to cancel unless given */
  leave?: string
  onSubmit: () => void
  children: ReactNode
}

export function FormDrawer({ title, description, action, leave, onSubmit, children }: FormDrawerProps) {
  const { t } = useTexts()
  const { close, giveFocusBack } = useDrawers()
  const nameCloseButton = (drawer: HTMLElement | null) =>
    drawer?.querySelector("button")?.setAttribute("aria-label", t("actions.close"))
  const { keepTyped, onInput } = useTypedText()
  const end = (event: Event) => {
    event.preventDefault()
    giveFocusBack.current()
  }
  return (
    // Until it is known how it ended it stays: a refusal is read in it.
    <Drawer open onOpenChange={(open) => !open && !action.isLoading && close()}>
      <Drawer.Content
        ref={nameCloseButton}
        onOpenAutoFocus={beginAtField}
        onCloseAutoFocus={end}
        onEscapeKeyDown={keepTyped}
        onPointerDownOutside={keepTyped}
      >
        <Drawer.Header>
          <Drawer.Title asChild>
            <Heading>{title}</Heading>
          </Drawer.Title>
          <Drawer.Description className="text-ui-fg-subtle txt-small text-pretty">
            {description}
          </Drawer.Description>
        </Drawer.Header>
        <form
          className="flex flex-1 flex-col overflow-hidden"
          noValidate
          onKeyDown={pressOnce}
          onInput={onInput}
          onSubmit={(event) => {
            event.preventDefault()
            onSubmit()
          }}
        >
          <Drawer.Body className="flex flex-1 flex-col gap-y-6 overflow-y-auto">{children}</Drawer.Body>
          <Foot action={action} leave={leave} />
        </form>
      </Drawer.Content>
    </Drawer>
  )
}

function Foot({ action, leave }: Pick<FormDrawerProps, "action" | "leave">) {
  const { t } = useTexts()
  const main = useKeptFocus(action.isLoading)
  return (
    <Drawer.Footer>
      <Drawer.Close asChild>
        <Button size="small" variant="secondary" type="button">
          {leave ?? t("actions.cancel")}
        </Button>
      </Drawer.Close>
      <Button
        ref={main}
        size="small"
        type="submit"
        // The second click of a double one is meant for what the button was at the first.
        onClick={(event) => event.detail > 1 && event.preventDefault()}
        isLoading={action.isLoading}
        disabled={action.isDisabled}
        data-testid={action.testId}
      >
        {action.label}
      </Button>
    </Drawer.Footer>
  )
}
