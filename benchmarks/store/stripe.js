const { createRequire } = require("node:module")
const { ModuleProvider, Modules } = require("@medusajs/framework/utils")
const { StripeProviderService } = require("@medusajs/payment-stripe/dist/services")

const Stripe = createRequire(require.resolve("@medusajs/payment-stripe"))("stripe")

/** Medusa's provider as it is; only its client talks to the port of PAYCOLLECT_BENCH_STRIPE_PORT instead of to Stripe. */
class StripeOnLoopback extends StripeProviderService {
  constructor(container, options) {
    super(container, options)
    const port = Number(process.env.PAYCOLLECT_BENCH_STRIPE_PORT)
    this.stripe_ = new Stripe(options.apiKey, { host: "127.0.0.1", port, protocol: "http", telemetry: false })
  }
}

module.exports = ModuleProvider(Modules.PAYMENT, { services: [StripeOnLoopback] })
