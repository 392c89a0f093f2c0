import { type Environment } from "../service/config"

/** What a link to a payment in the service's own dashboard may be made of. */
export interface LinkedPayment {
  merchant_reference: string
  /** the service's own names, of a payment that it has opened */
  payment_ref: string | null
  service_intent_id: string | null
  environment: Environment
}

const TEMPLATE_PLACEHOLDER = /\{([^{}]*)\}/g

const VALUES = {
  reference: (payment) => payment.merchant_reference,
  payment_ref: (payment) => payment.payment_ref,
  id: (payment) => payment.service_intent_id,
  environment: (payment) => payment.environment,
} as const satisfies Record<string, (payment: LinkedPayment) => string | null>

type PaymentName = keyof typeof VALUES

const fillTemplate = (template: string, value: (name: PaymentName) => string) =>
  template.replace(TEMPLATE_PLACEHOLDER, (text, name: string) =>
    Object.hasOwn(VALUES, name) ? value(name as PaymentName) : text
  )

/** Why a template cannot be filled; undefined where it can. Only the environment, one of two words, may name a server. */
export function placeholderProblem(template: string): string | undefined {
  if (/[{}]/.test(fillTemplate(template, () => "")))
    return `may hold ${Object.keys(VALUES)
      .map((name) => `{${name}}`)
      .join(" ")} and no other braces`
  const server = /^[^/?#]*(\/\/[^/?#]*)?/.exec(template)![0]
  return server.replace("{environment}", "").includes("{")
    ? "may name nothing but the {environment} before its path"
    : undefined
}

/** A template as an address that can be checked: with names that any payment may have. */
export const exampleOf = (template: string) => fillTemplate(template, () => "x")

/** The page of a payment in the service's dashboard; null where the template asks for a name that the service has not given yet. */
export function serviceDashboardLink(template: string | undefined, payment: LinkedPayment): string | null {
  if (template === undefined) return null
  const missing = (Object.keys(VALUES) as PaymentName[]).filter((name) => VALUES[name](payment) === null)
  if (missing.some((name) => template.includes(`{${name}}`))) return null
  return fillTemplate(template, (name) => encodeURIComponent(VALUES[name](payment)!))
}
