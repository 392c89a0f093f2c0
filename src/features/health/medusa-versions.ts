/**
 * The versions of Medusa that `npm run test:medusa` passed on, first to last. Moved only after a run on the new one: what may change with
 * an upgrade is listed in docs/medusa.md, each with the test that pins it.
 */
export const TESTED_MEDUSA = { first: "2.21.0", last: "2.21.2" } as const

/** "2.21.2", or "2.21.0 to 2.21.2" */
export function testedRange({ first, last }: { first: string; last: string } = TESTED_MEDUSA): string {
  return first === last ? first : `${first} to ${last}`
}

/** A preview of a version is another program than the version. */
export function isTested(
  version: string,
  { first, last }: { first: string; last: string } = TESTED_MEDUSA
): boolean {
  const [is, from, to] = [versionParts(version), versionParts(first)!, versionParts(last)!]
  return !!is && compare(is, from) >= 0 && compare(is, to) <= 0
}

function versionParts(version: string): number[] | null {
  const parts = /^(\d+)\.(\d+)\.(\d+)$/.exec(version)
  return parts && parts.slice(1).map(Number)
}

function compare(one: number[], other: number[]): number {
  const at = one.findIndex((part, index) => part !== other[index])
  return at === -1 ? 0 : one[at]! - other[at]!
}
