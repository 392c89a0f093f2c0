import { z } from "@medusajs/framework/zod"
import { parsePhoneNumberFromString } from "libphonenumber-js"
import { recipientOf } from "./addresses"

const number = z
  .string()
  .refine(
    (typed) => recipientOf("sms", typed) !== null,
    "must be a phone number with its country, such as +237 670 00 00 02"
  )
  .transform((typed) => {
    const phone = recipientOf("sms", typed)!
    return parsePhoneNumberFromString(phone)?.formatInternational() ?? phone
  })

/** How customers reach the shop. Shown to them, so nothing of it is secret; numbers as they are written between countries. */
export const supportSchema = z
  .object({
    email: z
      .string()
      .trim()
      .refine((typed) => recipientOf("email", typed) !== null, "must be an e-mail address")
      .optional(),
    phone: number.optional(),
    /** the number of a WhatsApp account */
    whatsapp: number.optional(),
  })
  .strict()
  .default({})

export type Support = z.output<typeof supportSchema>

/** For an answer to a customer; nothing where the merchant set nothing. */
export const shownSupport = (support: Support): { support?: Support } =>
  Object.keys(support).length > 0 ? { support } : {}
