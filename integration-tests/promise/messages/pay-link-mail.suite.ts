import { Modules } from "@medusajs/framework/utils"
import { SharedSecret } from "../../../src/service/shared-state"
import { type AdminPayCollectLink } from "../../../src/types/http"
import { plain, withMails } from "../../http/support/mails"
import { MINUTE, withMerchant } from "../../http/support/merchant"
import { type Suite } from "../../http/support/suites"

export const payLinkMail: Suite = (store) => {
  const merchant = withMerchant(store)
  const { mails, tell } = withMails(store, merchant)

  const linkOfCart = async () => {
    const guest = store.customer()
    await guest.fillCart({})
    const { status, data } = await merchant.post("/admin/paycollect/links", { cart_id: guest.cartId })
    if (status !== 200) throw new Error(`no link: ${status} ${JSON.stringify(data)}`)
    return data.link as AdminPayCollectLink
  }
  const send = async ({ id }: Pick<AdminPayCollectLink, "id">) =>
    await merchant.post(`/admin/paycollect/links/${id}/mail`)
  /** Whatever is written to the log while this runs. */
  const logged = async (work: () => Promise<unknown>) => {
    const logger = store.container().resolve("logger")
    const lines: unknown[] = []
    const spies = (["info", "warn", "error", "debug"] as const).map((level) =>
      jest.spyOn(logger, level).mockImplementation((...line: unknown[]) => void lines.push(line))
    )
    await work()
    for (const spy of spies) spy.mockRestore()
    return JSON.stringify(lines)
  }

  it("sends a link to its customer's e-mail, once however often the button is pressed within a minute", async () => {
    const link = await linkOfCart()
    expect(link).toMatchObject({ mail: "possible", mailed_at: null })
    const answers = await Promise.all([send(link), send(link), send(link)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(answers.map(({ data }) => data.mailed).sort()).toEqual(["just_before", "just_before", "sent"])
    expect(mails()).toHaveLength(1)
    const [mail] = mails()
    const url = `${link.url}?lang=en`
    expect(mail).toMatchObject({
      to: "mireille@example.com",
      channel: "email",
      template: "paycollect-payment-link",
      data: {
        kind: "payment_link",
        url,
        first_name: "Mireille",
        order_number: null,
        amount: { minor: link.owed },
      },
    })
    expect(plain(mail!.subject)).toMatch(/^Pay XAF [\d,]+ to /)
    expect(mail!.text).toContain(`Pay here: ${url}`)
    expect(mail!.html).toContain(`href="${url}"`)
    expect((await send(link)).data).toMatchObject({
      mailed: "just_before",
      link: { mailed_at: expect.any(String) },
    })
    merchant.later(MINUTE)
    expect((await send(link)).data.mailed).toBe("sent")
    expect(mails()).toHaveLength(2)
    // What the customer reads leads to the page.
    const page = await store.api.get(new URL(url).pathname + new URL(url).search)
    expect(page.status).toBe(200)
  })

  it("leaves no address by which anybody could pay in any table, nor in what Medusa lists of its messages", async () => {
    const link = await linkOfCart()
    const module = store.container().resolve(Modules.NOTIFICATION)
    const [token, addressed] = [link.url!.slice(-32), `${link.url}?lang=en`]
    expect(await store.tablesThatHold(token)).toEqual([])
    expect((await send(link)).data.mailed).toBe("sent")
    const { data } = await merchant.get("/admin/notifications?limit=100&fields=+provider_data")
    expect(data.notifications).toEqual([
      expect.objectContaining({
        resource_id: link.id,
        data: expect.objectContaining({ kind: "payment_link", url: "[removed]", first_name: "Mireille" }),
      }),
    ])
    expect(mails()[0]!.data).toMatchObject({ url: addressed })
    merchant.later(MINUTE)
    const file = process.env.DEMO_MAILS
    process.env.DEMO_MAILS = "/where/nobody/can/write"
    expect((await send(link)).data.code).toBe("refused")
    process.env.DEMO_MAILS = file
    // One that a server left there when it was killed goes with the next.
    await store.db.raw("update notification set data = ?", [
      JSON.stringify({ url: addressed, text: addressed }),
    ])
    merchant.later(MINUTE)
    tell({ recipients: [], templates: { payment_link: "tmpl_7" } })
    expect((await send(link)).data.mailed).toBe("sent")
    expect(await store.tablesThatHold(token)).toEqual([])
    expect(await module.listNotifications({ resource_id: link.id })).toHaveLength(3)
    // What addresses and proofs are made of stands there sealed.
    const { state, configuration } = merchant.paycollect()
    for (const name of ["link_key", "return_secret"]) await new SharedSecret(state, name).text()
    await configuration.store!.renewSeals()
    const { rows } = await store.db.raw(
      "select value from paycollect_state where id in ('link_key', 'return_secret')"
    )
    expect(rows).toHaveLength(2)
    for (const { value } of rows) expect(value).toEqual({ sealed: expect.stringMatching(/^v1\./) })
  })

  it("is in the customer's language, by the merchant's own template, through a channel for e-mails", async () => {
    tell({
      channel: "sms",
      recipients: [],
      templates: { payment_link: "tmpl_7" },
      time_zone: "Africa/Douala",
    })
    const link = await linkOfCart()
    await store.db.raw("update cart set locale = 'fr-CM' where id = ?", [link.cart_id!])
    expect((await send(link)).status).toBe(200)
    const [mail] = mails()
    expect(mail).toMatchObject({ channel: "email", template: "tmpl_7", subject: "", text: "" })
    expect(mail!.data).toMatchObject({ language: "fr", url: `${link.url}?lang=fr` })
    expect(mail!.data.expires).toContain("UTC+1")
  })

  it("says that the provider refused, lets it be tried again at once, and writes no address and no link into the log", async () => {
    const link = await linkOfCart()
    const module = store.container().resolve(Modules.NOTIFICATION)
    const refusing = jest
      .spyOn(module, "createNotifications")
      .mockRejectedValueOnce(new Error(`mireille@example.com ${link.url}`) as never)
    const lines = await logged(async () => {
      const { status, data } = await send(link)
      expect([status, data.code]).toEqual([502, "refused"])
      expect(JSON.stringify(data)).not.toMatch(/mireille|\/pay\//)
    })
    expect(lines).toContain(link.id)
    expect(lines).not.toMatch(/mireille@|\/paycollect\/pay\//)
    refusing.mockRestore()
    expect((await send(link)).data.mailed).toBe("sent")
  })

  it("is not sent for a link that cannot be paid, without an address, or for no link", async () => {
    const link = await linkOfCart()
    await store.db.raw("update cart set email = null, customer_id = null where id = ?", [link.cart_id!])
    expect((await send(link)).data.code).toBe("no_address")
    await merchant.post(`/admin/paycollect/links/${link.id}/revoke`)
    expect((await send(link)).data).toMatchObject({
      code: "not_payable",
      message: expect.stringContaining("nothing was sent"),
    })
    expect((await send({ id: "pclnk_none" })).status).toBe(404)
    expect(mails()).toEqual([])
  })
}
