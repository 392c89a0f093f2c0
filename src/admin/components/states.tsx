import { Alert, Container, Skeleton } from "@medusajs/ui"
import type { ReactNode } from "react"
import { useErrorText } from "../hooks/action"
import { useTexts } from "../hooks/format"
import { SmallButton, Strong, Subtle } from "./kit"

/** Placeholder of a section while its data is on the way. */
export function SectionSkeleton({ rows = 4 }: { rows?: number }) {
  return (
    <Container className="divide-y p-0" aria-busy="true" data-testid="loading">
      <div className="px-6 py-4">
        <Skeleton className="h-7 w-40" />
      </div>
      <RowSkeletons rows={rows} />
    </Container>
  )
}

export function RowSkeletons({ rows = 3 }: { rows?: number }) {
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
export function LoadFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTexts()
  const text = useErrorText()
  return (
    <div className="px-6 py-4">
      <Alert variant="error" role="alert" data-testid="load-failed">
        <div className="flex flex-col items-start gap-y-2">
          <Strong>{t("states.failed")}</Strong>
          <Subtle>{text(error)}</Subtle>
          <SmallButton onClick={onRetry}>{t("states.retry")}</SmallButton>
        </div>
      </Alert>
    </div>
  )
}

interface LoadedProps<T> {
  of: { data: T | undefined; error: unknown; refetch: () => unknown }
  /** of the placeholder */
  rows?: number
  children: (data: T) => ReactNode
}

/** What a query answers, once it does. */
export function Loaded<T>({ of: { data, error, refetch }, rows, children }: LoadedProps<T>) {
  if (error) return <LoadFailed error={error} onRetry={() => void refetch()} />
  return data === undefined ? <RowSkeletons rows={rows} /> : <>{children(data)}</>
}

export function Empty({
  title,
  text,
  icon,
  children,
}: {
  title: string
  text?: string
  icon?: ReactNode
  children?: ReactNode
}) {
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
