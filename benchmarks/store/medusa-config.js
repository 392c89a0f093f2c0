const { defineConfig } = require("@medusajs/framework/utils")

/** One process of several: what docs/deploy.md has it share. */
const documented = process.env.PAYCOLLECT_BENCH_REDIS_MODULES
const redisUrl = documented && process.env.REDIS_URL

/** A store with three ways to pay: ours, Stripe's, and Medusa's own that asks nobody. Nothing in it differs but the provider. */
module.exports = defineConfig({
  projectConfig: {
    databaseUrl: process.env.DATABASE_URL,
    ...(redisUrl && { redisUrl }),
    http: {
      storeCors: "http://localhost:8000",
      adminCors: "http://localhost:9000",
      authCors: "http://localhost:9000",
      jwtSecret: "secret-of-the-bench",
      cookieSecret: "secret-of-the-bench",
    },
  },
  admin: { disable: true },
  plugins: [
    {
      resolve: "medusa-payment-paycollect",
      options: JSON.parse(process.env.PAYCOLLECT_BENCH_OPTIONS ?? "{}"),
    },
  ],
  modules: [
    ...(documented ? require(documented).redisModules(redisUrl) : []),
    {
      resolve: "@medusajs/medusa/payment",
      dependencies: ["paycollect", "query"],
      options: {
        providers: [
          { resolve: "medusa-payment-paycollect/providers/paycollect", id: "default" },
          {
            resolve: require.resolve("./stripe"),
            id: "stripe",
            options: { apiKey: "sk_test_bench", webhookSecret: "whsec_bench", capture: true },
          },
        ],
      },
    },
  ],
})
