import { Alert, Container, Heading, Skeleton, Tabs, Text } from "@medusajs/ui"
import type { ComponentType, ReactNode } from "react"
import { useSearchParams } from "react-router-dom"
import { useErrorText } from "../hooks/action"
import { useTexts } from "../hooks/format"
import { useOutage } from "../hooks/settings"
import { DrawerHost } from "./drawer"
import { Copyable, SmallButton, Strong, Subtle, TextLink } from "./kit"

interface SectionProps {
  title: string
  level?: "h1" | "h2"
  subtitle?: string
  /** beside the title */
  badge?: ReactNode
  actions?: ReactNode
  testId?: string
  /** rows come with their own padding and are divided by lines */
  children: ReactNode
}

/** The card every page of the dashboard is made of. */
export function Section({ title, level = "h2", subtitle, badge, actions, testId, children }: SectionProps) {
  return (
    <Container className="divide-y overflow-hidden p-0" data-testid={testId}>
      <div className="flex flex-wrap items-center justify-between gap-2 px-6 py-4">
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-2">
            <Heading level={level}>{title}</Heading>
            {badge}
          </div>
          {subtitle && <Subtle>{subtitle}</Subtle>}
        </div>
        {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </div>
      {children}
    </Container>
  )
}

interface RowProps {
  title: string
  children: ReactNode
  /** under the title */
  hint?: string
}

/** A name and its value, or that there is none; below each other where a narrow screen or a long value leaves no room. */
export function SectionRow({ title, hint, children }: RowProps) {
  const { t } = useTexts()
  return (
    <div className="text-ui-fg-subtle grid grid-cols-1 items-center gap-x-4 gap-y-1 px-6 py-4 sm:grid-cols-2">
      <div>
        <Strong>{title}</Strong>
        {hint && (
          <Text size="xsmall" className="text-ui-fg-subtle text-pretty">
            {hint}
          </Text>
        )}
      </div>
      <div className="txt-compact-small flex min-w-0 flex-wrap items-center gap-2 break-words">
        {children || t("general.none")}
      </div>
    </div>
  )
}

type Row = [title: string, value: ReactNode, hint?: string]

/** Rows below each other; what is no row is left out. */
export const Rows = ({ of }: { of: (Row | "" | false | null | undefined)[] }) =>
  of.map((row) => {
    if (!row) return null
    const [title, value, hint] = row
    return (
      <SectionRow key={title} title={title} hint={hint}>
        {value}
      </SectionRow>
    )
  })

/** A value that people copy to look it up elsewhere. */
export function CopyRow({ title, value }: { title: string; value: string | null }) {
  return <SectionRow title={title}>{value && <Copyable value={value} name={title} />}</SectionRow>
}

/** Body of a section that has no rows. */
export const SectionBody = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-col gap-y-4 px-6 py-4">{children}</div>
)

export const Column = ({ children }: { children: ReactNode }) => (
  <div className="flex w-full min-w-0 flex-col gap-y-3">{children}</div>
)

export function TwoColumns({ main, side }: { main: ReactNode; side: ReactNode }) {
  return (
    <div className="flex w-full flex-col items-start gap-x-4 gap-y-3 xl:grid xl:grid-cols-[minmax(0,_1fr)_440px]">
      <Column>{main}</Column>
      <Column>{side}</Column>
    </div>
  )
}

/** A page's name in the path above the page. */
export function Crumb({ name }: { name: string }) {
  const { t } = useTexts()
  return <>{t(name)}</>
}

interface TabbedPageProps {
  title: string
  subtitle?: string
  /** before the lists */
  above?: ReactNode
  /** the first is open where the address names none */
  tabs: Record<string, { label: ReactNode; Content: ComponentType }>
}

/** A page of several lists. Which one is open is in the address. */
export function TabbedPage({ title, subtitle, above, tabs }: TabbedPageProps) {
  const [params, setParams] = useSearchParams()
  const [first = "", ...others] = Object.keys(tabs)
  const open = others.find((name) => name === params.get("tab")) ?? first
  return (
    <DrawerHost>
      <OutageBanner />
      {above}
      <Container className="overflow-hidden p-0">
        <div className="px-6 py-4">
          <Heading>{title}</Heading>
          {subtitle && <Subtle>{subtitle}</Subtle>}
        </div>
        <Tabs value={open} onValueChange={(to) => setParams(to === first ? {} : { tab: to })}>
          <div className="px-6 pb-4 pt-1">
            <Tabs.List className="flex-wrap">
              {Object.entries(tabs).map(([name, { label }]) => (
                <Tabs.Trigger key={name} value={name} className="gap-x-2" data-testid={`tab-${name}`}>
                  {label}
                </Tabs.Trigger>
              ))}
            </Tabs.List>
          </div>
          {Object.entries(tabs).map(([name, { Content }]) => (
            <Tabs.Content key={name} value={name} className="border-t">
              <Content />
            </Tabs.Content>
          ))}
        </Tabs>
      </Container>
    </DrawerHost>
  )
}

