import { medusaIntegrationTestRunner } from "@medusajs/test-utils"
import { type MedusaContainer } from "@medusajs/framework/types"
import { type Knex } from "@medusajs/framework/mikro-orm/knex"
import { type AxiosInstance } from "axios"
import { getOrderDetailWorkflow } from "@medusajs/medusa/core-flows"
import { randomBytes } from "node:crypto"
import { join } from "node:path"
import seed from "../../../demo/backend/src/scripts/seed"
import { paycollectOf } from "../../../src/modules/paycollect"
import { toMinorUnits } from "../../../src/payments/money"
import { type PluginOptionsInput } from "../../../src/settings/options-schema"
import { startSandbox, type Sandbox, type SandboxOptions } from "../../../packages/dev/src/sandbox"
import { Customer } from "./customer"
import { NOTIFY_JOB, takeOffSchedule } from "./jobs"
import { copyTemplate, keepAsTemplate, type Seeded } from "./template"

export const BACKEND_URL = "https://backend.paycollect.example"
export const STOREFRONT_URL = "https://shop.paycollect.example"

export interface Store {
  api: AxiosInstance
  /** only `raw`: the runner hands out a stand-in for the connection */
  db: Pick<Knex, "raw" | "transaction">
  container(): MedusaContainer
  /** the service of this store; its state is empty at the start of each test */
  service: Sandbox
  publishableKey(): string
  regionId(currencyCode: string): string
  /** a guest with an empty browser */
  customer(): Customer
  /** requests the service got, by operation name */
  calls(operation?: string): string[]
  /** runs `work` while nothing listens at the service's address; the service comes back empty */
  whileServiceIsDown(work: () => Promise<void>): Promise<void>
  /** how Medusa shows an order's money, in the smallest unit of its currency */
  moneyOf(
    orderId: string
  ): Promise<{ payment_status: string; captured: string; refunded: string; total: string }>
  /** every table of the store, Medusa's own too, with this text in a row */
  tablesThatHold(text: string): Promise<string[]>
  /** the last question about this reference is long enough ago for every visit to have it repeated */
  laterThanFresh(reference: string): Promise<void>
}

/** More than almost every test needs. */
const SPARE_CARTS = 4

export interface StoreSetup {
  options?: PluginOptionsInput
  sandbox?: SandboxOptions
  /** with Medusa's Caching Module */
  caching?: boolean
  /** with sessions of the service for customers, whose e-mails the store's own table `proven_email` holds */
  customerSessions?: boolean
  /** with the demo's notification provider for e-mails and text messages, which keeps them in the file DEMO_MAILS names */
  mails?: boolean
  /** with Medusa's access control by roles; its database has tables that no other store's has */
  rbac?: boolean
}

/**
 * Boots a seeded store with the plugin on PostgreSQL, and a sandbox of the service beside it. The database is set back before each
 * test.
 */
