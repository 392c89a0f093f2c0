/** ISO 8601, as answers write dates. */
export function iso(date: Date | string): string
export function iso(date: Date | string | null): string | null
export function iso(date: Date | string | null): string | null {
  return date && new Date(date).toISOString()
}
