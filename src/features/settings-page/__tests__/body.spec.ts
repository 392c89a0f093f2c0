import { readBody, readCheckBody, SettingsRefused, type FieldError, masked } from "../body"

/** What a body is refused for. */
function refused(read: (body: unknown) => unknown, body: unknown): { message: string; errors: FieldError[] } {
  try {
    read(body)
  } catch (error) {
    if (!(error instanceof SettingsRefused)) throw error
    expect(error).toMatchObject({ name: "SettingsRefused", type: "invalid_data" })
    return { message: error.message, errors: error.errors }
  }
  throw new Error("the body was taken")
}

const GROUPS = ["test", "live", "return_urls"]

describe("the body of a save", () => {
  it("gives values by the names of the options, texts without the blanks around them", () => {
    const { values, added, confirmLive } = readBody({
      environment: "live",
      confirm_live: true,
      test: { secret_key: " sk_test_1234\n", base_url: null, checkout_url: "", webhook_secret: "whsec_1" },
      live: { secret_key: null, add_webhook_secret: " whsec_2 " },
      storefront_url: "https://shop.example",
      return_urls: { success: " https://shop.example/ok ", waiting: null },
      fee_bearer: "customer",
      pending_orders: "place",
      pending_order_expiry_hours: 48,
      refunds: ["manual"],
      description: { any: "form" },
    })
    expect([...values]).toEqual([
      ["environment", "live"],
      ["test.secretKey", "sk_test_1234"],
      ["test.baseUrl", null],
      ["test.checkoutUrl", ""],
      ["test.webhookSecret", "whsec_1"],
      ["live.secretKey", null],
      ["storefrontUrl", "https://shop.example"],
      ["returnUrls.success", "https://shop.example/ok"],
      ["returnUrls.waiting", null],
      ["feeBearer", "customer"],
      ["pendingOrders", "place"],
      ["pendingOrderExpiryHours", 48],
      ["refunds", ["manual"]],
      ["description", { any: "form" }],
    ])
    expect([...added]).toEqual([["live.webhookSecret", "whsec_2"]])
    expect(confirmLive).toBe(true)
  })

  it("may ask for nothing, and does not confirm what nobody confirmed", () => {
    for (const body of [{}, { test: {}, live: {}, return_urls: {} }, { confirm_live: false }]) {
      const { values, added, confirmLive } = readBody(body)
      expect([values.size, added.size, confirmLive]).toEqual([0, 0, false])
    }
  })

  it.each([undefined, null, "x", 1, [], [{ environment: "live" }]])("is refused as a whole: %j", (body) => {
    expect(refused(readBody, body)).toEqual({
      message: "Nothing was saved. Not accepted: body.",
      errors: [{ field: "body", message: "must be an object" }],
    })
  })

  it.each<[string, unknown, string]>([
    ["colour", { colour: "red" }, "no such field"],
    ["feeBearer", { feeBearer: "customer" }, "no such field"],
    ["storefrontUrl", { storefrontUrl: "x" }, "no such field"],
    ["encryption_key", { encryption_key: "x" }, "no such field"],
    ["backend_url", { backend_url: "x" }, "no such field"],
    ["test.colour", { test: { colour: "red" } }, "no such field"],
    ["test.secretKey", { test: { secretKey: "sk_test_1234" } }, "no such field"],
    ["test.environment", { test: { environment: "live" } }, "no such field"],
    ["test.secret_key.value", { "test.secret_key.value": "x" }, "no such field"],
    ["return_urls.error", { return_urls: { error: "x" } }, "no such field"],
    ["returnUrls", { returnUrls: { success: "x" } }, "no such field"],
    ["toString", { toString: "x" }, "no such field"],
    ...GROUPS.flatMap((group): [string, unknown, string][] =>
      ["x", null, [], 1].map((value) => [group, { [group]: value }, "must be an object"])
    ),
    ["confirm_live", { confirm_live: "true" }, "must be true or false"],
    ["confirm_live", { confirm_live: 1 }, "must be true or false"],
    ["confirm_live", { confirm_live: null }, "must be true or false"],
    ["test.confirm_live", { test: { confirm_live: true } }, "no such field"],
    ["test.secret_key", { test: { secret_key: 1 } }, "must be of type string"],
    ["live.webhook_secret", { live: { webhook_secret: ["whsec_1"] } }, "must be of type string"],
    ["test.webhook_secret", { test: { webhook_secret: undefined } }, "must be of type string"],
    ["test.add_webhook_secret", { test: { add_webhook_secret: null } }, "must be of type string"],
    ["live.add_webhook_secret", { live: { add_webhook_secret: ["whsec_1"] } }, "must be of type string"],
    ["add_webhook_secret", { add_webhook_secret: "whsec_1" }, "no such field"],
    ["return_urls.add_webhook_secret", { return_urls: { add_webhook_secret: "x" } }, "no such field"],
  ])("is refused for %s: %j", (field, body, message) => {
    expect(refused(readBody, body)).toEqual({
      message: `Nothing was saved. Not accepted: ${field}.`,
      errors: [{ field, message }],
    })
  })

  it.each([
    '{"test":{"add_webhook_secret":"whsec_saved"}}',
    "whsec_saved",
    "sk_test_saved",
    "saved4711",
    "a".repeat(65),
    "",
  ])("does not repeat what is no name of a field: %s", (field) => {
    expect(refused(readBody, { [field]: "x" })).toEqual({
      message: "Nothing was saved. Not accepted: a field that is none of the settings.",
      errors: [{ field: "a field that is none of the settings", message: "no such field" }],
    })
  })

  it("does not replace and add to the same secrets, and does either for each environment", () => {
    const both = { webhook_secret: "whsec_1", add_webhook_secret: "whsec_2" }
    expect(refused(readBody, { test: both })).toEqual({
      message: "Nothing was saved. Not accepted: test.webhook_secret.",
      errors: [{ field: "test.webhook_secret", message: "is replaced and added to at the same time" }],
    })
    const { values, added } = readBody({
      test: { webhook_secret: null },
      live: { add_webhook_secret: "whsec_2" },
    })
    expect([...values]).toEqual([["test.webhookSecret", null]])
    expect([...added]).toEqual([["live.webhookSecret", "whsec_2"]])
    expect([...readBody({ test: { add_webhook_secret: "whsec_3" } }).added]).toEqual([
      ["test.webhookSecret", "whsec_3"],
    ])
  })

  it("names all that is wrong, each field once, and no value", () => {
    const body = { colour: "red-hot", test: "word", live: { size: 1 }, confirm_live: "red-hot" }
    const { message, errors } = refused(readBody, body)
    expect(message).toBe("Nothing was saved. Not accepted: colour, test, live.size, confirm_live.")
    expect(errors).toHaveLength(4)
    expect(message + JSON.stringify(errors)).not.toMatch(/red-hot|word/)
  })
})

