/** @returns the path parameters, or null when `path` is another address or cannot be decoded */
export function matchPath(pattern: string, path: string): Record<string, string> | null {
  const wanted = pattern.split("/")
  const given = path.split("/")
  if (wanted.length !== given.length) return null
  const params: Record<string, string> = {}
  for (const [index, segment] of wanted.entries()) {
    const value = decode(given[index]!)
    if (value === null || value === "") {
      if (segment !== given[index]) return null
    } else if (segment.startsWith(":")) {
      params[segment.slice(1)] = value
    } else if (segment !== value) {
      return null
    }
  }
  return params
}

function decode(segment: string): string | null {
  try {
    return decodeURIComponent(segment)
  } catch {
    return null
  }
}
