/** How a code may be written in the store: as most shops write them, then as it was typed, then small. */
export function spellings(typed: string): string[] {
  const code = typed.trim()
  return code === "" ? [] : [...new Set([code.toUpperCase(), code, code.toLowerCase()])]
}
