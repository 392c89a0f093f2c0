import { PayCollectConfigurationError } from "../../service/errors"
import { assemble } from "../assemble"
import { type SettingName } from "../fields"
import { type StoredSetting } from "../store"

const raw = {
  test: { secretKey: "sk_test_0123456789", baseUrl: "https://sandbox.service.example/v1" },
  storefrontUrl: "https://shop.example",
  returnUrls: { success: "https://shop.example/thanks" },
}
const stored = (settings: Partial<Record<SettingName, StoredSetting>>) =>
  new Map(Object.entries(settings) as [SettingName, StoredSetting][])
const nothing = () => undefined

describe("options and settings together", () => {
  it("lets settings win, one by one", () => {
    const { options, problems } = assemble(
      raw,
      stored({ "test.secretKey": { value: "sk_test_other0123" }, refunds: { value: "manual" } }),
      nothing
    )
    expect(problems).toEqual([])
    expect(options).toMatchObject({
      test: { secretKey: "sk_test_other0123", baseUrl: raw.test.baseUrl },
      refunds: "manual",
    })
  })

  it("puts no option in the place of a secret that cannot be read", () => {
    const { options, problems } = assemble(
      raw,
      stored({ "test.secretKey": { undecryptable: true } }),
      nothing
    )
    expect(options.test).toEqual({ baseUrl: raw.test.baseUrl })
    expect(problems).toMatchObject([{ option: "test.secretKey", kind: "undecryptable" }])
  })

  it.each([
    ["no key of its own", {}],
    ["the key of the other environment", { "live.secretKey": { value: "sk_live_0123456789" } }],
  ])("lets an address with %s count for nothing, and puts no other in its place", (_, more) => {
    const settings = stored({ "test.baseUrl": { value: "https://evil.example/v1" }, ...more })
    const { options, problems } = assemble(raw, settings, nothing)
    expect(options.test).toEqual({ secretKey: raw.test.secretKey })
    expect(problems).toEqual([
      {
        option: "test.baseUrl",
        kind: "invalid",
        message: expect.stringContaining("together with a secret key"),
      },
    ])
  })

  it("takes an address with a key of its own, and no other key for one that is lost", () => {
    const address = { "test.baseUrl": { value: "https://another.example/v1" } } as const
    const own = assemble(
      raw,
      stored({ ...address, "test.secretKey": { value: "sk_test_other0123" } }),
      nothing
    )
    expect(own.options.test).toEqual({
      secretKey: "sk_test_other0123",
      baseUrl: "https://another.example/v1",
    })
    const lost = assemble(raw, stored({ ...address, "test.secretKey": { undecryptable: true } }), nothing)
    expect(lost.options.test.secretKey).toBeUndefined()
  })

  it("counts a setting that does not fit any more as not set, and keeps the others", () => {
    const settings = stored({
      "returnUrls.waiting": { value: "https://elsewhere.example/wait" },
      "test.secretKey": { value: "sk_test_other0123" },
      "test.baseUrl": { value: "https://sandbox.service.example" },
      description: { value: "Fine" },
    })
    const { options, problems } = assemble(raw, settings, nothing)
    expect(options).toMatchObject({ description: "Fine", returnUrls: { success: raw.returnUrls.success } })
    expect(options.test.baseUrl).toBeUndefined()
    expect(options.returnUrls.waiting).toBeUndefined()
    expect(problems.map(({ option, kind }) => [option, kind]).sort()).toEqual([
      ["returnUrls.waiting", "invalid"],
      ["test.baseUrl", "invalid"],
    ])
  })

  it("blames a storefront of the dashboard for the return addresses of the options", () => {
    const { options, problems } = assemble(
      raw,
      stored({ storefrontUrl: { value: "https://new-shop.example" } }),
      nothing
    )
    expect(problems).toMatchObject([
      { option: "storefrontUrl", message: expect.stringContaining("returnUrls.success") },
    ])
    expect(options.storefrontUrl).toBeUndefined()
    expect(options.returnUrls.success).toBeUndefined()
  })

  it("lets what prepares the options refuse a setting, too", () => {
    const { options, problems } = assemble(
      raw,
      stored({ "test.secretKey": { value: "sk_test_0123" } }),
      (given) => {
        if (given.test.secretKey) throw new PayCollectConfigurationError("test.secretKey", "is cut off")
      }
    )
    expect(options.test.secretKey).toBeUndefined()
    expect(problems).toEqual([{ option: "test.secretKey", kind: "invalid", message: "is cut off" }])
  })

  it("passes on what is no refusal of an option", () => {
    const broken = () => {
      throw new TypeError("a bug")
    }
    expect(() => assemble(raw, stored({}), broken)).toThrow("a bug")
  })

  it("gives up where something is refused whatever is left", () => {
    const refusing = () => {
      throw new PayCollectConfigurationError("test.secretKey", "is never right")
    }
    expect(() => assemble(raw, stored({ refunds: { value: "manual" } }), refusing)).toThrow(
      "do not fit together"
    )
  })
})
