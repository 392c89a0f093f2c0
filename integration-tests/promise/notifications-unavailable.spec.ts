import {
  type AdminPayCollectHealthResponse,
  type AdminPayCollectSettingsResponse,
} from "../../src/types/http"
import { TWO, withMails } from "../http/support/mails"
import { DAY, withMerchant } from "../http/support/merchant"
import { withStore } from "../http/support/store"

jest.setTimeout(120_000)

withStore({ options: { encryptionKey: "a".repeat(64) } }, (store) => {
  const merchant = withMerchant(store)
  const { mails, job, item, notices } = withMails(store, merchant)
  const settings = async () =>
    ((await merchant.get("/admin/paycollect/settings")).data as AdminPayCollectSettingsResponse).settings
      .notifications

  it("without a provider for the channel nothing is sent, nothing fails, and settings and health say so", async () => {
    const saved = await merchant.post("/admin/paycollect/settings", { notifications: { recipients: TWO } })
    expect(saved.data.settings.notifications).toMatchObject({
      recipients: { value: TWO, source: "dashboard" },
      channel: { value: "email", source: "default" },
      has_provider: false,
    })
    const reference = await item()
    await merchant.oneItem(reference, "amount_discrepancy")
    merchant.later(DAY)
    await job()
    expect(mails()).toEqual([])
    expect(await notices()).toEqual([])
    const { checks } = (
      (await merchant.get("/admin/paycollect/health")).data as AdminPayCollectHealthResponse
    ).health
    expect(checks).toContainEqual(
      expect.objectContaining({ id: "notifications_no_provider", status: "warning" })
    )
  })

  it.each([
    [{ recipients: "owner" }, "notifications.recipients"],
    [{ recipients: [7] }, "notifications.recipients"],
    [{ recipients: TWO, channel: "sms" }, "notifications.recipients"],
    [{ channel: "feed" }, "notifications.channel"],
    [{ time_zone: "Africa/Nowhere" }, "notifications.time_zone"],
    [{ summary_hour: 24 }, "notifications.summary_hour"],
    [{ language: "de" }, "notifications.language"],
    [{ sender: "x" }, "notifications.sender"],
  ])("refuses %j by field, and changes nothing", async (notifications, field) => {
    const before = await settings()
    const { status, data } = await merchant.post("/admin/paycollect/settings", { notifications })
    expect([status, data.errors.map((error: { field: string }) => error.field)]).toEqual([400, [field]])
    expect(JSON.stringify(data)).not.toContain("shop.example.com")
    expect(await settings()).toEqual(before)
  })

  it("refuses a channel that the recipients of the options do not fit, and tells what is in the way", async () => {
    await merchant.post("/admin/paycollect/settings", { notifications: { recipients: TWO } })
    const { status, data } = await merchant.post("/admin/paycollect/settings", {
      notifications: { channel: "sms" },
    })
    expect(status).toBe(400)
    expect(data.errors).toMatchObject([{ field: "notifications.recipients" }])
    expect(await settings()).toMatchObject({ channel: { value: "email" }, recipients: { value: TWO } })
  })
})
