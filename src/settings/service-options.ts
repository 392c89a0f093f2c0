import { z } from "@medusajs/framework/zod"
import { addressProblem } from "../service/address"
import { CONFIRM_PATH, QUERY_NAME } from "../service/config"
import { exampleOf, placeholderProblem } from "./service-dashboard"

const queryName = z.string().regex(QUERY_NAME, "must be a plain parameter name")

/** How the service is spoken to: what its interface leaves open (docs/unknowns.md), what it allows, where its own dashboard is. */
export const serviceSchema = z
  .object({
    authHeader: z.enum(["bearer", "x-api-key"]).default("bearer"),
    verifyMethod: z.enum(["GET", "PATCH"]).default("GET"),
    /** path of the manual confirmation call, `{id}` is replaced by the intent's id (U-13) */
    confirmPath: z
      .string()
      .regex(CONFIRM_PATH, "must be a path such as /payment-intents/{id}/confirm")
      .optional(),
    queryNames: z
      .object({
        country: queryName.default("country"),
        cardType: queryName.default("card_type"),
      })
      .strict()
      .prefault({}),
    /** the unit in which the service's fee calculator takes and gives amounts (U-22) */
    feeAmountUnit: z.enum(["minor", "major"]).default("minor"),
    /** overrides of a currency's number of decimals, by three-letter code */
    currencyExponents: z
      .record(z.string().regex(/^[A-Za-z]{3}$/), z.number().int().min(0).max(4))
      .default({})
      .transform((exponents) =>
        Object.fromEntries(
          Object.entries(exponents).map(([code, exponent]) => [code.toLowerCase(), exponent])
        )
      ),
    /** name of the request header with an event's signature; default: any that ends in `-signature` (U-06) */
    signatureHeader: z.string().min(1).toLowerCase().optional(),
    /** requests per minute the service allows (interface 8), per class; shared by all processes */
    budget: z
      .object({ standard: z.number().int().positive(), creation: z.number().int().positive() })
      .strict()
      .default({ standard: 60, creation: 20 }),
    /** Medusa's `payment.captured` of payments that core does not tell of (docs/events.md) */
    capturedEvent: z.enum(["auto", "off"]).default("auto"),
    requestTimeoutMs: z.number().int().positive().max(30_000).default(8_000),
    /** page of a payment in the service's own dashboard, with {reference} {payment_ref} {id} {environment} */
    dashboardUrl: z
      .string()
      .refine((template) => placeholderProblem(template) === undefined, {
        error: ({ input }) => placeholderProblem(input as string),
      })
      .refine(
        (template) => addressProblem(exampleOf(template).replace(/[?#].*$/, "")) === undefined,
        "must be an https address (http only on loopback) without credentials"
      )
      .optional(),
  })
  .strict()
  .prefault({})
