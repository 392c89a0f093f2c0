import { Button, Drawer, Heading } from "@medusajs/ui"
import {
  createContext,
  useContext,
  useMemo,
  useRef,
  useState,
  type ComponentProps,
  type ReactElement,
  type ReactNode,
  type RefObject,
} from "react"
import { useTexts } from "../hooks/format"
import { SmallButton } from "./kit"

interface Drawers {
  /** `opener` has the focus again when the drawer is closed */
  open: (drawer: ReactElement, opener: HTMLElement | null) => void
  close: () => void
  opener: RefObject<HTMLElement | null>
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
  const opener = useRef<HTMLElement | null>(null)
  const drawers = useMemo(
    () => ({
      opener,
      open: (next: ReactElement, by: HTMLElement | null) => {
        opener.current = by
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

/** Where it goes on when what opened the drawer has left the page. */
const FIRST_CONTROL = "main :is([role=tab][tabindex='0'], a[href], button)"

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
  const { close, opener } = useDrawers()
  const giveFocusBack = (event: Event) => {
    event.preventDefault()
    const isThere = opener.current?.isConnected
    const next = isThere ? opener.current : document.querySelector<HTMLElement>(FIRST_CONTROL)
    next?.focus()
  }
  return (
    <Drawer open onOpenChange={(open) => !open && close()}>
      <Drawer.Content onCloseAutoFocus={giveFocusBack}>
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
          onSubmit={(event) => {
            event.preventDefault()
            onSubmit()
          }}
        >
          <Drawer.Body className="flex flex-1 flex-col gap-y-6 overflow-y-auto">{children}</Drawer.Body>
          <Drawer.Footer>
            <Drawer.Close asChild>
              <Button size="small" variant="secondary" type="button">
                {leave ?? t("actions.cancel")}
              </Button>
            </Drawer.Close>
            <Button
              size="small"
              type="submit"
              isLoading={action.isLoading}
              disabled={action.isDisabled}
              data-testid={action.testId}
            >
              {action.label}
            </Button>
          </Drawer.Footer>
        </form>
      </Drawer.Content>
    </Drawer>
  )
}
