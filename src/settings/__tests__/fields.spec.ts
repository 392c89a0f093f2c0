import {
  fieldOf,
  isSecret,
  isSettingName,
  leadsSomewhere,
  optionOf,
  SETTINGS,
  valueAt,
  withValue,
} from "../fields"

describe("settings", () => {
  it("are these options and no others", () => {
    expect(SETTINGS).toEqual([
      "environment",
      "test.secretKey",
      "test.baseUrl",
      "test.checkoutUrl",
      "test.webhookSecret",
      "live.secretKey",
      "live.baseUrl",
      "live.checkoutUrl",
      "live.webhookSecret",
      "storefrontUrl",
      "returnUrls.success",
      "returnUrls.waiting",
      "returnUrls.failure",
      "feeBearer",
      "pendingOrders",
      "pendingOrderExpiryHours",
      "refunds",
      "description",
      "amounts.paycollect",
      "amounts.paycollect-mobile-money",
      "amounts.paycollect-card",
      "notifications.channel",
      "notifications.recipients",
      "notifications.language",
      "notifications.time_zone",
      "notifications.summary_hour",
      "support.email",
      "support.phone",
      "support.whatsapp",
    ])
    expect(SETTINGS.every(isSettingName)).toBe(true)
    for (const name of ["", "test", "encryptionKey", "backendUrl", "test.secret_key", "length"])
      expect(isSettingName(name)).toBe(false)
  })

  it("are secret where they are keys or webhook secrets", () => {
    expect(SETTINGS.filter(isSecret)).toEqual([
      "test.secretKey",
      "test.webhookSecret",
      "live.secretKey",
      "live.webhookSecret",
    ])
    for (const name of ["secretKey", "test.secretKeys", "xsecretKey"]) expect(isSecret(name)).toBe(false)
  })

  it("lead somewhere where they name a key, an address, who customers talk to, who hears of money or the environment, in either spelling", () => {
    const harmless = [
      "feeBearer",
      "pendingOrders",
      "pendingOrderExpiryHours",
      "refunds",
      "description",
      ...SETTINGS.filter((name) => name.startsWith("amounts.")),
      ...["channel", "language", "time_zone", "summary_hour"].map((name) => `notifications.${name}`),
    ]
    expect(SETTINGS.filter((name) => !leadsSomewhere(name))).toEqual(harmless)
    expect(SETTINGS.map(fieldOf).filter((field) => !leadsSomewhere(field))).toEqual(harmless.map(fieldOf))
    for (const name of ["baseUrlHint", "noreturnUrls.success", "myenvironment", "environments"])
      expect(leadsSomewhere(name)).toBe(false)
  })

  it("have a name of the options and one of the admin API", () => {
    expect(fieldOf("test.secretKey")).toBe("test.secret_key")
    expect(fieldOf("pendingOrderExpiryHours")).toBe("pending_order_expiry_hours")
    expect(optionOf("return_urls.success")).toBe("returnUrls.success")
    for (const name of SETTINGS) expect(optionOf(fieldOf(name))).toBe(name)
  })
})

describe("values by name", () => {
  const options = { environment: "test", test: { secretKey: "a", baseUrl: "b" } }

  it("are read, also where nothing is", () => {
    expect(valueAt(options, "environment")).toBe("test")
    expect(valueAt(options, "test.secretKey")).toBe("a")
    expect(valueAt(options, "test.checkoutUrl")).toBeUndefined()
    expect(valueAt(options, "live.secretKey")).toBeUndefined()
    expect(valueAt({}, "refunds")).toBeUndefined()
  })

  it("are set and removed in a copy", () => {
    expect(withValue(options, "environment", "live")).toEqual({ ...options, environment: "live" })
    expect(withValue(options, "test.secretKey", "c")).toEqual({
      environment: "test",
      test: { secretKey: "c", baseUrl: "b" },
    })
    expect(withValue(options, "live.secretKey", "d")).toEqual({ ...options, live: { secretKey: "d" } })
    expect(withValue(options, "test.secretKey", undefined)).toEqual({
      environment: "test",
      test: { baseUrl: "b" },
    })
    expect(options).toEqual({ environment: "test", test: { secretKey: "a", baseUrl: "b" } })
  })
})
