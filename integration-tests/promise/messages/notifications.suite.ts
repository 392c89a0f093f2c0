import { createHash } from "node:crypto"
import { join } from "node:path"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { type Mail } from "../../../demo/backend/src/modules/mailbox/mails"
import { formatPaymentNumber } from "../../../src/payments/names"
import runJob from "../../../src/jobs/paycollect-notify"
import { type AdminPayCollectHealthResponse } from "../../../src/types/http"
import { folder, plain, TWO, withMails } from "../../http/support/mails"
import { DAY, HOUR, MINUTE, withMerchant, type Merchant } from "../../http/support/merchant"
import { type Suite } from "../../http/support/suites"

export const notifications: Suite = (store) => {
  const merchant = withMerchant(store)
  const { tell, news, summaries, job, noMoreToday, anotherProcess, item, until, withoutEvents, notices } =
    withMails(store, merchant)

  describe("a new item", () => {
    it("is mailed to each recipient once, whatever events, jobs and processes come over it", async () => {
      tell()
      await noMoreToday()
      const reference = await item()
      await until(2, news)
      const { id, intent_id } = (await merchant.items(reference))[0]!
      const event = {
        name: "paycollect.attention.opened",
        data: merchant.told("paycollect.attention.opened", reference)[0]!.data,
      }
      const bus = store.container().resolve(Modules.EVENT_BUS)
      await Promise.all([bus.emit(event, {}), bus.emit(event, {}), job(), runJob(anotherProcess())])
      merchant.later(HOUR)
      await Promise.all([job(), runJob(anotherProcess()), runJob(anotherProcess())])

      expect(
        news()
          .map(({ to }) => to)
          .sort()
      ).toEqual([...TWO].sort())
      const [mail] = news()
      expect(mail).toMatchObject({
        channel: "email",
        template: "paycollect-new-items",
        data: {
          count: 1,
          items: [{ attention_id: id, merchant_reference: reference, reason: "amount_discrepancy" }],
        },
      })
      expect(mail!.subject).toContain("Needs attention")
      const page = `https://backend.paycollect.example/app/paycollect/payments/${intent_id}`
      expect(mail!.text).toContain(page)
      expect(mail!.html).toContain(`href="${page}"`)
      expect(await merchant.feed(reference)).toHaveLength(1)
      expect(await notices()).toMatchObject([{ outcome: "sent" }, { outcome: "sent" }])
    })

    it("whose event was lost is mailed by the job, of two processes by one, and shown in the feed", async () => {
      tell()
      await noMoreToday()
      let reference = ""
      await withoutEvents(async () => void (reference = await item()))
      expect(news()).toEqual([])
      await Promise.all([job(), runJob(anotherProcess()), runJob(anotherProcess())])
      expect(news()).toHaveLength(2)
      expect(await merchant.feed(reference)).toHaveLength(1)
    })

    it("is in French where the merchant chose it, in the feed with amount and number", async () => {
      tell({ language: "fr", recipients: TWO.slice(0, 1), time_zone: "UTC" })
      await noMoreToday()
      const reference = await item()
      await until(1, news)
      const { amount, payment_number } = await merchant.intent(reference)
      const number = formatPaymentNumber(payment_number)
      const sum = `${new Intl.NumberFormat("fr").format(BigInt(amount))} XAF`
      const [{ subject, text }] = news() as [Mail]
      expect(plain(subject)).toBe(plain(`[test] À traiter : ${sum}, paiement ${number}`))
      expect(text).toContain("Le service signale un succès avec un autre montant que celui demandé.")
      const [note] = await merchant.feed(reference)
      expect(plain(note!.title)).toBe(plain(`PayCollect: [test] ${sum}, ${number}`))
      expect(note!.description).toContain("Le service signale un succès avec un autre montant")
    })

    it("goes by text message to a phone, and by the merchant's own template without a text of ours", async () => {
      tell({ channel: "sms", recipients: ["00237 699 00 11 22"], templates: { new_items: "tpl-77" } })
      await noMoreToday()
      await item()
      await until(1, news)
      const [sms] = news() as [Mail]
      expect(sms).toMatchObject({
        channel: "sms",
        to: "+237699001122",
        template: "tpl-77",
        text: "",
        html: "",
      })
      expect(sms.data.short_text).toMatch(/^PayCollect: \[test\] Needs attention: .* https:\/\//)
    })

    it("of a burst is told with the others: four mails about seven items", async () => {
      tell({ recipients: TWO.slice(0, 1) })
      await noMoreToday()
      for (let count = 1; count <= 3; count++) {
        await item()
        await until(count, news)
      }
      const rest: string[] = []
      for (let count = 0; count < 4; count++) rest.push(await item())
      await job()
      expect(news()).toHaveLength(3)
      merchant.later(15 * MINUTE)
      await job()
      await until(4, news)
      const last = news().at(-1)!
      expect(last.subject).toBe("[test] 4 payments need attention")
      for (const reference of rest) {
        const { payment_number } = await merchant.intent(reference)
        expect(last.text).toContain(formatPaymentNumber(payment_number))
      }
    })
  })

  describe("a message that was interrupted", () => {
    /** Another process took the item and its messages, and died. */
    const leftBehind = async () => {
      tell({ recipients: TWO.slice(0, 1) })
      await noMoreToday()
      await withoutEvents(item)
      const dead = anotherProcess()
      const { notices: rows } = dead.resolve("paycollect") as ReturnType<Merchant["paycollect"]>
      await rows.gather([digestOf()])
      const [row] = await rows.claimDue()
      return row!
    }
    const digestOf = () => {
      return createHash("sha256").update(`email:${TWO[0]}`).digest("hex").slice(0, 32)
    }

    it("before Medusa had it is sent once by whoever comes after five minutes", async () => {
      await leftBehind()
      await job()
      expect(news()).toEqual([])
      merchant.later(5 * MINUTE)
      await Promise.all([job(), runJob(anotherProcess())])
      expect(news()).toHaveLength(1)
      expect(await notices()).toMatchObject([{ outcome: "sent" }])
    })

    it("while it was sent may have arrived: it is not sent again, and the next summary names its item", async () => {
      const row = await leftBehind()
      await store.db.raw(
        "insert into notification (id, \"to\", channel, resource_id, status) values ('noti_cut', 'x', 'email', ?, 'pending')",
        [`${row.id}:0`]
      )
      merchant.later(5 * MINUTE)
      await job()
      expect(news()).toEqual([])
      expect(await notices()).toMatchObject([{ outcome: "cut_off" }])
      merchant.later(2 * DAY)
      await job()
      expect(news()).toEqual([])
      expect(summaries()).toMatchObject([{ data: { kind: "daily_summary", count: 1 } }])
    })

    it("by a provider that refuses it is tried again, and sent once; the health page says so meanwhile", async () => {
      tell({ recipients: TWO.slice(0, 1) })
      await noMoreToday()
      const file = process.env.DEMO_MAILS!
      process.env.DEMO_MAILS = join(folder, "no-such-folder", "mails.jsonl")
      await item()
      const refused = async () => (await notices()).filter(({ tries }) => tries === 1)
      for (let tries = 0; tries < 200 && (await refused()).length === 0; tries++)
        await new Promise((resolve) => setTimeout(resolve, 20))
      const { data } = await merchant.get("/admin/paycollect/health")
      const { checks } = (data as AdminPayCollectHealthResponse).health
      expect(checks).toContainEqual(
        expect.objectContaining({ id: "notifications_refused", status: "warning" })
      )
      expect(JSON.stringify(checks)).not.toContain("@shop.example.com")
      process.env.DEMO_MAILS = file

      await job()
      expect(news()).toEqual([])
      merchant.later(2 * MINUTE)
      await Promise.all([job(), runJob(anotherProcess())])
      merchant.later(DAY / 2)
      await job()
      expect(news()).toHaveLength(1)
      expect(await notices()).toContainEqual(expect.objectContaining({ tries: 1, outcome: "sent" }))
    })
  })

  describe("the summary", () => {
    it("comes once a day while anything is open, whatever processes look", async () => {
      tell({ recipients: TWO.slice(0, 1) })
      await noMoreToday()
      const reference = await item()
      await until(1, news)
      for (let day = 1; day <= 2; day++) {
        merchant.later(DAY)
        await Promise.all([job(), runJob(anotherProcess()), runJob(anotherProcess())])
        await job()
        expect(summaries()).toHaveLength(day)
      }
      expect(summaries()[0]).toMatchObject({
        subject: "[test] 1 payment still needs attention",
        template: "paycollect-daily-summary",
        data: { count: 1, items: [{ merchant_reference: reference }] },
      })
      const [open] = await merchant.items(reference)
      await merchant.resolve(open!, "compared and sent back")
      merchant.later(DAY)
      await job()
      expect(summaries()).toHaveLength(2)
    })

    it("waits for its hour in the shop's time zone", async () => {
      const now = new Date(merchant.paycollect().clock.now())
      merchant.later(new Date(`${now.toISOString().slice(0, 10)}T00:00:00Z`).getTime() + DAY - now.getTime())
      tell({ recipients: TWO.slice(0, 1), time_zone: "Africa/Douala", summary_hour: 8 })
      await item()
      await until(1, news)
      merchant.later(6 * HOUR + 58 * MINUTE)
      await job()
      expect(summaries()).toEqual([])
      merchant.later(3 * MINUTE)
      await job()
      expect(summaries()).toHaveLength(1)
    })
  })

  it("keeps addresses to the settings: rows, history, events and log know none", async () => {
    const lines: string[] = []
    const logger = store.container().resolve(ContainerRegistrationKeys.LOGGER)
    for (const level of ["info", "warn", "error", "debug"] as const)
      jest.spyOn(logger, level).mockImplementation((...said: unknown[]) => void lines.push(said.join(" ")))
    const saved = await merchant.post("/admin/paycollect/settings", { notifications: { recipients: TWO } })
    expect(saved.status).toBe(200)
    const reference = await item()
    await until(2, news)
    jest.restoreAllMocks()
    const { rows } = await store.db.raw(
      "select to_jsonb(n)::text as row from paycollect_notice n union all select to_jsonb(a)::text from paycollect_attention a union all select to_jsonb(e)::text from paycollect_intent_event e union all select to_jsonb(c)::text from paycollect_setting_change c union all select to_jsonb(s)::text from paycollect_state s"
    )
    const all = [
      ...(rows as { row: string }[]).map(({ row }) => row),
      ...lines,
      JSON.stringify(merchant.told("paycollect.attention.opened", reference)),
    ]
    expect(all.length).toBeGreaterThan(5)
    expect(all.filter((text) => text.includes("shop.example.com"))).toEqual([])
  })
}
