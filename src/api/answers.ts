/** ISO 8601, as answers write dates. */
export function iso(date: Date | string): string
export function iso(date: Date | string | null): string | null
export function iso(date: Date | string | null): string | null {
  return date && new Date(date).toISOString()
}

const mapped = <Name extends string>(names: Name[], value: (name: Name) => unknown) =>
  Object.fromEntries(names.map((name) => [name, value(name)]))

/** Of a record just these fields: whatever else a later version adds to it stays hidden. */
export const pick = <Shown extends object, Name extends keyof Shown & string>(
  shown: Shown,
  ...names: Name[]
) => mapped(names, (name) => shown[name]) as Pick<Shown, Name>

/** Of a record just these dates, as answers write them. */
export const datesOf = <Name extends string, Row extends Record<Name, Date | string | null>>(
  row: Row,
  ...names: Name[]
) =>
  mapped(names, (name) => iso(row[name])) as { [At in Name]: null extends Row[At] ? string | null : string }
