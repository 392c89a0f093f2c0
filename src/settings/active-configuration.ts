import { MedusaError } from "@medusajs/framework/utils"
import { isOnThisMachine } from "../service/address"
import { type PayCollectClient } from "../service/client"
import { type Environment } from "../service/config"
import { type OptionProblem } from "./options"
import { type PluginOptions } from "./options-schema"

/** The encryption keys stay where they are used. */
export type ActiveOptions = Omit<PluginOptions, "encryptionKey">

/** Real money: where this is so, live payments and a simulator never meet. */
export const isProduction = () => process.env.NODE_ENV === "production"

/** `code` of the error that names what the store's configuration lacks: for operators, never for customers. */
export const NOT_CONFIGURED = "paycollect_not_set_up"

/** Only a simulator listens there. */
export function liveIsOnLoopback({ live: { baseUrl } }: ActiveOptions): boolean {
  return !!baseUrl && isOnThisMachine(baseUrl)
}

/** A stored setting that does not count: it cannot be decrypted, or does not fit the options any more. */
export interface SettingProblem extends OptionProblem {
  kind: "undecryptable" | "invalid"
}

/**
 * The configuration as it is in force at one moment, with the service client of each environment; it never changes. Code that does
 * something with it takes one and keeps it to the end, so that one piece of work never mixes two configurations.
 */
export class ActiveConfiguration {
  constructor(
    readonly options: ActiveOptions,
    private readonly clients: ReadonlyMap<Environment, PayCollectClient>,
    readonly problems: readonly SettingProblem[] = []
  ) {}

  /** The environment in which new PaymentIntents are made. */
  get environment(): Environment {
    return this.options.environment
  }

  /** Options without which no payment can be taken, by name; empty when all are there. */
  get missing(): string[] {
    const missing = this.missingFor(this.environment)
    return this.options.backendUrl ? missing : [...missing, "backendUrl"]
  }

  /** What new payments need was set in the dashboard and counts no more: no key opens it, or it does not fit. */
  get hasLostKey(): boolean {
    return this.problems.some(({ option }) => this.missing.includes(option))
  }

  /** What an environment lacks to be called at all. */
  missingFor(environment: Environment): string[] {
    const { secretKey, baseUrl } = this.options[environment]
    return [
      ...(secretKey ? [] : [`${environment}.secretKey`]),
      ...(baseUrl ? [] : [`${environment}.baseUrl`]),
    ]
  }

  /**
   * Why no payment can be started, in words for an operator: the options that are not set, or the address that cannot be the service's. Its
   * code is {@link NOT_CONFIGURED}; null when all is there.
   */
  get blocker(): MedusaError | null {
    if (this.missing.length > 0) return this.notConfigured(this.missing)
    if (this.environment !== "live" || !liveIsOnLoopback(this.options) || !isProduction()) return null
    return new MedusaError(
      MedusaError.Types.NOT_ALLOWED,
      "PayCollect is not configured, so no payment was started: live.baseUrl leads to this machine, and the payment service is not here. Set it to the address that the service gave you.",
      NOT_CONFIGURED
    )
  }

  /** All of both environments: an event says nothing of its environment, and the intent it names does. */
  get webhookSecrets(): string[] {
    return [...(this.options.test.webhookSecret ?? []), ...(this.options.live.webhookSecret ?? [])]
  }

  /** Webhook secrets are set but cannot be read: signatures can neither be checked nor taken as wrong. */
  get webhookSecretsAreLost(): boolean {
    return this.problems.some(({ option }) => option.endsWith(".webhookSecret"))
  }

  /** An intent is always verified in its own environment, also after the merchant switched. */
  clientOrNull(environment: Environment): PayCollectClient | null {
    return this.clients.get(environment) ?? null
  }

  /** @throws MedusaError NOT_ALLOWED naming the missing options */
  client(environment: Environment): PayCollectClient {
    const client = this.clients.get(environment)
    if (!client) throw this.notConfigured(this.missingFor(environment))
    return client
  }

  returnAddress(reference: string): string {
    return `${this.options.backendUrl}/paycollect/return/${reference}`
  }

  /**
   * Our own address for a session whose payment starts when its customer goes to pay (`createIntent: "on_redirect"`). Core deletes sessions:
   * by the collection it still knows what she was about to pay.
   */
  checkoutAddress(sessionId: string, collectionId: string): string {
    return `${this.options.backendUrl}/paycollect/checkout/${sessionId}.${collectionId}`
  }

  /** The page of the plugin itself on which an order is paid; see `Links.tokenOf`. */
  payAddress(token: string): string {
    return `${this.options.backendUrl}/paycollect/pay/${token}`
  }

  receiptAddress(token: string): string {
    return `${this.options.backendUrl}/paycollect/receipt/${token}`
  }

  private notConfigured(missing: string[]): MedusaError {
    const unopened = this.problems.filter(
      ({ kind, option }) => kind === "undecryptable" && missing.includes(option)
    )
    const sentences = [
      "PayCollect is not configured, so no payment was started.",
      `Set these options of medusa-payment-paycollect: ${missing.join(", ")}.`,
      ...(unopened.length === 0
        ? []
        : [
            `Stored in the dashboard, but opened by none of the encryption keys: ${unopened.map(({ option }) => option).join(", ")}.`,
          ]),
    ]
    return new MedusaError(MedusaError.Types.NOT_ALLOWED, sentences.join(" "), NOT_CONFIGURED)
  }
}
