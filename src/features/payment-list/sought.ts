import { exactMinorAmount } from "../../payments/money"
import { type MinorAmount } from "../../service/wire/shape"
import { parsePaymentNumber, partOfPaymentNumber, type PaymentNumber } from "../../payments/names"

/** What a person may have meant who typed something to find a payment by. Pure: where each is looked for is the callers' business. */
export interface Sought {
  /** as it was typed, without the space around it and the words before a number: an id of a payment, a cart or an order */
  text: string
  number: PaymentNumber | null
  /** its beginning or end */
  numberPart: string | null
  /** of an order, with or without `#` */
  orderNumber: number | null
  /** in smallest units, for each number of decimals that a currency may have */
  amounts: SoughtAmount[]
  /** lower case: compared with the beginning of references, and where it is long enough with their end */
  reference: { beginning: string; ending: string | null } | null
  /** a whole e-mail address */
  email: string | null
  person: SoughtPerson | null
}

export interface SoughtAmount {
  amount: MinorAmount
  exponent: number
}

/** A part of an e-mail, a name or a phone number. */
export interface SoughtPerson {
  /** lower case; each of them is part of the first or the last name, or the only one of the e-mail */
  words: string[]
  /** of a phone number, as it was typed without what stands between; null where it is none */
  digits: string | null
}

/** Decimals that currencies have (ISO 4217: none to four). */
const EXPONENTS = [0, 1, 2, 3, 4]
/** Fewer are the end of too many references. */
const LEAST_ENDING = 4
const LEAST_OF_A_NAME = 3
const LEAST_OF_A_PHONE = 4
/** With the country, and the 00 before it. */
const MOST_OF_A_PHONE = 17
/** A number with fewer is only a part of one. */
const LEAST_OF_A_WHOLE_PHONE = 6
const MOST_WORDS = 4

/** What stands before a number where it was copied from: "Payment number: ...", "Paiement n° ...", "Order #...". */
const LABEL =
  /^(?:payment|paiement|order|commande|number|num[eé]ro)[\s.:#]+(?:(?:number|num[eé]ro|de|paiement|commande|no)[\s.:#]+|n[°º][\s.:]*)*(?=\S)/i

export function soughtBy(typed: string): Sought {
  const text = typed.trim().replace(LABEL, "")
  const number = parsePaymentNumber(text)
  const isEmail = /^[^\s@]+@[^\s@]+$/.test(text)
  const isOneWord = text !== "" && !/[\s@]/.test(text)
  const lower = text.toLowerCase()
  const amounts = amountsIn(text)
  return {
    text,
    number,
    numberPart: partOfPaymentNumber(text),
    orderNumber: orderNumberIn(text),
    amounts,
    reference: isOneWord ? { beginning: lower, ending: lower.length < LEAST_ENDING ? null : lower } : null,
    email: isEmail ? text : null,
    person: isId(text) || (number && /\d/.test(text)) ? null : personIn(lower, amounts.length > 0),
  }
}

/** Ids of Medusa's and of ours: no person is called so. */
const isId = (text: string) => /^(cart|order|pay_col|pcint)_/i.test(text)

function orderNumberIn(text: string): number | null {
  const digits = /^#?\s?(\d{1,9})$/.exec(text)?.[1]
  return digits ? Number(digits) : null
}

function personIn(text: string, isAmount: boolean): SoughtPerson | null {
  const words = text.split(/\s+/).filter((word) => word !== "")
  const isLong = words.join("").length >= LEAST_OF_A_NAME
  const isName = words.length <= MOST_WORDS && isLong && !isAmount && !/^[#\d\s.,+()/-]+$/.test(text)
  const digits = /^[+(]?[\d\s.()/-]+$/.test(text) ? text.replace(/\D/g, "") : ""
  const isPhone =
    digits.length >= LEAST_OF_A_PHONE &&
    digits.length <= MOST_OF_A_PHONE &&
    phoneCore(digits).length >= LEAST_OF_A_NAME
  if (!isName && !isPhone) return null
  return { words: isName ? words : [], digits: isPhone ? digits : null }
}

/** Whether a phone number that was written down, in whatever way, is the one of these digits, or has them in it. */
export function isPhoneOf(digits: string, written: string | null | undefined): boolean {
  const number = (written ?? "").replace(/\D/g, "")
  // With the country before it in one of the two, and the 0 of inland calls in the other.
  const [typed, kept] = [digits, number].map((each) => each.replace(/^0+/, "")) as [string, string]
  if (typed === "" || kept === "") return false
  return kept.includes(typed) || (kept.length >= LEAST_OF_A_WHOLE_PHONE && typed.endsWith(kept))
}
/** What every way to write the number down has in this order, whatever stands between: its last digits. */
export function phoneCore(digits: string): string {
  return digits.replace(/^0+/, "").slice(-LEAST_OF_A_WHOLE_PHONE)
}

/**
 * An amount as people write it: `4968`, `4 968`, `4,968.50`, `4.968,50`, with or without a currency. Three digits after the only
 * separator are thousands or decimals: both.
 */
function amountsIn(text: string): SoughtAmount[] {
  const plain = text
    .replace(/^\s*(\p{Sc}|f\s?cfa|[a-z]{3}(?![a-z]))?\s*/iu, "")
    .replace(/\s*(\p{Sc}|f\s?cfa|[a-z]{3})?\s*$/iu, "")
  return readings(plain).flatMap((decimal) =>
    EXPONENTS.flatMap((exponent) => {
      const amount = exactMinorAmount(decimal, exponent)
      return amount ? [{ amount, exponent }] : []
    })
  )
}

/** The decimals that a written number may be. */
function readings(written: string): string[] {
  if (!/^\d{1,3}([ \u00a0\u202f'’]\d{3})+([.,]\d+)?$|^[\d.,]+$/.test(written)) return []
  const compact = written.replace(/[ \u00a0\u202f'’]/g, "")
  if (/^\d+$/.test(compact)) return [compact]
  const grouped = /^\d{1,3}(?:\.\d{3})+(?:,\d+)?$|^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(compact)
  const decimal = /^\d+[.,]\d+$/.test(compact)
  const whole = compact.split(/[.,](?=\d+$)/)
  const asGroups = () => {
    const separator = /[.,]/.exec(compact)![0]
    return compact.replaceAll(separator, "").replace(",", ".")
  }
  return [...(grouped ? [asGroups()] : []), ...(decimal ? [whole.join(".")] : [])]
}
