import { plainly } from "./spelling"

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
