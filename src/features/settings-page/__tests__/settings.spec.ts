import { settingsView } from "../view"
import { inspect } from "node:util"
import { Configuration } from "../../../settings/configuration"
import { type SettingName } from "../../../settings/fields"
import { SettingsRefused } from "../body"
import { Settings } from "../settings"
import { type StoredSetting } from "../../../settings/store"
import { OPTIONS, shopWith } from "./memory"

type Stored = Partial<Record<SettingName, StoredSetting>>

const OWN: Stored = {
  "test.secretKey": { value: "sk_test_9876543210" },
  "test.baseUrl": { value: "https://own.service.example/v1" },
}
const LIVE_KEY = "sk_live_0123456789"
const LIVE_URL = "https://service.example/v1"
const LIVE: Stored = { "live.secretKey": { value: LIVE_KEY }, "live.baseUrl": { value: LIVE_URL } }
const ELSEWHERE = "https://other.service.example/v1"
const MOVED = "would send the secret key that is set here to another address"

/** What a save is refused for, each field with the beginning of its reason; "saved" when it is not. */
async function saving(body: unknown, stored: Stored = {}, options: Record<string, unknown> = OPTIONS) {
  const { settings, store } = await shopWith(stored, options)
  const before = new Map(store.stored)
  try {
    await settings.save(body, "user_1")
    return "saved"
  } catch (error) {
    if (!(error instanceof SettingsRefused)) throw error
    expect(store.stored).toEqual(before)
    return error.errors.map(({ field, message }) => [field, message])
  }
}
const because = (field: string, message: string) => [field, expect.stringContaining(message)]

