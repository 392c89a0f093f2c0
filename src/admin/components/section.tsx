import { Container, Heading, Text, clx } from "@medusajs/ui"
import type { ReactNode } from "react"
import { useTexts } from "../hooks/format"
import { Copyable, Strong, Subtle } from "./kit"

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

/** A value that people copy to look it up elsewhere. */
export function CopyRow({ title, value }: { title: string; value: string | null }) {
  return <SectionRow title={title}>{value && <Copyable value={value} name={title} />}</SectionRow>
}

export function TwoColumns({ main, side }: { main: ReactNode; side: ReactNode }) {
  return (
    <div className="flex w-full flex-col items-start gap-x-4 gap-y-3 xl:grid xl:grid-cols-[minmax(0,_1fr)_440px]">
      <div className="flex w-full min-w-0 flex-col gap-y-3">{main}</div>
      <div className="flex w-full min-w-0 flex-col gap-y-3">{side}</div>
    </div>
  )
}

/** Body of a section that has no rows. */
export function SectionBody({ children, className }: { children: ReactNode; className?: string }) {
  return <div className={clx("flex flex-col gap-y-4 px-6 py-4", className)}>{children}</div>
}

/** A page's name in the path above the page. */
export function Crumb({ name }: { name: string }) {
  const { t } = useTexts()
  return <>{t(name)}</>
}

/** The darker blue of the kit: its usual one has too little contrast on white. */
export const link =
  "text-ui-fg-interactive-hover hover:underline focus-visible:shadow-borders-focus rounded outline-none"
