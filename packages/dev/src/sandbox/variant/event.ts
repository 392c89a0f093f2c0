import { type EventOptions, type EventType } from "../state/event"
import { type Variant } from "../state/variant"
import { type Intent } from "../state/intent"
import { paidAmount, shownFields, shownId, shownStatus } from "./shown"

/** Which events a change to this one causes, in the order in which they arrive (U-08). */
export function eventsOf({ events }: Variant, type: EventType): EventType[] {
  if (events === "never") return []
  if (events === "twice") return [type, type]
  if (events === "out_of_order" && type === "payment.succeeded")
    return ["order.completed", type, "payment.failed"]
  return [type]
}

/** The payload of U-07. The merchant_reference is only in it when the merchant put it into the metadata, or when the variant says so. */
export function eventPayload(
  variant: Variant,
  intent: Intent,
  { eventType, data: changes, at, requestId }: EventOptions & { at: number; requestId: string }
): Record<string, unknown> {
  const { request, payment_ref } = intent
  const id = shownId(variant, intent)
  const named = variant.eventReference
  const data: Record<string, unknown> = {
    ...(named === "documented" && { id, payment_ref, metadata: request.metadata ?? {} }),
    ...(named === "merchant_reference" && { merchant_reference: request.merchant_reference }),
    ...(named === "payment_ref" && { payment_ref }),
    amount: paidAmount(variant, intent),
    currency: intent.currency,
    status: shownStatus(variant, intent),
    customer: { firstname: request.firstname, lastname: request.lastname, email: request.email ?? "" },
    ...changes,
  }
  for (const [name, value] of Object.entries(data)) if (value === null) delete data[name]
  const event = {
    event_type: eventType,
    business_id: "biz_sandbox",
    resource_type: "transaction",
    ...((named === "documented" || named === "resource_id") && { resource_id: id }),
    timestamp: new Date(at).toISOString(),
    request_id: requestId,
    data: shownFields(variant, data, ["amount", "currency", "status", "customer"]),
  }
  return shownFields(variant, event, ["business_id", "resource_type", "timestamp", "request_id"])
}

/** @param signature hexadecimal digits; none for an unsigned event */
export function eventHeaders(variant: Variant, signature: string | null): Record<string, string> {
  const { eventContentType } = variant
  return {
    ...(eventContentType !== "none" && { "content-type": eventContentType }),
    ...(signature !== null && signatureHeader(variant, signature)),
  }
}

function signatureHeader(variant: Variant, hex: string): Record<string, string> {
  switch (variant.signature) {
    case "prefixed":
      return { "x-paycollect-signature": `sha256=${hex}` }
    case "bare":
      return { "x-paycollect-signature": hex }
    case "other_header":
      return { "x-paycollect-digest": `sha256=${hex}` }
  }
}