describe("a save", () => {
  it("is in force at once, and says what it changed, by the names of the admin API", async () => {
    const { settings, configuration } = await shopWith()
    const body = { test: { secret_key: "sk_test_5555555555" }, refunds: "manual" }
    expect(await settings.save(body, "user_1")).toMatchObject({
      actor_id: "user_1",
      fields: ["test.secret_key", "refunds"],
    })
    expect((await configuration.current()).options).toMatchObject({
      test: { secretKey: "sk_test_5555555555" },
      refunds: "manual",
    })
    expect(await settings.save({ fee_bearer: "customer" }, null)).toMatchObject({ fields: ["fee_bearer"] })
    expect((await settings.changes(9)).map(({ fields }) => fields)).toEqual([
      ["fee_bearer"],
      ["test.secret_key", "refunds"],
    ])
    expect(await settings.changes(1)).toHaveLength(1)
  })

  it("of amounts names the way to pay whose text is wrong, and is read by currency", async () => {
    const card = "paycollect-card"
    expect(await saving({ amounts: { [card]: "XAF 500-100" } })).toEqual([
      because(`amounts.${card}`, "in major units"),
    ])
    expect(await saving({ amounts: { [card]: "XAF 1.5-" } })).toEqual([
      because(`amounts.${card}`, "of known currencies"),
    ])
    const { settings, configuration } = await shopWith()
    await settings.save({ amounts: { [card]: "xaf 100-500000 /5, EUR 1-" } }, null)
    const active = await configuration.current()
    expect(active.options.amounts).toEqual({
      [card]: { xaf: { min: "100", max: "500000", multiple: "5" }, eur: { min: "1" } },
    })
    expect(settingsView(configuration, active).amounts).toEqual({
      paycollect: { value: null, source: "unset" },
      "paycollect-mobile-money": { value: null, source: "unset" },
      [card]: { value: "XAF 100-500000 /5, EUR 1-", source: "dashboard" },
    })
  })

  it("that changes nothing leaves no trace", async () => {
    const { settings } = await shopWith({ refunds: { value: "manual" } })
    expect(await settings.save({ refunds: "manual" }, "user_1")).toBeNull()
    expect(await settings.changes(9)).toEqual([])
  })

  describe("of a base address that leads into a private network", () => {
    const refused = [because("test.base_url", "private network")]
    const save = async (base_url: string, options: Record<string, unknown> = OPTIONS) =>
      await saving({ test: { secret_key: "sk_test_5555555555", base_url } }, {}, options)
    const nodeEnv = process.env.NODE_ENV
    afterEach(() => void (process.env.NODE_ENV = nodeEnv))

    it.each(["10.0.0.5", "169.254.169.254", "192.168.1.1:8443", "[fd00::1]", "[::ffff:10.0.0.5]", "0x0a.5"])(
      "is refused: %s",
      async (host) => {
        expect(await save(`https://${host}/v1`)).toEqual(refused)
      }
    )

    it("takes the sandbox of a developer's machine, and in production neither that nor anything else there", async () => {
      const addresses = ["http://127.0.0.1:4010/v1", "http://localhost:4010/v1", "http://[::1]:4010/v1"]
      for (const address of addresses) expect(await save(address)).toBe("saved")
      process.env.NODE_ENV = "production"
      for (const address of addresses) expect(await save(address)).toEqual(refused)
    })

    it("is the operator's to name: the options' own may be anywhere", async () => {
      process.env.NODE_ENV = "production"
      const test = { secretKey: "sk_test_0123456789", baseUrl: "https://10.0.0.5/v1/" }
      expect(await save("https://10.0.0.5/v1", { ...OPTIONS, test })).toBe("saved")
      expect(await save("https://10.0.0.6/v1", { ...OPTIONS, test })).toEqual(refused)
    })

    it("counts as not set where an older version saved it", async () => {
      const { active } = await shopWith({ ...OWN, "test.baseUrl": { value: "https://10.0.0.5/v1" } })
      expect(active.problems).toMatchObject([{ option: "test.baseUrl", kind: "invalid" }])
      expect(active.clientOrNull("test")).toBeNull()
    })
  })

  it("needs an encryption key, and a database", async () => {
    const { encryptionKey: _, ...without } = OPTIONS
    const { settings } = await shopWith({}, without)
    await expect(settings.save({ refunds: "manual" }, null)).rejects.toMatchObject({
      type: "not_allowed",
      message: expect.stringContaining("PAYCOLLECT_ENCRYPTION_KEY"),
    })
    const nowhere = new Settings(new Configuration(OPTIONS), () =>
      Promise.reject(new Error("Nothing is tried"))
    )
    await expect(nowhere.save({ refunds: "manual" }, null)).rejects.toThrow("need a database")
  })

  it("adds a webhook secret to those that are there, once", async () => {
    const { settings, configuration } = await shopWith({
      "test.webhookSecret": { value: "whsec_0000000001" },
      // A problem of something else is none of theirs.
      "returnUrls.waiting": { value: "https://elsewhere.example/wait" },
    })
    const secrets = async () => (await configuration.current()).options.test.webhookSecret
    for (const add_webhook_secret of ["whsec_0000000002", "whsec_0000000001"])
      await settings.save({ test: { add_webhook_secret } }, null)
    expect(await secrets()).toEqual(["whsec_0000000001", "whsec_0000000002"])
    await (await shopWith()).settings.save({ live: { add_webhook_secret: "whsec_0000000003" } }, null)
  })

  it("adds none to those that cannot be read any more", async () => {
    const stored: Stored = {
      "test.webhookSecret": { undecryptable: true },
      "test.secretKey": { undecryptable: true },
    }
    expect(await saving({ test: { add_webhook_secret: "whsec_0000000002" } }, stored)).toEqual([
      because("test.webhook_secret", "replace all of it"),
    ])
  })
})

