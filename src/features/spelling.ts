/** Accents that Unicode writes behind their letter: what `normalize("NFD")` splits off. */
const ACCENTS = "\\u0300-\\u036f"
/** Letters of their own, which people type as others. */
const TYPED_AS: Record<string, string> = { ø: "o", đ: "d", ł: "l", ı: "i", æ: "ae", œ: "oe" }
/** Where letters with accents stand: Latin, Greek, Cyrillic, and the rest of Latin and Greek. */
const ALPHABETS: [from: number, to: number][] = [
  [0x41, 0x24f],
  [0x370, 0x52f],
  [0x1e00, 0x1fff],
]
const APOSTROPHES = "['’‘ʼ´`]"

/** Small letters without accents: "zoe" for "Zoé", "laetitia" for "Lætitia". */
export function plainly(text: string): string {
  const small = text
    .toLowerCase()
    .normalize("NFD")
    .replace(new RegExp(`[${ACCENTS}]`, "g"), "")
  return small.normalize("NFC").replace(/[øđłıæœ]/g, (letter) => TYPED_AS[letter]!)
}

/** Every way to write a plain letter, or two of them, as the inside of a bracket: `e` as `Ee…éÉ…`. */
const WRITTEN = writings()

/**
 * A regular expression, the same to PostgreSQL and to JavaScript, for what the person may have written who is quoted so: with accents or
 * without, in small letters or capitals, whatever the database's language holds for one letter.
 */
export function spellings(quoted: string): string {
  // Accents alone are no letters: without them nothing would be left, which is in every name.
  const parts = (plainly(quoted) || quoted).match(/ae|oe|[^]/gu) ?? []
  return parts.map((part) => (part.length === 2 ? ligature(part) : letter(part))).join("")
}

function ligature(part: string): string {
  const together = WRITTEN.get(part)
  const apart = [...part].map(letter).join("")
  return together ? `(${apart}|[${together}])` : apart
}

function letter(one: string): string {
  const written = WRITTEN.get(one)
  if (written) return `[${written}][${ACCENTS}]*`
  if (/['’‘ʼ´`]/.test(one)) return APOSTROPHES
  return one.replace(/[\\^$.*+?()[\]{}|]/, "\\$&")
}

function writings(): Map<string, string> {
  const written = new Map<string, string>()
  for (const [from, to] of ALPHABETS) {
    for (let code = from; code <= to; code++) {
      const one = String.fromCharCode(code)
      if (/\p{L}/u.test(one)) written.set(plainly(one), (written.get(plainly(one)) ?? "") + one)
    }
  }
  return written
}

interface Person {
  firstname?: string
  lastname?: string
  email?: string
  phone?: string
}

/** Fewer digits are in most numbers. */
const LEAST_DIGITS = 3

const plain = (text: string) => plainly(text).replace(/\s+/g, " ").trim()

/** Whether part of a person's name (either way round), e-mail or phone, however it is written, is what an employee typed. */
export function isPerson(
  { firstname = "", lastname = "", email = "", phone = "" }: Person,
  typed: string
): boolean {
  const wanted = plain(typed)
  if (wanted === "") return false
  const names = [`${firstname} ${lastname}`, `${lastname} ${firstname}`, email].map(plain)
  if (names.some((name) => name.includes(wanted))) return true
  const digits = /^[\d\s().+-]+$/.test(typed) ? typed.replace(/\D/g, "").replace(/^00/, "") : ""
  return digits.length >= LEAST_DIGITS && phone.replace(/\D/g, "").includes(digits)
}
