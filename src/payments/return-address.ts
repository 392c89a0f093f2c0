import { type ActiveOptions } from "../settings/active-configuration"
import { createHmac, timingSafeEqual } from "node:crypto"
import { isMerchantReference } from "./names"
import { type NewIntent } from "./ledger/ledger"
import { SharedSecret, type SharedState } from "../service/shared-state"

export type ReturnStatus = "success" | "waiting" | "failed"

/** Why a payment failed, in the only words that an address ever says; what cannot be said in them is not said. */
export const RETURN_REASONS = [
  "declined",
  "canceled",
  "expired",
  "unavailable",
  "busy",
  "cart_changed",
] as const
export type ReturnReason = (typeof RETURN_REASONS)[number]

export interface ReturnFacts {
  status: ReturnStatus
  /** said with `failed` only */
  reason?: ReturnReason | null
  /** null where the payment never started */
  reference: string | null
  cart_id: string | null
  /** said where there is no cart: the order's collection that was to be paid */
  payment_collection_id?: string | null
  order_id: string | null
  country_code: string | null
}

export const DEFAULT_RETURN_PATHS = {
  success: "/{country_code}/order/{order_id}/confirmed",
  waiting: "/{country_code}/checkout/waiting",
  failure: "/{country_code}/checkout?step=payment",
}

/**
 * Where a returning customer is sent: the template of the outcome with its placeholders filled, plus `paycollect_status`, `cart_id` or, of a
 * payment without a cart, `payment_collection_id`, `order_id` and, where it failed, `paycollect_reason`, and nothing else. Only addresses from the merchant's own options are used (checked against the allowed origins
 * at boot and at every save), so nothing a visitor sends can turn this into an open redirect.
 * @returns null when neither a template nor a storefront address is configured
 */
export function returnAddress(options: ActiveOptions, facts: ReturnFacts): string | null {
  // A payment of a collection without a cart makes no order here: the success template could not be filled.
  const kind =
    facts.status === "failed"
      ? "failure"
      : facts.status === "success" && !facts.order_id
        ? "waiting"
        : facts.status
  const template =
    options.returnUrls[kind] ?? (options.storefrontUrl && options.storefrontUrl + DEFAULT_RETURN_PATHS[kind])
  if (!template) return null

  const url = new URL(
    template.replace(/\{([a-z_]+)\}/g, (_, name: string) => encodeURIComponent(valueOfParameter(facts, name)))
  )
  url.searchParams.set("paycollect_status", facts.status)
  if (facts.cart_id) url.searchParams.set("cart_id", facts.cart_id)
  else if (facts.payment_collection_id)
    url.searchParams.set("payment_collection_id", facts.payment_collection_id)
  if (facts.order_id) url.searchParams.set("order_id", facts.order_id)
  url.searchParams.delete("paycollect_reason")
  if (facts.status === "failed" && facts.reason) url.searchParams.set("paycollect_reason", facts.reason)
  return url.toString()
}

function valueOfParameter(facts: ReturnFacts, name: string): string {
  const values: Record<string, string | null> = {
    country_code: facts.country_code,
    cart_id: facts.cart_id,
    order_id: facts.order_id,
    reference: facts.reference,
  }
  return values[name] ?? "-"
}

/** Nothing but these links is made of it, so that its thief can cause a question and no more. */
const SECRET = "return_secret"
/** 128 bits, in characters that every address takes as they are */
const PROOF_LENGTH = 22

/**
 * The part of a return address that only the service was given: references can be guessed from a cart's id, so any visitor can open a
 * `/paycollect/return/<reference>`; a browser that opens `<reference>.<proof>` comes from the hosted checkout. It proves nothing about money.
 */
export class ReturnProofs {
  private readonly secret: SharedSecret

  constructor(state: SharedState) {
    this.secret = new SharedSecret(state, SECRET)
  }

  /**
   * The return address of a payment that is about to be created, with its proof; not part of what decides whether a payment is reused. Where
   * no key opens the secret it has none: the customer comes back as an ordinary visitor, and is not kept from paying.
   */
  async addTo(values: NewIntent): Promise<NewIntent> {
    const proof = await this.of(values.merchant_reference)
    if (proof === null) return values
    const { email, phone } = values.request as { email?: string; phone?: string }
    const contact = {
      email: email === undefined ? null : await this.markOf(email),
      phone: phone === undefined ? null : await this.markOf(phone),
    }
    const redirect_url = `${String(values.request?.redirect_url)}.${proof}`
    return { ...values, contact, request: { ...values.request, redirect_url } }
  }

  /** By which a contact that the service was given is known again, by a process that has the secret only; null without it. */
  async markOf(contact: string): Promise<string | null> {
    return await this.of(`contact:${contact}`)
  }

  /** What the address of a payment's receipt ends with; null without the secret. @param id of our row: its reference has the cart's in it */
  async receipt(id: string): Promise<string | null> {
    const proof = await this.of(`receipt:${id}`)
    return proof && `${id}.${proof}`
  }

  /** The payment that a receipt's address names; null for any that is not one. */
  async readReceipt(token: string): Promise<string | null> {
    const [id = "", given = ""] = token.split(".", 2)
    const proof = /^pcint_\w{26}$/.test(id) ? await this.of(`receipt:${id}`) : null
    return proof && isSameProof(proof, given) ? id : null
  }

  /** What a return address ends with. `isProven`: the service was given it; without or with a wrong proof it is an ordinary visit. */
  async read(segment: string | undefined): Promise<{ reference: string | null; isProven: boolean }> {
    const [reference, given] = (segment ?? "").split(".", 2)
    if (!isMerchantReference(reference)) return { reference: null, isProven: false }
    if (given?.length !== PROOF_LENGTH) return { reference, isProven: false }
    return { reference, isProven: isSameProof((await this.of(reference)) ?? "", given) }
  }

  private async of(reference: string): Promise<string | null> {
    const secret = await this.secret.text()
    return secret && createHmac("sha256", secret).update(reference).digest("base64url").slice(0, PROOF_LENGTH)
  }
}

function isSameProof(...texts: [proof: string, given: string]): boolean {
  const [proof, given] = texts.map((text) => Buffer.from(text))
  return proof!.length === given!.length && timingSafeEqual(proof!, given!)
}

/** Of a process that leads no customer back. */
export const NO_PROOFS: Pick<ReturnProofs, "addTo"> = { addTo: async (values) => values }
