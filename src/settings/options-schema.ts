import { z } from "@medusajs/framework/zod"
import { type MedusaContainer } from "@medusajs/framework/types"
import { addressProblem, isVersioned } from "../service/address"
import { amountsSchema } from "./amount-options"
import { messagesSchema, notificationsSchema } from "./notification-options"
import { supportSchema } from "./support"
import { serviceSchema } from "./service-options"
import { SECRET_KEYS, type Environment } from "../service/config"

/**
 * The one schema of the plugin's options, checked at boot. Absent keys are allowed (the provider then answers "not configured");
 * present and invalid values stop the boot with the option's name and never its value, because it may be a secret.
 */

/** https, or http on loopback only: keys and checkout addresses must not cross a network in clear. */
export const isSafeAddress = (value: string) => addressProblem(value) === undefined

const addressOption = z
  .string()
  .refine(
    isSafeAddress,
    "must be an https address (http only on loopback) without credentials, query or fragment"
  )
  .transform((value) => value.replace(/\/+$/, ""))

const baseAddress = addressOption.refine(isVersioned, "must end in the version segment, for example /v1")

const environmentSchema = (environment: Environment) =>
  z
    .object({
      secretKey: z
        .string()
        .regex(
          SECRET_KEYS[environment],
          `must be a secret key of this environment, starting with sk_${environment}_`
        )
        .optional(),
      baseUrl: baseAddress.optional(),
      checkoutUrl: addressOption.optional(),
      webhookSecret: z
        .union([z.string(), z.array(z.string())])
        .transform((value) =>
          (Array.isArray(value) ? value : value.split(",")).map((secret) => secret.trim())
        )
        .refine(
          (secrets) => secrets.every((secret) => /^whsec_\S{8,}$/.test(secret)),
          "must be webhook secrets starting with whsec_, separated by commas"
        )
        .optional(),
    })
    .strict()

const ADDRESS_PLACEHOLDER = /\{([a-z_]*)\}/g

const PLACEHOLDERS = new Set(["country_code", "cart_id", "order_id", "reference"])

const returnTemplate = z.string().refine((template) => {
  const names = [...template.matchAll(ADDRESS_PLACEHOLDER)].map((match) => match[1] ?? "")
  const filled = template.replace(ADDRESS_PLACEHOLDER, "x")
  const origin = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i.exec(template)?.[0] ?? ""
  return names.every((name) => PLACEHOLDERS.has(name)) && URL.canParse(filled) && !origin.includes("{")
}, "must be an absolute address whose path or query may hold {country_code} {cart_id} {order_id} {reference}")

/** 32 bytes as 64 hexadecimal digits, or as 43 characters of base64 or base64url with or without padding. */
const ENCRYPTION_KEY = /^(?:[0-9a-f]{64}|[0-9a-z+/]{43}=?|[0-9a-z_-]{43}=?)$/i

/** What customers of a French cart read in French, unless the merchant chose words. */
export const DEFAULT_DESCRIPTION = "Payment {payment_number}"

/** Whether this customer has proven to own the e-mail of the account: what a store that verifies e-mails its own way knows. */
type ProvesEmail = (
  customer: { id: string; email: string },
  container: MedusaContainer
) => boolean | Promise<boolean>

const customerSessions = z.custom<"verified" | ProvesEmail>(
  (rule) => rule === "verified" || typeof rule === "function",
  'must be "verified", or a function (customer, container) => boolean'
)

