import { createHmac, timingSafeEqual } from "node:crypto"

export type Headers = Record<string, string | string[] | undefined>

/** Names of those that a signature may stand in. @param header the configured one */
export const signatureHeaders = (headers: Headers, header?: string) =>
  Object.keys(headers).filter((name) => (header ? name === header : name.endsWith("-signature")))

const HEX = /^(?:sha256=)?([0-9a-f]{64})$/i

/**
 * HMAC-SHA256 of the raw body under a `whsec_...` secret, in any header whose name ends in `-signature`, or in the configured one
 * (U-06). Several secrets at once while rotating. Compared in constant time; every candidate is tried, so nothing is learnt from how
 * long it takes.
 */
export function isSigned(
  body: Buffer,
  headers: Headers,
  { secrets, header }: { secrets: string[]; header?: string }
): boolean {
  const given = signatureHeaders(headers, header)
    .flatMap((name) => headers[name] ?? [])
    .flatMap((value) => HEX.exec(value.trim())?.[1] ?? [])
    .map((hex) => Buffer.from(hex, "hex"))
  const expected = secrets.map((secret) => createHmac("sha256", secret).update(body).digest())
  return given
    .map((signature) => expected.map((digest) => timingSafeEqual(digest, signature)).includes(true))
    .includes(true)
}

const REFERENCE_FIELDS = /^[A-Za-z0-9_.:-]{1,128}$/

/** Every name an event may call its payment by (U-07), best first. An event is a hint: nothing in it is believed about money. */
export function referencesOf(event: unknown): string[] {
  const { data, resource_id } = asRecord(event)
  const { merchant_reference, payment_ref, id, metadata } = asRecord(data)
  return [merchant_reference, asRecord(metadata).merchant_reference, payment_ref, id, resource_id].filter(
    (value): value is string => typeof value === "string" && REFERENCE_FIELDS.test(value)
  )
}

/** What the shop said of the payment when it was created, as an event repeats it. */
export function metadataOf(event: unknown): Record<string, unknown> {
  return asRecord(asRecord(asRecord(event).data).metadata)
}

/** Which shop's payment an event is about, by the metadata of its creation; null where none is named. */
export function shopOf(event: unknown): string | null {
  const { shop_id } = metadataOf(event)
  return typeof shop_id === "string" && REFERENCE_FIELDS.test(shop_id) ? shop_id : null
}

/** An event that only repeats that money came. Where it names no type, its state says so. */
export function saysSuccess(event: unknown): boolean {
  const { event_type, data } = asRecord(event)
  if (typeof event_type === "string") return /(^|[._-])(succeeded|completed)$/.test(event_type)
  return asRecord(data).status === "succeeded"
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {}
}
