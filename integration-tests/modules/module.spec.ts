import { metrics as api } from "@medusajs/framework/opentelemetry/api"
import { metrics } from "@medusajs/framework/opentelemetry/sdk-node"
import { moduleIntegrationTestRunner } from "@medusajs/test-utils"
import type PayCollectModuleService from "../../src/modules/paycollect/service"
import { startSandbox, type Sandbox } from "../../packages/dev/src/sandbox"
import { MIGRATIONS_PATH, MODULE_PATH } from "./support/database"
import { judge } from "../../src/payments/answers"
import { newCartId, startInput } from "./support/instance"

let sandbox: Sandbox

/** The module as Medusa boots it: real migrations, options from the environment's variables. */
moduleIntegrationTestRunner<PayCollectModuleService>({
  moduleName: "paycollect",
  resolve: MODULE_PATH,
  pathToMigrations: MIGRATIONS_PATH,
  hooks: {
    beforeModuleInit: async () => {
      sandbox = await startSandbox({ rateLimits: false })
      process.env.PAYCOLLECT_TEST_SECRET_KEY = sandbox.testSecretKey
      process.env.PAYCOLLECT_TEST_BASE_URL = sandbox.baseUrl
      process.env.PAYCOLLECT_BACKEND_URL = "https://api.shop.example"
    },
  },
  testSuite: ({ service: paycollect }) => {
    afterEach(async () => {
      await sandbox.close()
      for (const name of ["TEST_SECRET_KEY", "TEST_BASE_URL", "BACKEND_URL"])
        delete process.env[`PAYCOLLECT_${name}`]
    })

    it("is configured by the environment's variables, and does not know the database's connection", async () => {
      const active = await paycollect.configuration.current()
      expect(active.blocker).toBeNull()
      expect(active.options).toMatchObject({ backendUrl: "https://api.shop.example" })
      expect(JSON.stringify(active.options)).not.toContain("postgres")
    })

    it("opens an intent, links its session, and knows it paid once the service says so", async () => {
      const input = startInput(newCartId())
      const intent = await paycollect.startPayment.findOrCreate(input)
      expect(judge(intent).decision).toEqual({ kind: "waiting", reason: "no_answer" })
      expect(await paycollect.ledger.bySession(input.session_id)).toEqual(intent)

      sandbox.control.moveState(intent.merchant_reference, "succeeded")
      const { decision } = await paycollect.verifier.verify(intent, { by: "return" })
      expect(decision).toEqual({ kind: "paid", fee: "0", fee_unexpected: false })
      const row = (await paycollect.ledger.byReference(intent.merchant_reference))!
      expect(judge(row).decision).toEqual(decision)
    })

    it("tells operators what a payment's life costs, and what is open now", async () => {
      const exporter = new metrics.InMemoryMetricExporter(metrics.AggregationTemporality.CUMULATIVE)
      const reader = new metrics.PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 2 ** 30 })
      api.setGlobalMeterProvider(new metrics.MeterProvider({ readers: [reader] }))
      const intent = await paycollect.startPayment.findOrCreate(startInput(newCartId()))
      await paycollect.startPayment.findOrCreate(startInput(newCartId()))
      sandbox.control.moveState(intent.merchant_reference, "succeeded")
      await paycollect.verifier.verify(intent, { by: "return" })
      await reader.forceFlush()
      api.disable()

      const told = exporter.getMetrics()[0]!.scopeMetrics[0]!.metrics
      const of = (wanted: string, label: string) =>
        Object.fromEntries(
          told
            .find(({ descriptor: { name } }) => name === wanted)!
            .dataPoints.map(({ attributes, value }) => [
              attributes[label],
              typeof value === "number" ? value : value.count,
            ])
        )
      expect(of("paycollect.payment.transitions", "state")).toEqual({ started: 2, paid: 1 })
      expect(of("paycollect.request.duration", "operation")).toEqual({
        create_payment_intent: 2,
        verify_payment: 1,
      })
      expect(of("paycollect.payment.waiting", "")).toEqual({ undefined: 1 })
      expect(of("paycollect.payment.due", "")).toEqual({ undefined: 0 })
      expect(of("paycollect.payment.due_age", "")).toEqual({ undefined: 0 })
      expect(of("paycollect.attention.open", "")).toEqual({ undefined: 0 })
      expect(of("paycollect.budget.used", "priority")).toEqual({ create: 2, customer: 1 })
      expect(of("paycollect.breaker.open", "guards")).toEqual({
        standard: 0,
        creation: 0,
        look_up: 0,
        beside: 0,
      })
    })

    it("shows the ledger to Medusa's generated methods: the intent with its history and sessions", async () => {
      const input = startInput(newCartId())
      const intent = await paycollect.startPayment.findOrCreate(input)
      const [found] = await paycollect.listIntents(
        { merchant_reference: intent.merchant_reference },
        { relations: ["events", "sessions"] }
      )
      expect(found).toMatchObject({
        id: intent.id,
        amount: "10000",
        outcome: "waiting",
        sessions: [{ id: input.session_id }],
      })
      expect(found!.events.map((event) => event.type).sort()).toEqual(["created", "opened"])
    })
  },
})