export function withStore(setup: StoreSetup, suite: (store: Store) => void): void {
  const service = {} as Sandbox
  const sandboxOptions: SandboxOptions = { rateLimits: false, outcomeDelayMs: 0, ...setup.sandbox }
  let seeded: Seeded | undefined
  const dbName = `paycollect-store-${randomBytes(4).toString("hex")}`

  beforeAll(async () => {
    Object.assign(service, await startSandbox(sandboxOptions))
    const options: PluginOptionsInput = {
      test: { secretKey: service.testSecretKey, baseUrl: service.baseUrl },
      backendUrl: BACKEND_URL,
      storefrontUrl: STOREFRONT_URL,
      ...setup.options,
    }
    process.env.PAYCOLLECT_SPEC_OPTIONS = JSON.stringify(options)
    if (setup.caching) process.env.PAYCOLLECT_SPEC_CACHING = "true"
    else delete process.env.PAYCOLLECT_SPEC_CACHING
    if (setup.mails) process.env.PAYCOLLECT_SPEC_MAILS = "true"
    else delete process.env.PAYCOLLECT_SPEC_MAILS
    if (setup.customerSessions) process.env.PAYCOLLECT_SPEC_SESSIONS = "true"
    else delete process.env.PAYCOLLECT_SPEC_SESSIONS
    if (setup.rbac) process.env.MEDUSA_FF_RBAC = "true"
  })
  afterAll(async () => {
    await service.close()
    delete process.env.MEDUSA_FF_RBAC
  })

  medusaIntegrationTestRunner({
    cwd: join(__dirname, "../../store"),
    dbName,
    inApp: true,
    hooks: {
      beforeServerStart: async () => void (seeded = setup.rbac ? undefined : await copyTemplate(dbName)),
    },
    testSuite: ({ api, getContainer, dbConnection }) => {
      const client = api as AxiosInstance
      beforeAll(async () => {
        seeded ??= await seed({ container: getContainer() })
        // Answers are asserted on, 4xx and 303 included.
        client.defaults.validateStatus = () => true
        client.defaults.maxRedirects = 0
        // Twice the longest wait for a lock: a request that is never answered fails with its address.
        client.defaults.timeout = 60_000
        // The minute of this job must not send or ask in the middle of a test.
        takeOffSchedule(NOTIFY_JOB)
        // On a slow machine, too, an event is answered when its order stands.
        paycollectOf(getContainer()).webhooks.answerAfterMs = 60_000
        if (setup.rbac) return
        await keepAsTemplate(dbName, seeded, async () => {
          for (let carts = 0; carts < SPARE_CARTS; carts++) await store.customer().leaveSpareCart()
        })
      })
      beforeEach(() => service.control.reset())

      const store: Store = {
        api: client,
        db: dbConnection as Knex,
        container: getContainer,
        service,
        publishableKey: () => seeded!.publishable_key,
        regionId: (currencyCode) => seeded!.regions[currencyCode]!,
        customer: () => new Customer(store),
        calls: (operation) =>
          service.control
            .requests(operation ? { operation: operation as never } : {})
            .map((request) => request.operation ?? "unknown"),
        async whileServiceIsDown(work) {
          await service.close()
          try {
            await work()
          } finally {
            const port = Number(new URL(service.origin).port)
            Object.assign(service, await startSandbox({ ...sandboxOptions, port }))
          }
        },
        async moneyOf(orderId) {
          const fields = [
            "currency_code",
            "total",
            "payment_status",
            "payment_collections.captured_amount",
            "payment_collections.refunded_amount",
          ]
          const { result } = await getOrderDetailWorkflow(getContainer()).run({
            input: { order_id: orderId, fields },
          })
          const exponent = result.currency_code === "eur" ? 2 : 0
          // null where nothing was ever captured or refunded
          const sum = (amount: "captured_amount" | "refunded_amount") =>
            (result.payment_collections ?? [])
              .reduce(
                (all, collection) => all + toMinorUnits((collection[amount] ?? 0) as never, exponent),
                0n
              )
              .toString()
          return {
            payment_status: result.payment_status,
            captured: sum("captured_amount"),
            refunded: sum("refunded_amount"),
            total: toMinorUnits(result.total as never, exponent).toString(),
          }
        },
        async tablesThatHold(text) {
          const { rows } = await dbConnection.raw(
            "select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'"
          )
          const found: string[] = []
          for (const { table_name } of rows as { table_name: string }[]) {
            const held = await dbConnection.raw(
              `select 1 from "${table_name}" t where t::text like ? limit 1`,
              [`%${text}%`]
            )
            if (held.rows.length > 0) found.push(table_name)
          }
          return found
        },
        async laterThanFresh(reference) {
          await dbConnection.raw(
            "update paycollect_intent set verified_at = verified_at - interval '10 seconds', asked_at = asked_at - interval '1 hour' where merchant_reference = ?",
            [reference]
          )
        },
      }
      suite(store)
    },
  })
}