describe("what does not fit", () => {
  const shop = { ...OPTIONS, storefrontUrl: "https://shop.example" }
  const stale: Stored = { "returnUrls.waiting": { value: "https://elsewhere.example/wait" } }

  it("holds up no save of something else, but every save of the same field", async () => {
    expect(await saving({ description: "Fine {reference}" }, stale, shop)).toBe("saved")
    expect(await saving({ return_urls: { waiting: null } }, stale, shop)).toBe("saved")
    const again = { return_urls: { waiting: "https://evil.example/wait" } }
    expect(await saving(again, stale, shop)).toEqual([["return_urls.waiting", expect.any(String)]])
  })

  it("is refused where this save makes another setting unfit, whatever was unfit before", async () => {
    const stored: Stored = {
      ...stale,
      "returnUrls.success": { value: "https://shop.example/thanks" },
      "live.webhookSecret": { undecryptable: true },
    }
    expect(await saving({ storefront_url: "https://new.example" }, stored, shop)).toEqual([
      ["return_urls.success", expect.any(String)],
    ])
  })

  it("is named by the fields of the save, and by others only when none of these is to blame", async () => {
    const stored: Stored = { "returnUrls.success": { value: "https://shop.example/thanks" } }
    const body = { storefront_url: "https://new.example", fee_bearer: "nobody" }
    expect(await saving(body, stored, shop)).toEqual([["fee_bearer", expect.any(String)]])
  })
})

describe("a key that was set in the dashboard goes to no other address", () => {
  it.each<[string, object, Stored?]>([
    ["by a new address", { base_url: ELSEWHERE }, OWN],
    ["by the removal of its address", { base_url: null }, OWN],
  ])("%s", async (_, test, stored) => {
    expect(await saving({ test }, stored)).toEqual([because("test.base_url", MOVED)])
  })

  it("by a key that wakes an address of an older version", async () => {
    const woken: Stored = { "test.baseUrl": { value: "https://evil.example/v1" } }
    expect(await saving({ test: { secret_key: "sk_test_5555555555" } }, woken)).toEqual([
      because("test.base_url", MOVED),
    ])
  })

  it("in the live environment neither", async () => {
    expect(await saving({ live: { base_url: ELSEWHERE } }, LIVE)).toEqual([because("live.base_url", MOVED)])
  })

  it("unless it is entered again with it, or removed with it", async () => {
    const key = { secret_key: "sk_test_5555555555" }
    expect(await saving({ test: { ...key, base_url: ELSEWHERE } }, OWN)).toBe("saved")
    expect(await saving({ test: { ...key, base_url: null } }, OWN)).toBe("saved")
    expect(await saving({ test: { secret_key: null, base_url: null } }, OWN)).toBe("saved")
    expect(await saving({ test: key }, OWN)).toBe("saved")
    expect(await saving({ test: key })).toBe("saved")
  })

  it("and an address alone counts for nothing: the key of the options is not sent there", async () => {
    const alone = [because("test.base_url", "counts only together with a secret key")]
    expect(await saving({ test: { base_url: ELSEWHERE } })).toEqual(alone)
    expect(await saving({ test: { secret_key: null, base_url: ELSEWHERE } }, OWN)).toEqual(alone)
  })
})

describe("real money", () => {
  const wasIn = process.env.NODE_ENV
  afterEach(() => {
    process.env.NODE_ENV = wasIn
  })
  const simulator = { live: { secret_key: LIVE_KEY, base_url: "http://127.0.0.1:4010/v1" } }

  it("is never led to a simulator by a setting, in production", async () => {
    process.env.NODE_ENV = "production"
    expect(await saving(simulator)).toEqual([because("live.base_url", "leads to this machine")])
    expect(await saving({ live: { secret_key: LIVE_KEY, base_url: LIVE_URL } })).toBe("saved")
    const there: Stored = { ...LIVE, "live.baseUrl": { value: "http://127.0.0.1:4010/v1" } }
    expect(await saving({ refunds: "manual" }, there)).toBe("saved")
    process.env.NODE_ENV = "test"
    expect(await saving(simulator)).toBe("saved")
  })

  it("is asked for twice, with all that live payments need", async () => {
    const confirm = because("confirm_live", "must be true to switch to live")
    expect(await saving({ environment: "live" }, LIVE)).toEqual([confirm])
    expect(await saving({ environment: "live", confirm_live: false }, LIVE)).toEqual([confirm])
    expect(await saving({ environment: "live", confirm_live: true }, LIVE)).toBe("saved")
    const needed = "is needed before payments can be live"
    expect(await saving({ environment: "live", confirm_live: true })).toEqual([
      because("live.secret_key", needed),
      because("live.base_url", needed),
    ])
    expect(await saving({ environment: "live" }, { "live.secretKey": LIVE["live.secretKey"] })).toEqual([
      because("live.base_url", needed),
      confirm,
    ])
    expect(await saving({ environment: "test" })).toBe("saved")
  })

  it("keeps what it needs while payments are live, and holds up nothing else", async () => {
    const live: Stored = { ...LIVE, environment: { value: "live" } }
    const removed = { live: { secret_key: null, base_url: null } }
    expect(await saving(removed, live)).toEqual([
      because("live.secret_key", "cannot be removed while payments are live"),
      because("live.base_url", "cannot be removed while payments are live"),
    ])
    const lost: Stored = { ...live, "live.secretKey": { undecryptable: true } }
    expect(await saving({ refunds: "manual" }, live)).toBe("saved")
    expect(await saving({ refunds: "manual" }, lost)).toBe("saved")
    expect(await saving({ environment: "test", ...removed }, live)).toBe("saved")
  })
})

