export interface Length {
  name: string
  lines: number
}
export function sourcesOf(folder: string): string[]
export function lengthsOf(folder: string): { file: Length[]; function: Length[] }