describe("the body of a connection check", () => {
  it.each([
    [undefined, {}],
    [null, {}],
    [{}, {}],
    [{ environment: undefined }, {}],
    [{ environment: "test" }, { environment: "test" }],
    [{ environment: "live" }, { environment: "live" }],
  ])("%j asks for %j", (body, wanted) => {
    expect(readCheckBody(body)).toEqual(wanted)
  })

  it.each<[unknown, FieldError[]]>([
    ["test", [{ field: "body", message: "must be an object" }]],
    [[], [{ field: "body", message: "must be an object" }]],
    [{ environment: "staging" }, [{ field: "environment", message: "must be one of test, live" }]],
    [{ environment: null }, [{ field: "environment", message: "must be one of test, live" }]],
    [
      { environment: "test", a: 1, b: 2 },
      [
        { field: "a", message: "no such field" },
        { field: "b", message: "no such field" },
      ],
    ],
  ])("%j is refused", (body, errors) => {
    expect(refused(readCheckBody, body).errors).toEqual(errors)
  })
})

it("a refusal names a field once, however much is wrong with it", () => {
  const { message } = new SettingsRefused("not_allowed", "Nothing was saved.")
  expect(message).toBe("Nothing was saved.")
  expect(new SettingsRefused("not_allowed", "x").errors).toEqual([])
})

it.each([
  ["sk_test_0123456789abcdef", "sk_test_••••cdef"],
  ["sk_live_0123456789ab", "sk_live_••••89ab"],
  ["whsec_0123456789abcdef", "whsec_••••cdef"],
  ["sk_test_0123456789a", "sk_test_••••"],
  ["whsec_12345678", "whsec_••••"],
  ["12345678901", "••••"],
  ["my_sk_test_0123456789ab", "••••89ab"],
])("masks %s as %s", (secret, shown) => {
  expect(masked(secret)).toBe(shown)
})