describe("a key that is typed", () => {
  const key = "sk_test_typed_0000"
  const answering = async (code: string, body: unknown, options: Record<string, unknown> = OPTIONS) => {
    const tried: unknown[] = []
    const { settings, store } = await shopWith({}, options, (client, environment) => {
      tried.push([environment, inspect(client).includes("PayCollectClient")])
      const checked_at = "2026-01-31T12:00:00.000Z"
      return Promise.resolve({ environment, ok: code === "ok", latency_ms: 1, code, message: "", checked_at })
    })
    const answer = await settings.tryKeys(body).catch((error: SettingsRefused) => error)
    expect(store.stored.size).toBe(0)
    return { answer, tried }
  }

  it("is tried at the service, in its environment, before anything is saved", async () => {
    expect(await answering("ok", { test: { secret_key: key } })).toEqual({
      answer: expect.objectContaining({ environment: "test", ok: true }),
      tried: [["test", true]],
    })
    const both = { test: { secret_key: key }, live: { secret_key: LIVE_KEY, base_url: LIVE_URL } }
    const { answer, tried } = await answering("ok", both)
    expect([answer, tried]).toEqual([expect.objectContaining({ environment: "live" }), expect.any(Array)])
    expect(tried).toEqual([
      ["test", true],
      ["live", true],
    ])
  })

  it.each([
    ["invalid_key", "is not taken by the service"],
    ["forbidden", "is not taken by the service"],
    ["unreachable", "could not be tried at the service (unreachable)"],
  ])("is refused with the service's word: %s", async (code, message) => {
    const { answer } = await answering(code, { test: { secret_key: key } })
    expect(answer).toBeInstanceOf(SettingsRefused)
    expect(answer).toMatchObject({
      type: "invalid_data",
      errors: [{ field: "test.secret_key", message: expect.stringContaining(message) }],
      check: { environment: "test", ok: false, code },
      message: expect.stringContaining("save_unchecked"),
    })
    expect(inspect(answer, { depth: null })).not.toContain(key)
  })

  it("is not tried where it is saved unchecked, is removed, lacks its address or would be refused anyway", async () => {
    const untried = async (body: unknown, options?: Record<string, unknown>) => {
      const { answer, tried } = await answering("invalid_key", body, options)
      expect(tried).toEqual([])
      return answer
    }
    expect(await untried({ save_unchecked: true, test: { secret_key: key } })).toBeNull()
    expect(await untried({ test: { secret_key: null }, refunds: "manual" })).toBeNull()
    expect(await untried({ live: { secret_key: LIVE_KEY } })).toBeNull()
    expect(await untried({ test: { secret_key: "pk_test_0000000000" } })).toMatchObject({
      errors: [{ field: "test.secret_key" }],
    })
    const { encryptionKey: _, ...without } = OPTIONS
    expect(await untried({ test: { secret_key: key } }, without)).toBeNull()
  })
})
