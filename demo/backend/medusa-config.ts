import { defineConfig, loadEnv } from "@medusajs/framework/utils"

loadEnv(process.env.NODE_ENV || "development", process.cwd())

// The browser tests begin more payments in a minute than the service allows one shop.
const requests = Number(process.env.PAYCOLLECT_DEMO_BUDGET)

export default defineConfig({
  projectConfig: {
    databaseUrl: process.env.DATABASE_URL,
    http: {
      // A proxy in front of a store does this better; here is none, and phones on slow networks are.
      compression: { enabled: true },
      storeCors: process.env.STORE_CORS || "http://localhost:8000",
      adminCors: process.env.ADMIN_CORS || "http://localhost:9000",
      authCors: process.env.AUTH_CORS || "http://localhost:8000,http://localhost:9000",
      jwtSecret: process.env.JWT_SECRET,
      cookieSecret: process.env.COOKIE_SECRET,
    },
    // This store is served over plain http on localhost, where a browser keeps no secure cookie.
    cookieOptions: { secure: false, sameSite: "lax" },
  },
  // French names of products and deliveries; carts and orders follow their customer's language.
  featureFlags: { translation: true },
  // The storefront's address is what the dashboard's "Copy payment link" begins with.
  admin: { disable: process.env.ADMIN_DISABLED === "true", storefrontUrl: "http://localhost:8000" },
  plugins: [
    {
      resolve: "medusa-payment-paycollect",
      // Keys and addresses come from the PAYCOLLECT_... variables, see .env.template. The customer pays the fee and sees it before paying.
      options: {
        feeBearer: "customer",
        messages: { received: true, returned: true, receipt: true },
        notifications: { recipients: ["owner@paycollect.example"], time_zone: "Africa/Douala" },
        ...(requests && { service: { budget: { standard: requests, creation: requests } } }),
      },
    },
  ],
  modules: [
    { resolve: "@medusajs/medusa/translation" },
    {
      resolve: "@medusajs/medusa/notification",
      options: {
        providers: [
          // Naming the module replaces Medusa's own entry: without this one the dashboard's bell would stay empty.
          { resolve: "@medusajs/medusa/notification-local", id: "local", options: { channels: ["feed"] } },
          { resolve: "./src/modules/mailbox", id: "mailbox", options: { channels: ["email"] } },
        ],
      },
    },
    {
      resolve: "@medusajs/medusa/payment",
      dependencies: ["paycollect", "query"],
      options: {
        providers: [{ resolve: "medusa-payment-paycollect/providers/paycollect", id: "default" }],
      },
    },
  ],
})
