import { version } from "../../../package.json"
import { randomBytes } from "node:crypto"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { leftBehindSchema } from "../../../packages/dev/src/plugin"
import { type Diagnosis } from "../../../src/cli/doctor"
import { type Check, type CheckId } from "../../../src/settings/health-checks"
import { commandOf, doctorOf } from "../support/doctor"
import { withMerchant } from "../support/merchant"
import { type Suite } from "../support/suites"

const root = join(__dirname, "../../..")

export const health: Suite = (store) => {
  const merchant = withMerchant(store)
  const health = async () => (await merchant.get("/admin/paycollect/health")).data.health
  const found = async (id: CheckId) => ((await health()).checks as Check[]).find((one) => one.id === id)
  beforeEach(() => merchant.paycollect().configuration.reload())

  const databaseUrl = () =>
    store.container().resolve(ContainerRegistrationKeys.CONFIG_MODULE).projectConfig.databaseUrl!
  const doctor = async (...args: string[]) => await doctorOf(databaseUrl(), args)

  it("shows what is well, what is not, and the numbers behind it", async () => {
    const shown = await health()
    expect(shown).toMatchObject({
      version,
      environment: "test",
      missing_options: [],
      connection: null,
      budget: [
        { rate_class: "standard", limit: 60, breaker: "closed" },
        { rate_class: "creation", limit: 20, breaker: "closed" },
      ],
      reconcile: { last_run: null },
      webhook: { enabled: false, last_seen: null },
      needs_attention_count: 0,
    })
    const outcomes = Object.fromEntries((shown.checks as Check[]).map(({ id, status }) => [id, status]))
    expect(outcomes).toMatchObject({
      migrations_ok: "ok",
      configured: "ok",
      encryption_key_ok: "ok",
      webhook_secret_missing: "warning",
      refunds_off: "choice",
      reconcile_never_ran: "warning",
      provider_ok: "ok",
      connection_unknown: "ok",
    })
    expect(store.calls()).toEqual([])
  })

  it("tells uninstall what the store leaves behind, and nothing else on standard output", async () => {
    const { reference } = await merchant.guestAtCheckout()
    const { code, stdout } = await commandOf(databaseUrl(), ["left-behind", "--json"])
    const { error, open, regions } = leftBehindSchema.strict().parse(JSON.parse(stdout))
    expect([code, error]).toEqual([0, null])
    expect(open).toEqual([
      expect.stringContaining("1 payment is not ended"),
      expect.stringContaining(`finds what is not ended as ${reference}.`),
    ])
    expect(regions.length).toBeGreaterThan(0)
  })

  it("shows what was asked, a pause that the service ordered, and a service that is left alone", async () => {
    const budget = async () => (await health()).budget as Record<string, unknown>[]
    const { reference } = await merchant.guestAtCheckout()
    const [standard, creation] = await budget()
    expect([standard!.used, creation!.used]).toEqual([1, 1])
    expect(await found("rate_limit_ok")).toBeDefined()
    expect(await found("breaker_ok")).toBeDefined()

    store.service.control.injectFault({ operation: "verify_payment", kind: "rate_limit", retryAfter: 30 })
    await merchant.advance(reference)
    expect(await found("rate_limit_paused")).toMatchObject({ values: { rate_class: "standard" } })
    expect((await budget())[0]!.paused_until).toEqual(expect.any(String))

    merchant.later(31_000)
    expect(await found("rate_limit_ok")).toBeDefined()
    store.service.control.injectFault({ operation: "verify_payment", kind: "status", status: 500, times: 9 })
    while (store.calls("verify_payment").length < 6) await merchant.advance(reference)
    expect(await found("breaker_open")).toMatchObject({ values: { rate_class: "standard" } })
    expect(await budget()).toMatchObject([{ breaker: "open" }, { breaker: "closed" }])
  })

  it("tells which locks Medusa uses", async () => {
    expect(await found("locking_ok")).toMatchObject({ values: { provider: "in-memory" } })
    const modules = store.container().resolve(ContainerRegistrationKeys.CONFIG_MODULE).modules!
    const { locking } = modules as { locking: object }
    const providers = [{ resolve: "./src/locks", id: "own" }]
    Object.assign(modules, { locking: { ...locking, options: { providers } } })
    const unknown = await found("locking_unknown")
    Object.assign(modules, { locking })
    expect(unknown).toMatchObject({ status: "warning" })
  })

  it("tells whether the plugin was checked with the Medusa that runs", async () => {
    const { version } = jest.requireActual<{ version: string }>("@medusajs/medusa/package.json")
    expect(await found("medusa_tested")).toMatchObject({ values: { version } })

    const folder = mkdtempSync(join(tmpdir(), "store-"))
    const medusa = join(folder, "node_modules/@medusajs/medusa")
    mkdirSync(medusa, { recursive: true })
    const cwd = process.cwd()
    try {
      process.chdir(folder)
      writeFileSync(join(medusa, "package.json"), '{"version": "2.999.0"}')
      expect(await found("medusa_untested")).toMatchObject({
        status: "warning",
        values: { version: "2.999.0" },
      })
      writeFileSync(join(medusa, "package.json"), "{}")
      expect(await found("medusa_unknown")).toMatchObject({ status: "warning" })
    } finally {
      process.chdir(cwd)
      rmSync(folder, { recursive: true })
    }
  })

  it("shows a failed check of the connection, and the last call after it", async () => {
    await merchant.post("/admin/paycollect/settings", {
      save_unchecked: true,
      test: { secret_key: "sk_test_anotherkey0000" },
    })
    await merchant.post("/admin/paycollect/settings/check")
    expect(await found("connection_failed")).toMatchObject({ values: { code: "invalid_key" } })
    await merchant.post("/admin/paycollect/settings", { test: { secret_key: null } })
    await merchant.guestAtCheckout()
    expect(await found("connection_ok")).toMatchObject({ status: "ok" })
  })

  it("asks the service once a minute however often a person checks, failed or not, and at once by other keys", async () => {
    const { control } = store.service
    const asked = () => control.requests({ operation: "list_customers" }).length
    const check = async () => (await merchant.post("/admin/paycollect/settings/check")).data.check
    const before = asked()
    const first = await check()
    expect(await check()).toEqual(first)
    expect(asked()).toBe(before + 1)
    merchant.later(60_000)
    expect(await check()).not.toEqual(first)
    expect(asked()).toBe(before + 2)
    const other = { save_unchecked: true, test: { secret_key: "sk_test_anotherkey0000" } }
    await merchant.post("/admin/paycollect/settings", other)
    const failed = await check()
    expect(failed).toMatchObject({ ok: false, code: "invalid_key" })
    merchant.later(59_000)
    expect(await check()).toEqual(failed)
    expect(asked()).toBe(before + 3)
    await merchant.post("/admin/paycollect/settings", { test: { secret_key: null } })
    expect(await check()).toMatchObject({ ok: true })
  })

  it("names what waits for a person, payments that nobody looked after, and regions without us", async () => {
    const { reference } = await merchant.guestAtCheckout()
    merchant.later(12 * 60_000)
    expect(await found("due_overdue")).toMatchObject({ status: "warning", values: { count: 1 } })
    const { id } = await merchant.intent(reference)
    await merchant.paycollect().attention.open({ intent_id: id, reason: "paid_without_order" })
    expect(await found("attention_open")).toMatchObject({ values: { count: 1 } })
    expect((await health()).needs_attention_count).toBe(1)
    await store.db.raw("delete from region_payment_provider")
    expect(await found("provider_in_no_region")).toMatchObject({ status: "warning" })
  })

  it("says that the plugin's tables are not up to date, and what it knows all the same", async () => {
    await store.db.raw("delete from mikro_orm_migrations where name = 'Migration20261123000000'")
    expect(await found("migrations_pending")).toMatchObject({
      status: "error",
      values: { pending: "Migration20261123000000" },
    })
    expect(await found("configured")).toMatchObject({ status: "ok" })
  })

  it("names tables that a version before 0.1.0 made, and does not read them", async () => {
    await store.db.raw("insert into mikro_orm_migrations (name) values ('Migration20261120233332')")
    expect(await found("migrations_old")).toMatchObject({
      status: "error",
      message: expect.stringContaining("left-behind --drop-sql"),
    })
    expect(await found("migrations_ok")).toBeUndefined()
    expect(await found("reconcile_never_ran")).toBeUndefined()
    const { code, stdout } = await doctor()
    expect([code, stdout]).toEqual([1, expect.stringMatching(/ERROR {4}.*made by a version before 0\.1\.0/)])
  })

  it("is for admins only", async () => {
    expect((await store.api.get("/admin/paycollect/health")).status).toBe(401)
  })

  describe("npx medusa-payment-paycollect doctor", () => {
    it("finds the same without calling anybody, and ends well with warnings", async () => {
      const { code, stdout } = await doctor("--json")
      const diagnosis = JSON.parse(stdout) as Diagnosis
      expect([code, diagnosis.ok, diagnosis.connection]).toEqual([0, true, null])
      const ids = (checks: { id: string }[]) => checks.map(({ id }) => id.split("_")[0]).sort()
      expect(ids(diagnosis.checks)).toEqual(ids((await health()).checks))
      expect(store.calls()).toEqual([])
    })

    it("makes one call with --online, and ends with 1 when the key is refused", async () => {
      await merchant.post("/admin/paycollect/settings", {
        save_unchecked: true,
        test: { secret_key: "sk_test_anotherkey0000" },
      })
      const { code, stdout } = await doctor("--online")
      expect(stdout).toMatch(/ERROR {4}The service answered in .* did not take the call: invalid_key\./)
      expect(stdout).toMatch(/1 error, \d warnings?\n$/)
      expect(stdout).not.toContain("anotherkey")
      expect([code, store.calls()]).toEqual([1, ["list_customers"]])
    })

    it("sends the running server a signed event with --online, and says what became of it", async () => {
      const here = store.api.defaults.baseURL!
      const before = process.env.PAYCOLLECT_SPEC_OPTIONS!
      const online = async (...more: string[]) => await doctor("--online", ...more)
      const webhook = async () => (JSON.parse((await online("--json")).stdout) as Diagnosis).webhook
      process.env.PAYCOLLECT_SPEC_OPTIONS = JSON.stringify({ ...JSON.parse(before), backendUrl: here })
      try {
        expect(await webhook()).toBeNull()
        const webhook_secret = `whsec_${randomBytes(16).toString("hex")}`
        const saved = await merchant.post("/admin/paycollect/settings", { test: { webhook_secret } })
        expect(saved.status).toBe(200)
        const webhook_url = `${here}/hooks/paycollect`
        expect(await webhook()).toEqual({ result: "ok", webhook_url, checked_at: expect.any(String) })
        expect((await health()).webhook).toMatchObject({ enabled: true, last_seen: null })
        // The answer of this minute; it is of the same event.
        const { stdout } = await online()
        expect(stdout).toMatch(/event +ok: to \S+\. A message that this server sent itself arrived/)
        expect(stdout).toContain(`to ${webhook_url}. `)
        expect(stdout).not.toContain(webhook_secret)
      } finally {
        process.env.PAYCOLLECT_SPEC_OPTIONS = before
      }
    })

    it("says what to run on a database that was never migrated, without a stack", async () => {
      const name = `empty_${randomBytes(6).toString("hex")}`
      await store.db.raw(`create database "${name}"`)
      try {
        const empty = new URL(databaseUrl())
        empty.pathname = `/${name}`
        const { code, stdout, stderr } = await doctorOf(empty.href, ["--json"])
        expect([code, JSON.parse(stdout)]).toEqual([
          1,
          {
            ok: false,
            environment: null,
            checks: [
              {
                id: "store_not_loaded",
                status: "error",
                message: expect.stringContaining("npx medusa db:migrate"),
                next: "npx medusa db:migrate",
              },
            ],
            connection: null,
            webhook: null,
            orphans: null,
          },
        ])
        expect(`${stdout}${stderr}`).not.toMatch(/^ +at /m)
      } finally {
        await store.db.raw(`drop database if exists "${name}" with (force)`)
      }
    })

    it("says in one sentence that the database is not there, and what makes it", async () => {
      const missing = new URL(databaseUrl())
      missing.pathname = "/nowhere"
      const { code, stdout } = await doctorOf(missing.href, [])
      expect([code, stdout]).toEqual([
        1,
        expect.stringMatching(
          /nothing was changed: There is no database nowhere yet\. Run: npx medusa db:create --db nowhere\n\n1 error, 0 warnings\n$/
        ),
      ])
    })

    it("says so outside a store, and refuses what it does not know", async () => {
      const outside = await doctor("--cwd", join(root, "docs"))
      expect([outside.code, outside.stdout]).toEqual([1, expect.stringContaining("no medusa-config in")])
      const wrong = await doctor("--colour")
      expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining("doctor --help")])
    })
  })
}
