import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { kept, type Mail } from "../../../demo/backend/src/modules/mailbox/mails"
import runJob from "../../../src/jobs/paycollect-notify"
import { Notices } from "../../../src/features/alerts/rows"
import { type PluginOptions } from "../../../src/settings/options-schema"
import { DAY, type Merchant } from "./merchant"
import { type Store } from "./store"

export const TWO = ["owner@shop.example.com", "cashier@shop.example.com"]
export const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, " ")
export const folder = mkdtempSync(join(tmpdir(), "paycollect-mails-"))
process.env.DEMO_MAILS = join(folder, "mails.jsonl")

type Notifications = PluginOptions["notifications"]

/** What the merchant of a store was sent, and other processes beside the store. */
export function withMails(store: Store, merchant: Merchant) {
  beforeEach(() => {
    // Another suite of the same store may have removed it.
    mkdirSync(folder, { recursive: true })
    rmSync(process.env.DEMO_MAILS!, { force: true })
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const today = () => new Date(merchant.paycollect().clock.now()).toISOString().slice(0, 10)
  const tell = (more: Partial<Notifications> = {}) =>
    merchant.configure({
      notifications: {
        channel: "email",
        recipients: TWO,
        language: "en",
        time_zone: "UTC",
        summary_hour: 0,
        templates: {},
        ...more,
      },
    })
  return {
    tell,
    mails: (): Mail[] => kept(process.env.DEMO_MAILS!),
    news: (): Mail[] => kept(process.env.DEMO_MAILS!).filter(({ data }) => data.kind === "new_items"),
    summaries: (): Mail[] =>
      kept(process.env.DEMO_MAILS!).filter(({ data }) => data.kind === "daily_summary"),
    job: () => runJob(store.container()),
    /** The next noon, with this day's summary over: an hour later is no other day, whenever the test runs. */
    async noMoreToday() {
      const now = merchant.paycollect().clock.now()
      merchant.later(DAY + DAY / 2 - (now % DAY))
      await store.db.raw(
        "insert into paycollect_state (id, value) values ('daily_summary', ?) on conflict (id) do update set value = excluded.value",
        [JSON.stringify({ day: today() })]
      )
    },
    /** The same store as another process sees it: nothing in memory is shared. */
    anotherProcess(): MedusaContainer {
      const container = store.container()
      const paycollect = merchant.paycollect()
      const knex = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
      const notices = new Notices(knex as never, paycollect.clock)
      const module = Object.create(paycollect, { notices: { value: notices } }) as typeof paycollect
      const resolve = (name: string) => (name === "paycollect" ? module : container.resolve(name))
      return { resolve } as MedusaContainer
    },
    async item(): Promise<string> {
      const { guest, reference } = await merchant.guestAtCheckout()
      merchant.pay(reference)
      store.service.control.overrideVerify(reference, { amount: "1" })
      await guest.comeBack(reference)
      expect(await merchant.items(reference)).toMatchObject([
        { reason: "amount_discrepancy", status: "open" },
      ])
      return reference
    },
    async until(count: number, read: () => unknown[]) {
      for (let tries = 0; tries < 200 && read().length < count; tries++)
        await new Promise((resolve) => setTimeout(resolve, 20))
      expect(read()).toHaveLength(count)
    },
    /** The events about new items are lost for the time of `work`. */
    async withoutEvents(work: () => Promise<unknown>) {
      const bus = store.container().resolve(Modules.EVENT_BUS)
      const send = bus.emit.bind(bus)
      const emit = jest.spyOn(bus, "emit").mockImplementation(async (message, options) => {
        const names = [message].flat().map(({ name }) => name)
        if (names.includes("paycollect.attention.opened")) throw new Error("no event bus")
        await send(message as never, options as never)
      })
      await work().finally(() => emit.mockRestore())
    },
    notices: async () =>
      (await store.db.raw("select * from paycollect_notice order by created_at, id")).rows as {
        id: string
        tries: number
        outcome: string
      }[],
  }
}
