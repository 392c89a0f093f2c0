import { defineConfig } from "@medusajs/framework/utils"
import { channelsOf } from "../../../orders/records/notification-channels"
import { lockingProvider } from "../medusa"

const CLOUD = { EXECUTION_CONTEXT: "medusa-cloud", REDIS_URL: "redis://cache.example" }
const EMAILS = {
  MEDUSA_CLOUD_API_KEY: "key",
  MEDUSA_CLOUD_EMAILS_ENDPOINT: "https://mails.example",
  MEDUSA_CLOUD_ENVIRONMENT_HANDLE: "shop-production",
}

const { env } = process
afterEach(() => {
  process.env = env
})

/** The modules of a store with the lines that `init` writes, as Medusa's own configuration makes them there. */
function modulesIn(surroundings: Record<string, string>, more: object[] = []) {
  process.env = { ...env, ...surroundings }
  const providers = [{ resolve: "medusa-payment-paycollect/providers/paycollect", id: "default" }]
  const payment = {
    resolve: "@medusajs/medusa/payment",
    dependencies: ["paycollect", "query"],
    options: { providers },
  }
  return defineConfig({ modules: [payment, ...more] }).modules!
}

describe("on Medusa's cloud", () => {
  it("health sees the locks in Redis that nobody configured, and those in memory where there is no Redis", () => {
    expect(lockingProvider(modulesIn(CLOUD))).toBe("locking-redis")
    expect(lockingProvider(modulesIn({ EXECUTION_CONTEXT: "medusa-cloud" }))).toBe("in-memory")
    expect(lockingProvider(modulesIn({ REDIS_URL: CLOUD.REDIS_URL }))).toBe("in-memory")
  })

  it("e-mails are a channel beside the dashboard's, and are none where the cloud sends none", () => {
    expect(channelsOf(modulesIn({ ...CLOUD, ...EMAILS }))).toEqual(["feed", "email"])
    expect(channelsOf(modulesIn(CLOUD))).toEqual(["feed"])
    const { MEDUSA_CLOUD_EMAILS_ENDPOINT: _, ...rest } = EMAILS
    expect(channelsOf(modulesIn({ ...CLOUD, ...rest }))).toEqual(["feed"])
  })

  it("a store's own notification module keeps its channels, and the cloud's are added", () => {
    const providers = [{ resolve: "./src/sms", id: "sms", options: { channels: ["sms"] } }]
    const own = { resolve: "@medusajs/medusa/notification", options: { providers } }
    expect(channelsOf(modulesIn({ ...CLOUD, ...EMAILS }, [own]))).toEqual(["sms", "email"])
  })

  it("the payment module keeps our provider, with what it takes out of the container", () => {
    expect(modulesIn({ ...CLOUD, ...EMAILS }).payment).toMatchObject({
      dependencies: ["paycollect", "query"],
      options: { providers: [{ id: "default" }], cloud: { api_key: "key" } },
    })
  })
})
