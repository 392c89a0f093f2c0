const { defineConfig } = require("@medusajs/framework/utils")

const { join } = require("node:path")

const redisUrl = process.env.PAYCOLLECT_SPEC_REDIS
/** all that docs/deploy.md puts into Redis, else the locks alone */
const inRedis = process.env.PAYCOLLECT_SPEC_ALL_IN_REDIS

const sharedLocks = {
  resolve: "@medusajs/medusa/locking",
  options: {
    providers: [
      {
        resolve: "@medusajs/medusa/locking-redis",
        id: "locking-redis",
        is_default: true,
        options: { redisUrl },
      },
    ],
  },
}

const allShared = [
  { resolve: "@medusajs/medusa/event-bus-redis", options: { redisUrl } },
  { resolve: "@medusajs/medusa/workflow-engine-redis", options: { redis: { redisUrl } } },
  {
    resolve: "@medusajs/medusa/caching",
    options: {
      providers: [
        {
          resolve: "@medusajs/medusa/caching-redis",
          id: "caching-redis",
          is_default: true,
          options: { redisUrl },
        },
      ],
    },
  },
]

/**
 * The store of the tests as a process of its own. Locks live in Redis where PAYCOLLECT_SPEC_REDIS names one, as a store with several
 * processes needs it. The pool is large: every customer who stands still at a point keeps one connection or more.
 */
module.exports = defineConfig({
  projectConfig: {
    databaseUrl: process.env.DATABASE_URL,
    ...(inRedis && { redisUrl }),
    ...(!process.env.PAYCOLLECT_SPEC_AS_SHIPPED && { databaseDriverOptions: { pool: { min: 2, max: 180 } } }),
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
      options: JSON.parse(process.env.PAYCOLLECT_SPEC_OPTIONS ?? "{}"),
    },
  ],
  modules: [
    {
      resolve: "@medusajs/medusa/payment",
      dependencies: ["paycollect", "query"],
      options: { providers: [{ resolve: "medusa-payment-paycollect/providers/paycollect", id: "default" }] },
    },
    {
      resolve: "@medusajs/medusa/notification",
      options: {
        providers: [
          { resolve: "@medusajs/medusa/notification-local", id: "local", options: { channels: ["feed"] } },
          { resolve: join(__dirname, "mailbox"), id: "mailbox", options: { channels: ["email"] } },
        ],
      },
    },
    ...(redisUrl ? [sharedLocks] : []),
    ...(inRedis ? allShared : []),
  ],
})
