import { randomBytes } from "node:crypto"
import { asValue } from "@medusajs/framework/awilix"
import { createMedusaContainer } from "@medusajs/framework/utils"
import paycollectDue from "../../../src/jobs/paycollect-due"
import { Sealer } from "../../../src/settings/seal"
import { SettingsStore } from "../../../src/settings/store"
import { SANDBOX_KEYS, startSandbox, type Sandbox } from "../../../packages/dev/src/sandbox"
import { openDatabase, type Database } from "../support/database"
import { moduleOn, newCartId, startInput } from "../support/instance"

const newKey = () => randomBytes(32).toString("base64")
const [OLD, NEW] = [newKey(), newKey()]
const WRONG_KEY = `sk_test_${randomBytes(12).toString("hex")}`
const SETTINGS = ["paycollect_setting", "paycollect_setting_change", "paycollect_state"]

describe("settings of several instances on one database", () => {
  let database: Database
  let service: Sandbox

  beforeAll(async () => {
    database = await openDatabase()
    service = await startSandbox({ rateLimits: false })
  })
  afterAll(async () => {
    await service.close()
    await database.close()
  })
  beforeEach(async () => {
    for (const table of SETTINGS) await database.knex(table).delete()
  })

  /** A Medusa process as far as the plugin is concerned. */
  const boot = (encryptionKey: string | undefined, more: object = {}) =>
    moduleOn(database.knex, {
      test: { secretKey: SANDBOX_KEYS.testSecretKey, baseUrl: service.baseUrl },
      live: { secretKey: SANDBOX_KEYS.liveSecretKey, baseUrl: service.liveBaseUrl },
      backendUrl: "https://api.shop.example",
      encryptionKey,
      ...more,
    })
  const sealed = async () =>
    (await database.knex("paycollect_setting").whereNotNull("sealed").pluck("sealed")) as string[]

  it("uses what another instance saved within five seconds: environment and key", async () => {
    const [one, other] = [boot(OLD), boot(OLD)]
    expect((await other.configuration.current()).environment).toBe("test")
    await one.settings.save({ test: { secret_key: WRONG_KEY } }, null)
    await one.settings.save({ environment: "live", confirm_live: true }, null)
    expect(await one.configuration.current()).toMatchObject({
      environment: "live",
      options: { test: { secretKey: WRONG_KEY } },
    })

    const startedAt = Date.now()
    while ((await other.configuration.current()).environment !== "live" && Date.now() - startedAt < 5_000)
      await new Promise((resolve) => setTimeout(resolve, 50))
    const { environment, options } = await other.configuration.current()
    expect([environment, options.test.secretKey]).toEqual(["live", WRONG_KEY])
    expect((await other.startPayment.findOrCreate(startInput(newCartId()))).environment).toBe("live")
    expect(Date.now() - startedAt).toBeLessThan(5_000)
  })

  it("verifies a payment in its own environment with the key that is in force now", async () => {
    const one = boot(OLD)
    const intent = await one.startPayment.findOrCreate(startInput(newCartId()))
    service.control.moveState(intent.merchant_reference, "succeeded")
    await one.settings.save(
      { environment: "live", confirm_live: true, test: { secret_key: WRONG_KEY } },
      null
    )
    const unanswered = await one.verifier.verify(intent, { by: "job" })
    expect(unanswered.decision).toMatchObject({ kind: "waiting" })

    await one.settings.save({ test: { secret_key: SANDBOX_KEYS.testSecretKey } }, null)
    const { decision } = await one.verifier.verify(unanswered.intent, { by: "admin" })
    expect(decision).toMatchObject({ kind: "paid" })
  })

  it("loses no field when two instances save at the same time, and counts every save", async () => {
    const instances = [boot(OLD), boot(OLD)]
    const bodies = [
      { refunds: "manual" },
      { fee_bearer: "customer" },
      { description: "A {reference}" },
      { pending_orders: "place" },
      { test: { webhook_secret: `whsec_${"a".repeat(12)}` } },
      { live: { webhook_secret: `whsec_${"b".repeat(12)}` } },
    ]
    await Promise.all(bodies.map((body, index) => instances[index % 2]!.settings.save(body, `user_${index}`)))
    await instances[0]!.configuration.reload()
    expect([...instances[0]!.configuration.stored.keys()].sort()).toEqual(
      "description feeBearer live.webhookSecret pendingOrders refunds test.webhookSecret".split(" ")
    )
    const changes = await instances[0]!.settings.changes(20)
    expect(changes.map(({ actor_id }) => actor_id).sort()).toEqual(bodies.map((_, index) => `user_${index}`))
  })

  it("writes nothing when one of the fields is refused, and nothing down when nothing changes", async () => {
    const one = boot(OLD)
    await expect(one.settings.save({ refunds: "manual", fee_bearer: "nobody" }, null)).rejects.toMatchObject({
      name: "SettingsRefused",
      errors: [{ field: "fee_bearer", message: "must be one of merchant, customer" }],
    })
    expect(await database.knex("paycollect_setting")).toEqual([])
    await one.settings.save({ refunds: "manual", live: { secret_key: SANDBOX_KEYS.liveSecretKey } }, null)
    await one.settings.save({ refunds: "manual", live: { secret_key: SANDBOX_KEYS.liveSecretKey } }, null)
    await one.settings.save({ description: null }, null)
    expect(await one.settings.changes(20)).toHaveLength(1)
  })

  it("lists changes newest first, and removes one setting without the others", async () => {
    const one = boot(OLD)
    for (const description of ["A {reference}", "B {reference}"])
      await one.settings.save({ description }, null)
    await one.settings.save({ refunds: "manual" }, null)
    await one.settings.save({ description: null }, null)
    expect([...one.configuration.stored]).toEqual([["refunds", { value: "manual" }]])
    // Whatever order the table hands them out in.
    await database
      .knex("paycollect_setting_change")
      .where({ fields: '["refunds"]' })
      .update({ actor_id: "user_1" })
    expect((await one.settings.changes(3)).map(({ fields, actor_id }) => [...fields, actor_id])).toEqual([
      ["description", null],
      ["refunds", "user_1"],
      ["description", null],
    ])
  })

  it("reads over what is not its own: other facts of the plugin, and settings of a later version", async () => {
    const now = { created_at: new Date(), updated_at: new Date() }
    await database
      .knex("paycollect_state")
      .insert({ id: "a_fact", value: JSON.stringify({ version: 7 }), ...now })
    await database.knex("paycollect_setting").insert({ id: "laterSetting", value: JSON.stringify(1), ...now })
    const store = boot(OLD).configuration.store!
    expect(await store.version()).toBe(0)
    expect(await store.read()).toEqual(new Map())
  })

  it("says that the database is down, and does not work as if nothing had been saved", async () => {
    const down = Object.assign(new Error("terminating connection"), { code: "57P01" })
    const knex = () => ({ where: () => ({ first: () => Promise.reject(down) }) })
    await expect(new SettingsStore(knex as never, new Sealer([OLD])).version()).rejects.toBe(down)
  })

  it("keeps secrets encrypted in every table", async () => {
    const secrets = [`sk_test_${randomBytes(16).toString("hex")}`, `whsec_${randomBytes(16).toString("hex")}`]
    await boot(OLD).settings.save({ test: { secret_key: secrets[0], webhook_secret: secrets[1] } }, "user_1")
    expect(await sealed()).toHaveLength(2)
    for (const table of SETTINGS) {
      const rows = JSON.stringify(await database.knex(table))
      for (const secret of secrets) expect(rows).not.toContain(secret.slice(-12))
    }
  })

  describe("when the encryption key is rotated", () => {
    const save = async () => {
      await boot(OLD).settings.save({ test: { secret_key: WRONG_KEY } }, null)
      return await sealed()
    }

    it("changes nothing by looking, so that the store's own key still opens what a command with another in front read", async () => {
      const before = await save()
      const looking = await boot(`${NEW},${OLD}`).configuration.current()
      expect(looking.options.test.secretKey).toBe(WRONG_KEY)
      expect(await sealed()).toEqual(before)
      const { options, problems } = await boot(OLD).configuration.current()
      expect([options.test.secretKey, problems]).toEqual([WRONG_KEY, []])
    })

    it("changes nothing by reading what addresses of links and returns are made of, either", async () => {
      const read = async ({ links, returnProofs }: ReturnType<typeof boot>) => [
        await links.tokenOf("pclnk_1"),
        await returnProofs.receipt("pcint_1"),
      ]
      const made = await read(boot(OLD))
      expect(await read(boot(`${NEW},${OLD}`))).toEqual(made)
      expect(await read(boot(OLD))).toEqual(made)
    })

    it("is sealed anew with the first key by the server's job, and needs the old one no more", async () => {
      const before = await save()
      const { configuration } = boot(`${NEW},${OLD}`)
      expect(await configuration.renewSeals()).toBe(1)
      const after = await sealed()
      expect(after).toHaveLength(1)
      expect(after).not.toEqual(before)

      const { options, problems } = await boot(NEW).configuration.current()
      expect([options.test.secretKey, problems]).toEqual([WRONG_KEY, []])
      // Once all is renewed nothing changes, and a run that knows so does not even look.
      expect(await boot(`${NEW},${OLD}`).configuration.renewSeals()).toBe(0)
      expect(await sealed()).toEqual(after)
      const looks = jest.spyOn(configuration.store!, "renewSeals")
      expect(await configuration.renewSeals()).toBe(0)
      expect(looks).not.toHaveBeenCalled()
    })

    it("renews each secret by itself, and what the addresses of links are made of", async () => {
      const webhook_secret = "whsec_0123456789"
      const before = boot(OLD)
      await before.settings.save({ test: { secret_key: WRONG_KEY, webhook_secret } }, null)
      const token = await before.links.tokenOf("pclnk_1")
      expect(await boot(`${NEW},${OLD}`).configuration.renewSeals()).toBe(3)
      const after = boot(NEW)
      const { options } = await after.configuration.current()
      expect(options.test).toMatchObject({ secretKey: WRONG_KEY, webhookSecret: [webhook_secret] })
      expect(await after.links.tokenOf("pclnk_1")).toBe(token)
    })

    it("seals what stands in clear of a shop that had no key, once it has one", async () => {
      const kept = async () =>
        (await database.knex("paycollect_state").where({ id: "link_key" }).first("value")).value
      const token = await boot(undefined).links.tokenOf("pclnk_1")
      expect(await boot(undefined).configuration.renewSeals()).toBe(0)
      const clear = await kept()
      expect(clear).toEqual({ secret: expect.any(String) })
      expect(await boot(NEW).configuration.renewSeals()).toBe(1)
      const sealed = await kept()
      expect(sealed).toEqual({ sealed: expect.stringMatching(/^v1\./) })
      expect(await boot(NEW).links.tokenOf("pclnk_1")).toBe(token)
    })

    it("is told in the log by the job that did it, also where the service cannot be called", async () => {
      await save()
      const said = { info: jest.fn(), error: jest.fn() }
      const container = createMedusaContainer()
      const paycollect = asValue(boot(`${NEW},${OLD}`, { test: {}, live: {} }))
      container.register({
        paycollect,
        logger: asValue(said),
        query: asValue({ graph: () => ({ data: [] }) }),
      })
      await paycollectDue(container)
      await paycollectDue(container)
      expect(said.info.mock.calls).toEqual([
        [
          "paycollect: stored secrets were encrypted anew (1) with the first encryption key. The keys behind it are needed no more.",
        ],
      ])
    })

    it.each([
      ["another key", newKey()],
      ["no key", undefined],
    ])("takes no payment and no other key with %s, and says so", async (_, encryptionKey) => {
      await save()
      const one = boot(encryptionKey)
      const active = await one.configuration.current()
      expect(active.problems).toMatchObject([{ option: "test.secretKey", kind: "undecryptable" }])
      expect(one.configuration.stored.get("test.secretKey")).toEqual({ undecryptable: true })
      expect(active.clientOrNull("test")).toBeNull()
      expect(active.clientOrNull("live")).not.toBeNull()
      expect(active.blocker?.message).toMatch(
        /not configured.*test\.secretKey.*none of the encryption keys: test\.secretKey/
      )
      await expect(one.startPayment.findOrCreate(startInput(newCartId()))).rejects.toThrow("not configured")
    })

    it("lets a lost secret be entered anew or removed, and nothing without a key", async () => {
      await save()
      const one = boot(newKey())
      await one.settings.save({ test: { secret_key: SANDBOX_KEYS.testSecretKey } }, null)
      expect((await one.configuration.current()).problems).toEqual([])
      const other = boot(newKey())
      await other.settings.save({ test: { secret_key: null } }, null)
      expect((await other.configuration.current()).options.test.secretKey).toBe(SANDBOX_KEYS.testSecretKey)
      await expect(boot(undefined).settings.save({ refunds: "manual" }, null)).rejects.toMatchObject({
        type: "not_allowed",
        message: expect.stringContaining("PAYCOLLECT_ENCRYPTION_KEY"),
      })
    })

    it("adds no webhook secret to those it cannot read", async () => {
      await boot(OLD).settings.save({ test: { webhook_secret: "whsec_0123456789" } }, null)
      const one = boot(NEW)
      await expect(
        one.settings.save({ test: { add_webhook_secret: "whsec_9876543210" } }, null)
      ).rejects.toMatchObject({ errors: [{ field: "test.webhook_secret" }] })
      expect((await one.configuration.current()).webhookSecretsAreLost).toBe(true)
    })
  })

  it("does not let a key be moved to another environment's row", async () => {
    await boot(OLD).settings.save({ test: { webhook_secret: "whsec_0123456789" } }, null)
    await database.knex("paycollect_setting").update({ id: "live.webhookSecret" })
    const { problems, webhookSecrets } = await boot(OLD).configuration.current()
    expect(problems).toMatchObject([{ option: "live.webhookSecret", kind: "undecryptable" }])
    expect(webhookSecrets).toEqual([])
  })

  it("says what fits no more when the options around it change, and works with the rest", async () => {
    const storefrontUrl = "https://shop.example"
    await boot(OLD, { storefrontUrl }).settings.save(
      { return_urls: { success: `${storefrontUrl}/thanks` }, refunds: "manual" },
      null
    )
    const moved = boot(OLD, { storefrontUrl: "https://new-shop.example" })
    const active = await moved.configuration.current()
    expect(active.problems).toMatchObject([{ option: "returnUrls.success", kind: "invalid" }])
    expect(active.options).toMatchObject({ refunds: "manual", storefrontUrl: "https://new-shop.example" })
    // A save of something else is not held up by it; one of the same field repairs it.
    await moved.settings.save({ description: "B {reference}" }, null)
    await moved.settings.save({ return_urls: { success: null } }, null)
    expect((await moved.configuration.current()).problems).toEqual([])
  })

  it("boots and works with the options while its tables are not there", async () => {
    const empty = await openDatabase()
    try {
      for (const table of SETTINGS) await empty.knex.schema.dropTable(table)
      const one = moduleOn(empty.knex, {
        backendUrl: "https://api.shop.example",
      })
      const { options } = await one.configuration.current()
      expect(options.backendUrl).toBe("https://api.shop.example")
      expect(one.configuration.migrated).toBe(false)
    } finally {
      await empty.close()
    }
  })
})
