import { type Logger } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { paymentCustomer } from "../payments/customer"
import { boundsOf } from "./amount-bounds"
import { paymentItems, type LineItemTexts } from "./lines"
import { isSameMoney, toMinorUnits } from "../payments/money"
import { purchaseOf } from "../payments/purchase"
import { minorAmount, type MinorAmount } from "../service/wire/shape"
import { type AskedMoney, type StartPaymentInput } from "../payments/request"
import { warnRefusedStart } from "../payments/refused-starts"
import { TooManyStarts, type Starting } from "../payments/start"
import { type ActiveConfiguration, type ActiveOptions } from "../settings/active-configuration"
import { type IntentRow } from "../modules/paycollect/models/intent"
import { type PaymentsModule } from "../payments/module"
import { type ProviderIdentifier } from "./records/providers"
import { type SessionFacts } from "./records/session-facts"
import { DEFAULT_DESCRIPTION } from "../settings/options-schema"
import { CART_CHANGED, toMedusaError } from "../payments/errors"

const FRENCH: LineItemTexts = {
  delivery: "Livraison",
  tax: "Taxes",
  discount: "Remise",
  rounding: "Arrondi",
  adjustment: "Ajustement",
}

/** Method codes of the interface (2.1, 4.7) that each provider offers unless the option `paymentMethodTypes` says otherwise (U-25). */
const METHOD_TYPES: Record<ProviderIdentifier, string[]> = {
  paycollect: [],
  "paycollect-mobile-money": ["mobile_money"],
  "paycollect-card": ["card"],
}

export interface RequestSurroundings extends Starting {
  paycollect: PaymentsModule
  logger: Logger
  active: ActiveConfiguration
  identifier: ProviderIdentifier
}

/**
 * The PaymentIntent that pays a session: created or reused; null when it has to wait until the customer goes to the checkout.
 * @throws MedusaError in words for a customer; what the operator has to know is logged
 */
export async function startPaymentOf(
  facts: SessionFacts,
  { paycollect, logger, active, identifier, ...starting }: RequestSurroundings
): Promise<IntentRow | null> {
  const request = intentRequest(facts, { options: active.options, identifier })
  return await paycollect.startPayment.findOrCreate(request, starting).catch((error: unknown) => {
    if (error instanceof TooManyStarts && !starting.atCheckout) return null
    warnRefusedStart(logger, `session ${facts.session_id}`, error)
    throw toMedusaError(error)
  })
}

/** @throws MedusaError in words for a customer; which options are missing is logged */
export function assertConfigured({ blocker }: ActiveConfiguration, logger: Logger): void {
  if (!blocker) return
  warnRefusedStart(logger, "a session", blocker)
  throw toMedusaError(blocker)
}

/**
 * What is to be paid, from the store's own records.
 * @throws MedusaError INVALID_DATA (400) for an unknown currency or an amount that is not positive; NOT_ALLOWED (400) when the session
 * asks for something else than its cart costs. Nothing was called or written then.
 */
export function askedMoney(facts: SessionFacts, options: ActiveOptions): AskedMoney {
  const exponent = exponentOfMoney(facts)
  const { currency_code, provider_id } = facts
  const bounds = boundsOf(options, provider_id, { currency_code, exponent })
  return {
    session_id: facts.session_id,
    cart_id: facts.cart_id,
    payment_collection_id: facts.payment_collection_id,
    provider_id,
    amount: positiveAmount(facts, exponent),
    currency_code,
    exponent,
    ...(bounds && { bounds }),
    paid_session_ids: facts.paid_session_ids,
    paid_references: facts.paid_references,
    pay_anew: facts.pay_anew,
  }
}

/**
 * What to ask the service for, from the store's own records.
 * @throws MedusaError as {@link askedMoney}, and INVALID_DATA (400) for missing customer fields, all listed
 */
export function intentRequest(
  facts: SessionFacts,
  { options, identifier }: { options: ActiveOptions; identifier: ProviderIdentifier }
): StartPaymentInput {
  const asked = askedMoney(facts, options)
  const result = paymentCustomer(facts.customer, options.fallbackCustomerName)
  if (!result.ok) {
    throw new MedusaError(
      MedusaError.Types.INVALID_DATA,
      `The payment was not started because the order lacks: ${result.missing.join(", ")}. Add them to the cart's address or contact and try again; nothing was charged.`
    )
  }
  const types = options.paymentMethodTypes[identifier] ?? METHOD_TYPES[identifier]
  const { amount, exponent } = asked
  return {
    ...asked,
    purchase: facts.bought && purchaseOf(facts.bought, amount, exponent),
    tax: facts.tax === null ? null : toMinorUnits(facts.tax, exponent).toString(),
    request: {
      ...result.customer,
      description: description(facts, options),
      fee_bearer: options.feeBearer,
      confirmation_method: options.confirmationMethod,
      ...(options.confirm && { confirm: true }),
      ...(options.collectShippingAddress && { collect_shipping_address: true }),
      ...(types.length > 0 && { payment_method_types: types }),
      ...(options.sendItems && facts.lines && { items: itemsOf(facts, asked) }),
    },
  }
}

/** @throws MedusaError INVALID_DATA when the currency is unknown */
function exponentOfMoney({ exponent, currency_code }: SessionFacts): number {
  if (exponent !== null) return exponent
  throw new MedusaError(
    MedusaError.Types.INVALID_DATA,
    `The currency ${currency_code.toUpperCase()} is not known, so no payment was started.`
  )
}

function positiveAmount(facts: SessionFacts, exponent: number): MinorAmount {
  const units = toMinorUnits(facts.amount, exponent)
  if (units <= 0n) {
    throw new MedusaError(
      MedusaError.Types.INVALID_DATA,
      `An amount to pay must be at least one unit of ${facts.currency_code.toUpperCase()}; no payment was started.`
    )
  }
  // Sessions get the payment collection's amount. A cart change that was cut off leaves the old one, and it would buy nothing.
  const asked = { amount: units.toString(), currency_code: facts.currency_code, exponent }
  if (facts.cart_price && !isSameMoney(asked, facts.cart_price))
    throw priceChanged("The cart's total has changed", "Update the cart and try again.")
  // Core leaves the session, or the collection, as it was when an edit takes goods off the order, or an exchange is canceled.
  if (facts.order_owes !== null && units > facts.order_owes)
    throw priceChanged("The order asks for less", "Load the page again to pay what it asks for now.")
  return minorAmount(units)
}

function priceChanged(what: string, next: string): MedusaError {
  const text = `${what} since its payment was prepared, so no payment was started and nothing was charged. ${next}`
  return new MedusaError(MedusaError.Types.NOT_ALLOWED, text, CART_CHANGED)
}

/**
 * `{reference}` stands for the cart or collection, not for the attempt: a retry must not look like another purchase on a statement. The
 * payment's number, which each attempt has of its own, is put in when the attempt is written down.
 */
function description(facts: SessionFacts, options: ActiveOptions): string {
  const subject = facts.cart_id ?? facts.payment_collection_id
  const isDefault = options.description === DEFAULT_DESCRIPTION
  const text = isDefault && isFrench(facts) ? "Paiement {payment_number}" : options.description
  return text.replaceAll("{reference}", subject.slice(-8).toUpperCase())
}

function itemsOf(facts: SessionFacts, { amount, exponent }: AskedMoney) {
  return paymentItems(facts.lines!, {
    amount,
    currency: facts.currency_code,
    exponent,
    ...(isFrench(facts) && { texts: FRENCH }),
  })
}

const isFrench = ({ locale }: SessionFacts) => /^fr\b/i.test(locale ?? "")
