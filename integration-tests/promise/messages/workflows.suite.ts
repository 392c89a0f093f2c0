import { readFileSync } from "node:fs"
import { join } from "node:path"
import { createStep, createWorkflow, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import {
  assignPaymentWorkflow,
  createOrderFromPaymentWorkflow,
  createPaymentLinkWorkflow,
  refundPaycollectPaymentWorkflow,
  revokePaymentLinkWorkflow,
  sendPaymentLinkWorkflow,
  verifyPaymentWorkflow,
} from "../../../src/workflows"
import { type RefundPaymentInput } from "../../../src/workflows/compose"
import { type AdminPayCollectLink } from "../../../src/types/http"
import { MOBILE_MONEY } from "../../http/support/customer"
import { withMails } from "../../http/support/mails"
import { withMerchant } from "../../http/support/merchant"
import { OrderDesk } from "../../http/support/orders"
import { BACKEND_URL } from "../../http/support/store"
import { type Suite } from "../../http/support/suites"

/** Core throws what a step threw as a plain object. */
const saying = (text: string) => ({ message: expect.stringContaining(text) as string })

/** As docs/workflows.md writes it down: the first test compares. */
const askForWhatIsOwed = createWorkflow("ask-for-what-is-owed", (input: { order_id: string }) => {
  const link = createPaymentLinkWorkflow.runAsStep({ input })
  return new WorkflowResponse(sendPaymentLinkWorkflow.runAsStep({ input: link }))
})

const failing = createStep("paycollect-spec-failing", () => Promise.reject(new Error("a later step fails")))
const refundThenFail = createWorkflow("refund-then-fail", (input: RefundPaymentInput) => {
  const refund = refundPaycollectPaymentWorkflow.runAsStep({ input })
  failing()
  return new WorkflowResponse(refund)
})

export const workflows: Suite = (store) => {
  const merchant = withMerchant(store)
  const desk = new OrderDesk(store, merchant)
  const { mails } = withMails(store, merchant)
  const accepted = async (path: string, body?: unknown) => {
    const { status, data } = await merchant.post(path, body)
    if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(data)}`)
    return data
  }
  const linksOf = async (order_id: string) =>
    (await merchant.get(`/admin/paycollect/links?order_id=${order_id}`)).data.links as AdminPayCollectLink[]
  const payBy = async ({ url }: AdminPayCollectLink) => {
    const path = url!.replace(BACKEND_URL, "")
    const answer = await store.api.post(path, new URLSearchParams({ provider_id: MOBILE_MONEY }))
    const id = /\/checkout\/(pi_\w+)/.exec(answer.headers.location)?.[1]
    const { merchant_reference } = store.service.control.intents().find((each) => each.id === id)!
    merchant.pay(merchant_reference!)
    await store.api.get(`/paycollect/return/${merchant_reference}`)
  }
  it("the recipe of docs/workflows.md is the one that is run here", () => {
    const [page, here] = [join(__dirname, "../../../docs/workflows.md"), __filename].map((file) =>
      readFileSync(file, "utf8")
    )
    const [recipe = "none"] = /^export const askForWhatIsOwed = [^]*?^\}\)$/m.exec(page!) ?? []
    expect(here).toContain(recipe.replace("export ", ""))
  })

  it("half now, half on delivery: one order, two links, two payments", async () => {
    const order_id = await desk.byTelephone(1_000)
    const ask = async () => (await askForWhatIsOwed(store.container()).run({ input: { order_id } })).result
    expect(await ask()).toEqual({ mailed: "sent" })
    const [first] = await linksOf(order_id)
    expect(first!.owed).toBe("1000")
    await payBy(first!)

    await accepted("/admin/order-edits", { order_id })
    const [variant] = (await store.db.raw("select id from product_variant where sku = 'COFFEE-250'")).rows
    await accepted(`/admin/order-edits/${order_id}/items`, {
      items: [{ variant_id: variant.id, quantity: 1, unit_price: 1_000 }],
    })
    await accepted(`/admin/order-edits/${order_id}/confirm`)
    merchant.later(60_000)
    expect(await ask()).toEqual({ mailed: "sent" })
    const open = (await linksOf(order_id)).find(({ owed }) => owed !== "0")!
    await payBy(open)
    expect(mails()).toHaveLength(2)
    const { captured, payment_status } = await store.moneyOf(order_id)
    expect([payment_status, BigInt(captured) > 1_000n]).toEqual(["captured", true])
    const { rows } = await store.db.raw("select 1 from paycollect_intent where applied_at is not null")
    expect(rows).toHaveLength(2)
  })

  it("revokes a link, and refuses what the routes refuse, with nothing done", async () => {
    const order_id = await desk.byTelephone(1_000)
    const create = (input: object) => createPaymentLinkWorkflow(store.container()).run({ input })
    const { result: link } = await create({ order_id })
    expect(link).toEqual({ id: link.id, order_id, cart_id: null, expires_at: expect.any(String) })
    await revokePaymentLinkWorkflow(store.container()).run({ input: { id: link.id, by: "user_1" } })
    expect((await linksOf(order_id))[0]).toMatchObject({ id: link.id, url: null })
    const { result } = await sendPaymentLinkWorkflow(store.container()).run({ input: { id: link.id } })
    expect(result).toEqual({ mailed: "not_payable" })
    await expect(create({ order_id, days: 91 })).rejects.toMatchObject(saying("from 1 to 90"))
    for (const workflow of [sendPaymentLinkWorkflow, revokePaymentLinkWorkflow, verifyPaymentWorkflow])
      await expect(workflow(store.container()).run({ input: { id: "none" } })).rejects.toMatchObject(
        saying("names no payment")
      )
  })

  it("refunds once under one key, and does not give the money back to itself when a later step fails", async () => {
    merchant.configure({ refunds: "api" })
    const { came, id } = await merchant.intent((await desk.lateMoney()).reference)
    const input = { id, reason: "duplicate", key: "order-77-refund" } as const
    const refund = async () =>
      (await refundPaycollectPaymentWorkflow(store.container()).run({ input })).result
    const first = await refund()
    expect(first).toMatchObject({ status: "sent", amount: came, currency_code: "xaf" })
    expect(await refund()).toEqual(first)
    expect(store.calls("create_refund")).toHaveLength(1)

    const other = await merchant.intent((await desk.lateMoney()).reference)
    const again = { ...input, id: other.id, key: "order-78-refund" }
    const failed = refundThenFail(store.container()).run({ input: again })
    await expect(failed).rejects.toMatchObject(saying("a later step fails"))
    expect(store.calls("create_refund")).toHaveLength(2)
    expect((await merchant.intent(other.merchant_reference)).refunded).toBe(other.came)
    expect(store.service.control.intent(other.merchant_reference)!.refunded).toBe(other.came)
  })

  it("makes the order that late money was for, once, and refuses where one stands", async () => {
    const { id, amount, reference: merchant_reference } = await desk.lateMoney()
    const make = async () =>
      (await createOrderFromPaymentWorkflow(store.container()).run({ input: { id } })).result
    const made = await make()
    expect(made).toMatchObject({ status: "succeeded", order_id: expect.stringMatching(/^order_/) })
    expect((await store.moneyOf(made.order_id!)).captured).toBe(String(amount))
    expect(await make()).toMatchObject({ status: "succeeded", order_id: made.order_id })
    expect(await merchant.history(merchant_reference)).toContain("order_made")
    const { rows } = await store.db.raw('select 1 from "order" where id = ?', [made.order_id])
    expect(rows).toHaveLength(1)

    const { guest, reference } = await merchant.guestAtCheckout()
    merchant.pay(reference)
    await guest.comeBack(reference)
    const input = { id: (await merchant.intent(reference)).id }
    const refused = createOrderFromPaymentWorkflow(store.container()).run({ input })
    await expect(refused).rejects.toMatchObject({ message: expect.any(String) })
    expect(await guest.orders()).toHaveLength(1)
  })

  it("gives late money to an order, and checks a payment now", async () => {
    const { id, amount, reference: merchant_reference } = await desk.lateMoney()
    const order_id = await desk.byTelephone(amount)
    const { result } = await assignPaymentWorkflow(store.container()).run({ input: { id, order_id } })
    expect(result).toMatchObject({ status: "succeeded", order_id })
    expect((await merchant.intent(merchant_reference)).order_id).toBe(order_id)
    const checked = await verifyPaymentWorkflow(store.container()).run({ input: { id } })
    expect(checked.result).toMatchObject({ status: "succeeded", order_id })
  })
}
