import { settingsView } from "../view"
import { OPTIONS, shopWith } from "./memory"

const view = async (...shop: Parameters<typeof shopWith>) => {
  const { configuration, active } = await shopWith(...shop)
  return settingsView(configuration, active)
}

describe("what a merchant sees of the settings", () => {
  it("is each value with where it comes from, and of a secret its last characters", async () => {
    const shown = await view({
      "test.webhookSecret": { value: "whsec_0123456789abcdef,whsec_fedcba9876543210" },
      refunds: { value: "manual" },
    })
    expect(shown).toMatchObject({
      editable: true,
      read_only_reason: null,
      environment: { value: "test", source: "default" },
      test: {
        secret_key: { masked: "sk_test_••••", source: "options" },
        webhook_secrets: [
          { masked: "whsec_••••cdef", source: "dashboard" },
          { masked: "whsec_••••3210", source: "dashboard" },
        ],
        base_url: { value: "https://sandbox.service.example/v1", source: "options" },
        checkout_url: { value: null, source: "unset" },
      },
      live: {
        secret_key: { masked: null, source: "unset" },
        webhook_secrets: [],
        base_url: { value: null, source: "unset" },
      },
      refunds: { value: "manual", source: "dashboard" },
      fee_bearer: { value: "merchant", source: "default" },
      support: {
        email: { value: null, source: "unset" },
        phone: { value: null, source: "unset" },
        whatsapp: { value: null, source: "unset" },
      },
      webhook_url: "https://api.shop.example/hooks/paycollect",
      missing: [],
    })
    expect(shown.test.secret_key).not.toHaveProperty("undecryptable")
  })

  it("says of a secret that cannot be read that it is there, and shows none of another", async () => {
    const shown = await view({
      "test.webhookSecret": { undecryptable: true },
      "live.secretKey": { undecryptable: true },
      "returnUrls.waiting": { value: "https://elsewhere.example/wait" },
    })
    const lost = { masked: null, source: "dashboard", undecryptable: true }
    expect(shown.test.webhook_secrets).toEqual([lost])
    expect(shown.live.secret_key).toEqual(lost)
    expect(shown.live.webhook_secrets).toEqual([])
    expect(shown.test.secret_key).toEqual({ masked: "sk_test_••••", source: "options" })
    expect(shown).toMatchObject({ editable: true, read_only_reason: "undecryptable" })
  })

  it("does not take a setting that fits no more for one that cannot be read", async () => {
    const shown = await view({ "test.baseUrl": { value: "https://own.example/v1" } })
    expect(shown).toMatchObject({ read_only_reason: null, missing: ["test.baseUrl"] })
    const cut = await view({ "test.secretKey": { value: "sk_live_0123456789" } })
    expect(cut.test.secret_key).toEqual({ masked: null, source: "dashboard" })
  })

  it("cannot be changed without an encryption key", async () => {
    const { encryptionKey: _, backendUrl: __, ...bare } = OPTIONS
    expect(await view({}, bare)).toMatchObject({
      editable: false,
      read_only_reason: "no_encryption_key",
      backend_url: { value: null, source: "unset" },
      service_dashboard_url: { value: null, source: "unset" },
      webhook_url: null,
      missing: ["backendUrl"],
    })
  })

  it("tells where payments are in the service's dashboard, which the options alone say", async () => {
    const dashboardUrl = "https://service.example/{reference}"
    expect((await view({}, { ...OPTIONS, service: { dashboardUrl } })).service_dashboard_url).toEqual({
      value: dashboardUrl,
      source: "options",
    })
  })

  it("names the pages that customers come back to: those that are set, else the storefront's usual ones", async () => {
    const storefrontUrl = "https://shop.example"
    const returnUrls = { failure: `${storefrontUrl}/oh-no` }
    const { return_urls } = await view(
      { "returnUrls.success": { value: `${storefrontUrl}/thanks` } },
      { ...OPTIONS, storefrontUrl, returnUrls }
    )
    expect(return_urls).toEqual({
      success: { value: `${storefrontUrl}/thanks`, source: "dashboard" },
      waiting: { value: expect.stringMatching(/^https:\/\/shop\.example\/\S+$/), source: "default" },
      failure: { value: `${storefrontUrl}/oh-no`, source: "options" },
    })
    const none = { value: null, source: "unset" }
    expect((await view()).return_urls).toEqual({ success: none, waiting: none, failure: none })
  })
})
