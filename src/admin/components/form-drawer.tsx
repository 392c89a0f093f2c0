import { Button, Drawer, Heading } from "@medusajs/ui"
import { useRef, useState, type ComponentProps, type ReactNode, type RefObject } from "react"
import { useTexts } from "../hooks/format"

interface FormDrawerProps extends DrawerProps {
  title: string
  description: string
  /** the button that saves */
  action: { label: string; testId: string; isLoading: boolean }
  onSubmit: () => void
  children: ReactNode
}

export interface DrawerProps {
  /** has the focus again when the drawer is closed */
  opener: RefObject<HTMLElement>
  onClose: () => void
}

interface DrawerButtonProps extends Pick<ComponentProps<typeof Button>, "variant" | "disabled"> {
  testId: string
  drawer: (props: DrawerProps) => ReactNode
  children: ReactNode
}

/** A button with the drawer that it opens. */
export function DrawerButton({ variant, disabled, testId, drawer, children }: DrawerButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  return (
    <>
      <Button
        ref={opener}
        size="small"
        {...{ variant, disabled }}
        onClick={() => setOpen(true)}
        data-testid={testId}
      >
        {children}
      </Button>
      {isOpen && drawer({ opener, onClose: () => setOpen(false) })}
    </>
  )
}

/** Where it goes on when the form took its opener off the page. */
const FIRST_CONTROL = "main :is([role=tab][tabindex='0'], a[href], button)"

/** A form beside the page. Mount it anew for each opening. */
export function FormDrawer({
  title,
  description,
  action,
  opener,
  onSubmit,
  onClose,
  children,
}: FormDrawerProps) {
  const { t } = useTexts()
  return (
    <Drawer open onOpenChange={(open) => !open && onClose()}>
      <Drawer.Content
        onCloseAutoFocus={(event) => {
          event.preventDefault()
          const next = opener.current ?? document.querySelector<HTMLElement>(FIRST_CONTROL)
          next?.focus()
        }}
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
          onSubmit={(event) => {
            event.preventDefault()
            onSubmit()
          }}
        >
          <Drawer.Body className="flex flex-1 flex-col gap-y-6 overflow-y-auto">{children}</Drawer.Body>
          <Drawer.Footer>
            <Drawer.Close asChild>
              <Button size="small" variant="secondary" type="button">
                {t("actions.cancel")}
              </Button>
            </Drawer.Close>
            <Button size="small" type="submit" isLoading={action.isLoading} data-testid={action.testId}>
              {action.label}
            </Button>
          </Drawer.Footer>
        </form>
      </Drawer.Content>
    </Drawer>
  )
}
