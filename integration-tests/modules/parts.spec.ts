import { Modules } from "@medusajs/framework/utils"
import { moduleIntegrationTestRunner } from "@medusajs/test-utils"
import { PayCollectClient } from "../../src/service/client"
import { type ClientConfig } from "../../src/service"
import { type CachingModule } from "../../src/service/answer-cache"
import type PayCollectModuleService from "../../src/modules/paycollect/service"
import { SANDBOX_KEYS } from "../../packages/dev/src/sandbox"
import { MIGRATIONS_PATH, MODULE_PATH } from "./support/database"
import { TestClock } from "./support/instance"

const clock = new TestClock()
const asked: string[] = []
const kept = new Map<string, unknown>()

/** Of another vendor, or for a test: it answers without a network. */
const client = (config: ClientConfig) =>
  Object.assign(new PayCollectClient(config), {
    listPaymentMethods: async ({ country_code }: { country_code: string }) => {
      asked.push(country_code)
      return [{ code: "momo", name: "MoMo", raw: {} }]
    },
  })

const caching: CachingModule = {
  get: async ({ key }) => kept.get(key) ?? null,
  set: async ({ key, data }) => void kept.set(key, data),
}

/** Parts that a store registers in Medusa's container, and names among the module's dependencies. */
moduleIntegrationTestRunner<PayCollectModuleService>({
  moduleName: "paycollect",
  resolve: MODULE_PATH,
  pathToMigrations: MIGRATIONS_PATH,
  moduleOptions: {
    test: { secretKey: SANDBOX_KEYS.testSecretKey, baseUrl: "http://localhost:1/v1" },
    backendUrl: "https://api.shop.example",
  },
  moduleDependencies: ["clock", "client"],
  injectedDependencies: { clock, client, [Modules.CACHING]: caching },
  testSuite: ({ service: paycollect }) => {
    it("works with the clock, the client and the cache that a store registers in place of its own", async () => {
      const offered = () => paycollect.methods.of("CM")
      expect(await offered()).toMatchObject([{ code: "momo", name: "MoMo" }])
      expect(await offered()).toHaveLength(1)
      expect(asked).toEqual(["CM"])
      expect([...kept.keys()]).toEqual([expect.stringMatching(/^paycollect:methods:/)])

      expect(paycollect.clock).toBe(clock)
      clock.advance(11 * 60_000)
      await offered()
      expect(asked).toEqual(["CM", "CM"])
    })
  },
})
