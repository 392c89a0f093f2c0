import { z } from "@medusajs/framework/zod"
import { createSelectParams } from "@medusajs/medusa/api/utils/validators"
import { INTENT_SORTS } from "../../../modules/paycollect/ledger/list"
import { INTENT_STATUSES } from "../../../modules/paycollect/models/intent"
import { cardType, countryCode, currencyCode, paymentMethod, storable, unquoted } from "../../parameters"

const oneOrMore = <T extends z.ZodType>(value: T) => z.union([value, z.array(value)])
const id = z.string().min(1).max(128)
const pageNumber = z.coerce.number().int().min(0).max(1_000_000)

const ISO_DATE = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/

const dateIn = (name: string) =>
  z
    .string()
    .refine(
      (value) => ISO_DATE.test(value) && !Number.isNaN(Date.parse(value)),
      `${name}: must be an ISO 8601 date such as 2026-01-31 or 2026-01-31T12:00:00Z`
    )
    .transform((value) => new Date(value))

const dateOf = (operator: string) => dateIn(`created_at.${operator}`).optional()

/** More than a thousand references, within what Medusa takes as a body. */
const MOST_PASTED = 50_000

const filters = {
  q: z.string().trim().max(128).optional(),
  status: oneOrMore(z.enum(INTENT_STATUSES)).optional(),
  environment: z.enum(["test", "live"]).optional(),
  provider_id: oneOrMore(id).optional(),
  currency_code: oneOrMore(currencyCode.toLowerCase()).optional(),
  cart_id: id.optional(),
  order_id: id.optional(),
  /** `true`: only intents with an open item on the "needs attention" list; `false`: only those without */
  needs_attention: z.enum(["true", "false"]).optional(),
  created_at: z
    .strictObject({ $gte: dateOf("$gte"), $gt: dateOf("$gt"), $lte: dateOf("$lte"), $lt: dateOf("$lt") })
    .optional(),
  order: z.enum(INTENT_SORTS.flatMap((name) => [name, `-${name}`])).default("-created_at"),
}

/**
 * Query of `GET /admin/paycollect/intents`: filters, search, Medusa's paging and field selection; newest first unless `order` says. The export takes the same, so that a page can pass on what it shows: a file has no pages, and all columns.
 */
export const intentsQuery = createSelectParams().extend({
  ...filters,
  limit: z.coerce.number().int().min(1).max(200).default(20),
  offset: pageNumber.default(0),
})

/** Everything a list or a detail shows of an intent (`src/types/http.ts`); `fields` takes away from it. */
export const INTENT_FIELDS = [
  "id",
  "merchant_reference",
  "intent_id",
  "payment_ref",
  "subject_id",
  "attempt",
  "cart_id",
  "payment_collection_id",
  "provider_id",
  "environment",
  "amount",
  "currency_code",
  "exponent",
  "fee_bearer",
  "fee",
  "refunded",
  "rebuilt",
  "status",
  "outcome",
  "outcome_reason",
  "verified",
  "verified_at",
  "settled_at",
  "released_at",
  "due_at",
  "settle_attempts",
  "order_id",
  "order_display_id",
  "customer_id",
  "customer_email",
  "created_at",
  "updated_at",
  "attention.*",
]
/** Body of `POST /admin/paycollect/intents/:id/resolve`: which item, and what the merchant did about it. */
export const resolveBody = unquoted(
  z.strictObject({ attention_id: storable.min(1).max(128), note: storable.trim().min(1).max(1_000) })
)

/** Body of `POST /admin/paycollect/lost-payments`. */
export const lostPaymentsBody = unquoted(
  z
    .strictObject({
      /** whatever the references stand in: a list, an e-mail, a file of the service's dashboard */
      pasted: storable.max(MOST_PASTED).default(""),
      since: dateIn("since").optional(),
      /** that all of them are this shop's, also those that nothing here is of */
      all_ours: z.boolean().default(false),
    })
    .refine(({ pasted, since }) => since !== undefined || pasted.trim() !== "", {
      message: "paste references, or give a date in since",
    })
)

/** Query of `GET /admin/paycollect/fee-preview`. Whether the amount fits the currency is known only when the currency is. */
export const feePreviewQuery = z
  .object({
    amount: z
      .string()
      .regex(
        /^\d{1,15}(\.\d{1,15})?$/,
        "amount: must be a positive decimal in major units, such as 12500 or 19.99"
      ),
    currency_code: currencyCode,
    payment_method: paymentMethod.optional(),
    country_code: countryCode.optional(),
    card_type: cardType.optional(),
  })
  .refine((query) => query.payment_method !== undefined || query.country_code !== undefined, {
    path: ["country_code"],
    message: "country_code: is needed to list the methods, or name one method in payment_method",
  })

/** Query of `GET /admin/paycollect/payment-methods` */
export const paymentMethodsQuery = z.object({ country_code: countryCode })

/** Query of `GET /admin/paycollect/customers`: passed through untouched (U-17). */
export const customersQuery = z.object({
  limit: pageNumber.optional(),
  offset: pageNumber.optional(),
  page: pageNumber.optional(),
})

export type IntentsQuery = z.infer<typeof intentsQuery>
export type ResolveBody = z.infer<typeof resolveBody>
export type LostPaymentsBody = z.infer<typeof lostPaymentsBody>
export type FeePreviewQuery = z.infer<typeof feePreviewQuery>
export type PaymentMethodsQuery = z.infer<typeof paymentMethodsQuery>
export type CustomersQuery = z.infer<typeof customersQuery>
