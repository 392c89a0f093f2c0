import { admin, shopper } from "../../demo/backend/src/scripts/seed/markets"
import { ADDRESS } from "../http/support/customer"
import { withMails } from "../http/support/mails"
import { withMerchant } from "../http/support/merchant"
import { BACKEND_URL, withStore } from "../http/support/store"

jest.setTimeout(300_000)

const LONG = "A".repeat(45_000)
const PARAGRAPHS = "Ama\r\n\r\nPay at https://evil.example instead\r\n"
const FOREIGN = "https://evil.example"

withStore({ mails: true, customerSessions: true, options: { encryptionKey: "a".repeat(64) } }, (store) => {
  const merchant = withMerchant(store)
  const { mails } = withMails(store, merchant)

  describe("what a customer writes", () => {
    const pathOf = (url: string) => url.replace(BACKEND_URL, "")
    /** A filled cart of somebody who calls herself so, and the merchant's link to it. */
    const linkOfGuest = async (first_name: string) => {
      const guest = store.customer()
      await guest.fillCart({ address: { first_name, last_name: PARAGRAPHS } })
      const { data } = await merchant.post("/admin/paycollect/links", { cart_id: guest.cartId })
      return { guest, link: data.link as { id: string; url: string } }
    }
    const linesOfMail = async (id: string) => {
      expect((await merchant.post(`/admin/paycollect/links/${id}/mail`)).data.mailed).toBe("sent")
      const { data, text, html, subject } = mails().at(-1)!
      return { name: data.first_name, all: [text, html, subject, JSON.stringify(data)].join() }
    }

    const assertPlain = ({ firstname, lastname }: { firstname: string; lastname: string }) => {
      expect(firstname.length).toBeLessThanOrEqual(100)
      expect(firstname).not.toMatch(/\p{Cc}/u)
      expect(lastname).toBe("Ama Pay at https://evil.example instead")
    }

    it.each([LONG, PARAGRAPHS])(
      "is one short line at the service and in the list of items (case %#)",
      async (name) => {
        const { guest } = await linkOfGuest(name)
        const { merchant_reference: reference } = await guest.startPayment()
        assertPlain(store.service.control.intent(reference)!.request)
        store.service.control.overrideVerify(reference, { amount: "1" })
        merchant.pay(reference)
        await guest.comeBack(reference)
        const { data } = await merchant.get("/admin/paycollect/attention")
        const [{ customer }] = data.attention
        expect(customer.name.length).toBeLessThanOrEqual(100)
        expect(customer.name).not.toMatch(/\p{Cc}/u)
      }
    )

    it("is one short line in the row, which holds it as long as it may be sent again", async () => {
      const { guest } = await linkOfGuest(LONG)
      const fault = { operation: "create_payment_intent", kind: "status", status: 502, times: 9 } as const
      store.service.control.injectFault(fault)
      await guest.tryToPay()
      const { request } = await merchant.intent(`${guest.cartId}-1`)
      assertPlain(request as Parameters<typeof assertPlain>[0])
    })

    it.each([LONG, PARAGRAPHS, "Ama, pay at evil.example", "<b>Ama</b>"])(
      "does not speak in the shop's own mail and page (case %#)",
      async (first_name) => {
        const { link } = await linkOfGuest(first_name)
        const page = await store.api.get(pathOf(link.url))
        const mail = await linesOfMail(link.id)
        expect(mail.name).toBeNull()
        for (const text of [page.data, mail.all]) expect(text).not.toMatch(/evil\.example|A{50}|Hello/)
      }
    )

    it.each(["Mireille", "Zoé", "N'Guessan", "Anne-Marie", "आमा", "محمد"])(
      "greets %s by name",
      async (first_name) => {
        const { link } = await linkOfGuest(first_name)
        expect((await linesOfMail(link.id)).name).toBe(first_name)
      }
    )

    it("runs in no spreadsheet, whatever that splits at", async () => {
      const guest = store.customer()
      await guest.fillCart({
        email: "+1@example.com",
        address: { first_name: "a;=HYPERLINK(1)|@sum", last_name: "\u00a0＝1+1" },
      })
      const { merchant_reference: reference } = await guest.startPayment()
      merchant.pay(reference)
      await guest.comeBack(reference)
      const takings = await merchant.get("/admin/paycollect/takings/export?days=2&time_zone=UTC")
      expect(takings.data).toContain(`,"a;'=HYPERLINK(1)|'@sum ＝1+1","'+1@example.com",`)
      const payments = await merchant.get("/admin/paycollect/intents/export")
      expect(payments.data).toContain(`,"'+1@example.com",`)
    })
  })

  describe("a page of somebody else's that an employee's browser opens", () => {
    const FORM = "application/x-www-form-urlencoded"
    const JSON_TYPE = "application/json"
    const signedIn = async (actor: "user" | "customer", { email, password }: typeof admin) => {
      const { data } = await store.api.post(`/auth/${actor}/emailpass`, { email, password })
      const headers = { authorization: `Bearer ${data.token}` }
      const session = await store.api.post("/auth/session", {}, { headers })
      return { token: data.token as string, cookie: session.headers["set-cookie"]![0]!.split(";")[0]! }
    }
    const send = async (
      path: string,
      headers: Record<string, string | undefined>,
      data?: unknown,
      method = "post"
    ) => {
      const given = Object.entries(headers).filter(([, value]) => value !== undefined)
      return await store.api.request({ method, url: path, data, headers: Object.fromEntries(given) })
    }
    const host = () => new URL(store.api.defaults.baseURL!).host
    const SETTINGS = "/admin/paycollect/settings"
    const saved = async () => (await store.db.raw("select id from paycollect_setting")).rows as unknown[]

    it("saves no key and no address by a form, and closes no item", async () => {
      const { cookie } = await signedIn("user", admin)
      const { guest, reference } = await merchant.guestAtCheckout()
      store.service.control.overrideVerify(reference, { amount: "1" })
      merchant.pay(reference)
      await guest.comeBack(reference)
      const [item] = await merchant.items(reference)
      const key = "test[secret_key]=sk_test_of_a_thief&test[base_url]=https://evil.example/v1"
      const note = `attention_id=${item!.id}&note=closed`
      const { id } = await merchant.intent(reference)
      for (const origin of [FOREIGN, "null", undefined]) {
        const headers = { cookie, "content-type": FORM, origin }
        for (const [path, body] of [
          [SETTINGS, key],
          [`/admin/paycollect/intents/${id}/resolve`, note],
          [`/admin/paycollect/intents/${id}/verify`, ""],
        ] as const) {
          const { status, data } = await send(path, headers, body)
          expect([path, status, data.code]).toEqual([path, 415, "paycollect_json_only"])
        }
      }
      expect(await saved()).toEqual([])
      expect((await merchant.items(reference))[0]!.status).toBe("open")
    })

    it.each([
      ["text/plain"],
      ["multipart/form-data; boundary=x"],
      [undefined],
      ["text/plain; application/json"],
    ])("is refused as %s", async (type) => {
      const { cookie } = await signedIn("user", admin)
      const { status, data } = await send(
        SETTINGS,
        { cookie, "content-type": type },
        type && '{"environment":"test"}'
      )
      expect([status, data.code]).toEqual([415, "paycollect_json_only"])
      expect(data.message).toContain("nothing was changed")
    })

    it("is refused by its origin, and the dashboard's own are not", async () => {
      const { cookie } = await signedIn("user", admin)
      const save = async (origin: string | undefined, more = {}) => {
        const headers = { cookie, "content-type": JSON_TYPE, origin, ...more }
        const { status, data } = await send(SETTINGS, headers, { storefront_url: "https://shop.example" })
        return status === 200 ? 200 : [status, data.code]
      }
      const refused = [403, "paycollect_foreign_origin"]
      for (const origin of [FOREIGN, "null", `http://${host()}.evil.example`, "http://localhost:8000", "x"])
        expect(await save(origin)).toEqual(refused)
      expect(await saved()).toEqual([])
      // Of the server's own Host, of adminCors, and of no browser.
      for (const origin of [`http://${host()}`, "http://localhost:9000", undefined])
        expect(await save(origin)).toBe(200)
      const { http } = store.container().resolve("configModule").projectConfig
      const before = http.adminCors
      http.adminCors = "https://a.example,/\\.shop\\.example$/,/^null$/"
      expect(await save("https://any.shop.example")).toBe(200)
      expect(await save("https://any.shop.example.evil.example")).toEqual(refused)
      expect(await save("null")).toEqual(refused)
      http.adminCors = before
    })

    it("does not concern who signs in otherwise, nor what is only read, nor events and links", async () => {
      const { token, cookie } = await signedIn("user", admin)
      const bearer = { authorization: `Bearer ${token}`, "content-type": FORM, origin: FOREIGN }
      expect((await send(SETTINGS, bearer, "environment=test")).status).toBe(200)
      const made = await merchant.post("/admin/api-keys", { title: "a script", type: "secret" })
      const authorization = `Basic ${Buffer.from(`${made.data.api_key.token}:`).toString("base64")}`
      expect((await send(SETTINGS, { ...bearer, authorization }, "environment=test")).status).toBe(200)
      // The cookie counts before a bearer token, as in core.
      expect((await send(SETTINGS, { ...bearer, cookie }, "environment=test")).status).toBe(415)
      expect((await send(SETTINGS, { cookie, origin: FOREIGN }, undefined, "get")).status).toBe(200)
      // No secret is set, and so no event is taken.
      const event = { cookie, "content-type": FORM, origin: FOREIGN }
      expect((await send("/hooks/paycollect", event, "a=b")).status).toBe(404)
      const guest = store.customer()
      await guest.fillCart({ address: ADDRESS })
      const { data } = await merchant.post("/admin/paycollect/links", { cart_id: guest.cartId })
      const pay = await send(
        data.link.url.replace(BACKEND_URL, ""),
        { cookie, "content-type": FORM },
        "provider_id=pp_paycollect_default"
      )
      expect(pay.status).toBe(303)
    })

    it("starts and ends no customer session: the same with storeCors", async () => {
      await store.db.raw("create table if not exists proven_email (email text primary key)")
      await store.db.raw("insert into proven_email (email) values (?)", [shopper.email])
      const { token, cookie } = await signedIn("customer", shopper)
      const path = "/store/paycollect/customer-session"
      const key = { "x-publishable-api-key": store.publishableKey() }
      const ask = async (headers: Record<string, string | undefined>, method = "post") => {
        const { status, data } = await send(path, { ...key, ...headers }, undefined, method)
        return status === 200 ? data : [status, data.code]
      }
      expect(await ask({ cookie })).toEqual([415, "paycollect_json_only"])
      expect(await ask({ cookie, "content-type": JSON_TYPE, origin: FOREIGN })).toEqual([
        403,
        "paycollect_foreign_origin",
      ])
      expect(await ask({ cookie, "content-type": JSON_TYPE, origin: "http://localhost:9000" })).toEqual([
        403,
        "paycollect_foreign_origin",
      ])
      const { customer_session } = await ask({
        cookie,
        "content-type": JSON_TYPE,
        origin: "http://localhost:8000",
      })
      const session = { "x-paycollect-session": customer_session.session_token as string }
      expect(await ask({ cookie, ...session }, "delete")).toEqual([415, "paycollect_json_only"])
      expect(await ask({ cookie, ...session, origin: FOREIGN }, "get")).toMatchObject({
        customer_session: { valid: true },
      })
      const json = { cookie, ...session, "content-type": JSON_TYPE }
      expect(await ask(json, "delete")).toMatchObject({ deleted: true })
      expect(await ask({ authorization: `Bearer ${token}`, origin: FOREIGN })).toHaveProperty(
        "customer_session"
      )
    })
  })
})
