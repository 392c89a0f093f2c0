import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"

/** What a shop's own code hears of money, as an invoice or an ERP would: one line of the log an event. */
export default function heard({ event: { name, data }, container }: SubscriberArgs<{ id: string }>) {
  container.resolve("logger").info(`heard ${name} of ${data.id}`)
  return Promise.resolve()
}

export const config: SubscriberConfig = { event: "payment.captured" }
