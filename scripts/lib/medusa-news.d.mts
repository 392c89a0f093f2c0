/** One ring beside another Medusa: whether it passed, its counts in words, and, where it did not, whether it fails with the tree's own Medusa, too. */
export interface RingResult {
  ring: string
  ok: boolean
  counts: string
  failsHere?: boolean
}

export function newestOf(versions: string[]): string | undefined
export function isNewer(version: string, than: string): boolean
export function verdictOf(version: string, results: RingResult[]): { code: 0 | 1; lines: string[] }
