import { type MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, defineConfig } from "@medusajs/framework/utils"
import { join } from "node:path"

/** As a store with records of its own would say it. */
async function isProven({ email }: { email: string }, container: MedusaContainer): Promise<boolean> {
  const database = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  return !!(await database("proven_email").where({ email }).first("email"))
}

/**
 * The store of the tests: a customer's configuration, with the plugin's options from the environment. What has no variable of its own
 * comes as JSON in PAYCOLLECT_SPEC_OPTIONS.
 */
export default defineConfig({
  projectConfig: {
    http: {
      storeCors: "http://localhost:8000",
      adminCors: "http://localhost:9000",
      authCors: "http://localhost:9000",
      jwtSecret: "secret-of-the-tests",
      cookieSecret: "secret-of-the-tests",
    },
  },
  admin: { disable: true },
  plugins: [
    {
      resolve: "medusa-payment-paycollect",
      options: {
        ...(JSON.parse(process.env.PAYCOLLECT_SPEC_OPTIONS ?? "{}") as Record<string, unknown>),
        ...(process.env.PAYCOLLECT_SPEC_SESSIONS && { customerSessions: isProven }),
      },
    },
  ],
  modules: [
    {
      resolve: "@medusajs/medusa/payment",
      dependencies: ["paycollect", "query"],
      options: { providers: [{ resolve: "medusa-payment-paycollect/providers/paycollect", id: "default" }] },
    },
    // A store has it or not: most specs go without.
    ...(process.env.PAYCOLLECT_SPEC_CACHING
      ? [{ resolve: "@medusajs/medusa/caching", options: { in_memory: { enable: true } } }]
      : []),
    ...(process.env.PAYCOLLECT_SPEC_MAILS
      ? [
          {
            resolve: "@medusajs/medusa/notification",
            options: {
              providers: [
                {
                  resolve: "@medusajs/medusa/notification-local",
                  id: "local",
                  options: { channels: ["feed"] },
                },
                {
                  resolve: join(__dirname, "../../demo/backend/src/modules/mailbox"),
                  id: "mailbox",
                  options: { channels: ["email", "sms"] },
                },
              ],
            },
          },
        ]
      : []),
    ...(process.env.MEDUSA_FF_RBAC ? [{ resolve: "@medusajs/medusa/rbac" }] : []),
  ],
})
