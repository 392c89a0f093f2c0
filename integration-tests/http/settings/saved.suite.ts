import { randomBytes } from "node:crypto"
import { createServer, type Server } from "node:http"
import { type AddressInfo } from "node:net"
import { inspect } from "node:util"
import { type MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { SANDBOX_KEYS } from "../../../packages/dev/src/sandbox"
import { withMerchant } from "../support/merchant"
import { type Store } from "../support/store"
import { type Suite } from "../support/suites"

export const ENCRYPTION_KEY = randomBytes(32).toString("base64")
const PATH = "/admin/paycollect/settings"
const LIVE_KEY = `sk_live_${randomBytes(12).toString("hex")}`
const LIVE_URL = "https://service.example/v1"

export const saved: Suite = (store) => {
  const merchant = withMerchant(store)
  const settings = async () => (await merchant.get(PATH)).data.settings
  // The runner sets the database back; what the process keeps of it has to follow.
  beforeEach(() => merchant.paycollect().configuration.reload())

  it("tells how to reach the shop to customers whose money is looked at, and to nobody else", async () => {
    const support = { email: "shop@example.com", phone: "+237670000002", whatsapp: null }
    expect((await merchant.post(PATH, { support })).status).toBe(200)
    expect((await settings()).support).toEqual({
      email: { value: "shop@example.com", source: "dashboard" },
      phone: { value: "+237 6 70 00 00 02", source: "dashboard" },
      whatsapp: { value: null, source: "unset" },
    })
    const { guest, reference } = await merchant.guestAtCheckout()
    expect(await guest.status()).not.toHaveProperty("support")
    merchant.pay(reference)
    store.service.control.overrideVerify(reference, { amount: "1" })
    await guest.comeBack(reference)
    expect(await guest.status()).toMatchObject({
      status: "attention",
      amount: "1",
      since: expect.any(String),
      support: { email: "shop@example.com", phone: "+237 6 70 00 00 02" },
    })
    for (const [field, value] of [
      ["email", "shop"],
      ["phone", "670000002"],
      ["whatsapp", "https://wa.me/1"],
    ] as const) {
      const { status, data } = await merchant.post(PATH, { support: { [field]: value } })
      expect([status, data.errors.map((error: { field: string }) => error.field)]).toEqual([
        400,
        [`support.${field}`],
      ])
      expect(JSON.stringify(data)).not.toContain(value)
    }
    expect((await settings()).support.phone.value).toBe("+237 6 70 00 00 02")
  })

  it("shows what is in force and where it comes from, secrets by their last characters", async () => {
    expect(await settings()).toMatchObject({
      editable: true,
      read_only_reason: null,
      environment: { value: "test", source: "default" },
      test: {
        secret_key: { masked: `sk_test_••••${SANDBOX_KEYS.testSecretKey.slice(-4)}`, source: "options" },
        webhook_secrets: [],
        base_url: { value: store.service.baseUrl, source: "options" },
        checkout_url: { value: null, source: "unset" },
      },
      live: { secret_key: { masked: null, source: "unset" } },
      refunds: { value: "off", source: "default" },
      webhook_url: "https://backend.paycollect.example/hooks/paycollect",
      missing: [],
      changes: [],
    })
  })

  it("tries a key that is typed before it is saved, and saves it all the same where that is asked for", async () => {
    const wrong = { test: { secret_key: "sk_test_mistyped_0000" } }
    const refused = await merchant.post(PATH, { ...wrong, description: "Never saved" })
    expect([refused.status, refused.data]).toEqual([
      400,
      {
        type: "invalid_data",
        message: expect.stringContaining("save_unchecked"),
        errors: [
          { field: "test.secret_key", message: expect.stringContaining("is not taken by the service") },
        ],
        check: expect.objectContaining({ environment: "test", ok: false, code: "invalid_key" }),
      },
    ])
    expect(await settings()).toMatchObject({
      test: { secret_key: { source: "options" } },
      description: { source: "default" },
      changes: [],
    })
    // The health page speaks of the key that is in force.
    await merchant.post(`${PATH}/check`)
    await merchant.post(PATH, wrong)
    expect((await merchant.get("/admin/paycollect/health")).data.health.connection).toMatchObject({
      ok: true,
    })
    const good = await merchant.post(PATH, { test: { secret_key: store.service.testSecretKey } })
    expect([good.status, good.data.check]).toEqual([200, expect.objectContaining({ ok: true, code: "ok" })])
    const saved = await merchant.post(PATH, { ...wrong, save_unchecked: true })
    expect([saved.status, saved.data.check]).toEqual([200, null])
    expect(saved.data.settings.test.secret_key).toEqual({
      masked: "sk_test_••••0000",
      source: "dashboard",
    })
  })

  it("saves what is sent and nothing else, and says who did it", async () => {
    const body = {
      live: { secret_key: LIVE_KEY, base_url: LIVE_URL },
      refunds: "manual",
      description: "Shop {reference}",
    }
    const answer = await merchant.post(PATH, { save_unchecked: true, ...body })
    expect(answer.status).toBe(200)
    expect(answer.data.settings).toMatchObject({
      live: {
        secret_key: { masked: `sk_live_••••${LIVE_KEY.slice(-4)}`, source: "dashboard" },
        base_url: { value: LIVE_URL, source: "dashboard" },
      },
      test: { secret_key: { source: "options" } },
      refunds: { value: "manual", source: "dashboard" },
      changes: [
        {
          actor: expect.stringMatching(/\S/),
          fields: ["live.secret_key", "live.base_url", "refunds", "description"],
        },
      ],
    })
    await merchant.post(PATH, { refunds: null })
    expect(await settings()).toMatchObject({
      refunds: { value: "off", source: "default" },
      description: { value: "Shop {reference}", source: "dashboard" },
      changes: [{ fields: ["refunds"] }, { fields: expect.arrayContaining(["description"]) }],
    })
  })

  const refused: [string, object, string][] = [
    ["a key with a wrong prefix", { test: { secret_key: "pk_test_0123456789" } }, "test.secret_key"],
    ["a live key in test", { test: { secret_key: "sk_live_0123456789" } }, "test.secret_key"],
    ["a test key in live", { live: { secret_key: "sk_test_0123456789" } }, "live.secret_key"],
    ["a key that only the client refuses", { test: { secret_key: 'sk_test_"quoted"' } }, "test.secret_key"],
    ["a webhook secret as key", { test: { secret_key: "whsec_0123456789" } }, "test.secret_key"],
    ["a wrong webhook secret", { test: { webhook_secret: "0123456789" } }, "test.webhook_secret"],
    ["a wrong further secret", { test: { add_webhook_secret: "whsec_1" } }, "test.webhook_secret"],
    ["an http address", { test: { base_url: "http://service.example/v1" } }, "test.base_url"],
    [
      "an address with credentials",
      { live: { base_url: "https://a:b@service.example/v1" } },
      "live.base_url",
    ],
    ["an address with a query", { live: { base_url: "https://service.example/v1?x=1" } }, "live.base_url"],
    ["an address without version", { live: { base_url: "https://service.example" } }, "live.base_url"],
    ["a checkout address over http", { test: { checkout_url: "http://pay.example" } }, "test.checkout_url"],
    [
      "a return address elsewhere",
      { return_urls: { success: "https://evil.example/ok" } },
      "return_urls.success",
    ],
    ["an unknown field", { colour: "blue" }, "colour"],
    ["an unknown field of an environment", { test: { public_key: "pk_test_1" } }, "test.public_key"],
    ["the option's own spelling", { test: { secretKey: "sk_test_0123456789" } }, "test.secretKey"],
    ["what is set by options only", { backend_url: "https://other.example" }, "backend_url"],
    ["a text for a number", { pending_order_expiry_hours: "24" }, "pending_order_expiry_hours"],
    ["live without a key", { environment: "live", confirm_live: true }, "live.secret_key"],
    [
      "live without confirmation",
      { environment: "live", live: { secret_key: LIVE_KEY, base_url: LIVE_URL } },
      "confirm_live",
    ],
  ]

  it("refuses what does not fit, by the field's name, and changes nothing", async () => {
    const before = await settings()
    for (const [what, body, field] of refused) {
      const { status, data } = await merchant.post(PATH, { description: "Never saved", ...body })
      expect([what, status, data.type]).toEqual([what, 400, "invalid_data"])
      expect(data.message).toContain(field)
      expect((data.errors as { field: string }[]).map((error) => error.field)).toContain(field)
      expect(JSON.stringify(data)).not.toMatch(/0123456789|evil\.example|a:b@/)
    }
    expect(await settings()).toEqual(before)
  })

  it("refuses the address of one environment in the other", async () => {
    const live = { base_url: store.service.baseUrl, secret_key: LIVE_KEY }
    const { status, data } = await merchant.post(PATH, { live })
    expect(status).toBe(400)
    expect(data.errors).toEqual([
      { field: "live.base_url", message: "must be another address than that of the other environment" },
    ])
  })

  describe("a key goes only where its owner sent it", () => {
    let thief: Server
    let address: string
    const stolen: string[] = []
    beforeAll(async () => {
      thief = createServer((request, response) => {
        stolen.push(JSON.stringify(request.headers))
        response.writeHead(200, { "content-type": "application/json" }).end('{"data":[]}')
      })
      await new Promise<void>((resolve) => thief.listen(0, "127.0.0.1", resolve))
      address = `http://127.0.0.1:${(thief.address() as AddressInfo).port}/v1`
    })
    afterAll(() => new Promise((resolve) => thief.close(resolve)))
    beforeEach(() => (stolen.length = 0))
    afterEach(() => {
      // The key of the server's options, which nobody of the dashboard knows.
      expect(stolen.filter((headers) => headers.includes(SANDBOX_KEYS.testSecretKey))).toEqual([])
    })

    const invented = `sk_test_${randomBytes(16).toString("hex")}`
    const fields = ({ data }: { data: { errors?: { field: string }[] } }) =>
      data.errors?.map(({ field }) => field)
    const save = async (test: object) => await merchant.post(PATH, { save_unchecked: true, test })
    const check = async () => (await merchant.post(`${PATH}/check`, {})).data.check

    it("an address is entered together with a key, also at the server that is there already", async () => {
      const { baseUrl } = store.service
      for (const base_url of [address, "https://evil.example/v1", baseUrl, baseUrl.replace("/v1", "/v2")])
        expect([base_url, fields(await save({ base_url }))]).toEqual([base_url, ["test.base_url"]])
      expect((await settings()).test.base_url.source).toBe("options")
      expect(await check()).toMatchObject({ code: "ok" })
    })

    it("a key of the dashboard stays with its address: another one, or another path, asks for the key again", async () => {
      expect((await save({ base_url: address, secret_key: invented })).status).toBe(200)
      for (const base_url of ["https://evil.example/v1", address.replace("/v1", "/another/v1")])
        expect(fields(await save({ base_url }))).toEqual(["test.base_url"])
      expect((await save({ base_url: address })).status).toBe(200)
      expect((await save({ secret_key: `${invented}0` })).status).toBe(200)
    })

    it("removing one of the two asks for the other, and the server's key never leaves", async () => {
      expect((await save({ base_url: address, secret_key: invented })).status).toBe(200)
      expect(fields(await save({ secret_key: null }))).toEqual(["test.base_url"])
      expect(fields(await save({ base_url: null }))).toEqual(["test.base_url"])
      expect(fields(await save({ secret_key: null, base_url: "https://evil.example/v1" }))).toEqual([
        "test.base_url",
      ])
      await check()
      expect(stolen).toHaveLength(1)
      expect(stolen[0]).toContain(invented)

      expect((await save({ secret_key: null, base_url: null })).status).toBe(200)
      expect(await check()).toMatchObject({ code: "ok" })
      expect(stolen).toHaveLength(1)
    })

    it("an address that an older version saved without a key does not count, and says so", async () => {
      await merchant.post(PATH, { description: "Of the older version" })
      await store.db.raw(
        "insert into paycollect_setting (id, value) values ('test.baseUrl', to_jsonb(?::text))",
        [address]
      )
      await merchant.paycollect().configuration.reload()
      expect(await check()).toMatchObject({ ok: false, code: "not_configured" })
      const guest = store.customer()
      await guest.fillCart()
      expect((await guest.tryToPay()).status).toBe(503)
      expect([stolen, store.calls()]).toEqual([[], []])
      expect((await settings()).missing).toEqual(["test.baseUrl"])
      const { checks } = (await merchant.get("/admin/paycollect/health")).data.health
      expect(checks).toContainEqual(
        expect.objectContaining({ id: "settings_invalid", values: { fields: "test.baseUrl" } })
      )

      // Whoever enters a key now may think that it goes where the options say.
      expect(fields(await save({ secret_key: invented }))).toEqual(["test.base_url"])
      expect((await merchant.post(PATH, { refunds: "manual" })).status).toBe(200)
      expect((await save({ base_url: null })).status).toBe(200)
      expect(await check()).toMatchObject({ code: "ok" })
    })

    it("an address whose key was lost does not get the one of the options", async () => {
      expect((await save({ base_url: address, secret_key: invented })).status).toBe(200)
      await store.db.raw("update paycollect_setting set sealed = 'v1.0.a.b.c' where id = 'test.secretKey'")
      await merchant.paycollect().configuration.reload()
      expect(await check()).toMatchObject({ code: "not_configured" })
      expect(fields(await save({ secret_key: null }))).toEqual(["test.base_url"])
      await store.db.raw("delete from paycollect_setting where id = 'test.secretKey'")
      await merchant.paycollect().configuration.reload()
      expect(await check()).toMatchObject({ code: "not_configured" })
      expect(stolen).toEqual([])
    })
  })

  it("announces changes of keys, addresses and the environment in the dashboard's feed, once and without values", async () => {
    const feed = async () => {
      const { rows } = await store.db.raw("select data from notification where channel = 'feed'")
      return (rows as { data: { title: string; description: string } }[]).map(({ data }) => data)
    }
    const soonInFeed = async (count: number) => {
      for (let tries = 0; tries < 100 && (await feed()).length < count; tries++)
        await new Promise((resolve) => setTimeout(resolve, 20))
      return await feed()
    }
    await merchant.post(PATH, { refunds: "manual", description: "Not announced {reference}" })
    await merchant.post(PATH, {
      save_unchecked: true,
      live: { secret_key: LIVE_KEY, base_url: LIVE_URL },
      fee_bearer: "customer",
    })
    expect(await soonInFeed(1)).toEqual([
      {
        title: "PayCollect: keys or addresses were changed",
        description: expect.stringMatching(
          /^Changed: Secret key \(Live\), Address of the service \(Live\)\. .*Recent changes/
        ),
      },
    ])
    await merchant.post(PATH, { test: { webhook_secret: `whsec_${"a".repeat(20)}` } })
    await merchant.post(PATH, { environment: "live", confirm_live: true })
    await merchant.post(PATH, { save_unchecked: true, live: { secret_key: LIVE_KEY } })
    await merchant.post(PATH, { notifications: { recipients: "thief@example.com" } })
    await merchant.post(PATH, { notifications: { recipients: null } })
    const shown = (await soonInFeed(5)).map(({ description }) => description)
    expect(shown.map((text) => /^Changed: (.*?)\./.exec(text)?.[1]).sort()).toEqual([
      "Environment",
      "Recipients",
      "Recipients",
      "Secret key (Live), Address of the service (Live)",
      "Webhook secrets (Test)",
    ])
    expect(shown.join()).not.toMatch(/thief|service\.example|sk_live_\w|whsec_a/)
  })

  it("switches to live when it is confirmed, and new payments go there", async () => {
    const { liveBaseUrl, liveSecretKey } = store.service
    const live = { secret_key: liveSecretKey, base_url: liveBaseUrl }
    const answer = await merchant.post(PATH, { environment: "live", confirm_live: true, live })
    expect(answer.data.settings.environment).toEqual({ value: "live", source: "dashboard" })
    const { reference } = await merchant.guestAtCheckout()
    expect(await merchant.intent(reference)).toMatchObject({ environment: "live" })

    const removed = await merchant.post(PATH, { live: { secret_key: null } })
    expect(removed.data.errors).toMatchObject([{ field: "live.base_url" }, { field: "live.secret_key" }])
    // Paid in live, verified with the live key after the way back.
    await merchant.post(PATH, { environment: null })
    merchant.pay(reference)
    expect(await merchant.advance(reference)).toMatchObject({ status: "succeeded" })
  })

  it("adds webhook secrets to those there, and replaces all", async () => {
    const secret = (letter: string) => `whsec_${letter.repeat(20)}`
    const shown = async () =>
      (await settings()).test.webhook_secrets.map((one: { masked: string }) => one.masked)
    await merchant.post(PATH, { test: { webhook_secret: secret("a") } })
    await merchant.post(PATH, { test: { add_webhook_secret: secret("b") } })
    expect(await shown()).toEqual(["whsec_••••aaaa", "whsec_••••bbbb"])
    await merchant.post(PATH, { test: { webhook_secret: secret("c") } })
    expect(await shown()).toEqual(["whsec_••••cccc"])
    await merchant.post(PATH, { test: { webhook_secret: null } })
    expect(await shown()).toEqual([])
  })

  it("says which secrets it cannot read, takes no other in their place, and lets them be entered anew", async () => {
    const webhook_secret = `whsec_${"d".repeat(20)}`
    await merchant.post(PATH, {
      save_unchecked: true,
      test: { webhook_secret, secret_key: store.service.testSecretKey },
    })
    await store.db.raw("update paycollect_setting set sealed = 'v1.00000000.a.b.c' where sealed is not null")
    await merchant.paycollect().configuration.reload()

    expect(await settings()).toMatchObject({
      editable: true,
      read_only_reason: "undecryptable",
      missing: ["test.secretKey"],
      test: {
        secret_key: { masked: null, source: "dashboard", undecryptable: true },
        webhook_secrets: [{ masked: null, source: "dashboard", undecryptable: true }],
      },
    })
    const guest = store.customer()
    await guest.fillCart()
    const { configuration } = merchant.paycollect()
    expect((await configuration.current()).blocker?.message).toContain("encryption keys")
    const refused = await guest.tryToPay()
    expect([refused.status, refused.data.message]).toEqual([503, expect.not.stringMatching(/key/i)])
    expect(store.calls()).toEqual([])
    expect((await store.api.post("/hooks/paycollect", { data: {} })).status).toBe(503)

    await merchant.post(PATH, { test: { webhook_secret, secret_key: null } })
    expect(await settings()).toMatchObject({ read_only_reason: null, missing: [] })
    expect((await store.api.post("/hooks/paycollect", { data: {} })).status).toBe(401)
  })

  it("keeps every field of people who save at the same time", async () => {
    const bodies = [
      { refunds: "manual" },
      { description: "One {reference}" },
      { fee_bearer: "customer" },
      { pending_orders: "place" },
      { live: { secret_key: LIVE_KEY, base_url: LIVE_URL } },
    ]
    const answers = await Promise.all(
      bodies.map((body) => merchant.post(PATH, { save_unchecked: true, ...body }))
    )
    expect(answers.map(({ status }) => status)).toEqual(bodies.map(() => 200))
    expect(await settings()).toMatchObject({
      refunds: { value: "manual" },
      description: { value: "One {reference}" },
      fee_bearer: { value: "customer" },
      pending_orders: { value: "place" },
      live: { secret_key: { source: "dashboard" }, base_url: { value: LIVE_URL } },
    })
    expect((await settings()).changes).toHaveLength(bodies.length)
  })

  it("never gives a secret away: no answer, log, event or row of any table holds it in clear", async () => {
    const secrets = [
      `sk_test_${randomBytes(16).toString("hex")}`,
      `sk_live_${randomBytes(16).toString("hex")}`,
      `whsec_${randomBytes(16).toString("hex")}`,
      `whsec_${randomBytes(16).toString("hex")}`,
    ] as const
    const seen: string[] = []
    const listen = spyOnEverything(store.container(), seen)
    const answers = [
      await merchant.post(PATH, {
        save_unchecked: true,
        test: { secret_key: secrets[0], webhook_secret: secrets[2] },
      }),
      await merchant.post(PATH, {
        save_unchecked: true,
        live: { secret_key: secrets[1], base_url: LIVE_URL },
        test: { add_webhook_secret: secrets[3] },
      }),
      // Refused: secrets in the wrong fields.
      await merchant.post(PATH, {
        save_unchecked: true,
        test: { secret_key: secrets[1] },
        live: { webhook_secret: secrets[0] },
      }),
      await merchant.post(PATH, { description: secrets[0].repeat(10) }),
      await merchant.post(`${PATH}/check`, {}),
      await merchant.get(PATH),
      await merchant.get("/admin/paycollect/health"),
    ]
    listen.stop()
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 400, 400, 200, 200, 200])
    expect(answers[4]!.data.check.code).toBe("invalid_key")
    for (const { data, headers } of answers) seen.push(JSON.stringify(data), JSON.stringify(headers))
    seen.push(...(await everyRow(store)))
    expect(seen.some((text) => text.includes("••••"))).toBe(true)
    expect(seen.some((text) => text.includes("v1."))).toBe(true)
    // Four characters are shown on purpose; eight are too many.
    for (const secret of secrets)
      expect(seen.filter((text) => text.includes(secret.slice(-8))).map((text) => text.slice(0, 80))).toEqual(
        []
      )
  })

  describe("the check", () => {
    const check = async (body?: object) => (await merchant.post(`${PATH}/check`, body)).data.check

    it("makes one authenticated call and keeps the outcome", async () => {
      expect(await check()).toMatchObject({ environment: "test", ok: true, code: "ok" })
      expect(store.calls()).toEqual(["list_customers"])
      expect(await check({ environment: "live" })).toMatchObject({ ok: false, code: "not_configured" })
      await merchant.post(PATH, { save_unchecked: true, test: { secret_key: "sk_test_anotherkey0000" } })
      const refused = await check({ environment: "test" })
      expect(refused).toMatchObject({ ok: false, code: "invalid_key" })
      expect(refused.message).toContain("The secret key is not known")
      expect(refused.latency_ms).toBeGreaterThanOrEqual(0)
    })

    it("says that nothing answers", async () => {
      await store.whileServiceIsDown(async () => {
        expect(await check()).toMatchObject({ ok: false, code: "unreachable" })
      })
    })

    it("refuses what it does not know", async () => {
      const { status, data } = await merchant.post(`${PATH}/check`, { environment: "staging" })
      expect([status, data.errors]).toEqual([400, [expect.objectContaining({ field: "environment" })]])
    })
  })

  it.each(["get", "post"] as const)("is for admins only: %s", async (method) => {
    expect((await store.api[method](PATH)).status).toBe(401)
    expect((await store.api.post(`${PATH}/check`)).status).toBe(401)
  })
}

/** Collects whatever is logged or announced from here on. */
function spyOnEverything(container: MedusaContainer, seen: string[]): { stop(): void } {
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  const spies = (["debug", "info", "warn", "error"] as const).map((level) =>
    jest
      .spyOn(logger, level)
      .mockImplementation((...args: unknown[]) => void seen.push(inspect(args, { depth: 9 })))
  )
  const emit = jest.spyOn(container.resolve(Modules.EVENT_BUS), "emit")
  return {
    stop() {
      seen.push(inspect(emit.mock.calls, { depth: 9, maxStringLength: null }))
      for (const spy of [...spies, emit]) spy.mockRestore()
    },
  }
}

/** Every row of every table, the workflow engine's and Medusa's own included. */
async function everyRow(store: Store): Promise<string[]> {
  const { rows: tables } = await store.db.raw(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'"
  )
  const names = (tables as { name: string }[]).map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(["paycollect_setting", "workflow_execution", "notification"]))
  const found = await Promise.all(
    names.map(async (name) => (await store.db.raw(`select t::text as text from "${name}" t`)).rows)
  )
  return found.flat().map(({ text }: { text: string }) => text)
}
