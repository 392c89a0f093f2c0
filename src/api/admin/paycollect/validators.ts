import { z } from "@medusajs/framework/zod"
import { LINK_DAYS, MOST_LINK_DAYS } from "../../../features/payment-links/rules"
import { createSelectParams } from "@medusajs/medusa/api/utils/validators"
import { REFUND_REASONS } from "../../../service/wire/transaction"
import { ATTENTION_REASONS, MONEY_ANSWERS, type AttentionReason } from "../../../payments/attention-reasons"
import { ATTENTION_CATEGORIES } from "../../../modules/paycollect/models/attention"
import { PAYMENT_STATES, REFUND_STATES } from "../../../features/payment-state"
import { INTENT_SORTS } from "../../../features/payment-list/list"
import { INTENT_STATUSES } from "../../../modules/paycollect/models/intent"
import { LANGUAGES } from "../../../texts/language"
import {
  cardType,
  countryCode,
  currencyParameter,
  paymentMethod,
  storable,
  unquotedText,
} from "../../requests"

/** A parameter that may be there several times. */
export const oneOrMore = <T extends z.ZodType>(value: T, most = Infinity) =>
  z.union([value, z.array(value).max(most)]).transform((given) => [given].flat() as z.output<T>[])
const id = z.string().min(1).max(128)
const pageNumber = z.coerce.number().int().min(0).max(1_000_000)

const ISO_DAY = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/

const dateRange = (name: string) =>
  z
    .string()
    .refine(
      (value) => ISO_DAY.test(value) && !Number.isNaN(Date.parse(value)),
      `${name}: must be an ISO 8601 date such as 2026-01-31 or 2026-01-31T12:00:00Z`
    )
    .transform((value) => new Date(value))

const dateParameter = (operator: string) => dateRange(`created_at.${operator}`).optional()

/** More than a thousand references, within what Medusa takes as a body. */
const MOST_PASTED = 50_000

