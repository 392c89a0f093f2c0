import { createHmac } from "node:crypto"
import { createServer } from "node:http"
import { type AddressInfo } from "node:net"
import { Modules } from "@medusajs/framework/utils"
import { EVENT_SECRET } from "../../http/support/events"
import { DAY, MINUTE, withMerchant } from "../../http/support/merchant"
import { holdNextCall } from "../../http/support/hold-call"
import { type Suite } from "../../http/support/suites"

const OLD_SECRET = "whsec_that_is_being_rotated"

export const webhook: Suite = (store) => {
  const merchant = withMerchant(store)
  const secrets = (...webhookSecret: string[]) => {
    const { test } = merchant.paycollect().configuration.given.options
    merchant.configure({ test: { ...test, webhookSecret } })
  }
  const send = async (event: unknown, { secret = EVENT_SECRET, signed = true } = {}) => {
    const body = JSON.stringify(event)
    const signature = `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`
    return await store.api.post("/hooks/paycollect", body, {
      headers: { "content-type": "application/json", ...(signed && { "x-service-signature": signature }) },
    })
  }
  const event = (reference: string, event_type = "payment.succeeded") => {
    const { id, payment_ref } = store.service.control.intent(reference)!
    return {
      event_type,
      resource_id: id,
      data: { id, payment_ref, metadata: { merchant_reference: reference } },
    }
  }

  it("is off without a secret, and core's own route only marks the payment due", async () => {
    const { guest, reference } = await merchant.guestAtCheckout()
    merchant.later(3 * MINUTE)
    await merchant.reconcile()
    merchant.pay(reference)
    store.service.control.clearRequests()
    expect((await send(event(reference))).status).toBe(404)
    // Core's route takes anybody's word, so it may call for one look a minute; the schedule's next rung is further away.
    merchant.later(61_000)
    expect(await merchant.reconcile()).toMatchObject({ checked: 0 })

    // Core answers at once and hands over 5 s later, see "fact 6" in promise/medusa/behaviour.suite.ts.
    const payload = {
      payload: { data: event(reference), rawData: "{}", headers: {} },
      provider: "paycollect_default",
    }
    const answer = await store
      .container()
      .resolve("payment")
      .getWebhookActionAndData(payload as never)
    expect(answer).toEqual({ action: "not_supported" })
    expect(store.calls()).toEqual([])
    expect(await guest.orders()).toEqual([])
    expect(await merchant.reconcile()).toMatchObject({ checked: 1, outcomes: { succeeded: 1 } })
    expect(await guest.orders()).toHaveLength(1)
  })

  it("makes the order within two seconds of the payment, the browser closed", async () => {
    secrets(EVENT_SECRET)
    const took: number[] = []
    // Other tests share the machine, and the first order of a process is slow: the fastest of three counts.
    for (let cart = 1; cart <= 3; cart++) {
      const { guest, reference } = await merchant.guestAtCheckout()
      store.service.control.setWebhookUrl(`${store.api.defaults.baseURL}/hooks/paycollect`)
      const paidAt = Date.now()
      merchant.pay(reference)
      while ((await guest.orders()).length === 0 && Date.now() - paidAt < 20_000)
        await new Promise((resolve) => setTimeout(resolve, 25))
      took.push(Date.now() - paidAt)
      expect(await guest.orders()).toHaveLength(1)
      expect(store.calls("verify_payment")).toHaveLength(cart)
    }
    store.service.control.setWebhookUrl(undefined)
    expect(Math.min(...took)).toBeLessThan(2_000)
    const { data } = await merchant.get("/admin/paycollect/health")
    expect(data.health.webhook).toMatchObject({ enabled: true, last_seen: { known: true } })
  })

  it.each([
    ["this process makes it", false, false],
    ["the job does, since this process cannot", true, false],
    ["the job does, since this process broke off", true, true],
  ])(
    "is answered before the order where that takes long, and the money is noted: %s",
    async (_, fails, breaks) => {
      const { webhooks, ledger } = merchant.paycollect()
      const { answerAfterMs } = webhooks
      webhooks.answerAfterMs = 200
      const noting = jest.spyOn(ledger, "retryAt")
      if (breaks) noting.mockRejectedValueOnce(new Error("no connection left"))
      secrets(EVENT_SECRET)
      const { guest, reference } = await merchant.guestAtCheckout()
      merchant.pay(reference)
      const orders = store.container().resolve(Modules.ORDER)
      const making = fails && jest.spyOn(orders, "createOrders").mockRejectedValueOnce(new Error("Not now"))
      const held = holdNextCall(orders, "createOrders")
      expect((await send(event(reference))).status).toBe(200)
      webhooks.answerAfterMs = answerAfterMs
      await held.reached
      expect(await guest.orders()).toEqual([])
      held.go()
      const ends = async () => (making ? noting.mock.calls.length > 0 : (await guest.orders()).length > 0)
      while (!(await ends())) await new Promise((resolve) => setTimeout(resolve, 25))
      noting.mockRestore()
      if (making) {
        expect(await guest.orders()).toEqual([])
        making.mockRestore()
        merchant.later(3 * MINUTE)
        await merchant.reconcile()
      }
      expect(await guest.orders()).toHaveLength(1)
      expect(await merchant.items(reference)).toEqual([])
    }
  )

  it.each(["id", "payment_ref", "merchant_reference", "resource_id"])(
    "finds the payment by %s (U-07), under any of several secrets (U-06)",
    async (name) => {
      secrets(EVENT_SECRET, OLD_SECRET)
      const { guest, reference } = await merchant.guestAtCheckout()
      merchant.pay(reference)
      const { id, payment_ref } = store.service.control.intent(reference)!
      const value = { id, payment_ref, merchant_reference: reference, resource_id: id }[name]
      const hint = name === "resource_id" ? { resource_id: value, data: {} } : { data: { [name]: value } }
      expect((await send(hint, { secret: OLD_SECRET })).status).toBe(200)
      expect(await guest.orders()).toHaveLength(1)
    }
  )

  it("believes nothing that an event says", async () => {
    secrets(EVENT_SECRET)
    const { guest, reference } = await merchant.guestAtCheckout()
    const lie = { ...event(reference), data: { ...event(reference).data, status: "succeeded", amount: "1" } }
    expect((await send(lie)).status).toBe(200)
    expect(await guest.orders()).toEqual([])
    expect(await merchant.intent(reference)).toMatchObject({ outcome: "waiting" })
  })

  it("answers 401 to 1,000 forged events and asks the service nothing", async () => {
    secrets(EVENT_SECRET)
    const { guest, reference } = await merchant.guestAtCheckout()
    merchant.pay(reference)
    store.service.control.clearRequests()
    const statuses = new Set<number>()
    const forge = async (n: number) => {
      const given = n % 2 ? { secret: `whsec_guess_number_${n}` } : { signed: false }
      statuses.add((await send(event(reference), given)).status)
    }
    for (let n = 0; n < 1_000; n += 50) await Promise.all(Array.from({ length: 50 }, (_, i) => forge(n + i)))
    expect([...statuses]).toEqual([401])
    expect(store.calls()).toEqual([])
    expect(await guest.orders()).toEqual([])
    const { data } = await merchant.get("/admin/paycollect/health")
    expect(data.health.webhook.last_seen).toBeNull()
  })

  it("answers 200 to what it does not know or need, and asks the service nothing", async () => {
    secrets(EVENT_SECRET)
    for (const strange of [
      {},
      [],
      { data: null },
      { data: { id: "pi_nobody", payment_ref: "../../etc" } },
      { event_type: "payout.failed", data: { id: { $ne: 1 }, merchant_reference: 5 } },
    ])
      expect((await send(strange)).status).toBe(200)
    expect(store.calls()).toEqual([])
  })

  it("takes repeated events and events out of order for what they are: hints", async () => {
    secrets(EVENT_SECRET)
    const { guest, reference } = await merchant.guestAtCheckout()
    merchant.pay(reference)
    const answers = await Promise.all(
      ["payment.failed", "payment.succeeded", "payment.succeeded", "order.completed"].map((type) =>
        send(event(reference, type))
      )
    )
    merchant.later(10_000)
    answers.push(await send(event(reference, "payment.failed")))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(await guest.orders()).toHaveLength(1)
    expect(store.calls("verify_payment")).toHaveLength(1)
  })

  it("answers 503 while the service does not answer or the order cannot be made, so that the event comes again", async () => {
    secrets(EVENT_SECRET)
    const { guest, reference } = await merchant.guestAtCheckout()
    // An older answer is stored: the silence afterwards must not hide behind it.
    await merchant.advance(reference)
    merchant.pay(reference)
    merchant.later(5_000)
    store.service.control.injectFault({ operation: "verify_payment", kind: "status", status: 500, times: 3 })
    expect((await send(event(reference))).status).toBe(503)
    expect((await send(event(reference))).status).toBe(200)
    expect(await guest.orders()).toHaveLength(1)
  })

  it.each([
    ["waits", "requires_action"],
    ["failed", "failed"],
  ] as const)(
    "answers 503 about a payment that %s by its last answer, while nobody can ask about it",
    async (_, status) => {
      secrets(EVENT_SECRET)
      const { guest, reference } = await merchant.guestAtCheckout()
      const { moveState, injectFault } = store.service.control
      if (status === "failed") moveState(reference, status)
      await merchant.advance(reference)
      // Its schedule is over: nobody but this event brings it back.
      const { id } = (await merchant.intent(reference))!
      await merchant.paycollect().ledger.unschedule(id)
      moveState(reference, "succeeded", { force: true })

      // A process that died while it asked holds the question.
      await merchant.paycollect().ledger.claim(id, "verify_lease_until", 15_000)
      expect((await send(event(reference))).status).toBe(503)
      merchant.later(16_000)
      injectFault({ operation: "verify_payment", kind: "status", status: 500, times: 3 })
      expect((await send(event(reference))).status).toBe(503)
      expect(await guest.orders()).toEqual([])

      expect((await send(event(reference))).status).toBe(200)
      expect(await guest.orders()).toHaveLength(1)
    }
  )

  it.each(["requires_action", "processing"])(
    "looks again a minute after an event also where another question was answered in between, with %s as well",
    async (status) => {
      secrets(EVENT_SECRET)
      const { guest, reference } = await merchant.guestAtCheckout()
      store.service.control.overrideVerify(reference, { status })
      merchant.later(11 * DAY)
      await merchant.reconcile()
      expect(await merchant.intent(reference)).toMatchObject({ next_step_at: null })
      expect((await send(event(reference))).status).toBe(200)
      merchant.later(10_000)
      expect(await merchant.advance(reference)).toMatchObject({ status: "waiting" })
      store.service.control.overrideVerify(reference)
      merchant.pay(reference)
      merchant.later(MINUTE)
      expect(await merchant.reconcile()).toMatchObject({ checked: 1, outcomes: { succeeded: 1 } })
      expect(await guest.orders()).toHaveLength(1)
    }
  )

  it("looks again a minute after an event that came before the service knew of it, also when the schedule is over", async () => {
    secrets(EVENT_SECRET)
    const { guest, reference } = await merchant.guestAtCheckout()
    merchant.later(8 * DAY)
    await merchant.reconcile()
    expect((await send(event(reference))).status).toBe(200)
    merchant.pay(reference)
    merchant.later(MINUTE)
    expect(await merchant.reconcile()).toMatchObject({ checked: 1, outcomes: { succeeded: 1 } })
    expect(await guest.orders()).toHaveLength(1)
  })

  it("answers 503, and the return link that nothing is decided, while somebody who died holds the cart's money", async () => {
    secrets(EVENT_SECRET)
    const { guest, reference } = await merchant.guestAtCheckout()
    merchant.pay(reference)
    const { ledger } = merchant.paycollect()
    const release = await ledger.hold([guest.cartId])
    const [{ status }, returned] = await Promise.all([send(event(reference)), guest.comeBack(reference)])
    expect(status).toBe(503)
    expect(returned.headers.location).toContain("paycollect_status=waiting")
    expect(await guest.orders()).toEqual([])
    await release!()
    expect((await send(event(reference))).status).toBe(200)
    expect(await guest.orders()).toHaveLength(1)
  })

  describe("why no event is believed", () => {
    const health = async () => (await merchant.get("/admin/paycollect/health")).data.health
    const webhookLine = async () =>
      ((await health()).checks as { id: string; values?: object }[]).find(
        ({ id }) => id.startsWith("webhook_") && !id.startsWith("webhook_secret")
      )!
    const forged = async (headers: Record<string, string> = {}) =>
      (
        await store.api.post("/hooks/paycollect", "{}", {
          headers: { "content-type": "application/json", ...headers },
        })
      ).status

    it("counts what was refused, in one write in ten seconds, with names of signature headers alone", async () => {
      secrets(EVENT_SECRET)
      const headers = {
        "x-a-signature": "of nobody",
        [`x-${"b".repeat(40)}-signature`]: "too long a name",
        "x-c_d-signature": "a sign of no such name",
        "x-e-signature": "e",
        "x-f-signature": "f",
        "x-g-signature": "g",
      }
      // What other tests sent in vain, too.
      merchant.later(11_000)
      await forged()
      const before = (await health()).webhook.refused.count
      merchant.later(11_000)
      for (let times = 0; times < 5; times++) expect(await forged(headers)).toBe(401)
      const { refused } = (await health()).webhook
      expect(refused).toEqual({
        ...{
          count: before + 1,
          last_at: expect.any(String),
          headers: ["x-a-signature", "x-e-signature", "x-f-signature"],
        },
      })
      merchant.later(11_000)
      await forged()
      expect((await health()).webhook.refused).toMatchObject({ count: before + 6, headers: [] })
      expect(await store.tablesThatHold("of nobody")).toEqual([])
    })

    it("says so in place of 'none came' when three came in an hour and none was believed for a day", async () => {
      secrets(EVENT_SECRET)
      const { guest, reference } = await merchant.guestAtCheckout()
      merchant.pay(reference)
      await guest.comeBack(reference)
      merchant.later(11 * MINUTE)
      const told = ["webhook_never_seen", "webhook_silent"]
      expect(told).toContain((await webhookLine()).id)
      for (let times = 0; times < 3; times++) {
        expect(told).toContain((await webhookLine()).id)
        await forged({ "x-service-signature": "0".repeat(64) })
        merchant.later(11_000)
      }
      expect(await webhookLine()).toMatchObject({
        id: "webhook_refused",
        values: { headers: "x-service-signature" },
      })
      expect(await merchant.feed(reference)).toEqual([])
      merchant.later(DAY)
      expect(told).toContain((await webhookLine()).id)
      for (let times = 0; times < 3; times++, merchant.later(11_000)) await forged()
      expect((await send(event(reference))).status).toBe(200)
      expect((await webhookLine()).id).toBe("webhook_seen")
    })

    it("sends itself an event, says what became of it, and takes it for none of the service", async () => {
      const check = async () => {
        merchant.later(61_000)
        return (await merchant.post("/admin/paycollect/settings/webhook-check")).data.check?.result as unknown
      }
      secrets()
      expect((await merchant.post("/admin/paycollect/settings/webhook-check")).status).toBe(400)
      secrets(EVENT_SECRET)
      const before = (await health()).webhook
      const here = store.api.defaults.baseURL!
      merchant.configure({ backendUrl: here })
      expect(await check()).toBe("ok")
      const first = (await merchant.post("/admin/paycollect/settings/webhook-check")).data
      expect((await merchant.post("/admin/paycollect/settings/webhook-check")).data).toEqual(first)

      const changing = async (
        change: (sent: { url: string; body: string; headers: Record<string, string> }) => void
      ) => {
        const proxy = createServer((req, res) => {
          let body = ""
          req.on("data", (chunk) => (body += chunk))
          req.on("end", () => {
            const sent = { url: req.url!, body, headers: req.headers as Record<string, string> }
            delete sent.headers["content-length"]
            change(sent)
            const { url, headers } = sent
            const done = ({ status, data }: { status: number; data: unknown }) =>
              res.writeHead(status).end(JSON.stringify(data))
            void store.api.post(url, sent.body, { headers }).then(done)
          })
        })
        await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve))
        merchant.configure({ backendUrl: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` })
        const result = await check()
        await new Promise((resolve) => proxy.close(resolve))
        return result
      }
      expect(await changing(() => undefined)).toBe("ok")
      expect(await changing((sent) => (sent.url = sent.url.split("?")[0]!))).toBe("ok")
      expect(await changing((sent) => (sent.body = sent.body.replace(":", " : ")))).toBe("changed")
      expect(await changing((sent) => delete sent.headers["x-paycollect-signature"])).toBe("no_header")
      expect(await changing((sent) => (sent.url = "/health"))).toBe("other")
      expect(await check()).toBe("nothing")
      expect((await health()).webhook).toEqual(before)
      expect(store.calls()).toEqual([])
    })
  })
}
