interface Person {
  firstname?: string
  lastname?: string
  email?: string
  phone?: string
}

/** Fewer digits are in most numbers. */
const LEAST_DIGITS = 3

/** Small letters without accents: people type "zoe" for "Zoé". */
const plain = (text: string) =>
  text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replace(/\s+/g, " ").trim()

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
