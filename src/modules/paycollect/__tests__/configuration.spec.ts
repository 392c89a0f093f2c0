import { Configuration } from "../configuration"

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
    expect(() => configuration.assertConfigured()).toThrow(
      expect.objectContaining({
        type: "not_allowed",
        message: expect.stringContaining(`: ${missing.join(", ")}.`),
      })
    )
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
    expect(() => configuration.assertConfigured()).not.toThrow()
    expect(() => configuration.client("live")).toThrow("live.secretKey, live.baseUrl")
  })

  it.each([
    [{ test: { ...test, secretKey: 'sk_test_"quoted"secret' } }, "secretKey"],
    [{ test: { ...test, secretKey: "sk_test_" + "x".repeat(300) } }, "secretKey"],
    [{ test, confirmationMethod: "manual", confirmPath: "/confirm" }, "confirmPath"],
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
