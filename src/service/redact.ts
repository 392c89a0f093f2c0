const TOKEN_TEXT = "[A-Za-z0-9_.~+/=-]"

/** Credentials by their documented prefixes (interface 5), wherever they stand: in addresses, JSON or prose. */
const CREDENTIALS: readonly RegExp[] = [
  new RegExp(`(?:sk|pk)_(?:test|live)_${TOKEN_TEXT}*`, "gi"),
  new RegExp(`whsec_${TOKEN_TEXT}*`, "gi"),
  new RegExp(`(?:sk|pk|cs)_${TOKEN_TEXT}{12,}`, "gi"),
  new RegExp(`(?<![A-Za-z0-9])(?:sk|pk|cs)_${TOKEN_TEXT}+`, "gi"),
  new RegExp(`[A-Za-z0-9]*_secret_${TOKEN_TEXT}+`, "gi"),
  new RegExp(`\\bBearer\\s+${TOKEN_TEXT}+`, "gi"),
  // `client_secret=...`, `"session_token": "..."`, `api-key: ...`, JSON in JSON: the value goes whatever its form, and the name with it.
  /(?<![A-Za-z])(?:client[_-]?)?(?:secret|token|api[_-]?key|password)[\s"'\\]*[=:][\s"'\\]*[^\s"'\\&,;}]+/gi,
]

const EMAIL_TEXT = /[^\s@"'<>(),;:=&?/]+(?:@|%40)[^\s@"'<>(),;:&?/]+/gi

/** Eight or more digits, in any script and with the usual separators, may be a telephone number. */
const PHONE_TEXT = /\+?\p{Nd}(?:[\s().\-/]{0,3}\p{Nd}){7,}/gu

const REMOVED = "[removed]"

/** Takes keys, tokens and client secrets out of `text`. */
export function redactCredentials(text: string): string {
  return CREDENTIALS.reduce((rest, pattern) => rest.replace(pattern, REMOVED), text)
}

/**
 * Takes everything out of `text` that must never reach a log or an answer: keys, session tokens, client secrets,
 * e-mail addresses and telephone-like digit runs. Rather too much than too little: dates go, too.
 */
export function redact(text: string): string {
  return redactCredentials(text).replace(EMAIL_TEXT, REMOVED).replace(PHONE_TEXT, REMOVED)
}

const EXCERPT_IN = 4096
const EXCERPT_OUT = 300

/** `redact` for foreign text of any length: one line, at most 300 characters. Cut after redaction, so no half secret stays. */
export function excerpt(text: string): string {
  const whole = text.length <= EXCERPT_IN
  const input = whole ? text : text.slice(0, EXCERPT_IN).replace(/\S+$/, "")
  const line = redact(input)
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim()
  return line.length > EXCERPT_OUT ? `${line.slice(0, EXCERPT_OUT)}...` : line
}