export const pluginOptionsSchema = z
  .object({
    environment: z.enum(["test", "live"]).default("test"),
    /** keys that protect secrets entered in the dashboard: the first one encrypts, any of them decrypts */
    encryptionKey: z
      .union([z.string(), z.array(z.string())])
      .transform((value) => (Array.isArray(value) ? value : value.split(",")).map((key) => key.trim()))
      .refine(
        (keys) => keys.length > 0 && keys.every((key) => ENCRYPTION_KEY.test(key)),
        "must be keys of 32 bytes in base64 or as 64 hexadecimal digits, separated by commas; `openssl rand -base64 32` makes one"
      )
      .optional(),
    test: environmentSchema("test").default({}),
    live: environmentSchema("live").default({}),

    /** public address of this Medusa server; the service sends customers back to `{backendUrl}/paycollect/return/...` */
    backendUrl: addressOption.optional(),
    /** address of the storefront; default for the three return templates and the only allowed origin unless `returnOrigins` names more */
    storefrontUrl: addressOption.optional(),
    returnUrls: z
      .object({ success: returnTemplate, waiting: returnTemplate, failure: returnTemplate })
      .partial()
      .strict()
      .default({}),
    /** further origins that return templates may lead to, for example `https://shop.example` or `myshop://payment` */
    returnOrigins: z
      .array(
        z.string().regex(/^[a-z][a-z0-9+.-]*:\/\/[^/?#\s]*$/i, "must be origins such as https://shop.example")
      )
      .default([]),

    /** `on_redirect`: a PaymentIntent is made when the customer goes to pay, not with the payment session */
    createIntent: z.enum(["on_session", "on_redirect"]).default("on_session"),
    /** `place`: an order is made, shown unpaid, while the customer confirms on the phone */
    pendingOrders: z.enum(["wait", "place"]).default("wait"),
    pendingOrderExpiryHours: z.number().positive().max(168).default(24),
    /** what a refund in Medusa does (U-14) */
    refunds: z.enum(["off", "manual", "api"]).default("off"),
    /** whose e-mail is proven and may have a session of the service (interface 4.4); without it no customer may */
    customerSessions: customerSessions.optional(),
    /** who hears of items that need attention, through Medusa's Notification Module */
    notifications: notificationsSchema,
    /** what customers hear of their money, through the same module */
    messages: messagesSchema,
    /** how customers reach the shop, told to those whose money is being looked at */
    support: supportSchema,
    feeBearer: z.enum(["merchant", "customer"]).default("merchant"),
    /** `{payment_number}`, which stands at the end of words without it, and `{reference}` are replaced; may appear on a bank statement (interface 2.1) */
    description: z.string().min(1).max(140).default(DEFAULT_DESCRIPTION),
    confirmationMethod: z.enum(["automatic", "manual"]).default("automatic"),
    confirm: z.boolean().default(false),
    collectShippingAddress: z.boolean().default(false),
    sendItems: z.boolean().default(true),
    /** method codes each provider allows on the hosted checkout (interface 2.1, U-25); an empty list allows all */
    paymentMethodTypes: z
      .partialRecord(
        z.enum(["paycollect", "paycollect-mobile-money", "paycollect-card"]),
        z.array(z.string().min(1))
      )
      .default({}),
    /** which amounts each provider takes, in major units by currency: `{min, max, multiple}`, or text such as `XAF 100-500000 /5` */
    amounts: amountsSchema,
    /** used as first and last name where a cart has none, for shops that ask for no address */
    fallbackCustomerName: z.string().trim().min(1).optional(),
    /** how the service is spoken to */
    service: serviceSchema,
  })
  .strict()
  .refine((options) => options.confirmationMethod === "automatic" || options.service.confirmPath, {
    path: ["service", "confirmPath"],
    message: "is needed when confirmationMethod is manual (U-13)",
  })
  .superRefine((options, context) => {
    // Interface 5, rule 5: one address for both would take test keys for live ones, or the other way round.
    const { test, live } = options
    if (sameAddress(test.baseUrl, live.baseUrl)) {
      for (const name of ["test", "live"]) {
        const message = "must be another address than that of the other environment"
        context.addIssue({ code: "custom", path: [name, "baseUrl"], message })
      }
    }
    const allowed = [options.storefrontUrl, ...options.returnOrigins].filter((origin) => origin !== undefined)
    for (const [name, template] of Object.entries(options.returnUrls)) {
      if (template && !allowed.some((origin) => hasOrigin(template, origin))) {
        context.addIssue({
          code: "custom",
          path: ["returnUrls", name],
          message: "must lead to the origin of storefrontUrl or to one of returnOrigins",
        })
      }
    }
  })

export type PluginOptions = z.output<typeof pluginOptionsSchema>

export type PluginOptionsInput = z.input<typeof pluginOptionsSchema>

function sameAddress(one: string | undefined, other: string | undefined): boolean {
  if (!one || !other || !URL.canParse(one) || !URL.canParse(other)) return false
  return new URL(one).href === new URL(other).href
}

function hasOrigin(template: string, origin: string): boolean {
  return originOfAddress(template) === originOfAddress(origin)
}

/** `URL.origin` is "null" for app schemes such as myshop://, so the text before the path is compared. */
function originOfAddress(address: string): string {
  return (/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i.exec(address)?.[0] ?? "").toLowerCase()
}
