/** Shorter than this, four characters would be too much of a secret. */
const MIN_LENGTH = 12
const SHOWN = 4

/** `sk_test_••••1a2b`: enough for a merchant to tell keys apart, useless to a thief. */
export function masked(secret: string): string {
  const prefix = /^(?:sk_test_|sk_live_|whsec_)/.exec(secret)?.[0] ?? ""
  const rest = secret.slice(prefix.length)
  return `${prefix}••••${rest.length < MIN_LENGTH ? "" : rest.slice(-SHOWN)}`
}