/** Placeholder of a section while its data is on the way. */
export function SectionSkeleton({ rows }: { rows: number }) {
  return (
    <Container className="divide-y p-0" aria-busy="true" data-testid="loading">
      <div className="px-6 py-4">
        <Skeleton className="h-7 w-40" />
      </div>
      <RowSkeletons rows={rows} />
    </Container>
  )
}

export function RowSkeletons({ rows }: { rows: number }) {
  return (
    <div className="divide-y" aria-hidden>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="grid grid-cols-2 gap-4 px-6 py-4">
          <Skeleton className="h-5 w-24" />
          <Skeleton className="h-5 w-full max-w-48" />
        </div>
      ))}
    </div>
  )
}

/** What went wrong, in words of the merchant's language where we have them, and another try. */
export function LoadFailed({ error, onRetry }: { error: Error | null; onRetry: () => unknown }) {
  const { t } = useTexts()
  const text = useErrorText()
  return (
    <div className="px-6 py-4">
      <Alert variant="error" role="alert" data-testid="load-failed">
        <div className="flex flex-col items-start gap-y-2">
          <Strong>{t("states.failed")}</Strong>
          <Subtle>{text(error)}</Subtle>
          <SmallButton onClick={() => onRetry()}>{t("states.retry")}</SmallButton>
        </div>
      </Alert>
    </div>
  )
}

interface LoadedProps<T> {
  of: { data: T | undefined; error: Error | null; refetch: () => unknown }
  rows: number
  children: (data: T) => ReactNode
}

export function Loaded<T>({ of: { data, error, refetch }, rows, children }: LoadedProps<T>) {
  if (error) return <LoadFailed error={error} onRetry={refetch} />
  return data === undefined ? <RowSkeletons rows={rows} /> : <>{children(data)}</>
}

interface LoadedPageProps<T> extends Omit<LoadedProps<T>, "rows"> {
  /** of the page where it could not be loaded */
  title: string
  /** shows what it knew when it cannot be asked again */
  keeps?: boolean
  /** in its place while it is on the way */
  skeleton: ReactNode
}

export function LoadedPage<T>({ title, of, keeps, skeleton, children }: LoadedPageProps<T>) {
  const { data, error, refetch } = of
  const failed = error && !(keeps && data) && (
    <Section title={title} level="h1">
      <LoadFailed error={error} onRetry={refetch} />
    </Section>
  )
  return (
    <DrawerHost>
      <OutageBanner />
      {failed || (data ? children(data) : skeleton)}
    </DrawerHost>
  )
}

/** Above every page of ours while no customer can pay. */
export function OutageBanner() {
  const { t, known, date } = useTexts()
  const outage = useOutage()
  if (!outage) return null
  const why = known(`connection.${outage.code}`) ?? t("connection.unexpected")
  return (
    <Alert variant="error" role="alert" data-testid="outage" className="mb-3">
      <div className="flex flex-col items-start gap-y-1">
        <Strong>{t("connection.lost", { at: date(outage.since) })}</Strong>
        <Subtle>{t("connection.lost_text", { why })}</Subtle>
        <TextLink to="/settings/paycollect">{t("connection.to_settings")}</TextLink>
      </div>
    </Alert>
  )
}

interface EmptyProps {
  title: string
  text?: string
  icon?: ReactNode
  children?: ReactNode
}

export function Empty({ title, text, icon, children }: EmptyProps) {
  return (
    <div
      className="flex min-h-[150px] flex-col items-center justify-center gap-y-3 px-6 py-8 text-center"
      data-testid="empty"
    >
      {icon}
      <div className="flex flex-col gap-y-1">
        <Strong>{title}</Strong>
        {text && <Subtle>{text}</Subtle>}
      </div>
      {children}
    </div>
  )
}
