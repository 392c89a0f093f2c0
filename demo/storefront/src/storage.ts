/** Browsers in private mode may throw on any access: then nothing is remembered, and the shop works all the same. */
export const storage = {
  get(key: string): string | null {
    try {
      return localStorage.getItem(`hauts_plateaux_${key}`)
    } catch {
      return null
    }
  },
  set(key: string, value: string | null): void {
    try {
      if (value === null) {
        localStorage.removeItem(`hauts_plateaux_${key}`)
      } else {
        localStorage.setItem(`hauts_plateaux_${key}`, value)
      }
    } catch {
      // Nothing depends on it.
    }
  },
}
