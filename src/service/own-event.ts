import { createHmac, timingSafeEqual } from "node:crypto"
import { MINUTE_MS } from "./config"

/** What became of an event that the server sent itself by its public address. */
export const WEBHOOK_RESULTS = ["ok", "nothing", "other", "changed", "no_header"] as const
export type WebhookResult = (typeof WEBHOOK_RESULTS)[number]

/** No payment is of it: it is answered, and nothing is looked up or written down. */
const OWN_EVENT = "paycollect.webhook_check"
const OWN_HEADER = "x-paycollect-signature"
const OWN_EVENT_MS = 10_000
const TOKEN = /^(\d{10,16})\.([0-9a-f]{64})$/

const hmac = (text: string, secret: string) => createHmac("sha256", secret).update(text).digest()
const tokenFor = (at: string, secret: string) => hmac(`${OWN_EVENT} ${at}`, secret)

interface OwnSending {
  secret: string
  /** the configured one */
  header?: string
  /** epoch ms */
  now: number
}

/** Once, without a way on: a redirect is another server's answer. */
export async function sendOwnEvent(
  address: string,
  { secret, header = OWN_HEADER, now }: OwnSending
): Promise<WebhookResult> {
  const body = JSON.stringify({ event_type: OWN_EVENT })
  const check = `${now}.${tokenFor(String(now), secret).toString("hex")}`
  const headers = { "content-type": "application/json", [header]: hmac(body, secret).toString("hex") }
  const signal = AbortSignal.timeout(OWN_EVENT_MS)
  const sending = { method: "POST", redirect: "manual", body, headers, signal } as const
  const answer = await fetch(`${address}?check=${check}`, sending).catch(() => null)
  if (!answer) return "nothing"
  const said = (await answer.json().catch(() => null)) as { check?: unknown } | null
  return WEBHOOK_RESULTS.find((result) => result === said?.check) ?? "other"
}

export function isOwnEvent(event: unknown): boolean {
  return (event as { event_type?: unknown } | null)?.event_type === OWN_EVENT
}

/** Whether a delivery whose signature does not fit was sent by {@link sendOwnEvent} in the last minute: who lacks the secret cannot say so. */
export function wasSentByUs(check: unknown, secrets: string[], now: number): boolean {
  const [, at, given] = TOKEN.exec(String(check)) ?? []
  if (!at || !given || Math.abs(now - Number(at)) > MINUTE_MS) return false
  return secrets.some((secret) => timingSafeEqual(Buffer.from(given, "hex"), tokenFor(at, secret)))
}
