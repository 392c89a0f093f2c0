import { Table, clx } from "@medusajs/ui"
import { useEffect, useRef, useState, useSyncExternalStore, type ReactNode } from "react"
import { useTexts } from "../hooks/format"
import { SmallButton, Subtle, TextLink } from "./kit"

export interface TableColumn<T> {
  title: string
  /** nothing is shown as the text for none */
  cell: (row: T) => ReactNode
  align?: "right"
}

interface PlainTableProps<T> {
  columns: TableColumn<T>[]
  rows: T[]
  getId: (row: T) => string
  /** the first column becomes a link */
  href?: (row: T) => string
  caption: string
}

/** A table without filters and count, for what the service lists. Scrolls sideways where the screen is narrow, and fades where more is to be seen. */
export function PlainTable<T>({ columns, rows, getId, href, caption }: PlainTableProps<T>) {
  const { t } = useTexts()
  const cell = (column: TableColumn<T>, index: number, row: T) => {
    const content = column.cell(row) ?? t("general.none")
    return index === 0 && href ? <TextLink to={href(row)}>{content}</TextLink> : content
  }
  const alignment = ({ align }: TableColumn<T>) => (align === "right" ? "text-right" : undefined)
  const { box, isCut, look } = useCut(rows)
  return (
    <div
      className={clx(
        "focus-visible:shadow-borders-focus w-full overflow-x-auto outline-none",
        isCut && FADED
      )}
      role="region"
      aria-label={caption}
      tabIndex={0}
      ref={box}
      onScroll={look}
    >
      <Table className="min-w-max" aria-label={caption}>
        <Table.Header className="border-t-0">
          <Table.Row>
            {columns.map((column) => (
              <Table.HeaderCell key={column.title} className={alignment(column)}>
                {column.title}
              </Table.HeaderCell>
            ))}
          </Table.Row>
        </Table.Header>
        <Table.Body className="border-b-0 [&_tr:last-of-type]:border-b-0">
          {rows.map((row) => (
            <Table.Row key={getId(row)} data-testid="table-row">
              {columns.map((column, index) => (
                <Table.Cell key={column.title} className={alignment(column)}>
                  {cell(column, index, row)}
                </Table.Cell>
              ))}
            </Table.Row>
          ))}
        </Table.Body>
      </Table>
    </div>
  )
}

const FADED = "[mask-image:linear-gradient(to_left,transparent,black_3rem)]"

/** Whether columns to the right are out of sight: phones, and most computers, show no scrollbar before the first scroll. */
function useCut(shown: unknown) {
  const box = useRef<HTMLDivElement>(null)
  const [isCut, setCut] = useState(false)
  const look = () => {
    const { scrollWidth = 0, clientWidth = 0, scrollLeft = 0 } = box.current ?? {}
    setCut(scrollWidth - clientWidth - scrollLeft > 1)
  }
  useEffect(() => {
    look()
    const size = new ResizeObserver(look)
    size.observe(box.current!)
    return () => size.disconnect()
  }, [shown])
  return { box, isCut, look }
}

interface PagerProps {
  offset: number
  limit: number
  hasMore: boolean
  onChange: (offset: number) => void
}

/** Forwards and back; nothing where everything is on one page. */
export function Pager({ offset, limit, hasMore, onChange }: PagerProps) {
  const { t, number } = useTexts()
  const { bar, beginAnew } = useTopOfList(offset)
  if (offset === 0 && !hasMore) return null
  const turn = (text: string, to: number, isThere: boolean) => (
    <SmallButton
      variant="transparent"
      disabled={!isThere}
      onClick={() => {
        beginAnew()
        onChange(to)
      }}
    >
      {text}
    </SmallButton>
  )
  return (
    <div ref={bar} className="flex items-center justify-end gap-x-2 px-6 py-4">
      <Subtle role="status">{t("general.page", { page: number(offset / limit + 1) })}</Subtle>
      {turn(t("general.prev"), Math.max(0, offset - limit), offset > 0)}
      {turn(t("general.next"), offset + limit, hasMore)}
    </div>
  )
}

/** Who turns the page reads on at the top of the list, which stands before the bar: its button is disabled on the last page. */
function useTopOfList(offset: number) {
  const bar = useRef<HTMLDivElement>(null)
  const isTurned = useRef(false)
  useEffect(() => {
    const list = bar.current?.previousElementSibling
    if (!isTurned.current || !(list instanceof HTMLElement)) return
    isTurned.current = false
    if (!list.hasAttribute("tabindex")) list.tabIndex = -1
    list.focus({ preventScroll: true })
    list.scrollIntoView({ block: "start" })
  }, [offset])
  return { bar, beginAnew: () => void (isTurned.current = true) }
}

interface StackedProps {
  children: ReactNode
  below: (string | null | undefined)[]
  width: "max-w-32" | "max-w-44"
  /** as its column is */
  align?: "right"
}

/** On a phone, where only the first columns are seen without scrolling: what others say stands below the first. */
export function Stacked({ children, below, width, align }: StackedProps) {
  return (
    <span className={clx("flex flex-col", align && "items-end")}>
      {children}
      {below.map(
        (text) =>
          text && (
            <span key={text} className={`text-ui-fg-subtle ${width} truncate text-xs`}>
              {text}
            </span>
          )
      )}
    </span>
  )
}

/** Narrower than this, a table shows two or three columns. */
const PHONE_WIDTH = "(max-width: 639px)"

function subscribe(onChange: () => void) {
  const query = window.matchMedia(PHONE_WIDTH)
  query.addEventListener("change", onChange)
  return () => query.removeEventListener("change", onChange)
}

interface FiltersProps {
  /** some are in force: they are seen then */
  areUsed: boolean
  children: ReactNode
}

/** On a phone behind a button: the first screen is for what they filter. */
export function Filters({ areUsed, children }: FiltersProps) {
  const { t } = useTexts()
  const isPhone = useIsPhone()
  const [isOpen, setOpen] = useState(areUsed)
  if (!isPhone) return children
  return (
    <>
      <div className="border-b px-6 py-3">
        <SmallButton aria-expanded={isOpen} onClick={() => setOpen(!isOpen)} testId="filters">
          {t("toolbar.filter")}
        </SmallButton>
      </div>
      {isOpen && children}
    </>
  )
}

export const useIsPhone = () => useSyncExternalStore(subscribe, () => window.matchMedia(PHONE_WIDTH).matches)
