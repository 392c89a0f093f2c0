import { type MedusaRequest, type MedusaResponse } from "@medusajs/framework/http"
import { type PageFacts, type PageKind, resultPage } from "../features/written"

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

/** A page of the plugin's own, in the language of its visitor, where no other place is known to lead her to. */
export function sendResult(
  req: MedusaRequest,
  res: MedusaResponse,
  kind: PageKind,
  facts: PageFacts = {}
): void {
  const page = resultPage(kind, { ...facts, language: req.headers["accept-language"] })
  res.type("html").status(kind === "unknown" ? 404 : 200)
  res.send(page)
}
