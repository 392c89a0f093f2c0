/** What ends a line somewhere or is no text at all: white space of any kind, control characters, halves of signs. */
const BREAKS = /[\s\p{Cc}\p{Cs}]+/gu
/** What is not seen, but hides or turns round the text beside it. Joiners stay: words of some scripts are written with them. */
const UNSEEN = /(?![\u200c\u200d])\p{Cf}/gu

/** Names of people, as they are kept, sent, mailed and exported. */
export const LONGEST_NAME = 100
/** Longer is no e-mail address (RFC 5321). It is left out: one that was cut would be another person's. */
export const LONGEST_EMAIL = 254

/**
 * The one door for words that others wrote, customers and the service: one line of plain text of at most `longest` characters, which may be
 * none. Done twice it is the same.
 */
export function oneLine(text: string, longest: number): string {
  // Megabytes are not read through for a hundred characters.
  const line = text
    .slice(0, longest * 8)
    .replace(UNSEEN, "")
    .replace(BREAKS, " ")
    .trim()
  return [...line].slice(0, longest).join("").trimEnd()
}

/** The same of an identifier. What is taken out leaves a space, at its ends too: one that is not ours does not become ours. */
export function identifierLine(text: string, longest: number): string {
  return text.slice(0, longest).replace(UNSEEN, " ").replace(BREAKS, " ")
}

/** Letters with their marks, spaces, hyphens and apostrophes: nothing that could be an address, a sum or a sentence with an end. */
const GREETABLE = /^(?=.*\p{L})[\p{L}\p{M} '’-]{1,40}$/u

/** A name as the shop may say hello by it, in its own mail; undefined for one that is no such name. */
export function greetingName(name: string): string | undefined {
  return GREETABLE.test(name) ? name : undefined
}
