import { isTrustedCheckout } from "./address"
import { checkConfig, type CheckedConfig, type ClientConfig, type Environment } from "./config"
import * as endpoints from "./endpoints"
import { refusalError } from "./failures"
import { Requester, type CallOptions } from "./request"
import { UntrustedCheckoutError } from "./response"
import { type ServiceCustomer, type CustomerWithBilling, type CustomerSession } from "./wire/customer"
import type { FeeBreakdown } from "./wire/fee"
import {
  checkCreateRequest,
  type ConfirmedPaymentIntent,
  type CreatePaymentIntentRequest,
  type PaymentIntent,
  type VerifiedPayment,
} from "./wire/payment-intent"
import type { PaymentMethod } from "./wire/payment-method"
import { type CreateRefundRequest, type RefundReply, type ServiceTransaction } from "./wire/transaction"
import { WireError } from "./wire/shape"

export interface FeeQuery {
  /** a method code such as "mobile_money" or "card" */
  payment_method: string
  /** three-letter ISO code */
  currency: string
  /** digits, sent as they are: the unit is the caller's decision (U-22) */
  amount: string
  /** two-letter ISO code of the place of the transaction */
  country_code?: string
  /** for "card" */
  card_type?: "local" | "international"
}

/** U-17: passed through untouched. */
export interface CustomerListQuery {
  limit?: number
  offset?: number
  page?: number
}

const COUNTRY = /^[A-Za-z]{2}$/
const SESSION_TOKEN = /^cs_[A-Za-z0-9_.~+/=-]{1,512}$/

/**
 * The payment collection service in one environment: every operation of its interface, one method each.
 *
 * All methods throw PayCollectError and nothing else; none retries a POST. Amounts are whole smallest units as digits.
 * Printing the client shows neither key nor configuration.
 */
export class PayCollectClient {
  readonly environment: Environment
  readonly #config: CheckedConfig
  readonly #requester: Requester

  /** @throws PayCollectConfigurationError naming the field, never its value */
  constructor(config: ClientConfig) {
    this.#config = checkConfig(config)
    this.#requester = new Requester(this.#config)
    this.environment = this.#config.environment
  }

  /** Ends all connections: a call under way is cut and counts as unanswered. Later calls open new ones. */
  close(): void {
    this.#requester.close()
  }

  /**
   * Interface 4.1. Sent once, under Idempotency-Key = merchant_reference. `amount` and `items[].price` in the smallest unit.
   *
   * @throws PayCollectAmbiguousError when the payment may exist: verify, then re-send the identical body (U-03)
   * @throws PayCollectConflictError when the merchant_reference is already used
   * @throws PayCollectInvalidRequestError before any call when a field is missing or invalid
   */
  async createPaymentIntent(request: CreatePaymentIntentRequest, call?: CallOptions): Promise<PaymentIntent> {
    const endpoint = this.#trusting(endpoints.createPaymentIntent)
    const body = this.#checked(request)
    return this.#requester.send(endpoint, { body, idempotencyKey: body.merchant_reference }, call)
  }

  /**
   * A place in the request budget for one create, whose call says `admitted` then: of one that could not be sent nothing is written down.
   *
   * @throws PayCollectError as {@link createPaymentIntent} before any call
   */
  async admitPaymentIntent(request: CreatePaymentIntentRequest, call: CallOptions): Promise<void> {
    this.#checked(request)
    await this.#requester.admit(endpoints.createPaymentIntent, call)
  }

  /**
   * Interface 4.2, U-01, U-02. `reference` is a merchant_reference or a payment_ref. The only answer that proves a payment;
   * fields that are missing or unreadable are absent and mean "unknown".
   *
   * @throws PayCollectNotFoundError also shortly after creation
   */
  async verifyPayment(reference: string, call?: CallOptions): Promise<VerifiedPayment> {
    const endpoint = { ...endpoints.verifyPayment, method: this.#config.verifyMethod }
    return this.#requester.send(endpoint, { params: { reference } }, call)
  }

  /**
   * Interface 4.3, U-13. Proves nothing: verify afterwards.
   *
   * @throws PayCollectInvalidRequestError before any call when `confirmPath` is not configured
   * @throws PayCollectAmbiguousError when the payment may have been confirmed
   */
  async confirmPaymentIntent(id: string, call?: CallOptions): Promise<ConfirmedPaymentIntent> {
    const { confirmPath: path } = this.#config
    if (path === undefined)
      throw this.#refusal(endpoints.confirmPaymentIntent, "confirmPath is not configured.")
    return this.#requester.send(
      this.#trusting({ ...endpoints.confirmPaymentIntent, path }),
      { params: { id } },
      call
    )
  }

