/** Configurations as stores have them: what the official starters wrote over time, and what merchants made of them. */
export const starter = `import { loadEnv, defineConfig } from '@medusajs/framework/utils'

loadEnv(process.env.NODE_ENV || 'development', process.cwd())

module.exports = defineConfig({
  projectConfig: {
    databaseUrl: process.env.DATABASE_URL,
    http: {
      storeCors: process.env.STORE_CORS!,
      adminCors: process.env.ADMIN_CORS!,
      authCors: process.env.AUTH_CORS!,
      jwtSecret: process.env.JWT_SECRET || "supersecret",
      cookieSecret: process.env.COOKIE_SECRET || "supersecret",
    }
  }
})
`

const exported = `import { defineConfig } from "@medusajs/framework/utils"

export default defineConfig({
  projectConfig: { databaseUrl: process.env.DATABASE_URL },
  plugins: [],
  modules: [],
})
`

const commented = `const { defineConfig, Modules } = require("@medusajs/framework/utils")

// module.exports = defineConfig({ plugins: [] })
module.exports = defineConfig({
  projectConfig: { redisUrl: process.env.REDIS_URL }, // the cache, the events
  /* plugins: ["medusa-plugin-of-old"], */
  plugins: [
    "@acme/medusa-plugin-wishlist", // wanted, by many
    {
      resolve: \`@acme/reviews\`,
      options: { stars: [1, 2, 3] }, // no trailing comma
    }
  ],
  modules: [
    // the files
    { resolve: "@medusajs/medusa/file", options: { providers: [{ resolve: "@medusajs/medusa/file-s3", id: "s3" }] } },
    /* last, */
  ],
})
`

const conditional = `import { defineConfig } from "@medusajs/framework/utils"

const withRedis = process.env.REDIS_URL ? [{ resolve: "@medusajs/medusa/cache-redis" }] : []
const flags = { featureFlags: { rbac: true } }

export default defineConfig({
  ...flags,
  ...(process.env.NODE_ENV === "production" && { admin: { disable: true } }),
  modules: [
    ...withRedis,
    ...(process.env.S3 ? [{ resolve: "@medusajs/medusa/file" } as any] : []),
    { resolve: "./src/modules/brand" } as never,
  ],
} as Parameters<typeof defineConfig>[0])
`

const inVariable = `const config = {
\tprojectConfig: {},
\tmodules: [
\t\t{ resolve: './src/modules/a' },
\t],
} satisfies Record<string, unknown>;

module.exports = config;
`

const windows = starter.replace(/\n/g, "\r\n")

const oneLine = `export default defineConfig({ plugins: ["a"], modules: [{ resolve: "b" }] })\n`

const empty = `module.exports = defineConfig({})\n`

const stripe = `import { defineConfig } from "@medusajs/framework/utils"

module.exports = defineConfig({
  projectConfig: {},
  modules: [
    {
      resolve: "@medusajs/medusa/payment",
      options: {
        providers: [
          {
            resolve: "@medusajs/medusa/payment-stripe",
            id: "stripe",
            options: { apiKey: process.env.STRIPE_API_KEY },
          },
        ],
      },
    },
  ],
})
`

const withDependencies = stripe.replace(
  "      options: {\n        providers",
  '      dependencies: ["logger"],\n      options: {\n        providers'
)

const bareEntry = `import { Modules } from "@medusajs/framework/utils"

export default defineConfig({
  modules: [{ key: Modules.PAYMENT, resolve: require.resolve("@medusajs/payment") }],
})
`

/** What can be edited. */
export const editable = {
  starter,
  exported,
  commented,
  conditional,
  inVariable,
  windows,
  oneLine,
  empty,
  stripe,
  withDependencies,
  bareEntry,
}

const list = `{ resolve: "./src/modules/a" }`

/** What has more than one reading: lines are printed, and the file stays. */
export const byHand = {
  arrayInVariable: `const plugins = ["a"]\nmodule.exports = defineConfig({ plugins, modules: [] })\n`,
  modulesInVariable: `const list = [${list}]\nexport default defineConfig({ plugins: [], modules: list })\n`,
  objectModules: `module.exports = defineConfig({ plugins: [], modules: { [Modules.PAYMENT]: ${list} } })\n`,
  filtered: `export default defineConfig({ modules: [${list}].filter(Boolean) })\n`,
  importedSpread: `import base from "./base"\nexport default defineConfig({ ...base, admin: {} })\n`,
  importedEntry: `import { payment } from "./payment"\nexport default defineConfig({ modules: [payment] })\n`,
  paymentBehindCondition: `export default defineConfig({
  modules: [...(process.env.STRIPE ? [{ resolve: "@medusajs/medusa/payment", options: {} }] : [])],
})\n`,
  providersInVariable: `const providers = []
export default defineConfig({ modules: [{ resolve: "@medusajs/medusa/payment", options: { providers } }] })\n`,
  aFunction: `module.exports = async () => defineConfig({ plugins: [] })\n`,
  wrapped: `export default withSentry(defineConfig({ plugins: [] }))\n`,
  nothingExported: `defineConfig({ plugins: [] })\n`,
}

export const unreadable = {
  openBracket: `module.exports = defineConfig({ plugins: [ })\n`,
  conflict: `<<<<<<< HEAD\nexport default defineConfig({})\n=======\n`,
}