const filters = {
  q: storable.trim().max(128).optional(),
  /** of payments since when a part of an e-mail, a name or a phone number is looked for: 90 days ago without it */
  people_since: dateRange("people_since").optional(),
  status: oneOrMore(z.enum([...INTENT_STATUSES, ...REFUND_STATES])).optional(),
  state: oneOrMore(z.enum(PAYMENT_STATES)).optional(),
  environment: z.enum(["test", "live"]).optional(),
  provider_id: oneOrMore(id).optional(),
  currency_code: oneOrMore(currencyParameter.toLowerCase()).optional(),
  cart_id: id.optional(),
  order_id: id.optional(),
  customer_id: id.optional(),
  /** `true`: only intents with an open item on the "needs attention" list; `false`: only those without */
  needs_attention: z.enum(["true", "false"]).optional(),
  created_at: z
    .strictObject({
      $gte: dateParameter("$gte"),
      $gt: dateParameter("$gt"),
      $lte: dateParameter("$lte"),
      $lt: dateParameter("$lt"),
    })
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

/** Of the export alone: how the file is written; by the reader's language without it. */
export const intentsFileQuery = intentsQuery.extend({ dialect: z.enum(LANGUAGES).optional() })

/** Everything a list or a detail shows of an intent (`src/types/http/payments.ts`); `fields` takes away from it. */
export const INTENT_FIELDS = (
  "id payment_number merchant_reference service_intent_id payment_ref subject_id attempt " +
  "cart_id payment_collection_id provider_id environment amount currency_code exponent " +
  "fee_bearer fee refunded refundable recovered status state outcome outcome_reason verified " +
  "verified_at paid_at applied_at closed_at closed_as next_step_at advance_attempts order_id " +
  "assigned_order_id order_display_id customer_id customer_name customer_email service_dashboard_url " +
  "created_at updated_at attention.*"
).split(" ")

/** Items on one page, and how many of them one request resolves. */
const MOST_ITEMS_AT_ONCE = 100
const MOST_RESOLVED = 50
const REASON_NAMES = Object.keys(ATTENTION_REASONS) as AttentionReason[]

export const attentionQuery = z.object({
  /** items that are closed bear the word of the person's button */
  status: z
    .enum(["open", "closed", "resolved"])
    .transform((status) => (status === "open" ? status : "resolved"))
    .optional(),
  reason: oneOrMore(z.enum(REASON_NAMES)).optional(),
  category: oneOrMore(z.enum(ATTENTION_CATEGORIES)).optional(),
  environment: z.enum(["test", "live"]).optional(),
  intent_id: oneOrMore(id).optional(),
  limit: z.coerce.number().int().min(1).max(MOST_ITEMS_AT_ONCE).default(20),
  offset: pageNumber.default(0),
})

export const refundsQuery = z.object({
  kind: z.enum(["refund", "cash_refund", "reversal"]).optional(),
  limit: z.coerce.number().int().min(1).max(MOST_ITEMS_AT_ONCE).default(20),
  offset: pageNumber.default(0),
})

const MAJOR_AMOUNT = /^\d{1,15}(\.\d{1,15})?$/
const NO_MAJOR_AMOUNT = "must be a positive decimal in major units, such as 12500 or 19.99"

const itemId = storable.min(1).max(128)
/** of the merchant's, for the history */
const noteText = storable.trim().min(1).max(1_000)

/** Whether it is asked for depends on the item. */
const moneyAnswer = z.enum(MONEY_ANSWERS).optional()

export const resolveBody = unquotedText(
  z.strictObject({ attention_id: itemId, note: noteText, money: moneyAnswer })
)

export const resolveItemsBody = unquotedText(
  z.strictObject({ ids: z.array(itemId).min(1).max(MOST_RESOLVED), note: noteText, money: moneyAnswer })
)

/** Body of `POST /admin/paycollect/intents/:id/assign`: the order that the money is given to. */
export const assignBody = unquotedText(z.strictObject({ order_id: storable.min(1).max(128) }))

export const assignableOrdersQuery = z.object({ q: storable.trim().max(128).optional() })

/** As everywhere in Medusa. */
const majorAmount = z
  .union([z.string(), z.number()])
  .transform(String)
  .refine((amount) => MAJOR_AMOUNT.test(amount), NO_MAJOR_AMOUNT)

/** Body of `POST /admin/paycollect/intents/:id/refund`. Whether the amount fits is known only when the currency is. */
export const refundBody = unquotedText(
  z.strictObject({
    /** absent: all that is left */
    amount: majorAmount.optional(),
    left: majorAmount.optional(),
    currency_code: currencyParameter.optional(),
    reason: z.enum(REFUND_REASONS),
    note: noteText.optional(),
    attention_id: itemId.optional(),
    key: storable.min(8).max(128).optional(),
  })
)

/** An order, or a cart that was left behind: of a cart that became an order both mean the same. */
const linkSubject = {
  order_id: storable.min(1).max(128).optional(),
  cart_id: storable.min(1).max(128).optional(),
}
const isOneOfBoth = ({ order_id, cart_id }: { order_id?: string; cart_id?: string }) =>
  (order_id === undefined) !== (cart_id === undefined)
const ONE_OF_BOTH = {
  path: ["order_id"],
  message: "order_id: name an order, or a cart in cart_id; one of both",
}

export const linksQuery = z.object(linkSubject).refine(isOneOfBoth, ONE_OF_BOTH)

export const linkBody = unquotedText(
  z
    .strictObject({
      ...linkSubject,
      /** how long it can be paid by */
      days: z.number().int().min(1).max(MOST_LINK_DAYS).default(LINK_DAYS),
      /** a draft is made an order first; without it a draft is refused */
      convert_draft: z.boolean().default(false),
    })
    .refine(isOneOfBoth, ONE_OF_BOTH)
)

export const orphansBody = unquotedText(
  z
    .strictObject({
      /** whatever the references stand in: a list, an e-mail, a file of the service's dashboard */
      pasted: storable.max(MOST_PASTED).default(""),
      since: dateRange("since").optional(),
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
    amount: z.string().regex(MAJOR_AMOUNT, `amount: ${NO_MAJOR_AMOUNT}`),
    currency_code: currencyParameter,
    payment_method: paymentMethod.optional(),
    country_code: countryCode.optional(),
    card_type: cardType.optional(),
  })
  .refine((query) => query.payment_method !== undefined || query.country_code !== undefined, {
    path: ["country_code"],
    message: "country_code: is needed to list the methods, or name one method in payment_method",
  })

export const paymentMethodsQuery = z.object({ country_code: countryCode })

/** Query of `GET /admin/paycollect/customers`: passed through untouched (U-17), but for the search. */
export const customersQuery = z.object({
  q: z.string().trim().max(128).optional(),
  limit: pageNumber.optional(),
  offset: pageNumber.optional(),
  page: pageNumber.optional(),
})