  /** Interface 4.4. The answer's `session_token` is a credential of that customer. */
  async createCustomerSession(customerEmail: string, call?: CallOptions): Promise<CustomerSession> {
    const endpoint = endpoints.createCustomerSession
    if (!/^\S+@\S+$/.test(customerEmail))
      throw this.#refusal(endpoint, "customer_email is not an e-mail address.")
    return this.#requester.send(endpoint, { body: { customer_email: customerEmail } }, call)
  }

  /** Interface 4.4, U-16: what the service answers, as it comes. @throws PayCollectUnauthorizedError when the session has ended */
  async validateCustomerSession(token: string, call?: CallOptions): Promise<Record<string, unknown>> {
    return this.#sendSession(endpoints.validateCustomerSession, token, call)
  }

  /** Interface 4.4, U-16: what the service answers, as it comes. */
  async revokeCustomerSession(token: string, call?: CallOptions): Promise<Record<string, unknown>> {
    return this.#sendSession(endpoints.revokeCustomerSession, token, call)
  }

  /** Interface 4.5: newest first. */
  async listCustomers(query: CustomerListQuery = {}, call?: CallOptions): Promise<ServiceCustomer[]> {
    const { limit, offset, page } = query
    return this.#requester.send(endpoints.listCustomers, { query: { limit, offset, page } }, call)
  }

  /** Interface 4.5 */
  async retrieveCustomer(id: string, call?: CallOptions): Promise<CustomerWithBilling> {
    return this.#requester.send(endpoints.retrieveCustomer, { params: { id } }, call)
  }

  /** Interface 4.6. For display: only verifyPayment decides. */
  async retrieveTransaction(id: string, call?: CallOptions): Promise<ServiceTransaction> {
    return this.#requester.send(endpoints.retrieveTransaction, { params: { id } }, call)
  }

  /** Interface 4.7, U-11: the active methods of a country, by its two-letter ISO code. */
  async listPaymentMethods(query: { country_code: string }, call?: CallOptions): Promise<PaymentMethod[]> {
    const country = this.#country(endpoints.listPaymentMethods, query.country_code)
    return this.#requester.send(endpoints.listPaymentMethods, { query: country }, call)
  }

  /** Interface 4.7, U-09: decimal strings in the unit of `amount`; nothing is computed. */
  async calculateFee(fee: FeeQuery, call?: CallOptions): Promise<FeeBreakdown> {
    const { payment_method, currency, amount, country_code, card_type } = fee
    const country = country_code === undefined ? {} : this.#country(endpoints.calculateFee, country_code)
    const query = { ...country, [this.#config.queryNames.cardType]: card_type }
    return this.#requester.send(
      endpoints.calculateFee,
      { params: { payment_method, currency, amount }, query },
      call
    )
  }

  /**
   * U-14: not in the interface; a service without it answers 404 or 405. Sent once, under `idempotencyKey`.
   *
   * @throws PayCollectAmbiguousError when the refund may have been sent
   */
  async createRefund(
    request: CreateRefundRequest,
    idempotencyKey: string,
    call?: CallOptions
  ): Promise<RefundReply> {
    return this.#requester.send(endpoints.createRefund, { body: { ...request }, idempotencyKey }, call)
  }

  #sendSession(
    endpoint: endpoints.Endpoint<Record<string, unknown>>,
    sessionToken: string,
    call?: CallOptions
  ) {
    if (!SESSION_TOKEN.test(sessionToken))
      throw this.#refusal(endpoint, "the session token has not the form cs_...")
    return this.#requester.send(endpoint, { sessionToken }, call)
  }

  #country<T>(endpoint: endpoints.Endpoint<T>, code: string): Record<string, string> {
    if (!COUNTRY.test(code)) throw this.#refusal(endpoint, "country_code is not a two-letter ISO code.")
    return { [this.#config.queryNames.country]: code.toUpperCase() }
  }

  #checked(request: CreatePaymentIntentRequest): CreatePaymentIntentRequest {
    try {
      return checkCreateRequest(request)
    } catch (error) {
      if (!(error instanceof WireError)) throw error
      throw this.#refusal(endpoints.createPaymentIntent, `missing or invalid: ${error.fields.join(", ")}.`)
    }
  }

  /** A customer who pays at a foreign address pays a stranger: such an answer counts as unreadable. */
  #trusting<T extends { checkout_url?: string }>(endpoint: endpoints.Endpoint<T>): endpoints.Endpoint<T> {
    const parse = (data: unknown): T => {
      const intent = endpoint.parse(data)
      const address = intent.checkout_url
      if (address === undefined || isTrustedCheckout(address, this.#config.checkoutUrl)) return intent
      throw new UntrustedCheckoutError("checkout_url is not below the configured checkoutUrl")
    }
    return { ...endpoint, parse }
  }

  #refusal<T>(endpoint: endpoints.Endpoint<T>, problem: string) {
    const { operation, effect } = endpoint
    return refusalError({ operation, effect, environment: this.environment }, problem)
  }
}
