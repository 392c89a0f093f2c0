import { MedusaError } from "@medusajs/framework/utils"
import { PayCollectClient, type ClientConfig } from "../../client"
import { type Environment } from "../../domain/decide"
import { resolveOptions, type PluginOptions } from "../../options"

/** The plugin's configuration, given once, and the service client of each environment. */
export class Configuration {
  readonly options: PluginOptions
  private readonly clients = new Map<Environment, PayCollectClient>()

  /**
   * @param attached what every client reports to: the request budget and its circuit breakers
   * @throws Error naming each invalid option; absent keys are no error
   */
  constructor(
    given: Record<string, unknown> | undefined,
    private readonly attached: Pick<ClientConfig, "gate" | "onResult"> = {}
  ) {
    this.options = resolveOptions(given)
    // Built at boot, so that a key that does not fit its environment stops the boot and not the first payment.
    for (const environment of ["test", "live"] as const) {
      if (this.missingFor(environment).length === 0)
        this.clients.set(environment, this.buildClient(environment))
    }
  }

  /** The environment in which new PaymentIntents are made. */
  get environment(): Environment {
    return this.options.environment
  }

  /** Options without which no payment can be taken, by name; empty when all are there. */
  get missing(): string[] {
    const missing = this.missingFor(this.environment)
    return this.options.backendUrl ? missing : [...missing, "backendUrl"]
  }

  /** @throws MedusaError NOT_ALLOWED (400) naming the options that are not set */
  assertConfigured(): void {
    if (this.missing.length > 0) throw notConfigured(this.missing)
  }

  /** All of both environments: an event says nothing of its environment, and the intent it names does. */
  get webhookSecrets(): string[] {
    return [...(this.options.test.webhookSecret ?? []), ...(this.options.live.webhookSecret ?? [])]
  }

  /** An intent is always verified in its own environment, also after the merchant switched (design, decision 8). */
  clientOrNull(environment: Environment): PayCollectClient | null {
    return this.clients.get(environment) ?? null
  }

  /** @throws MedusaError NOT_ALLOWED naming the missing options */
  client(environment: Environment): PayCollectClient {
    const client = this.clients.get(environment)
    if (!client) throw notConfigured(this.missingFor(environment))
    return client
  }

  returnAddress(reference: string): string {
    return `${this.options.backendUrl}/paycollect/return/${reference}`
  }

  private missingFor(environment: Environment): string[] {
    const { secretKey, baseUrl } = this.options[environment]
    return [
      ...(secretKey ? [] : [`${environment}.secretKey`]),
      ...(baseUrl ? [] : [`${environment}.baseUrl`]),
    ]
  }

  private buildClient(environment: Environment): PayCollectClient {
    const { secretKey, baseUrl, checkoutUrl } = this.options[environment]
    const { authHeader, verifyMethod, confirmPath, queryNames, requestTimeoutMs } = this.options
    return new PayCollectClient({
      environment,
      secretKey: secretKey!,
      baseUrl: baseUrl!,
      checkoutUrl,
      authHeader,
      verifyMethod,
      confirmPath,
      queryNames,
      timeoutMs: requestTimeoutMs,
      ...this.attached,
    })
  }
}

function notConfigured(missing: string[]): MedusaError {
  return new MedusaError(
    MedusaError.Types.NOT_ALLOWED,
    `PayCollect is not configured, so no payment was started. Set these options of medusa-payment-paycollect: ${missing.join(", ")}.`
  )
}
