import { Configuration } from "../configuration"
import { type SettingName } from "../fields"
import { type SettingsStore, type StoredSetting } from "../store"

const test = { secretKey: "sk_test_0123456789", baseUrl: "https://sandbox.service.example/v1" }
const live = { secretKey: "sk_live_0123456789", baseUrl: "https://service.example/v1" }
const backendUrl = "https://api.shop.example"

describe("Configuration", () => {
  it.each<[object | undefined, string[]]>([
    [undefined, ["test.secretKey", "test.baseUrl", "backendUrl"]],
    [{ test: { baseUrl: test.baseUrl }, backendUrl }, ["test.secretKey"]],
    [{ test, backendUrl, environment: "live" }, ["live.secretKey", "live.baseUrl"]],
    [{ live, backendUrl }, ["test.secretKey", "test.baseUrl"]],
    [{ test }, ["backendUrl"]],
  ])("boots without keys and names what is missing to take payments: %p", (given, missing) => {
    const configuration = new Configuration(given as Record<string, unknown> | undefined).given
    expect(configuration.missing).toEqual(missing)
    expect(configuration.blocker).toMatchObject({
      type: "not_allowed",
      code: "paycollect_not_set_up",
      message: expect.stringContaining(`: ${missing.join(", ")}.`),
    })
  })

  it("has a client for each environment that has keys, whichever is chosen", () => {
    const configuration = new Configuration({ test, live, backendUrl, environment: "live" }).given
    expect(configuration.missing).toEqual([])
    expect(configuration.environment).toBe("live")
    expect(configuration.client("test").environment).toBe("test")
    expect(configuration.client("live").environment).toBe("live")
  })

  it("has none for an environment without keys, and says which options it lacks", () => {
    const configuration = new Configuration({ test, backendUrl }).given
    expect(configuration.blocker).toBeNull()
    expect(() => configuration.client("live")).toThrow("live.secretKey, live.baseUrl")
  })

  it.each([
    [{ test: { ...test, secretKey: 'sk_test_"quoted"secret' } }, "secretKey"],
    [{ test: { ...test, secretKey: "sk_test_" + "x".repeat(300) } }, "secretKey"],
    [{ test, confirmationMethod: "manual", service: { confirmPath: "/confirm" } }, "service.confirmPath"],
  ])(
    "stops the boot for what only the client can judge, naming the option and never its value",
    (given, field) => {
      let refused: unknown
      try {
        new Configuration(given)
      } catch (error) {
        refused = error
      }
      expect(String(refused)).toContain(field)
      expect(String(refused)).not.toContain(given.test.secretKey)
    }
  )

  it("sends customers back to our own address", () => {
    expect(new Configuration({ backendUrl: `${backendUrl}/` }).given.returnAddress("cart_01-1")).toBe(
      "https://api.shop.example/paycollect/return/cart_01-1"
    )
  })
})

describe("encryption keys", () => {
  const good = ["A".repeat(43), `${"A".repeat(43)}=`, "0f".repeat(32), `${"-_".repeat(21)}A=`]

  it.each([...good, good.join(","), ` ${good[0]} , ${good[2]} `])("take %p", (encryptionKey) => {
    expect(new Configuration({ encryptionKey }).sealer.canSeal).toBe(true)
  })

  it.each(["", undefined])("may be absent: %p", (encryptionKey) => {
    expect(new Configuration({ encryptionKey }).sealer.canSeal).toBe(false)
  })

  it.each(["a-short-password", "A".repeat(42), "A".repeat(44), "0f".repeat(31), `${good[0]},`, "x y"])(
    "stop the boot by name when they are none: %p",
    (encryptionKey) => {
      expect(() => new Configuration({ encryptionKey })).toThrow(
        /\n {2}- encryptionKey: must be keys of 32 bytes/
      )
      expect(() => new Configuration({ encryptionKey })).not.toThrow(encryptionKey)
    }
  )

  it("are not among the options that are handed around", () => {
    const encryptionKey = good[2]!
    expect(JSON.stringify(new Configuration({ encryptionKey }).given)).not.toContain(encryptionKey)
  })
})

describe("the configuration while it is in force", () => {
  /** Settings of a database, and how often it was asked. */
  function setup(given: Record<string, unknown> = { test, backendUrl }) {
    const settings = new Map<SettingName, StoredSetting>()
    const database = { version: 0 as number | null, asked: 0, wait: Promise.resolve() }
    const clock = { time: 1_000_000, now: () => clock.time, sleep: () => Promise.resolve() }
    const store = {
      version: async () => {
        database.asked += 1
        const { version } = database
        await database.wait
        return version
      },
      read: () => Promise.resolve(new Map(settings)),
    } as unknown as SettingsStore
    const configuration = new Configuration(given, { store: () => store, clock })
    const save = (name: SettingName, value: unknown) => {
      settings.set(name, { value })
      database.version = (database.version ?? 0) + 1
    }
    return { configuration, database, clock, save }
  }

  it("follows a save elsewhere within two seconds and asks no more often than that", async () => {
    const { configuration, database, clock, save } = setup()
    expect((await configuration.current()).environment).toBe("test")
    save("environment", "live")
    await Promise.all(Array.from({ length: 20 }, () => configuration.current()))
    expect(database.asked).toBe(1)
    clock.time += 1_999
    expect((await configuration.current()).environment).toBe("test")
    clock.time += 1
    expect((await configuration.current()).environment).toBe("live")
    expect(database.asked).toBe(2)
  })

  it("follows when the clock was set back", async () => {
    const { configuration, clock, save } = setup()
    await configuration.current()
    save("environment", "live")
    clock.time -= 3_600_000
    expect((await configuration.current()).environment).toBe("live")
  })

  it("is in force at once after a save of its own, also while an older look is under way", async () => {
    const { configuration, database, save } = setup()
    let go = () => undefined as void
    database.wait = new Promise((resolve) => (go = resolve))
    const older = configuration.current()
    save("environment", "live")
    const reloaded = configuration.reload()
    go()
    expect((await older).environment).toBe("test")
    expect((await reloaded).environment).toBe("live")
  })

  it("never changes under the hands of who works with it", async () => {
    const { configuration, save } = setup()
    const before = await configuration.current()
    save("refunds", "manual")
    expect((await configuration.reload()).options.refunds).toBe("manual")
    expect(before.options.refunds).toBe("off")
  })

  it("keeps a client whose key and address stay, and makes a new one for a new key", async () => {
    const { configuration, save } = setup({ test, live, backendUrl })
    const first = (await configuration.current()).client("test")
    save("refunds", "manual")
    expect((await configuration.reload()).client("test")).toBe(first)
    save("test.secretKey", "sk_test_another0123")
    const after = await configuration.reload()
    expect(after.client("test")).not.toBe(first)
    expect(after.client("live")).toBe((await configuration.current()).client("live"))
  })

  it("works with the options while the tables are not there", async () => {
    const { configuration, database } = setup()
    database.version = null
    expect((await configuration.current()).environment).toBe("test")
    expect(configuration.migrated).toBe(false)
  })

  it("says that it cannot tell when the database does not answer", async () => {
    const { configuration, database, clock } = setup()
    await configuration.current()
    clock.time += 2_000
    database.wait = Promise.reject(new Error("no connection"))
    await expect(configuration.current()).rejects.toThrow("no connection")
  })
})
