import { type Variant, VARIANT_TRAITS, variantOf, type VariantTrait } from "./variant"
import { type SandboxOptions } from "./options"

/** Made up, fixed and published: a store keeps its configuration when the sandbox restarts, and nothing here opens anything. */
export const SANDBOX_KEYS = {
  testSecretKey: "sk_test_sandbox_nothing_secret",
  liveSecretKey: "sk_live_sandbox_nothing_secret",
  publicKey: "pk_test_sandbox_nothing_secret",
  webhookSecret: "whsec_sandbox_nothing_secret",
} as const

type Defaulted = Required<Omit<SandboxOptions, "webhookUrl" | "publicUrl" | VariantTrait>>

export interface Settings extends Defaulted {
  /** Changes while the sandbox runs: a store often learns its own address later. */
  webhookUrl: string | undefined
  publicUrl: string | undefined
  /** Changes while the sandbox runs. */
  variant: Variant
}

export function resolveSettings(options: SandboxOptions): Settings {
  return {
    host: options.host ?? "127.0.0.1",
    port: options.port ?? 0,
    publicUrl: options.publicUrl?.replace(/\/+$/, ""),
    rateLimits: options.rateLimits ?? { standard: 60, creation: 20 },
    variant: variantOf(Object.fromEntries(VARIANT_TRAITS.map((trait) => [trait, options[trait]]))),
    webhookUrl: options.webhookUrl,
    webhookSecret: options.webhookSecret ?? SANDBOX_KEYS.webhookSecret,
    webhookRetry: options.webhookRetry ?? { attempts: 10, baseMs: 1_000 },
    refunds: options.refunds ?? true,
    lateEventMs: options.lateEventMs ?? 60_000,
    requestLogSize: options.requestLogSize ?? 1_000,
    outcomeDelayMs: options.outcomeDelayMs ?? 1_500,
    sessionTtlMs: options.sessionTtlMs ?? 15 * 60_000,
    queryNames: options.queryNames ?? { country: "country", cardType: "card_type" },
    merchantName: options.merchantName ?? "Demo Shop",
    locale: options.locale ?? "en",
    now: options.now ?? Date.now,
  }
}
